CREATE TABLE schema_version (number BIGINT NOT NULL);
CREATE TABLE server (
    id BIGINT PRIMARY KEY,
    epoch BIGINT NOT NULL,
    alive_at BIGINT
, name_rules BIGINT NOT NULL DEFAULT 0);
CREATE TABLE log (
    position INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT,
    name_key TEXT UNIQUE,
    password_hash TEXT,
    email TEXT,
    email_key TEXT,
    email_confirmed BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    moderator BIGINT NOT NULL,
    banned_until BIGINT,
    muted_until BIGINT,
    marks TEXT NOT NULL,
    preferences TEXT NOT NULL,
    vacation_until BIGINT,
    vacation_year BIGINT NOT NULL,
    vacation_days BIGINT NOT NULL,
    level BIGINT
);
CREATE UNIQUE INDEX accounts_email ON accounts (email_key) WHERE email_confirmed = 1;
CREATE INDEX accounts_unconfirmed ON accounts (email_key) WHERE email_confirmed = 0;
CREATE INDEX accounts_guests ON accounts (seen_at) WHERE kind = 'guest';
CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    user_agent TEXT NOT NULL,
    address TEXT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE TABLE tokens (
    token_hash BLOB PRIMARY KEY,
    purpose TEXT NOT NULL,
    account TEXT NOT NULL,
    data TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX tokens_account ON tokens (account, purpose);
CREATE INDEX tokens_expiry ON tokens (expires_at);
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    control TEXT NOT NULL,
    rated BIGINT NOT NULL,
    white TEXT,
    black TEXT,
    white_rating DOUBLE PRECISION,
    white_provisional BIGINT NOT NULL,
    white_change DOUBLE PRECISION,
    black_rating DOUBLE PRECISION,
    black_provisional BIGINT NOT NULL,
    black_change DOUBLE PRECISION,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    status TEXT NOT NULL,
    result TEXT,
    points BIGINT,
    reason TEXT,
    plies BIGINT NOT NULL,
    opening TEXT NOT NULL,
    to_move TEXT,
    deadline BIGINT,
    data TEXT NOT NULL,
    start_fen TEXT,
    moves TEXT NOT NULL,
    events_count BIGINT NOT NULL,
    events BLOB NOT NULL
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
    account TEXT NOT NULL,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (account, variant, speed)
);
CREATE INDEX ratings_order ON ratings (variant, speed, rating);
CREATE TABLE rating_history (
    position INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL
);
CREATE INDEX rating_history_account ON rating_history (account, variant, speed, at);
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    control TEXT NOT NULL,
    rated BIGINT NOT NULL,
    side TEXT,
    rating_min BIGINT,
    rating_max BIGINT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX seeks_account ON seeks (account);
CREATE INDEX seeks_expiry ON seeks (expires_at);
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    challenger TEXT NOT NULL,
    challenged TEXT,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    control TEXT NOT NULL,
    rated BIGINT NOT NULL,
    side TEXT,
    start_fen TEXT,
    rematch_of TEXT,
    status TEXT NOT NULL,
    game TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX challenges_challenger ON challenges (challenger, status);
CREATE INDEX challenges_challenged ON challenges (challenged, status);
CREATE INDEX challenges_rematch ON challenges (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX challenges_expiry ON challenges (expires_at);
CREATE TABLE chat (
    position INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    room TEXT NOT NULL,
    account TEXT,
    at BIGINT NOT NULL,
    hidden BIGINT NOT NULL,
    line TEXT NOT NULL
);
CREATE INDEX chat_game ON chat (game, room, position);
CREATE INDEX chat_account ON chat (account, position);
CREATE TABLE relations (
    account TEXT NOT NULL,
    other TEXT NOT NULL,
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, other)
);
CREATE INDEX relations_other ON relations (other, kind);
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL,
    about TEXT NOT NULL,
    reason TEXT NOT NULL,
    details TEXT NOT NULL,
    game TEXT,
    at BIGINT NOT NULL,
    handled_at BIGINT,
    handled_by TEXT,
    outcome TEXT
);
CREATE INDEX reports_open ON reports (at) WHERE handled_at IS NULL;
CREATE INDEX reports_about ON reports (about, at);
CREATE INDEX reports_reporter ON reports (reporter, at);
CREATE TABLE audit (
    position INTEGER PRIMARY KEY,
    at BIGINT NOT NULL,
    moderator TEXT NOT NULL,
    action TEXT NOT NULL,
    about TEXT,
    details TEXT NOT NULL
);
CREATE INDEX audit_about ON audit (about, position);
CREATE TABLE feeds (
    account TEXT PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);
