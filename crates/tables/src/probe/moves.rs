//! Look-up of a position with each of its moves, and of the parts of files that this needs.

use saffron_rules::{Move, Position};

use crate::format::ending::Ending;
use crate::format::layout::{FRAME, ReadError};
use crate::format::value::{FiftyMoves, Value};
use crate::probe::tables::Tables;

/// Value of a position and of each of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Value to the side to move.
    pub value: Value,
    /// Outcome under the 50-move rule.
    pub fifty: FiftyMoves,
    /// Legal moves, the best first, equal ones by their UCI form.
    pub moves: Vec<KnownMove>,
}

/// Value of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownMove {
    /// Move.
    pub mv: Move,
    /// Value to the side that makes it.
    pub value: Value,
    /// Outcome under the 50-move rule.
    pub fifty: FiftyMoves,
}

/// Missing part of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Part {
    /// Ending.
    pub ending: Ending,
    /// Offset in the file.
    pub offset: u64,
    /// Length in bytes.
    pub length: usize,
}

/// Tables and parts of tables that a look-up lacks.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Needed {
    /// Endings without a table.
    pub endings: Vec<Ending>,
    /// Missing parts of tables that are supplied piece by piece.
    pub parts: Vec<Part>,
}

impl Needed {
    /// Returns whether no table or part is missing.
    pub fn is_empty(&self) -> bool {
        self.endings.is_empty() && self.parts.is_empty()
    }
}

/// Legal moves with the positions after them.
pub(crate) fn after_moves(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    position.legal_moves().into_iter().map(|mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        (mv, after)
    })
}

impl Tables {
    /// Looks up a position and each of its moves. `None` if a table that one of these values needs is missing, the position is of
    /// another variant, or a side may castle.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn look_up(&self, position: &Position) -> Result<Option<Known>, ReadError> {
        let Some((value, fifty)) = self.value_and_rule(position)? else { return Ok(None) };
        let mut moves = Vec::new();
        for (mv, after) in after_moves(position) {
            let Some((value, fifty)) = self.value_and_rule(&after)? else { return Ok(None) };
            moves.push((position.uci(mv), KnownMove { mv, value: value.before_move(), fifty }));
        }
        moves.sort_unstable_by(|(one, a), (other, b)| b.value.cmp(&a.value).then_with(|| one.cmp(other)));
        Ok(Some(Known { value, fifty, moves: moves.into_iter().map(|(_, known)| known).collect() }))
    }

    /// Tables and parts of tables that [`look_up`](Self::look_up) lacks, as far as is known: the content of one part may lead to
    /// another one, so ask again after each one that is supplied. Empty for a position that is never in tables.
    ///
    /// # Errors
    /// [`ReadError::Damaged`].
    pub fn needed(&self, position: &Position) -> Result<Needed, ReadError> {
        let mut needed = Needed::default();
        if !self.is_fit(position) {
            return Ok(needed);
        }
        for position in std::iter::once(*position).chain(after_moves(position).map(|(_, after)| after)) {
            match self.value_and_rule(&position) {
                Ok(Some(_)) => {}
                Ok(None) => self.add_absent(&position, &mut needed.endings),
                Err(ReadError::Missing { ending, offset, length }) => {
                    needed.parts.push(Part { ending, offset, length });
                }
                Err(error) => return Err(error),
            }
        }
        needed.endings.sort_unstable_by_key(Ending::sequence);
        needed.endings.dedup();
        needed.parts.sort_unstable();
        needed.parts.dedup();
        Ok(needed)
    }

    /// Adds the endings without a table among that of a position and those that captures lead to.
    fn add_absent(&self, position: &Position, endings: &mut Vec<Ending>) {
        if let Some((ending, _)) = Ending::of(position)
            && !self.has(&ending)
        {
            endings.push(ending);
        }
        for (_, after) in after_moves(position) {
            if after.occupied().len() < position.occupied().len() {
                self.add_absent(&after, endings);
            }
        }
    }

    /// Adds missing frames to a table that was added with [`add_partial`](Self::add_partial), from the offset of a [`Part`].
    ///
    /// # Errors
    /// [`ReadError::Damaged`] for the first frame that is not of the table.
    pub fn supply_frames(&mut self, ending: &Ending, offset: u64, bytes: &[u8]) -> Result<(), ReadError> {
        let mut offset = offset;
        for frame in bytes.chunks(FRAME) {
            self.supply(ending, offset, frame)?;
            offset += frame.len() as u64;
        }
        Ok(())
    }
}
