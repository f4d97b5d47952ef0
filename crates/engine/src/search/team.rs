//! Lazy SMP: several threads search the same position, each on its own, and help one another through what they leave in
//! the shared table. The first one manages the time and reports; the others end when it does.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::{Memory, Searcher, Task};
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

/// Searches with as many threads as there are memories.
pub(crate) fn search(task: &Task<'_>, memories: &mut [Memory], observer: &mut dyn Observer) -> SearchResult {
    let team = Team { over: AtomicBool::new(false), nodes: memories.iter().map(|_| AtomicU64::new(0)).collect() };
    let mut members = memories.iter_mut().enumerate().map(|(index, memory)| (memory, Member { team: &team, index }));
    let (memory, leader) = members.next().expect("an engine has at least one thread");
    // The others search until they are told to end.
    let endless =
        Limits { search_moves: task.limits.search_moves.clone(), depth: task.limits.depth, ..Limits::default() };
    let helping = Task { limits: &endless, ..*task };
    let mut results: Vec<SearchResult> = Vec::new();
    let first = std::thread::scope(|scope| {
        let helpers: Vec<_> = members
            .map(|(memory, member)| scope.spawn(move || Searcher::run(&helping, memory, member, &mut ())))
            .collect();
        let first = Searcher::run(task, memory, leader, observer);
        team.over.store(true, Relaxed);
        results.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        first
    });
    let nodes = first.nodes.max(team.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum());
    let mut best = first;
    // With several lines, and where the search had a fixed depth, the first thread's word stands.
    if task.limits.multi_pv <= 1 && task.limits.depth.is_none() {
        for other in results {
            if other.best.is_some() && other.depth > best.depth {
                best = SearchResult { time: best.time, ..other };
            }
        }
    }
    SearchResult { nodes, ..best }
}

#[cfg(test)]
mod tests {
    use crate::{Control, Engine, Limits, Root, Score};
    use saffron_rules::{Position, Variant};
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
}
