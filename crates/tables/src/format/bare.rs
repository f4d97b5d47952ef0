//! Values of two kings alone.

use saffron_rules::Color;

use crate::format::geometry::Geometry;
use crate::format::index::KingPairs;
use crate::format::value::{Packed, Value};

/// Returns the values of two kings alone. If stalemate is not a draw, one can stalemate the other in a corner.
pub(crate) fn bare_kings(geometry: &Geometry, kings: &KingPairs) -> [Vec<Packed>; 2] {
    let board = geometry.variant.board();
    let moves = |pair: usize, turn: Color| {
        let cells = kings.pairs[pair];
        let to = board.king_attacks(cells[turn.index()]) - board.king_attacks(cells[(!turn).index()]);
        to.iter().filter_map(move |to| {
            let mut after = cells;
            after[turn.index()] = to;
            kings.find(geometry.number(after[0]), geometry.number(after[1])).map(|(pair, _)| pair)
        })
    };
    let mut values = [(); 2].map(|()| vec![Packed::new(Value::Draw); kings.len()]);
    if geometry.variant.stalemate_quarters() <= 2 {
        return values;
    }
    let mut changed = true;
    while changed {
        changed = false;
        let before = values.clone();
        for turn in Color::ALL {
            for (pair, value) in values[turn.index()].iter_mut().enumerate() {
                if *value != Packed::new(Value::Draw) {
                    continue;
                }
                let after = moves(pair, turn).filter_map(|pair| before[(!turn).index()][pair].value());
                let best = after.map(Value::before_move).max().unwrap_or(Value::StalemateLoss(0));
                changed |= best != Value::Draw;
                *value = Packed::new(best);
            }
        }
    }
    values
}
