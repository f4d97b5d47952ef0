//! What stands out in an ending: its longest wins, its mutual zugzwangs, and lines of best play.

use std::cmp::Reverse;

use rayon::prelude::*;
use saffron_rules::{Cell, Color, Move, Piece, Position, Role, Setup};

use crate::format::value::{Packed, Value};
use crate::solve::solver::Solver;
use crate::solve::table::Table;

/// A placement of the pieces in which both sides may be to move, and each does worse when it is.
#[derive(Clone, Debug)]
pub struct Zugzwang {
    /// The placement with White to move.
    pub position: Position,
    /// Its value to the side to move, with White and with Black to move.
    pub values: [Value; 2],
}

/// The mutual zugzwangs of an ending.
#[derive(Clone, Debug, Default)]
pub struct Zugzwangs {
    /// How many there are; equal pieces count once.
    pub count: u64,
    /// For each pair of results some, those longest to their end first, equal ones in the order of the index.
    pub examples: Vec<Zugzwang>,
}

/// Two pieces, their distance, and the cells around the first.
type Pair = ((Color, Role), (Color, Role), u8, usize);

/// How many examples there are of each pair of results.
const EXAMPLES: usize = 3;

/// Those that are kept to find them: the exchange of equal pieces, and a symmetry that leaves the kings where they are, make some
/// the same.
const KEPT: usize = 4 * EXAMPLES;

/// The longest placements with a pair of results (to White; White to move and Black to move): plies and index, the longest first.
struct Class {
    results: (usize, usize),
    longest: Vec<(u16, usize)>,
}

impl Class {
    /// Indices must come in their order.
    fn add(&mut self, plies: u16, index: usize) {
        let at = self.longest.partition_point(|(other, _)| *other >= plies);
        if at < KEPT {
            self.longest.insert(at, (plies, index));
            self.longest.truncate(KEPT);
        }
    }
}

impl Table {
    /// The longest win of a side, mate or, with `stalemate`, stalemate that is worth more than a draw: the plies and a position
    /// that has it, the first in the order of the index. Either side may be to move. `None` where the side never wins so.
    pub fn longest(&self, winner: Color, stalemate: bool) -> Option<(u16, Position)> {
        let wanted = |value: Value, wins: bool| match (value, wins, stalemate) {
            (Value::Win(n), true, false)
            | (Value::Loss(n), false, false)
            | (Value::StalemateWin(n), true, true)
            | (Value::StalemateLoss(n), false, true) => Some(n),
            _ => None,
        };
        let of_turn = |turn: Color| {
            let values = self.values[turn.index()].par_iter().enumerate();
            let plies = |value: &Packed| value.value().and_then(|value| wanted(value, turn == winner));
            values
                .filter_map(|(index, value)| Some((plies(value)?, Reverse(index))))
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
        Some((plies, self.position_at(turn, index)?))
    }

    /// The mutual zugzwangs: placements that are legal with either side to move, and whose result is worse for each side when
    /// it is to move than when its opponent is. Results are compared, not plies.
    pub fn zugzwangs(&self) -> Zugzwangs {
        let each = self.placements();
        let (mut count, mut classes) = (0, Vec::<Class>::new());
        for (index, (white, black)) in self.values[0].iter().zip(&self.values[1]).enumerate() {
            if *white == Packed::NONE || *black == Packed::NONE {
                continue;
            }
            let (Some(white), Some(black)) = (white.value(), black.value()) else { continue };
            let results = (white.result(), 4 - black.result());
            if results.0 >= results.1 {
                continue;
            }
            count += self.kings.weights[index / each];
            let plies = white.plies().max(black.plies()).unwrap_or(0);
            match classes.iter_mut().find(|class| class.results == results) {
                Some(class) => class.add(plies, index),
                None => classes.push(Class { results, longest: vec![(plies, index)] }),
            }
        }
        classes.sort_by_key(|Class { results: (white, black), longest }| {
            (Reverse(black - white), longest.first().map(|(plies, _)| Reverse(*plies)), *white)
        });
        let examples = classes.iter().flat_map(|class| self.examples(class)).collect();
        Zugzwangs { count: count / self.ending.arrangements(), examples }
    }

    /// The first placements of a class that differ.
    fn examples(&self, class: &Class) -> Vec<Zugzwang> {
        let mut found: Vec<Zugzwang> = Vec::new();
        for &(_, index) in &class.longest {
            let values = [0, 1].map(|side: usize| self.values[side][index].value());
            let ([Some(white), Some(black)], Some(position)) = (values, self.position_at(Color::White, index)) else {
                continue;
            };
            // The same by a symmetry: the pieces are as far from each other and from the edge. At worst one example less is shown.
            let is_known = found.iter().any(|other| self.shape(&other.position) == self.shape(&position));
            if found.len() < EXAMPLES && !is_known {
                found.push(Zugzwang { position, values: [white, black] });
            }
        }
        found
    }

    /// What no symmetry changes: for each two pieces their distance, for each piece how many cells are around it.
    fn shape(&self, position: &Position) -> Vec<Pair> {
        let board = self.geometry.variant.board();
        let pieces: Vec<(Color, Role, Cell)> = position
            .occupied()
            .iter()
            .filter_map(|cell| position.piece_at(cell).map(|piece| (piece.color, piece.role, cell)))
            .collect();
        let pair = |one: &(Color, Role, Cell), other: &(Color, Role, Cell)| {
            let distance = board.distance(one.2, other.2);
            ((one.0, one.1), (other.0, other.1), distance, board.king_attacks(one.2).len())
        };
        let mut shape: Vec<Pair> =
            pieces.iter().flat_map(|one| pieces.iter().map(move |other| pair(one, other))).collect();
        shape.sort_unstable();
        shape
    }

    /// The position of an index; `None` where it is not legal.
    fn position_at(&self, turn: Color, index: usize) -> Option<Position> {
        let n = self.geometry.len();
        let mut left = index;
        let mut setup = Setup::new();
        setup.turn = turn;
        for &(color, role) in self.ending.others().iter().rev() {
            setup.put(Piece { color, role }, self.geometry.cells[left % n]);
            left /= n;
        }
        for (color, cell) in Color::ALL.into_iter().zip(self.kings.pairs[left]) {
            setup.put(Piece { color, role: Role::King }, cell);
        }
        Position::from_setup(self.geometry.variant, &setup).ok()
    }
}

impl Solver {
    /// The moves of best play from a position to its end: each side makes the move with the best value, and among equal ones the
    /// one whose UCI form is the first in the order of the alphabet. Empty where nobody wins; `None` where a table is missing.
    pub fn best_line(&self, position: &Position) -> Option<Vec<Move>> {
        let (mut position, mut line) = (*position, Vec::new());
        while self.value(&position)?.plies().is_some_and(|plies| plies > 0) {
            let mut best: Option<(Value, String, Move)> = None;
            for mv in position.legal_moves() {
                let mut after = position;
                after.play_unchecked(mv);
                let (value, name) = (self.value(&after)?.before_move(), position.uci(mv));
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
}
