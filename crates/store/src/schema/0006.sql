-- Names of erased accounts, which no one can take: keyed digests only, and the secret that is their key.
CREATE TABLE erased_names (
    digest {bytes} PRIMARY KEY
);
CREATE TABLE name_secret (
    id BIGINT PRIMARY KEY,
    secret {bytes} NOT NULL
);
-- The rules by which the keys of names were made.
ALTER TABLE server ADD COLUMN name_rules BIGINT NOT NULL DEFAULT 0;
