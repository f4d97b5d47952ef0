//! Solver: solves endings, each after those that its captures and promotions lead to, and keeps their tables.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use saffron_rules::{Color, Move, Position, Variant};

use crate::format::bare::bare_kings;
use crate::format::ending::{Ending, MAX_PIECES, material};
use crate::format::index::{Board, KingPairs};
use crate::format::suitable::{Unsuitable, check};
use crate::format::value::{FIFTY_MOVES, Packed, Value, Zeroing};
use crate::probe::tables::zeroing_en_passant;
use crate::solve::analysis::{Analysis, Pass};
use crate::solve::build::{Built, build};
use crate::solve::conversion::Conversions;
use crate::solve::depths::{Depths, LongMates};
use crate::solve::predecessors::Layout;
use crate::solve::table::Table;

/// Error from solving an ending.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// Ending with too many pieces.
    #[error("{0} has more than {MAX_PIECES} pieces")]
    TooMany(Ending),
    /// Ending that needs more memory than allowed.
    #[error(
        "{ending} needs {needed} MiB of memory with the endings that it leads to, more than the {allowed} MiB allowed"
    )]
    Memory {
        /// Ending.
        ending: Ending,
        /// Needed memory, in MiB.
        needed: u64,
        /// Allowed memory, in MiB.
        allowed: u64,
    },
    /// Rules that tables cannot hold.
    #[error(transparent)]
    Rules(#[from] Unsuitable),
    /// Ending with longer wins than a table can hold.
    #[error("{0} has ends of more than {most} plies", most = Packed::MAX_PLIES)]
    TooLong(Ending),
}

/// Solver of the endings of a variant, which keeps their tables.
#[derive(Debug)]
pub struct Solver {
    board: Board,
    solved: HashMap<Ending, Arc<Table>>,
    /// Solved tables by material, each with a flag for exchanged sides.
    by_material: HashMap<u32, (Arc<Table>, bool)>,
    /// Depths to zeroing of endings with longer wins than the 50-move rule certainly allows.
    depths: HashMap<Ending, Arc<Depths>>,
    memory: u64,
    /// Number of plies without a capture or pawn move that the 50-move rule allows.
    rule: u16,
}

/// Default memory limit of a solver, in bytes.
const MEMORY: u64 = 8 << 30;

impl Solver {
    /// Returns a solver for a variant.
    ///
    /// # Errors
    /// [`Unsuitable`] rules, which only a user-defined variant can have.
    pub fn new(variant: &'static Variant) -> Result<Self, Unsuitable> {
        let board = Board::new(variant);
        check(&board.geometry)?;
        let (solved, by_material, depths) = (HashMap::new(), HashMap::new(), HashMap::new());
        Ok(Self { board, solved, by_material, depths, memory: MEMORY, rule: FIFTY_MOVES })
    }

    /// Sets the memory limit in bytes; the default is 8 GiB.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets the number of plies of the 50-move rule for depths to zeroing, at most 250. Table files have 100.
    #[must_use]
    pub fn with_rule(mut self, plies: u16) -> Self {
        self.rule = plies.min(250);
        self
    }

    /// Returns an error if an ending, with `more` bytes in addition to its analysis, does not fit in memory next to the tables that
    /// are kept.
    fn check_memory(&self, ending: &Ending, more: u64) -> Result<(), SolveError> {
        let needed = self.needed(ending) + more;
        let kept: u64 = self.solved.values().map(|table| table.indices() * 2).sum();
        let kept = kept + self.depths.values().map(|depths| depths.indices()).sum::<u64>();
        if needed + kept > self.memory {
            let (needed, allowed) = ((needed + kept) >> 20, self.memory >> 20);
            return Err(SolveError::Memory { ending: ending.clone(), needed, allowed });
        }
        Ok(())
    }

