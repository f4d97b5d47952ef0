//! Format of files of self-play games.
//!
//! A file belongs to one variant. All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `SAFGAME1` |
//! | 1, n | length of the variant's id, then the id |
//!
//! followed by the games:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | number of the game, which determines its random opening |
//! | 1 | White's quarter points, 0 to 4 |
//! | 2 | number of moves, at least 1 |
//! | 4 each | the move (`Move::to_bits`) and the score in centipawns from the mover's point of view, -32768 if the move was not
//! searched |
//!
//! Games start from the variant's start position.

use std::io::{self, Read};

use saffron_rules::{Move, Variant};

pub(crate) const MAGIC: &[u8; 8] = b"SAFGAME1";

/// Placeholder for the score of a move that was played without a search.
const NO_SCORE: i16 = i16::MIN;

/// Number of bytes of a game before its moves.
const HEADER: usize = 11;

/// Maximum number of bytes of a game.
pub(crate) const MAX_RECORD: usize = HEADER + 4 * u16::MAX as usize;

/// Move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// Move as packed by `Move::to_bits`.
    pub bits: u16,
    /// Score in centipawns from the mover's point of view; `None` if the move was not searched.
    pub score: Option<i16>,
}

/// Self-play game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Number of the game in its run.
    pub number: u64,
    /// White's quarter points, 0 to 4.
    pub white_quarters: u8,
    /// Moves from the variant's start position.
    pub moves: Vec<PlayedMove>,
}

/// Error of a game file or sample file.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file does not begin like a game file.
    #[error("this is not a file of self-played games")]
    NotGames,
    /// The file does not begin like a sample file.
    #[error("this is not a file of samples")]
    NotSamples,
    /// The last sample is incomplete.
    #[error("the file is truncated in sample {index}: {found} of its {expected} bytes")]
    CutOff {
        /// Number of the sample in the file, from 1.
        index: u64,
        /// Number of bytes present.
        found: usize,
        /// Number of bytes of a sample.
        expected: usize,
    },
    /// The manifest of a run cannot be read.
    #[error("{0}")]
    Manifest(String),
    /// The folder holds a run with another setting.
    #[error("the run in this folder has another setting: {setting} {found}, not {asked}")]
    OtherRun {
        /// Name of the setting.
        setting: String,
        /// Value in the manifest.
        found: String,
        /// Value that was asked for.
        asked: String,
    },
    /// The file names an unknown variant.
    #[error("the games are of the unknown variant {0:?}")]
    UnknownVariant(String),
    /// The file holds games of another variant.
    #[error("the games are of the variant {found}, not {expected}")]
    OtherVariant {
        /// Variant in the file.
        found: &'static str,
        /// Expected variant.
        expected: &'static str,
    },
}

/// Game as read, with its legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReadGame {
    pub(crate) game: PlayedGame,
    pub(crate) moves: Vec<Move>,
}

/// Result of decoding the bytes at the expected start of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Record {
    /// Game and its number of bytes.
    Game(Box<ReadGame>, usize),
    /// Truncated game with this number of legal moves.
    CutOff(usize),
    /// Not a game; the text describes the damage.
    Damaged(&'static str),
}

/// Encodes a game.
pub(crate) fn encode(game: &PlayedGame) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + 4 * game.moves.len());
    bytes.extend_from_slice(&game.number.to_le_bytes());
    bytes.push(game.white_quarters);
    bytes.extend_from_slice(&(game.moves.len() as u16).to_le_bytes());
    for mv in &game.moves {
        bytes.extend_from_slice(&mv.bits.to_le_bytes());
        bytes.extend_from_slice(&mv.score.unwrap_or(NO_SCORE).to_le_bytes());
    }
    bytes
}

/// Decodes the game at the start of `bytes`, which reach the end of the file or hold at least [`MAX_RECORD`] bytes.
pub(crate) fn decode(variant: &'static Variant, bytes: &[u8]) -> Record {
    let Some((&[b0, b1, b2, b3, b4, b5, b6, b7, white_quarters, low, high], moves)) = bytes.split_first_chunk() else {
        return Record::CutOff(0);
    };
    let count = usize::from(u16::from_le_bytes([low, high]));
    if white_quarters > 4 {
        return Record::Damaged("a result above 4 quarters");
    }
    if count == 0 {
        return Record::Damaged("no moves");
    }
    let mut game =
        PlayedGame { number: u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]), white_quarters, moves: Vec::new() };
    let mut legal_moves = Vec::new();
    let mut position = variant.start();
    for four in moves.chunks_exact(4).take(count) {
        let bits = u16::from_le_bytes([four[0], four[1]]);
        let score = i16::from_le_bytes([four[2], four[3]]);
        let Some(mv) = position.move_from_bits(bits).filter(|&mv| position.is_legal(mv)) else {
            return Record::Damaged("an illegal move");
        };
        position.play_unchecked(mv);
        legal_moves.push(mv);
        game.moves.push(PlayedMove { bits, score: (score != NO_SCORE).then_some(score) });
    }
    if legal_moves.len() < count {
        return Record::CutOff(legal_moves.len());
    }
    Record::Game(Box::new(ReadGame { game, moves: legal_moves }), HEADER + 4 * count)
}

/// Reads until the buffer is full or the input ends; returns the number of bytes read.
pub(crate) fn read_fully(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
