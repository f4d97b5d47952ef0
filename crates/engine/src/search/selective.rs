//! Selectivity: pruning of nodes and moves, extensions and reductions.

use saffron_rules::{Move, Position};

use super::checks::checks_directly;
use super::margins::{self, ReductionFactors};
use super::move_picker::{MovePicker, is_tactical, piece_to};
use super::node::{Extension, MoveContext, Node, NodeResult};
use super::searcher::{Searcher, has_non_pawn_material, is_score};
use crate::score::{self, MATE_BOUND};
use crate::see;
use crate::transposition_table::{Bound, Entry};

/// Minimum depth of singular extensions.
const SINGULAR_DEPTH: i32 = 6;

/// Minimum depth at which a null move's result is verified by a search without null moves.
const NULL_MOVE_VERIFICATION_DEPTH: i32 = 10;

impl Searcher<'_> {
    /// Returns the score of a node that need not be searched: by razoring, reverse futility pruning, the table, null move pruning
    /// or ProbCut.
    pub(super) fn prune_node(&mut self, position: &Position, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let depth = node.depth;
        // Razoring: far below the window only captures can help.
        if depth <= margins::RAZOR_DEPTH && node.eval + self.margins.razor_margin(depth) < alpha {
            let value = self.quiesce::<false>(position, alpha, alpha + 1);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility pruning: far above the window the opponent cannot catch up within the depth. Not if the table has
        // better information on the node.
        if depth <= margins::REVERSE_FUTILITY_DEPTH
            && !score::is_mate(beta)
            && !node.is_table_pv()
            && node.quiet_table_move(position).is_none()
            && node.eval + self.opponent_worsening_margin(node)
                - self.margins.reverse_futility_margin(depth, node.improving)
                >= beta
        {
            return Some((node.eval + beta) / 2);
        }
        // Reverse futility pruning by the table's score, from a search nearly as deep.
        if let Some(entry) = node.table
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.depth >= depth - 4
            && entry.value >= beta + self.margins.parameters.table_cutoff_margin
            && !score::is_mate(entry.value)
            && !score::is_mate(beta)
        {
            return Some(beta + self.margins.parameters.table_cutoff_margin);
        }
        self.null_move_pruning(position, node, beta).or_else(|| self.probcut(position, node, beta))
    }

    /// Null move pruning: the node fails high if it does so even after passing. Not used in pawn endgames because of zugzwang; at
    /// high depth the result is verified for the same reason.
    fn null_move_pruning(&mut self, position: &Position, node: &Node, beta: i32) -> Option<i32> {
        let after_null = self.previous_entry().is_some_and(|entry| entry.null);
        if node.depth < margins::NULL_MOVE_DEPTH
            || after_null
            || self.ply < self.null_move_min_ply
            || node.eval < beta
            || node.static_eval < beta - self.margins.null_move_eval_margin(node.depth)
            || score::is_mate(beta)
            || !has_non_pawn_material(position)
        {
            return None;
        }
        let reduced = node.depth - self.margins.null_move_reduction(node.depth, node.eval - beta);
        let child = self.make_null_move(position)?;
        let value = -self.search::<false>(&child, -beta, -beta + 1, reduced, !node.cut);
        self.undo_move();
        if self.stopped || value < beta {
            return None;
        }
        // A mate found after passing is not proved.
        let value = if value >= MATE_BOUND { beta } else { value };
        if node.depth < NULL_MOVE_VERIFICATION_DEPTH || self.null_move_min_ply > 0 {
            return Some(value);
        }
        self.null_move_min_ply = self.ply + (3 * reduced.max(1) / 4) as usize;
        // The hindsight adjustment of this node is already made.
        let previous = self.ply.saturating_sub(1);
        let reduction = std::mem::take(&mut self.data.stack[previous].reduction);
        let verified = self.search::<false>(position, beta - 1, beta, reduced, false);
        self.null_move_min_ply = 0;
        self.data.stack[previous].reduction = reduction;
        (!self.stopped && verified >= beta).then_some(value)
    }

    /// ProbCut: if a capture brings the score well above the window in a reduced search, the full search very likely fails high,
    /// too (Michael Buro, "ProbCut: An effective selective extension of the alpha-beta algorithm", 1995). Only used if the node is
    /// expected to fail high and the table's move is not quiet.
    fn probcut(&mut self, position: &Position, node: &Node, beta: i32) -> Option<i32> {
        let goal = beta + self.margins.probcut_margin(node.improving);
        let reduced = node.depth - margins::PROBCUT_REDUCTION;
        let contradicted = node.table.is_some_and(|entry| entry.depth > reduced && entry.value < goal);
        let expected = node.cut && node.quiet_table_move(position).is_none();
        if self.stopped || node.depth < margins::PROBCUT_DEPTH || score::is_mate(beta) || contradicted || !expected {
            return None;
        }
        let gain = goal - node.static_eval;
        let gains_enough = |mv: &Move| is_tactical(position, *mv) && see::at_least(position, *mv, gain);
        let mut picker = MovePicker::tactical(&self.data.moves, node.table_move.filter(gains_enough), gain);
        let mut found = None;
        while let Some(mv) = picker.next(position, &mut self.data.moves, &self.data.history) {
            let child = self.make_move(position, mv);
            let mut value = -self.quiesce::<false>(&child, -goal, -goal + 1);
            if value >= goal && !self.stopped {
                value = -self.search::<false>(&child, -goal, -goal + 1, reduced, !node.cut);
            }
            self.undo_move();
            if self.stopped {
                break;
            }
            if value >= goal {
                found = Some((mv, value));
                break;
            }
        }
        picker.release(&mut self.data.moves);
        let (mv, value) = found?;
        let entry = Entry {
            mv: mv.to_bits(),
            value: score::to_table(value, self.ply),
            eval: node.raw_eval,
            depth: reduced + 1,
            bound: Bound::Lower,
            pv: node.is_table_pv(),
        };
        self.table.store(position.hash(), entry);
        Some(if score::is_mate(value) { value } else { value - (goal - beta) })
    }

    /// Returns whether a move is pruned by late move, futility, history or exchange pruning. Requires that a move that does not
    /// get mated has been found.
    pub(super) fn should_prune_move(
        &self,
        position: &Position,
        node: &Node,
        mv: Move,
        info: MoveContext,
        alpha: i32,
        picker: &mut MovePicker,
    ) -> bool {
        if !has_non_pawn_material(position) {
            return false;
        }
        let depth = node.depth;
        let reduced = (depth - self.margins.base_reduction(depth, info.count)).max(1);
        if !info.quiet {
            return self.should_prune_capture(position, node, mv, info, reduced, alpha);
        }
        // Late move pruning.
        if depth <= margins::LATE_MOVE_PRUNING_DEPTH && info.count > self.margins.late_move_limit(depth, node.improving)
        {
            picker.skip_quiets();
            return true;
        }
        // Futility pruning.
        if !node.in_check
            && reduced <= margins::FUTILITY_DEPTH
            && node.eval + self.margins.futility_margin(reduced, info.history) <= alpha
            && !checks_directly(position, mv)
        {
            return true;
        }
        // History pruning.
        if reduced <= margins::HISTORY_PRUNING_DEPTH && info.history < self.margins.history_pruning_limit(reduced) {
            return true;
        }
        reduced <= margins::SEE_DEPTH && !see::at_least(position, mv, self.margins.quiet_see_limit(reduced))
    }

    /// Returns whether a capture or a promotion to a queen is pruned; see [`Searcher::should_prune_move`].
    fn should_prune_capture(
        &self,
        position: &Position,
        node: &Node,
        mv: Move,
        info: MoveContext,
        reduced: i32,
        alpha: i32,
    ) -> bool {
        // Futility pruning: the evaluation is too low even with the captured piece.
        let gain = position.captured(mv).map_or(0, see::value);
        if !node.in_check
            && mv.promotion.is_none()
            && reduced <= margins::FUTILITY_DEPTH
            && node.eval + gain + self.margins.capture_futility_margin(reduced) <= alpha
            && !checks_directly(position, mv)
        {
            return true;
        }
        info.loses_material
            && node.depth <= margins::SEE_DEPTH
            && !see::at_least(position, mv, self.margins.capture_see_limit(node.depth))
    }

    /// Singular extensions: the table's move is searched deeper if all other moves fall well short of its score. If another move
    /// does not and is above the window, the node is cut off ("multi-cut"); otherwise the table's move may be searched shallower
    /// (negative extension).
    pub(super) fn extension(&mut self, position: &Position, node: &Node, mv: Move, best: &NodeResult) -> Extension {
        if self.ply >= 2 * self.root_depth as usize {
            return Extension::Plies(0);
        }
        if let Some(entry) = node.table
            && node.table_move == Some(mv)
            && node.depth >= SINGULAR_DEPTH
            && self.entry().excluded.is_none()
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.depth >= node.depth - 3
            && !score::is_mate(entry.value)
        {
            let goal = entry.value - self.margins.parameters.singular_margin * node.depth / 64;
            self.data.stack[self.ply].excluded = Some(mv);
            let value = self.search::<false>(position, goal - 1, goal, (node.depth - 1) / 2, node.cut);
            // The singular search has used this ply's lists, which were empty because the table's move is the first one.
            let lists = &mut self.data.stack[self.ply];
            lists.excluded = None;
            lists.quiets.clear();
            lists.captures.clear();
            return if self.stopped {
                Extension::Plies(0)
            } else if value < goal {
                let null_window = best.beta - best.alpha == 1;
                let p = &self.margins.parameters;
                let more = [p.double_extension_margin, p.triple_extension_margin]
                    .map(|margin| i32::from(null_window && value < goal - margin));
                Extension::Plies(1 + more[0] + more[1])
            } else if value >= best.beta && !score::is_mate(value) && !self.is_mate_search() {
                Extension::Cut(value)
            } else if entry.value >= best.beta {
                Extension::Plies(-2)
            } else if node.cut {
                Extension::Plies(-1)
            } else {
                Extension::Plies(0)
            };
        }
        Extension::Plies(0)
    }

    /// Returns the late-move reduction of a move, in 1024ths of a ply.
    pub(super) fn reduction<const PV: bool>(
        &self,
        position: &Position,
        node: &Node,
        mv: Move,
        info: MoveContext,
        alpha: i32,
    ) -> i32 {
        if node.depth < margins::LATE_MOVE_REDUCTION_DEPTH || info.count <= 1 + usize::from(PV) {
            return 0;
        }
        let factors = ReductionFactors {
            cut_node: node.cut,
            no_table_move: node.cut && node.table_move.is_none(),
            pv_node: PV,
            not_improving: !node.improving,
            table_pv: node.is_table_pv(),
            table_fail_low: node.table.is_some_and(|entry| entry.bound == Bound::Upper && entry.value < alpha),
            many_cutoffs: self.data.stack[self.ply + 1].cutoff_count > margins::MANY_CUTOFFS,
            table_capture: node.table_move.is_some_and(|mv| is_tactical(position, mv)),
            killer: info.quiet && self.data.stack[self.ply].killers.contains(&Some(mv)),
            bad_capture: info.loses_material,
            good_capture: !info.quiet && !info.loses_material,
            history: info.history,
            // A large correction means that the evaluation is unreliable here.
            correction: if node.in_check { 0 } else { (node.static_eval - node.raw_eval).abs() },
        };
        self.margins.reduction(node.depth, info.count, &factors)
    }

    /// Hindsight adjustment, in plies, of the depth of a node after a late-move reduction: the static evaluations before and after
    /// the move show whether it deserved the reduction.
    pub(super) fn hindsight_adjustment(&self, node: &Node) -> i32 {
        let reduction = self.previous_entry().map_or(0, |entry| entry.reduction);
        if reduction < 2 || self.entry().excluded.is_some() || self.is_mate_search() {
            return 0;
        }
        match self.previous_move_loss(node) {
            None => 0,
            Some(lost) if lost <= 0 => i32::from(reduction >= 3),
            Some(lost) => -i32::from(lost > self.margins.parameters.hindsight_margin && node.depth >= 2),
        }
    }

    /// Loss in static evaluation of the side that made the previous move, in centipawns; `None` if one of the two nodes is in
    /// check.
    fn previous_move_loss(&self, node: &Node) -> Option<i32> {
        let before = self.previous_entry()?.eval;
        (is_score(node.static_eval) && is_score(before)).then(|| node.static_eval + before)
    }

    /// Bonus to the evaluation in reverse futility pruning if the opponent's last move has worsened the opponent's evaluation.
    fn opponent_worsening_margin(&self, node: &Node) -> i32 {
        let worse = self.previous_move_loss(node).is_some_and(|lost| lost > 0);
        if worse { self.margins.parameters.reverse_futility_opponent_worsening } else { 0 }
    }

    /// Score of a move in the histories.
    pub(super) fn move_history(&self, position: &Position, mv: Move, quiet: bool) -> i32 {
        let (history, key) = (&self.data.history, piece_to(position, mv));
        if quiet {
            return history.quiet_history(position.turn(), key, mv, &self.data.stack[self.ply].context);
        }
        let known = position.captured(mv).map_or(0, |role| history.capture_history(key, role));
        known * self.margins.parameters.capture_history_weight / 256
    }
}
