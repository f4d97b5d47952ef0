//! Lazy SMP: several threads search the same position, each on its own, and help one another through what they leave in
//! the shared table. The first one manages the time and reports; the others end when it does.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Memory, Searcher, Task};
use crate::interface::{EngineWarning, Limits, Observer, SearchResult, ThreadPool, WorkerTask};

/// What the threads of one search know of one another.
pub(super) struct Team {
    /// The first thread has ended.
    over: AtomicBool,
    /// Nodes by thread, as of its last look.
    nodes: Vec<AtomicU64>,
}

/// One thread's place in its team.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    team: &'a Team,
    index: usize,
}

impl Member<'_> {
    /// Whether this thread manages time and limits.
    pub(super) fn leads(&self) -> bool {
        self.index == 0
    }

    /// Whether the thread is alone.
    pub(super) fn is_alone(&self) -> bool {
        self.team.nodes.len() == 1
    }

    /// Whether the first thread has ended.
    pub(super) fn is_over(&self) -> bool {
        self.team.over.load(Relaxed)
    }

    /// Lets the others know how many nodes this thread has searched.
    pub(super) fn tell(&self, nodes: u64) {
        self.team.nodes[self.index].store(nodes, Relaxed);
    }

    /// Nodes of all threads, given this one's.
    pub(super) fn total(&self, own: u64) -> u64 {
        let others = self.team.nodes.iter().enumerate().filter(|(index, _)| *index != self.index);
        own + others.map(|(_, nodes)| nodes.load(Relaxed)).sum::<u64>()
    }
}

/// Ends the team when it goes out of scope, however that comes.
struct Ending<'a>(&'a Team);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
    }
}

/// Searches with as many threads as there are memories; the thread pool runs all but the first.
pub(crate) fn search(
    task: &Task<'_>,
    memories: &mut [Memory],
    thread_pool: &dyn ThreadPool,
    observer: &mut dyn Observer,
) -> SearchResult {
    let team = Team { over: AtomicBool::new(false), nodes: memories.iter().map(|_| AtomicU64::new(0)).collect() };
    let (memory, others) = memories.split_first_mut().expect("an engine has at least one thread");
    let leader = Member { team: &team, index: 0 };
    if others.is_empty() {
        return Searcher::run(task, memory, leader, observer);
    }
    // The others search until they are told to end, or have found the mate: where one is looked for, what they leave in the
    // table must be as unpruned as what the first thread finds itself.
    let endless = Limits {
        search_moves: task.limits.search_moves.clone(),
        depth: task.limits.depth,
        nodes: task.limits.nodes,
        mate: task.limits.mate,
        ..Limits::default()
    };
    let helping = Task { limits: &endless, ..*task };
    let mut results: Vec<Option<Result<SearchResult, String>>> = others.iter().map(|_| None).collect();
    let helpers = others.iter_mut().zip(&mut results).zip(1..).map(|((memory, result), index)| {
        let member = Member { team: &team, index };
        Box::new(move || *result = Some(run_worker(&helping, memory, member))) as WorkerTask<'_>
    });
    let mut first = None;
    thread_pool.run(helpers.collect(), &mut || {
        let _ending = Ending(&team);
        first = Some(Searcher::run(task, memory, leader, observer));
    });
    let first = first.expect("a thread pool calls the main thread");
    for (index, result) in results.iter().enumerate() {
        if let Some(Err(message)) = result {
            observer.warning(&EngineWarning::WorkerPanicked { worker: index + 1, message: message.clone() });
        }
    }
    let nodes = first.nodes.max(team.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum());
    let mut best = first;
    // With several lines, and where the search had a fixed depth, the first thread's word stands.
    if task.limits.multi_pv <= 1 && task.limits.depth.is_none() {
        for other in results.into_iter().flatten().flatten() {
            if other.best.is_some() && other.depth > best.depth {
                best = SearchResult { time: best.time, ..other };
            }
        }
    }
    SearchResult { nodes, ..best }
}

