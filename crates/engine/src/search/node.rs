//! One node inside the tree.

use saffron_rules::{Move, Position};

use super::correction::Place;
use super::ordering::{self, Hints, Picker, Stage};
use super::{Searcher, is_score, pruning};
use crate::memory;
use crate::score::{self, DRAW, EVAL_LIMIT, INFINITE, MATE, MATE_BOUND, NONE};
use crate::tt::{Bound, Entry};

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) in_check: bool,
    /// Expected to be cut off.
    pub(super) cut: bool,
    pub(super) table: Option<Entry>,
    pub(super) table_move: Option<Move>,
    /// The static evaluation, `NONE` in check.
    pub(super) raw_eval: i32,
    /// The static evaluation corrected by what searches of like positions have shown, `NONE` in check.
    pub(super) static_eval: i32,
    /// The evaluation made better by the table's score, `NONE` in check.
    pub(super) eval: i32,
    /// The evaluation has risen since the side's last turn.
    pub(super) improving: bool,
}

/// The best that the loop over the moves has found so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) value: i32,
    pub(super) mv: Option<Move>,
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

/// Between these depths a node is searched a ply less deep once a move has been found that is better than expected.
const ALPHA_DEPTH: i32 = 3;
const ALPHA_DEPTH_END: i32 = 16;

impl Node {
    /// Whether the table says that the position was ever searched with an open window.
    pub(super) fn was_open(&self) -> bool {
        self.table.is_some_and(|entry| entry.pv)
    }

    /// The table's move, where it is a quiet one.
    pub(super) fn quiet_table_move(&self, position: &Position) -> Option<Move> {
        self.table_move.filter(|&mv| !ordering::is_tactical(position, mv))
    }
}

