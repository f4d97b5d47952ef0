//! Reasons why a piece may not go to a cell, for the page's voice.

use saffron_rules::{Cell, MoveRefusal, PawnSpec, Position};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{plain, thrown};
use crate::rules::{Game, PieceData};

/// Reason why the piece on one cell may not move to another. `by` is the piece that prevents the move.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields are described at the type")]
#[serde(tag = "code", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "MoveRefusal"))]
pub enum MoveRefusalData {
    /// The first cell is empty.
    NoPiece,
    /// The piece belongs to the side that is not to move.
    OtherSide,
    /// Pieces of this role do not move that way.
    Geometry {
        /// How pawns move in this game, for a pawn.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        pawn: Option<PawnStyle>,
    },
    /// A bishop would leave the cells of its colour.
    CellColor,
    /// A piece of the same side stands on the target.
    OwnPiece,
    /// A piece stands between the two cells.
    Blocked { by: PieceData },
    /// An enemy piece stands on the pawn's way forward.
    PawnBlocked { by: PieceData },
    /// An enemy piece in front stops all forward moves of the pawn.
    PawnStopped { by: PieceData },
    /// The target is further ahead than the pawn may go at once.
    PawnSteps { steps: u8 },
    /// There is nothing that the pawn could capture.
    NothingToCapture,
    /// Pawns capture in this direction from their starting cells only.
    FirstCaptureOnly,
    /// The capture en passant would uncover an attacker of the king.
    EnPassantExposesKing { by: PieceData },
    /// The piece stands between its king and an attacker.
    Pinned { by: PieceData },
    /// The move neither captures the attacker of the king nor comes between. `blockable`: there are cells between them.
    StaysInCheck { by: PieceData, blockable: bool },
    /// Two pieces give check, so only the king may move.
    DoubleCheck { by: [PieceData; 2] },
    /// The king would be in check on the target.
    KingIntoCheck { by: PieceData },
    /// The king or the rook has moved before.
    CastlingLost,
    /// The king is in check.
    CastlingInCheck { by: PieceData },
    /// A piece stands between king and rook.
    CastlingBlocked { by: PieceData },
    /// The king would cross or reach an attacked cell.
    CastlingThroughCheck { cell: String, by: PieceData },
}

/// Moves of the pawns of a variant in words.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PawnStyle {
    /// Number of directions in which a pawn goes forward.
    directions: u8,
    captures: PawnCaptures,
}

/// Where pawns capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PawnCaptures {
    /// Through the corners of the cell, to cells of its own colour.
    Corners,
    /// Over the edges of the cell, to its neighbours.
    Edges,
    /// Elsewhere, in a user-defined variant.
    Other,
}

impl PawnStyle {
    pub(crate) fn of(pawns: &PawnSpec) -> Self {
        // Steps through corners keep the colour of the cell, which is the sum of the coordinates modulo 3.
        let corner = |&(dx, dy): &(i8, i8)| (dx + dy).rem_euclid(3) == 0;
        let edge = |step: &(i8, i8)| matches!(step, (0, 1 | -1) | (1 | -1, 0) | (1, 1) | (-1, -1));
        let captures = match pawns.captures {
            steps if steps.iter().all(edge) => PawnCaptures::Edges,
            steps if steps.iter().all(corner) => PawnCaptures::Corners,
            _ => PawnCaptures::Other,
        };
        Self { directions: u8::try_from(pawns.forward.len()).unwrap_or(u8::MAX), captures }
    }
}

#[wasm_bindgen]
impl Game {
    /// Returns the reason why no legal move of the current position leads from one cell to another, or `null` if one does.
    /// Without a target: the reason why the piece has no legal move at all.
    ///
    /// # Errors
    /// Throws if the board has no such cell.
    #[wasm_bindgen(js_name = moveRefusal, unchecked_return_type = "MoveRefusal | null")]
    pub fn move_refusal(&self, from: &str, to: Option<String>) -> Result<JsValue, JsValue> {
        let position = self.game.position();
        let cell = |name: &str| {
            let cell = position.variant().board().cell(name);
            cell.ok_or_else(|| thrown(format!("the board has no cell {name:?}")))
        };
        let from = cell(from)?;
        let refusal = match to {
            Some(to) => position.move_refusal(from, cell(&to)?),
            None => position.standstill(from),
        };
        plain(&refusal.and_then(|refusal| described(position, from, refusal)))
    }
}

