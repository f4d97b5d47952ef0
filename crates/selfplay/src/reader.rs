//! Reader of game files that recovers from damage.
//!
//! The format has no checksums, but nearly every change of a game makes one of its moves illegal. Bytes that are not a game are
//! skipped up to the next byte at which a game starts.

use std::io::Read;

use saffron_rules::Variant;

use crate::format::{GameFileError, MAGIC, MAX_RECORD, PlayedGame, ReadGame, Record, decode, read_fully};

/// Number of legal moves from the start position that make it certain that a game starts at a byte.
const CERTAIN_MOVES: usize = 4;

/// Range of skipped bytes that are not a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Offset from the start of the file, in bytes.
    pub offset: u64,
    /// Length in bytes.
    pub length: u64,
    /// Description of the damage in the first skipped game.
    pub what: &'static str,
}

/// Reader of a game file.
pub(crate) struct GameReader<R> {
    input: Window<R>,
    variant: &'static Variant,
    damage: Vec<Damage>,
    cut_off: Option<u64>,
}

impl<R: Read> GameReader<R> {
    /// Reads the header of the file.
    pub(crate) fn new(mut input: R) -> Result<GameReader<R>, GameFileError> {
        let mut header = [0; MAGIC.len() + 1];
        if read_fully(&mut input, &mut header)? < header.len() || !header.starts_with(MAGIC) {
            return Err(GameFileError::NotGames);
        }
        let mut id = vec![0; usize::from(header[MAGIC.len()])];
        if read_fully(&mut input, &mut id)? < id.len() {
            return Err(GameFileError::NotGames);
        }
        let offset = (header.len() + id.len()) as u64;
        let id = String::from_utf8_lossy(&id).into_owned();
        let variant = Variant::by_id(&id).ok_or(GameFileError::UnknownVariant(id))?;
        Ok(GameReader { input: Window::new(input, offset), variant, damage: Vec::new(), cut_off: None })
    }

    /// Returns the variant of the games.
    pub(crate) fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Returns the ranges skipped so far, including a truncated game at the end of the file.
    pub(crate) fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Returns the offset of the truncated game at the end of the file; `None` before the end is reached.
    pub(crate) fn cut_off(&self) -> Option<u64> {
        self.cut_off
    }

    /// Reads the next game; `None` at the end of the file.
    pub(crate) fn next_game(&mut self) -> Result<Option<ReadGame>, GameFileError> {
        loop {
            let bytes = self.input.fill(MAX_RECORD)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            match decode(self.variant, bytes) {
                Record::Game(game, length) => {
                    self.input.skip(length);
                    return Ok(Some(*game));
                }
                Record::Damaged(what) => {
                    self.skip_to_game(what)?;
                }
                Record::CutOff(_) => {
                    let offset = self.input.offset();
                    if !self.skip_to_game("it is cut off")? {
                        self.cut_off = Some(offset);
                    }
                }
            }
        }
    }

    /// Skips to the next game or to the end of the file; returns whether there is a game.
    fn skip_to_game(&mut self, what: &'static str) -> Result<bool, GameFileError> {
        let offset = self.input.offset();
        let found = loop {
            self.input.skip(1);
            if self.input.fill(1)?.is_empty() {
                break false;
            }
            if self.starts_game()? {
                break true;
            }
        };
        self.damage.push(Damage { offset, length: self.input.offset() - offset, what });
        Ok(found)
    }

    /// Returns whether a game certainly starts here: by its moves, or because another game or the end of the file follows it.
    fn starts_game(&mut self) -> Result<bool, GameFileError> {
        let variant = self.variant;
        let bytes = self.input.fill(2 * MAX_RECORD)?;
        Ok(match decode(variant, bytes) {
            Record::Game(read, length) => {
                read.moves.len() >= CERTAIN_MOVES
                    || bytes.len() == length
                    || matches!(decode(variant, &bytes[length..]), Record::Game(..))
            }
            Record::CutOff(moves) => moves >= CERTAIN_MOVES,
            Record::Damaged(_) => false,
        })
    }
}

