//! Search of an augmenting path: a tree of alternating edges grows from a free vertex, and the dual variables change until another free
//! vertex is reached.

use super::{Blossom, Matching, NO, State};
use crate::matching::Weight;

/// Step that a change of the dual variables makes possible.
enum Step {
    Grow(usize),
    Shrink(usize),
    Expand(usize),
}

impl<const N: usize> Matching<N> {
    /// Searches an augmenting path from a free vertex, and matches along it. Returns false if there is none.
    pub(super) fn search(&mut self, root: usize) -> bool {
        self.state.fill(State::Free);
        self.nearest.fill(NO);
        self.nearest_even.fill(NO);
        self.queue.clear();
        self.make_even(self.top[root], (NO, NO));
        loop {
            while let Some(vertex) = self.queue.pop() {
                if self.scan(vertex) {
                    return true;
                }
            }
            let Some((change, step)) = self.next_step() else { return false };
            self.adjust(change);
            match step {
                Step::Grow(vertex) => {
                    if self.grow(self.nearest[vertex], vertex) {
                        return true;
                    }
                }
                Step::Shrink(vertex) => self.shrink(self.nearest_even[vertex], vertex),
                Step::Expand(id) => self.expand(id),
            }
        }
    }

    /// Follows the tight edges of an even vertex, and notes the others. Returns true when a path was found.
    fn scan(&mut self, vertex: usize) -> bool {
        for at in 0..self.left.len() {
            let other = self.left[at];
            if !self.is_edge(vertex, other) || self.top[vertex] == self.top[other] {
                continue;
            }
            let slack = self.slack(vertex, other);
            match self.state[self.top[other]] {
                State::Even if slack == Weight::ZERO => self.shrink(vertex, other),
                State::Even => {
                    // A known one that has come into the same blossom stays; `next_step` replaces it.
                    for (from, to) in [(vertex, other), (other, vertex)] {
                        let known = self.nearest_even[to];
                        if known == NO || self.top[known] != self.top[to] && slack < self.slack(known, to) {
                            self.nearest_even[to] = from;
                        }
                    }
                }
                State::Free if slack == Weight::ZERO => {
                    if self.grow(vertex, other) {
                        return true;
                    }
                }
                State::Free | State::Odd => {
                    let known = self.nearest[other];
                    if known == NO || slack < self.slack(known, other) {
                        self.nearest[other] = vertex;
                    }
                }
            }
        }
        false
    }

    /// Least change of the dual variables that makes another edge tight or the dual variable of a blossom zero.
    fn next_step(&mut self) -> Option<(Weight<N>, Step)> {
        let mut next: Option<(Weight<N>, Step)> = None;
        let mut offer = |change: Weight<N>, step: Step| {
            if next.as_ref().is_none_or(|(least, _)| change < *least) {
                next = Some((change, step));
            }
        };
        for at in 0..self.left.len() {
            let vertex = self.left[at];
            match self.state[self.top[vertex]] {
                State::Free if self.nearest[vertex] != NO => {
                    offer(self.slack(self.nearest[vertex], vertex), Step::Grow(vertex));
                }
                State::Even => {
                    let known = self.nearest_even[vertex];
                    if known != NO && self.top[known] == self.top[vertex] {
                        self.nearest_even[vertex] = self.other_even(vertex);
                    }
                    if self.nearest_even[vertex] != NO {
                        offer(self.slack(self.nearest_even[vertex], vertex).half(), Step::Shrink(vertex));
                    }
                }
                State::Free | State::Odd => {}
            }
        }
        for id in self.n..self.blossoms.len() {
            if let (State::Odd, Some(blossom)) = (self.state[id], &self.blossoms[id]) {
                offer(blossom.dual.half(), Step::Expand(id));
            }
        }
        next
    }

    /// Even vertex of another blossom with the least slack to this one.
    fn other_even(&self, vertex: usize) -> usize {
        let others = self.left.iter().copied();
        others
            .filter(|&other| {
                self.is_edge(other, vertex)
                    && self.top[other] != self.top[vertex]
                    && self.state[self.top[other]] == State::Even
            })
            .min_by_key(|&other| self.slack(other, vertex))
            .unwrap_or(NO)
    }

    /// Changes the dual variables of the tree.
    fn adjust(&mut self, change: Weight<N>) {
        if change == Weight::ZERO {
            return;
        }
        for &vertex in &self.left {
            match self.state[self.top[vertex]] {
                State::Even => self.labels[vertex] -= change,
                State::Odd => self.labels[vertex] += change,
                State::Free => {}
            }
        }
        for (blossom, state) in self.blossoms.iter_mut().zip(&self.state).skip(self.n) {
            if let Some(blossom) = blossom {
                match state {
                    State::Even => blossom.dual += change.double(),
                    State::Odd => blossom.dual -= change.double(),
                    State::Free => {}
                }
            }
        }
    }