fn described(position: &Position, from: Cell, refusal: MoveRefusal) -> Option<MoveRefusalData> {
    let variant = position.variant();
    let name = |cell: Cell| variant.board().name(cell).to_owned();
    let piece = |cell: Cell| PieceData {
        cell: name(cell),
        // Whatever prevents a move is a piece.
        piece: position.piece_at(cell).map_or(' ', saffron_rules::Piece::letter),
    };
    Some(match refusal {
        MoveRefusal::NoPiece => MoveRefusalData::NoPiece,
        MoveRefusal::OtherSide => MoveRefusalData::OtherSide,
        MoveRefusal::CellColor => MoveRefusalData::CellColor,
        MoveRefusal::OwnPiece => MoveRefusalData::OwnPiece,
        MoveRefusal::Blocked { by } => MoveRefusalData::Blocked { by: piece(by) },
        MoveRefusal::PawnBlocked { by } => MoveRefusalData::PawnBlocked { by: piece(by) },
        MoveRefusal::PawnStopped { by } => MoveRefusalData::PawnStopped { by: piece(by) },
        MoveRefusal::PawnSteps { steps } => MoveRefusalData::PawnSteps { steps },
        MoveRefusal::NothingToCapture => MoveRefusalData::NothingToCapture,
        MoveRefusal::FirstCaptureOnly => MoveRefusalData::FirstCaptureOnly,
        MoveRefusal::EnPassantExposesKing { by } => MoveRefusalData::EnPassantExposesKing { by: piece(by) },
        MoveRefusal::Pinned { by } => MoveRefusalData::Pinned { by: piece(by) },
        MoveRefusal::StaysInCheck { by } => {
            let between = variant.between(position.king(position.turn()), by);
            MoveRefusalData::StaysInCheck { by: piece(by), blockable: !between.is_empty() }
        }
        MoveRefusal::DoubleCheck { by } => {
            let (first, last) = (by.first()?, by.last()?);
            MoveRefusalData::DoubleCheck { by: [piece(first), piece(last)] }
        }
        MoveRefusal::KingIntoCheck { by } => MoveRefusalData::KingIntoCheck { by: piece(by) },
        MoveRefusal::CastlingLost => MoveRefusalData::CastlingLost,
        MoveRefusal::CastlingInCheck { by } => MoveRefusalData::CastlingInCheck { by: piece(by) },
        MoveRefusal::CastlingBlocked { by } => MoveRefusalData::CastlingBlocked { by: piece(by) },
        MoveRefusal::CastlingThroughCheck { cell, by } => {
            MoveRefusalData::CastlingThroughCheck { cell: name(cell), by: piece(by) }
        }
        _ => {
            let is_pawn = position.by_role(saffron_rules::Role::Pawn).contains(from);
            MoveRefusalData::Geometry { pawn: is_pawn.then(|| PawnStyle::of(variant.pawns().spec())) }
        }
    })
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;

    use super::*;

    fn json(variant: &str, fen: Option<&str>, from: &str, to: &str) -> serde_json::Value {
        let variant = Variant::by_id(variant).expect("a variant");
        let position = fen.map_or_else(|| variant.start(), |fen| Position::from_fen(variant, fen).expect("a position"));
        let cell = |name| variant.board().cell(name).expect("a cell");
        let refusal = position.move_refusal(cell(from), cell(to));
        serde_json::to_value(refusal.and_then(|refusal| described(&position, cell(from), refusal))).expect("plain data")
    }

    #[test]
    fn a_reason_names_the_piece_that_prevents_the_move() {
        let blocked = json("shafran", None, "d1", "d4");
        assert_eq!(blocked, serde_json::json!({ "code": "blocked", "by": { "cell": "d2", "piece": "P" } }));
        assert_eq!(json("shafran", None, "e2", "e5"), serde_json::Value::Null);
        let pawn = json("shafran", None, "e2", "d4");
        assert_eq!(pawn, serde_json::json!({ "code": "geometry", "pawn": { "directions": 1, "captures": "corners" } }));
    }

    #[test]
    fn the_pawns_of_each_game_capture_through_corners_or_over_edges() {
        let captures = |id| PawnStyle::of(Variant::by_id(id).expect("a variant").pawns().spec()).captures;
        assert_eq!(captures("glinski"), PawnCaptures::Edges);
        for id in ["shafran", "mccooey", "hexofen", "devasa", "brusky"] {
            assert_eq!(captures(id), PawnCaptures::Corners, "{id}");
        }
    }
}
