//! Files of puzzles.

use std::path::{Path, PathBuf};

use saffron_puzzles::text::{self, LineError};
use saffron_puzzles::{JournalError, Puzzle};
use saffron_rules::Variant;

use crate::error::CliError;
use crate::files::{self, display_name};

/// Line of a file: its number, and the puzzle or the move that is not legal.
pub(super) type Line = (usize, Result<Puzzle, LineError>);

/// Reads the lines of a file (`-`: standard input).
///
/// A line whose moves are not legal is a wrong puzzle; any other error is one of the file.
pub(super) fn lines(path: &Path, variant: Option<&'static Variant>) -> Result<Vec<Line>, CliError> {
    let name = display_name(path);
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin().lock(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| CliError::new(format_args!("{name}: {error}")))?;
    let lines = text::read(&saffron_text::decode(&bytes, None), variant);
    for (number, line) in &lines {
        if let Err(error) = line
            && !matches!(error, LineError::IllegalMove { .. })
        {
            return Err(CliError::new(format_args!("{name}:{number}: {error}")));
        }
    }
    Ok(lines)
}

/// Reads the puzzles of a file, all of one variant.
pub(super) fn puzzles(path: &Path) -> Result<(&'static Variant, Vec<Puzzle>), CliError> {
    let name = display_name(path);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for (number, line) in lines(path, None)? {
        let puzzle = line.map_err(|error| CliError::new(format_args!("{name}:{number}: {error}")))?;
        let first = puzzles.first().unwrap_or(&puzzle).start.variant();
        if !std::ptr::eq(first, puzzle.start.variant()) {
            let (first, found) = (first.id(), puzzle.start.variant().id());
            return Err(CliError::new(format_args!("{name}:{number}: a puzzle of {found} among those of {first}")));
        }
        if puzzle.moves.is_empty() {
            return Err(CliError::new(format_args!("{name}:{number}: a puzzle without a solution")));
        }
        puzzles.push(puzzle);
    }
    match puzzles.first() {
        Some(first) => Ok((first.start.variant(), puzzles)),
        None => Err(CliError::new(format_args!("{name}: there are no puzzles in the file"))),
    }
}

/// Writes a file of puzzles.
pub(super) fn write(path: &Path, puzzles: &[Puzzle]) -> Result<(), CliError> {
    files::write_whole(path, text::write(puzzles))
        .map_err(|error| CliError::new(format_args!("{}: {error}", path.display())))
}

/// Returns the path of the journal next to a file.
pub(super) fn journal_of(path: &Path) -> PathBuf {
    files::with_further_extension(path, "journal")
}

/// Names the journal in its error.
pub(super) fn journal_error(journal: &Path, error: &JournalError) -> CliError {
    CliError::new(format_args!("{}: {error}", journal.display()))
}
