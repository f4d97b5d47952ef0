//! The log of events: what is removed from it.

/// Removes entries up to a position. An entry stays where the row of its game does not have it.
pub(crate) const TRIM: &str = "DELETE FROM log WHERE position <= $1 AND EXISTS \
     (SELECT 1 FROM games WHERE games.id = log.game AND games.events_count > log.seq)";