impl Searcher<'_> {
    /// Searches a node `depth` plies deep: principal variation search. `PV` says that the window is open; `cut` that the
    /// node is expected to fail high. The score may lie outside the window.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &Position,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce::<PV>(position, alpha, beta);
        }
        self.memory.stack[self.ply].pv.clear();
        if self.enter() {
            return DRAW;
        }
        if let Some(value) = self.terminal(position) {
            return value;
        }
        // A draw by repetition is always to be had.
        if alpha < DRAW && self.can_repeat(position) {
            alpha = DRAW;
            if alpha >= beta {
                return alpha;
            }
        }
        // Mate distance pruning: nothing here can beat a mate that is already nearer.
        alpha = alpha.max(score::mated(self.ply));
        beta = beta.min(MATE - self.ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let mut node = self.look_up(position, depth, cut);
        node.depth += self.hindsight(&node);
        if !PV && let Some(value) = self.table_cutoff(position, &node, alpha, beta) {
            self.reward_table_move(position, &node, value >= beta);
            return value;
        }
        if !PV
            && !node.in_check
            && self.memory.stack[self.ply].excluded.is_none()
            && !self.looks_for_mate()
            && let Some(value) = self.prune_node(position, &node, alpha, beta)
        {
            return value;
        }
        if self.stopped {
            return DRAW;
        }
        // A side that stands above the window is as well off as one whose evaluation has risen.
        node.improving |= !node.in_check && node.static_eval >= beta;
        // Internal iterative reduction: a node that the table knows no move for is not worth its full depth yet.
        if node.table_move.is_none() && (PV || cut) && depth >= pruning::INTERNAL_REDUCTION_DEPTH {
            node.depth -= 1;
        }
        self.search_moves::<PV>(position, &node, alpha, beta)
    }

    /// Gathers what the table and the evaluation say.
    fn look_up(&mut self, position: &Position, depth: i32, cut: bool) -> Node {
        let in_check = position.in_check();
        self.prepare(position);
        let (table, table_move) = self.probe(position);
        let raw_eval = self.raw_eval(position, table);
        let static_eval = self.corrected(raw_eval);
        let eval = if in_check { static_eval } else { improved(static_eval, table) };
        self.memory.stack[self.ply].eval = static_eval;
        // In check two plies before there was no evaluation.
        let mut earlier =
            [2, 4].into_iter().filter_map(|back| Some(self.memory.stack[self.ply.checked_sub(back)?].eval));
        let improving = !in_check && earlier.find(|&eval| is_score(eval)).is_none_or(|eval| static_eval > eval);
        Node { depth, in_check, cut, table, table_move, raw_eval, static_eval, eval, improving }
    }

    /// The static evaluation, from the table if it is there; `NONE` in check.
    pub(super) fn raw_eval(&mut self, position: &Position, table: Option<Entry>) -> i32 {
        match table {
            _ if position.in_check() => NONE,
            Some(entry) if is_score(entry.eval) => entry.eval,
            _ => self.evaluate(position),
        }
    }

    /// Works out what an evaluation of this node needs, and where its corrections stand. To be called before the table is
    /// asked: while its answer comes from far away, there is time for this, and most nodes are evaluated.
    pub(super) fn prepare(&mut self, position: &Position) {
        let place = Place::of(position, [1, 2].map(|back| self.played(back)));
        self.memory.corrections.prefetch(&place);
        self.memory.stack[self.ply].place = place;
        if memory::CAN_PREFETCH && !position.in_check() {
            self.evaluation.prepare(&mut self.memory.accumulators, self.ply, position);
        }
    }

    /// A static evaluation corrected by what searches of like positions have shown; the node has been prepared for it.
    pub(super) fn corrected(&self, raw_eval: i32) -> i32 {
        if !is_score(raw_eval) {
            return raw_eval;
        }
        let place = &self.memory.stack[self.ply].place;
        (raw_eval + self.memory.corrections.of(place, &self.pruning.parameters)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// The table's entry, its score counted from the root, and its move if that is legal here.
    pub(super) fn probe(&self, position: &Position) -> (Option<Entry>, Option<Move>) {
        let Some(mut entry) = self.table.probe(position.hash()) else { return (None, None) };
        entry.value = score::from_table(entry.value, self.ply);
        let mv = (entry.mv != 0).then(|| position.move_from_bits(entry.mv)).flatten();
        (Some(entry), mv.filter(|&mv| position.is_legal(mv)))
    }

    /// The table's score where it decides the node. Near the 50-move limit the path matters more than the table.
    fn table_cutoff(&self, position: &Position, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let entry = node.table?;
        // A deep node that turns out otherwise than expected is worth a search.
        let expected = node.depth > self.pruning.parameters.cutoff_depth || node.cut == (entry.value >= beta);
        let fresh = position.halfmove_clock() < 90 && self.memory.stack[self.ply].excluded.is_none();
        (entry.decides(alpha, beta) && expected && fresh && entry.depth >= node.depth).then_some(entry.value)
    }

    /// Searches the moves of a node one by one.
    fn search_moves<const PV: bool>(&mut self, position: &Position, node: &Node, alpha: i32, beta: i32) -> i32 {
        let ply = self.ply;
        let excluded = self.memory.stack[ply].excluded;
        let context = self.context();
        self.memory.stack[ply].context = context;
        let hints = Hints::new(self.memory.stack[ply].killers, context, &self.pruning.parameters);
        let mut picker = Picker::all(&self.memory.list, node.table_move, hints);
        let mut best = Best { value: -INFINITE, mv: None, alpha, beta };
        let mut count = 0;
        // Its depth becomes less when a better move is found; what the node is stored as does not.
        let entered = node;
        let mut node = *entered;
        self.memory.stack[ply].quiets.clear();
        self.memory.stack[ply].captures.clear();
        self.memory.stack[ply + 1].killers = [None; 2];
        if let Some(below) = self.memory.stack.get_mut(ply + 2) {
            below.cuts = 0;
        }
        while let Some(mv) = picker.next(position, &mut self.memory.list, &self.memory.history) {
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let quiet = !ordering::is_tactical(position, mv);
            // The first one is neither skipped nor reduced.
            let history = if count > 1 { self.history_of(position, mv, quiet) } else { 0 };
            let late = Late { count, quiet, losing: picker.stage() == Stage::BadTactical, history };
            if best.value > -MATE_BOUND
                && !self.looks_for_mate()
                && self.skip_move(position, &node, mv, late, best.alpha, &mut picker)
            {
                continue;
            }
            let extension = match self.extend(position, &node, mv, &best) {
                Extension::Plies(plies) => plies,
                Extension::Cut(value) => {
                    picker.close(&mut self.memory.list);
                    return value;
                }
            };
            let value = self.try_move::<PV>(position, &node, mv, extension, late, &best);
            if self.stopped {
                picker.close(&mut self.memory.list);
                return DRAW;
            }
            if value > best.value {
                best.value = value;
                if value > best.alpha {
                    best.mv = Some(mv);
                    if PV {
                        self.extend_pv(mv);
                    }
                    if value >= beta {
                        self.memory.stack[ply].cuts += 1;
                        let clear = value > beta + self.pruning.parameters.bonus_margin;
                        self.reward(position, entered.depth + i32::from(clear), mv, quiet);
                        self.blame_move_before(entered.depth);
                        break;
                    }
                    best.alpha = value;
                    // A better move has been found; that another one is still better is less likely.
                    if (ALPHA_DEPTH..ALPHA_DEPTH_END).contains(&node.depth)
                        && !score::is_mate(value)
                        && !self.looks_for_mate()
                    {
                        node.depth -= 1;
                    }
                }
            }
            let tried = &mut self.memory.stack[ply];
            if quiet { &mut tried.quiets } else { &mut tried.captures }.push(mv);
        }
        picker.close(&mut self.memory.list);
        if count == 0 {
            return if excluded.is_some() { alpha } else { self.no_move(position) };
        }
        if best.value <= alpha {
            self.reward_move_before(position, entered.depth);
        }
        if excluded.is_none() {
            self.remember::<PV>(position, entered, &best, alpha);
            self.learn(position, entered, &best, alpha);
        }
        best.value
    }

    /// Lets the corrections of the evaluation learn from a node's score, where it says which way the evaluation is wrong:
    /// not in check, and not when it is a capture that makes the difference.
    fn learn(&mut self, position: &Position, node: &Node, best: &Best, alpha: i32) {
        let lower = best.value >= best.beta && best.value <= node.static_eval;
        let upper = best.value <= alpha && best.value >= node.static_eval;
        let tactical = best.mv.is_some_and(|mv| ordering::is_tactical(position, mv));
        if node.in_check || tactical || lower || upper || score::is_mate(best.value) {
            return;
        }
        let place = self.memory.stack[self.ply].place;
        self.memory.corrections.update(&place, node.depth, best.value - node.static_eval);
    }

    /// Stores the result of a node in the table.
    fn remember<const PV: bool>(&self, position: &Position, node: &Node, best: &Best, alpha: i32) {
        let bound = if best.value >= best.beta {
            Bound::Lower
        } else if best.value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            mv: best.mv.map_or(0, Move::to_bits),
            value: score::to_table(best.value, self.ply),
            eval: node.raw_eval,
            depth: node.depth,
            bound,
            pv: PV || node.was_open(),
        };
        self.table.store(position.hash(), entry);
    }

    /// Searches one move: late moves with a reduced depth first, all but the first with a closed window first.
    fn try_move<const PV: bool>(
        &mut self,
        position: &Position,
        node: &Node,
        mv: Move,
        extension: i32,
        late: Late,
        best: &Best,
    ) -> i32 {
        let reduction = self.reduction::<PV>(position, node, mv, late, best.alpha);
        let child = self.descend(position, mv);
        self.memory.stack[self.ply - 1].first_quiet = late.quiet && late.count == 1;
        let mut depth = node.depth - 1 + extension;
        let (alpha, beta) = (best.alpha, best.beta);
        let mut value = -INFINITE;
        let mut full = !PV || late.count > 1;
        let mut again = false;
        let reduction = self.pruning.plies(reduction, child.in_check());
        if reduction > 0 {
            // Late-move reduction: a look at a lower depth is enough unless the move does well.
            let reduced = (depth - reduction).clamp(1, depth.max(1));
            self.memory.stack[self.ply - 1].reduction = depth - reduced;
            value = -self.search::<false>(&child, -alpha - 1, -alpha, reduced, true);
            self.memory.stack[self.ply - 1].reduction = 0;
            full = value > alpha && reduced < depth;
            if full {
                // By how much it has done better than the best so far says how deep it deserves to be looked at.
                let p = &self.pruning.parameters;
                depth += i32::from(value > best.value + p.deeper_margin + 2 * depth);
                depth -= i32::from(value < best.value + p.shallower_margin + depth);
                full = reduced < depth;
                again = full;
            }
        }
        if full {
            value = -self.search::<false>(&child, -alpha - 1, -alpha, depth, !node.cut);
            if again && late.quiet && value > alpha {
                let context = self.memory.stack[self.ply - 1].context;
                let bonus = self.pruning.parameters.research_bonus;
                self.memory.history.update_continuations(ordering::key(position, mv), &context, bonus);
            }
        }
        if PV && (late.count == 1 || value > alpha) {
            value = -self.search::<true>(&child, -beta, -alpha, depth, false);
        }
        self.ascend();
        value
    }

    /// Notes in killers and histories that a move refuted this node, and that those before it did not.
    fn reward(&mut self, position: &Position, depth: i32, mv: Move, quiet: bool) {
        let (bonus, malus) = (self.pruning.history_bonus(depth), self.pruning.history_malus(depth));
        let color = position.turn();
        let ply = &mut self.memory.stack[self.ply];
        let context = &ply.context;
        let history = &mut self.memory.history;
        if quiet {
            if ply.killers[0] != Some(mv) {
                ply.killers = [Some(mv), ply.killers[0]];
            }
            history.update_quiet(color, ordering::key(position, mv), mv, context, bonus);
            for &other in &ply.quiets {
                history.update_quiet(color, ordering::key(position, other), other, context, -malus);
            }
        } else if let Some(captured) = position.captured(mv) {
            history.update_capture(ordering::key(position, mv), captured, bonus);
        }
        for &other in &ply.captures {
            if let Some(captured) = position.captured(other) {
                history.update_capture(ordering::key(position, other), captured, -malus);
            }
        }
    }

    /// Notes that the move before, the first one of its node and a quiet one, has been refuted: it is a bad answer to those
    /// before it.
    fn blame_move_before(&mut self, depth: i32) {
        let Some(before) = self.ply.checked_sub(1).map(|ply| &self.memory.stack[ply]) else { return };
        if let Some(bad) = before.played.filter(|_| before.first_quiet) {
            let malus = self.pruning.history_malus(depth);
            let context = before.context;
            self.memory.history.update_continuations(bad, &context, -malus);
        }
    }

    /// Notes in the history that the table's quiet move refutes this node.
    fn reward_table_move(&mut self, position: &Position, node: &Node, refutes: bool) {
        if refutes && let Some(mv) = node.quiet_table_move(position) {
            self.reward_quiet(position, node.depth, mv);
        }
    }

    /// Notes in the histories that a quiet move was best in a search of this depth.
    pub(super) fn reward_quiet(&mut self, position: &Position, depth: i32, mv: Move) {
        let (key, context) = (ordering::key(position, mv), self.context());
        let bonus = self.pruning.history_bonus(depth);
        self.memory.history.update_quiet(position.turn(), key, mv, &context, bonus);
    }

    /// Notes that nothing has refuted the move before, so that it is a good answer to the one before that.
    fn reward_move_before(&mut self, position: &Position, depth: i32) {
        let bonus = self.pruning.history_bonus(depth);
        if let (Some(good), Some(earlier)) = (self.played(1), self.played(2)) {
            self.memory.history.update_continuation(earlier, good, bonus);
        }
        if let Some(mv) = self.ply.checked_sub(1).and_then(|ply| self.memory.stack[ply].mv) {
            let bonus = bonus * self.pruning.parameters.before_bonus / 256;
            self.memory.history.update_butterfly(!position.turn(), mv, bonus);
        }
    }
}

/// A static evaluation, or the table's score where that tells more.
pub(super) fn improved(static_eval: i32, table: Option<Entry>) -> i32 {
    match table {
        Some(Entry { value, .. }) if score::is_mate(value) => static_eval,
        Some(Entry { value, bound: Bound::Exact, .. }) => value,
        Some(Entry { value, bound: Bound::Lower, .. }) => value.max(static_eval),
        Some(Entry { value, bound: Bound::Upper, .. }) => value.min(static_eval),
        _ => static_eval,
    }
}

/// How late a move comes, and what kind it is.
#[derive(Clone, Copy)]
pub(super) struct Late {
    /// Its number, from 1.
    pub(super) count: usize,
    pub(super) quiet: bool,
    /// A capture that loses material.
    pub(super) losing: bool,
    /// What the histories know of it.
    pub(super) history: i32,
}

/// What to do about a move's depth.
pub(super) enum Extension {
    /// Search this many plies deeper, or less deep when negative.
    Plies(i32),
    /// The node is decided: so many moves are good that one of them will do.
    Cut(i32),
}
