//! Search of one position.

use saffron_engine::{Control, Engine, Info, Limits, Observer, Root, Score};
use saffron_rules::{Move, Position};

/// Size of an engine's transposition table, in MiB: a search is small, and the table is cleared before each one.
pub(super) const HASH_MB: usize = 4;

/// Position to search.
#[derive(Clone, Debug)]
pub(super) struct SearchTask {
    pub(super) position: Position,
    /// Moves to search; empty for all.
    pub(super) moves: Vec<Move>,
    /// Number of best moves to return.
    pub(super) lines: usize,
}

/// Searches a position and returns the best moves, as bits, with their scores in centipawns; `None` if the control stopped it.
pub(super) fn run(engine: &mut Engine, task: &SearchTask, nodes: u64, control: &Control) -> Option<Vec<(u16, i16)>> {
    let limits =
        Limits { nodes: Some(nodes), multi_pv: task.lines, search_moves: task.moves.clone(), ..Limits::default() };
    // The result must not depend on earlier searches.
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

/// Lines of the last completed depth, since only scores of one depth can be compared.
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