    /// Variant.
    pub fn variant(&self) -> &'static Variant {
        self.board.geometry.variant
    }

    /// Table of an ending, if it was solved.
    pub fn solved(&self, ending: &Ending) -> Option<&Table> {
        self.solved.get(ending).map(|table| &**table)
    }

    /// Table of a position's ending, if it was solved, and whether the sides are exchanged in it.
    pub(crate) fn table_of(&self, position: &Position) -> Option<(&Table, bool)> {
        self.by_material.get(&material(position)).map(|(table, exchanged)| (&**table, *exchanged))
    }

    /// Returns the table of an ending, after solving the endings that it leads to if necessary.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn solve(&mut self, ending: &Ending) -> Result<Arc<Table>, SolveError> {
        if let Some(table) = self.solved.get(ending) {
            return Ok(Arc::clone(table));
        }
        if ending.len() > MAX_PIECES {
            return Err(SolveError::TooMany(ending.clone()));
        }
        self.check_memory(ending, 0)?;
        let kings = self.kings(ending);
        let geometry = Arc::clone(&self.board.geometry);
        if ending.len() == 2 {
            return Ok(self.keep(ending, &kings, bare_kings(&geometry, &kings)));
        }
        let analysis = self.analyse(ending, &kings)?;
        Ok(self.finish(ending, &kings, analysis))
    }

    /// Solves an ending with a piece in addition to the kings, even if its table is kept, and passes the analysis to `look` before it
    /// becomes the table. `memory` is the memory that `look` needs, in bytes.
    ///
    /// # Errors
    /// Errors of [`solve`](Self::solve).
    ///
    /// # Panics
    /// If the ending has two kings alone, which need no analysis.
    pub fn solve_with<T>(
        &mut self,
        ending: &Ending,
        memory: u64,
        look: impl FnOnce(&Analysis) -> T,
    ) -> Result<(Arc<Table>, T), SolveError> {
        assert!(ending.len() > 2, "two kings need no analysis");
        if ending.len() > MAX_PIECES {
            return Err(SolveError::TooMany(ending.clone()));
        }
        self.check_memory(ending, memory)?;
        let kings = self.kings(ending);
        let analysis = self.analyse(ending, &kings)?;
        let result = look(&analysis);
        Ok((self.finish(ending, &kings, analysis), result))
    }

    /// Stores the values of an analysis as a table.
    fn finish(&mut self, ending: &Ending, kings: &Arc<KingPairs>, analysis: Analysis) -> Arc<Table> {
        let values = analysis.finish().map(|side| side.values);
        self.keep(ending, kings, values)
    }

    /// Finds the depths to zeroing of an ending and of those that it leads to. Returns whether it has any: only if a mate is further
    /// than the 50-move rule certainly allows.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn solve_zeroing(&mut self, ending: &Ending) -> Result<bool, SolveError> {
        self.solve_zeroing_beside(ending, 0)
    }

    /// Finds depths like [`solve_zeroing`](Self::solve_zeroing) while `held` bytes are in use in addition.
    fn solve_zeroing_beside(&mut self, ending: &Ending, held: u64) -> Result<bool, SolveError> {
        let table = self.solve(ending)?;
        if self.depths.contains_key(ending) {
            return Ok(true);
        }
        let is_long = |value: &Packed| matches!(value.value(), Some(Value::Win(n) | Value::Loss(n)) if n > self.rule);
        if !table.values.iter().any(|values| values.par_iter().any(is_long)) {
            return Ok(false);
        }
        // The depths, and two sets of bits for each side to move.
        self.check_memory(ending, held + table.indices() + table.indices() / 2)?;
        let (geometry, kings) = (Arc::clone(&self.board.geometry), self.kings(ending));
        let conversions = Conversions::new(&geometry, ending, true, |ending| self.solve_with_zeroing(ending))?;
        let analysis = Analysis::new(Layout::new(&geometry, &kings, ending), conversions);
        self.depths.insert(ending.clone(), Arc::new(analysis.zeroing(self.rule)));
        Ok(true)
    }

    /// Table of an ending, with its depths to zeroing if it has any.
    fn solve_with_zeroing(&mut self, ending: &Ending) -> Result<(Arc<Table>, Option<Arc<Depths>>), SolveError> {
        let table = self.solve(ending)?;
        self.solve_zeroing(ending)?;
        Ok((table, self.depths.get(ending).map(Arc::clone)))
    }

    /// Depth to zeroing of a position that is decided by mate, captures en passant included. `None` if its ending has no depths.
    pub fn zeroing(&self, position: &Position) -> Option<Zeroing> {
        let table = self.solved.get(&Ending::of(position)?.0)?;
        let depths = self.depths.get(table.ending())?;
        let (turn, index) = table.locate(position)?;
        let plain = table.values[turn.index()][index].value()?;
        let value = self.value(position)?;
        if !matches!(value, Value::Win(_) | Value::Loss(_)) {
            return None;
        }
        let stored = depths.at(turn, index).map_or(Zeroing::Beyond, Zeroing::Within);
        let moves = position.legal_moves();
        let passing = moves.iter().filter(|mv| position.is_en_passant(**mv)).count();
        if passing == 0 {
            return Some(stored);
        }
        let holds = passing < moves.len() && plain.wdl() == value.wdl();
        let found = zeroing_en_passant(position, Some(value.wdl()), holds.then_some(Some(stored)), |after| {
            let result = self.value(after).map(|value| value.wdl().reversed());
            Ok::<_, std::convert::Infallible>((result, self.zeroing(after) == Some(Zeroing::Beyond)))
        });
        found.unwrap_or_else(|never| match never {})
    }

    /// Counts of the positions of an ending for which the 50-move rule matters, with White and with Black to move. `None` if there
    /// are no depths to zeroing.
    pub fn long_mates(&self, ending: &Ending) -> Option<[LongMates; 2]> {
        let (table, depths) = (self.solved.get(ending)?, self.depths.get(ending)?);
        Some(Color::ALL.map(|turn| depths.long_mates(table, self.rule, turn)))
    }

    /// Number of plies that the 50-move rule allows.
    pub(crate) fn rule(&self) -> u16 {
        self.rule
    }

    /// Makes the file of the table of an ending with a piece other than the kings, for [`Tables`](crate::Tables). It is the same with
    /// any number of threads.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn build(&mut self, ending: &Ending) -> Result<Built, SolveError> {
        if ending.len() > MAX_PIECES {
            return Err(SolveError::TooMany(ending.clone()));
        }
        self.check_memory(ending, self.needed_to_code(ending))?;
        let kings = self.kings(ending);
        let mut analysis = self.analyse(ending, &kings)?;
        if ending.has_pawns() {
            analysis.leave_captures();
        }
        let [white, black] = analysis.finish();
        let table = self.keep(ending, &kings, [white.values, black.values]);
        let captures = [white.conversions, black.conversions];
        // The file needs the values of captures.
        self.solve_zeroing_beside(ending, 2 * table.indices())?;
        let depths = self.depths.get(ending).map(Arc::clone);
        build(&self.board, &table, &captures, depths.as_deref()).ok_or_else(|| SolveError::TooLong(ending.clone()))
    }

    /// Estimates the memory in bytes for building the files of these endings one after the other, if the tables of at most four
    /// pieces are kept, with the threads of the pool in which this is called.
    pub fn memory_needed(&self, endings: &[Ending]) -> u64 {
        let mut kept = 0;
        let mut most = 0;
        for ending in endings {
            // Tables that promotions of a pawn among five pieces lead to are kept meanwhile.
            let large = ending.reached().into_iter().filter(|other| other.len() == MAX_PIECES && other != ending);
            let reached: u64 = large.map(|other| 2 * self.indices(&other)).sum();
            most = most.max(kept + reached + self.needed(ending) + self.needed_to_code(ending));
            if ending.len() < MAX_PIECES {
                kept += 2 * self.indices(ending);
            }
        }
        most
    }

    /// Estimates the memory in bytes for coding the streams of a file: the samples of streams that are coded at once, and the file.
    fn needed_to_code(&self, ending: &Ending) -> u64 {
        let streams = rayon::current_num_threads().min(4) as u64;
        (streams << 27) + self.indices(ending) / 8
    }

    /// Number of indices of an ending, for both sides to move.
    pub fn indices(&self, ending: &Ending) -> u64 {
        let others = u32::try_from(ending.len()).unwrap_or(u32::MAX) - 2;
        2 * self.board.kings(ending).len() as u64 * (self.board.geometry.len() as u64).pow(others)
    }

    /// Memory that an analysis needs, in bytes.
    fn needed(&self, ending: &Ending) -> u64 {
        let positions = self.indices(ending);
        let words = positions / self.board.geometry.len() as u64;
        // A value and the value of conversions; bits for legal, won, lost, new, next, mate, stalemate, and a possible move.
        positions * 4 + words * 16 * 8
    }

    /// Removes the tables of all endings except the wanted ones.
    pub fn keep_only(&mut self, wanted: impl Fn(&Ending) -> bool) {
        self.solved.retain(|ending, _| wanted(ending));
        self.by_material.retain(|_, (table, _)| wanted(table.ending()));
        self.depths.retain(|ending, _| wanted(ending));
    }

    fn keep(&mut self, ending: &Ending, kings: &Arc<KingPairs>, values: [Vec<Packed>; 2]) -> Arc<Table> {
        let (geometry, kings) = (Arc::clone(&self.board.geometry), Arc::clone(kings));
        let table = Arc::new(Table { geometry, ending: ending.clone(), pieces: ending.others(), kings, values });
        self.solved.insert(ending.clone(), Arc::clone(&table));
        for exchanged in [true, false] {
            self.by_material.insert(ending.material(exchanged), (Arc::clone(&table), exchanged));
        }
        table
    }
}

