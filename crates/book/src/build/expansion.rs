//! Positions searched so far, and the choice of the next ones.
//!
//! Drop-out expansion (Thomas Lincke, 2000): the next position is the one whose path has the least cost. Every ply costs
//! [`PLY_COST`], and every move its loss against the best move of its position. So good lines become long, and bad moves get a
//! few replies. When a move's value drops as its line is extended, the other moves of its position become cheap and are searched
//! next.
//!
//! Only some moves of a position are searched at first. The others count as one more move, worth as much as the worst searched
//! move (Michael Buro, 1999): when the searched moves drop below that, the other moves are searched.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use saffron_rules::Variant;

use super::games::GameResults;
use super::journal::JournalError;
use super::position_search::SearchTask;
use crate::book::{Book, Entry};
use crate::position_graph::{Node, PositionGraph};
use crate::weight::set_weights;

/// Cost of a ply, in centipawns.
const PLY_COST: u32 = 5;

/// Number of positions chosen at once. It does not depend on the number of threads, so that the book does not either.
const BATCH: usize = 8;

/// Number of moves that another search of a position adds.
const MORE_LINES: usize = 2;

/// Maximum number of moves of a position.
const MAX_MOVES: usize = 40;

/// Positions searched so far, by hash, with their moves and scores.
pub(super) struct Expansion {
    variant: &'static Variant,
    lines: usize,
    searched: HashMap<u64, Vec<(u16, i16)>>,
}

impl Expansion {
    pub(super) fn new(variant: &'static Variant, lines: usize) -> Expansion {
        Expansion { variant, lines, searched: HashMap::new() }
    }

    /// Number of searched positions.
    pub(super) fn len(&self) -> usize {
        self.searched.len()
    }

    /// Adds the moves found by a search, unless the position has them already.
    pub(super) fn add(&mut self, hash: u64, moves: &[(u16, i16)]) {
        let listed = self.searched.entry(hash).or_default();
        for mv in moves {
            if listed.iter().all(|(bits, _)| *bits != mv.0) {
                listed.push(*mv);
            }
        }
    }

    fn graph(&self) -> Result<PositionGraph, JournalError> {
        PositionGraph::new(self.variant, |hash| self.searched.get(&hash).map(|moves| moves.iter().copied()))
            .map_err(|_| JournalError::Damaged("a move is not legal"))
    }

    /// Returns the next searches by ascending cost; empty if there are none left.
    pub(super) fn next_tasks(&self) -> Result<Vec<SearchTask>, JournalError> {
        let graph = self.graph()?;
        if graph.nodes.is_empty() {
            let position = self.variant.start();
            return Ok(if position.outcome().is_some() {
                Vec::new()
            } else {
                vec![SearchTask { position, moves: Vec::new(), lines: self.lines }]
            });
        }
        let values = graph.values();
        let costs = costs(&graph, &values);
        // Sorted by cost, then by hash, so that the order is deterministic.
        let mut tasks: Vec<(u32, u64, SearchTask)> = Vec::new();
        let mut leaves: HashMap<u64, usize> = HashMap::new();
        for ((node, &cost), &value) in graph.nodes.iter().zip(&costs).zip(&values) {
            for edge in node.edges.iter().filter(|edge| edge.child.is_none()) {
                let cost = cost + PLY_COST + loss(value, edge.score);
                match leaves.get(&edge.next) {
                    Some(&index) => tasks[index].0 = tasks[index].0.min(cost),
                    None => {
                        let Some(mv) = node.position.move_from_bits(edge.bits) else { continue };
                        let mut position = node.position;
                        position.play_unchecked(mv);
                        if position.outcome().is_none() {
                            leaves.insert(edge.next, tasks.len());
                            tasks.push((
                                cost,
                                edge.next,
                                SearchTask { position, moves: Vec::new(), lines: self.lines },
                            ));
                        }
                    }
                }
            }
            if let Some(task) = more_moves(node) {
                let worst = node.edges.iter().map(|edge| edge.score).min().unwrap_or(value);
                tasks.push((cost + 2 * PLY_COST + loss(value, worst), node.position.hash(), task));
            }
        }
        tasks.sort_by_key(|(cost, hash, _)| (*cost, *hash));
        Ok(tasks.into_iter().take(BATCH).map(|(_, _, task)| task).collect())
    }

