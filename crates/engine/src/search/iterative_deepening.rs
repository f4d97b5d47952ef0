//! Iterative deepening at the root: aspiration windows, several best lines, and the decision when to stop.

use saffron_rules::{Move, Position};

use super::checks;
use super::margins;
use super::move_picker::is_tactical;
use super::searcher::Searcher;
use crate::interface::{Info, Line, ScoreBound, SearchResult};
use crate::score::{self, DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, Score};
use crate::see;

/// Minimum depth of aspiration windows.
const ASPIRATION_DEPTH: i32 = 5;

/// Root move and its results.
#[derive(Clone)]
struct RootMove {
    mv: Move,
    /// Reply that mates at once, if there is one.
    mating_reply: Option<Move>,
    /// Score in the current iteration; `-INFINITE` for a move that was only shown not to be better.
    value: i32,
    /// Score in the previous iteration.
    previous: i32,
    /// Number of nodes in the move's subtree, in this search.
    nodes: u64,
    seldepth: usize,
    pv: Vec<Move>,
}

/// Stability of the best move over the iterations, on which the time for a move depends.
#[derive(Default)]
struct BestMoveStability {
    best: Option<Move>,
    iterations: usize,
    last_value: i32,
}

impl Searcher<'_> {
    /// Searches with increasing depth until a limit is reached.
    pub(super) fn iterative_deepening(mut self, position: &Position) -> SearchResult {
        let mut moves = self.root_moves(position);
        if moves.is_empty() {
            let mut result = self.result(&moves, 0);
            result.score = Score::from_value(self.no_legal_move_score(position));
            return result;
        }
        let line_count = self.limits.multi_pv.clamp(1, moves.len());
        let max_depth = self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        let mut stability = BestMoveStability::default();
        let mut completed = 0;
        let mut last: Vec<RootMove> = Vec::new();
        for depth in 1..=max_depth {
            self.root_depth = depth;
            for root_move in &mut moves {
                root_move.previous = if root_move.value == -INFINITE { root_move.previous } else { root_move.value };
            }
            for line in 0..line_count {
                self.seldepth = 0;
                self.aspiration_search(position, &mut moves, line, depth);
                sort(&mut moves[line..]);
                if self.stopped {
                    break;
                }
                sort(&mut moves[..=line]);
            }
            if self.stopped {
                if moves[..line_count].iter().any(RootMove::is_lost) {
                    // Moves that have not been searched may be better, so the mate is not proved.
                    if completed > 0 {
                        return self.result(&last, completed);
                    }
                    // A mate in one is certain, and worse than any other.
                    moves.sort_by_key(|root| (root.mating_reply.is_some(), root.is_lost()));
                    moves.iter_mut().filter(|root| root.is_lost()).for_each(|root| root.value = -INFINITE);
                }
                break;
            }
            completed = depth;
            last.clear();
            last.extend_from_slice(&moves[..line_count]);
            for (line, root) in moves.iter().take(line_count).enumerate() {
                self.report(root, line, depth, None);
            }
            if self.should_stop_deepening(&moves, &mut stability, depth) {
                break;
            }
        }
        self.result(&moves[..line_count], completed)
    }

    /// Returns the permitted legal moves in order: winning and even captures, quiet moves, losing captures, and last the moves that
    /// allow a mate in one. Pruning may miss such a mate, the quiescence search misses quiet ones, and a search that is cut short
    /// may not reach it.
    fn root_moves(&self, position: &Position) -> Vec<RootMove> {
        let permitted = &self.limits.search_moves;
        let mut moves: Vec<RootMove> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| permitted.is_empty() || permitted.contains(mv))
            .map(|mv| RootMove {
                mv,
                mating_reply: if self.examines_replies { mating_reply(position, mv) } else { None },
                value: -INFINITE,
                previous: -INFINITE,
                nodes: 0,
                seldepth: 0,
                pv: vec![mv],
            })
            .collect();
        moves.sort_by_cached_key(|root| {
            let gain = position.captured(root.mv).map_or(0, see::value);
            let promotion = root.mv.promotion.map_or(0, see::value);
            let class = match is_tactical(position, root.mv) {
                false => 1,
                true if see::at_least(position, root.mv, 0) => 0,
                true => 2,
            };
            (root.mating_reply.is_some(), class, -gain - promotion, root.mv.to_bits())
        });
        moves
    }

    /// Runs one iteration of one line: a search in a window around the last score, widened on the side on which it fails.
    fn aspiration_search(&mut self, position: &Position, moves: &mut [RootMove], line: usize, depth: i32) {
        let expected = moves[line].previous;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut width = self.margins.parameters.aspiration_window;
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
            let bound = match value {
                _ if value <= alpha => Some(ScoreBound::Upper),
                _ if value >= beta => Some(ScoreBound::Lower),
                _ => None,
            };
            // Bounds of several lines at the same time would be confusing.
            if bound.is_some() && self.limits.multi_pv <= 1 {
                self.report(&moves[line], line, depth, bound);
            }
            width += width;
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - width).max(-INFINITE);
                reduced = depth;
            } else if value >= beta {
                beta = (value + width).min(INFINITE);
                // After a fail high, a search one or two plies shallower is enough.
                reduced = (reduced - 1).max(depth - 2).max(1);
            } else {
                return;
            }
            if width > 1500 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches the root moves from index `line` on.
    fn search_root(
        &mut self,
        position: &Position,
        moves: &mut [RootMove],
        line: usize,
        mut alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        self.prefetch_evaluation(position);
        let raw_eval = self.raw_eval(position, None);
        self.data.stack[0].eval = self.corrected_eval(raw_eval);
        self.data.stack[1].killers = [None; 2];
        self.data.stack[1].cutoff_count = 0;
        self.data.stack[2].cutoff_count = 0;
        let mut best = -INFINITE;
        for (index, root) in moves[line..].iter_mut().enumerate() {
            let mv = root.mv;
            let before = self.nodes;
            let value = match root.mating_reply.and_then(|reply| self.mated_root_move(position, mv, reply)) {
                Some(value) => value,
                None => self.search_root_move(position, mv, index + 1, alpha, beta, depth),
            };
            if self.stopped {
                return DRAW;
            }
            root.nodes += self.nodes - before;
            if index == 0 || value > alpha {
                root.value = value;
                root.seldepth = self.seldepth;
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend_from_slice(&self.data.stack[1].pv);
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
        self.reward_root_move(position, &moves[line..], best, depth);
        best
    }

    /// Gives the best root move a bonus in the histories, if it is quiet.
    fn reward_root_move(&mut self, position: &Position, moves: &[RootMove], best: i32, depth: i32) {
        let mv = moves.iter().find(|root| root.value == best).map(|root| root.mv);
        if let Some(mv) = mv.filter(|&mv| !is_tactical(position, mv)) {
            self.reward_quiet(position, depth, mv);
        }
    }

    /// Returns the score of a root move to which this reply mates. `None` if the move ends the game first, by repetition or the
    /// 50-move rule.
    fn mated_root_move(&mut self, position: &Position, mv: Move, reply: Move) -> Option<i32> {
        let child = self.make_move(position, mv);
        let ends = self.terminal_score(&child).is_some();
        if !ends {
            self.count_node();
            let pv = &mut self.data.stack[1].pv;
            pv.clear();
            pv.push(reply);
        }
        self.undo_move();
        (!ends).then_some(score::mated(2))
    }

    /// Searches one root move; late moves first to a reduced depth.
    fn search_root_move(
        &mut self,
        position: &Position,
        mv: Move,
        count: usize,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        let quiet = !is_tactical(position, mv);
        let child = self.make_move(position, mv);
        let next = depth - 1;
        let mut value = INFINITE;
        if count > 1 {
            let late = depth >= margins::LATE_MOVE_REDUCTION_DEPTH && count > 3 && quiet && !child.in_check();
            let reduction = if late { self.margins.base_reduction(depth, count) - 1 } else { 0 };
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
        self.undo_move();
        value
    }

    /// Returns whether the search ends after this iteration: its goal is reached, it was stopped, or another iteration would take
    /// too long.
    fn should_stop_deepening(&mut self, moves: &[RootMove], stability: &mut BestMoveStability, depth: i32) -> bool {
        let best = &moves[0];
        if let Some(mate_moves) = self.limits.mate
            && best.value > MATE - 2 * mate_moves.min(MAX_PLY as u32) as i32
        {
            return true;
        }
        if self.control.is_stopped() || self.worker.main_has_ended() || self.observer.should_stop() {
            return true;
        }
        if self.limits.clock.is_none() {
            return false;
        }
        // A mate no longer than the depth cannot get shorter.
        if score::is_mate(best.value) && MATE - best.value.abs() <= depth {
            return self.time.soft_limit_reached(self.control, 0);
        }
        let scale = stability.scale(best, self.nodes);
        self.time.soft_limit_reached(self.control, scale)
    }

    /// Reports one line to the observer, with its score or a bound on it.
    fn report(&mut self, root: &RootMove, line: usize, depth: i32, bound: Option<ScoreBound>) {
        let info = Info {
            depth: depth as u32,
            seldepth: root.seldepth as u32,
            multi_pv: line + 1,
            score: Score::from_value(root.score()),
            nodes: self.total_nodes(),
            table_hits: self.total_table_hits(),
            time: self.time.elapsed(),
            hashfull: self.table.hashfull(),
            pv: &root.pv,
        };
        self.report_line(&info, bound);
    }

    /// Builds the result of the search, with the lines of these root moves.
    fn result(&self, moves: &[RootMove], depth: i32) -> SearchResult {
        let lines: Vec<Line> = moves
            .iter()
            .enumerate()
            // A line that the first iteration did not reach has no score.
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
            table_hits: self.total_table_hits(),
            time: self.time.elapsed(),
            lines,
        }
    }
}

impl RootMove {
    /// Returns whether the current iteration has found that the move gets mated.
    fn is_lost(&self) -> bool {
        self.value <= -MATE_BOUND && self.value != -INFINITE
    }

    /// Returns whether the move has a score.
    fn is_scored(&self) -> bool {
        self.value != -INFINITE || self.previous != -INFINITE
    }

    /// Returns the last known score, or a draw if there is none.
    fn score(&self) -> i32 {
        let known = [self.value, self.previous].into_iter().find(|&value| value != -INFINITE);
        known.unwrap_or(DRAW)
    }
}

impl BestMoveStability {
    /// Returns the share of the planned time to use, in percent: less the longer the best move has been stable and the more nodes
    /// its subtree has, more if the score falls.
    fn scale(&mut self, best: &RootMove, nodes: u64) -> u32 {
        if self.best == Some(best.mv) {
            self.iterations += 1;
        } else {
            self.best = Some(best.mv);
            self.iterations = 0;
        }
        let fall = (self.last_value - best.value).clamp(0, 100) as u32;
        self.last_value = best.value;
        let stability = [150, 120, 100, 90, 80, 75][self.iterations.min(5)];
        let node_share = best.nodes * 100 / nodes.max(1);
        let effort = 170 - node_share.min(100) as u32;
        (stability * effort / 100) * (100 + fall / 2) / 100
    }
}

/// Returns a reply that mates at once after a move, if there is one.
fn mating_reply(position: &Position, mv: Move) -> Option<Move> {
    let mut child = *position;
    child.play_unchecked(mv);
    checks::mate_in_one(&child)
}

/// Sorts root moves by value, best first; the sort is stable.
fn sort(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| std::cmp::Reverse(root.value));
}
