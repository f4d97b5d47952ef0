//! What is decided about a node or a move without searching it in full.

use saffron_rules::{CellSet, Move, Position, Role};

use super::node::{Best, Extension, Late, Node};
use super::ordering::{self, Picker};
use super::pruning::Circumstances;
use super::{Searcher, has_pieces, is_score, pruning};
use crate::score::{self, MATE_BOUND};
use crate::see;
use crate::tt::{Bound, Entry};

/// Singular extensions start at this depth.
const SINGULAR_DEPTH: i32 = 6;

/// From this depth on a null move's result is checked by a search without null moves.
const VERIFY_DEPTH: i32 = 10;

impl Searcher<'_> {
    /// The score of a node that need not be searched: its evaluation is far outside the window, or it stays above even
    /// when the side to move passes.
    pub(super) fn prune_node(&mut self, position: &Position, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        let depth = node.depth;
        // Razoring: far below the window only captures can help, so look at those alone.
        if depth <= pruning::RAZOR_DEPTH && node.eval + self.pruning.razor_margin(depth) < alpha {
            let value = self.quiesce::<false>(position, alpha, alpha + 1);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility pruning: far above the window the opponent will not come back within the depth. Not where more is
        // known of the node than its evaluation.
        if depth <= pruning::REVERSE_FUTILITY_DEPTH
            && !score::is_mate(beta)
            && !node.was_open()
            && node.quiet_table_move(position).is_none()
            && node.eval + self.worsened(node) - self.pruning.reverse_futility_margin(depth, node.improving) >= beta
        {
            return Some((node.eval + beta) / 2);
        }
        // The same where a search nearly as deep has said so.
        if let Some(entry) = node.table
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.depth >= depth - 4
            && entry.value >= beta + self.pruning.parameters.table_margin
            && !score::is_mate(entry.value)
            && !score::is_mate(beta)
        {
            return Some(beta + self.pruning.parameters.table_margin);
        }
        self.try_null(position, node, beta).or_else(|| self.try_captures(position, node, beta))
    }

    /// Null move pruning: if passing still leaves the side above the window, a move will do so too. Not in endgames of kings
    /// and pawns, where having to move can be what loses; at high depth the result is verified for the same reason.
    fn try_null(&mut self, position: &Position, node: &Node, beta: i32) -> Option<i32> {
        let after_null = self.ply.checked_sub(1).is_some_and(|ply| self.memory.stack[ply].null);
        if node.depth < pruning::NULL_DEPTH
            || after_null
            || self.ply < self.null_from
            || node.eval < beta
            || node.static_eval < beta - self.pruning.null_eval_margin(node.depth)
            || score::is_mate(beta)
            || !has_pieces(position)
        {
            return None;
        }
        let reduced = node.depth - self.pruning.null_reduction(node.depth, node.eval - beta);
        let child = self.descend_null(position)?;
        let value = -self.search::<false>(&child, -beta, -beta + 1, reduced, !node.cut);
        self.ascend();
        if self.stopped || value < beta {
            return None;
        }
        // A mate found after passing is not one.
        let value = if value >= MATE_BOUND { beta } else { value };
        if node.depth < VERIFY_DEPTH || self.null_from > 0 {
            return Some(value);
        }
        self.null_from = self.ply + (3 * reduced.max(1) / 4) as usize;
        // Hindsight has had its say about this node.
        let above = self.ply.saturating_sub(1);
        let reduction = std::mem::take(&mut self.memory.stack[above].reduction);
        let verified = self.search::<false>(position, beta - 1, beta, reduced, false);
        self.null_from = 0;
        self.memory.stack[above].reduction = reduction;
        (!self.stopped && verified >= beta).then_some(value)
    }

    /// ProbCut: if a capture brings the score well above the window in a less deep search, the full search would very likely
    /// be cut off, too (Michael Buro, "ProbCut: An effective selective extension of the alpha-beta algorithm", 1995). Only where
    /// a cut-off is expected, and no quiet move is known to bring it.
    fn try_captures(&mut self, position: &Position, node: &Node, beta: i32) -> Option<i32> {
        let goal = beta + self.pruning.probcut_margin(node.improving);
        let reduced = node.depth - pruning::PROBCUT_REDUCTION;
        let denied = node.table.is_some_and(|entry| entry.depth > reduced && entry.value < goal);
        let expected = node.cut && node.quiet_table_move(position).is_none();
        if self.stopped || node.depth < pruning::PROBCUT_DEPTH || score::is_mate(beta) || denied || !expected {
            return None;
        }
        let gain = goal - node.static_eval;
        let enough = |mv: &Move| ordering::is_tactical(position, *mv) && see::at_least(position, *mv, gain);
        let mut picker = Picker::tactical(&self.memory.list, node.table_move.filter(enough), gain);
        let mut found = None;
        while let Some(mv) = picker.next(position, &mut self.memory.list, &self.memory.history) {
            let child = self.descend(position, mv);
            let mut value = -self.quiesce::<false>(&child, -goal, -goal + 1);
            if value >= goal && !self.stopped {
                value = -self.search::<false>(&child, -goal, -goal + 1, reduced, !node.cut);
            }
            self.ascend();
            if self.stopped {
                break;
            }
            if value >= goal {
                found = Some((mv, value));
                break;
            }
        }
        picker.close(&mut self.memory.list);
        let (mv, value) = found?;
        let entry = Entry {
            mv: mv.to_bits(),
            value: score::to_table(value, self.ply),
            eval: node.raw_eval,
            depth: reduced + 1,
            bound: Bound::Lower,
            pv: node.was_open(),
        };
        self.table.store(position.hash(), entry);
        Some(if score::is_mate(value) { value } else { value - (goal - beta) })
    }

    /// Whether a move can be dropped unsearched: it comes too late, the position is too bad for a quiet move, its history
    /// is too bad, or it loses too much material. Never called before one move has been found that is not mated.
    pub(super) fn skip_move(
        &self,
        position: &Position,
        node: &Node,
        mv: Move,
        late: Late,
        alpha: i32,
        picker: &mut Picker,
    ) -> bool {
        if !has_pieces(position) {
            return false;
        }
        let depth = node.depth;
        let reduced = (depth - self.pruning.usual_reduction(depth, late.count)).max(1);
        if !late.quiet {
            return self.skip_capture(position, node, mv, late, reduced, alpha);
        }
        // Late move pruning.
        if depth <= pruning::LATE_MOVE_DEPTH && late.count > self.pruning.late_move_limit(depth, node.improving) {
            picker.skip_quiets();
            return true;
        }
        // Futility pruning.
        if !node.in_check
            && reduced <= pruning::FUTILITY_DEPTH
            && node.eval + self.pruning.futility_margin(reduced, late.history) <= alpha
            && !checks_directly(position, mv)
        {
            return true;
        }
        // History pruning.
        if reduced <= pruning::HISTORY_DEPTH && late.history < self.pruning.history_limit(reduced) {
            return true;
        }
        reduced <= pruning::EXCHANGE_DEPTH && !see::at_least(position, mv, self.pruning.quiet_exchange_limit(reduced))
    }

    /// The same for a capture or a promotion to a queen.
    fn skip_capture(&self, position: &Position, node: &Node, mv: Move, late: Late, reduced: i32, alpha: i32) -> bool {
        // Futility pruning: the position is too bad even with the captured man.
        let gain = position.captured(mv).map_or(0, see::value);
        if !node.in_check
            && mv.promotion.is_none()
            && reduced <= pruning::FUTILITY_DEPTH
            && node.eval + gain + self.pruning.capture_futility_margin(reduced) <= alpha
            && !checks_directly(position, mv)
        {
            return true;
        }
        late.losing
            && node.depth <= pruning::EXCHANGE_DEPTH
            && !see::at_least(position, mv, self.pruning.capture_exchange_limit(node.depth))
    }

    /// Extensions. Singular extension: when every other move falls well short of the table's score for its move, that move
    /// is searched deeper; when another one does not, and the score is above the window anyway, the node is cut ("multi-cut"),
    /// or the move searched less deep (negative extension).
    pub(super) fn extend(&mut self, position: &Position, node: &Node, mv: Move, best: &Best) -> Extension {
        if self.ply >= 2 * self.root_depth as usize {
            return Extension::Plies(0);
        }
        if let Some(entry) = node.table
            && node.table_move == Some(mv)
            && node.depth >= SINGULAR_DEPTH
            && self.memory.stack[self.ply].excluded.is_none()
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.depth >= node.depth - 3
            && !score::is_mate(entry.value)
        {
            let goal = entry.value - self.pruning.parameters.singular_slope * node.depth / 64;
            self.memory.stack[self.ply].excluded = Some(mv);
            let value = self.search::<false>(position, goal - 1, goal, (node.depth - 1) / 2, node.cut);
            // The search at this ply has used the lists of this ply; no move has been tried before the table's.
            let ply = &mut self.memory.stack[self.ply];
            ply.excluded = None;
            ply.quiets.clear();
            ply.captures.clear();
            return if self.stopped {
                Extension::Plies(0)
            } else if value < goal {
                let closed = best.beta - best.alpha == 1;
                let p = &self.pruning.parameters;
                let more =
                    [p.singular_double, p.singular_triple].map(|margin| i32::from(closed && value < goal - margin));
                Extension::Plies(1 + more[0] + more[1])
            } else if value >= best.beta && !score::is_mate(value) && !self.looks_for_mate() {
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

    /// By how much a late move is reduced, in 1024ths of a ply.
    pub(super) fn reduction<const PV: bool>(
        &self,
        position: &Position,
        node: &Node,
        mv: Move,
        late: Late,
        alpha: i32,
    ) -> i32 {
        if node.depth < pruning::REDUCTION_DEPTH || late.count <= 1 + usize::from(PV) {
            return 0;
        }
        let now = Circumstances {
            cut: node.cut,
            no_move: node.cut && node.table_move.is_none(),
            pv: PV,
            worse: !node.improving,
            table_pv: node.was_open(),
            below: node.table.is_some_and(|entry| entry.bound == Bound::Upper && entry.value < alpha),
            // Where the answers cut off again and again, and where a capture is best, quiet moves seldom help.
            many_cuts: self.memory.stack[self.ply + 1].cuts > pruning::MANY_CUTS,
            tactical: node.table_move.is_some_and(|mv| ordering::is_tactical(position, mv)),
            killer: late.quiet && self.memory.stack[self.ply].killers.contains(&Some(mv)),
            losing: late.losing,
            capture: !late.quiet && !late.losing,
            history: late.history,
            // Where searches have often differed from the evaluation, it is the less to be trusted.
            correction: if node.in_check { 0 } else { (node.static_eval - node.raw_eval).abs() },
        };
        self.pruning.reduction(node.depth, late.count, &now)
    }

    /// By how many plies a node is searched more or less deep than was meant: both sides' evaluations, seen together, say
    /// whether the move to it deserved its reduction. Their sum is what that move has lost.
    pub(super) fn hindsight(&self, node: &Node) -> i32 {
        let reduction = self.ply.checked_sub(1).map_or(0, |ply| self.memory.stack[ply].reduction);
        if reduction < 2 || self.memory.stack[self.ply].excluded.is_some() || self.looks_for_mate() {
            return 0;
        }
        match self.lost_before(node) {
            None => 0,
            Some(lost) if lost <= 0 => i32::from(reduction >= 3),
            Some(lost) => -i32::from(lost > self.pruning.parameters.hindsight_margin && node.depth >= 2),
        }
    }

    /// What the move before has lost by both sides' evaluations, in centipawns; none where one of them was in check.
    fn lost_before(&self, node: &Node) -> Option<i32> {
        let above = self.memory.stack[self.ply.checked_sub(1)?].eval;
        (is_score(node.static_eval) && is_score(above)).then(|| node.static_eval + above)
    }

    /// How much better than its own evaluation says a side stands whose opponent has just made his worse.
    fn worsened(&self, node: &Node) -> i32 {
        let worse = self.lost_before(node).is_some_and(|lost| lost > 0);
        if worse { self.pruning.parameters.reverse_futility_worsened } else { 0 }
    }

    /// What the histories know of a move.
    pub(super) fn history_of(&self, position: &Position, mv: Move, quiet: bool) -> i32 {
        let (history, key) = (&self.memory.history, ordering::key(position, mv));
        if quiet {
            return history.of_quiet(position.turn(), key, mv, &self.memory.stack[self.ply].context);
        }
        let known = position.captured(mv).map_or(0, |role| history.of_capture(key, role));
        known * self.pruning.parameters.capture_history / 256
    }
}

/// Whether the moved man itself attacks the enemy king from its new cell.
fn checks_directly(position: &Position, mv: Move) -> bool {
    let us = position.turn();
    let variant = position.variant();
    let king = position.king(!us);
    let Some(role) = mv.promotion.or_else(|| position.role_at(mv.from)) else { return false };
    let occupied = position.occupied() - CellSet::from(mv.from);
    match role {
        Role::Pawn => variant.pawn_attacks(us, mv.to).contains(king),
        Role::Knight => variant.knight_attacks(mv.to).contains(king),
        Role::Bishop => variant.board().diagonals(mv.to).contains(king) && clear(position, mv, occupied),
        Role::Rook => variant.board().orthogonals(mv.to).contains(king) && clear(position, mv, occupied),
        Role::Queen => {
            let board = variant.board();
            (board.orthogonals(mv.to) | board.diagonals(mv.to)).contains(king) && clear(position, mv, occupied)
        }
        Role::King => false,
    }
}

/// Whether nothing stands between the move's target and the enemy king.
fn clear(position: &Position, mv: Move, occupied: CellSet) -> bool {
    (position.variant().between(mv.to, position.king(!position.turn())) & occupied).is_empty()
}
