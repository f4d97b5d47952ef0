//! Searches whose root is in the endgame tables, which rank the root moves.
//!
//! Under the 50-move rule each move has a worst and a best possible result. A move that cannot be better than another one is not
//! searched. If only one result is possible and it is not a draw, there is no search: the move that wins fastest or loses slowest
//! is played, and the score is its distance. If only the depth to zeroing shows that a win is within the rule, the move that
//! reaches zeroing fastest is played. Drawn positions are searched for the move that is hardest to answer, and so are positions
//! whose result depends on the 50-move rule.

use saffron_rules::Move;
use saffron_tables::{Value, Wdl};

use super::lazy_smp;
use super::searcher::SearchTask;
use super::thread_data::ThreadData;
use crate::interface::{EngineWarning, Info, Limits, Line, Observer, Progress, ScoreBound, SearchResult, ThreadPool};
use crate::score::{MAX_PLY, Score};
use crate::tables::TableProbe;

/// Root move with its table results, from the point of view of the side that makes it.
#[derive(Clone, Copy, Debug)]
struct RankedMove {
    mv: Move,
    /// Value without the 50-move rule.
    value: Value,
    /// Worst possible result under the 50-move rule.
    least: Wdl,
    /// Best possible result under the 50-move rule.
    best: Wdl,
    /// Plies to zeroing after the move, 0 if the move itself zeroes the clock. Set only if just the depth to zeroing shows that
    /// the 50-move rule cannot change the result.
    zeroing: Option<u16>,
}

impl RankedMove {
    /// Creates the entry from the value of the position after the move. `is_certain` is true if the 50-move rule cannot change
    /// the value; `zeroing` is set if only the depth to zeroing shows that.
    fn new(mv: Move, after: Value, is_certain: bool, zeroing: Option<u16>) -> RankedMove {
        let value = after.before_move();
        let wdl = value.wdl();
        let (least, best) =
            if is_certain || zeroing.is_some() { (wdl, wdl) } else { (wdl.min(Wdl::Draw), wdl.max(Wdl::Draw)) };
        RankedMove { mv, value, least, best, zeroing }
    }

    /// Returns whether this move cannot be better than the other one, while the other one can be better.
    fn is_worse_than(&self, other: &RankedMove) -> bool {
        other.least >= self.best && (other.least, other.best) != (self.least, self.best)
    }

    /// Sort key of the order in which the tables alone would choose moves.
    fn preference(&self) -> impl Ord {
        // The winner comes closer to zeroing with each move, and the loser delays it.
        let zeroing = self.zeroing.map_or(0, |plies| i32::from(plies) + 1);
        let zeroing = if self.value.wdl() > Wdl::Draw { -zeroing } else { zeroing };
        (self.least, self.best, zeroing, self.value)
    }

    fn score(&self) -> Score {
        score_of(self.value)
    }
}

/// Converts a table value to a score at the root; mates have their distance, even a long one.
fn score_of(value: Value) -> Score {
    let moves = |plies: u16| i32::from(plies.div_ceil(2));
    match value {
        Value::Loss(plies) => Score::Mate(-moves(plies)),
        Value::StalemateLoss(_) => Score::Cp(-Score::THREE_QUARTERS),
        Value::Draw => Score::Cp(0),
        Value::StalemateWin(_) => Score::Cp(Score::THREE_QUARTERS),
        Value::Win(plies) => Score::Mate(moves(plies)),
    }
}

/// Searches a position, with the help of the tables if they have it.
pub(crate) fn search(
    task: &SearchTask<'_>,
    threads: &mut [ThreadData],
    thread_pool: &dyn ThreadPool,
    observer: &mut dyn Observer,
) -> SearchResult {
    let ranked = task.tables.and_then(|tables| Some((tables, rank(task, tables)?)));
    let result = match ranked {
        None => lazy_smp::search(task, threads, thread_pool, observer),
        Some((tables, ranked)) => match ranked.iter().take_while(|other| !other.is_worse_than(&ranked[0])).count() {
            _ if ranked[0].least == ranked[0].best && ranked[0].best != Wdl::Draw => {
                answer(task, tables, &ranked, observer)
            }
            kept => search_kept(task, tables, &ranked, kept, (threads, thread_pool), observer),
        },
    };
    for error in task.tables.map(TableProbe::take_faults).unwrap_or_default() {
        let ending = error.ending().to_string();
        observer.warning(&EngineWarning::TableUnreadable { ending, reason: error.to_string() });
    }
    result
}

