//! Game files open for appending.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use saffron_rules::Variant;

use crate::format::{GameFileError, MAGIC, PlayedGame, encode};
use crate::reader::GameReader;

/// Game file open for appending.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    numbers: HashSet<u64>,
    plies: u64,
}

impl GameFile {
    /// Opens a file for appending, or creates it. A truncated game at its end is removed; damaged games are kept.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not a game file, or is of another variant.
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
            let mut reader = GameReader::new(&file)?;
            if !std::ptr::eq(reader.variant(), variant) {
                return Err(GameFileError::OtherVariant { found: reader.variant().id(), expected: variant.id() });
            }
            while let Some(read) = reader.next_game()? {
                numbers.insert(read.game.number);
                plies += read.moves.len() as u64;
            }
            if let Some(whole) = reader.cut_off() {
                file.set_len(whole)?;
            }
            file.seek(SeekFrom::End(0))?;
        }
        Ok(GameFile { file, numbers, plies })
    }

    /// Returns whether the game with this number is in the file.
    pub fn contains(&self, number: u64) -> bool {
        self.numbers.contains(&number)
    }

    /// Returns the number of games in the file.
    pub fn len(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// Returns whether the file has no games.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Returns the number of plies of all games in the file.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Appends a game in one write.
    ///
    /// # Errors
    /// If the write fails.
    pub fn write(&mut self, game: &PlayedGame) -> Result<(), GameFileError> {
        self.file.write_all(&encode(game))?;
        self.numbers.insert(game.number);
        self.plies += game.moves.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::PlayedMove;
    use saffron_engine::Random;

    /// Returns a game of random moves; its length is its number plus three.
    fn random_game(number: u64) -> PlayedGame {
        let mut random = Random::new(number);
        let mut position = Variant::by_id("glinski").unwrap().start();
        let mut moves = Vec::new();
        for i in 0..number as i16 + 3 {
            let legal = position.legal_moves();
            let mv = legal[random.below(legal.len())];
            moves.push(PlayedMove { bits: mv.to_bits(), score: (i > 1).then_some(i * 10 - 50) });
            position.play_unchecked(mv);
        }
        PlayedGame { number, white_quarters: (number % 5) as u8, moves }
    }

    fn read_all(path: &Path) -> Vec<PlayedGame> {
        let mut reader = GameReader::new(File::open(path).unwrap()).unwrap();
        std::iter::from_fn(|| reader.next_game().unwrap()).map(|read| read.game).collect()
    }

    #[test]
    fn a_file_that_was_cut_off_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.games");
        let variant = Variant::by_id("glinski").unwrap();
        let game = random_game;
        let mut file = GameFile::append(&path, variant).unwrap();
        for number in [0, 2, 5] {
            file.write(&game(number)).unwrap();
        }
        drop(file);
        assert_eq!(read_all(&path), [game(0), game(2), game(5)]);
        let whole = std::fs::read(&path).unwrap();
        for cut in 1..=encode(&game(5)).len() {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let mut file = GameFile::append(&path, variant).unwrap();
            assert_eq!((file.len(), file.contains(2), file.contains(5)), (2, true, false));
            file.write(&game(7)).unwrap();
            drop(file);
            assert_eq!(read_all(&path), [game(0), game(2), game(7)], "cut by {cut}");
            let expected = whole.len() - encode(&game(5)).len() + encode(&game(7)).len();
            assert_eq!(std::fs::metadata(&path).unwrap().len(), expected as u64, "cut by {cut}");
        }
    }

    /// A game with a damaged number of moves looked like the truncated end of the file, and all games after it were removed.
    #[test]
    fn a_damaged_length_removed_all_games_after_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.games");
        let variant = Variant::by_id("glinski").unwrap();
        let mut file = GameFile::append(&path, variant).unwrap();
        for number in [0, 2, 5] {
            file.write(&random_game(number)).unwrap();
        }
        drop(file);
        let mut bytes = std::fs::read(&path).unwrap();
        let length = bytes.len() - encode(&random_game(5)).len() - encode(&random_game(2)).len() + 9;
        bytes[length + 1] = 0x7f;
        std::fs::write(&path, &bytes).unwrap();
        let mut file = GameFile::append(&path, variant).unwrap();
        assert_eq!((file.len(), file.contains(2), file.contains(5)), (2, false, true));
        file.write(&random_game(2)).unwrap();
        drop(file);
        assert_eq!(read_all(&path), [random_game(0), random_game(5), random_game(2)]);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.games");
        let variant = Variant::by_id("glinski").unwrap();
        drop(GameFile::append(&path, variant).unwrap());
        let other = GameFile::append(&path, Variant::by_id("shafran").unwrap()).unwrap_err();
        assert_eq!(other.to_string(), "the games are of the variant glinski, not shafran");
        std::fs::write(&path, b"SAFGAME1\x05chess").unwrap();
        assert!(matches!(GameFile::append(&path, variant), Err(GameFileError::UnknownVariant(_))));
        std::fs::write(&path, b"not games at all").unwrap();
        assert!(matches!(GameFile::append(&path, variant), Err(GameFileError::NotGames)));
    }
}
