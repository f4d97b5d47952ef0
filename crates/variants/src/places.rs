//! Lines of the parts of a variant, for mistakes that are found only when it is built.

use saffron_rules::{BoardError, SpecError, VariantError};

/// Part of a variant's description that has a place in the text.
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

/// Places of a variant's parts in the text.
#[derive(Default, Debug)]
pub(crate) struct Places(Vec<(Part, String, usize)>);

impl Places {
    /// Stores the line of a text.
    pub(crate) fn put(&mut self, part: Part, text: &(impl ToString + ?Sized), line: usize) {
        self.0.push((part, text.to_string(), line));
    }

    /// Line that an error is about; `None` for parts of an extended variant, which are not in the text.
    pub(crate) fn find(&self, error: &VariantError) -> Option<usize> {
        match error {
            VariantError::Start(_) => self.first(Part::Start),
            VariantError::Spec(error) => self.find_in_spec(error),
        }
    }

    fn find_in_spec(&self, error: &SpecError) -> Option<usize> {
        match error {
            SpecError::Board(
                BoardError::EmptyFile(letter)
                | BoardError::TooFar(letter)
                | BoardError::Rank(letter)
                | BoardError::FileLetter(letter),
            ) => self.of(Part::File, &letter.to_string()).or_else(|| self.first(Part::Files)),
            SpecError::Board(_) => self.first(Part::Files),
            SpecError::Cell(name) => self.naming(name),
            SpecError::NotSymmetric(name) => self.naming(name).or_else(|| self.first(Part::Files)),
            SpecError::FirstStepTwice(name) => {
                let lines = self.all(Part::FirstSteps).filter(|(text, _)| has_word(text, name));
                lines.map(|(_, line)| line).last().or_else(|| self.first(Part::FirstSteps))
            }
            SpecError::FirstStep(_) => self.first(Part::FirstSteps),
            SpecError::Id(_) => self.first(Part::Id),
            SpecError::Name(_) => self.first(Part::Name),
            SpecError::Forward(x, y) => self.of(Part::Forward, &format!("{x} {y}")),
            SpecError::Capture(x, y) => self.of(Part::Captures, &format!("{x} {y}")),
            SpecError::PawnSteps => {
                self.first(Part::Captures).or_else(|| self.first(Part::Forward)).or_else(|| self.first(Part::Pawn))
            }
            SpecError::Promotions => self.first(Part::Roles),
            SpecError::Castling(name) | SpecError::CastlingNotation(name) | SpecError::CastlingTwice(name) => {
                self.of(Part::Castling, name)
            }
            SpecError::CastlingLetter(letter) => self.of(Part::Castling, &letter.to_string()),
            SpecError::CastlingRights => self.all(Part::Castling).map(|(_, line)| line).last(),
            SpecError::EnPassantForm => self.first(Part::EnPassant).or_else(|| self.first(Part::Forward)),
            SpecError::Stalemate(_) => self.first(Part::Stalemate),
        }
    }

    fn all(&self, part: Part) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().filter(move |place| place.0 == part).map(|(_, text, line)| (text.as_str(), *line))
    }

    fn first(&self, part: Part) -> Option<usize> {
        self.all(part).map(|(_, line)| line).next()
    }

    /// Line of the last part with this text: if a part occurs twice, the later one is the mistake.
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
