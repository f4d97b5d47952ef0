-- Notifications of accounts. There is one of a kind about a subject: a newer one replaces it.
CREATE TABLE notifications (
    account {text} NOT NULL,
    kind {text} NOT NULL,
    subject {text} NOT NULL,
    created_at BIGINT NOT NULL,
    read_at BIGINT,
    data {text} NOT NULL,
    PRIMARY KEY (account, kind, subject)
);
CREATE INDEX notifications_by_time ON notifications (account, created_at);
CREATE INDEX notifications_by_age ON notifications (created_at);
-- How accounts get notifications, in the caller's form, and the time of the newest one that was sent by e-mail.
CREATE TABLE notification_settings (
    account {text} PRIMARY KEY,
    settings {text} NOT NULL,
    mailed_at BIGINT NOT NULL
);
-- Browsers that get notifications by Web Push, as long as the session lasts in which they asked for it.
CREATE TABLE push_subscriptions (
    id {text} PRIMARY KEY,
    account {text} NOT NULL,
    session {text} NOT NULL,
    endpoint {text} NOT NULL,
    public_key {text} NOT NULL,
    auth_secret {text} NOT NULL,
    language {text} NOT NULL,
    created_at BIGINT NOT NULL,
    pushed_at BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account, created_at);
-- Private key by which push services know this server.
CREATE TABLE push_key (
    id BIGINT PRIMARY KEY,
    private_key {bytes} NOT NULL
);
-- Elo lists of clubs: players and rated tournaments, in the caller's form.
CREATE TABLE elo_lists (
    id {text} PRIMARY KEY,
    organiser {text} NOT NULL,
    name {text} NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL,
    data {text} NOT NULL
);
CREATE INDEX elo_lists_by_update ON elo_lists (updated_at, id);
CREATE INDEX elo_lists_by_organiser ON elo_lists (organiser, updated_at);
-- Games of two players with each other.
CREATE INDEX games_of_two ON games (white, black) WHERE points IS NOT NULL;
