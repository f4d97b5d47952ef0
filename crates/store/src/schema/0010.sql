-- Solving contests. The puzzles are stored as text in the caller's form, so that later puzzles of the page change none.
CREATE TABLE contests (
    id {text} PRIMARY KEY,
    organiser {text} NOT NULL,
    name {text} NOT NULL,
    variant {text} NOT NULL,
    created_at BIGINT NOT NULL,
    opens_at BIGINT NOT NULL,
    closes_at BIGINT NOT NULL,
    rounds {text} NOT NULL,
    puzzles {text} NOT NULL
);
CREATE INDEX contests_by_close ON contests (closes_at, id);
CREATE INDEX contests_by_organiser ON contests (organiser, closes_at);
-- Rounds that solvers have begun, numbered from 0.
CREATE TABLE contest_rounds (
    contest {text} NOT NULL,
    account {text} NOT NULL,
    round BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    PRIMARY KEY (contest, account, round)
);
CREATE INDEX contest_rounds_by_account ON contest_rounds (account);
-- Answers to puzzles: the solver's moves that were right, and, once the puzzle is decided, whether it was solved.
CREATE TABLE contest_answers (
    contest {text} NOT NULL,
    account {text} NOT NULL,
    round BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    found BIGINT NOT NULL,
    solved BIGINT,
    points BIGINT NOT NULL,
    took BIGINT NOT NULL,
    PRIMARY KEY (contest, account, round, puzzle)
);
