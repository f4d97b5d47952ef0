//! Review of the games of a file, one after another.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use saffron_engine::{Engine, Limits};
use saffron_rules::{RawGame, Replay, Replayer, Variant};
use saffron_text::Encoding;

use super::game::{self, AnalysedGame};
use super::progress::Progress;
use super::{annotate, report};
use crate::error::CliError;
use crate::files;
use crate::files::display_name;
use crate::interrupt::Interrupt;
use crate::pgn;

/// Games to review.
pub(super) struct Selection<'a> {
    /// Variant of games without a `Variant` tag.
    pub(super) variant: &'static Variant,
    /// PGN file with the games.
    pub(super) file: &'a Path,
    /// Encoding of the file, if given.
    pub(super) encoding: Option<Encoding>,
    /// Number of the only game to review, from 1.
    pub(super) number: Option<u64>,
    /// PGN file that the reviewed games are written to.
    pub(super) annotated: Option<&'a Path>,
}

/// Reviews the games. A game that cannot be reviewed does not stop the others; the error at the end names the first such game.
pub(super) fn review(selection: &Selection, engine: Engine, limits: Limits) -> Result<(), CliError> {
    let name = display_name(selection.file);
    let annotated = selection.annotated.map(|path| AnnotatedFile::create(path, selection.file)).transpose()?;
    let mut replayer = Replayer::new().with_variant(selection.variant);
    let interrupt = Interrupt::listen()?;
    let mut reviewer =
        Reviewer { selection, engine, limits, interrupt, annotated, reviewed: 0, problems: Problems::default() };
    let mut games = 0;
    pgn::games::each_game(selection.file, selection.encoding, |score| {
        games = score.number as u64;
        if selection.number.is_some_and(|number| number != games) || reviewer.interrupt.is_requested() {
            return Ok(());
        }
        reviewer.review(&name, score, &replayer.replay(score))
    })?;
    match selection.number {
        None if games == 0 => Err(CliError::new(format_args!("{name}: no games found"))),
        Some(number) if number > games => {
            Err(CliError::new(format_args!("{name}: there is no game {number}; there are {games}")))
        }
        _ => reviewer.problems.into_result(),
    }
}

struct Reviewer<'a> {
    selection: &'a Selection<'a>,
    engine: Engine,
    limits: Limits,
    interrupt: Interrupt,
    annotated: Option<AnnotatedFile>,
    reviewed: usize,
    problems: Problems,
}

impl Reviewer<'_> {
    /// Reviews a game up to its first illegal move.
    fn review(&mut self, name: &str, score: &RawGame, replay: &Replay) -> Result<(), CliError> {
        let place = |line: usize| format!("{name}:{line}: game {}", score.number);
        if let Some(mistake) = &replay.error {
            self.problems.add(format!("{}: {mistake}", place(mistake.line)));
        }
        let Some(start) = replay.start else { return Ok(()) };
        let (expected, named) = (self.selection.variant, start.variant());
        if named.id() != expected.id() {
            let text = format!("{}: it is of {}, not of {}", place(score.line), named.name(), expected.name());
            self.problems.add(text);
            return Ok(());
        }
        let game = game::replayed(start, &replay.moves).map_err(CliError::new)?;
        let mut progress = Progress::new(score.number, game.positions().len());
        let analysed = AnalysedGame::new(game, &mut self.engine, &self.limits, &self.interrupt, &mut progress);
        progress.finish();
        let review = analysed.review();
        let mut out = std::io::stdout().lock();
        if self.reviewed > 0 {
            writeln!(out, "\n")?;
        }
        self.reviewed += 1;
        report::title(&mut out, score)?;
        report::print(&mut out, &analysed, &review)?;
        match &mut self.annotated {
            Some(annotated) => annotated.add(&annotate::record(score, replay, &analysed, &review)),
            None => Ok(()),
        }
    }
}

/// Errors in the games of a file.
#[derive(Default)]
struct Problems {
    first: Option<String>,
    more: usize,
}

impl Problems {
    fn add(&mut self, text: String) {
        if self.first.is_some() {
            self.more += 1;
        }
        self.first.get_or_insert(text);
    }

    /// Returns the first error with the number of further ones.
    fn into_result(self) -> Result<(), CliError> {
        match (self.first, self.more) {
            (None, _) => Ok(()),
            (Some(first), 0) => Err(CliError::new(first)),
            (Some(first), more) => Err(CliError::new(format_args!("{first}; {more} more in other games"))),
        }
    }
}

/// PGN file that the reviewed games are written to.
struct AnnotatedFile {
    file: File,
    path: PathBuf,
    is_empty: bool,
}

impl AnnotatedFile {
    /// Creates or empties the file, which must not be the file that is read.
    fn create(path: &Path, read: &Path) -> Result<Self, CliError> {
        let failed =
            |reason: &dyn std::fmt::Display| CliError::new(format_args!("--annotate {}: {reason}", path.display()));
        if files::is_same(path, read) {
            return Err(failed(&files::IS_INPUT_FILE));
        }
        if read != Path::new("-") {
            // Do not overwrite a file if the input cannot be opened.
            File::open(read).map_err(|error| CliError::new(format_args!("{}: {error}", read.display())))?;
        }
        let file = File::create(path).map_err(|error| failed(&error))?;
        Ok(Self { file, path: path.to_owned(), is_empty: true })
    }

    fn add(&mut self, record: &str) -> Result<(), CliError> {
        let apart = if std::mem::replace(&mut self.is_empty, false) { "" } else { "\n" };
        let written = self.file.write_all(format!("{apart}{record}").as_bytes());
        written.map_err(|error| CliError::new(format_args!("--annotate {}: {error}", self.path.display())))
    }
}
