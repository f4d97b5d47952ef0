//! Survey: solves the endings of a variant and collects their figures.

use std::collections::BTreeSet;

use saffron_rules::{Cell, Color, Role, Variant};
use saffron_tables::{Counts, Ending, SolveError, Solver, Table, Unsuitable, Value};

use crate::data::{Bishops, End, EndingData, LongMates, Longest, Outcome, Results, Side, ZugzwangData, Zugzwangs};
use crate::details::{Details, solve_in_detail};
use crate::summary::{best_line, longest_win, zugzwangs};

/// Survey of a variant, which solves its endings one after the other and collects the figures of each.
#[derive(Debug)]
pub struct Survey {
    solver: Solver,
}

impl Survey {
    /// Returns a survey of a variant.
    ///
    /// # Errors
    /// [`Unsuitable`] rules, which only a user-defined variant can have.
    pub fn new(variant: &'static Variant) -> Result<Self, Unsuitable> {
        Ok(Self { solver: Solver::new(variant)? })
    }

    /// Sets the memory limit in bytes; the default is 8 GiB.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Self { solver: self.solver.with_memory(bytes) }
    }

    /// Computes the figures of an ending, after solving those that it leads to. Its table, and those of up to four pieces, are kept for
    /// the next endings.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn ending(&mut self, ending: &Ending) -> Result<EndingData, SolveError> {
        let mut data = self.without_long_mates(ending)?;
        if data.is_long() {
            data.long_mates = self.long_mates(ending)?;
        }
        Ok(data)
    }

    /// Computes the figures of an ending without the count of long mates, which takes several times as long as all others.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn without_long_mates(&mut self, ending: &Ending) -> Result<EndingData, SolveError> {
        self.keep_for(ending);
        let details = solve_in_detail(&mut self.solver, ending, Some(Color::Black))?;
        let mut data = one(&self.solver, &details);
        if !ending.is_symmetric() && data.together().won > 0 {
            data.held = details.held;
        }
        Ok(data)
    }

    /// Adds the counts of quiet positions to the figures of an ending, and checks the counts of all positions.
    ///
    /// # Errors
    /// One line: a [`SolveError`], or that the figures are wrong.
    pub fn add_quiet(&mut self, ending: &Ending, data: &mut EndingData) -> Result<(), String> {
        self.keep_for(ending);
        let details = solve_in_detail(&mut self.solver, ending, None).map_err(|error| error.to_string())?;
        let bishops = bishops(self.solver.variant(), &details);
        let totals = |bishops: &[Bishops]| bishops.iter().map(|of| (of.on.clone(), of.to_move)).collect::<Vec<_>>();
        let to_move = Color::ALL.map(|color| results(details.table.counts(color)));
        if to_move != data.to_move || totals(&bishops) != totals(&data.bishops) {
            return Err(format!("{ending}: the figures of all positions are wrong"));
        }
        (data.quiet, data.bishops) = (Some(quiet(&details, &|_| true)), bishops);
        Ok(())
    }

    /// Counts the positions of an ending with mates of more than 100 plies, and those whose mate the 50-move rule takes away. `None` if
    /// no mate takes that long.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn long_mates(&mut self, ending: &Ending) -> Result<Option<LongMates>, SolveError> {
        self.keep_for(ending);
        self.solver.solve_zeroing(ending)?;
        let found = self.solver.long_mates(ending);
        Ok(found.map(|found| LongMates { all: found.map(|of| of.long), beyond: found.map(|of| of.beyond) }))
    }

    /// Drops the tables of five pieces, which are large, except for that of this ending.
    fn keep_for(&mut self, ending: &Ending) {
        self.solver.keep_only(|kept| kept.len() <= 4 || kept == ending);
    }
}

/// Endings of three and four pieces.
pub fn small() -> Vec<Ending> {
    (3..=4).flat_map(Ending::all).collect()
}

/// Endings of five pieces without pawns.
pub fn five() -> Vec<Ending> {
    Ending::all(5).into_iter().filter(|ending| !ending.has_pawns()).collect()
}

