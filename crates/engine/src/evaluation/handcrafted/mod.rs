//! Handcrafted evaluation: a sum of terms, each a pair of numbers for middlegame and endgame that is interpolated by the
//! remaining material.
//!
//! The terms depend on a variant only through its data: the board's geometry, the pawn's moves, and one set of weights. All
//! variants, user-defined ones included, use the same code.
//!
//! | module | contents |
//! |---|---|
//! | `tapered` | pairs of numbers for middlegame and endgame |
//! | `weights` | all weights, a set for each variant |
//! | `geometry`, `piece_cell_table`, `mobility` | tables computed from the variant and its weights |
//! | `tables` | all tables of a variant |
//! | `attacks` | attacks of each side in a position |
//! | `pieces` | mobility, cell colors of bishops, rooks on open files |
//! | `pawns` | passed, doubled, isolated and defended pawns |
//! | `king` | king danger, pawn shelter, open lines to the king |
//! | `threats` | pieces attacked by lower-valued pieces, hanging pieces |
//! | `endgame` | driving a bare king to the edge, scaling of material that seldom wins |
//! | `evaluate` | the sum of the terms |

mod attacks;
mod endgame;
mod evaluate;
mod geometry;
mod king;
mod mobility;
mod pawns;
mod piece_cell_table;
mod pieces;
mod tables;
mod tapered;
mod threats;
mod weights;

pub use self::tables::HandcraftedEvaluation;

#[cfg(test)]
mod tests;
