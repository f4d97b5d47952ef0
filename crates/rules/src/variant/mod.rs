//! Variants: the rules of one game as data, and the tables computed from it once. The variants that the library has are
//! in `variants`.
//!
//! | module | what it holds |
//! |---|---|
//! | `material` | material, and the tables of the material with which a game can still be decided |
//! | `spec` | the description of a variant: board, pawns, promotion, castling, stalemate |
//! | `cells` | the cells that a description names |
//! | `pawns`, `castling` | the tables of pawns and castling |
//! | `tables` | [`Variant`] |

mod castling;
mod cells;
pub mod material;
mod pawns;
mod spec;
mod tables;

pub use self::castling::{CastlingMove, CastlingRight, CastlingRights};
pub use self::pawns::PawnTables;
pub use self::spec::{CastlingSpec, EnPassantForm, PawnSpec, PromotionSpec, SpecError, VariantSpec, WinningMaterial};
pub use self::tables::Variant;
