//! The format of files of self-played games.
//!
//! A file belongs to one variant. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SAFGAME1` |
//! | 1, n | length of the variant's id, and the id |
//!
//! then game after game:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the game's number, which its random opening follows from |
//! | 1 | quarters of a point for White, 0 to 4 |
//! | 2 | number of moves, at least 1 |
//! | 4 each | the move (`Move::to_bits`) and the score in centipawns from the mover's point of view, -32768 where the move was not searched |
//!
//! Games start from the variant's start position.

use std::io::{self, Read};

use saffron_rules::{Move, Variant};

pub(crate) const MAGIC: &[u8; 8] = b"SAFGAME1";

/// In place of a score: the move was played without a search.
const NO_SCORE: i16 = i16::MIN;

/// Bytes of a game before its moves.
const HEADER: usize = 11;

/// The most bytes of a game.
pub(crate) const MAX_RECORD: usize = HEADER + 4 * u16::MAX as usize;

/// One move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move, as `Move::to_bits` packs it.
    pub bits: u16,
    /// Centipawns from the mover's point of view; none where the move was not searched.
    pub score: Option<i16>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Its number.
    pub number: u64,
    /// Quarters of a point for White, 0 to 4.
    pub white_quarters: u8,
    /// Its moves from the variant's start position.
    pub moves: Vec<PlayedMove>,
}

/// Why a file of games or of samples cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GameFileError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as a file of games does.
    #[error("this is not a file of self-played games")]
    NotGames,
    /// It does not begin as a file of samples does.
    #[error("this is not a file of samples")]
    NotSamples,
    /// Its last sample is incomplete.
    #[error("the file is cut off in sample {index}: {found} of its {wanted} bytes are there")]
    CutOff {
        /// The sample's number in the file, from 1.
        index: u64,
        /// How many bytes there are.
        found: usize,
        /// How many bytes a sample has.
        wanted: usize,
    },
    /// It names an unknown variant.
    #[error("the games are of the unknown variant {0:?}")]
    UnknownVariant(String),
    /// It holds games of another variant.
    #[error("the games are of the variant {found}, not {wanted}")]
    OtherVariant {
        /// The variant in the file.
        found: &'static str,
        /// The expected variant.
        wanted: &'static str,
    },
}

/// A game that was read, and its moves, which are legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReadGame {
    pub(crate) game: PlayedGame,
    pub(crate) moves: Vec<Move>,
}

/// What bytes hold where a game should start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Record {
    /// A game, and how many bytes it has.
    Game(Box<ReadGame>, usize),
    /// The beginning of a game, with this many legal moves.
    CutOff(usize),
    /// No game, and what is wrong.
    Damaged(&'static str),
}

/// The bytes of a game.
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

/// Decodes the game at the start of `bytes`, which go to the end of the file or have [`MAX_RECORD`] bytes or more.
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

/// Reads until the buffer is full or the input ends; how much was read.
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
