//! Judge: whether exactly one move wins.
//!
//! A position is a puzzle's if its best move wins and every other one is far worse: by [`ONLY_BY`] of the chances, wins less
//! losses, from -1 to 1. Lichess's puzzles are chosen by the same rule. Endgame tables decide exactly where they know the
//! position; a mate is proved by exhaustive search, and its move must be the only one that mates as fast.

use saffron_engine::{Control, Engine, HashSizeError, Limits, Root, Score, WinRate};
use saffron_mates::Solver;
use saffron_rules::{Move, Position};
use saffron_tables::{Known, Tables, Wdl};

/// Difference between the chances of the best move and of any other, from which the best is the only one.
pub const ONLY_BY: f64 = 0.7;

/// Chances from which a move wins.
const WINNING: f64 = 0.6;

/// Longest mate that is proved, in moves.
const MAX_MATE: u32 = 6;

/// Moves that the proof of one mate may play.
const PROOF_BUDGET: u64 = 20_000_000;

/// Size of the transposition table in MiB.
const HASH_MB: usize = 16;

/// Judge of positions.
pub struct Judge<'a> {
    engine: Engine,
    solver: Solver,
    /// Tables, at most one of each variant.
    tables: &'a [Tables],
    /// Nodes of each of the two searches of a position.
    nodes: u64,
    /// Difference between the chances of the best move and of any other that makes it the only one.
    margin: f64,
}

/// Judgement of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Judgement {
    /// One move wins.
    Only {
        /// Move.
        mv: Move,
        /// Number of moves in which it mates, if that is proved.
        mate: Option<u32>,
    },
    /// Another move is about as good as the best one.
    Several {
        /// Best move.
        best: Move,
        /// Other move.
        other: Move,
    },
    /// No move wins.
    NoWin,
}

impl<'a> Judge<'a> {
    /// Creates a judge whose searches have this many nodes.
    ///
    /// # Errors
    /// There is no memory for the engine.
    pub fn new(nodes: u64, tables: &'a [Tables]) -> Result<Judge<'a>, HashSizeError> {
        let engine = Engine::new(HASH_MB)?;
        Ok(Judge { engine, solver: Solver::with_budget(PROOF_BUDGET), tables, nodes, margin: ONLY_BY })
    }

    /// Sets the difference between the chances of the best move and of any other that makes it the only one; [`ONLY_BY`] by
    /// default, at most 2.
    #[must_use]
    pub fn with_margin(mut self, margin: f64) -> Judge<'a> {
        self.margin = margin;
        self
    }

    /// Removes the results of earlier positions, so that the next judgements do not depend on them.
    pub fn forget(&mut self) {
        self.engine.new_game();
        // A new table takes as long as a search, and few games have a mate to prove.
        if self.solver.played() > 0 {
            self.solver = Solver::with_budget(PROOF_BUDGET);
        }
    }

    /// Nodes of a search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Engine, for other searches.
    pub(crate) fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Judges a position; `None` if the control stopped it.
    pub fn judge(&mut self, root: &Root, control: &Control) -> Option<Judgement> {
        self.judge_with(self.nodes, root, control)
    }

    /// Returns whether one move wins by searches of a tenth of the nodes, which most positions do not pass.
    pub(crate) fn glance(&mut self, root: &Root, control: &Control) -> Option<bool> {
        let judgement = self.judge_with((self.nodes / 10).max(1), root, control)?;
        Some(matches!(judgement, Judgement::Only { .. }))
    }

    fn judge_with(&mut self, nodes: u64, root: &Root, control: &Control) -> Option<Judgement> {
        let position = root.position;
        if let Some(known) = self.look_up(&position) {
            return Some(by_tables(&known));
        }
        let moves = position.legal_moves();
        let model = WinRate::of(position.variant());
        let (mv, score) = match self.search(nodes, root, Vec::new(), control) {
            Some((mv, score)) if chances(&model, score) >= WINNING => (mv, score),
            _ => return (!control.is_stopped()).then_some(Judgement::NoWin),
        };
        let others: Vec<Move> = moves.into_iter().filter(|&other| other != mv).collect();
        if !others.is_empty() {
            let (other, second) = self.search(nodes, root, others, control)?;
            if chances(&model, score) - chances(&model, second) < self.margin {
                return Some(Judgement::Several { best: mv, other });
            }
        }
        if control.is_stopped() {
            return None;
        }
        match score {
            Score::Mate(moves) if moves.unsigned_abs() <= MAX_MATE => {
                Some(self.prove(&position, mv, moves.unsigned_abs()))
            }
            _ => Some(Judgement::Only { mv, mate: None }),
        }
    }