    /// Builds the book of all searched positions.
    pub(super) fn book(&self, games: &GameResults) -> Result<Book, JournalError> {
        let graph = self.graph()?;
        let values = graph.values();
        let positions = graph.nodes.iter().map(|node| {
            let hash = node.position.hash();
            let entry = |edge: &crate::position_graph::Edge| {
                let (games, quarters) = games.get(hash, edge.bits);
                Entry { bits: edge.bits, value: edge.value(&values), games, quarters, weight: 0 }
            };
            let mut entries: Vec<Entry> = node.edges.iter().map(entry).collect();
            set_weights(&mut entries);
            (hash, entries)
        });
        Ok(Book::from_positions(self.variant, positions.filter(|(_, entries)| !entries.is_empty()).collect()))
    }
}

/// Loss of a move against the best one.
fn loss(best: i16, score: i16) -> u32 {
    (i32::from(best) - i32::from(score)).max(0).unsigned_abs()
}

/// Returns the search of the moves that a node does not have yet; `None` if it has enough.
fn more_moves(node: &Node) -> Option<SearchTask> {
    if node.edges.len() >= MAX_MOVES {
        return None;
    }
    let mut moves = node.position.legal_moves();
    moves.retain(|mv| node.edges.iter().all(|edge| edge.bits != mv.to_bits()));
    (!moves.is_empty()).then_some(SearchTask { position: node.position, moves, lines: MORE_LINES })
}

/// Computes the least cost of a path from the start to each node (Dijkstra's algorithm).
fn costs(graph: &PositionGraph, values: &[i16]) -> Vec<u32> {
    let mut costs = vec![u32::MAX; graph.nodes.len()];
    let mut open = BinaryHeap::from([Reverse((0, 0))]);
    costs[0] = 0;
    while let Some(Reverse((cost, index))) = open.pop() {
        if cost > costs[index] {
            continue;
        }
        for edge in &graph.nodes[index].edges {
            let Some(child) = edge.child else { continue };
            let next = cost + PLY_COST + loss(values[index], edge.value(values));
            if next < costs[child] {
                costs[child] = next;
                open.push(Reverse((next, child)));
            }
        }
    }
    costs
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Position;

    fn bits(position: &Position, uci: &str) -> u16 {
        position.parse_uci(uci).unwrap().to_bits()
    }

    fn after(position: &Position, uci: &str) -> Position {
        position.play(position.parse_uci(uci).unwrap()).unwrap()
    }

    #[test]
    fn best_lines_are_extended_and_alternatives_of_a_drop_searched() {
        let variant = Variant::by_id("shafran").unwrap();
        let start = variant.start();
        let mut expansion = Expansion::new(variant, 2);
        assert_eq!(expansion.next_tasks().unwrap()[0].position, start);
        expansion.add(start.hash(), &[(bits(&start, "e2e5"), 20), (bits(&start, "d2d3"), 12)]);
        let (first, second) = (after(&start, "e2e5"), after(&start, "d2d3"));
        let tasks = |expansion: &Expansion| {
            expansion.next_tasks().unwrap().iter().map(|task| task.position).collect::<Vec<_>>()
        };
        // The best move, the second one, and then other moves of the start.
        assert_eq!(tasks(&expansion), [first, second, start]);
        assert_eq!(expansion.next_tasks().unwrap()[2].moves.len(), 40);
        // If the best move keeps its value, its line is extended.
        expansion.add(first.hash(), &[(bits(&first, "e9e6"), -20)]);
        assert_eq!(tasks(&expansion)[..2], [after(&first, "e9e6"), second]);
        // If it has dropped far below the second, that one is first, and other moves of the start come before its own line.
        let mut expansion = Expansion::new(variant, 2);
        expansion.add(start.hash(), &[(bits(&start, "e2e5"), 20), (bits(&start, "d2d3"), 12)]);
        expansion.add(first.hash(), &[(bits(&first, "e9e6"), 80)]);
        assert_eq!(tasks(&expansion), [second, start, after(&first, "e9e6"), first]);
    }
}
