-- Tournaments. Their events are their state; a row has what lists show, in the caller's form, and the number of the events.
CREATE TABLE tournaments (
    id {text} PRIMARY KEY,
    organiser {text} NOT NULL,
    name {text} NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    over BIGINT NOT NULL,
    summary {text} NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX tournaments_by_update ON tournaments (over, updated_at, id);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser, updated_at, id);
-- Events of tournaments, numbered from 0, with the accounts that gave the commands.
CREATE TABLE tournament_events (
    tournament {text} NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    author {text} NOT NULL,
    data {text} NOT NULL,
    PRIMARY KEY (tournament, seq)
);
