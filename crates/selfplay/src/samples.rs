//! Training samples: packed positions of games, with the search's score and the game's result.
//!
//! A trainer can read them without rules. All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `SAFSAMP4` |
//! | 4 | number of features, `n`: 12 for every cell |
//! | 4 | maximum number of pieces in a sample, `m`: the number of pieces at the start of the game |
//! | 4 | 1 if the variant has a mirror, else 0 |
//! | 2 n | for each feature, the feature of the same piece in the other perspective |
//! | 2 n | for each feature, its feature on the mirrored board (itself if there is no mirror) |
//! | n | for each feature of an own king, its king bucket, from 0; 255 for other pieces |
//!
//! followed by the samples, 30 to 36 bytes each, so that 100 million of them fit into memory as they are:
//!
//! | bytes | content |
//! |---|---|
//! | 2 | score in centipawns from the side to move's point of view |
//! | 2 | the handcrafted evaluation in centipawns, from the side to move's point of view |
//! | 1 | quarter points that the side to move scored in the game, 0 to 4; plus 8 if the mirrored position is equivalent, because neither side can castle |
//! | n / 96, rounded up | occupied cells in the side to move's perspective, one bit each, the lowest bit of a byte first |
//! | m / 2, rounded up | piece on each of these cells, in their order, four bits each, the lower ones first: 0 to 5 for own pieces, 6 to 11 for the opponent's; 0 after the last piece |
//!
//! The feature of piece `p` on cell `c` is `p * n / 12 + c`.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

use saffron_engine::{FeatureSet, HandcraftedEvaluation};
use saffron_rules::{Color, Move, Position, Variant};

use crate::format::{GameFileError, ReadGame, read_fully};
use crate::reader::{Damage, GameReader};

const MAGIC: &[u8; 8] = b"SAFSAMP4";

/// Maximum number of pieces in a sample.
const MAX_PIECES: usize = 128;

/// Number of bytes of a sample before its cells.
const SAMPLE_HEADER: usize = 5;

/// Number of kinds of pieces: six roles of two sides.
const PIECES: usize = 12;

/// Bit of the result's byte that is set if the mirrored position is equivalent.
const MIRRORED: u8 = 8;

/// Sizes of a sample.
#[derive(Clone, Copy)]
struct Shape {
    cells: usize,
    max_pieces: usize,
}

impl Shape {
    fn cell_bytes(self) -> usize {
        self.cells.div_ceil(8)
    }

    /// Number of bytes of a sample.
    fn bytes(self) -> usize {
        SAMPLE_HEADER + self.cell_bytes() + self.max_pieces.div_ceil(2)
    }
}

/// Filter of the positions that become samples. Positions in check, and positions in which a capture or promotion was played,
/// are always left out: a network evaluates quiet positions only.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Maximum absolute score in centipawns.
    pub max_score: i16,
    /// Maximum half-move clock.
    pub max_halfmove_clock: u16,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { max_score: 3000, max_halfmove_clock: 80 }
    }
}

/// Counts of what was read and written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub games: usize,
    /// Searched positions in the games read.
    pub positions: u64,
    pub samples: u64,
    /// Skipped bytes that are not a complete game, with the index of their file, from 0.
    pub damage: Vec<(usize, Damage)>,
}

/// Reason why samples could not be made.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct SamplesError {
    /// Index of the faulty game file, from 0; `None` if the samples could not be written.
    pub file: Option<usize>,
    #[source]
    pub error: GameFileError,
}