    /// Adds the free blossom of `to` and its mate to the tree. If it has no mate, matches along the path and returns true.
    fn grow(&mut self, from: usize, to: usize) -> bool {
        let id = self.top[to];
        let base = self.base(id);
        let mate = self.mate[base];
        if mate == NO {
            self.augment(from, to);
            return true;
        }
        self.state[id] = State::Odd;
        self.entry[id] = (from, to);
        self.make_even(self.top[mate], (base, mate));
        false
    }

    /// Matches an even vertex with a free one, and exchanges the edges on the way to the root.
    fn augment(&mut self, from: usize, to: usize) {
        self.rotate(self.top[to], to);
        self.mate[to] = from;
        let (mut x, mut y) = (from, to);
        loop {
            let even = self.top[x];
            let (out, _) = self.entry[even];
            self.rotate(even, x);
            self.mate[x] = y;
            if out == NO {
                break;
            }
            let odd = self.top[out];
            let (before, within) = self.entry[odd];
            self.rotate(odd, within);
            self.mate[within] = before;
            (x, y) = (before, within);
        }
        // Blossoms whose dual variable is zero constrain nothing.
        for id in self.n..self.blossoms.len() {
            let is_idle = self.blossoms[id].as_ref().is_some_and(|blossom| blossom.dual == Weight::ZERO);
            if is_idle && self.state[id] != State::Free && self.top[self.blossom(id).base] == id {
                self.dissolve(id);
            }
        }
    }

    /// Even blossoms and the odd ones between them, up to the root.
    fn way(&self, from: usize) -> Vec<usize> {
        let mut way = vec![from];
        let mut at = from;
        while self.entry[at].0 != NO {
            let odd = self.top[self.entry[at].0];
            way.push(odd);
            at = self.top[self.entry[odd].0];
            way.push(at);
        }
        way
    }

    /// Makes one blossom of the cycle that an edge between two even vertices closes.
    fn shrink(&mut self, u: usize, v: usize) {
        let (left, right) = (self.way(self.top[u]), self.way(self.top[v]));
        let common = *left.iter().find(|id| right.contains(id)).expect("both are in one tree");
        let left: Vec<usize> = left.into_iter().take_while(|id| *id != common).collect();
        let right: Vec<usize> = right.into_iter().take_while(|id| *id != common).collect();
        // From the common one down to `u`, over to `v`, and up again.
        let mut children = vec![common];
        children.extend(left.iter().rev());
        children.extend(&right);
        let mut edges: Vec<(usize, usize)> = left.iter().rev().map(|id| self.entry[*id]).collect();
        edges.push((u, v));
        edges.extend(right.iter().map(|id| (self.entry[*id].1, self.entry[*id].0)));
        let id = self.unused.pop().expect("fewer blossoms than half the vertices");
        let base = self.base(common);
        self.entry[id] = self.entry[common];
        self.state[id] = State::Even;
        for &child in &children {
            let was_odd = self.state[child] == State::Odd;
            for vertex in self.vertices(child) {
                self.top[vertex] = id;
                if was_odd {
                    self.queue.push(vertex);
                }
            }
            // Only outermost blossoms have a state.
            self.state[child] = State::Free;
        }
        self.blossoms[id] = Some(Blossom { children, edges, base, dual: Weight::ZERO });
    }

    /// Dissolves an odd blossom of the tree whose dual variable is zero; the even way through it stays in the tree.
    fn expand(&mut self, id: usize) {
        let blossom = self.blossoms[id].take().expect("an odd blossom");
        self.unused.push(id);
        let count = blossom.children.len();
        for &child in &blossom.children {
            for vertex in self.vertices(child) {
                self.top[vertex] = child;
            }
            self.state[child] = State::Free;
        }
        let mut entry = self.entry[id];
        let from = self.place(&blossom, entry.1);
        let mut at = from;
        loop {
            let odd = blossom.children[at];
            self.state[odd] = State::Odd;
            self.entry[odd] = entry;
            if at == 0 {
                break;
            }
            let (even, matched, next, onward) = if from % 2 == 1 {
                let (even, next) = ((at + 1) % count, (at + 2) % count);
                (even, blossom.edges[at], next, blossom.edges[even])
            } else {
                let (matched, onward) = (blossom.edges[at - 1], blossom.edges[at - 2]);
                (at - 1, (matched.1, matched.0), at - 2, (onward.1, onward.0))
            };
            self.make_even(blossom.children[even], matched);
            (at, entry) = (next, onward);
        }
    }
}
