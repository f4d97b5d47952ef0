-- What a side has set beforehand in a running game: the last set only, by the number of its event.
CREATE TABLE conditional_moves (
    game {text} NOT NULL,
    side {text} NOT NULL,
    seq BIGINT NOT NULL,
    lines {text} NOT NULL,
    PRIMARY KEY (game, side)
);
