//! Perfect matchings of greatest weight by Edmonds' algorithm, with dual variables that are kept: after the edges of one vertex have
//! changed, the matching is repaired instead of being computed again.
//!
//! The method is that of Z. Galil, "Efficient algorithms for finding maximum matching in graphs", ACM Computing Surveys 18 (1986).
//! A search from one free vertex takes O(n²), so a first matching takes O(n³) and a repair O(n²).

mod search;
mod weight;

use std::collections::HashMap;

pub(crate) use weight::{Unit, Units, Weight};

/// Edge that does not exist.
const NONE: u32 = u32::MAX;
/// No vertex.
const NO: usize = usize::MAX;

/// Place of an outermost blossom in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Free,
    Even,
    Odd,
}

/// Odd cycle of vertices and blossoms that a search treats as one vertex.
#[derive(Clone, Debug)]
struct Blossom<const N: usize> {
    /// Vertices and blossoms in the order of the cycle; the first one holds the base.
    children: Vec<usize>,
    /// Edges from each child to the next one, as vertices in both.
    edges: Vec<(usize, usize)>,
    /// Vertex whose mate is outside.
    base: usize,
    /// Dual variable; even.
    dual: Weight<N>,
}

/// Complete graph, of which some edges do not exist, with a matching.
pub(crate) struct Matching<const N: usize> {
    n: usize,
    /// Different weights of edges; there are few.
    weights: Vec<Weight<N>>,
    known: HashMap<Weight<N>, u32>,
    /// Edges, row by row: places among the weights.
    edges: Vec<u32>,
    /// Additions to the order of the edges of one vertex.
    preferred: Option<(usize, Vec<i64>)>,
    labels: Vec<Weight<N>>,
    mate: Vec<usize>,
    alive: Vec<bool>,
    /// Vertices that have not been removed.
    left: Vec<usize>,
    /// Outermost blossom or vertex of each vertex.
    top: Vec<usize>,
    blossoms: Vec<Option<Blossom<N>>>,
    unused: Vec<usize>,
    /// State of each vertex and blossom in a search.
    state: Vec<State>,
    /// Edge by which a vertex or blossom was reached.
    entry: Vec<(usize, usize)>,
    /// Even vertex with the least slack to a vertex that is not even.
    nearest: Vec<usize>,
    /// Even vertex of another blossom with the least slack to an even vertex.
    nearest_even: Vec<usize>,
    queue: Vec<usize>,
}

