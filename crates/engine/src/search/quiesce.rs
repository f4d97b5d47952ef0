//! Quiescence search: captures and check evasions beyond the horizon, until the position is calm enough to evaluate.

use saffron_rules::{Move, Position, Role};

use super::Searcher;
use super::node::improved;
use super::ordering::{self, Hints, Picker};
use crate::score::{self, DRAW, INFINITE, MATE_BOUND};
use crate::see;
use crate::tt::{Bound, Entry};

impl Searcher<'_> {
    /// The score of a position when only captures and queen promotions are played, and every move out of check.
    pub(super) fn quiesce<const PV: bool>(&mut self, position: &Position, mut alpha: i32, beta: i32) -> i32 {
        self.memory.stack[self.ply].pv.clear();
        if self.enter() {
            return DRAW;
        }
        if let Some(value) = self.terminal(position) {
            return value;
        }
        if alpha < DRAW && self.can_repeat(position) {
            alpha = DRAW;
            if alpha >= beta {
                return alpha;
            }
        }
        self.prepare(position);
        let (entry, table_move) = self.probe(position);
        if !PV && let Some(value) = entry.filter(|entry| entry.decides(alpha, beta)).map(|entry| entry.value) {
            return value;
        }
        let in_check = position.in_check();
        let mut best = -INFINITE;
        let raw_eval = self.raw_eval(position, entry);
        let static_eval = self.corrected(raw_eval);
        if !in_check {
            if is_bare(position) && position.count_legal_moves() == 0 {
                return self.no_move(position);
            }
            best = improved(static_eval, entry);
            // Standing pat: one need not capture.
            if best >= beta {
                return i32::midpoint(best, beta);
            }
            alpha = alpha.max(best);
        }
        let mut picker = if in_check {
            let hints = Hints::new([None; 2], self.context(), &self.pruning.parameters);
            Picker::all(&self.memory.list, table_move, hints)
        } else {
            let capture = table_move.filter(|&mv| ordering::is_tactical(position, mv));
            Picker::tactical(&self.memory.list, capture, 0)
        };
        let mut best_move = None;
        let mut count = 0;
        while let Some(mv) = picker.next(position, &mut self.memory.list, &self.memory.history) {
            count += 1;
            if best > -MATE_BOUND {
                if in_check && count > 1 {
                    // One quiet way out of check that is not mated is enough to know.
                    picker.skip_quiets();
                } else if !in_check
                    && let Some(most) = futile(position, mv, static_eval + self.pruning.parameters.delta, alpha)
                {
                    best = best.max(most);
                    continue;
                } else if !in_check && count > self.pruning.parameters.quiet_captures && !self.takes_back(mv) {
                    continue;
                }
            }
            let child = self.descend(position, mv);
            let value = -self.quiesce::<PV>(&child, -beta, -alpha);
            self.ascend();
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
        picker.close(&mut self.memory.list);
        if self.stopped {
            return DRAW;
        }
        if in_check && count == 0 {
            return score::mated(self.ply);
        }
        let open = PV || entry.is_some_and(|entry| entry.pv);
        self.remember_quiet(position, best, best_move, beta, raw_eval, open);
        best
    }

    /// Whether a move goes where the opponent's man has just come.
    fn takes_back(&self, mv: Move) -> bool {
        let before = self.ply.checked_sub(1).and_then(|ply| self.memory.stack[ply].mv);
        before.is_some_and(|before| before.to == mv.to)
    }

    fn remember_quiet(
        &self,
        position: &Position,
        best: i32,
        best_move: Option<Move>,
        beta: i32,
        raw_eval: i32,
        open: bool,
    ) {
        let entry = Entry {
            mv: best_move.map_or(0, Move::to_bits),
            value: score::to_table(best, self.ply),
            eval: raw_eval,
            depth: 0,
            bound: if best >= beta { Bound::Lower } else { Bound::Upper },
            pv: open,
        };
        self.table.store(position.hash(), entry);
    }
}

/// Delta pruning: the most that a capture may bring, where that is not up to the window with what one hopes for beyond the
/// captured man.
fn futile(position: &Position, mv: Move, hope: i32, alpha: i32) -> Option<i32> {
    let most = hope + position.captured(mv).map_or(0, see::value);
    (mv.promotion.is_none() && most <= alpha).then_some(most)
}

/// Whether the side to move has only a king and at most two pawns, so that it may well be stalemated.
fn is_bare(position: &Position) -> bool {
    let own = position.by_color(position.turn());
    own.len() <= 3 && (own - position.by_role(Role::King) - position.by_role(Role::Pawn)).is_empty()
}
