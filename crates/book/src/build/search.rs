//! One search for the book.

use saffron_engine::{Control, Engine, Info, Limits, Observer, Root, Score};
use saffron_rules::{Move, Position};

/// Table of an engine in MiB: a search is small, and the table is emptied before each.
pub(super) const HASH_MB: usize = 4;

/// A position to search.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) position: Position,
    /// Only these moves, unless the list is empty.
    pub(super) moves: Vec<Move>,
    /// How many of the best.
    pub(super) lines: usize,
}

/// The best moves, as bits, with their scores in centipawns; none when it was stopped.
pub(super) fn run(engine: &mut Engine, task: &Task, nodes: u64, control: &Control) -> Option<Vec<(u16, i16)>> {
    let limits =
        Limits { nodes: Some(nodes), multi_pv: task.lines, search_moves: task.moves.clone(), ..Limits::default() };
    // Nothing of another position, so that the same search gives the same result whatever came before.
    engine.new_game();
    let mut lines = Lines::default();
    let result = engine.search(&Root::from(task.position), &limits, control, &mut lines);
    if control.is_stopped() {
        return None;
    }
    if lines.0.is_empty() {
        lines.0 = result.lines.iter().map(|line| (line.pv[0].to_bits(), centipawns(line.score))).collect();
    }
    Some(lines.0)
}

fn centipawns(score: Score) -> i16 {
    score.to_centipawns().clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16
}

/// The lines of the last depth that was finished: only scores of one depth can be compared.
#[derive(Default)]
struct Lines(Vec<(u16, i16)>);

impl Observer for Lines {
    fn info(&mut self, info: &Info<'_>) {
        if info.multi_pv == 1 {
            self.0.clear();
        }
        self.0.push((info.pv[0].to_bits(), centipawns(info.score)));
    }
}