/// Makes samples from game files, which must all be of one variant. Damaged games are skipped and reported in
/// [`Summary::damage`].
///
/// # Errors
/// If a file cannot be read or is not a game file, the variants differ, or the samples cannot be written.
pub fn write_samples<R: Read>(
    inputs: impl IntoIterator<Item = R>,
    mut output: impl Write,
    filter: &Filter,
) -> Result<Summary, SamplesError> {
    let mut summary = Summary::default();
    let mut encoder: Option<SampleEncoder> = None;
    let writing = |error: io::Error| SamplesError { file: None, error: error.into() };
    for (index, input) in inputs.into_iter().enumerate() {
        let reading = |error: GameFileError| SamplesError { file: Some(index), error };
        let mut reader = GameReader::new(input).map_err(reading)?;
        let variant = reader.variant();
        if let Some(SampleEncoder { variant: expected, .. }) = encoder
            && !std::ptr::eq(expected, variant)
        {
            return Err(reading(GameFileError::OtherVariant { found: variant.id(), expected: expected.id() }));
        }
        if encoder.is_none() {
            let new = SampleEncoder::new(variant);
            output.write_all(&new.header()).map_err(writing)?;
            encoder = Some(new);
        }
        let Some(encoder) = &encoder else { break };
        while let Some(game) = reader.next_game().map_err(reading)? {
            summary.games += 1;
            encoder.write_game(&mut output, &game, filter, &mut summary).map_err(writing)?;
        }
        summary.damage.extend(reader.damage().iter().map(|&damage| (index, damage)));
    }
    output.flush().map_err(writing)?;
    Ok(summary)
}

/// Encoder of one variant's positions as samples.
struct SampleEncoder {
    variant: &'static Variant,
    features: FeatureSet,
    handcrafted: HandcraftedEvaluation,
    /// Number of pieces at the start of the game, which never grows.
    max_pieces: usize,
}

impl SampleEncoder {
    fn new(variant: &'static Variant) -> SampleEncoder {
        let (features, handcrafted) = (FeatureSet::new(variant), HandcraftedEvaluation::new(variant));
        SampleEncoder { variant, features, handcrafted, max_pieces: variant.start().occupied().len() }
    }

    /// Returns the header of a sample file.
    fn header(&self) -> Vec<u8> {
        let (features, count) = (&self.features, self.features.count());
        let mut bytes = MAGIC.to_vec();
        for number in [count, self.max_pieces, usize::from(features.mirrored(0).is_some())] {
            bytes.extend_from_slice(&(number as u32).to_le_bytes());
        }
        for feature in 0..count {
            bytes.extend_from_slice(&(features.flip(feature) as u16).to_le_bytes());
        }
        for feature in 0..count {
            bytes.extend_from_slice(&(features.mirrored(feature).unwrap_or(feature) as u16).to_le_bytes());
        }
        bytes.extend((0..count).map(|feature| features.king_bucket(feature).unwrap_or(u8::MAX)));
        bytes
    }

    /// Writes the samples of a game.
    fn write_game(
        &self,
        output: &mut impl Write,
        ReadGame { game, moves }: &ReadGame,
        filter: &Filter,
        summary: &mut Summary,
    ) -> io::Result<()> {
        let mut position = self.variant.start();
        for (&mv, played) in moves.iter().zip(&game.moves) {
            if let Some(score) = played.score {
                summary.positions += 1;
                if is_wanted(&position, mv, score, filter) {
                    output.write_all(&self.sample(&position, score, game.white_quarters))?;
                    summary.samples += 1;
                }
            }
            position.play_unchecked(mv);
        }
        Ok(())
    }

    /// Returns the bytes of one sample.
    fn sample(&self, position: &Position, score: i16, white_quarters: u8) -> Vec<u8> {
        let shape = Shape { cells: self.features.cells(), max_pieces: self.max_pieces };
        let quarters = if position.turn() == Color::White { white_quarters } else { 4 - white_quarters };
        let mut bytes = vec![0; shape.bytes()];
        bytes[..2].copy_from_slice(&score.to_le_bytes());
        bytes[2..4].copy_from_slice(&(self.handcrafted.evaluate(position) as i16).to_le_bytes());
        bytes[4] = quarters | if position.castling_rights().is_empty() { MIRRORED } else { 0 };
        let (cells, pieces) = bytes[SAMPLE_HEADER..].split_at_mut(shape.cell_bytes());
        let active = self.features.active(position, position.turn());
        let mut active: Vec<(usize, usize)> =
            active.map(|feature| (feature % shape.cells, feature / shape.cells)).collect();
        active.sort_unstable();
        for (index, (cell, piece)) in active.into_iter().enumerate() {
            cells[cell / 8] |= 1 << (cell % 8);
            pieces[index / 2] |= (piece as u8) << (4 * (index % 2));
        }
        bytes
    }
}