    /// Judges a position by the moves that mate as fast as possible, within `most` moves. Without a proof `mv` is a win.
    fn prove(&mut self, position: &Position, mv: Move, most: u32) -> Judgement {
        let unproved = Judgement::Only { mv, mate: None };
        let Ok(Some(moves)) = self.solver.mate_in(position, most) else { return unproved };
        match self.solver.keys(position, moves).as_deref() {
            Ok([key]) => Judgement::Only { mv: *key, mate: Some(moves) },
            Ok([best, other, ..]) => Judgement::Several { best: *best, other: *other },
            _ => unproved,
        }
    }

    /// Returns the number of moves in which the side to move mates, if it does within `most`; `Err` if the proof takes too long.
    pub(crate) fn mate_in(&mut self, position: &Position, most: u32) -> Result<Option<u32>, saffron_mates::Exhausted> {
        self.solver.mate_in(position, most)
    }

    /// Returns the moves that mate within `moves` moves.
    pub(crate) fn keys(&mut self, position: &Position, moves: u32) -> Result<Vec<Move>, saffron_mates::Exhausted> {
        self.solver.keys(position, moves)
    }

    /// Returns the best reply of the side that loses: the longest defence if it is mated within `mate` moves or tables know it,
    /// otherwise the engine's move. `None` if there is no legal move or the control stopped the search.
    pub fn defence(&mut self, root: &Root, mate: Option<u32>, control: &Control) -> Option<Move> {
        let position = root.position;
        if let Some(known) = self.look_up(&position) {
            return known.moves.first().map(|best| best.mv);
        }
        if let Some(moves) = mate {
            let lasts = |solver: &mut Solver, mv: Move| {
                let mut after = position;
                after.play_unchecked(mv);
                solver.mate_in(&after, moves).is_ok_and(|found| found == Some(moves))
            };
            return position.legal_moves().into_iter().find(|&mv| lasts(&mut self.solver, mv));
        }
        self.search(self.nodes, root, Vec::new(), control).map(|(mv, _)| mv)
    }

    /// Returns the chances of the side to move, from -1 to 1.
    pub(crate) fn chances(&mut self, root: &Root, control: &Control) -> Option<f64> {
        let model = WinRate::of(root.position.variant());
        self.search(self.nodes, root, Vec::new(), control).map(|(_, score)| chances(&model, score))
    }

    fn look_up(&self, position: &Position) -> Option<Known> {
        let tables = self.tables.iter().find(|tables| std::ptr::eq(tables.variant(), position.variant()))?;
        // A table that cannot be read is one that is not there: the engine decides.
        tables.look_up(position).ok().flatten().filter(|known| !known.moves.is_empty())
    }

    fn search(&mut self, nodes: u64, root: &Root, moves: Vec<Move>, control: &Control) -> Option<(Move, Score)> {
        let limits = Limits { nodes: Some(nodes), search_moves: moves, ..Limits::default() };
        let result = self.engine.search(root, &limits, control, &mut ());
        result.best.filter(|_| !control.is_stopped()).map(|mv| (mv, result.score))
    }
}

/// Chances at a score: wins less losses, from -1 to 1.
pub(crate) fn chances(model: &WinRate, score: Score) -> f64 {
    let wdl = model.wdl(score);
    (f64::from(wdl.win) - f64::from(wdl.loss)) / 1000.0
}

/// Judges a position by tables: one move must be in a better class than all others. Among wins the plies do not matter.
fn by_tables(known: &Known) -> Judgement {
    let best = known.moves[0];
    if best.value.wdl() <= Wdl::Draw {
        return Judgement::NoWin;
    }
    match known.moves.get(1).filter(|second| second.value.wdl() == best.value.wdl()) {
        Some(second) => Judgement::Several { best: best.mv, other: second.mv },
        None => Judgement::Only { mv: best.mv, mate: None },
    }
}
