//! Graph of the positions of a book, directed from the start position, and their minimax values.
//!
//! Transpositions are one node. A back edge is a reversible move to a position that is no further from the start. It cannot take
//! the value of the position that it leads to, which may depend on the move itself. It keeps its own score, but is worth a draw
//! at most, since a repetition has no gain. Every cycle has a back edge, because the other moves lead further from the start
//! or are irreversible. So the graph without back edges is acyclic, and its values are well defined.

use std::collections::{HashMap, VecDeque};

use saffron_rules::{Position, Variant};

/// Move of a position.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The move, as `Move::to_bits` packs it.
    pub(crate) bits: u16,
    /// Score before minimax, in centipawns from the mover's point of view.
    pub(crate) score: i16,
    /// Hash of the position after the move.
    #[cfg_attr(not(feature = "build"), expect(dead_code, reason = "used for building only"))]
    pub(crate) next: u64,
    /// Index of the node after the move, if that position is in the book.
    pub(crate) child: Option<usize>,
    /// True for a back edge.
    pub(crate) is_back: bool,
}

/// Position of the book with its moves.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// Distance from the start, in plies.
    pub(crate) ply: u32,
    pub(crate) edges: Vec<Edge>,
}

/// Error of a move that is illegal in its position.
#[derive(Clone, Debug)]
pub(crate) struct IllegalEdge {
    /// The position.
    pub(crate) position: Box<Position>,
    /// The move, as `Move::to_bits` packs it.
    pub(crate) bits: u16,
}

/// Positions that can be reached from the start, by ascending distance; empty if the start is not in the book.
#[derive(Clone, Debug)]
pub(crate) struct PositionGraph {
    pub(crate) nodes: Vec<Node>,
}

impl PositionGraph {
    /// Builds the graph. `moves_of` returns the moves of the position with a given hash, as bits and scores, or `None` if the
    /// position is not in the book.
    pub(crate) fn new<I: IntoIterator<Item = (u16, i16)>>(
        variant: &'static Variant,
        moves_of: impl Fn(u64) -> Option<I>,
    ) -> Result<PositionGraph, IllegalEdge> {
        let start = variant.start();
        let mut indices: HashMap<u64, usize> = HashMap::new();
        let mut nodes: Vec<Node> = Vec::new();
        let mut queue: VecDeque<usize> = VecDeque::new();
        if moves_of(start.hash()).is_some() {
            indices.insert(start.hash(), 0);
            nodes.push(Node { position: start, ply: 0, edges: Vec::new() });
            queue.push_back(0);
        }
        while let Some(index) = queue.pop_front() {
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
                let in_book = moves_of(hash).is_some();
                let child = in_book.then(|| {
                    *indices.entry(hash).or_insert_with(|| {
                        nodes.push(Node { position: next, ply: ply + 1, edges: Vec::new() });
                        queue.push_back(nodes.len() - 1);
                        nodes.len() - 1
                    })
                });
                let reversible = next.halfmove_clock() > 0 && next.castling_rights() == position.castling_rights();
                let is_back = child.is_some_and(|child| reversible && nodes[child].ply <= ply);
                edges.push(Edge { bits, score, next: hash, child, is_back });
            }
            nodes[index].edges = edges;
        }
        Ok(PositionGraph { nodes })
    }

    /// Computes the minimax value of each node for its side to move, in centipawns.
    pub(crate) fn values(&self) -> Vec<i16> {
        // In reverse topological order: a node's value is computed when all its children have one.
        let mut open_children: Vec<usize> = vec![0; self.nodes.len()];
        let mut parents: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in node.edges.iter().filter(|edge| !edge.is_back).filter_map(|edge| edge.child) {
                open_children[index] += 1;
                parents[child].push(index);
            }
        }
        let mut values = vec![0; self.nodes.len()];
        let mut ready: Vec<usize> = (0..self.nodes.len()).filter(|&index| open_children[index] == 0).collect();
        let mut done = 0;
        while let Some(index) = ready.pop() {
            done += 1;
            values[index] = self.nodes[index].edges.iter().map(|edge| edge.value(&values)).max().unwrap_or(0);
            for &parent in &parents[index] {
                open_children[parent] -= 1;
                if open_children[parent] == 0 {
                    ready.push(parent);
                }
            }
        }
        debug_assert_eq!(done, self.nodes.len(), "the graph without back edges is acyclic");
        values
    }
}

impl Edge {
    /// Value of the move for the mover, given the values of all nodes.
    pub(crate) fn value(&self, values: &[i16]) -> i16 {
        match self.child {
            Some(_) if self.is_back => self.score.min(0),
            Some(child) => -values[child],
            None => self.score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a graph of lines of UCI moves with scores; all positions but the last of each line are nodes.
    fn graph(lines: &[&[(&str, i16)]]) -> PositionGraph {
        let variant = Variant::by_id("shafran").unwrap();
        let mut moves: HashMap<u64, Vec<(u16, i16)>> = HashMap::new();
        for line in lines {
            let mut position = variant.start();
            for &(uci, score) in *line {
                let mv = position.parse_uci(uci).unwrap();
                let listed = moves.entry(position.hash()).or_default();
                if listed.iter().all(|&(bits, _)| bits != mv.to_bits()) {
                    listed.push((mv.to_bits(), score));
                }
                position.play_unchecked(mv);
            }
        }
        PositionGraph::new(variant, |hash| moves.get(&hash).cloned()).unwrap()
    }

    fn root_values(graph: &PositionGraph) -> Vec<i16> {
        let values = graph.values();
        graph.nodes[0].edges.iter().map(|edge| edge.value(&values)).collect()
    }

    #[test]
    fn values_are_minimax_values() {
        let graph = graph(&[&[("e2e5", 10), ("e9e6", 4)], &[("e2e5", 10), ("d8d7", 30)], &[("d2d3", 5)]]);
        assert_eq!(graph.nodes.len(), 2);
        // Black's better reply makes the first move worth -30 to White, regardless of the move's own score.
        assert_eq!(root_values(&graph), [-30, 5]);
        assert_eq!(graph.values(), [5, 30]);
    }

    #[test]
    fn transpositions_are_one_node() {
        let graph =
            graph(&[&[("e2e5", 1), ("e9e6", 1), ("d2d3", 1), ("d8d7", 40)], &[("d2d3", 2), ("e9e6", 1), ("e2e5", 1)]]);
        assert_eq!(graph.nodes.iter().map(|node| node.ply).collect::<Vec<_>>(), [0, 1, 1, 2, 2, 3]);
        assert_eq!(root_values(&graph), [-40, -40]);
    }

    /// Both knights return: the last move leads back to the start.
    #[test]
    fn a_repetition_is_worth_a_draw_at_most() {
        let line = |last| [("b1c4", 8), ("h10g7", 8), ("c4b1", 8), ("g7h10", last)];
        for (score, expected) in [(25, 0), (-25, -25)] {
            let graph = graph(&[&line(score)]);
            assert_eq!(graph.nodes.len(), 4);
            assert!(graph.nodes[3].edges[0].is_back);
            assert_eq!(graph.values(), [-expected, expected, -expected, expected]);
        }
    }

    #[test]
    fn an_illegal_move_is_reported() {
        let variant = Variant::by_id("shafran").unwrap();
        let error = PositionGraph::new(variant, |_| Some([(0x3fff, 0)])).unwrap_err();
        assert_eq!((*error.position, error.bits), (variant.start(), 0x3fff));
        assert!(PositionGraph::new(variant, |_| None::<Vec<(u16, i16)>>).unwrap().nodes.is_empty());
    }
}
