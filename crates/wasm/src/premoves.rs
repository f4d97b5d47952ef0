//! Premoves for the page: moves entered while the opponent is to move.

use saffron_rules::{CellSet, Position, Role};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::plain;
use crate::rules::Game;

/// Premove targets of a piece of the side that is not to move.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PremoveTargets"))]
pub struct PremoveData<'a> {
    from: &'a str,
    to: Vec<&'a str>,
    /// Targets on which a pawn promotes.
    promoting: Vec<&'a str>,
}

#[wasm_bindgen]
impl Game {
    /// Returns the premove targets of the pieces of the side not to move, for pieces that have any: `{ from, to, promoting
    /// }[]`. Empty if the game is over.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "PremoveTargets[]")]
    pub fn premoves(&self) -> Result<JsValue, JsValue> {
        plain(&if self.game.outcome().is_some() { Vec::new() } else { targets(self.game.position()) })
    }
}

fn targets(position: &Position) -> Vec<PremoveData<'static>> {
    let variant = position.variant();
    let board = variant.board();
    let side = !position.turn();
    let names = |cells: CellSet| cells.into_iter().map(|cell| board.name(cell)).collect();
    let piece = |from| {
        let to = position.premove_targets(from);
        let pawn = position.role_at(from) == Some(Role::Pawn);
        let promoting = if pawn { to & variant.promotion_cells(side) } else { CellSet::EMPTY };
        PremoveData { from: board.name(from), to: names(to), promoting: names(promoting) }
    };
    position.by_color(side).into_iter().map(piece).filter(|piece| !piece.to.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;

    use super::*;

    #[test]
    fn the_side_that_waits_can_premove() {
        let shafran = Variant::by_id("shafran").unwrap();
        let start = targets(&shafran.start());
        let pawn = start.iter().find(|piece| piece.from == "e9").expect("a black pawn");
        assert!(pawn.to.contains(&"e6") && pawn.promoting.is_empty());
        assert!(start.iter().all(|piece| piece.from != "e2"), "White is to move");

        let ending = Position::from_fen(shafran, "k4/2P3/7/8/9/9/8/7/6/4K b - - 0 1").unwrap();
        assert!(targets(&ending).iter().any(|piece| !piece.promoting.is_empty()));
    }
}
