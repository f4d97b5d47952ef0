//! State of one thread's search, with the operations that all parts of the search build on.

use std::time::Duration;

use saffron_rules::{Move, Position, Reason, Role};
use web_time::Instant;

use super::correction::CorrectionKeys;
use super::history::{HistoryContext, PieceTo};
use super::margins::Margins;
use super::move_picker::piece_to;
use super::stack::{PositionKey, StackEntry};
use super::thread_data::ThreadData;
use super::worker::Worker;
use crate::evaluation::Evaluation;
use crate::interface::{Control, Info, Limits, Observer, Progress, ScoreBound};
use crate::memory;
use crate::score::{self, DRAW, EVAL_LIMIT, MAX_PLY, NONE};
use crate::tables::TableProbe;
use crate::time_manager::TimeManager;
use crate::transposition_table::{Bound, Entry, TranspositionTable};

/// Mask of the node count: clock, observer and other threads are checked every `CHECK_MASK + 1` nodes, a power of two.
const CHECK_MASK: u64 = 1023;

/// Time before the first report other than a line of an iteration or a warning, and maximum time between reports from then on.
const REPORT_INTERVAL: Duration = Duration::from_secs(3);

/// Input of a search, shared by all threads.
#[derive(Clone, Copy)]
pub(crate) struct SearchTask<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) evaluation: &'a Evaluation,
    /// Endgame tables; `None` if they are not used.
    pub(crate) tables: Option<&'a TableProbe>,
    pub(crate) margins: &'a Margins,
    /// True if each root move is checked for a reply that mates at once.
    pub(crate) examines_replies: bool,
    pub(crate) position: &'a Position,
    /// Hashes of the game's earlier positions, oldest first.
    pub(crate) past: &'a [u64],
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    /// Start time of the search, before any threads were started.
    pub(crate) start: Instant,
}

/// Search of one position by one thread.
pub(super) struct Searcher<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a Control,
    pub(super) observer: &'a mut dyn Observer,
    evaluation: &'a Evaluation,
    pub(super) tables: Option<&'a TableProbe>,
    pub(super) margins: &'a Margins,
    pub(super) examines_replies: bool,
    pub(super) limits: &'a Limits,
    pub(super) worker: Worker<'a>,
    pub(super) data: &'a mut ThreadData,
    pub(super) time: TimeManager,
    /// Time of the search at which progress is reported, unless there is another report before.
    next_report: Duration,
    pub(super) nodes: u64,
    /// Number of positions found in the endgame tables.
    pub(super) table_hits: u64,
    pub(super) seldepth: usize,
    pub(super) ply: usize,
    pub(super) root_depth: i32,
    /// Index of the root position in `data.keys`.
    root_key: usize,
    /// Minimum ply at which null moves are allowed; above 0 while the result of a null move is verified.
    pub(super) null_move_min_ply: usize,
    pub(super) stopped: bool,
}

