//! State that the threads of one search share in addition to the transposition table: node counts, and the end of the main
//! thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Shared state of the threads of one search.
pub(super) struct SharedState {
    /// True once the main thread has ended.
    ended: AtomicBool,
    /// Number of nodes by thread, as last published.
    nodes: Vec<AtomicU64>,
    /// Number of positions found in the endgame tables by thread, as last published.
    table_hits: Vec<AtomicU64>,
}

/// Returns the sum of the counts of all threads: `own` for the thread `index`, the others as last published.
fn total(counts: &[AtomicU64], index: usize, own: u64) -> u64 {
    let others = counts.iter().enumerate().filter(|(other, _)| *other != index);
    own + others.map(|(_, count)| count.load(Relaxed)).sum::<u64>()
}

impl SharedState {
    pub(super) fn new(threads: usize) -> SharedState {
        let counts = || std::iter::repeat_with(|| AtomicU64::new(0)).take(threads).collect();
        SharedState { ended: AtomicBool::new(false), nodes: counts(), table_hits: counts() }
    }

    /// Returns the handle of a thread; index 0 is the main thread.
    pub(super) fn worker(&self, index: usize) -> Worker<'_> {
        Worker { shared: self, index }
    }

    /// Returns a guard that signals the other threads to end when it is dropped, even by a panic.
    pub(super) fn end_on_drop(&self) -> EndOnDrop<'_> {
        EndOnDrop(self)
    }

    /// Returns the number of nodes of all threads, as last published.
    pub(super) fn published_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// Guard of [`SharedState::end_on_drop`].
pub(super) struct EndOnDrop<'a>(&'a SharedState);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.ended.store(true, Relaxed);
    }
}

/// Handle of one thread to the shared state.
#[derive(Clone, Copy)]
pub(super) struct Worker<'a> {
    shared: &'a SharedState,
    index: usize,
}

impl Worker<'_> {
    /// Returns whether this is the main thread, which manages the time and calls the observer.
    pub(super) fn is_main(&self) -> bool {
        self.index == 0
    }

    /// Returns whether the search has only one thread.
    pub(super) fn is_single_threaded(&self) -> bool {
        self.shared.nodes.len() == 1
    }

    /// Returns whether the main thread has ended.
    pub(super) fn main_has_ended(&self) -> bool {
        self.shared.ended.load(Relaxed)
    }

    /// Publishes the number of nodes that this thread has searched, and of positions that it found in the endgame tables.
    pub(super) fn publish(&self, nodes: u64, table_hits: u64) {
        self.shared.nodes[self.index].store(nodes, Relaxed);
        self.shared.table_hits[self.index].store(table_hits, Relaxed);
    }

    /// Returns the number of nodes of all threads: `own` for this one, the others as last published.
    pub(super) fn total_nodes(&self, own: u64) -> u64 {
        total(&self.shared.nodes, self.index, own)
    }

    /// Returns the number of positions that all threads found in the endgame tables: `own` for this one, the others as last
    /// published.
    pub(super) fn total_table_hits(&self, own: u64) -> u64 {
        total(&self.shared.table_hits, self.index, own)
    }
}
