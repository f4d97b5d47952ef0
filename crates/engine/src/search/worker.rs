//! What the threads of one search share beside the transposition table: node counts, and the end of the main thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The state that the threads of one search share.
pub(super) struct SharedState {
    /// The main thread has ended.
    ended: AtomicBool,
    /// Nodes by thread, as last published.
    nodes: Vec<AtomicU64>,
    /// Positions found in the endgame tables, by thread, as last published.
    table_hits: Vec<AtomicU64>,
}

/// The sum of the counts of all threads: one as given, the others as last published.
fn total(counts: &[AtomicU64], index: usize, own: u64) -> u64 {
    let others = counts.iter().enumerate().filter(|(other, _)| *other != index);
    own + others.map(|(_, count)| count.load(Relaxed)).sum::<u64>()
}

impl SharedState {
    pub(super) fn new(threads: usize) -> SharedState {
        let counts = || std::iter::repeat_with(|| AtomicU64::new(0)).take(threads).collect();
        SharedState { ended: AtomicBool::new(false), nodes: counts(), table_hits: counts() }
    }

    /// Handle of a thread; index 0 is the main thread.
    pub(super) fn worker(&self, index: usize) -> Worker<'_> {
        Worker { shared: self, index }
    }

    /// Tells the other threads to end when the guard is dropped, also by a panic.
    pub(super) fn end_on_drop(&self) -> EndOnDrop<'_> {
        EndOnDrop(self)
    }

    /// Nodes of all threads, as last published.
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

/// One thread's handle of the shared state.
#[derive(Clone, Copy)]
pub(super) struct Worker<'a> {
    shared: &'a SharedState,
    index: usize,
}

impl Worker<'_> {
    /// Whether this is the main thread, which manages the time and calls the observer.
    pub(super) fn is_main(&self) -> bool {
        self.index == 0
    }

    /// Whether the search has one thread only.
    pub(super) fn is_single_threaded(&self) -> bool {
        self.shared.nodes.len() == 1
    }

    /// Whether the main thread has ended.
    pub(super) fn main_has_ended(&self) -> bool {
        self.shared.ended.load(Relaxed)
    }

    /// Publishes the number of nodes that this thread has searched, and of positions that it has found in the endgame tables.
    pub(super) fn publish(&self, nodes: u64, table_hits: u64) {
        self.shared.nodes[self.index].store(nodes, Relaxed);
        self.shared.table_hits[self.index].store(table_hits, Relaxed);
    }

    /// Nodes of all threads: this one's as given, the others' as last published.
    pub(super) fn total_nodes(&self, own: u64) -> u64 {
        total(&self.shared.nodes, self.index, own)
    }

    /// Positions that all threads have found in the endgame tables: this one's as given, the others' as last published.
    pub(super) fn total_table_hits(&self, own: u64) -> u64 {
        total(&self.shared.table_hits, self.index, own)
    }
}
