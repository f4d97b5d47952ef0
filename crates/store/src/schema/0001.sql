-- One row: the epoch of the server that owns the database, and when it was last known to be alive.
CREATE TABLE server (
    id BIGINT PRIMARY KEY,
    epoch BIGINT NOT NULL,
    alive_at BIGINT
);
INSERT INTO server (id, epoch) VALUES (1, 0);

-- The events of games in the order of arrival. SQLite needs no index: its single writer refuses duplicates.
CREATE TABLE log (
    position {serial},
    game {text} NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    data {bytes} NOT NULL
);
{postgres} CREATE UNIQUE INDEX log_game ON log (game, seq);

CREATE TABLE accounts (
    id {text} PRIMARY KEY,
    kind {text} NOT NULL,
    name {text},
    name_key {text} UNIQUE,
    password_hash {text},
    email {text},
    email_key {text},
    email_confirmed BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    moderator BIGINT NOT NULL,
    banned_until BIGINT,
    muted_until BIGINT,
    marks {text} NOT NULL,
    preferences {text} NOT NULL,
    vacation_until BIGINT,
    vacation_year BIGINT NOT NULL,
    vacation_days BIGINT NOT NULL,
    level BIGINT
);
CREATE UNIQUE INDEX accounts_email ON accounts (email_key) WHERE email_confirmed = 1;
CREATE INDEX accounts_unconfirmed ON accounts (email_key) WHERE email_confirmed = 0;
CREATE INDEX accounts_guests ON accounts (seen_at) WHERE kind = 'guest';

CREATE TABLE sessions (
    token_hash {bytes} PRIMARY KEY,
    id {text} NOT NULL UNIQUE,
    account {text} NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    user_agent {text} NOT NULL,
    address {text} NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Secrets that are used once: confirmation of an address, reset of a password.
CREATE TABLE tokens (
    token_hash {bytes} PRIMARY KEY,
    purpose {text} NOT NULL,
    account {text} NOT NULL,
    data {text} NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX tokens_account ON tokens (account, purpose);
CREATE INDEX tokens_expiry ON tokens (expires_at);

-- The large columns are last, so that the others are read without them.
CREATE TABLE games (
    id {text} PRIMARY KEY,
    variant {text} NOT NULL,
    speed {text} NOT NULL,
    control {text} NOT NULL,
    rated BIGINT NOT NULL,
    white {text},
    black {text},
    white_rating DOUBLE PRECISION,
    white_provisional BIGINT NOT NULL,
    white_change DOUBLE PRECISION,
    black_rating DOUBLE PRECISION,
    black_provisional BIGINT NOT NULL,
    black_change DOUBLE PRECISION,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    status {text} NOT NULL,
    result {text},
    points BIGINT,
    reason {text},
    plies BIGINT NOT NULL,
    opening {text} NOT NULL,
    to_move {text},
    deadline BIGINT,
    data {text} NOT NULL,
    start_fen {text},
    moves {text} NOT NULL,
    events_count BIGINT NOT NULL,
    events {bytes} NOT NULL
);
CREATE INDEX games_white ON games (white, created_at, id);
CREATE INDEX games_black ON games (black, created_at, id);
CREATE INDEX games_created ON games (created_at, id);
CREATE INDEX games_running ON games (speed, created_at, id) WHERE status = 'running';
CREATE INDEX games_white_running ON games (white) WHERE status = 'running';
CREATE INDEX games_black_running ON games (black) WHERE status = 'running';
CREATE INDEX games_to_move ON games (to_move) WHERE to_move IS NOT NULL;
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE ratings (
    account {text} NOT NULL,
    variant {text} NOT NULL,
    speed {text} NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (account, variant, speed)
);
CREATE INDEX ratings_order ON ratings (variant, speed, rating);

CREATE TABLE rating_history (
    position {serial},
    account {text} NOT NULL,
    variant {text} NOT NULL,
    speed {text} NOT NULL,
    at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL
);
CREATE INDEX rating_history_account ON rating_history (account, variant, speed, at);

CREATE TABLE seeks (
    id {text} PRIMARY KEY,
    account {text} NOT NULL,
    variant {text} NOT NULL,
    speed {text} NOT NULL,
    control {text} NOT NULL,
    rated BIGINT NOT NULL,
    side {text},
    rating_min BIGINT,
    rating_max BIGINT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    data {text} NOT NULL
);
CREATE INDEX seeks_account ON seeks (account);
CREATE INDEX seeks_expiry ON seeks (expires_at);

CREATE TABLE challenges (
    id {text} PRIMARY KEY,
    challenger {text} NOT NULL,
    challenged {text},
    variant {text} NOT NULL,
    speed {text} NOT NULL,
    control {text} NOT NULL,
    rated BIGINT NOT NULL,
    side {text},
    start_fen {text},
    rematch_of {text},
    status {text} NOT NULL,
    game {text},
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    data {text} NOT NULL
);
CREATE INDEX challenges_challenger ON challenges (challenger, status);
CREATE INDEX challenges_challenged ON challenges (challenged, status);
CREATE INDEX challenges_rematch ON challenges (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX challenges_expiry ON challenges (expires_at);

CREATE TABLE chat (
    position {serial},
    game {text} NOT NULL,
    room {text} NOT NULL,
    account {text},
    at BIGINT NOT NULL,
    hidden BIGINT NOT NULL,
    line {text} NOT NULL
);
CREATE INDEX chat_game ON chat (game, room, position);
CREATE INDEX chat_account ON chat (account, position);

CREATE TABLE relations (
    account {text} NOT NULL,
    other {text} NOT NULL,
    kind {text} NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, other)
);
CREATE INDEX relations_other ON relations (other, kind);

CREATE TABLE reports (
    id {text} PRIMARY KEY,
    reporter {text} NOT NULL,
    about {text} NOT NULL,
    reason {text} NOT NULL,
    details {text} NOT NULL,
    game {text},
    at BIGINT NOT NULL,
    handled_at BIGINT,
    handled_by {text},
    outcome {text}
);
CREATE INDEX reports_open ON reports (at) WHERE handled_at IS NULL;
CREATE INDEX reports_about ON reports (about, at);
CREATE INDEX reports_reporter ON reports (reporter, at);

-- What moderators did. Rows are added, never changed.
CREATE TABLE audit (
    position {serial},
    at BIGINT NOT NULL,
    moderator {text} NOT NULL,
    action {text} NOT NULL,
    about {text},
    details {text} NOT NULL
);
CREATE INDEX audit_about ON audit (about, position);

-- The secret addresses of feeds, hashed.
CREATE TABLE feeds (
    account {text} PRIMARY KEY,
    token_hash {bytes} NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);
