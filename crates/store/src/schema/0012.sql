-- Tournaments are of several kinds: over the board, and arenas.
ALTER TABLE tournaments ADD COLUMN kind {text} NOT NULL DEFAULT 'board';
DROP INDEX tournaments_by_update;
CREATE INDEX tournaments_by_update ON tournaments (kind, over, updated_at, id);
