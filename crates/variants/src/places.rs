//! Which line a mistake is on that is found only when the parts of a variant are put together.

use saffron_rules::VariantError;
use saffron_rules::board::BoardError;

/// What stands at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Id,
    Name,
    Start,
    Files,
    File,
    Pawn,
    Forward,
    Captures,
    FirstSteps,
    PromotionCells,
    Roles,
    Castling,
    EnPassant,
    Stalemate,
}

/// Where the parts of a variant stand in the text.
#[derive(Default, Debug)]
pub(crate) struct Places(Vec<(Part, String, usize)>);

impl Places {
    /// Remembers that this text stands on this line.
    pub(crate) fn put(&mut self, part: Part, text: &(impl ToString + ?Sized), line: usize) {
        self.0.push((part, text.to_string(), line));
    }

    /// The line that an error is about, if the text has it: what a variant takes over from another one has none.
    pub(crate) fn find(&self, error: &VariantError) -> Option<usize> {
        match error {
            VariantError::Board(
                BoardError::EmptyFile(letter)
                | BoardError::TooFar(letter)
                | BoardError::Rank(letter)
                | BoardError::FileLetter(letter),
            ) => self.of(Part::File, &letter.to_string()).or_else(|| self.first(Part::Files)),
            VariantError::Board(_) => self.first(Part::Files),
            VariantError::Cell(name) => self.naming(name),
            VariantError::NotSymmetric(name) => self.naming(name).or_else(|| self.first(Part::Files)),
            VariantError::FirstStepTwice(name) => {
                let lines = self.all(Part::FirstSteps).filter(|(text, _)| has_word(text, name));
                lines.map(|(_, line)| line).last().or_else(|| self.first(Part::FirstSteps))
            }
            VariantError::FirstStep(_) => self.first(Part::FirstSteps),
            VariantError::Id(_) => self.first(Part::Id),
            VariantError::Name(_) => self.first(Part::Name),
            VariantError::Forward(x, y) => self.of(Part::Forward, &format!("{x} {y}")),
            VariantError::Capture(x, y) => self.of(Part::Captures, &format!("{x} {y}")),
            VariantError::PawnSteps => {
                self.first(Part::Captures).or_else(|| self.first(Part::Forward)).or_else(|| self.first(Part::Pawn))
            }
            VariantError::Promotions => self.first(Part::Roles),
            VariantError::Castling(name) | VariantError::CastlingNotation(name) | VariantError::CastlingTwice(name) => {
                self.of(Part::Castling, name)
            }
            VariantError::CastlingLetter(letter) => self.of(Part::Castling, &letter.to_string()),
            VariantError::CastlingRights => self.all(Part::Castling).map(|(_, line)| line).last(),
            VariantError::EnPassantForm => self.first(Part::EnPassant).or_else(|| self.first(Part::Forward)),
            VariantError::Stalemate(_) => self.first(Part::Stalemate),
            VariantError::Start(_) => self.first(Part::Start),
        }
    }

    fn all(&self, part: Part) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().filter(move |place| place.0 == part).map(|(_, text, line)| (text.as_str(), *line))
    }

    fn first(&self, part: Part) -> Option<usize> {
        self.all(part).map(|(_, line)| line).next()
    }

    /// The last one with this text: where something is there twice, the later one is the mistake.
    fn of(&self, part: Part, text: &str) -> Option<usize> {
        self.all(part).filter(|(found, _)| *found == text).map(|(_, line)| line).last()
    }

    fn naming(&self, cell: &str) -> Option<usize> {
        let parts = [Part::FirstSteps, Part::PromotionCells, Part::Castling];
        let mut places = parts.into_iter().flat_map(|part| self.all(part));
        places.find(|(text, _)| has_word(text, cell)).map(|(_, line)| line)
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.split_whitespace().any(|found| found == word)
}