/// Ranks the permitted moves by their table results, best first; moves that are worse than another one come last. `None` if
/// the tables lack the position, or one after a move.
fn rank(task: &SearchTask<'_>, tables: &TableProbe) -> Option<Vec<RankedMove>> {
    let position = task.position;
    tables.value(position)?;
    let permitted = &task.limits.search_moves;
    let moves = position.legal_moves().into_iter().filter(|mv| permitted.is_empty() || permitted.contains(mv));
    let mut ranked = moves
        .map(|mv| {
            let mut after = *position;
            after.play_unchecked(mv);
            let value = tables.value(&after)?;
            let clock = after.halfmove_clock();
            // A third occurrence is a draw, regardless of the tables.
            let occurrences = task.past.iter().rev().take(usize::from(clock)).filter(|&&hash| hash == after.hash());
            let value = if occurrences.count() >= 2 { Value::Draw } else { value };
            let is_certain = tables.is_certain(value, clock);
            let zeroing = if is_certain { None } else { tables.zeroing(&after, clock) };
            Some(RankedMove::new(mv, value, is_certain, zeroing.map(|plies| if clock == 0 { 0 } else { plies })))
        })
        .collect::<Option<Vec<_>>>()?;
    ranked.sort_by(|a, b| b.preference().cmp(&a.preference()));
    let all = ranked.clone();
    ranked.sort_by_key(|root| all.iter().any(|other| root.is_worse_than(other)));
    (!ranked.is_empty()).then_some(ranked)
}

/// Builds the result from the tables, without a search.
fn answer(
    task: &SearchTask<'_>,
    tables: &TableProbe,
    ranked: &[RankedMove],
    observer: &mut dyn Observer,
) -> SearchResult {
    let count = task.limits.multi_pv.clamp(1, ranked.len());
    let lines: Vec<Line> = ranked[..count].iter().map(|root| line(task, tables, root)).collect();
    let nodes = ranked.len() as u64;
    let mut result = SearchResult {
        best: None,
        ponder: None,
        score: lines[0].score,
        depth: lines[0].pv.len() as u32,
        nodes,
        table_hits: nodes,
        time: task.start.elapsed(),
        lines,
    };
    lead(&mut result);
    report(&result, 0, observer);
    result
}

/// Returns a move followed by the best play of the tables, no longer than the depth limit.
fn line(task: &SearchTask<'_>, tables: &TableProbe, root: &RankedMove) -> Line {
    let most = task.limits.depth.map_or(MAX_PLY, |depth| (depth as usize).min(MAX_PLY));
    let mut at = *task.position;
    at.play_unchecked(root.mv);
    let mut pv = vec![root.mv];
    // If the depth to zeroing counts, the table's way to mate may take too long.
    let mut value = tables.value(&at).filter(|_| root.value != Value::Draw && root.zeroing.is_none());
    while pv.len() < most
        && let Some(now) = value.filter(|value| *value != Value::Draw)
    {
        let next = at.legal_moves().into_iter().find_map(|mv| {
            let mut after = at;
            after.play_unchecked(mv);
            tables.value(&after).filter(|value| value.before_move() == now).map(|value| (mv, after, value))
        });
        let Some((mv, after, next)) = next else { break };
        pv.push(mv);
        (at, value) = (after, Some(next));
    }
    Line { score: root.score(), pv }
}

