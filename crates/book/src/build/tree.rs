//! What the searches have found, and which positions to search next.
//!
//! Drop-out expansion (Thomas Lincke, 2000): the next position is the one that is cheapest to come to, where every ply costs
//! [`PLY_COST`] and a move that falls behind the best of its position costs besides what it loses. So good lines are followed far
//! and bad ones, which somebody may play nevertheless, a little. A move that falls back as its line is understood
//! better makes the others of its position cheap: these are looked at next.
//!
//! A position has some of its moves only. The others count as one more, which is worth as much as the worst that was listed
//! (Michael Buro, 1999): when what is listed falls below that, another search looks for more.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use saffron_rules::Variant;

use super::games::Games;
use super::journal::JournalError;
use super::search::Task;
use crate::book::{Book, Entry};
use crate::graph::{Graph, Node};
use crate::weight::weigh;

/// What a ply costs, in centipawns lost.
const PLY_COST: u32 = 5;

/// How many positions are searched before it is worked out anew which come next. It does not depend on the number of threads, so
/// that the book does not either.
const BATCH: usize = 8;

/// How many moves a later search of a position adds.
const MORE_LINES: usize = 2;

/// The most moves of a position.
const MOST_MOVES: usize = 40;

/// The positions searched so far, by hash, with their moves and scores.
pub(super) struct Tree {
    variant: &'static Variant,
    lines: usize,
    searched: HashMap<u64, Vec<(u16, i16)>>,
}

impl Tree {
    pub(super) fn new(variant: &'static Variant, lines: usize) -> Tree {
        Tree { variant, lines, searched: HashMap::new() }
    }

    /// How many positions were searched.
    pub(super) fn len(&self) -> usize {
        self.searched.len()
    }

    /// Takes over what a search has found: the first of a position, or more of its moves.
    pub(super) fn add(&mut self, hash: u64, moves: &[(u16, i16)]) {
        let known = self.searched.entry(hash).or_default();
        for mv in moves {
            if known.iter().all(|(bits, _)| *bits != mv.0) {
                known.push(*mv);
            }
        }
    }

    fn graph(&self) -> Result<Graph, JournalError> {
        Graph::new(self.variant, |hash| self.searched.get(&hash).map(|moves| moves.iter().copied()))
            .map_err(|_| JournalError::Damaged("a move is not legal"))
    }

    /// What to search next, the most urgent first; nothing when there is nothing left.
    pub(super) fn next_tasks(&self) -> Result<Vec<Task>, JournalError> {
        let graph = self.graph()?;
        if graph.nodes.is_empty() {
            let position = self.variant.start();
            return Ok(if position.outcome().is_some() {
                Vec::new()
            } else {
                vec![Task { position, moves: Vec::new(), lines: self.lines }]
            });
        }
        let values = graph.values();
        let costs = costs(&graph, &values);
        // By cost; where two cost the same, by a hash, so that the order is always the same.
        let mut tasks: Vec<(u32, u64, Task)> = Vec::new();
        let mut leaves: HashMap<u64, usize> = HashMap::new();
        for ((node, &cost), &value) in graph.nodes.iter().zip(&costs).zip(&values) {
            for edge in node.edges.iter().filter(|edge| edge.child.is_none()) {
                let cost = cost + PLY_COST + loss(value, edge.score);
                match leaves.get(&edge.next) {
                    Some(&place) => tasks[place].0 = tasks[place].0.min(cost),
                    None => {
                        let Some(mv) = node.position.move_from_bits(edge.bits) else { continue };
                        let mut position = node.position;
                        position.play_unchecked(mv);
                        if position.outcome().is_none() {
                            leaves.insert(edge.next, tasks.len());
                            tasks.push((cost, edge.next, Task { position, moves: Vec::new(), lines: self.lines }));
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

    /// The book of what was found.
    pub(super) fn book(&self, games: &Games) -> Result<Book, JournalError> {
        let graph = self.graph()?;
        let values = graph.values();
        let positions = graph.nodes.iter().map(|node| {
            let hash = node.position.hash();
            let entry = |edge: &crate::graph::Edge| {
                let (games, quarters) = games.of(hash, edge.bits);
                Entry { bits: edge.bits, value: edge.value(&values), games, quarters, weight: 0 }
            };
            let mut entries: Vec<Entry> = node.edges.iter().map(entry).collect();
            weigh(&mut entries);
            (hash, entries)
        });
        Ok(Book::from_positions(self.variant, positions.filter(|(_, entries)| !entries.is_empty()).collect()))
    }
}

/// What a move loses against the best.
fn loss(best: i16, score: i16) -> u32 {
    (i32::from(best) - i32::from(score)).max(0).unsigned_abs()
}

/// The search for moves of a node that it does not have yet.
fn more_moves(node: &Node) -> Option<Task> {
    if node.edges.len() >= MOST_MOVES {
        return None;
    }
    let mut moves = node.position.legal_moves();
    moves.retain(|mv| node.edges.iter().all(|edge| edge.bits != mv.to_bits()));
    (!moves.is_empty()).then_some(Task { position: node.position, moves, lines: MORE_LINES })
}

/// What it costs to come to each node from the start (Dijkstra's algorithm).
fn costs(graph: &Graph, values: &[i16]) -> Vec<u32> {
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
    fn the_best_lines_are_followed_and_a_move_that_drops_lets_others_in() {
        let variant = Variant::by_id("shafran").unwrap();
        let start = variant.start();
        let mut tree = Tree::new(variant, 2);
        assert_eq!(tree.next_tasks().unwrap()[0].position, start);
        tree.add(start.hash(), &[(bits(&start, "e2e5"), 20), (bits(&start, "d2d3"), 12)]);
        let (first, second) = (after(&start, "e2e5"), after(&start, "d2d3"));
        let tasks = |tree: &Tree| tree.next_tasks().unwrap().iter().map(|task| task.position).collect::<Vec<_>>();
        // The best move, the one behind it, and then more moves of the start.
        assert_eq!(tasks(&tree), [first, second, start]);
        assert_eq!(tree.next_tasks().unwrap()[2].moves.len(), 40);
        // Where the best move keeps its value, its line goes on.
        tree.add(first.hash(), &[(bits(&first, "e9e6"), -20)]);
        assert_eq!(tasks(&tree)[..2], [after(&first, "e9e6"), second]);
        // Where it has dropped far below the second, that one comes first, and other moves of the start before its own line.
        let mut tree = Tree::new(variant, 2);
        tree.add(start.hash(), &[(bits(&start, "e2e5"), 20), (bits(&start, "d2d3"), 12)]);
        tree.add(first.hash(), &[(bits(&first, "e9e6"), 80)]);
        assert_eq!(tasks(&tree), [second, start, after(&first, "e9e6"), first]);
    }
}
