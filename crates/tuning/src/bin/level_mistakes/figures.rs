//! Loss of each chosen move, and statistics of the losses.

use std::collections::HashMap;
use std::fmt::Write as _;

use saffron_analysis::Eval;
use saffron_engine::{Control, Engine, Limits, Root, SearchResult};
use saffron_rules::{Color, Move, Position, Role};

use crate::positions::{Sample, is_mate};

/// Minimum loss of a blunder, in centipawns of the analysis: +100 is an even chance to win.
const BLUNDER: i32 = 150;

/// Maximum loss of a best move, in centipawns: two searches of one position differ by as much.
const MAX_BEST_MOVE_LOSS: i32 = 10;

/// Evaluation in centipawns beyond which a position is decided, so that its moves say little.
const DECIDED: i32 = 400;

/// Minimum number of attacked pieces in a sharp position.
const SHARP: usize = 6;

/// Share of the cases in which something happened.
#[derive(Clone, Copy, Default)]
struct Share {
    cases: u32,
    hits: u32,
}

impl Share {
    fn add(&mut self, hit: bool) {
        self.cases += 1;
        self.hits += u32::from(hit);
    }

    fn text(self) -> String {
        match self.cases {
            0 => "-".to_owned(),
            cases => format!("{:.0} % of {cases}", 100.0 * f64::from(self.hits) / f64::from(cases)),
        }
    }

    fn percent(self) -> String {
        format!("{:.1} %", 100.0 * f64::from(self.hits) / f64::from(self.cases.max(1)))
    }
}

/// Statistics of a player.
#[derive(Clone, Default)]
pub(crate) struct Figures {
    losses: Vec<i32>,
    blunders: Share,
    blunders_quiet: Share,
    blunders_sharp: Share,
    best: Share,
    hanging: Share,
    mates: Share,
    recaptures: Share,
}

/// Engine that judges the moves.
pub(crate) struct Judge {
    engine: Engine,
    nodes: u64,
}

impl Judge {
    pub(crate) fn new(nodes: u64) -> Result<Judge, String> {
        Ok(Judge { engine: Engine::new(16).map_err(|error| error.to_string())?, nodes })
    }

    /// Adds the loss of each chosen move to the statistics of its player.
    pub(crate) fn add(&mut self, sample: &Sample, chosen: &[Move], figures: &mut [Figures]) {
        let position = &sample.root.position;
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        self.engine.new_game();
        let result = self.search(&sample.root);
        let line = result.lines.first().map(|line| line.pv.clone()).unwrap_or_default();
        let mut known: HashMap<Move, i32> = HashMap::new();
        for &mv in chosen {
            known.entry(mv).or_insert_with(|| sign * self.after(sample, mv).centipawns());
        }
        // A move may turn out better than the engine's own.
        let first = sign * Eval::new(position, result.score, &line).centipawns();
        let best = known.values().copied().chain([first]).max().unwrap_or(first);
        let mates = position.legal_moves().into_iter().any(|mv| is_mate(sample, mv));
        let hanging = hanging(position, best, &known);
        let sharp = attacked(position) >= SHARP;
        for (figures, mv) in figures.iter_mut().zip(chosen) {
            let loss = if line.first() == Some(mv) { 0 } else { best - known[mv] };
            if mates {
                figures.mates.add(is_mate(sample, *mv));
            }
            if first.abs() > DECIDED {
                continue;
            }
            figures.losses.push(loss);
            figures.blunders.add(loss > BLUNDER);
            if sharp { &mut figures.blunders_sharp } else { &mut figures.blunders_quiet }.add(loss > BLUNDER);
            figures.best.add(loss <= MAX_BEST_MOVE_LOSS);
            if let Some(hanging) = &hanging {
                figures.hanging.add(hanging.contains(mv));
            }
            // The best move recaptures.
            if let Some(cell) = sample.taken_at.filter(|&cell| line.first().is_some_and(|mv| mv.to == cell)) {
                figures.recaptures.add(mv.to == cell);
            }
        }
    }

    fn search(&mut self, root: &Root) -> SearchResult {
        self.engine.search(root, &Limits::nodes(self.nodes), &Control::new(), &mut ())
    }

    /// Returns the evaluation of the position after a move.
    fn after(&mut self, sample: &Sample, mv: Move) -> Eval {
        let mut next = sample.root.position;
        next.play_unchecked(mv);
        if let Some(outcome) = next.outcome() {
            return Eval::Over(outcome);
        }
        let mut past = sample.root.past.clone();
        past.push(sample.root.position.hash());
        self.engine.new_game();
        let result = self.search(&Root { position: next, past });
        let line = result.lines.first().map(|line| line.pv.clone()).unwrap_or_default();
        Eval::new(&next, result.score, &line)
    }
}

/// Returns the captures of undefended pieces, if one of the judged moves among them is nearly best.
fn hanging(position: &Position, best: i32, known: &HashMap<Move, i32>) -> Option<Vec<Move>> {
    let us = position.turn();
    let takes = |mv: &Move| {
        let is_piece = position.captured(*mv).is_some_and(|role| role != Role::Pawn);
        let mut occupied = position.occupied();
        occupied.remove(mv.from);
        is_piece && !position.attackers_to(mv.to, occupied).intersects(position.by_color(!us))
    };
    let taking: Vec<Move> = position.legal_moves().into_iter().filter(takes).collect();
    let is_good = |mv: &Move| known.get(mv).is_some_and(|value| best - value <= MAX_BEST_MOVE_LOSS);
    taking.iter().any(is_good).then_some(taking)
}

/// Returns the number of attacked pieces other than kings.
fn attacked(position: &Position) -> usize {
    let of = |color: Color| {
        let pieces = position.by_color(color) - position.by_role(Role::King);
        pieces
            .into_iter()
            .filter(move |&c| position.attackers_to(c, position.occupied()).intersects(position.by_color(!color)))
    };
    Color::ALL.into_iter().flat_map(of).count()
}

/// Formats the table with one line per player.
pub(crate) fn table(names: &[String], figures: &[Figures]) -> String {
    let mut text = String::from(
        "| | average loss | median | blunders | in quiet positions | in sharp ones | best moves | hanging pieces captured | \
         recaptures | mates in one |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (name, figures) in names.iter().zip(figures) {
        let mut losses = figures.losses.clone();
        losses.sort_unstable();
        let mean = losses.iter().map(|&loss| f64::from(loss)).sum::<f64>() / losses.len().max(1) as f64;
        let median = losses.get(losses.len() / 2).copied().unwrap_or(0);
        let _ = writeln!(
            text,
            "| {name} | {mean:.0} | {median} | {} | {} | {} | {} | {} | {} | {} |",
            figures.blunders.percent(),
            figures.blunders_quiet.percent(),
            figures.blunders_sharp.percent(),
            figures.best.percent(),
            figures.hanging.text(),
            figures.recaptures.text(),
            figures.mates.text(),
        );
    }
    text
}