/// Reads the complete games of a file, whose variant is the first part of the result.
///
/// # Errors
/// If the file cannot be read, or is not a game file.
pub fn read_games(input: impl Read) -> Result<(&'static Variant, Vec<PlayedGame>), GameFileError> {
    let mut reader = GameReader::new(input)?;
    let mut games = Vec::new();
    while let Some(read) = reader.next_game()? {
        games.push(read.game);
    }
    Ok((reader.variant(), games))
}

/// Buffered window of the input at the current position.
struct Window<R> {
    input: R,
    bytes: Vec<u8>,
    /// Number of bytes in `bytes` before the current position.
    consumed: usize,
    /// File offset of the first byte in `bytes`.
    base: u64,
    /// True if `bytes` reach the end of the file.
    at_end: bool,
}

impl<R: Read> Window<R> {
    /// Creates a window at `offset` bytes from the start of the file.
    fn new(input: R, offset: u64) -> Window<R> {
        Window { input, bytes: Vec::new(), consumed: 0, base: offset, at_end: false }
    }

    /// Returns the current position in bytes from the start of the file.
    fn offset(&self) -> u64 {
        self.base + self.consumed as u64
    }

    /// Returns the next `count` bytes or more, or all up to the end of the file.
    fn fill(&mut self, count: usize) -> Result<&[u8], GameFileError> {
        if self.bytes.len() - self.consumed < count && !self.at_end {
            self.bytes.drain(..self.consumed);
            self.base += self.consumed as u64;
            self.consumed = 0;
            // Reads ahead, so that reads are rare.
            let requested = count + 4 * MAX_RECORD;
            let read = (&mut self.input).take(requested as u64).read_to_end(&mut self.bytes)?;
            self.at_end = read < requested;
        }
        Ok(&self.bytes[self.consumed..])
    }