/// Searches on a worker thread. A panic becomes an error with its message; the thread's data is then made anew, because it
/// may have been left half updated.
fn run_worker(task: &Task<'_>, memory: &mut Memory, member: Member<'_>) -> Result<SearchResult, String> {
    let search = AssertUnwindSafe(|| Searcher::run(task, memory, member, &mut ()));
    panic::catch_unwind(search).map_err(|payload| {
        *memory = Memory::new();
        let message = payload.downcast_ref::<&str>().copied();
        message.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::evaluation::{Evaluation, NetworkChoice};
    use crate::interface::{Control, Root, SystemThreadPool};
    use crate::score::Score;
    use crate::search::{Pruning, SearchParameters};
    use crate::tt::Table;
    use saffron_rules::{Position, Variant};
    use std::sync::Mutex;
    use std::time::Duration;
    use web_time::Instant;

    #[test]
    fn several_threads_find_what_one_finds() {
        let variant = Variant::by_id("shafran").unwrap();
        let fen = "5/4N1/1P5/kB1B4/4b3P/1p7/Pp6/7/R1p3/2K1n w - - 2 73";
        let root = Root::from(Position::from_fen(variant, fen).unwrap());
        let search = |threads| {
            let mut engine = Engine::new(4).unwrap();
            engine.set_threads(threads);
            engine.search(&root, &Limits::depth(9), &Control::new(), &mut ())
        };
        let (one, three) = (search(1), search(3));
        assert_eq!((one.depth, three.depth), (9, 9));
        if let Score::Mate(_) = one.score {
            assert!(matches!(three.score, Score::Mate(_)), "{one:?} {three:?}");
        }
        assert!(three.nodes > one.nodes / 2);
    }

    #[test]
    fn all_threads_end_with_the_first_one() {
        let root = Root::from(Variant::by_id("glinski").unwrap().start());
        let mut engine = Engine::new(4).unwrap();
        engine.set_threads(4);
        let begun = Instant::now();
        let result = engine.search(&root, &Limits::movetime(Duration::from_millis(100)), &Control::new(), &mut ());
        assert!(result.best.is_some());
        assert!(begun.elapsed() < Duration::from_secs(5));
        let result = engine.search(&root, &Limits::nodes(50_000), &Control::new(), &mut ());
        assert!((50_000..500_000).contains(&result.nodes), "{}", result.nodes);
        let control = Control::new();
        control.stop();
        assert!(engine.search(&root, &Limits::default(), &control, &mut ()).best.is_some());
    }

    #[derive(Default)]
    struct Warnings(Vec<EngineWarning>);

    impl Observer for Warnings {
        fn warning(&mut self, warning: &EngineWarning) {
            self.0.push(warning.clone());
        }
    }

    /// Searches with two workers, of which the second one panics at its first node: its stack is empty.
    fn search_with_a_broken_worker(thread_pool: &dyn ThreadPool) -> (SearchResult, Vec<EngineWarning>, usize) {
        let position = Variant::by_id("glinski").unwrap().start();
        let table = Table::new(1).unwrap();
        let evaluation = Evaluation::new(position.variant(), &NetworkChoice::None);
        let pruning = Pruning::new(SearchParameters::default());
        let (limits, control) = (Limits::nodes(20_000), Control::new());
        let task = Task {
            table: &table,
            evaluation: &evaluation,
            pruning: &pruning,
            position: &position,
            past: &[],
            limits: &limits,
            control: &control,
            begun: Instant::now(),
        };
        let mut memories = [Memory::new(), Memory::new(), Memory::new()];
        memories[2].stack.clear();
        let mut warnings = Warnings::default();
        let result = search(&task, &mut memories, thread_pool, &mut warnings);
        (result, warnings.0, memories[2].stack.len())
    }

    #[test]
    fn a_panicking_worker_is_reported_and_the_other_threads_go_on() {
        let (result, warnings, plies) = search_with_a_broken_worker(&SystemThreadPool);
        assert!(result.best.is_some() && result.nodes >= 20_000, "{result:?}");
        let [EngineWarning::WorkerPanicked { worker: 2, message }] = &warnings[..] else { panic!("{warnings:?}") };
        assert!(message.contains("out of bounds"), "{message}");
        assert_eq!(plies, Memory::new().stack.len(), "the next search has a whole stack");
    }

    /// Notes how many helpers it is given, and calls them after the leader or not at all, as a thread pool may that is late.
    struct Late {
        most: usize,
        calls: bool,
        seen: Mutex<Vec<usize>>,
    }

    impl ThreadPool for Late {
        fn max_workers(&self) -> usize {
            self.most
        }

        fn run(&self, helpers: Vec<WorkerTask<'_>>, lead: &mut dyn FnMut()) {
            self.seen.lock().unwrap().push(helpers.len());
            lead();
            helpers.into_iter().filter(|_| self.calls).for_each(|helper| helper());
        }
    }

    #[test]
    fn the_thread_pool_bounds_the_threads_and_may_start_them_late() {
        let root = Root::from(Variant::by_id("glinski").unwrap().start());
        for calls in [false, true] {
            let late: &'static Late = Box::leak(Box::new(Late { most: 2, calls, seen: Mutex::default() }));
            let mut engine = Engine::new(1).unwrap();
            engine.set_threads(8);
            assert_eq!(engine.threads(), 8);
            engine.set_thread_pool(late);
            assert_eq!(engine.threads(), 3);
            let result = engine.search(&root, &Limits::nodes(5_000), &Control::new(), &mut ());
            assert!(result.best.is_some());
            engine.set_threads(1);
            engine.search(&root, &Limits::nodes(1_000), &Control::new(), &mut ());
            engine.set_threads(9);
            engine.search(&root, &Limits::nodes(1_000), &Control::new(), &mut ());
            assert_eq!(*late.seen.lock().unwrap(), [2, 2], "one thread needs no thread pool");
        }
    }
}