/// Training sample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Score in centipawns from the side to move's point of view.
    pub score: i16,
    /// Quarter points that the side to move scored in the game, 0 to 4.
    pub quarters: u8,
    /// Handcrafted evaluation in centipawns, from the side to move's point of view.
    pub handcrafted: i16,
    /// Active features in the side to move's perspective, in the order of their cells.
    pub features: Vec<u16>,
}

/// Reader of a sample file.
pub struct SampleReader<R> {
    input: R,
    shape: Shape,
    record: Vec<u8>,
    /// Number of samples read.
    count: u64,
}

impl<R: Read> SampleReader<R> {
    /// Reads the header of the file.
    ///
    /// # Errors
    /// If it cannot be read, or the file is not a sample file.
    pub fn new(mut input: R) -> Result<SampleReader<R>, GameFileError> {
        let mut head = [0; 20];
        if read_fully(&mut input, &mut head)? < head.len() || !head.starts_with(MAGIC) {
            return Err(GameFileError::NotSamples);
        }
        let number = |i: usize| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]) as usize;
        let (feature_count, max_pieces) = (number(8), number(12));
        let shape = Shape { cells: feature_count / PIECES, max_pieces };
        if feature_count > usize::from(u16::MAX) || feature_count % PIECES > 0 || max_pieces > MAX_PIECES {
            return Err(GameFileError::NotSamples);
        }
        let mut tables = vec![0; 5 * feature_count];
        if read_fully(&mut input, &mut tables)? < tables.len() {
            return Err(GameFileError::NotSamples);
        }
        Ok(SampleReader { input, shape, record: vec![0; shape.bytes()], count: 0 })
    }

    /// Returns the number of features of the network that the samples are for.
    pub fn feature_count(&self) -> usize {
        PIECES * self.shape.cells
    }

    /// Reads the next sample; `None` at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read, or ends in the middle of a sample.
    pub fn next_sample(&mut self) -> Result<Option<Sample>, GameFileError> {
        let (found, expected) = (read_fully(&mut self.input, &mut self.record)?, self.record.len());
        if found == 0 {
            return Ok(None);
        }
        self.count += 1;
        if found < expected {
            return Err(GameFileError::CutOff { index: self.count, found, expected });
        }
        let (cells, pieces) = self.record[SAMPLE_HEADER..].split_at(self.shape.cell_bytes());
        let occupied = (0..self.shape.cells).filter(|cell| cells[cell / 8] >> (cell % 8) & 1 == 1);
        let feature = |(index, cell): (usize, usize)| {
            let piece = usize::from(pieces[index / 2] >> (4 * (index % 2)) & 15);
            (piece * self.shape.cells + cell) as u16
        };
        Ok(Some(Sample {
            score: i16::from_le_bytes([self.record[0], self.record[1]]),
            quarters: self.record[4] & (MIRRORED - 1),
            handcrafted: i16::from_le_bytes([self.record[2], self.record[3]]),
            // Damaged bytes may have more cells than pieces.
            features: occupied.take(self.shape.max_pieces).enumerate().map(feature).collect(),
        }))
    }
}

/// Returns the number of complete samples in a file.
///
/// # Errors
/// If it cannot be read, or is not a sample file.
pub fn count_samples(mut file: File) -> Result<u64, GameFileError> {
    let bytes = file.metadata()?.len();
    let size = SampleReader::new(&mut file)?.shape.bytes() as u64;
    Ok(bytes.saturating_sub(file.stream_position()?) / size)
}

