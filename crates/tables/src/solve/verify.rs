//! Checks of every value of a table against one ply of the rules' own move generator.

use rayon::prelude::*;
use saffron_rules::{Color, Position};

use crate::format::value::{Value, Zeroing};
use crate::probe::tables::Tables;
use crate::solve::pending::Pending;
use crate::solve::solver::Solver;
use crate::solve::table::Table;

/// Result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Number of indices that were checked.
    pub indices: u64,
    /// Number of indices of legal positions.
    pub legal: u64,
    /// Number of positions of these indices with a capture en passant pending, which were checked, too: one for each pawn that may just
    /// have passed.
    pub en_passant: u64,
    /// Number of wrong values.
    pub wrong: u64,
    /// First wrong position as a FEN with the found and the expected value, if it can be written.
    pub first: Option<String>,
}

impl Verified {
    /// Sum of two results, with the first wrong position of either.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            indices: self.indices + other.indices,
            legal: self.legal + other.legal,
            en_passant: self.en_passant + other.en_passant,
            wrong: self.wrong + other.wrong,
            first: self.first.or(other.first),
        }
    }

    fn note(&mut self, is_right: bool, text: impl FnOnce() -> String) {
        if !is_right {
            self.wrong += 1;
            self.first.get_or_insert_with(text);
        }
    }

    fn note_depth(&mut self, position: &Position, found: Option<Zeroing>, expected: Option<Zeroing>) {
        self.note(found == expected, || {
            format!("{}: depth {found:?}, but {expected:?} by its moves", position.to_fen())
        });
    }
}

/// Checks each `step`th index of a table of the solver, from the first one; 1 for all. Positions with a capture en passant pending
/// are checked with the index of their pieces.
pub fn verify(solver: &Solver, table: &Table, step: usize) -> Verified {
    let pending = Pending::new(table);
    each(table, step, |turn, index| {
        let position = table.position_at(turn, index);
        let mut verified = Verified { indices: 1, legal: u64::from(position.is_some()), ..Verified::default() };
        let found = table.values[turn.index()][index].value();
        let expected = position.as_ref().and_then(|position| solver.value_by_moves(position));
        verified.note(found == expected, || {
            let place = position.map_or_else(|| format!("index {index}, {turn} to move"), |position| position.to_fen());
            format!("{place}: {found:?}, but {expected:?} by its moves")
        });
        for passed in position.iter().flat_map(|position| pending.of(position)) {
            let (found, expected) = (solver.value(&passed), solver.value_by_moves(&passed));
            verified.en_passant += 1;
            verified.note(found.is_some() && found == expected, || {
                format!("{}: {found:?}, but {expected:?} by its moves", passed.to_fen())
            });
        }
        verified
    })
}

/// Sum of the results of `check` for each `step`th index with either side to move.
fn each(table: &Table, step: usize, check: impl Fn(Color, usize) -> Verified + Sync) -> Verified {
    let of = |turn: Color| {
        let indices = (0..table.values[turn.index()].len()).into_par_iter().step_by(step.max(1));
        indices.map(|index| check(turn, index)).reduce(Verified::default, Verified::and)
    };
    Color::ALL.into_iter().map(of).fold(Verified::default(), Verified::and)
}

/// Checks the depths to zeroing of each `step`th index of a table of the solver as [`verify`] checks values; 1 for all.
pub fn verify_zeroing(solver: &Solver, table: &Table, step: usize) -> Verified {
    let pending = Pending::new(table);
    let expected = |position: &Position| is_mate(solver.value(position)).then(|| by_moves(solver, position));
    each(table, step, |turn, index| {
        let Some(position) = table.position_at(turn, index) else {
            return Verified { indices: 1, ..Verified::default() };
        };
        let mut verified = Verified { indices: 1, legal: 1, ..Verified::default() };
        for passed in pending.of(&position) {
            verified.en_passant += 1;
            verified.note_depth(&passed, solver.zeroing(&passed), expected(&passed));
        }
        verified.note_depth(&position, solver.zeroing(&position), expected(&position));
        verified
    })
}

fn is_mate(value: Option<Value>) -> bool {
    matches!(value, Some(Value::Win(_) | Value::Loss(_)))
}

/// Depth to zeroing of a position that is decided by mate, from those after its moves.
fn by_moves(solver: &Solver, position: &Position) -> Zeroing {
    let wins = matches!(solver.value(position), Some(Value::Win(_)));
    let mut depths = position.legal_moves().into_iter().map(|mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        let value = solver.value(&after);
        if !is_mate(value) || matches!(value, Some(Value::Win(_))) == wins {
            return None;
        }
        let zeroes = after.halfmove_clock() == 0;
        let depth = match solver.zeroing(&after) {
            _ if !after.en_passant_cells().is_empty() => by_moves(solver, &after),
            Some(depth) => depth,
            // All mates of that ending are within the rule.
            None => Zeroing::Within(0),
        };
        match depth {
            Zeroing::Beyond => None,
            Zeroing::Within(_) if zeroes => Some(1),
            Zeroing::Within(plies) => Some(plies + 1),
        }
    });
    let depth = if wins {
        depths.flatten().min()
    } else {
        depths.try_fold(0, |most, depth| depth.map(|depth| most.max(depth)))
    };
    depth.filter(|plies| *plies <= solver.rule()).map_or(Zeroing::Beyond, Zeroing::Within)
}

/// Checks the depth to zeroing of every position of a table of the solver against its file, by its look-up; those with a capture en
/// passant pending against one ply of the move generator. Returns the first that differs.
pub fn verify_file_zeroing(tables: &Tables, solver: &Solver, table: &Table) -> Option<String> {
    differing(table, |position, is_pending| {
        let stored = tables.zeroing(position);
        let solved = if is_pending {
            is_mate(solver.value_by_moves(position)).then(|| by_moves(solver, position))
        } else {
            solver.zeroing(position)
        };
        let text = || format!("{}: depth {stored:?} stored, {solved:?} solved", position.to_fen());
        (stored != Ok(solved)).then(text)
    })
}

/// First difference that `difference` finds in the legal positions of a table, including those with a capture en passant pending,
/// for which its flag is true.
fn differing(table: &Table, difference: impl Fn(&Position, bool) -> Option<String> + Sync) -> Option<String> {
    let pending = Pending::new(table);
    Color::ALL.into_iter().find_map(|turn| {
        (0..table.values[turn.index()].len()).into_par_iter().find_map_first(|index| {
            let position = table.position_at(turn, index)?;
            let mut all = pending.of(&position);
            difference(&position, false).or_else(|| all.find_map(|position| difference(&position, true)))
        })
    })
}

/// Checks every position of a table of the solver against its file, by its look-up; those with a capture en passant pending against
/// one ply of the move generator. Returns the first that differs, as a FEN with the stored and the solved value.
pub fn verify_file(tables: &Tables, solver: &Solver, table: &Table) -> Option<String> {
    differing(table, |position, is_pending| {
        let (stored, wdl) = (tables.value(position), tables.wdl(position));
        let solved = if is_pending { solver.value_by_moves(position) } else { table.value(position) };
        let right = stored == Ok(solved) && wdl == Ok(solved.map(Value::wdl));
        (!right).then(|| format!("{}: {stored:?} and {wdl:?} stored, {solved:?} solved", position.to_fen()))
    })
}
