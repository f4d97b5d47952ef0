//! Drawings of the pieces and colours of the themes, shared with the page.

use std::collections::HashMap;
use std::sync::LazyLock;

use saffron_rules::{Piece, Role};
use serde::Deserialize;

/// Drawing of a piece in a square of [`PieceDrawings::size`] units.
#[derive(Deserialize)]
pub(crate) struct PieceDrawing {
    /// Path of the silhouette.
    pub(crate) body: String,
    /// Path of the lines inside the silhouette; may be empty.
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

/// Colour theme of a board. The themes are those of the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Theme {
    /// Warm wood tones.
    #[default]
    Saffron,
    /// Green and grey.
    Moss,
    /// Blue and orange, which also differ in lightness.
    ColourBlind,
    /// Black and white on greys.
    HighContrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 4] = [Self::Saffron, Self::Moss, Self::ColourBlind, Self::HighContrast];

    /// Name that the page uses, such as `colour-blind`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Saffron => "saffron",
            Self::Moss => "moss",
            Self::ColourBlind => "colour-blind",
            Self::HighContrast => "high-contrast",
        }
    }
}

/// Set of piece drawings. The sets are those of the page, without the set of letters, which needs a font.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PieceSet {
    /// Figures.
    #[default]
    Classic,
    /// Flatter figures.
    Modern,
}

impl PieceSet {
    /// All piece sets.
    pub const ALL: [Self; 2] = [Self::Classic, Self::Modern];

    /// Name that the page uses, such as `modern`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Modern => "modern",
        }
    }
}

#[derive(Deserialize)]
struct Modes {
    light: Colours,
    dark: Colours,
}

static CLASSIC: LazyLock<PieceDrawings> =
    LazyLock::new(|| serde_json::from_str(include_str!("art/pieces.json")).expect("pieces.json has every piece"));

static MODERN: LazyLock<PieceDrawings> = LazyLock::new(|| {
    serde_json::from_str(include_str!("art/pieces-modern.json")).expect("pieces-modern.json has every piece")
});

static THEMES: LazyLock<HashMap<String, Modes>> =
    LazyLock::new(|| serde_json::from_str(include_str!("art/theme.json")).expect("theme.json has every colour"));

/// Returns the drawings of all pieces of a set.
pub(crate) fn piece_drawings(set: PieceSet) -> &'static PieceDrawings {
    match set {
        PieceSet::Classic => &CLASSIC,
        PieceSet::Modern => &MODERN,
    }
}

/// Returns the colours of a theme for a light or a dark page.
pub(crate) fn colours(theme: Theme, dark: bool) -> &'static Colours {
    let modes = &THEMES[theme.name()];
    if dark { &modes.dark } else { &modes.light }
}
