//! Endgame tables in the search: the choice of tables, and their scores under the 50-move rule.

use std::sync::{Arc, Mutex, PoisonError};

use saffron_rules::{Position, Variant};
use saffron_tables::{Ending, MAX_PIECES, ReadError, Tables, Value, Zeroing};

use crate::score::{self, DRAW, MATE, THREE_QUARTERS};

/// Choice of endgame tables.
#[derive(Clone, Debug, Default)]
pub enum TableChoice {
    /// The three-piece tables embedded in the program, with the feature `tables`; none without it.
    #[default]
    BuiltIn,
    /// No tables.
    None,
    /// Given tables for their variant, and [`TableChoice::BuiltIn`] for other variants.
    Custom(Arc<Tables>),
}

/// Conditions under which a search probes the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probing {
    /// Maximum number of pieces of a probed position, kings included; 0 to probe none.
    pub most_pieces: usize,
    /// Minimum remaining depth at which positions with as many pieces as the largest tables are probed inside the tree.
    pub depth: u32,
    /// True if a win counts only if the 50-move rule certainly allows it. If false, table results ignore the rule.
    pub fifty_move_rule: bool,
}

impl Probing {
    /// Maximum number of pieces of a table.
    pub const MAX_PIECES: usize = MAX_PIECES;
}

impl Default for Probing {
    fn default() -> Probing {
        Probing { most_pieces: MAX_PIECES, depth: 1, fifty_move_rule: true }
    }
}

/// Tables of one variant as searches use them, shared by all threads.
#[derive(Debug)]
pub(crate) struct TableProbe {
    variant: &'static Variant,
    tables: Option<Arc<Tables>>,
    probing: Probing,
    /// Maximum number of pieces of a probed position; 0 without tables.
    most_pieces: usize,
    faults: Mutex<Faults>,
}

/// Tables with read errors.
#[derive(Debug, Default)]
struct Faults {
    known: Vec<Ending>,
    /// Errors that have not been reported yet.
    news: Vec<ReadError>,
}

impl TableProbe {
    pub(crate) fn new(variant: &'static Variant, choice: &TableChoice, probing: Probing) -> TableProbe {
        let tables = match choice {
            TableChoice::None => None,
            _ if probing.most_pieces == 0 => None,
            TableChoice::Custom(tables) if std::ptr::eq(tables.variant(), variant) => Some(Arc::clone(tables)),
            TableChoice::BuiltIn | TableChoice::Custom(_) => built_in(variant),
        };
        let available = tables.as_ref().map_or(0, |tables| tables.most_pieces());
        let most_pieces = available.min(probing.most_pieces);
        TableProbe { variant, tables, probing, most_pieces, faults: Mutex::default() }
    }

    /// Returns whether the tables are those of this variant.
    pub(crate) fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// Returns whether no position is ever probed.
    pub(crate) fn is_empty(&self) -> bool {
        self.most_pieces == 0
    }

    /// Returns whether a position inside the tree is probed at this remaining depth. Only positions right after a capture or a
    /// pawn move are: every path into the tables begins with one, and the 50-move rule then leaves exactly 100 plies.
    #[inline]
    pub(crate) fn applies(&self, position: &Position, depth: i32) -> bool {
        let pieces = position.occupied().len();
        pieces <= self.most_pieces
            && position.halfmove_clock() == 0
            && (pieces < self.most_pieces || depth >= self.probing.depth.min(255) as i32)
    }

    /// Value of a position without the 50-move rule; `None` if the tables do not have it or cannot be read.
    pub(crate) fn value(&self, position: &Position) -> Option<Value> {
        if position.occupied().len() > self.most_pieces {
            return None;
        }
        self.tables.as_ref()?.value(position).unwrap_or_else(|error| {
            self.note(error);
            None
        })
    }

    /// Returns whether the 50-move rule cannot change this value of a position with this half-move clock: the game ends before
    /// the clock reaches 100, or with the move that makes it 100. A draw without the rule is also one with it.
    pub(crate) fn is_certain(&self, value: Value, clock: u16) -> bool {
        match value.plies() {
            Some(plies) => !self.probing.fifty_move_rule || plies == 0 || clock.saturating_add(plies) <= 100,
            None => true,
        }
    }

    /// Depth to zeroing of a position with this half-move clock, if it shows that a mate later than in 100 plies is still possible
    /// under the 50-move rule.
    pub(crate) fn zeroing(&self, position: &Position, clock: u16) -> Option<u16> {
        let found = self.tables.as_ref()?.zeroing(position).unwrap_or_else(|error| {
            self.note(error);
            None
        });
        match found {
            Some(Zeroing::Within(plies)) if clock.saturating_add(plies) <= 100 => Some(plies),
            _ => None,
        }
    }

    /// Score of a position at this ply of a search, if the tables have it and the 50-move rule cannot change it.
    pub(crate) fn score(&self, position: &Position, ply: usize) -> Option<i32> {
        let value = self.value(position)?;
        self.is_certain(value, position.halfmove_clock()).then(|| score_of(value, ply))
    }

    fn note(&self, error: ReadError) {
        let ending = error.ending();
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if !faults.known.contains(ending) {
            faults.known.push(ending.clone());
            faults.news.push(error);
        }
    }

    /// Takes the read errors that have not been reported, one for each ending.
    pub(crate) fn take_faults(&self) -> Vec<ReadError> {
        std::mem::take(&mut self.faults.lock().unwrap_or_else(PoisonError::into_inner).news)
    }
}

/// Tables embedded in the program. `None` for a variant whose rules tables do not support, which only a user-defined one can have.
fn built_in(variant: &'static Variant) -> Option<Arc<Tables>> {
    if cfg!(feature = "tables") { Tables::built_in(variant).ok().map(Arc::new) } else { None }
}

/// Converts a table value to a score at this ply of a search: mates with their distance, stalemates as the search scores them.
pub(crate) fn score_of(value: Value, ply: usize) -> i32 {
    match value {
        Value::Loss(plies) => score::mated(ply + usize::from(plies)),
        Value::StalemateLoss(_) => -THREE_QUARTERS,
        Value::Draw => DRAW,
        Value::StalemateWin(_) => THREE_QUARTERS,
        Value::Win(plies) => MATE - (ply + usize::from(plies)) as i32,
    }
}