fn is_wanted(position: &Position, mv: Move, score: i16, filter: &Filter) -> bool {
    !position.in_check()
        && position.captured(mv).is_none()
        && mv.promotion.is_none()
        && score.unsigned_abs() <= filter.max_score.unsigned_abs()
        && position.halfmove_clock() <= filter.max_halfmove_clock
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::PlayedGame;
    use crate::game_file::GameFile;
    use crate::play::{Settings, play_game};
    use saffron_engine::{Control, Engine};

    #[test]
    fn samples_are_the_quiet_positions_of_the_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.games");
        let variant = Variant::by_id("glinski").unwrap();
        let mut file = GameFile::append(&path, variant).unwrap();
        let mut engine = Engine::new(1).unwrap();
        let settings = Settings { nodes: 100, ..Settings::default() };
        let games: Vec<PlayedGame> =
            (0..2).map(|number| play_game(&mut engine, variant, &settings, number, &Control::new()).unwrap()).collect();
        for game in &games {
            file.write(game).unwrap();
        }
        let mut bytes = Vec::new();
        let summary = write_samples([std::fs::File::open(&path).unwrap()], &mut bytes, &Filter::default()).unwrap();
        assert_eq!(summary.games, 2);
        let searched: usize = games.iter().map(|game| game.moves.iter().filter(|mv| mv.score.is_some()).count()).sum();
        assert_eq!(summary.positions, searched as u64);
        assert!(summary.samples > 20 && summary.samples < summary.positions);
        let features = FeatureSet::new(variant);
        let mut reader = SampleReader::new(bytes.as_slice()).unwrap();
        assert_eq!(reader.feature_count(), features.count());
        let samples: Vec<Sample> = std::iter::from_fn(|| reader.next_sample().unwrap()).collect();
        assert_eq!(samples.len() as u64, summary.samples);
        let samples_path = folder.path().join("a.samples");
        std::fs::write(&samples_path, &bytes).unwrap();
        assert_eq!(count_samples(File::open(&samples_path).unwrap()).unwrap(), summary.samples);
        assert!(matches!(count_samples(File::open(&path).unwrap()), Err(GameFileError::NotSamples)));
        // A truncated file yields all complete samples, then an error.
        let size = Shape { cells: features.cells(), max_pieces: variant.start().occupied().len() }.bytes();
        assert_eq!(size, 35);
        for cut in [1, size - 1] {
            let mut reader = SampleReader::new(&bytes[..bytes.len() - cut]).unwrap();
            let whole = (1..samples.len()).all(|_| reader.next_sample().unwrap().is_some());
            let error = reader.next_sample().unwrap_err().to_string();
            let (index, found) = (samples.len(), size - cut);
            let expected = format!("the file is truncated in sample {index}: {found} of its {size} bytes");
            assert_eq!((whole, error), (true, expected));
        }
        // The first sample is the first quiet position.
        let mut position = variant.start();
        let mut moves = games[0].moves.iter();
        let (score, white) = loop {
            let played = moves.next().unwrap();
            let mv = position.move_from_bits(played.bits).unwrap();
            if let Some(score) = played.score
                && is_wanted(&position, mv, score, &Filter::default())
            {
                break (score, position.turn() == Color::White);
            }
            position = position.play(mv).unwrap();
        };
        let quarters = if white { games[0].white_quarters } else { 4 - games[0].white_quarters };
        let mut active: Vec<u16> = features.active(&position, position.turn()).map(|feature| feature as u16).collect();
        active.sort_by_key(|&feature| usize::from(feature) % features.cells());
        let handcrafted = HandcraftedEvaluation::new(variant).evaluate(&position) as i16;
        assert_eq!(samples[0], Sample { score, quarters, handcrafted, features: active });
    }
}
