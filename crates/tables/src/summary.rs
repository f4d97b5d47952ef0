//! What stands out in an ending: its longest wins, its mutual zugzwangs, and lines of best play.

use std::cmp::Reverse;

use saffron_rules::{Color, Move, Piece, Position, Role, Setup};

use crate::solver::Solver;
use crate::table::Table;
use crate::value::{Packed, Value};

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
    /// For each pair of results one, the longest to its end; the first of them in the order of the index.
    pub examples: Vec<Zugzwang>,
}

/// The pairs of results (to White, White to move and Black to move) and the longest example of each.
type Longest = Vec<((usize, usize), u16, usize)>;

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
        let mut best: Option<(u16, Color, usize)> = None;
        for turn in Color::ALL {
            for (index, value) in self.values[turn.index()].iter().enumerate() {
                let plies = value.value().and_then(|value| wanted(value, turn == winner));
                if let Some(plies) = plies.filter(|plies| best.is_none_or(|(most, ..)| *plies > most)) {
                    best = Some((plies, turn, index));
                }
            }
        }
        best.and_then(|(plies, turn, index)| Some((plies, self.position_at(turn, index)?)))
    }

    /// The mutual zugzwangs: placements that are legal with either side to move, and whose result is worse for each side when
    /// it is to move than when its opponent is. Results are compared, not plies.
    pub fn zugzwangs(&self) -> Zugzwangs {
        let each = self.geometry.len().pow(u32::try_from(self.ending.len()).unwrap_or(2) - 2);
        let (mut count, mut longest) = (0, Longest::new());
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
            match longest.iter_mut().find(|(other, ..)| *other == results) {
                Some((_, most, at)) if plies > *most => (*most, *at) = (plies, index),
                Some(_) => {}
                None => longest.push((results, plies, index)),
            }
        }
        longest.sort_by_key(|((white, black), plies, _)| (Reverse(black - white), Reverse(*plies)));
        let example = |(_, _, index): &(_, _, usize)| {
            let position = self.position_at(Color::White, *index)?;
            let values = [self.values[0][*index].value()?, self.values[1][*index].value()?];
            Some(Zugzwang { position, values })
        };
        let examples = longest.iter().filter_map(example).collect();
        Zugzwangs { count: count / self.ending.arrangements(), examples }
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
