//! Searches with several threads.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use saffron_engine::{Control, Engine, Info, Limits, Observer, Root, Score, ThreadPool, WorkerTask};
use saffron_rules::{Position, Variant};

#[test]
fn three_threads_find_the_mate_that_one_finds() {
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
    assert!(matches!((one.score, three.score), (Score::Mate(_), Score::Mate(_))), "{one:?} {three:?}");
    assert!(three.nodes > one.nodes / 2);
}

#[test]
fn all_threads_end_with_the_main_thread() {
    let root = Root::from(Variant::by_id("glinski").unwrap().start());
    let mut engine = Engine::new(4).unwrap();
    engine.set_threads(4);
    let start = Instant::now();
    let result = engine.search(&root, &Limits::movetime(Duration::from_millis(100)), &Control::new(), &mut ());
    assert!(result.best.is_some());
    assert!(start.elapsed() < Duration::from_secs(5));
    let result = engine.search(&root, &Limits::nodes(50_000), &Control::new(), &mut ());
    assert!((50_000..500_000).contains(&result.nodes), "{}", result.nodes);
    let control = Control::new();
    control.stop();
    assert!(engine.search(&root, &Limits::default(), &control, &mut ()).best.is_some());
}

/// Thread pool that records the number of tasks, and runs them after the main thread or not at all.
struct LatePool {
    runs_tasks: bool,
    task_counts: Mutex<Vec<usize>>,
}

impl ThreadPool for LatePool {
    fn max_workers(&self) -> usize {
        2
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
        let pool: &'static LatePool = Box::leak(Box::new(LatePool { runs_tasks, task_counts: Mutex::default() }));
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

#[test]
fn a_panic_of_the_main_thread_ends_the_workers_and_goes_to_the_caller() {
    struct Panics;
    impl Observer for Panics {
        fn info(&mut self, info: &Info<'_>) {
            assert!(info.depth < 5, "depth 5 is too deep");
        }
    }
    let root = Root::from(Variant::by_id("glinski").unwrap().start());
    let mut engine = Engine::new(1).unwrap();
    engine.set_threads(3);
    let search = AssertUnwindSafe(|| engine.search(&root, &Limits::default(), &Control::new(), &mut Panics));
    let payload = panic::catch_unwind(search).unwrap_err();
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"depth 5 is too deep"));
}
