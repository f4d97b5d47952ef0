//! Pictures of positions as SVG and PNG.
//!
//! Pieces and colours are those of the page: `src/art` has copies of the files of `web/board`, made by `cargo xtask types`.
//!
//! ```
//! use saffron_draw::{Style, svg};
//! use saffron_rules::Variant;
//!
//! let picture = svg(&Variant::by_id("shafran").unwrap().start(), &Style::default());
//! assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
//! ```

mod art;
mod glyphs;
mod png;
mod rim;
mod svg;

pub use art::{PieceSet, Theme};
pub use png::{PngError, png};
pub use svg::{CARD_HEIGHT, CARD_WIDTH, Style, card, svg};
