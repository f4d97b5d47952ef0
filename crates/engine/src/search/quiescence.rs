//! Quiescence search: captures and check evasions at the horizon, until the position is quiet enough to be evaluated.

use saffron_rules::{Move, Position, Role};

use super::move_picker::{MovePicker, OrderingContext, is_tactical};
use super::node::refined_eval;
use super::searcher::Searcher;
use crate::score::{self, DRAW, INFINITE, MATE_BOUND};
use crate::see;
use crate::transposition_table::{Bound, Entry};

impl Searcher<'_> {
    /// Searches only captures, queen promotions and evasions of check, and returns the score of the position.
    pub(super) fn quiesce<const PV: bool>(&mut self, position: &Position, mut alpha: i32, beta: i32) -> i32 {
        self.data.stack[self.ply].pv.clear();
        if self.count_node() {
            return DRAW;
        }
        if let Some(value) = self.terminal_score(position) {
            return value;
        }
        if alpha < DRAW && self.has_upcoming_repetition(position) {
            alpha = DRAW;
            if alpha >= beta {
                return alpha;
            }
        }
        self.prefetch_evaluation(position);
        let (entry, table_move) = self.probe_table(position);
        if !PV && let Some(value) = entry.filter(|entry| entry.allows_cutoff(alpha, beta)).map(|entry| entry.value) {
            return value;
        }
        let in_check = position.in_check();
        let mut best = -INFINITE;
        let raw_eval = self.raw_eval(position, entry);
        let static_eval = self.corrected_eval(raw_eval);
        if !in_check {
            if may_be_stalemated(position) && position.count_legal_moves() == 0 {
                return self.no_legal_move_score(position);
            }
            best = refined_eval(static_eval, entry);
            // Stand pat: no capture is forced.
            if best >= beta {
                return i32::midpoint(best, beta);
            }
            alpha = alpha.max(best);
        }
        let mut picker = if in_check {
            let ordering = OrderingContext::new([None; 2], self.context(), &self.margins.parameters);
            MovePicker::all(&self.data.moves, table_move, ordering)
        } else {
            let table_capture = table_move.filter(|&mv| is_tactical(position, mv));
            MovePicker::tactical(&self.data.moves, table_capture, 0)
        };
        let mut best_move = None;
        let mut count = 0;
        while let Some(mv) = picker.next(position, &mut self.data.moves, &self.data.history) {
            count += 1;
            if best > -MATE_BOUND {
                if in_check && count > 1 {
                    // One evasion that does not get mated is enough.
                    picker.skip_quiets();
                } else if !in_check
                    && let Some(bound) =
                        delta_pruning(position, mv, static_eval + self.margins.parameters.delta_margin, alpha)
                {
                    best = best.max(bound);
                    continue;
                } else if !in_check && count > self.margins.parameters.quiescence_captures && !self.is_recapture(mv) {
                    continue;
                }
            }
            let child = self.make_move(position, mv);
            let value = -self.quiesce::<PV>(&child, -beta, -alpha);
            self.undo_move();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if PV {
                        self.extend_pv(mv);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        picker.release(&mut self.data.moves);
        if self.stopped {
            return DRAW;
        }
        if in_check && count == 0 {
            return score::mated(self.ply);
        }
        let pv = PV || entry.is_some_and(|entry| entry.pv);
        self.store_quiescence_result(position, best, best_move, beta, raw_eval, pv);
        best
    }

    /// Returns whether a move captures on the cell of the opponent's last move.
    fn is_recapture(&self, mv: Move) -> bool {
        self.previous_entry().and_then(|entry| entry.mv).is_some_and(|previous| previous.to == mv.to)
    }

    /// Stores the result of a node in the table, with depth 0.
    fn store_quiescence_result(
        &self,
        position: &Position,
        best: i32,
        best_move: Option<Move>,
        beta: i32,
        raw_eval: i32,
        pv: bool,
    ) {
        let entry = Entry {
            mv: best_move.map_or(0, Move::to_bits),
            value: score::to_table(best, self.ply),
            eval: raw_eval,
            depth: 0,
            bound: if best >= beta { Bound::Lower } else { Bound::Upper },
            pv,
        };
        self.table.store(position.hash(), entry);
    }
}

/// Delta pruning: returns the upper bound of a capture's score, `base` plus the captured piece, if it is not above alpha.
fn delta_pruning(position: &Position, mv: Move, base: i32, alpha: i32) -> Option<i32> {
    let bound = base + position.captured(mv).map_or(0, see::value);
    (mv.promotion.is_none() && bound <= alpha).then_some(bound)
}

/// Returns whether the side to move has only a king and at most two pawns, so that a test for stalemate is worthwhile.
fn may_be_stalemated(position: &Position) -> bool {
    let own = position.by_color(position.turn());
    own.len() <= 3 && (own - position.by_role(Role::King) - position.by_role(Role::Pawn)).is_empty()
}
