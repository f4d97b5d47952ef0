-- Teams: name, settings in the caller's form, and the number of members.
CREATE TABLE teams (
    id {text} PRIMARY KEY,
    name {text} NOT NULL,
    name_key {text} NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    members BIGINT NOT NULL,
    version BIGINT NOT NULL,
    data {text} NOT NULL
);
CREATE INDEX teams_by_members ON teams (members, id);
-- Members of teams with their roles, and requests to join with their texts. Quiet members get no messages.
CREATE TABLE team_members (
    team {text} NOT NULL,
    account {text} NOT NULL,
    role {text} NOT NULL,
    since BIGINT NOT NULL,
    note {text} NOT NULL,
    quiet BIGINT NOT NULL,
    PRIMARY KEY (team, account)
);
CREATE INDEX team_members_by_role ON team_members (team, role, since);
CREATE INDEX team_members_by_account ON team_members (account, since);
-- Messages of leaders to all members.
CREATE TABLE team_messages (
    position {serial},
    team {text} NOT NULL,
    author {text} NOT NULL,
    at BIGINT NOT NULL,
    text {text} NOT NULL
);
CREATE INDEX team_messages_by_team ON team_messages (team, position);
CREATE INDEX team_messages_by_author ON team_messages (author, position);
-- Conversations as each of two accounts has them: the newest message, those that are unread, and up to which position it has deleted them.
CREATE TABLE conversations (
    account {text} NOT NULL,
    other {text} NOT NULL,
    last_position BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    unread BIGINT NOT NULL,
    deleted_to BIGINT NOT NULL,
    PRIMARY KEY (account, other)
);
CREATE INDEX conversations_by_time ON conversations (account, last_at);
-- Messages between two accounts, of which `low` has the smaller id.
CREATE TABLE messages (
    position {serial},
    low {text} NOT NULL,
    high {text} NOT NULL,
    sender {text} NOT NULL,
    at BIGINT NOT NULL,
    text {text} NOT NULL
);
CREATE INDEX messages_of_two ON messages (low, high, position);
CREATE INDEX messages_by_high ON messages (high, position);
-- Copies of the messages that a report is about, for moderators.
CREATE TABLE report_messages (
    report {text} NOT NULL,
    position BIGINT NOT NULL,
    sender {text} NOT NULL,
    at BIGINT NOT NULL,
    text {text} NOT NULL,
    PRIMARY KEY (report, position)
);
-- Series of arenas: when they repeat, in the caller's form, and the time of the next arena that is to be created.
CREATE TABLE arena_series (
    id {text} PRIMARY KEY,
    organiser {text} NOT NULL,
    name {text} NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    next_at BIGINT,
    data {text} NOT NULL
);
CREATE INDEX arena_series_by_next ON arena_series (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX arena_series_by_organiser ON arena_series (organiser, created_at);
-- Accounts in tournaments, with their ranks once these are over.
CREATE TABLE tournament_players (
    account {text} NOT NULL,
    tournament {text} NOT NULL,
    joined_at BIGINT NOT NULL,
    rank BIGINT,
    PRIMARY KEY (account, tournament)
);
CREATE INDEX tournament_players_by_time ON tournament_players (account, joined_at);
CREATE INDEX tournament_players_of ON tournament_players (tournament);
-- Tournaments of a team, and of a series.
ALTER TABLE tournaments ADD COLUMN team {text};
ALTER TABLE tournaments ADD COLUMN series {text};
CREATE INDEX tournaments_by_team ON tournaments (team, updated_at) WHERE team IS NOT NULL;
CREATE INDEX tournaments_by_series ON tournaments (series, updated_at) WHERE series IS NOT NULL;