impl<const N: usize> Matching<N> {
    /// Graph without edges.
    pub(crate) fn new(n: usize) -> Self {
        let ids = n + n / 2 + 1;
        Matching {
            n,
            weights: Vec::new(),
            known: HashMap::new(),
            edges: vec![NONE; n * n],
            preferred: None,
            labels: vec![Weight::ZERO; n],
            mate: vec![NO; n],
            alive: vec![true; n],
            left: (0..n).collect(),
            top: (0..n).collect(),
            blossoms: vec![None; ids],
            unused: (n..ids).rev().collect(),
            state: vec![State::Free; ids],
            entry: vec![(NO, NO); ids],
            nearest: vec![NO; n],
            nearest_even: vec![NO; n],
            queue: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.n
    }

    pub(crate) fn is_edge(&self, a: usize, b: usize) -> bool {
        self.edges[a * self.n + b] != NONE
    }

    /// Returns whether a vertex has not been removed.
    pub(crate) fn is_alive(&self, vertex: usize) -> bool {
        self.alive[vertex]
    }

    /// Mate of a vertex, if it has one.
    pub(crate) fn mate(&self, vertex: usize) -> Option<usize> {
        (self.mate[vertex] != NO).then_some(self.mate[vertex])
    }

    /// Weight of an existing edge, without what is preferred.
    pub(crate) fn weight(&self, a: usize, b: usize) -> Weight<N> {
        self.weights[self.edges[a * self.n + b] as usize]
    }

    /// Sets an edge before [`Matching::begin`].
    pub(crate) fn set(&mut self, a: usize, b: usize, weight: Weight<N>) {
        let place = *self.known.entry(weight).or_insert_with(|| {
            self.weights.push(weight);
            (self.weights.len() - 1) as u32
        });
        self.edges[a * self.n + b] = place;
        self.edges[b * self.n + a] = place;
    }

    /// Begins with labels that suit the weights, and with as many tight edges as are found at once. Vertices are tried with those
    /// from `second` on first.
    pub(crate) fn begin(&mut self, second: usize) {
        for a in 0..self.n {
            let own = (0..self.n).filter(|b| self.is_edge(a, *b));
            self.labels[a] = own.map(|b| self.weight(a, b)).max().unwrap_or(Weight::ZERO);
        }
        self.pair_tight(second);
    }

    /// Adds an order to the weights, which decides between equally good matchings. The sum of the parts of an order that two vertices
    /// have in `labels` is at least twice the order of their edge; the closer it is, the faster is the new matching. Vertices are
    /// tried with those from `second` on first.
    pub(crate) fn refine(&mut self, order: impl Fn(usize, usize) -> i64, labels: &[i64], second: usize) {
        // Labels that suit preferred edges suit them without an addition, too.
        self.preferred = None;
        for id in (self.n..self.blossoms.len()).rev() {
            while self.blossoms[id].is_some() {
                let outermost = self.top[self.blossom(id).base];
                self.dissolve(outermost);
            }
        }
        for (place, a) in self.left.clone().into_iter().enumerate() {
            self.labels[a] += Weight::of_order(labels[a]);
            for at in place + 1..self.left.len() {
                let b = self.left[at];
                if self.is_edge(a, b) {
                    debug_assert!(labels[a] + labels[b] >= 2 * order(a, b));
                    self.set(a, b, self.weight(a, b) + Weight::of_order(order(a, b)));
                }
            }
        }
        // The first vertices get the first mates, as the order of the rules will have it.
        self.mate.fill(NO);
        self.pair_tight(second);
        self.repair();
    }

    fn pair_tight(&mut self, second: usize) {
        for a in 0..self.n {
            for b in (second..self.n).chain(0..second) {
                if self.mate[a] != NO || !self.alive[a] {
                    break;
                }
                if a != b {
                    self.pair_if_tight(a, b);
                }
            }
        }
    }

    fn pair_if_tight(&mut self, a: usize, b: usize) {
        let free = |vertex: usize| self.alive[vertex] && self.mate[vertex] == NO;
        if free(a) && free(b) && self.is_edge(a, b) && self.slack(a, b) == Weight::ZERO {
            self.join(a, b);
        }
    }

    /// Completes the matching. Returns false if some vertex must stay alone.
    pub(crate) fn complete(&mut self) -> bool {
        let free: Vec<usize> = self.left.iter().copied().filter(|vertex| self.mate[*vertex] == NO).collect();
        free.into_iter().all(|root| self.mate[root] != NO || self.search(root))
    }

    /// Completes the matching again after a change that leaves all vertices a mate.
    fn repair(&mut self) {
        let is_complete = self.complete();
        assert!(is_complete, "all vertices had mates before the change");
    }

    /// Prefers some edges of a vertex, of otherwise equal ones that with the greatest addition (at least 0), and prefers no others any
    /// longer.
    pub(crate) fn prefer(&mut self, vertex: usize, addition: impl Fn(usize) -> i64) {
        self.release(vertex);
        if let Some((former, _)) = self.preferred.take().filter(|(former, _)| *former != vertex) {
            // Its edges weigh less again, so its label fits, but its own edge may be tight no more.
            if self.alive[former] {
                self.release(former);
                self.relabel(former);
            }
        }
        let additions = (0..self.n).map(|other| if other == vertex { 0 } else { addition(other) }).collect();
        self.preferred = Some((vertex, additions));
        self.relabel(vertex);
        self.repair();
    }

    /// Removes the edges of a vertex to others than these, of which its mate is one.
    pub(crate) fn restrict(&mut self, vertex: usize, allowed: impl Fn(usize) -> bool) {
        debug_assert!(self.mate(vertex).is_some_and(&allowed));
        // The labels suit fewer edges, too, but an edge within a blossom cannot be missing.
        let is_within = self.top[vertex] >= self.n;
        if is_within {
            self.release(vertex);
        }
        for other in 0..self.n {
            if other != vertex && !allowed(other) {
                self.edges[vertex * self.n + other] = NONE;
                self.edges[other * self.n + vertex] = NONE;
            }
        }
        if is_within {
            self.relabel(vertex);
            self.repair();
        }
    }

    /// Takes a matched pair out of the graph.
    pub(crate) fn remove_pair(&mut self, a: usize, b: usize) {
        debug_assert_eq!(self.mate[a], b);
        if self.preferred.as_ref().is_some_and(|(vertex, _)| *vertex == a || *vertex == b) {
            self.preferred = None;
        }
        for vertex in [a, b] {
            self.release(vertex);
        }
        self.alive[a] = false;
        self.alive[b] = false;
        self.left.retain(|vertex| *vertex != a && *vertex != b);
        self.repair();
    }

    /// Frees a vertex whose edges change, and dissolves the blossoms around it.
    fn release(&mut self, vertex: usize) {
        while self.top[vertex] >= self.n {
            self.dissolve(self.top[vertex]);
        }
        let mate = self.mate[vertex];
        if mate != NO {
            self.mate[vertex] = NO;
            self.mate[mate] = NO;
        }
    }

    /// Makes the label of a released vertex fit its edges.
    fn relabel(&mut self, vertex: usize) {
        let others = self.left.iter().copied();
        let fit = others
            .filter(|&other| self.is_edge(vertex, other))
            .map(|other| self.labels[vertex] - self.slack(vertex, other))
            .max();
        if let Some(label) = fit {
            self.labels[vertex] = label;
        }
    }

    /// Returns whether an edge may be in a best matching: no other ones are tight. Within a blossom the slack is negative.
    pub(crate) fn may_be_matched(&self, a: usize, b: usize) -> bool {
        self.alive[b] && self.is_edge(a, b) && self.slack(a, b) <= Weight::ZERO
    }

    fn slack(&self, a: usize, b: usize) -> Weight<N> {
        let mut slack = self.labels[a] + self.labels[b] - self.weight(a, b).double();
        if let Some((vertex, additions)) = &self.preferred {
            if *vertex == a {
                slack.order -= 2 * additions[b];
            } else if *vertex == b {
                slack.order -= 2 * additions[a];
            }
        }
        slack
    }

    fn collect_vertices(&self, id: usize, found: &mut Vec<usize>) {
        match self.blossoms.get(id).and_then(Option::as_ref) {
            Some(blossom) => blossom.children.iter().for_each(|child| self.collect_vertices(*child, found)),
            None => found.push(id),
        }
    }

    fn vertices(&self, id: usize) -> Vec<usize> {
        let mut found = Vec::new();
        self.collect_vertices(id, &mut found);
        found
    }

    fn blossom(&self, id: usize) -> &Blossom<N> {
        self.blossoms[id].as_ref().expect("ids of blossoms in use")
    }

    fn base(&self, id: usize) -> usize {
        if id < self.n { id } else { self.blossom(id).base }
    }

    fn contains(&self, id: usize, vertex: usize) -> bool {
        if id < self.n {
            return id == vertex;
        }
        self.blossom(id).children.iter().any(|child| self.contains(*child, vertex))
    }

    /// Place of the child that contains a vertex.
    fn place(&self, blossom: &Blossom<N>, vertex: usize) -> usize {
        blossom.children.iter().position(|child| self.contains(*child, vertex)).expect("a vertex of the blossom")
    }

    /// Makes the children of an outermost blossom outermost. If its dual variable is not zero, its base loses its mate.
    fn dissolve(&mut self, id: usize) {
        let blossom = self.blossoms[id].take().expect("an outermost blossom");
        for &child in &blossom.children {
            for vertex in self.vertices(child) {
                self.top[vertex] = child;
                self.labels[vertex] += blossom.dual.half();
            }
        }
        let mate = self.mate[blossom.base];
        if blossom.dual > Weight::ZERO && mate != NO {
            self.mate[mate] = NO;
            self.mate[blossom.base] = NO;
        }
        self.unused.push(id);
    }

    fn join(&mut self, a: usize, b: usize) {
        self.mate[a] = b;
        self.mate[b] = a;
    }

    /// Makes a vertex the base of a blossom, by exchanging matched and other edges between it and the former base.
    fn rotate(&mut self, id: usize, vertex: usize) {
        if id < self.n || self.blossom(id).base == vertex {
            return;
        }
        let blossom = self.blossom(id).clone();
        let count = blossom.children.len();
        let from = self.place(&blossom, vertex);
        self.rotate(blossom.children[from], vertex);
        let mut at = from;
        while at != 0 {
            // Two steps towards the first child: along a matched edge, and along one that becomes matched.
            if from % 2 == 1 {
                let (next, after) = ((at + 1) % count, (at + 2) % count);
                let (p, q) = blossom.edges[next];
                self.rotate(blossom.children[next], p);
                self.rotate(blossom.children[after], q);
                self.join(p, q);
                at = after;
            } else {
                let (q, p) = blossom.edges[at - 2];
                self.rotate(blossom.children[at - 1], p);
                self.rotate(blossom.children[at - 2], q);
                self.join(p, q);
                at -= 2;
            }
        }
        let turned = self.blossoms[id].as_mut().expect("a blossom in use");
        turned.children.rotate_left(from);
        turned.edges.rotate_left(from);
        turned.base = vertex;
    }

    fn make_even(&mut self, id: usize, entry: (usize, usize)) {
        self.state[id] = State::Even;
        self.entry[id] = entry;
        let mut queue = std::mem::take(&mut self.queue);
        self.collect_vertices(id, &mut queue);
        self.queue = queue;
    }
}
