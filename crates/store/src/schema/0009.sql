-- Puzzles that people have tried, and those that the server has mined, each of which has its text as `line`.
CREATE TABLE puzzles (
    variant {text} NOT NULL,
    id {text} NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    results BIGINT NOT NULL,
    votes BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    line {text},
    PRIMARY KEY (variant, id)
);
-- The last result of each account with each puzzle, and its vote: 1, -1, or 0 for none.
CREATE TABLE puzzle_results (
    account {text} NOT NULL,
    variant {text} NOT NULL,
    puzzle {text} NOT NULL,
    solved BIGINT NOT NULL,
    day BIGINT NOT NULL,
    vote BIGINT NOT NULL,
    PRIMARY KEY (account, variant, puzzle)
);
-- Results of the puzzles of the day.
CREATE TABLE puzzle_days (
    account {text} NOT NULL,
    variant {text} NOT NULL,
    day BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    PRIMARY KEY (account, variant, day)
);
-- The last game that was mined for puzzles, by the time of its end.
CREATE TABLE puzzle_mining (
    id BIGINT PRIMARY KEY,
    ended_at BIGINT NOT NULL,
    game {text} NOT NULL
);
CREATE INDEX games_by_end ON games (ended_at, id) WHERE status = 'ended';
-- Best scores of an account in exercises and runs of puzzles, by their names.
CREATE TABLE scores (
    account {text} NOT NULL,
    name {text} NOT NULL,
    score BIGINT NOT NULL,
    PRIMARY KEY (account, name)
);
