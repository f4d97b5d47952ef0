//! Journal: the file of a build's searches and games, from which the build resumes. All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `SAFTREE1` |
//! | 1, n | length of the variant's id, and the id |
//! | 8 | the rules key |
//! | 8, 8, 8, 8 | node limit and lines of a search, node limit of a move in games, seed |
//!
//! then record after record:
//!
//! | bytes | contents |
//! |---|---|
//! | 1 | 1: a search |
//! | 8 | the position's hash |
//! | 1 | number of moves |
//! | 4 each | the move (`Move::to_bits`) and its score in centipawns |
//!
//! | bytes | contents |
//! |---|---|
//! | 1 | 2: a game |
//! | 4 | its number |
//! | 1 | quarters of a point for White |
//! | 1 | number of its moves in the book, 255 at most |
//! | 2 each | the move |
//!
//! An incomplete record at the end is removed when the file is opened.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use saffron_rules::Variant;

use super::games::BookGame;
use super::settings::Settings;
use crate::rules_key::rules_key;

const MAGIC: &[u8; 8] = b"SAFTREE1";
const SEARCH: u8 = 1;
const GAME: u8 = 2;

/// Error of a build or its journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a journal, or is one for another variant or other rules.
    #[error("this is not the journal of a book of {0}")]
    OtherBook(&'static str),
    /// The journal was begun with other settings.
    #[error("the book was begun with --nodes {nodes} --lines {lines} --game-nodes {game_nodes} --seed {seed}")]
    OtherSettings {
        /// The node limit of a search.
        nodes: u64,
        /// The number of lines of a search.
        lines: u64,
        /// The node limit of a move in games.
        game_nodes: u64,
        /// The seed.
        seed: u64,
    },
    /// The contents are invalid.
    #[error("the journal is damaged: {0}")]
    Damaged(&'static str),
}

/// Record of the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Record {
    Search {
        hash: u64,
        /// Moves as bits, with their scores.
        moves: Vec<(u16, i16)>,
    },
    Game(BookGame),
}

/// Journal file, open for appending.
pub(super) struct Journal(File);

impl Journal {
    /// Opens a journal and reads its records, or creates it.
    pub(super) fn open(
        path: &Path,
        variant: &'static Variant,
        settings: &Settings,
    ) -> Result<(Journal, Vec<Record>), JournalError> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let id = variant.id().as_bytes();
        let mut head = MAGIC.to_vec();
        head.push(id.len() as u8);
        head.extend_from_slice(id);
        head.extend_from_slice(&rules_key(variant).to_le_bytes());
        let expected = [settings.nodes, settings.lines as u64, settings.game_nodes, settings.seed];
        if bytes.is_empty() {
            head.extend(expected.iter().flat_map(|number| number.to_le_bytes()));
            file.write_all(&head)?;
            return Ok((Journal(file), Vec::new()));
        }
        let rest = bytes.strip_prefix(head.as_slice()).and_then(|rest| rest.split_first_chunk::<32>());
        let Some((numbers, rest)) = rest else { return Err(JournalError::OtherBook(variant.name())) };
        let number = |i: usize| numbers[8 * i..8 * i + 8].iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        if [0, 1, 2, 3].map(number) != expected {
            let [nodes, lines, game_nodes, seed] = [0, 1, 2, 3].map(number);
            return Err(JournalError::OtherSettings { nodes, lines, game_nodes, seed });
        }
        let mut input = rest;
        let mut records = Vec::new();
        while let Some((record, rest)) = read(input)? {
            records.push(record);
            input = rest;
        }
        file.set_len((bytes.len() - input.len()) as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Journal(file), records))
    }

    /// Appends records in one write.
    pub(super) fn write(&mut self, records: &[Record]) -> Result<(), JournalError> {
        let mut bytes = Vec::new();
        for record in records {
            match record {
                Record::Search { hash, moves } => {
                    bytes.push(SEARCH);
                    bytes.extend_from_slice(&hash.to_le_bytes());
                    bytes.push(moves.len() as u8);
                    for (mv, score) in moves {
                        bytes.extend_from_slice(&mv.to_le_bytes());
                        bytes.extend_from_slice(&score.to_le_bytes());
                    }
                }
                Record::Game(game) => {
                    bytes.push(GAME);
                    bytes.extend_from_slice(&game.number.to_le_bytes());
                    bytes.push(game.white_quarters);
                    let moves = &game.moves[..game.moves.len().min(255)];
                    bytes.push(moves.len() as u8);
                    bytes.extend(moves.iter().flat_map(|mv| mv.to_le_bytes()));
                }
            }
        }
        Ok(self.0.write_all(&bytes)?)
    }
}

/// Reads the next record and returns it with the bytes after it; `None` at the end or if the record is incomplete.
fn read(bytes: &[u8]) -> Result<Option<(Record, &[u8])>, JournalError> {
    let Some((kind, rest)) = bytes.split_first() else { return Ok(None) };
    let read = match *kind {
        SEARCH => read_search(rest),
        GAME => read_game(rest),
        _ => return Err(JournalError::Damaged("a record of an unknown kind")),
    };
    match &read {
        Some((Record::Game(game), _)) if game.white_quarters > 4 => {
            Err(JournalError::Damaged("a result above 4 quarters"))
        }
        Some((Record::Search { moves, .. }, _)) if moves.iter().any(|(_, score)| *score == i16::MIN) => {
            Err(JournalError::Damaged("a move without a score"))
        }
        _ => Ok(read),
    }
}

fn read_search(bytes: &[u8]) -> Option<(Record, &[u8])> {
    let (hash, rest) = bytes.split_first_chunk()?;
    let (&count, rest) = rest.split_first()?;
    let (moves, rest) = rest.split_at_checked(4 * usize::from(count))?;
    let pair = |four: &[u8]| (u16::from_le_bytes([four[0], four[1]]), i16::from_le_bytes([four[2], four[3]]));
    let moves = moves.chunks_exact(4).map(pair).collect();
    Some((Record::Search { hash: u64::from_le_bytes(*hash), moves }, rest))
}

fn read_game(bytes: &[u8]) -> Option<(Record, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    let (&[white_quarters, count], rest) = rest.split_first_chunk()?;
    let (moves, rest) = rest.split_at_checked(2 * usize::from(count))?;
    let moves = moves.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
    Some((Record::Game(BookGame { number: u32::from_le_bytes(*number), white_quarters, moves }), rest))
}
