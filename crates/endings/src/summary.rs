//! Longest wins of an ending, its mutual zugzwangs, and lines of best play.

use std::cmp::Reverse;

use rayon::prelude::*;
use saffron_rules::{Cell, Color, Move, Position, Role};
use saffron_tables::{Solver, Table, Value};

/// Mutual zugzwang: a placement that is legal with either side to move, and in which each side does worse when it is to move.
#[derive(Clone, Debug)]
pub struct Zugzwang {
    /// Placement with White to move.
    pub position: Position,
    /// Values to the side to move, with White and with Black to move.
    pub values: [Value; 2],
}

/// Mutual zugzwangs of an ending.
#[derive(Clone, Debug, Default)]
pub struct Zugzwangs {
    /// Number of them; equal pieces count once.
    pub count: u64,
    /// Up to three examples for each pair of results, the longest first, equal ones in the order of the index.
    pub examples: Vec<Zugzwang>,
}

/// Two pieces, their distance, and the number of cells around the first.
type Pair = ((Color, Role), (Color, Role), u8, usize);

/// Maximum number of examples of each pair of results.
const EXAMPLES: usize = 3;

/// Number of candidates for the examples. Some are equal by an exchange of equal pieces, or by a symmetry that keeps the kings on
/// their cells.
const CANDIDATES: usize = 4 * EXAMPLES;

/// Longest placements with a pair of results (to White; White to move and Black to move): plies and index, the longest first.
struct Class {
    results: (usize, usize),
    longest: Vec<(u16, usize)>,
}

impl Class {
    /// Adds a placement. Indices must ascend.
    fn add(&mut self, plies: u16, index: usize) {
        let at = self.longest.partition_point(|(other, _)| *other >= plies);
        if at < CANDIDATES {
            self.longest.insert(at, (plies, index));
            self.longest.truncate(CANDIDATES);
        }
    }
}

/// Longest win of a side, by mate or, with `stalemate`, by a stalemate that is worth more than a draw: the plies and the first
/// such position in the order of the index, with either side to move. `None` if the side has no such win.
pub fn longest_win(table: &Table, winner: Color, stalemate: bool) -> Option<(u16, Position)> {
    let plies_of_win = |value: Value, wins: bool| match (value, wins, stalemate) {
        (Value::Win(n), true, false)
        | (Value::Loss(n), false, false)
        | (Value::StalemateWin(n), true, true)
        | (Value::StalemateLoss(n), false, true) => Some(n),
        _ => None,
    };
    let of_turn = |turn: Color| {
        let plies = |index| table.value_at(turn, index).and_then(|value| plies_of_win(value, turn == winner));
        (0..table.indices_of(turn))
            .into_par_iter()
            .filter_map(|index| Some((plies(index)?, Reverse(index))))
            .max()
            .map(|(plies, Reverse(index))| (plies, turn, index))
    };
    let [white, black] = Color::ALL.map(of_turn);
    let (plies, turn, index) = match (white, black) {
        (Some(white), Some(black)) => {
            if black.0 > white.0 {
                black
            } else {
                white
            }
        }
        (white, black) => white.or(black)?,
    };
    Some((plies, table.position_at(turn, index)?))
}

/// Finds the mutual zugzwangs: placements that are legal with either side to move, and whose result is worse for each side if it
/// is to move than if its opponent is. Results are compared, not plies.
pub fn zugzwangs(table: &Table) -> Zugzwangs {
    let (mut count, mut classes) = (0, Vec::<Class>::new());
    for index in 0..table.indices_of(Color::White) {
        let values = Color::ALL.map(|turn| table.value_at(turn, index));
        let [Some(white), Some(black)] = values else { continue };
        let results = (white.result(), 4 - black.result());
        if results.0 >= results.1 {
            continue;
        }
        count += table.weight(index);
        let plies = white.plies().max(black.plies()).unwrap_or(0);
        match classes.iter_mut().find(|class| class.results == results) {
            Some(class) => class.add(plies, index),
            None => classes.push(Class { results, longest: vec![(plies, index)] }),
        }
    }
    classes.sort_by_key(|Class { results: (white, black), longest }| {
        (Reverse(black - white), longest.first().map(|(plies, _)| Reverse(*plies)), *white)
    });
    let examples = classes.iter().flat_map(|class| examples(table, class)).collect();
    Zugzwangs { count: count / table.ending().arrangements(), examples }
}

/// Returns the first different placements of a class.
fn examples(table: &Table, class: &Class) -> Vec<Zugzwang> {
    let mut found: Vec<Zugzwang> = Vec::new();
    for &(_, index) in &class.longest {
        let values = Color::ALL.map(|turn| table.value_at(turn, index));
        let ([Some(white), Some(black)], Some(position)) = (values, table.position_at(Color::White, index)) else {
            continue;
        };
        // Placements of the same shape are taken as equal by a symmetry. At worst one example fewer is shown.
        let is_known = found.iter().any(|other| shape(&other.position) == shape(&position));
        if found.len() < EXAMPLES && !is_known {
            found.push(Zugzwang { position, values: [white, black] });
        }
    }
    found
}

/// Invariants of a placement under symmetries: the distance of each two pieces, and the number of cells around each piece.
fn shape(position: &Position) -> Vec<Pair> {
    let board = position.variant().board();
    let pieces: Vec<(Color, Role, Cell)> = position
        .occupied()
        .iter()
        .filter_map(|cell| position.piece_at(cell).map(|piece| (piece.color, piece.role, cell)))
        .collect();
    let pair = |one: &(Color, Role, Cell), other: &(Color, Role, Cell)| {
        let distance = board.distance(one.2, other.2);
        ((one.0, one.1), (other.0, other.1), distance, board.king_attacks(one.2).len())
    };
    let mut shape: Vec<Pair> = pieces.iter().flat_map(|one| pieces.iter().map(move |other| pair(one, other))).collect();
    shape.sort_unstable();
    shape
}

/// Moves of best play from a position to its end: each side plays the move with the best value, and among equal ones the first
/// by its UCI form. Empty if the position is a draw; `None` if a table is missing.
pub fn best_line(solver: &Solver, position: &Position) -> Option<Vec<Move>> {
    let (mut position, mut line) = (*position, Vec::new());
    while solver.value(&position)?.plies().is_some_and(|plies| plies > 0) {
        let mut best: Option<(Value, String, Move)> = None;
        for mv in position.legal_moves() {
            let mut after = position;
            after.play_unchecked(mv);
            let (value, name) = (solver.value(&after)?.before_move(), position.uci(mv));
            let better = |(most, first, _): &(Value, String, Move)| {
                value.cmp(most).then_with(|| first.cmp(&name)) == std::cmp::Ordering::Greater
            };
            if best.as_ref().is_none_or(better) {
                best = Some((value, name, mv));
            }
        }
        let (_, _, mv) = best?;
        position.play_unchecked(mv);
        line.push(mv);
    }
    Some(line)
}
