//! Hexagonal chess: boards, variants, positions, legal moves, outcomes and notation.
//!
//! A [`Board`] and a [`Variant`] are data; a [`Setup`] is anything that can be put on a board;
//! a [`Position`] is a set-up that can be played on; a [`Game`] is a position with its history.
//!
//! ```
//! use saffron_rules::{Game, Variant};
//!
//! let shafran = Variant::by_id("shafran").unwrap();
//! let mut game = Game::new(shafran.start());
//! let mv = game.position().parse_san("Nc4")?;
//! game.play(mv)?;
//! assert_eq!(
//!     game.position().to_fen(),
//!     "kqbnr/bppppp/np5/bp6/rp6P/p6PR/2N3PB/5PN/PPPPPB/R1BQK b QBqb - 1 1",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Design
//!
//! A cell is an index below 128 in a skewed grid, `x * height + y`: a set of cells is a `u128`, and a step adds the same number to
//! an index from every cell. A board, a variant, its pawns and its castlings are plain data, from which tables are computed once.
//! The move generator knows no variant by name. User-defined variants are the same data, made at run time and registered for every
//! look-up by id or name.
//!
//! [`Position`] is `Copy`: a move is made on a copy, there is no unmake. It carries checkers and pinned pieces, so legal moves come
//! from masks. [`Game`] adds repetition, claims, the outcome, and ends that no move shows, such as a time forfeit.
//!
//! Records lie above: [`PgnReader`] splits a file into games of raw text, [`Replayer`] plays such a game on the board and detects
//! its language, [`Replay::write`] writes it again.
//!
//! The library reads no files, opens no connections, asks no clock and starts no threads. Without the feature `std` it
//! needs nothing but an allocator; the feature `serde` adds serialisation of the types that people keep or send.

#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod board;
mod cell;
mod fen;
mod game;
mod insufficient_material;
#[doc(hidden)]
pub mod literal;
mod move_refusal;
mod movegen;
mod notation;
mod outcome;
mod perft;
mod pgn;
mod piece;
mod play;
mod position;
mod premoves;
mod record;
#[cfg(feature = "serde")]
mod serialization;
mod setup;
mod text;
mod uci;
mod variant;
mod variants;
mod winning_material;
mod zobrist;

pub use board::{Board, BoardError, BoardSpec, FileSpan, Label, Orientation, Point};
pub use cell::{Cell, CellSet, Cells};
pub use fen::{FenDialect, FenError};
pub use game::{Claim, Game, GameError};
pub use move_refusal::MoveRefusal;
pub use movegen::{PieceMoves, PieceMovesIter};
pub use notation::{FileLetters, Form, IllegalMoveReason, Language, Notation, Origin, SanError};
pub use outcome::{Outcome, OutcomeError, Reason};
pub use perft::{perft, perft_divide};
pub use pgn::{
    Annotation, Brush, Comment, MoveAnnotation, MovetextItem, PgnError, PgnReader, Ply, RawGame, Replay, ReplayError,
    ReplayErrorKind, ReplayNote, ReplayNoteKind, Replayer, Score, Shape, SideLine, Termination, Unclosed, WrittenEval,
    write_tag,
};
pub use piece::{Color, Move, Piece, Role};
pub use play::{IllegalMove, Observer};
pub use position::Position;
pub use record::{Record, RecordError};
pub use setup::{EnPassant, Setup, SetupError};
pub use uci::UciError;
pub use variant::{
    CastlingMove, CastlingRight, CastlingRights, CastlingSpec, EnPassantForm, PawnSpec, PawnTables, PromotionSpec,
    SpecError, Variant, VariantSpec, WinningMaterial, material,
};
pub use variants::{RegisterError, VariantError};
