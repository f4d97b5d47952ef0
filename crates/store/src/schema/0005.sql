-- Background work: e-mails, ratings. A job is there from the transaction that asks for it until
-- the one that has its effect. One that was given up stays, with the time and the reason, for the operator.
CREATE TABLE jobs (
    position {serial},
    queue {text} NOT NULL,
    kind {text} NOT NULL,
    key {text} NOT NULL,
    payload {text} NOT NULL,
    account {text},
    created_at BIGINT NOT NULL,
    run_at BIGINT NOT NULL,
    expires_at BIGINT,
    attempts BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    leases BIGINT NOT NULL,
    lease_epoch BIGINT,
    lease_until BIGINT,
    failed_at BIGINT,
    error {text}
);
CREATE UNIQUE INDEX jobs_key ON jobs (kind, key);
CREATE INDEX jobs_waiting ON jobs (queue, run_at) WHERE failed_at IS NULL;
CREATE INDEX jobs_account ON jobs (account) WHERE account IS NOT NULL;

-- Rated games whose ratings are not computed yet become jobs.
INSERT INTO jobs (queue, kind, key, payload, created_at, run_at, attempts, generation, leases)
    SELECT 'ratings', 'rate', id, '', COALESCE(ended_at, created_at), COALESCE(ended_at, created_at), 0, 1, 0 FROM games
    WHERE status = 'ended' AND rated = 1 AND white_change IS NULL ORDER BY ended_at, id;
DROP INDEX games_unrated;
