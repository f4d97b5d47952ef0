//! The FEN dialects of other programs for hexagonal chess.
//!
//! They differ in how they cut the board into rows, and in which fields follow. Who writes
//! what, as found in the programs' public sources:
//!
//! - Ranks from the top down, as this library: the crate `hexchess` of hexchess.club
//!   (github.com/scottbedard/hexchess), without the castling field.
//! - Files from a on, each from rank 1 up: the board component `hexchess-board`
//!   (github.com/hexagonchess/hexchess-board, "Hex-FEN"), `hexchess.js`
//!   (github.com/hexchessapp/hexchess.js, files a to k with j), and the engine of
//!   felipelecot.com.
//! - Files from a on, each from the top down: Chex (github.com/starrfree/hexagonal-chess,
//!   with `_` between the files, `-` between the cells and `$` before the side to move) and
//!   GodotHexChess (github.com/leothecrz/GodotHexChess).
//! - Lines that rise from the left to the right edge, the upper left one first: several small
//!   programs, whose start position of Gliński's game is
//!   `1prnqb/2p2bk/3p1b1n/4p3r/5ppppp/11/PPPPP5/R3P4/N1B1P3/QB2P2/BKNRP1`.

use core::fmt;

/// Division of the board into rows in the placement of a FEN.
///
/// ```
/// use saffron_rules::{FenDialect, Position, Variant};
///
/// let glinski = Variant::by_id("glinski").unwrap();
/// let start = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6 w - 0 1";
/// assert_eq!(Position::from_fen_dialect(glinski, start, FenDialect::FilesUp)?, glinski.start());
/// // Read from the top down, White's pawns would stand where they are promoted.
/// assert!(Position::from_fen_dialect(glinski, start, FenDialect::FilesDown).is_err());
/// assert_eq!(Position::from_any_fen(glinski, start)?, glinski.start());
/// # Ok::<(), saffron_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum FenDialect {
    /// Ranks from the top one down, each from the first file on: this library's own.
    #[default]
    Ranks,
    /// Files from the first on, each from its lowest cell up.
    FilesUp,
    /// Files from the first on, each from its highest cell down.
    FilesDown,
    /// Lines of neighbouring cells that rise to the right, from the upper left one down, each
    /// from its left end on.
    Rising,
}

impl FenDialect {
    /// All dialects.
    pub const ALL: [Self; 4] = [Self::Ranks, Self::FilesUp, Self::FilesDown, Self::Rising];

    /// The name: `ranks`, `files-up`, `files-down` or `rising`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ranks => "ranks",
            Self::FilesUp => "files-up",
            Self::FilesDown => "files-down",
            Self::Rising => "rising",
        }
    }

    /// The dialect with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

impl fmt::Display for FenDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
