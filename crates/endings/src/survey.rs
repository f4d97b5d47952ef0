//! Solves the endings of a variant and collects what stands out in them.

use rayon::prelude::*;
use saffron_rules::{Cell, Color, Role, Variant};
use saffron_tables::{Counts, Ending, SolveError, Solver, Table, Value};

use crate::data::{Bishops, End, EndingData, Endings, Held, Longest, Outcome, Results, Side, ZugzwangData, Zugzwangs};

/// Solves all endings of three to `most` pieces of a variant; `tell` hears about each step.
///
/// # Errors
/// [`SolveError`].
pub fn survey(variant: &'static Variant, most: usize, tell: impl Fn(&str) + Sync) -> Result<Endings, SolveError> {
    let mut solver = Solver::new(variant)?;
    let endings: Vec<Ending> = (3..=most).flat_map(Ending::all).collect();
    for (number, ending) in endings.iter().enumerate() {
        solver.solve(ending)?;
        tell(&format!("{}: solved {ending}, {} of {}", variant.id(), number + 1, endings.len()));
    }
    let tables: Vec<&Table> = endings.iter().filter_map(|ending| solver.solved(ending)).collect();
    let mut found: Vec<EndingData> = tables
        .par_iter()
        .map(|table| {
            let data = one(&solver, table);
            tell(&format!("{}: counted {}", variant.id(), data.ending));
            data
        })
        .collect();
    for (ending, data) in endings.iter().zip(&mut found) {
        if !ending.is_symmetric() && data.together().won > 0 {
            let held = solver.held_apart(ending, Color::Black)?;
            data.held = Some(Held { all: held.all, perpetual: held.perpetual });
            tell(&format!("{}: draws held of {ending}", variant.id()));
        }
    }
    Ok(Endings { variant: variant.id().to_owned(), endings: found })
}

fn results(counts: Counts) -> Results {
    let [lost, stalemate_lost, drawn, stalemate_won, won] = counts.results;
    Results { legal: counts.legal, won, stalemate_won, drawn, stalemate_lost, lost }
}

fn outcome(value: Value) -> Outcome {
    match value {
        Value::Win(n) => Outcome::Win(n),
        Value::StalemateWin(n) => Outcome::StalemateWin(n),
        Value::Draw => Outcome::Draw,
        Value::StalemateLoss(n) => Outcome::StalemateLoss(n),
        Value::Loss(n) => Outcome::Loss(n),
    }
}

fn one(solver: &Solver, table: &Table) -> EndingData {
    let mut longest = Vec::new();
    for (winner, color) in [(Side::W, Color::White), (Side::B, Color::Black)] {
        for (end, stalemate) in [(End::Mate, false), (End::Stalemate, true)] {
            longest.extend(longest_win(solver, table, winner, color, end, stalemate));
        }
    }
    let zugzwangs = table.zugzwangs();
    let examples = zugzwangs.examples.iter().map(|example| ZugzwangData {
        fen: example.position.to_fen(),
        white: outcome(example.values[0]),
        black: outcome(example.values[1]),
    });
    EndingData {
        ending: table.ending().to_string(),
        to_move: Color::ALL.map(|color| results(table.counts(color))),
        longest,
        zugzwangs: Zugzwangs { count: zugzwangs.count, examples: examples.collect() },
        held: None,
        bishops: bishops(solver.variant(), table),
    }
}

fn longest_win(
    solver: &Solver,
    table: &Table,
    winner: Side,
    color: Color,
    end: End,
    stalemate: bool,
) -> Option<Longest> {
    let (plies, position) = table.longest(color, stalemate)?;
    let mut line = Vec::new();
    let mut after = position;
    for mv in solver.best_line(&position)? {
        line.push(after.uci(mv));
        after.play_unchecked(mv);
    }
    Some(Longest { winner, end, plies, fen: position.to_fen(), line: line.join(" ") })
}

/// The results apart by the colours of bishops: two bishops on the same colour or not; one bishop beside a knight by its colour.
fn bishops(variant: &'static Variant, table: &Table) -> Vec<Bishops> {
    let board = variant.board();
    let (white, black) = (table.ending().side(Color::White), table.ending().side(Color::Black));
    let others: Vec<Role> = white.iter().chain(black).copied().collect();
    let counted = |on: String, wanted: &dyn Fn(&[Cell]) -> bool| Bishops {
        on,
        to_move: Color::ALL.map(|color| results(table.counts_where(color, wanted))),
    };
    match others[..] {
        [Role::Bishop, Role::Bishop] => [("same", true), ("different", false)]
            .into_iter()
            .map(|(on, same)| {
                let wanted = move |cells: &[Cell]| (board.cell_color(cells[0]) == board.cell_color(cells[1])) == same;
                counted(on.to_owned(), &wanted)
            })
            .collect(),
        [Role::Bishop, Role::Knight] if black.is_empty() => colours(variant)
            .into_iter()
            .map(|(names, class)| counted(names, &|cells: &[Cell]| class.contains(&board.cell_color(cells[0]))))
            .collect(),
        _ => Vec::new(),
    }
}

/// The colours of cells, those together that the symmetries of the board exchange: a cell of each, and the colours. A symmetry
/// keeps how many cells each colour has and how far they lie from the edge, by which the classes are told apart here.
fn colours(variant: &Variant) -> Vec<(String, Vec<u8>)> {
    let board = variant.board();
    let mut classes: Vec<(Vec<usize>, String, Vec<u8>)> = Vec::new();
    for color in 0..3 {
        let cells: Vec<Cell> = board.cells().iter().filter(|cell| board.cell_color(*cell) == color).collect();
        let mut kind: Vec<usize> =
            cells.iter().map(|&cell| board.king_attacks(cell).len() * 128 + board.knight_attacks(cell).len()).collect();
        kind.sort_unstable();
        let name = cells.first().map_or_else(String::new, |&cell| board.name(cell).to_owned());
        match classes.iter_mut().find(|(other, ..)| *other == kind) {
            Some((_, names, colours)) => {
                names.push_str(", ");
                names.push_str(&name);
                colours.push(color);
            }
            None => classes.push((kind, name, vec![color])),
        }
    }
    classes.into_iter().map(|(_, names, colours)| (names, colours)).collect()
}
