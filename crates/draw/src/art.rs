//! The drawn men and the colours, shared with the page.

use std::sync::LazyLock;

use saffron_rules::{Piece, Role};
use serde::Deserialize;

/// One man in a square of [`Men::size`] units.
#[derive(Deserialize)]
pub(crate) struct Man {
    /// Path of the silhouette.
    pub(crate) body: String,
    /// Path of the lines inside it; may be empty.
    pub(crate) details: String,
}

#[derive(Deserialize)]
pub(crate) struct Men {
    pub(crate) size: f64,
    pawn: Man,
    knight: Man,
    bishop: Man,
    rook: Man,
    queen: Man,
    king: Man,
}

impl Men {
    pub(crate) fn get(&self, piece: Piece) -> &Man {
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

static MEN: LazyLock<Men> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/board/pieces.json")).expect("pieces.json has every man")
});

static THEMES: LazyLock<Themes> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../web/board/theme.json")).expect("theme.json has every colour")
});

pub(crate) fn men() -> &'static Men {
    &MEN
}

pub(crate) fn colours(dark: bool) -> &'static Colours {
    if dark { &THEMES.dark } else { &THEMES.light }
}