impl Solver {
    pub(crate) fn kings(&self, ending: &Ending) -> Arc<KingPairs> {
        Arc::clone(self.board.kings(ending))
    }

    /// Analyses an ending with a piece other than the kings, after solving the endings that it leads to.
    pub(crate) fn analyse(&mut self, ending: &Ending, kings: &Arc<KingPairs>) -> Result<Analysis, SolveError> {
        let geometry = Arc::clone(&self.board.geometry);
        let conversions =
            Conversions::new(&geometry, ending, false, |ending| self.solve(ending).map(|table| (table, None)))?;
        let mut analysis = Analysis::new(Layout::new(&geometry, kings, ending), conversions);
        analysis.begin();
        analysis.pass(Pass::Mate);
        if geometry.variant.stalemate_quarters() > 2 {
            analysis.pass(Pass::Stalemate);
        }
        if analysis.too_long { Err(SolveError::TooLong(ending.clone())) } else { Ok(analysis) }
    }
}

impl Solver {
    /// Value of a position, captures en passant included. `None` if its ending is not solved, the position is of another variant,
    /// or a side may castle.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if !std::ptr::eq(position.variant(), self.variant()) || !position.castling_rights().is_empty() {
            return None;
        }
        let (table, exchanged) = self.table_of(position)?;
        let plain = table.placed(position, exchanged)?;
        if position.en_passant_cells().is_empty() {
            return Some(plain);
        }
        let moves = position.legal_moves();
        let (captures, others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(|mv| position.is_en_passant(*mv));
        let mut best = (!others.is_empty() || captures.is_empty()).then_some(plain);
        for mv in captures {
            let mut after = *position;
            after.play_unchecked(mv);
            let value = self.value(&after)?.before_move();
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        best
    }

    /// Value of a position by the values after its legal moves, or of the end of the game. `None` if a table is missing.
    pub fn value_by_moves(&self, position: &Position) -> Option<Value> {
        let mut best: Option<Value> = None;
        for mv in position.legal_moves() {
            let mut after = *position;
            after.play_unchecked(mv);
            let value = self.value(&after)?.before_move();
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        Some(best.unwrap_or(if position.in_check() {
            Value::Loss(0)
        } else if position.variant().stalemate_quarters() > 2 {
            Value::StalemateLoss(0)
        } else {
            Value::Draw
        }))
    }
}
