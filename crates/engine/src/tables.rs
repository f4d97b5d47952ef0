//! Endgame tables in the search: which are used, and the score that they give a position under the 50-move rule.

use std::sync::{Arc, Mutex, PoisonError};

use saffron_rules::{Position, Variant};
use saffron_tables::{Ending, MOST_PIECES, ReadError, Tables, Value, Zeroing};

use crate::score::{self, DRAW, MATE, THREE_QUARTERS};

/// Which endgame tables an engine uses.
#[derive(Clone, Debug, Default)]
pub enum TableChoice {
    /// The tables of three pieces that are part of the program, with the feature `tables`; none without it.
    #[default]
    BuiltIn,
    /// No tables.
    None,
    /// These tables, for their variant; as [`TableChoice::BuiltIn`] for the others.
    Custom(Arc<Tables>),
}

/// When a search looks a position up in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probing {
    /// The most pieces of a position that is looked up, kings included; 0 for none at all.
    pub most_pieces: usize,
    /// The least depth that remains where a position with as many pieces as the greatest tables have is looked up inside the
    /// tree.
    pub depth: u32,
    /// Whether a win counts only as far as the 50-move rule certainly allows it. Otherwise the rule does not exist for the
    /// tables.
    pub fifty_move_rule: bool,
}

impl Probing {
    /// The greatest number of pieces that a table can have.
    pub const MOST_PIECES: usize = MOST_PIECES;
}

impl Default for Probing {
    fn default() -> Probing {
        Probing { most_pieces: MOST_PIECES, depth: 1, fifty_move_rule: true }
    }
}

/// The tables of one variant as searches use them, shared by their threads.
#[derive(Debug)]
pub(crate) struct TableProbe {
    variant: &'static Variant,
    tables: Option<Arc<Tables>>,
    probing: Probing,
    /// The most pieces that are looked up; 0 without tables.
    most_pieces: usize,
    faults: Mutex<Faults>,
}

/// Tables that could not be read.
#[derive(Debug, Default)]
struct Faults {
    known: Vec<Ending>,
    /// Those that have not been reported.
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

    /// Whether it was made for this variant.
    pub(crate) fn is_for(&self, variant: &'static Variant) -> bool {
        std::ptr::eq(self.variant, variant)
    }

    /// Whether no position is looked up.
    pub(crate) fn is_empty(&self) -> bool {
        self.most_pieces == 0
    }

    /// Whether a position inside the tree is looked up with this depth remaining: only right after a capture or a pawn move,
    /// where every way into the tables begins, so that the plies that the 50-move rule leaves are known to be 100.
    #[inline]
    pub(crate) fn applies(&self, position: &Position, depth: i32) -> bool {
        let pieces = position.occupied().len();
        pieces <= self.most_pieces
            && position.halfmove_clock() == 0
            && (pieces < self.most_pieces || depth >= self.probing.depth.min(255) as i32)
    }

    /// The value of a position without the 50-move rule. None where the tables at hand do not have it or cannot be read.
    pub(crate) fn value(&self, position: &Position) -> Option<Value> {
        if position.occupied().len() > self.most_pieces {
            return None;
        }
        self.tables.as_ref()?.value(position).unwrap_or_else(|error| {
            self.note(error);
            None
        })
    }

    /// Whether the 50-move rule cannot change this value of a position with this half-move clock: the end comes before the
    /// clock has reached 100, or with the move that makes it 100. A draw without the rule is one with it.
    pub(crate) fn is_certain(&self, value: Value, clock: u16) -> bool {
        match value.plies() {
            Some(plies) => !self.probing.fifty_move_rule || plies == 0 || clock.saturating_add(plies) <= 100,
            None => true,
        }
    }

    /// The depth to zeroing of a position with this half-move clock, where it shows that the mate by the table is within the 50-move
    /// rule, later than in 100 plies.
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

    /// The score of a position at this ply of a search, where the tables have it and the 50-move rule cannot change it.
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

    /// What could not be read and has not been reported: once for each ending.
    pub(crate) fn take_faults(&self) -> Vec<ReadError> {
        std::mem::take(&mut self.faults.lock().unwrap_or_else(PoisonError::into_inner).news)
    }
}

/// The tables that are part of the program. A variant whose rules tables cannot hold, which only one of a user's can be, has none.
fn built_in(variant: &'static Variant) -> Option<Arc<Tables>> {
    if cfg!(feature = "tables") { Tables::built_in(variant).ok().map(Arc::new) } else { None }
}

/// The score of a value at this ply of a search: mates with their distance, stalemates as the search scores them.
pub(crate) fn score_of(value: Value, ply: usize) -> i32 {
    match value {
        Value::Loss(plies) => score::mated(ply + usize::from(plies)),
        Value::StalemateLoss(_) => -THREE_QUARTERS,
        Value::Draw => DRAW,
        Value::StalemateWin(_) => THREE_QUARTERS,
        Value::Win(plies) => MATE - (ply + usize::from(plies)) as i32,
    }
}
