//! Principal variation search of a node inside the tree.

use std::ops::Range;

use saffron_rules::{Move, Position};

use super::margins;
use super::move_picker::{MovePicker, OrderingContext, Stage, is_tactical, piece_to};
use super::node::{Extension, MoveContext, Node, NodeResult, refined_eval};
use super::searcher::{Searcher, is_score};
use crate::score::{self, DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY};
use crate::transposition_table::{Bound, Entry};

/// Depths at which the remaining moves of a node are searched one ply shallower once a move has raised alpha.
const ALPHA_REDUCTION_DEPTHS: Range<i32> = 3..16;

/// Depth added to that of the node when a score of the endgame tables is stored in the transposition table.
const ENDGAME_TABLE_DEPTH: i32 = 6;

impl Searcher<'_> {
    /// Searches a node to `depth` plies: fail-soft principal variation search. `PV` nodes have an open window; `cut` is true if
    /// the node is expected to fail high. Returns [`DRAW`] if the search is stopped.
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
        self.data.stack[self.ply].pv.clear();
        if self.count_node() {
            return DRAW;
        }
        if let Some(value) = self.terminal_score(position) {
            return value;
        }
        // The side to move can at least draw by repeating a position.
        if alpha < DRAW && self.has_upcoming_repetition(position) {
            alpha = DRAW;
            if alpha >= beta {
                return alpha;
            }
        }
        // Mate distance pruning: no line from here can beat a shorter mate that is already known.
        alpha = alpha.max(score::mated(self.ply));
        beta = beta.min(MATE - self.ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let mut node = self.probe_node(position, depth, cut);
        node.depth += self.hindsight_adjustment(&node);
        if !PV && let Some(value) = self.table_cutoff(position, &node, alpha, beta) {
            self.reward_table_move(position, &node, value >= beta);
            return value;
        }
        if let Some(value) = self.endgame_table_score(position, &node) {
            return value;
        }
        if !PV
            && !node.in_check
            && self.data.stack[self.ply].excluded.is_none()
            && !self.is_mate_search()
            && let Some(value) = self.prune_node(position, &node, alpha, beta)
        {
            return value;
        }
        if self.stopped {
            return DRAW;
        }
        // An evaluation above the window counts as improving.
        node.improving |= !node.in_check && node.static_eval >= beta;
        // Internal iterative reduction: a node without a table move is not worth its full depth yet.
        if node.table_move.is_none() && (PV || cut) && depth >= margins::INTERNAL_ITERATIVE_REDUCTION_DEPTH {
            node.depth -= 1;
        }
        self.search_moves::<PV>(position, &node, alpha, beta)
    }

    /// Describes the node by its table entry and its static evaluation.
    fn probe_node(&mut self, position: &Position, depth: i32, cut: bool) -> Node {
        let in_check = position.in_check();
        self.prefetch_evaluation(position);
        let (table, table_move) = self.probe_table(position);
        let raw_eval = self.raw_eval(position, table);
        let static_eval = self.corrected_eval(raw_eval);
        let eval = if in_check { static_eval } else { refined_eval(static_eval, table) };
        self.data.stack[self.ply].eval = static_eval;
        // Two plies earlier, or four if the side was in check then and has no evaluation.
        let mut earlier = [2, 4].into_iter().filter_map(|back| Some(self.data.stack[self.ply.checked_sub(back)?].eval));
        let improving = !in_check && earlier.find(|&eval| is_score(eval)).is_none_or(|eval| static_eval > eval);
        Node { depth, in_check, cut, table, table_move, raw_eval, static_eval, eval, improving }
    }

    /// Returns the table's score if it is deep enough and outside the window. Not near the 50-move limit, which the table does
    /// not take into account.
    fn table_cutoff(&self, position: &Position, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let entry = node.table?;
        // At low depth only on the expected side of the window.
        let expected = node.depth > self.margins.parameters.table_cutoff_depth || node.cut == (entry.value >= beta);
        let usable = position.halfmove_clock() < 90 && self.data.stack[self.ply].excluded.is_none();
        (entry.allows_cutoff(alpha, beta) && expected && usable && entry.depth >= node.depth).then_some(entry.value)
    }

    /// Returns the score of the endgame tables. It is stored as that of a deeper search, since no search from here can change it.
    fn endgame_table_score(&mut self, position: &Position, node: &Node) -> Option<i32> {
        let tables = self.tables.filter(|tables| tables.applies(position, node.depth))?;
        let value = tables.score(position, self.ply)?;
        self.table_hits += 1;
        let entry = Entry {
            mv: 0,
            value: score::to_table(value, self.ply),
            eval: node.raw_eval,
            depth: (node.depth + ENDGAME_TABLE_DEPTH).min(MAX_PLY as i32 - 1),
            bound: Bound::Exact,
            pv: node.is_table_pv(),
        };
        self.table.store(position.hash(), entry);
        Some(value)
    }

    /// Searches the moves of a node in the order of the move picker.
    fn search_moves<const PV: bool>(&mut self, position: &Position, node: &Node, alpha: i32, beta: i32) -> i32 {
        let ply = self.ply;
        let excluded = self.data.stack[ply].excluded;
        let context = self.context();
        self.data.stack[ply].context = context;
        let ordering = OrderingContext::new(self.data.stack[ply].killers, context, &self.margins.parameters);
        let mut picker = MovePicker::all(&self.data.moves, node.table_move, ordering);
        let mut best = NodeResult { value: -INFINITE, mv: None, alpha, beta };
        let mut count = 0;
        // The remaining moves are searched shallower once a better move is found; the node is stored with its own depth.
        let entered = node;
        let mut node = *entered;
        self.data.stack[ply].quiets.clear();
        self.data.stack[ply].captures.clear();
        self.data.stack[ply + 1].killers = [None; 2];
        if let Some(grandchild) = self.data.stack.get_mut(ply + 2) {
            grandchild.cutoff_count = 0;
        }
        while let Some(mv) = picker.next(position, &mut self.data.moves, &self.data.history) {
            if Some(mv) == excluded {
                continue;
            }
            count += 1;
            let quiet = !is_tactical(position, mv);
            // The first move is neither pruned nor reduced.
            let history = if count > 1 { self.move_history(position, mv, quiet) } else { 0 };
            let info = MoveContext { count, quiet, loses_material: picker.stage() == Stage::BadTactical, history };
            if best.value > -MATE_BOUND
                && !self.is_mate_search()
                && self.should_prune_move(position, &node, mv, info, best.alpha, &mut picker)
            {
                continue;
            }
            let extension = match self.extension(position, &node, mv, &best) {
                Extension::Plies(plies) => plies,
                Extension::Cut(value) => {
                    picker.release(&mut self.data.moves);
                    return value;
                }
            };
            let value = self.search_move::<PV>(position, &node, mv, extension, info, &best);
            if self.stopped {
                picker.release(&mut self.data.moves);
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
                        self.data.stack[ply].cutoff_count += 1;
                        let clear_cutoff = value > beta + self.margins.parameters.history_bonus_margin;
                        self.update_histories(position, entered.depth + i32::from(clear_cutoff), mv, quiet);
                        self.penalize_previous_move(entered.depth);
                        break;
                    }
                    best.alpha = value;
                    // Once a move is better than expected, an even better one is less likely.
                    if ALPHA_REDUCTION_DEPTHS.contains(&node.depth) && !score::is_mate(value) && !self.is_mate_search()
                    {
                        node.depth -= 1;
                    }
                }
            }
            let tried = &mut self.data.stack[ply];
            if quiet { &mut tried.quiets } else { &mut tried.captures }.push(mv);
        }
        picker.release(&mut self.data.moves);
        if count == 0 {
            return if excluded.is_some() { alpha } else { self.no_legal_move_score(position) };
        }
        if best.value <= alpha {
            self.reward_previous_move(position, entered.depth);
        }
        if excluded.is_none() {
            self.store_result::<PV>(position, entered, &best, alpha);
            self.update_correction_history(position, entered, &best, alpha);
        }
        best.value
    }

    /// Updates the correction history with a node's score, if it shows in which direction the evaluation is wrong: not in check,
    /// not if the best move is a capture, and not for a bound that the evaluation satisfies.
    fn update_correction_history(&mut self, position: &Position, node: &Node, best: &NodeResult, alpha: i32) {
        let satisfied_lower = best.value >= best.beta && best.value <= node.static_eval;
        let satisfied_upper = best.value <= alpha && best.value >= node.static_eval;
        let tactical = best.mv.is_some_and(|mv| is_tactical(position, mv));
        if node.in_check || tactical || satisfied_lower || satisfied_upper || score::is_mate(best.value) {
            return;
        }
        let keys = self.data.stack[self.ply].correction_keys;
        self.data.corrections.update(&keys, node.depth, best.value - node.static_eval);
    }

    /// Stores the result of a node in the table.
    fn store_result<const PV: bool>(&self, position: &Position, node: &Node, best: &NodeResult, alpha: i32) {
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
            pv: PV || node.is_table_pv(),
        };
        self.table.store(position.hash(), entry);
    }

    /// Searches one move: late moves to a reduced depth first, all but the first move with a null window first.
    fn search_move<const PV: bool>(
        &mut self,
        position: &Position,
        node: &Node,
        mv: Move,
        extension: i32,
        info: MoveContext,
        best: &NodeResult,
    ) -> i32 {
        let reduction = self.reduction::<PV>(position, node, mv, info, best.alpha);
        let child = self.make_move(position, mv);
        self.data.stack[self.ply - 1].first_quiet = info.quiet && info.count == 1;
        let mut depth = node.depth - 1 + extension;
        let (alpha, beta) = (best.alpha, best.beta);
        let mut value = -INFINITE;
        let mut full = !PV || info.count > 1;
        let mut researched = false;
        let reduction = self.margins.reduction_plies(reduction, child.in_check());
        if reduction > 0 {
            // Late-move reduction: the reduced search is enough unless the move does better than expected.
            let reduced = (depth - reduction).clamp(1, depth.max(1));
            self.data.stack[self.ply - 1].reduction = depth - reduced;
            value = -self.search::<false>(&child, -alpha - 1, -alpha, reduced, true);
            self.data.stack[self.ply - 1].reduction = 0;
            full = value > alpha && reduced < depth;
            if full {
                // The better the reduced search has done, the deeper the re-search.
                let p = &self.margins.parameters;
                depth += i32::from(value > best.value + p.research_deeper_margin + 2 * depth);
                depth -= i32::from(value < best.value + p.research_shallower_margin + depth);
                full = reduced < depth;
                researched = full;
            }
        }
        if full {
            value = -self.search::<false>(&child, -alpha - 1, -alpha, depth, !node.cut);
            if researched && info.quiet && value > alpha {
                let context = self.data.stack[self.ply - 1].context;
                let bonus = self.margins.parameters.research_bonus;
                self.data.history.update_continuations(piece_to(position, mv), &context, bonus);
            }
        }
        if PV && (info.count == 1 || value > alpha) {
            value = -self.search::<true>(&child, -beta, -alpha, depth, false);
        }
        self.undo_move();
        value
    }

    /// Updates killers and histories after a cut-off: a bonus for the move that caused it, a malus for those searched before it.
    fn update_histories(&mut self, position: &Position, depth: i32, mv: Move, quiet: bool) {
        let (bonus, malus) = (self.margins.history_bonus(depth), self.margins.history_malus(depth));
        let color = position.turn();
        let entry = &mut self.data.stack[self.ply];
        let context = &entry.context;
        let history = &mut self.data.history;
        if quiet {
            if entry.killers[0] != Some(mv) {
                entry.killers = [Some(mv), entry.killers[0]];
            }
            history.update_quiet(color, piece_to(position, mv), mv, context, bonus);
            for &other in &entry.quiets {
                history.update_quiet(color, piece_to(position, other), other, context, -malus);
            }
        } else if let Some(captured) = position.captured(mv) {
            history.update_capture(piece_to(position, mv), captured, bonus);
        }
        for &other in &entry.captures {
            if let Some(captured) = position.captured(other) {
                history.update_capture(piece_to(position, other), captured, -malus);
            }
        }
    }

    /// Gives the previous move a malus in the continuation histories after its refutation, if it is quiet and was the first move
    /// of its node.
    fn penalize_previous_move(&mut self, depth: i32) {
        let Some(previous) = self.previous_entry() else { return };
        if let Some(refuted) = previous.played.filter(|_| previous.first_quiet) {
            let malus = self.margins.history_malus(depth);
            let context = previous.context;
            self.data.history.update_continuations(refuted, &context, -malus);
        }
    }

    /// Gives the table's move a bonus after a cut-off by the table, if it is quiet.
    fn reward_table_move(&mut self, position: &Position, node: &Node, cutoff: bool) {
        if cutoff && let Some(mv) = node.quiet_table_move(position) {
            self.reward_quiet(position, node.depth, mv);
        }
    }

    /// Gives a quiet move a bonus in the histories after it was best in a search of this depth.
    pub(super) fn reward_quiet(&mut self, position: &Position, depth: i32, mv: Move) {
        let (key, context) = (piece_to(position, mv), self.context());
        let bonus = self.margins.history_bonus(depth);
        self.data.history.update_quiet(position.turn(), key, mv, &context, bonus);
    }

    /// Gives the previous move a bonus after this node has failed low, since no reply has refuted it.
    fn reward_previous_move(&mut self, position: &Position, depth: i32) {
        let bonus = self.margins.history_bonus(depth);
        if let (Some(previous), Some(earlier)) = (self.played(1), self.played(2)) {
            self.data.history.update_continuation(earlier, previous, bonus);
        }
        if let Some(mv) = self.previous_entry().and_then(|entry| entry.mv) {
            let bonus = bonus * self.margins.parameters.previous_move_bonus / 256;
            self.data.history.update_butterfly(!position.turn(), mv, bonus);
        }
    }
}
