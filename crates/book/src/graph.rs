//! The positions of a book as a graph from the start position on, and values by minimax over it.
//!
//! Positions that several lines lead to are one node, so values pass through all of them. Some moves lead back: to a position
//! that is no further from the start, by a move that can be taken back. Such a move does not take over the value of
//! the position that it leads to, which may rest on the move itself. It keeps its own score, but counts as a draw at the most: who
//! goes round in a circle gains nothing by it. Every circle has such a move, since the others lead further from the start or
//! cannot be taken back; so without them the graph has none, and its values are well defined.

use std::collections::{HashMap, VecDeque};

use saffron_rules::{Position, Variant};

/// A move of a node.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The move, as `Move::to_bits` packs it.
    pub(crate) bits: u16,
    /// Centipawns from the mover's point of view, before minimax.
    pub(crate) score: i16,
    /// The hash of the position that it leads to.
    #[cfg_attr(not(feature = "build"), expect(dead_code, reason = "only a builder looks beyond the book"))]
    pub(crate) next: u64,
    /// The node that it leads to, where that is one.
    pub(crate) child: Option<usize>,
    /// Whether it leads back.
    pub(crate) back: bool,
}

/// A position of the book.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// How far from the start it is on the shortest way, in plies.
    pub(crate) ply: u32,
    pub(crate) edges: Vec<Edge>,
}

/// A move that is not legal in the position that it is given for.
#[derive(Clone, Debug)]
pub(crate) struct IllegalEdge {
    /// The position.
    pub(crate) position: Box<Position>,
    /// The move, as `Move::to_bits` packs it.
    pub(crate) bits: u16,
}

/// The positions that can be reached from the start, those nearest to it first; none where the start is not in the book.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
}

impl Graph {
    /// Follows the moves that `moves_of` names, as bits and scores, for the hash of a position: none where the position
    /// is not in the book.
    pub(crate) fn new<I: IntoIterator<Item = (u16, i16)>>(
        variant: &'static Variant,
        moves_of: impl Fn(u64) -> Option<I>,
    ) -> Result<Graph, IllegalEdge> {
        let start = variant.start();
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut nodes: Vec<Node> = Vec::new();
        let mut waiting: VecDeque<usize> = VecDeque::new();
        if moves_of(start.hash()).is_some() {
            places.insert(start.hash(), 0);
            nodes.push(Node { position: start, ply: 0, edges: Vec::new() });
            waiting.push_back(0);
        }
        while let Some(index) = waiting.pop_front() {
            let Node { position, ply, .. } = nodes[index];
            let mut edges = Vec::new();
            for (bits, score) in moves_of(position.hash()).into_iter().flatten() {
                let mv = position
                    .move_from_bits(bits)
                    .filter(|&mv| position.is_legal(mv))
                    .ok_or_else(|| IllegalEdge { position: Box::new(position), bits })?;
                let mut next = position;
                next.play_unchecked(mv);
                let hash = next.hash();
                let known = moves_of(hash).is_some();
                let child = known.then(|| {
                    *places.entry(hash).or_insert_with(|| {
                        nodes.push(Node { position: next, ply: ply + 1, edges: Vec::new() });
                        waiting.push_back(nodes.len() - 1);
                        nodes.len() - 1
                    })
                });
                let reversible = next.halfmove_clock() > 0 && next.castling_rights() == position.castling_rights();
                let back = child.is_some_and(|child| reversible && nodes[child].ply <= ply);
                edges.push(Edge { bits, score, next: hash, child, back });
            }
            nodes[index].edges = edges;
        }
        Ok(Graph { nodes })
    }

