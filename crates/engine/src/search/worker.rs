//! What the threads of one search share beside the transposition table: node counts, and the end of the main thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The state that the threads of one search share.
pub(super) struct SharedState {
    /// The main thread has ended.
    ended: AtomicBool,
    /// Nodes by thread, as last published.
    nodes: Vec<AtomicU64>,
}

impl SharedState {
    pub(super) fn new(threads: usize) -> SharedState {
        let nodes = std::iter::repeat_with(|| AtomicU64::new(0)).take(threads).collect();
        SharedState { ended: AtomicBool::new(false), nodes }
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

    /// Publishes the number of nodes that this thread has searched.
    pub(super) fn publish_nodes(&self, nodes: u64) {
        self.shared.nodes[self.index].store(nodes, Relaxed);
    }

    /// Nodes of all threads: this one's as given, the others' as last published.
    pub(super) fn total_nodes(&self, own: u64) -> u64 {
        let others = self.shared.nodes.iter().enumerate().filter(|(index, _)| *index != self.index);
        own + others.map(|(_, nodes)| nodes.load(Relaxed)).sum::<u64>()
    }
}
