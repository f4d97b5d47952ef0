//! Samples for training: positions of games as lists of network inputs, with the search's score and the game's result.
//!
//! A trainer needs no rules to read them. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `SAFSAMP3` |
//! | 4 | number of inputs, `n` |
//! | 4 | number of places for men in a sample, `m` |
//! | 4 | 1 where the variant has a mirror, else 0 |
//! | 2 n | for every input, the one that the other side has for the same man |
//! | 2 n | for every input, the one of the mirrored board (itself where there is no mirror) |
//! | n | for every input of an own king, its zone of the board, from 0; 255 for the other men's |
//!
//! then sample after sample:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | score in centipawns from the side to move's point of view |
//! | 1 | quarters of a point that the side to move got from the game, 0 to 4 |
//! | 1 | 1 where the mirrored position is just as good: nobody can castle |
//! | 2 | the handcrafted evaluation in centipawns, from the side to move's point of view |
//! | 2 m | the inputs that are on, as the side to move sees them, then 65535 |

use std::io::{Read, Write};

use saffron_engine::{FeatureSet, HandcraftedEvaluation};
use saffron_rules::{Color, Move, Position, Variant};

use crate::games::{GameFileError, GameReader, PlayedGame, read_fully};

const MAGIC: &[u8; 8] = b"SAFSAMP3";

/// In place of an input: no man.
const NO_INPUT: u16 = u16::MAX;

/// Which positions of the games become samples. Positions in check and those in which a capture or a promotion was played
/// never do: a network is to judge calm positions only.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Positions with a score beyond this, for either side, are left out. Centipawns.
    pub max_score: i16,
    /// Positions with a half-move clock beyond this are left out.
    pub max_halfmove_clock: u16,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { max_score: 3000, max_halfmove_clock: 80 }
    }
}

/// What was read and written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Games read.
    pub games: usize,
    /// Positions in them that were searched.
    pub positions: u64,
    /// Samples written.
    pub samples: u64,
}

/// Makes samples from files of games, which must all be of one variant.
///
/// # Errors
/// When the games cannot be read, are damaged or of several variants, or the samples cannot be written.
pub fn write_samples<R: Read>(
    inputs: impl IntoIterator<Item = R>,
    mut output: impl Write,
    filter: &Filter,
) -> Result<Summary, GameFileError> {
    let mut summary = Summary::default();
    let mut writer: Option<(&'static Variant, (FeatureSet, HandcraftedEvaluation))> = None;
    for input in inputs {
        let mut reader = GameReader::new(input)?;
        let variant = reader.variant;
        if writer.is_none() {
            let table = FeatureSet::new(variant);
            write_head(&mut output, variant, &table)?;
            writer = Some((variant, (table, HandcraftedEvaluation::new(variant))));
        }
        let Some((wanted, table)) = &writer else { break };
        if !std::ptr::eq(*wanted, variant) {
            return Err(GameFileError::OtherVariant { found: variant.id(), wanted: wanted.id() });
        }
        while let Some(game) = reader.next_game()? {
            summary.games += 1;
            write_game(&mut output, variant, table, &game, filter, &mut summary).map_err(|error| match error {
                GameFileError::Damaged { what, .. } => GameFileError::Damaged { index: reader.games(), what },
                other => other,
            })?;
        }
    }
    output.flush()?;
    Ok(summary)
}

/// One sample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Centipawns from the side to move's point of view.
    pub score: i16,
    /// Quarters of a point that the side to move got from the game, 0 to 4.
    pub quarters: u8,
    /// The handcrafted evaluation in centipawns, from the side to move's point of view.
    pub handcrafted: i16,
    /// The inputs that are on, as the side to move sees them.
    pub features: Vec<u16>,
}

/// Reads samples one after the other.
pub struct SampleReader<R> {
    input: R,
    inputs: usize,
    record: Vec<u8>,
    /// How many samples have been read.
    count: u64,
}

impl<R: Read> SampleReader<R> {
    /// Reads the head of the file.
    ///
    /// # Errors
    /// When it cannot be read or is not a file of samples.
    pub fn new(mut input: R) -> Result<SampleReader<R>, GameFileError> {
        let mut head = [0; 20];
        if read_fully(&mut input, &mut head)? < head.len() || !head.starts_with(MAGIC) {
            return Err(GameFileError::NotSamples);
        }
        let number = |i: usize| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]) as usize;
        let (inputs, places) = (number(8), number(12));
        if inputs > usize::from(NO_INPUT) || places > 128 {
            return Err(GameFileError::NotSamples);
        }
        let mut tables = vec![0; 5 * inputs];
        if read_fully(&mut input, &mut tables)? < tables.len() {
            return Err(GameFileError::NotSamples);
        }
        Ok(SampleReader { input, inputs, record: vec![0; 6 + 2 * places], count: 0 })
    }

    /// How many inputs the samples' networks have.
    pub fn feature_count(&self) -> usize {
        self.inputs
    }

    /// The next sample; none at the end of the file.
    ///
    /// # Errors
    /// When the file cannot be read, or ends in the middle of a sample.
    pub fn next_sample(&mut self) -> Result<Option<Sample>, GameFileError> {
        let (found, wanted) = (read_fully(&mut self.input, &mut self.record)?, self.record.len());
        if found == 0 {
            return Ok(None);
        }
        self.count += 1;
        if found < wanted {
            return Err(GameFileError::CutOff { index: self.count, found, wanted });
        }
        let features = self.record[6..].chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
        Ok(Some(Sample {
            score: i16::from_le_bytes([self.record[0], self.record[1]]),
            quarters: self.record[2],
            handcrafted: i16::from_le_bytes([self.record[4], self.record[5]]),
            features: features.filter(|&feature| feature != NO_INPUT).collect(),
        }))
    }
}

