//! Sequence numbers of log entries in each game.

use std::collections::HashMap;

use crate::entry::LogEntry;
use crate::error::StoreError;
use crate::id::GameId;

/// End of a game's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    /// Next sequence number.
    next: u32,
    /// Position of its last entry in the log; 0 if it has none there.
    position: i64,
}

/// Next sequence numbers of games. The owner looks up an unknown game in the database, once.
#[derive(Debug, Default)]
pub(crate) struct Sequencer {
    ends: HashMap<GameId, End>,
    /// Values that uncommitted changes have replaced, oldest first.
    replaced: Vec<(GameId, Option<End>)>,
}

impl Sequencer {
    /// Returns whether the next sequence number of a game is known.
    pub(crate) fn knows(&self, game: GameId) -> bool {
        self.ends.contains_key(&game)
    }

    /// Sets the end of a game's log, as read from the database.
    pub(crate) fn learn(&mut self, game: GameId, next: u32, position: i64) {
        let old = self.ends.insert(game, End { next, position });
        self.replaced.push((game, old));
    }

    /// Accepts an entry at a position of the log. Its game must be known.
    pub(crate) fn accept(&mut self, entry: &LogEntry, position: i64) -> Result<(), StoreError> {
        let end = self.ends.get_mut(&entry.game).ok_or(StoreError::NoGame(entry.game))?;
        if entry.seq != end.next {
            return Err(StoreError::Sequence { game: entry.game, expected: end.next, found: entry.seq });
        }
        let next = entry.seq.checked_add(1).ok_or(StoreError::Overloaded)?;
        self.replaced.push((entry.game, Some(*end)));
        *end = End { next, position };
        Ok(())
    }

    /// Returns a mark for [`Sequencer::undo`].
    pub(crate) fn mark(&self) -> usize {
        self.replaced.len()
    }

    /// Undoes the changes since a mark.
    pub(crate) fn undo(&mut self, mark: usize) {
        while self.replaced.len() > mark {
            match self.replaced.pop() {
                Some((game, Some(end))) => self.ends.insert(game, end),
                Some((game, None)) => self.ends.remove(&game),
                None => break,
            };
        }
    }

    /// Keeps all changes, which are committed.
    pub(crate) fn commit(&mut self) {
        self.replaced.clear();
    }

    /// Forgets the games whose last entry is at or before a position. The log must have no entries there any more, and the rows
    /// of the games must have them.
    pub(crate) fn forget(&mut self, through: i64) {
        self.ends.retain(|_, end| end.position > through);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(game: GameId, seq: u32) -> LogEntry {
        LogEntry { game, seq, at: 0, epoch: 0, data: Vec::new() }
    }

    #[test]
    fn duplicates_and_gaps_are_refused_and_undone_entries_are_free_again() {
        let game = GameId::from_random(1);
        let mut sequencer = Sequencer::default();
        assert_eq!(sequencer.accept(&entry(game, 0), 1), Err(StoreError::NoGame(game)));
        sequencer.learn(game, 4, 0);
        sequencer.commit();
        assert_eq!(sequencer.accept(&entry(game, 3), 1), Err(StoreError::Sequence { game, expected: 4, found: 3 }));
        assert!(sequencer.accept(&entry(game, 5), 1).is_err());
        let mark = sequencer.mark();
        assert_eq!(sequencer.accept(&entry(game, 4), 1), Ok(()));
        assert_eq!(sequencer.accept(&entry(game, 5), 2), Ok(()));
        sequencer.undo(mark);
        assert_eq!(sequencer.accept(&entry(game, 4), 1), Ok(()));
        sequencer.commit();
        sequencer.forget(0);
        assert!(sequencer.knows(game));
        sequencer.forget(1);
        assert!(!sequencer.knows(game));
    }
}