/// Results of the quiet positions in which `wanted` is true of the cells of the pieces other than the kings.
fn quiet(details: &Details, wanted: &(dyn Fn(&[Cell]) -> bool + Sync)) -> [Results; 2] {
    Color::ALL.map(|color| results(details.table.counts_in(color, &details.quiet[color.index()], wanted)))
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

fn one(solver: &Solver, details: &Details) -> EndingData {
    let table = &*details.table;
    let mut longest = Vec::new();
    for (winner, color) in [(Side::W, Color::White), (Side::B, Color::Black)] {
        for (end, stalemate) in [(End::Mate, false), (End::Stalemate, true)] {
            longest.extend(longest_data(solver, table, winner, color, end, stalemate));
        }
    }
    let zugzwangs = zugzwangs(table);
    let examples = zugzwangs.examples.iter().map(|example| ZugzwangData {
        fen: example.position.to_fen(),
        white: outcome(example.values[0]),
        black: outcome(example.values[1]),
    });
    EndingData {
        ending: table.ending().to_string(),
        to_move: Color::ALL.map(|color| results(table.counts(color))),
        quiet: Some(quiet(details, &|_| true)),
        longest,
        zugzwangs: Zugzwangs { count: zugzwangs.count, examples: examples.collect() },
        held: None,
        long_mates: None,
        bishops: bishops(solver.variant(), details),
    }
}

fn longest_data(
    solver: &Solver,
    table: &Table,
    winner: Side,
    color: Color,
    end: End,
    stalemate: bool,
) -> Option<Longest> {
    let (plies, position) = longest_win(table, color, stalemate)?;
    let mut line = Vec::new();
    let mut after = position;
    for mv in best_line(solver, &position)? {
        line.push(after.uci(mv));
        after.play_unchecked(mv);
    }
    Some(Longest { winner, end, plies, fen: position.to_fen(), line: line.join(" ") })
}

/// Results by the colours of bishops: two bishops, of White or one of each side, on the same colour or not; three by the number of
/// their colours; one bishop with a knight by its colour.
fn bishops(variant: &'static Variant, details: &Details) -> Vec<Bishops> {
    let table = &*details.table;
    let board = variant.board();
    let (white, black) = (table.ending().side(Color::White), table.ending().side(Color::Black));
    let places = |roles: &[Role], from: usize| -> Vec<usize> {
        roles.iter().enumerate().filter(|(_, role)| **role == Role::Bishop).map(|(at, _)| from + at).collect()
    };
    let (own, others) = (places(white, 0), places(black, white.len()));
    let bishops = if own.len() == 1 && others.len() == 1 { [&own[..], &others].concat() } else { own };
    let counted = |on: String, wanted: &(dyn Fn(&[Cell]) -> bool + Sync)| Bishops {
        on,
        to_move: Color::ALL.map(|color| results(table.counts_where(color, wanted))),
        quiet: Some(quiet(details, wanted)),
    };
    let colour_count = |cells: &[Cell]| {
        let colours: BTreeSet<u8> = bishops.iter().map(|&at| board.cell_color(cells[at])).collect();
        colours.len()
    };
    let by_colours = |names: &[&str]| {
        let numbered = names.iter().enumerate();
        numbered.map(|(at, on)| counted((*on).to_owned(), &|cells: &[Cell]| colour_count(cells) == at + 1)).collect()
    };
    match (bishops.len(), white, black) {
        (2, ..) => by_colours(&["same", "different"]),
        (3, ..) => by_colours(&["one", "two", "three"]),
        (_, [Role::Bishop, Role::Knight], []) => colours(variant)
            .into_iter()
            .map(|(names, class)| counted(names, &|cells: &[Cell]| class.contains(&board.cell_color(cells[0]))))
            .collect(),
        _ => Vec::new(),
    }
}

/// Classes of cell colours that the symmetries of the board exchange: a cell of each class, and its colours. A symmetry keeps the
/// number of cells of a colour and their distances from the edge, by which the classes are distinguished here.
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
