//! Lazy SMP: several threads search the same position, each on its own, and share what they find in the transposition
//! table. The main thread manages the time and calls the observer; the workers end when it does.

use std::panic::{self, AssertUnwindSafe};

use super::searcher::{SearchTask, Searcher};
use super::thread_data::ThreadData;
use super::worker::{SharedState, Worker};
use crate::interface::{EngineWarning, Limits, Observer, SearchResult, ThreadPool, WorkerTask};

/// Searches with one thread for each element of `threads`, the first one being the main thread; the thread pool runs the
/// others. The result is the main thread's, or that of a worker that has finished a greater depth.
pub(crate) fn search(
    task: &SearchTask<'_>,
    threads: &mut [ThreadData],
    thread_pool: &dyn ThreadPool,
    observer: &mut dyn Observer,
) -> SearchResult {
    let shared = SharedState::new(threads.len());
    let (main_data, worker_data) = threads.split_first_mut().expect("an engine has at least one thread");
    if worker_data.is_empty() {
        return search_on_thread(task, main_data, shared.worker(0), observer);
    }
    // No limits of time: workers end with the main thread. They have the limit of a search for a mate, because what they store
    // must be as unpruned as what the main thread stores.
    let worker_limits = Limits {
        search_moves: task.limits.search_moves.clone(),
        depth: task.limits.depth,
        nodes: task.limits.nodes,
        mate: task.limits.mate,
        ..Limits::default()
    };
    let worker_task = SearchTask { limits: &worker_limits, ..*task };
    let mut results: Vec<Option<Result<SearchResult, String>>> = worker_data.iter().map(|_| None).collect();
    let tasks = worker_data.iter_mut().zip(&mut results).zip(1..).map(|((data, result), index)| {
        let worker = shared.worker(index);
        Box::new(move || *result = Some(run_worker(&worker_task, data, worker))) as WorkerTask<'_>
    });
    let mut main_result = None;
    thread_pool.run(tasks.collect(), &mut || {
        let _end = shared.end_on_drop();
        main_result = Some(search_on_thread(task, main_data, shared.worker(0), observer));
    });
    let mut best = main_result.expect("a thread pool calls the main thread");
    let nodes = best.nodes.max(shared.published_nodes());
    for (worker, result) in (1..).zip(&results) {
        if let Some(Err(message)) = result {
            observer.warning(&EngineWarning::WorkerPanicked { worker, message: message.clone() });
        }
    }
    // With several lines or a fixed depth the main thread's result counts.
    if task.limits.multi_pv <= 1 && task.limits.depth.is_none() {
        for result in results.into_iter().flatten().flatten() {
            if result.best.is_some() && result.depth > best.depth {
                best = SearchResult { time: best.time, ..result };
            }
        }
    }
    SearchResult { nodes, ..best }
}

/// Searches on a worker thread. A panic becomes an error with its message; the thread's data is then replaced, since it may
/// be half updated.
fn run_worker(task: &SearchTask<'_>, data: &mut ThreadData, worker: Worker<'_>) -> Result<SearchResult, String> {
    let search = AssertUnwindSafe(|| search_on_thread(task, data, worker, &mut ()));
    panic::catch_unwind(search).map_err(|payload| {
        *data = ThreadData::new();
        let message = payload.downcast_ref::<&str>().copied();
        message.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
    })
}

/// Searches on this thread.
fn search_on_thread(
    task: &SearchTask<'_>,
    data: &mut ThreadData,
    worker: Worker<'_>,
    observer: &mut dyn Observer,
) -> SearchResult {
    Searcher::new(task, data, worker, observer).iterative_deepening(task.position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::evaluation::{Evaluation, NetworkChoice};
    use crate::interface::{Control, Root, SystemThreadPool};
    use crate::score::Score;
    use crate::search::margins::Margins;
    use crate::search::parameters::SearchParameters;
    use crate::transposition_table::TranspositionTable;
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
        let table = TranspositionTable::new(1).unwrap();
        let evaluation = Evaluation::new(position.variant(), &NetworkChoice::None);
        let margins = Margins::new(SearchParameters::default());
        let (limits, control) = (Limits::nodes(20_000), Control::new());
        let task = SearchTask {
            table: &table,
            evaluation: &evaluation,
            margins: &margins,
            position: &position,
            past: &[],
            limits: &limits,
            control: &control,
            start: Instant::now(),
        };
        let mut threads = [ThreadData::new(), ThreadData::new(), ThreadData::new()];
        threads[2].stack.clear();
        let mut warnings = Warnings::default();
        let result = search(&task, &mut threads, thread_pool, &mut warnings);
        (result, warnings.0, threads[2].stack.len())
    }

    #[test]
    fn a_panicking_worker_is_reported_and_the_other_threads_go_on() {
        let (result, warnings, plies) = search_with_a_broken_worker(&SystemThreadPool);
        assert!(result.best.is_some() && result.nodes >= 20_000, "{result:?}");
        let [EngineWarning::WorkerPanicked { worker: 2, message }] = &warnings[..] else { panic!("{warnings:?}") };
        assert!(message.contains("out of bounds"), "{message}");
        assert_eq!(plies, ThreadData::new().stack.len(), "the next search has a whole stack");
    }

    /// Records how many tasks it gets, and runs them after the main thread or not at all.
    struct LatePool {
        max_workers: usize,
        runs_tasks: bool,
        task_counts: Mutex<Vec<usize>>,
    }

    impl ThreadPool for LatePool {
        fn max_workers(&self) -> usize {
            self.max_workers
        }

        fn run(&self, tasks: Vec<WorkerTask<'_>>, main: &mut dyn FnMut()) {
            self.task_counts.lock().unwrap().push(tasks.len());
            main();
            tasks.into_iter().filter(|_| self.runs_tasks).for_each(|task| task());
        }
    }

    #[test]
    fn the_thread_pool_bounds_the_threads_and_may_start_them_late() {
        let root = Root::from(Variant::by_id("glinski").unwrap().start());
        for runs_tasks in [false, true] {
            let pool: &'static LatePool =
                Box::leak(Box::new(LatePool { max_workers: 2, runs_tasks, task_counts: Mutex::default() }));
            let mut engine = Engine::new(1).unwrap();
            engine.set_threads(8);
            assert_eq!(engine.threads(), 8);
            engine.set_thread_pool(pool);
            assert_eq!(engine.threads(), 3);
            let result = engine.search(&root, &Limits::nodes(5_000), &Control::new(), &mut ());
            assert!(result.best.is_some());
            engine.set_threads(1);
            engine.search(&root, &Limits::nodes(1_000), &Control::new(), &mut ());
            engine.set_threads(9);
            engine.search(&root, &Limits::nodes(1_000), &Control::new(), &mut ());
            assert_eq!(*pool.task_counts.lock().unwrap(), [2, 2], "one thread needs no thread pool");
        }
    }
}