/// Searches only the first `kept` moves, and takes further requested lines from the tables.
fn search_kept(
    task: &SearchTask<'_>,
    tables: &TableProbe,
    ranked: &[RankedMove],
    kept: usize,
    (threads, thread_pool): (&mut [ThreadData], &dyn ThreadPool),
    observer: &mut dyn Observer,
) -> SearchResult {
    let is_draw = (ranked[0].least, ranked[0].best) == (Wdl::Draw, Wdl::Draw);
    let search_moves = ranked[..kept].iter().map(|root| root.mv).collect();
    let limits = Limits { search_moves, ..task.limits.clone() };
    // With the tables, all moves that keep the draw would look equal.
    let task_kept = SearchTask { limits: &limits, tables: task.tables.filter(|_| !is_draw), ..*task };
    let root_hits = ranked.len() as u64;
    let mut relay = Relay { observer, is_draw, root_hits };
    let mut result = lazy_smp::search(&task_kept, threads, thread_pool, &mut relay);
    result.table_hits += root_hits;
    if is_draw {
        result.lines.iter_mut().for_each(|line| line.score = Score::Cp(0));
    } else if !is_proof(&ranked[0], result.score) {
        // The tables are the better guide: each of their moves comes closer to the end, and to the next capture.
        let first = ranked[0].mv;
        match result.lines.iter().position(|line| line.pv.first() == Some(&first)) {
            Some(index) => result.lines[..=index].rotate_right(1),
            None => {
                let score = result.score;
                result.lines.insert(0, Line { score, pv: line(task, tables, &ranked[0]).pv });
            }
        }
    }
    let line_count = task.limits.multi_pv.clamp(1, ranked.len());
    result.lines.truncate(line_count);
    let searched = result.lines.len();
    let rest = ranked[kept..].iter().take(line_count.saturating_sub(kept));
    result.lines.extend(rest.map(|root| line(task, tables, root)));
    let changed = result.best != result.lines.first().and_then(|line| line.pv.first().copied());
    lead(&mut result);
    report(&result, if changed { 0 } else { searched }, observer);
    result
}

/// Returns whether a search has proved more than the tables can: a mate within the 50-move rule, or that the move does not lose.
fn is_proof(root: &RankedMove, score: Score) -> bool {
    if root.value.wdl() > Wdl::Draw { matches!(score, Score::Mate(moves) if moves > 0) } else { score >= Score::Cp(0) }
}

/// Sets the score and moves of the result to those of the first line.
fn lead(result: &mut SearchResult) {
    let first = result.lines.first();
    result.score = first.map_or(result.score, |line| line.score);
    result.best = first.and_then(|line| line.pv.first().copied());
    result.ponder = first.and_then(|line| line.pv.get(1).copied());
}

/// Reports the lines of a result from this index on.
fn report(result: &SearchResult, from: usize, observer: &mut dyn Observer) {
    for (index, line) in result.lines.iter().enumerate().skip(from) {
        observer.info(&Info {
            depth: result.depth.max(1),
            seldepth: line.pv.len() as u32,
            multi_pv: index + 1,
            score: line.score,
            nodes: result.nodes,
            table_hits: result.table_hits,
            time: result.time,
            hashfull: 0,
            pv: &line.pv,
        });
    }
}

/// Observer that forwards the reports of a search, adjusted by the table results.
struct Relay<'a> {
    observer: &'a mut dyn Observer,
    /// True if every line is a draw.
    is_draw: bool,
    root_hits: u64,
}

impl Observer for Relay<'_> {
    fn info(&mut self, info: &Info<'_>) {
        let score = if self.is_draw { Score::Cp(0) } else { info.score };
        self.observer.info(&Info { score, table_hits: info.table_hits + self.root_hits, ..*info });
    }

    fn bound(&mut self, info: &Info<'_>, bound: ScoreBound) {
        // The score of a draw is known.
        if !self.is_draw {
            self.observer.bound(&Info { table_hits: info.table_hits + self.root_hits, ..*info }, bound);
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(&Progress { table_hits: progress.table_hits + self.root_hits, ..*progress });
    }

    fn should_stop(&mut self) -> bool {
        self.observer.should_stop()
    }

    fn warning(&mut self, warning: &EngineWarning) {
        self.observer.warning(warning);
    }
}
