-- Games and analyses that accounts keep here, as their browsers wrote them. The text of a deleted one is NULL.
CREATE TABLE library (
    account {text} NOT NULL,
    id {text} NOT NULL,
    version BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    body {text},
    PRIMARY KEY (account, id)
);
CREATE UNIQUE INDEX library_versions ON library (account, version);
CREATE INDEX library_deleted ON library (changed_at) WHERE body IS NULL;
