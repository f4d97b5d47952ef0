//! Files of self-played games.
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
//! | 8 | the game's number, from which its random opening follows |
//! | 1 | quarters of a point for White, 0 to 4 |
//! | 2 | number of moves |
//! | 4 each | the move (`Move::to_bits`) and the score in centipawns from the mover's point of view, -32768 where the move was not searched |
//!
//! Games start from the variant's start position. A game is written at once; what is left of one that was cut off is
//! dropped when the file is opened again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use saffron_rules::Variant;

const MAGIC: &[u8; 8] = b"SAFGAME1";

/// In place of a score: the move was played without a search.
const NO_SCORE: i16 = i16::MIN;

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

/// Why a file of games cannot be used.
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
    /// Its last sample is not whole.
    #[error("the file is cut off in sample {index}: {found} of its {wanted} bytes are there")]
    CutOff {
        /// Its place in the file, from 1.
        index: u64,
        /// How many bytes there are.
        found: usize,
        /// How many bytes a sample has.
        wanted: usize,
    },
    /// It names a variant that is not known.
    #[error("the games are of the unknown variant {0:?}")]
    UnknownVariant(String),
    /// It holds games of another variant than wanted.
    #[error("the games are of the variant {found}, not {wanted}")]
    OtherVariant {
        /// The variant in the file.
        found: &'static str,
        /// The variant wanted.
        wanted: &'static str,
    },
    /// A game holds what cannot be.
    #[error("game {index} of the file is damaged: {what}")]
    Damaged {
        /// Its place in the file, from 1.
        index: usize,
        /// What is wrong.
        what: &'static str,
    },
}

/// A file of games, open for appending.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    numbers: HashSet<u64>,
    plies: u64,
}

impl GameFile {
    /// Opens a file for appending, or begins it. A game that was cut off at its end is dropped.
    ///
    /// # Errors
    /// When the file cannot be read or written, is not one of games, or is one of another variant.
    pub fn append(path: &Path, variant: &'static Variant) -> Result<GameFile, GameFileError> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut numbers = HashSet::new();
        let mut plies = 0;
        if file.metadata()?.len() == 0 {
            let id = variant.id().as_bytes();
            let mut header = MAGIC.to_vec();
            header.push(id.len() as u8);
            header.extend_from_slice(id);
            file.write_all(&header)?;
        } else {
            let mut reader = GameReader::new(BufReader::new(&file))?;
            if !std::ptr::eq(reader.variant, variant) {
                return Err(GameFileError::OtherVariant { found: reader.variant.id(), wanted: variant.id() });
            }
            let mut good = reader.offset;
            while let Some(game) = reader.next_game()? {
                numbers.insert(game.number);
                plies += game.moves.len() as u64;
                good = reader.offset;
            }
            file.set_len(good)?;
            file.seek(SeekFrom::End(0))?;
        }
        Ok(GameFile { file, numbers, plies })
    }

    /// Whether the game with this number is in the file.
    pub fn contains(&self, number: u64) -> bool {
        self.numbers.contains(&number)
    }