CREATE INDEX games_ended ON games (variant, created_at, id) WHERE status = 'ended';
CREATE TABLE conditional_moves (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    seq BIGINT NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, side)
);
CREATE TABLE downtimes (
    position INTEGER PRIMARY KEY,
    stopped_at BIGINT NOT NULL,
    resumed_at BIGINT NOT NULL
);
CREATE TABLE jobs (
    position INTEGER PRIMARY KEY,
    queue TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    payload TEXT NOT NULL,
    account TEXT,
    created_at BIGINT NOT NULL,
    run_at BIGINT NOT NULL,
    expires_at BIGINT,
    attempts BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    leases BIGINT NOT NULL,
    lease_epoch BIGINT,
    lease_until BIGINT,
    failed_at BIGINT,
    error TEXT
);
CREATE UNIQUE INDEX jobs_key ON jobs (kind, key);
CREATE INDEX jobs_waiting ON jobs (queue, run_at) WHERE failed_at IS NULL;
CREATE INDEX jobs_account ON jobs (account) WHERE account IS NOT NULL;
CREATE TABLE erased_names (
    digest BLOB PRIMARY KEY
);
CREATE TABLE name_secret (
    id BIGINT PRIMARY KEY,
    secret BLOB NOT NULL
);
CREATE INDEX games_white_wins ON games (white, rated, black_rating, created_at) WHERE points = 4;
CREATE INDEX games_black_wins ON games (black, rated, white_rating, created_at) WHERE points = 0;
CREATE TABLE library (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    version BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    body TEXT,
    PRIMARY KEY (account, id)
);
CREATE UNIQUE INDEX library_versions ON library (account, version);
CREATE INDEX library_deleted ON library (changed_at) WHERE body IS NULL;
CREATE TABLE puzzles (
    variant TEXT NOT NULL,
    id TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    results BIGINT NOT NULL,
    votes BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    line TEXT,
    PRIMARY KEY (variant, id)
);
CREATE TABLE puzzle_results (
    account TEXT NOT NULL,
    variant TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    solved BIGINT NOT NULL,
    day BIGINT NOT NULL,
    vote BIGINT NOT NULL,
    PRIMARY KEY (account, variant, puzzle)
);
CREATE TABLE puzzle_days (
    account TEXT NOT NULL,
    variant TEXT NOT NULL,
    day BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    PRIMARY KEY (account, variant, day)
);
CREATE TABLE puzzle_mining (
    id BIGINT PRIMARY KEY,
    ended_at BIGINT NOT NULL,
    game TEXT NOT NULL
);
CREATE INDEX games_by_end ON games (ended_at, id) WHERE status = 'ended';
CREATE TABLE scores (
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    score BIGINT NOT NULL,
    PRIMARY KEY (account, name)
);
CREATE TABLE contests (
    id TEXT PRIMARY KEY,
    organiser TEXT NOT NULL,
    name TEXT NOT NULL,
    variant TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    opens_at BIGINT NOT NULL,
    closes_at BIGINT NOT NULL,
    rounds TEXT NOT NULL,
    puzzles TEXT NOT NULL
);
CREATE INDEX contests_by_close ON contests (closes_at, id);
CREATE INDEX contests_by_organiser ON contests (organiser, closes_at);
CREATE TABLE contest_rounds (
    contest TEXT NOT NULL,
    account TEXT NOT NULL,
    round BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    PRIMARY KEY (contest, account, round)
);
CREATE INDEX contest_rounds_by_account ON contest_rounds (account);
CREATE TABLE contest_answers (
    contest TEXT NOT NULL,
    account TEXT NOT NULL,
    round BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    found BIGINT NOT NULL,
    solved BIGINT,
    points BIGINT NOT NULL,
    took BIGINT NOT NULL,
    PRIMARY KEY (contest, account, round, puzzle)
);
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    organiser TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    over BIGINT NOT NULL,
    summary TEXT NOT NULL,
    version BIGINT NOT NULL
, kind TEXT NOT NULL DEFAULT 'board', team TEXT, series TEXT);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser, updated_at, id);
CREATE TABLE tournament_events (
    tournament TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    author TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
);
CREATE INDEX tournaments_by_update ON tournaments (kind, over, updated_at, id);
CREATE TABLE notifications (
    account TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT,
    data TEXT NOT NULL,
    PRIMARY KEY (account, kind, subject)
);
CREATE INDEX notifications_by_time ON notifications (account, created_at);
CREATE INDEX notifications_by_age ON notifications (created_at);
CREATE TABLE notification_settings (
    account TEXT PRIMARY KEY,
    settings TEXT NOT NULL,
    mailed_at BIGINT NOT NULL
);
CREATE TABLE push_subscriptions (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    session TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    public_key TEXT NOT NULL,
    auth_secret TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    pushed_at BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account, created_at);
