-- When the server was away. Of running games this time does not count, and they learn of it when they are next needed.
CREATE TABLE downtimes (
    position {serial},
    stopped_at BIGINT NOT NULL,
    resumed_at BIGINT NOT NULL
);