impl<'a> Searcher<'a> {
    /// Prepares a search.
    pub(super) fn new(
        task: &SearchTask<'a>,
        data: &'a mut ThreadData,
        worker: Worker<'a>,
        observer: &'a mut dyn Observer,
    ) -> Searcher<'a> {
        let SearchTask { table, evaluation, tables, margins, examines_replies, position, past, limits, control, start } =
            *task;
        data.start_search(position, past);
        evaluation.reset(&mut data.accumulators, position);
        let legal = position.count_legal_moves();
        Searcher {
            root_key: past.len(),
            time: TimeManager::new(start, limits, control, legal == 1),
            table,
            control,
            observer,
            evaluation,
            tables,
            margins,
            examines_replies,
            limits,
            worker,
            data,
            next_report: REPORT_INTERVAL,
            nodes: 0,
            table_hits: 0,
            seldepth: 0,
            ply: 0,
            root_depth: 0,
            null_move_min_ply: 0,
            stopped: false,
        }
    }

    /// Counts a node. Returns true if the search must end.
    pub(super) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(self.ply + 1);
        if self.nodes & CHECK_MASK == 0 {
            self.check_limits();
        }
        if self.worker.is_single_threaded() && self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            self.stopped = true;
        }
        self.stopped
    }

    /// Sets `stopped` if a limit is reached or the search was asked to stop.
    fn check_limits(&mut self) {
        self.worker.publish(self.nodes, self.table_hits);
        self.stopped |= self.control.is_stopped();
        self.stopped |= self.total_nodes() > self.limits.nodes.unwrap_or(u64::MAX);
        if self.worker.is_main() {
            self.stopped |= self.time.hard_limit_reached(self.control) || self.observer.should_stop();
            self.report_progress();
        } else {
            self.stopped |= self.worker.main_has_ended();
        }
    }

    /// Reports progress to the observer after a time without a report.
    fn report_progress(&mut self) {
        let time = self.time.elapsed();
        if time < self.next_report || self.stopped {
            return;
        }
        self.next_report = time + REPORT_INTERVAL;
        let progress = Progress {
            nodes: self.total_nodes(),
            time,
            table_hits: self.total_table_hits(),
            hashfull: self.table.hashfull(),
        };
        self.observer.progress(&progress);
    }

    /// Reports a line to the observer. Bounds are reported only after some time, since they change often at first.
    pub(super) fn report_line(&mut self, info: &Info<'_>, bound: Option<ScoreBound>) {
        match bound {
            None => self.observer.info(info),
            Some(bound) if info.time >= REPORT_INTERVAL => self.observer.bound(info, bound),
            Some(_) => return,
        }
        self.next_report = info.time + REPORT_INTERVAL;
    }

    /// Returns the number of nodes of all threads.
    pub(super) fn total_nodes(&self) -> u64 {
        self.worker.total_nodes(self.nodes)
    }

    /// Returns the number of positions that all threads have found in the endgame tables.
    pub(super) fn total_table_hits(&self) -> u64 {
        self.worker.total_table_hits(self.table_hits)
    }

    /// Returns the stack entry of the current ply.
    pub(super) fn entry(&self) -> &StackEntry {
        &self.data.stack[self.ply]
    }

    /// Returns the stack entry of the previous ply; `None` at the root.
    pub(super) fn previous_entry(&self) -> Option<&StackEntry> {
        self.ply.checked_sub(1).map(|ply| &self.data.stack[ply])
    }

    /// Plays a move and returns the child position, which becomes the current one.
    pub(super) fn make_move(&mut self, position: &Position, mv: Move) -> Position {
        let entry = &mut self.data.stack[self.ply];
        entry.mv = Some(mv);
        entry.first_quiet = false;
        entry.played = Some(piece_to(position, mv));
        entry.null = false;
        let mut child = *position;
        child.play_observed(mv, self.data.accumulators.dirty_pieces(self.ply + 1));
        let longest = self.data.keys.last().map_or(0, |key| key.reversible + 1);
        let reversible = usize::from(child.halfmove_clock()).min(longest);
        self.table.prefetch(child.hash());
        self.data.keys.push(PositionKey { hash: child.hash(), reversible });
        self.ply += 1;
        child
    }

    /// Plays a null move and returns the child position, which becomes the current one; `None` if passing is not possible.
    pub(super) fn make_null_move(&mut self, position: &Position) -> Option<Position> {
        let child = position.null_move()?;
        let entry = &mut self.data.stack[self.ply];
        entry.mv = None;
        entry.played = None;
        entry.null = true;
        self.data.accumulators.dirty_pieces(self.ply + 1);
        // Repetitions are not counted across a null move.
        self.data.keys.push(PositionKey { hash: child.hash(), reversible: 0 });
        self.ply += 1;
        Some(child)
    }

    /// Takes back the last move or null move.
    pub(super) fn undo_move(&mut self) {
        self.data.keys.pop();
        self.ply -= 1;
    }

    /// Returns piece and target of the move `back` plies earlier.
    pub(super) fn played(&self, back: usize) -> Option<PieceTo> {
        self.ply.checked_sub(back).and_then(|ply| self.data.stack[ply].played)
    }

    /// Returns the context of this node's quiet moves in the histories. Requires [`Searcher::prefetch_evaluation`].
    pub(super) fn context(&self) -> HistoryContext {
        let pawns = self.entry().correction_keys.pawns();
        HistoryContext { previous: [1, 2, 4].map(|back| self.played(back)), pawns }
    }

    /// Returns the score of a position that is drawn, or at the maximum ply.
    pub(super) fn terminal_score(&mut self, position: &Position) -> Option<i32> {
        if self.is_repetition() || is_dead_position(position) {
            return Some(DRAW);
        }
        if position.halfmove_clock() >= 100 {
            // Mate and stalemate come before the 50-move rule.
            let score = if position.count_legal_moves() == 0 { self.no_legal_move_score(position) } else { DRAW };
            return Some(score);
        }
        (self.ply >= MAX_PLY).then(|| if position.in_check() { DRAW } else { self.evaluate(position) })
    }

    /// Returns the score if the side to move has no legal move.
    pub(super) fn no_legal_move_score(&self, position: &Position) -> i32 {
        if position.in_check() {
            score::mated(self.ply)
        } else {
            score::stalemated(position.variant().stalemate_quarters(), self.ply)
        }
    }

    /// Returns whether this position has occurred before: once on the searched path, or twice in the game.
    fn is_repetition(&self) -> bool {
        let Some((here, earlier)) = self.data.keys.split_last() else { return false };
        let mut occurrences = 0;
        for back in (4..=here.reversible.min(earlier.len())).step_by(2) {
            let index = earlier.len() - back;
            if earlier[index].hash == here.hash {
                occurrences += 1;
                if index >= self.root_key || occurrences == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether the side to move has a move back to a position of the searched path.
    pub(super) fn has_upcoming_repetition(&self, position: &Position) -> bool {
        let (Some((here, earlier)), Some(moves)) = (self.data.keys.split_last(), &self.data.reversible_moves) else {
            return false;
        };
        let longest = here.reversible.min(self.ply.saturating_sub(1));
        (3..=longest).step_by(2).any(|back| {
            let change = here.hash ^ earlier[earlier.len() - back].hash;
            moves.can_play(change, position.by_color(position.turn()), position.occupied())
        })
    }

    /// Returns whether this node can be part of the mate that a mate search has to prove. Such nodes are not pruned, because the
    /// first moves of a mate may look hopeless.
    pub(super) fn is_mate_search(&self) -> bool {
        self.limits.mate.is_some_and(|moves| self.ply < 2 * moves as usize)
    }

    /// Sets the best line of this node to the move followed by the child's line.
    pub(super) fn extend_pv(&mut self, mv: Move) {
        let (upper, lower) = self.data.stack.split_at_mut(self.ply + 1);
        let pv = &mut upper[self.ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&lower[0].pv);
    }

    /// Evaluates the position at this ply.
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluation.evaluate(&mut self.data.accumulators, self.ply, position)
    }

    /// Returns the static evaluation, from the table entry if it has one; `NONE` in check.
    pub(super) fn raw_eval(&mut self, position: &Position, entry: Option<Entry>) -> i32 {
        match entry {
            _ if position.in_check() => NONE,
            Some(entry) if is_score(entry.eval) => entry.eval,
            _ => self.evaluate(position),
        }
    }

    /// Computes the node's correction keys and updates its accumulators. It is called before the table is probed, to use the time
    /// in which the table's entry is loaded from memory; most nodes are evaluated anyway.
    pub(super) fn prefetch_evaluation(&mut self, position: &Position) {
        let keys = CorrectionKeys::new(position, [1, 2].map(|back| self.played(back)));
        self.data.corrections.prefetch(&keys);
        self.data.stack[self.ply].correction_keys = keys;
        if memory::CAN_PREFETCH && !position.in_check() {
            self.evaluation.prepare(&mut self.data.accumulators, self.ply, position);
        }
    }

    /// Returns a static evaluation plus the correction for this position. Requires [`Searcher::prefetch_evaluation`].
    pub(super) fn corrected_eval(&self, raw_eval: i32) -> i32 {
        if !is_score(raw_eval) {
            return raw_eval;
        }
        let correction = self.data.corrections.value(&self.entry().correction_keys, &self.margins.parameters);
        (raw_eval + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Returns the table's entry, with its score relative to the root, and its move if that is legal here. The entry of a mate that
    /// the 50-move rule may prevent here has no bound, since it was found with another half-move clock.
    pub(super) fn probe_table(&self, position: &Position) -> (Option<Entry>, Option<Move>) {
        let Some(mut entry) = self.table.probe(position.hash()) else { return (None, None) };
        entry.value = score::from_table(entry.value, self.ply);
        let left = 100usize.saturating_sub(usize::from(position.halfmove_clock()));
        if score::plies_to_mate(entry.value, self.ply).is_some_and(|plies| plies > left) {
            entry.bound = Bound::None;
        }
        let mv = (entry.mv != 0).then(|| position.move_from_bits(entry.mv)).flatten();
        (Some(entry), mv.filter(|&mv| position.is_legal(mv)))
    }
}

/// Returns whether the side to move has more than king and pawns, so that zugzwang is unlikely.
pub(super) fn has_non_pawn_material(position: &Position) -> bool {
    let plain = position.by_role(Role::Pawn) | position.by_role(Role::King);
    !(position.by_color(position.turn()) - plain).is_empty()
}

/// Returns whether every sequence of moves ends in a draw. Only tested with few pieces on the board.
fn is_dead_position(position: &Position) -> bool {
    position.occupied().len() <= 4 && position.outcome().is_some_and(|outcome| outcome.reason() == Reason::DeadPosition)
}

/// Returns whether a value is a score, not [`NONE`].
pub(super) fn is_score(value: i32) -> bool {
    value.abs() < NONE
}