CREATE TABLE push_key (
    id BIGINT PRIMARY KEY,
    private_key BLOB NOT NULL
);
CREATE TABLE elo_lists (
    id TEXT PRIMARY KEY,
    organiser TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX elo_lists_by_update ON elo_lists (updated_at, id);
CREATE INDEX elo_lists_by_organiser ON elo_lists (organiser, updated_at);
CREATE INDEX games_of_two ON games (white, black) WHERE points IS NOT NULL;
CREATE TABLE teams (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    members BIGINT NOT NULL,
    version BIGINT NOT NULL,
    data TEXT NOT NULL
);
CREATE INDEX teams_by_members ON teams (members, id);
CREATE TABLE team_members (
    team TEXT NOT NULL,
    account TEXT NOT NULL,
    role TEXT NOT NULL,
    since BIGINT NOT NULL,
    note TEXT NOT NULL,
    quiet BIGINT NOT NULL,
    PRIMARY KEY (team, account)
);
CREATE INDEX team_members_by_role ON team_members (team, role, since);
CREATE INDEX team_members_by_account ON team_members (account, since);
CREATE TABLE team_messages (
    position INTEGER PRIMARY KEY,
    team TEXT NOT NULL,
    author TEXT NOT NULL,
    at BIGINT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX team_messages_by_team ON team_messages (team, position);
CREATE INDEX team_messages_by_author ON team_messages (author, position);
CREATE TABLE conversations (
    account TEXT NOT NULL,
    other TEXT NOT NULL,
    last_position BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    unread BIGINT NOT NULL,
    deleted_to BIGINT NOT NULL,
    PRIMARY KEY (account, other)
);
CREATE INDEX conversations_by_time ON conversations (account, last_at);
CREATE TABLE messages (
    position INTEGER PRIMARY KEY,
    low TEXT NOT NULL,
    high TEXT NOT NULL,
    sender TEXT NOT NULL,
    at BIGINT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX messages_of_two ON messages (low, high, position);
CREATE INDEX messages_by_high ON messages (high, position);
CREATE TABLE report_messages (
    report TEXT NOT NULL,
    position BIGINT NOT NULL,
    sender TEXT NOT NULL,
    at BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (report, position)
);
CREATE TABLE arena_series (
    id TEXT PRIMARY KEY,
    organiser TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    next_at BIGINT,
    data TEXT NOT NULL
);
CREATE INDEX arena_series_by_next ON arena_series (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX arena_series_by_organiser ON arena_series (organiser, created_at);
CREATE TABLE tournament_players (
    account TEXT NOT NULL,
    tournament TEXT NOT NULL,
    joined_at BIGINT NOT NULL,
    rank BIGINT,
    PRIMARY KEY (account, tournament)
);
CREATE INDEX tournament_players_by_time ON tournament_players (account, joined_at);
CREATE INDEX tournament_players_of ON tournament_players (tournament);
CREATE INDEX tournaments_by_team ON tournaments (team, updated_at) WHERE team IS NOT NULL;
CREATE INDEX tournaments_by_series ON tournaments (series, updated_at) WHERE series IS NOT NULL;
INSERT INTO schema_version VALUES (1);
INSERT INTO schema_version VALUES (2);
INSERT INTO schema_version VALUES (3);
INSERT INTO schema_version VALUES (4);
INSERT INTO schema_version VALUES (5);
INSERT INTO schema_version VALUES (6);
INSERT INTO schema_version VALUES (7);
INSERT INTO schema_version VALUES (8);
INSERT INTO schema_version VALUES (9);
INSERT INTO schema_version VALUES (10);
INSERT INTO schema_version VALUES (11);
INSERT INTO schema_version VALUES (12);
INSERT INTO schema_version VALUES (13);
INSERT INTO schema_version VALUES (14);
INSERT INTO server VALUES (1, 1, NULL, 0);
INSERT INTO log VALUES (1, 'baaaaaaaaa', 0, 8, 1, x'010203');
INSERT INTO accounts VALUES ('baaaaaaaaa', 'guest', NULL, NULL, NULL, NULL, NULL, 0, 5, 7, 0, NULL, NULL, '', '', NULL, 0, 0, NULL);
INSERT INTO games VALUES ('baaaaaaaaa', 'glinski', 'blitz', '300+3', 1, 'baaaaaaaaa', NULL, 1500.5, 1, NULL, NULL, 0, NULL, 6, NULL, 'running', NULL, NULL, NULL, 0, '', NULL, NULL, '{}', NULL, '', 0, x'');