    /// Advances the position, at most to the end of the file.
    fn skip(&mut self, count: usize) {
        self.consumed = (self.consumed + count).min(self.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{PlayedMove, encode};
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::Index;
    use saffron_engine::Random;

    /// Returns a game of random moves.
    fn random_game(variant: &'static Variant, number: u64, plies: usize) -> PlayedGame {
        let mut random = Random::new(number);
        let mut position = variant.start();
        let mut moves = Vec::new();
        while moves.len() < plies {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(random.below(legal.len())) else { break };
            let score = (moves.len() > 7).then_some(random.below(400) as i16 - 200);
            moves.push(PlayedMove { bits: mv.to_bits(), score });
            position.play_unchecked(mv);
        }
        PlayedGame { number, white_quarters: (number % 5) as u8, moves }
    }

    /// Returns a file of games of these lengths in plies, the games, and the offsets of their starts and of the last end.
    fn file(lengths: &[usize]) -> (Vec<u8>, Vec<PlayedGame>, Vec<usize>) {
        let variant = Variant::by_id("glinski").unwrap();
        let games: Vec<PlayedGame> =
            (0..).zip(lengths).map(|(number, &plies)| random_game(variant, number, plies)).collect();
        let mut bytes = [MAGIC.as_slice(), b"\x07glinski"].concat();
        let mut starts = vec![bytes.len()];
        for game in &games {
            bytes.extend(encode(game));
            starts.push(bytes.len());
        }
        (bytes, games, starts)
    }

    fn read(bytes: &[u8]) -> (Vec<PlayedGame>, Vec<Damage>) {
        let mut reader = GameReader::new(bytes).unwrap();
        let games = std::iter::from_fn(|| reader.next_game().unwrap()).map(|read| read.game).collect();
        (games, reader.damage().to_vec())
    }

    /// Returns whether all games but one were read, in order; one more may have been read from the damaged bytes.
    fn others_survive(found: &[PlayedGame], games: &[PlayedGame], hit: usize) -> bool {
        let mut found_left = found.iter();
        let others = games.iter().enumerate().filter(|&(index, _)| index != hit);
        found.len() <= games.len() && others.map(|(_, game)| game).all(|game| found_left.any(|other| other == game))
    }

    #[test]
    fn one_damaged_game_made_the_whole_file_unreadable() {
        let (whole, games, starts) = file(&[20, 12, 30]);
        for (at, value, what) in [(8, 5, "a result above 4 quarters"), (12, 0xff, "an illegal move")] {
            let mut bytes = whole.clone();
            bytes[starts[1] + at] = value;
            let damage = Damage { offset: starts[1] as u64, length: (starts[2] - starts[1]) as u64, what };
            assert_eq!(read(&bytes), (vec![games[0].clone(), games[2].clone()], vec![damage]));
        }
    }

    #[test]
    fn every_flipped_bit_costs_one_game_at_most() {
        for lengths in [&[20, 12, 16, 30][..], &[16; 5], &[1, 2, 3, 1, 2]] {
            let (whole, games, starts) = file(lengths);
            for at in starts[0]..whole.len() {
                let hit = starts.iter().rposition(|&start| start <= at).unwrap();
                for bit in 0..8 {
                    let mut bytes = whole.clone();
                    bytes[at] ^= 1 << bit;
                    let (found, damage) = read(&bytes);
                    assert!(others_survive(&found, &games, hit), "byte {at} bit {bit}: {damage:?}");
                    assert!(damage.len() <= 1 && (found.len() == games.len() || damage.len() == 1), "{at} {bit}");
                }
            }
        }
    }

    #[test]
    fn every_truncation_keeps_the_games_before_it() {
        let (whole, games, starts) = file(&[20, 12, 30]);
        for length in starts[0]..=whole.len() {
            let mut reader = GameReader::new(&whole[..length]).unwrap();
            let found: Vec<PlayedGame> =
                std::iter::from_fn(|| reader.next_game().unwrap()).map(|read| read.game).collect();
            let kept = starts.iter().filter(|&&start| start <= length).count() - 1;
            assert_eq!(found, games[..kept], "{length}");
            let cut_off = (starts[kept] < length).then_some(starts[kept] as u64);
            assert_eq!((reader.cut_off(), reader.damage().len()), (cut_off, usize::from(cut_off.is_some())));
        }
    }

    #[test]
    fn a_tail_of_zeros_is_no_game() {
        let (whole, games, starts) = file(&[20, 12]);
        let bytes = [&whole[..], &[0; 5000]].concat();
        let damage = Damage { offset: starts[2] as u64, length: 5000, what: "no moves" };
        assert_eq!(read(&bytes), (games, vec![damage]));
    }

    proptest! {
        /// Bytes of one game are replaced, removed or inserted.
        #[test]
        fn a_changed_stretch_costs_one_game_at_most(
            hit in 0..4_usize, from in any::<Index>(), to in any::<Index>(), with in vec(any::<u8>(), 0..40),
        ) {
            let (whole, games, starts) = file(&[20, 12, 16, 30]);
            let game = starts[hit]..starts[hit + 1];
            let (a, b) = (from.index(game.len()), to.index(game.len()));
            let changed = game.start + a.min(b)..game.start + a.max(b);
            let bytes = [&whole[..changed.start], &with, &whole[changed.end..]].concat();
            let (found, _) = read(&bytes);
            prop_assert!(others_survive(&found, &games, hit), "{} games", found.len());
        }

        #[test]
        fn any_bytes_after_the_header_can_be_read(bytes in vec(any::<u8>(), 0..3000)) {
            let (whole, games, _) = file(&[20, 12]);
            let (found, damage) = read(&[&whole, &bytes[..]].concat());
            prop_assert_eq!(&found[..2], &games[..]);
            prop_assert!(bytes.is_empty() || !damage.is_empty() || found.len() > 2);
        }
    }
}
