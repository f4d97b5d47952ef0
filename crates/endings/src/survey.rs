//! Solves the endings of a variant and collects what stands out in them.

use std::collections::BTreeSet;

use saffron_rules::{Cell, Color, Role, Variant};
use saffron_tables::{Counts, Ending, SolveError, Solver, Table, Unsuitable, Value};

use crate::data::{
    Bishops, End, EndingData, Held, LongMates, Longest, Outcome, Results, Side, ZugzwangData, Zugzwangs,
};

/// Solves endings of a variant one after the other, and collects what stands out in each.
#[derive(Debug)]
pub struct Survey {
    solver: Solver,
}

impl Survey {
    /// A survey of a variant.
    ///
    /// # Errors
    /// [`Unsuitable`] rules, which only a user's variant can have.
    pub fn new(variant: &'static Variant) -> Result<Self, Unsuitable> {
        Ok(Self { solver: Solver::new(variant)? })
    }

    /// The same with another limit of memory, in bytes; 8 GiB without it.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Self {
        Self { solver: self.solver.with_memory(bytes) }
    }

    /// Solves an ending after those that it leads to. Its table, and those of up to four pieces, are kept for the next ones. Long mates are counted
    /// among up to four pieces; with five, that takes several times as long.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn ending(&mut self, ending: &Ending) -> Result<EndingData, SolveError> {
        self.keep_for(ending);
        let (table, held) = self.solver.solve_with_held(ending, Color::Black)?;
        let mut data = one(&self.solver, &table);
        if !ending.is_symmetric() && data.together().won > 0 {
            data.held = Some(Held { all: held.all, perpetual: held.perpetual });
        }
        if ending.len() <= 4 {
            data.long_mates = self.long_mates(ending)?;
        }
        Ok(data)
    }

    /// The positions of an ending with mates of more than 100 plies, and those whose mate the 50-move rule takes away. `None` where no
    /// mate takes that long.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn long_mates(&mut self, ending: &Ending) -> Result<Option<LongMates>, SolveError> {
        self.keep_for(ending);
        self.solver.solve_zeroing(ending)?;
        let found = self.solver.long_mates(ending);
        Ok(found.map(|found| LongMates { all: found.map(|of| of.long), beyond: found.map(|of| of.beyond) }))
    }

    /// Drops the tables of five pieces, which are large, but that of this ending.
    fn keep_for(&mut self, ending: &Ending) {
        self.solver.keep_only(|kept| kept.len() <= 4 || kept == ending);
    }
}

/// The endings of three and four pieces.
pub fn small() -> Vec<Ending> {
    (3..=4).flat_map(Ending::all).collect()
}

/// The endings of five pieces without pawns.
pub fn five() -> Vec<Ending> {
    Ending::all(5).into_iter().filter(|ending| !ending.has_pawns()).collect()
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
        long_mates: None,
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

/// The results apart by the colours of bishops: two bishops, of White or one of each side, on the same colour or not; three by how
/// many colours they see; one bishop beside a knight by its colour.
fn bishops(variant: &'static Variant, table: &Table) -> Vec<Bishops> {
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
    };
    let seen = |cells: &[Cell]| {
        let colours: BTreeSet<u8> = bishops.iter().map(|&at| board.cell_color(cells[at])).collect();
        colours.len()
    };
    let by_colours = |names: &[&str]| {
        let each = names.iter().enumerate();
        each.map(|(at, on)| counted((*on).to_owned(), &|cells: &[Cell]| seen(cells) == at + 1)).collect()
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
