-- Rated games whose ratings are not computed yet: none most of the time.
CREATE INDEX games_unrated ON games (ended_at, id) WHERE status = 'ended' AND rated = 1 AND white_change IS NULL;

-- The archive by variant, and by what the game was worth.
CREATE INDEX games_ended ON games (variant, created_at, id) WHERE status = 'ended';