    /// How many games are in the file.
    pub fn len(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// Whether there is no game in it.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// How many plies all its games have.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, game: &PlayedGame) -> Result<(), GameFileError> {
        let mut bytes = Vec::with_capacity(11 + 4 * game.moves.len());
        bytes.extend_from_slice(&game.number.to_le_bytes());
        bytes.push(game.white_quarters);
        bytes.extend_from_slice(&(game.moves.len() as u16).to_le_bytes());
        for mv in &game.moves {
            bytes.extend_from_slice(&mv.bits.to_le_bytes());
            bytes.extend_from_slice(&mv.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        self.file.write_all(&bytes)?;
        self.numbers.insert(game.number);
        self.plies += game.moves.len() as u64;
        Ok(())
    }
}

/// Reads games one after the other.
pub(crate) struct GameReader<R> {
    input: R,
    pub(crate) variant: &'static Variant,
    /// Bytes up to the end of the last whole game.
    offset: u64,
    games: usize,
}

impl<R: Read> GameReader<R> {
    /// Reads the head of the file.
    pub(crate) fn new(mut input: R) -> Result<GameReader<R>, GameFileError> {
        let mut head = [0; 9];
        if read_fully(&mut input, &mut head)? < head.len() || &head[..8] != MAGIC {
            return Err(GameFileError::NotGames);
        }
        let mut id = vec![0; usize::from(head[8])];
        if read_fully(&mut input, &mut id)? < id.len() {
            return Err(GameFileError::NotGames);
        }
        let id = String::from_utf8_lossy(&id).into_owned();
        let variant = Variant::by_id(&id).ok_or(GameFileError::UnknownVariant(id))?;
        let offset = (head.len() + variant.id().len()) as u64;
        Ok(GameReader { input, variant, offset, games: 0 })
    }

    /// The next game; none at the end of the file or where it was cut off.
    pub(crate) fn next_game(&mut self) -> Result<Option<PlayedGame>, GameFileError> {
        let mut head = [0; 11];
        if read_fully(&mut self.input, &mut head)? < head.len() {
            return Ok(None);
        }
        self.games += 1;
        let number = u64::from_le_bytes([head[0], head[1], head[2], head[3], head[4], head[5], head[6], head[7]]);
        if head[8] > 4 {
            return Err(GameFileError::Damaged { index: self.games, what: "a result above 4 quarters" });
        }
        let mut bytes = vec![0; 4 * usize::from(u16::from_le_bytes([head[9], head[10]]))];
        if read_fully(&mut self.input, &mut bytes)? < bytes.len() {
            return Ok(None);
        }
        let moves = bytes.chunks_exact(4).map(|four| {
            let score = i16::from_le_bytes([four[2], four[3]]);
            PlayedMove { bits: u16::from_le_bytes([four[0], four[1]]), score: (score != NO_SCORE).then_some(score) }
        });
        self.offset += (head.len() + bytes.len()) as u64;
        Ok(Some(PlayedGame { number, white_quarters: head[8], moves: moves.collect() }))
    }

    /// How many games were read, the damaged one included.
    pub(crate) fn games(&self) -> usize {
        self.games
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> PlayedGame {
        let moves = (0..number as u16 + 3)
            .map(|i| PlayedMove { bits: 1000 + i, score: (i > 1).then_some(i as i16 * 10 - 50) })
            .collect();
        PlayedGame { number, white_quarters: (number % 5) as u8, moves }
    }

    fn read_all(path: &Path) -> Vec<PlayedGame> {
        let mut reader = GameReader::new(File::open(path).unwrap()).unwrap();
        std::iter::from_fn(|| reader.next_game().unwrap()).collect()
    }

    fn temporary(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("saffron-games-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn a_file_goes_on_where_it_was_cut_off() {
        let path = temporary("cut");
        let variant = Variant::by_id("glinski").unwrap();
        let mut file = GameFile::append(&path, variant).unwrap();
        for number in [0, 2, 5] {
            file.write(&game(number)).unwrap();
        }
        drop(file);
        assert_eq!(read_all(&path), [game(0), game(2), game(5)]);
        let whole = std::fs::read(&path).unwrap();
        for cut in 1..=game(5).moves.len() * 4 + 11 {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let mut file = GameFile::append(&path, variant).unwrap();
            assert_eq!((file.len(), file.contains(2), file.contains(5)), (2, true, false));
            file.write(&game(7)).unwrap();
            drop(file);
            assert_eq!(read_all(&path), [game(0), game(2), game(7)], "cut by {cut}");
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn other_files_are_refused() {
        let path = temporary("other");
        let variant = Variant::by_id("glinski").unwrap();
        drop(GameFile::append(&path, variant).unwrap());
        let other = GameFile::append(&path, Variant::by_id("shafran").unwrap()).unwrap_err();
        assert_eq!(other.to_string(), "the games are of the variant glinski, not shafran");
        std::fs::write(&path, b"SAFGAME1\x05chess").unwrap();
        assert!(matches!(GameFile::append(&path, variant), Err(GameFileError::UnknownVariant(_))));
        std::fs::write(&path, b"not games at all").unwrap();
        assert!(matches!(GameFile::append(&path, variant), Err(GameFileError::NotGames)));
        std::fs::remove_file(&path).unwrap();
    }
}
