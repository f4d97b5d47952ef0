//! The drawings of the pieces and the colours, shared with the page.

use std::sync::LazyLock;

use saffron_rules::{Piece, Role};
use serde::Deserialize;

/// The drawing of a piece in a square of [`PieceDrawings::size`] units.
#[derive(Deserialize)]
pub(crate) struct PieceDrawing {
    /// Path of the silhouette.
    pub(crate) body: String,
    /// Path of the lines inside it; may be empty.
    pub(crate) details: String,
}

#[derive(Deserialize)]
pub(crate) struct PieceDrawings {
    pub(crate) size: f64,
    pawn: PieceDrawing,
    knight: PieceDrawing,
    bishop: PieceDrawing,
    rook: PieceDrawing,
    queen: PieceDrawing,
    king: PieceDrawing,
}

impl PieceDrawings {
    pub(crate) fn get(&self, piece: Piece) -> &PieceDrawing {
        match piece.role {
            Role::Pawn => &self.pawn,
            Role::Knight => &self.knight,
            Role::Bishop => &self.bishop,
            Role::Rook => &self.rook,
            Role::Queen => &self.queen,
            Role::King => &self.king,
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct Paint {
    pub(crate) fill: String,
    pub(crate) stroke: String,
    pub(crate) detail: String,
}

#[derive(Deserialize)]
pub(crate) struct Colours {
    pub(crate) cell0: String,
    pub(crate) cell1: String,
    pub(crate) cell2: String,
    pub(crate) frame: String,
    pub(crate) label: String,
    pub(crate) white: Paint,
    pub(crate) black: Paint,
}

#[derive(Deserialize)]
struct Themes {
    light: Colours,
    dark: Colours,
}

static PIECES: LazyLock<PieceDrawings> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/board/pieces.json")).expect("pieces.json has every piece")
});

static THEMES: LazyLock<Themes> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/board/theme.json")).expect("theme.json has every colour")
});

/// The drawings of all pieces.
pub(crate) fn piece_drawings() -> &'static PieceDrawings {
    &PIECES
}

pub(crate) fn colours(dark: bool) -> &'static Colours {
    if dark { &THEMES.dark } else { &THEMES.light }
}
