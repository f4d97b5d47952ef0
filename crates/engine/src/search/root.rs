//! The root: iterative deepening with aspiration windows, several best lines, and the decision when to stop.

use saffron_rules::{Move, Position};

use super::{Searcher, ordering, pruning};
use crate::interface::{Info, Line, SearchResult};
use crate::score::{self, DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, Score};
use crate::see;

/// Aspiration windows: from this depth on an iteration first looks only near the last one's score.
const ASPIRATION_DEPTH: i32 = 5;

/// A root move with what is known of it.
#[derive(Clone)]
struct RootMove {
    mv: Move,
    /// From this iteration; `-INFINITE` for a move that was only shown not to be better.
    value: i32,
    /// From the iteration before.
    previous: i32,
    /// Nodes of this search below the move.
    nodes: u64,
    seldepth: usize,
    pv: Vec<Move>,
}

/// How long the best move has been the same: the basis of stopping early or late.
#[derive(Default)]
struct Stability {
    best: Option<Move>,
    iterations: usize,
    last_value: i32,
}

impl Searcher<'_> {
    /// Searches deeper and deeper until a limit is reached.
    pub(super) fn deepen(mut self, position: &Position) -> SearchResult {
        let mut moves = self.root_moves(position);
        if moves.is_empty() {
            let mut result = self.result(&moves, 0);
            result.score = Score::from_value(self.no_move(position));
            return result;
        }
        let lines = self.limits.multi_pv.clamp(1, moves.len());
        let deepest = self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        let mut stability = Stability::default();
        let mut completed = 0;
        let mut last: Vec<RootMove> = Vec::new();
        for depth in 1..=deepest {
            self.root_depth = depth;
            for root_move in &mut moves {
                root_move.previous = if root_move.value == -INFINITE { root_move.previous } else { root_move.value };
            }
            for line in 0..lines {
                self.seldepth = 0;
                self.aspire(position, &mut moves, line, depth);
                sort(&mut moves[line..]);
                if self.stopped {
                    break;
                }
                sort(&mut moves[..=line]);
            }
            if self.stopped {
                if moves[..lines].iter().any(RootMove::is_lost) {
                    // The moves that were not searched any more may well be better, so nothing is proved.
                    if completed > 0 {
                        return self.result(&last, completed);
                    }
                    moves.sort_by_key(RootMove::is_lost);
                    moves.iter_mut().filter(|root| root.is_lost()).for_each(|root| root.value = -INFINITE);
                }
                break;
            }
            completed = depth;
            last.clear();
            last.extend_from_slice(&moves[..lines]);
            for (line, root) in moves.iter().take(lines).enumerate() {
                self.report(root, line, depth);
            }
            if self.is_done(&moves, &mut stability, depth) {
                break;
            }
        }
        self.result(&moves[..lines], completed)
    }

    /// The legal moves that are to be considered: captures that pay first, those that lose material last.
    fn root_moves(&self, position: &Position) -> Vec<RootMove> {
        let wanted = &self.limits.search_moves;
        let mut moves: Vec<RootMove> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| wanted.is_empty() || wanted.contains(mv))
            .map(|mv| RootMove { mv, value: -INFINITE, previous: -INFINITE, nodes: 0, seldepth: 0, pv: vec![mv] })
            .collect();
        moves.sort_by_cached_key(|root| {
            let gain = position.captured(root.mv).map_or(0, see::value);
            let promotion = root.mv.promotion.map_or(0, see::value);
            let class = match ordering::is_tactical(position, root.mv) {
                false => 1,
                true if see::at_least(position, root.mv, 0) => 0,
                true => 2,
            };
            (class, -gain - promotion, root.mv.to_bits())
        });
        moves
    }

    /// One line's iteration: a search in a narrow window around the last score, widened on the side where it falls out.
    fn aspire(&mut self, position: &Position, moves: &mut [RootMove], line: usize, depth: i32) {
        let expected = moves[line].previous;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut width = self.pruning.parameters.aspiration;
        if depth >= ASPIRATION_DEPTH && expected.abs() < MATE_BOUND {
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut reduced = depth;
        loop {
            let value = self.search_root(position, moves, line, alpha, beta, reduced);
            if self.stopped {
                return;
            }
            sort(&mut moves[line..]);
            width += width;
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - width).max(-INFINITE);
                reduced = depth;
            } else if value >= beta {
                beta = (value + width).min(INFINITE);
                // A move that is better than expected is so at a depth or two less, too.
                reduced = (reduced - 1).max(depth - 2).max(1);
            } else {
                return;
            }
            if width > 1500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches the root's moves from the one with index `line` on.
    fn search_root(
        &mut self,
        position: &Position,
        moves: &mut [RootMove],
        line: usize,
        mut alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        self.prepare(position);
        let raw_eval = self.raw_eval(position, None);
        self.memory.stack[0].eval = self.corrected(raw_eval);
        self.memory.stack[1].killers = [None; 2];
        self.memory.stack[1].cuts = 0;
        self.memory.stack[2].cuts = 0;
        let mut best = -INFINITE;
        for (index, root) in moves[line..].iter_mut().enumerate() {
            let mv = root.mv;
            let before = self.nodes;
            let value = self.try_root_move(position, mv, index + 1, alpha, beta, depth);
            if self.stopped {
                return DRAW;
            }
            root.nodes += self.nodes - before;
            if index == 0 || value > alpha {
                root.value = value;
                root.seldepth = self.seldepth;
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend_from_slice(&self.memory.stack[1].pv);
            } else {
                root.value = -INFINITE;
            }
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        self.reward_root(position, &moves[line..], best, depth);
        best
    }

    /// Notes in the histories which quiet move was best at the root.
    fn reward_root(&mut self, position: &Position, moves: &[RootMove], best: i32, depth: i32) {
        let mv = moves.iter().find(|root| root.value == best).map(|root| root.mv);
        if let Some(mv) = mv.filter(|&mv| !ordering::is_tactical(position, mv)) {
            self.reward_quiet(position, depth, mv);
        }
    }

    /// Searches one root move, late ones less deep first.
    fn try_root_move(&mut self, position: &Position, mv: Move, count: usize, alpha: i32, beta: i32, depth: i32) -> i32 {
        let quiet = !ordering::is_tactical(position, mv);
        let child = self.descend(position, mv);
        let next = depth - 1;
        let mut value = INFINITE;
        if count > 1 {
            let late = depth >= pruning::REDUCTION_DEPTH && count > 3 && quiet && !child.in_check();
            let reduction = if late { self.pruning.usual_reduction(depth, count) - 1 } else { 0 };
            if reduction > 0 {
                value = -self.search::<false>(&child, -alpha - 1, -alpha, (next - reduction).max(1), true);
            }
            if value > alpha {
                value = -self.search::<false>(&child, -alpha - 1, -alpha, next, true);
            }
        }
        if value > alpha {
            value = -self.search::<true>(&child, -beta, -alpha, next, false);
        }
        self.ascend();
        value
    }

    /// Whether another iteration is not wanted, or not worth its time.
    fn is_done(&mut self, moves: &[RootMove], stability: &mut Stability, depth: i32) -> bool {
        let best = &moves[0];
        if let Some(wanted) = self.limits.mate
            && best.value > MATE - 2 * wanted.min(MAX_PLY as u32) as i32
        {
            return true;
        }
        if self.control.is_stopped() || self.member.is_over() || self.observer.should_stop() {
            return true;
        }
        if self.limits.clock.is_none() {
            return false;
        }
        // A mate that the iteration has seen to its end will not get nearer.
        if score::is_mate(best.value) && MATE - best.value.abs() <= depth {
            return self.timer.is_enough(self.control, 0);
        }
        let scale = stability.scale(best, self.nodes);
        self.timer.is_enough(self.control, scale)
    }

    fn report(&mut self, root: &RootMove, line: usize, depth: i32) {
        let time = self.timer.elapsed();
        let info = Info {
            depth: depth as u32,
            seldepth: root.seldepth as u32,
            multi_pv: line + 1,
            score: Score::from_value(root.score()),
            nodes: self.total_nodes(),
            time,
            hashfull: self.table.hashfull(),
            pv: &root.pv,
        };
        self.observer.info(&info);
    }

    fn result(&self, moves: &[RootMove], depth: i32) -> SearchResult {
        let lines: Vec<Line> = moves
            .iter()
            .enumerate()
            // A line that the first iteration did not get to has no score.
            .filter(|(line, root)| *line == 0 || root.is_scored())
            .map(|(_, root)| root)
            .map(|root| Line { score: Score::from_value(root.score()), pv: root.pv.clone() })
            .collect();
        let pv = lines.first().map(|line| line.pv.as_slice()).unwrap_or_default();
        SearchResult {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
            score: lines.first().map_or(Score::Cp(0), |line| line.score),
            depth: depth as u32,
            nodes: self.total_nodes(),
            time: self.timer.elapsed(),
            lines,
        }
    }
}

impl RootMove {
    /// Whether this iteration's search says that it is mated.
    fn is_lost(&self) -> bool {
        self.value <= -MATE_BOUND && self.value != -INFINITE
    }

    /// Whether a search has given it a score.
    fn is_scored(&self) -> bool {
        self.value != -INFINITE || self.previous != -INFINITE
    }

    /// The last score that is known; before the first iteration has got so far, a draw.
    fn score(&self) -> i32 {
        let known = [self.value, self.previous].into_iter().find(|&value| value != -INFINITE);
        known.unwrap_or(DRAW)
    }
}

impl Stability {
    /// How much of the planned time to use, in hundredths: less the longer the best move stays the same and the more of
    /// the nodes lie below it, more when the score falls.
    fn scale(&mut self, best: &RootMove, nodes: u64) -> u32 {
        if self.best == Some(best.mv) {
            self.iterations += 1;
        } else {
            self.best = Some(best.mv);
            self.iterations = 0;
        }
        let fall = (self.last_value - best.value).clamp(0, 100) as u32;
        self.last_value = best.value;
        let steady = [150, 120, 100, 90, 80, 75][self.iterations.min(5)];
        let share = best.nodes * 100 / nodes.max(1);
        let spread = 170 - share.min(100) as u32;
        (steady * spread / 100) * (100 + fall / 2) / 100
    }
}

/// Best value first; moves of equal value stay in their order.
fn sort(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| std::cmp::Reverse(root.value));
}
