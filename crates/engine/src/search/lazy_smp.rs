//! Lazy SMP: several threads search the same position independently and share results through the transposition table. The
//! main thread manages the time and calls the observer; the workers end when it does.

use std::panic::{self, AssertUnwindSafe};

use super::searcher::{SearchTask, Searcher};
use super::thread_data::ThreadData;
use super::worker::{SharedState, Worker};
use crate::interface::{EngineWarning, Limits, Observer, SearchResult, ThreadPool, WorkerTask};

/// Searches with one thread for each element of `threads`, the first one being the main thread; the thread pool runs the
/// others. The result is that of the main thread, or of a worker that has completed a greater depth.
pub(super) fn search(
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
    // No time limits: workers end with the main thread. They share the limit of a mate search, so that their results are as
    // unpruned as those of the main thread.
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
    use crate::evaluation::{Evaluation, NetworkChoice};
    use crate::interface::{Control, SystemThreadPool};
    use crate::search::margins::Margins;
    use crate::search::parameters::SearchParameters;
    use crate::transposition_table::TranspositionTable;
    use saffron_rules::Variant;
    use web_time::Instant;

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
            tables: None,
            margins: &margins,
            examines_replies: true,
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
        assert_eq!(plies, ThreadData::new().stack.len(), "the data of the worker is replaced");
    }
}
