//! Lazy SMP: several threads search the same position, each on its own, and help one another through what they leave in
//! the shared table. The first one manages the time and reports; the others end when it does.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Memory, Searcher, Task};
use crate::crew::{Crew, Helper};
use crate::engine::{Observer, SearchResult};
use crate::limits::Limits;

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

/// Searches with as many threads as there are memories; the crew runs all but the first.
pub(crate) fn search(
    task: &Task<'_>,
    memories: &mut [Memory],
    crew: &dyn Crew,
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
    let mut results: Vec<Option<SearchResult>> = others.iter().map(|_| None).collect();
    let helpers = others.iter_mut().zip(&mut results).zip(1..).map(|((memory, result), index)| {
        let member = Member { team: &team, index };
        Box::new(move || *result = Some(Searcher::run(&helping, memory, member, &mut ()))) as Helper<'_>
    });
    let mut first = None;
    crew.run(helpers.collect(), &mut || {
        let _ending = Ending(&team);
        first = Some(Searcher::run(task, memory, leader, observer));
    });
    let first = first.expect("a crew calls the leader");
    let nodes = first.nodes.max(team.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum());
    let mut best = first;
    // With several lines, and where the search had a fixed depth, the first thread's word stands.
    if task.limits.multi_pv <= 1 && task.limits.depth.is_none() {
        for other in results.into_iter().flatten() {
            if other.best.is_some() && other.depth > best.depth {
                best = SearchResult { time: best.time, ..other };
            }
        }
    }
    SearchResult { nodes, ..best }
}

#[cfg(test)]
mod tests {
    use crate::{Control, Crew, Engine, Helper, Limits, Root, Score};
    use saffron_rules::{Position, Variant};
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

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

    /// Notes how many helpers it is given, and calls them after the leader or not at all, as a crew may that is late.
    struct Late {
        most: usize,
        calls: bool,
        seen: Mutex<Vec<usize>>,
    }

    impl Crew for Late {
        fn most(&self) -> usize {
            self.most
        }

        fn run(&self, helpers: Vec<Helper<'_>>, lead: &mut dyn FnMut()) {
            self.seen.lock().unwrap().push(helpers.len());
            lead();
            helpers.into_iter().filter(|_| self.calls).for_each(|helper| helper());
        }
    }

    #[test]
    fn a_crew_bounds_the_threads_and_may_be_late() {
        let root = Root::from(Variant::by_id("glinski").unwrap().start());
        for calls in [false, true] {
            let late: &'static Late = Box::leak(Box::new(Late { most: 2, calls, seen: Mutex::default() }));
            let mut engine = Engine::new(1).unwrap();
            engine.set_threads(8);
            assert_eq!(engine.threads(), 8);
            engine.set_crew(late);
            assert_eq!(engine.threads(), 3);
            let result = engine.search(&root, &Limits::nodes(5_000), &Control::new(), &mut ());
            assert!(result.best.is_some());
            engine.set_threads(1);
            engine.search(&root, &Limits::nodes(1_000), &Control::new(), &mut ());
            engine.set_threads(9);
            engine.search(&root, &Limits::nodes(1_000), &Control::new(), &mut ());
            assert_eq!(*late.seen.lock().unwrap(), [2, 2], "one thread needs no crew");
        }
    }
}