    /// The value of each node for its side to move, in centipawns.
    pub(crate) fn values(&self) -> Vec<i16> {
        // From the ends of the lines towards the start: a node's turn comes when all that it rests on have a value.
        let mut rests_on: Vec<usize> = vec![0; self.nodes.len()];
        let mut parents: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in node.edges.iter().filter(|edge| !edge.back).filter_map(|edge| edge.child) {
                rests_on[index] += 1;
                parents[child].push(index);
            }
        }
        let mut values = vec![0; self.nodes.len()];
        let mut ready: Vec<usize> = (0..self.nodes.len()).filter(|&index| rests_on[index] == 0).collect();
        let mut done = 0;
        while let Some(index) = ready.pop() {
            done += 1;
            values[index] = self.nodes[index].edges.iter().map(|edge| edge.value(&values)).max().unwrap_or(0);
            for &parent in &parents[index] {
                rests_on[parent] -= 1;
                if rests_on[parent] == 0 {
                    ready.push(parent);
                }
            }
        }
        debug_assert_eq!(done, self.nodes.len(), "the graph without moves that lead back has no circle");
        values
    }
}

impl Edge {
    /// What the move is worth to the mover, given the values of the nodes.
    pub(crate) fn value(&self, values: &[i16]) -> i16 {
        match self.child {
            Some(_) if self.back => self.score.min(0),
            Some(child) => -values[child],
            None => self.score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A graph of lines in UCI moves with scores; every position on them but the last of each is a node.
    fn graph(lines: &[&[(&str, i16)]]) -> Graph {
        let variant = Variant::by_id("shafran").unwrap();
        let mut moves: HashMap<u64, Vec<(u16, i16)>> = HashMap::new();
        for line in lines {
            let mut position = variant.start();
            for &(uci, score) in *line {
                let mv = position.parse_uci(uci).unwrap();
                let known = moves.entry(position.hash()).or_default();
                if known.iter().all(|&(bits, _)| bits != mv.to_bits()) {
                    known.push((mv.to_bits(), score));
                }
                position.play_unchecked(mv);
            }
        }
        Graph::new(variant, |hash| moves.get(&hash).cloned()).unwrap()
    }

    fn root_values(graph: &Graph) -> Vec<i16> {
        let values = graph.values();
        graph.nodes[0].edges.iter().map(|edge| edge.value(&values)).collect()
    }

    #[test]
    fn values_are_those_of_the_best_play() {
        let graph = graph(&[&[("e2e5", 10), ("e9e6", 4)], &[("e2e5", 10), ("d8d7", 30)], &[("d2d3", 5)]]);
        assert_eq!(graph.nodes.len(), 2);
        // Black's better answer makes the first move worth -30 to White, whatever was thought of it before.
        assert_eq!(root_values(&graph), [-30, 5]);
        assert_eq!(graph.values(), [5, 30]);
    }

    #[test]
    fn lines_that_meet_are_one_position() {
        let graph =
            graph(&[&[("e2e5", 1), ("e9e6", 1), ("d2d3", 1), ("d8d7", 40)], &[("d2d3", 2), ("e9e6", 1), ("e2e5", 1)]]);
        assert_eq!(graph.nodes.iter().map(|node| node.ply).collect::<Vec<_>>(), [0, 1, 1, 2, 2, 3]);
        assert_eq!(root_values(&graph), [-40, -40]);
    }

    /// Knights go out and back: the last move leads to the start again.
    #[test]
    fn a_circle_is_worth_a_draw_at_the_most() {
        let line = |last| [("b1c4", 8), ("h10g7", 8), ("c4b1", 8), ("g7h10", last)];
        for (own, expected) in [(25, 0), (-25, -25)] {
            let graph = graph(&[&line(own)]);
            assert_eq!(graph.nodes.len(), 4);
            assert!(graph.nodes[3].edges[0].back);
            assert_eq!(graph.values(), [-expected, expected, -expected, expected]);
        }
    }

    #[test]
    fn an_illegal_move_is_named() {
        let variant = Variant::by_id("shafran").unwrap();
        let error = Graph::new(variant, |_| Some([(0x3fff, 0)])).unwrap_err();
        assert_eq!((*error.position, error.bits), (variant.start(), 0x3fff));
        assert!(Graph::new(variant, |_| None::<Vec<(u16, i16)>>).unwrap().nodes.is_empty());
    }
}
