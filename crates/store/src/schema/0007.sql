-- The wins of a player by the rating of the opponent, for the best one.
CREATE INDEX games_white_wins ON games (white, rated, black_rating, created_at) WHERE points = 4;
CREATE INDEX games_black_wins ON games (black, rated, white_rating, created_at) WHERE points = 0;