fn write_head(output: &mut impl Write, variant: &'static Variant, inputs: &FeatureSet) -> Result<(), GameFileError> {
    let has_mirror = inputs.mirrored(0).is_some();
    output.write_all(MAGIC)?;
    for number in [inputs.count(), places(variant), usize::from(has_mirror)] {
        output.write_all(&(number as u32).to_le_bytes())?;
    }
    for input in 0..inputs.count() {
        output.write_all(&(inputs.flip(input) as u16).to_le_bytes())?;
    }
    for input in 0..inputs.count() {
        output.write_all(&(inputs.mirrored(input).unwrap_or(input) as u16).to_le_bytes())?;
    }
    for input in 0..inputs.count() {
        output.write_all(&[inputs.king_bucket(input).unwrap_or(u8::MAX)])?;
    }
    Ok(())
}

/// Men never grow more.
fn places(variant: &'static Variant) -> usize {
    variant.start().occupied().len()
}

fn write_game(
    output: &mut impl Write,
    variant: &'static Variant,
    (inputs, evaluator): &(FeatureSet, HandcraftedEvaluation),
    game: &PlayedGame,
    filter: &Filter,
    summary: &mut Summary,
) -> Result<(), GameFileError> {
    let mut position = variant.start();
    let places = places(variant);
    let mut record = Vec::with_capacity(6 + 2 * places);
    for played in &game.moves {
        let illegal = GameFileError::Damaged { index: 0, what: "an illegal move" };
        let mv = position.move_from_bits(played.bits).filter(|&mv| position.is_legal(mv)).ok_or(illegal)?;
        if let Some(score) = played.score {
            summary.positions += 1;
            if is_wanted(&position, mv, score, filter) {
                let white = position.turn() == Color::White;
                let quarters = if white { game.white_quarters } else { 4 - game.white_quarters };
                record.clear();
                record.extend_from_slice(&score.to_le_bytes());
                record.push(quarters);
                record.push(u8::from(position.castling_rights().is_empty()));
                record.extend_from_slice(&(evaluator.evaluate(&position) as i16).to_le_bytes());
                for input in inputs.active(&position, position.turn()) {
                    record.extend_from_slice(&(input as u16).to_le_bytes());
                }
                for _ in position.occupied().len()..places {
                    record.extend_from_slice(&NO_INPUT.to_le_bytes());
                }
                output.write_all(&record)?;
                summary.samples += 1;
            }
        }
        position.play_unchecked(mv);
    }
    Ok(())
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
    use crate::games::GameFile;
    use crate::play::{Settings, play_game};
    use saffron_engine::{Control, Engine};

    #[test]
    fn samples_are_the_calm_positions_of_the_games() {
        let path = std::env::temp_dir().join(format!("saffron-samples-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
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
        std::fs::remove_file(&path).unwrap();
        assert_eq!(summary.games, 2);
        let searched: usize = games.iter().map(|game| game.moves.iter().filter(|mv| mv.score.is_some()).count()).sum();
        assert_eq!(summary.positions, searched as u64);
        assert!(summary.samples > 20 && summary.samples < summary.positions);
        let inputs = FeatureSet::new(variant);
        let mut reader = SampleReader::new(bytes.as_slice()).unwrap();
        assert_eq!(reader.feature_count(), inputs.count());
        let samples: Vec<Sample> = std::iter::from_fn(|| reader.next_sample().unwrap()).collect();
        assert_eq!(samples.len() as u64, summary.samples);
        // Of a file that is cut off the whole samples are read, and then it is said where it ends.
        let size = 6 + 2 * places(variant);
        for cut in [1, size - 1] {
            let mut reader = SampleReader::new(&bytes[..bytes.len() - cut]).unwrap();
            let whole = (1..samples.len()).all(|_| reader.next_sample().unwrap().is_some());
            let error = reader.next_sample().unwrap_err().to_string();
            let (index, found) = (samples.len(), size - cut);
            let expected = format!("the file is cut off in sample {index}: {found} of its {size} bytes are there");
            assert_eq!((whole, error), (true, expected));
        }
        // The first sample is the first calm position.
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
        let features = inputs.active(&position, position.turn()).map(|input| input as u16).collect();
        let handcrafted = HandcraftedEvaluation::new(variant).evaluate(&position) as i16;
        assert_eq!(samples[0], Sample { score, quarters, handcrafted, features });
    }
}
