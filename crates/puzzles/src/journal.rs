//! Journal: the lines of an unfinished file of puzzles, from which a run resumes.
//!
//! The first line holds the settings. Then every task, in order, adds the lines of its puzzles and a line `@ NUMBER NAME`, so a
//! task that was cut off leaves nothing. The name is that of the task: a run with other tasks is not resumed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use saffron_rules::Variant;

use crate::puzzle::Puzzle;
use crate::text::{read_line, write_line};

/// Error of a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file was begun with other settings.
    #[error("it was begun with other settings: {0}")]
    OtherSettings(String),
    /// The file was begun with other tasks.
    #[error("it was begun with something else: number {number} was {name}")]
    OtherTasks {
        /// Number of the task, from 1.
        number: usize,
        /// Name of the task in the journal.
        name: String,
    },
    /// A line cannot be read.
    #[error("line {0} of the journal is damaged")]
    Damaged(usize),
}

/// Journal, open for appending.
pub(crate) struct Journal {
    file: File,
    tasks: usize,
}

impl Journal {
    /// Opens or creates a journal. Returns it with the puzzles of the finished tasks. `name` returns the name of a task by its
    /// number, from 0; `None` after the last.
    pub(crate) fn open(
        path: &Path,
        settings: &str,
        variant: &'static Variant,
        name: impl Fn(usize) -> Option<String>,
    ) -> Result<(Journal, Vec<Puzzle>), JournalError> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let begun = format!("# {settings}\n");
        if text.is_empty() {
            file.write_all(begun.as_bytes())?;
            return Ok((Journal { file, tasks: 0 }, Vec::new()));
        }
        if !text.starts_with(&begun) {
            let found = text.lines().next().unwrap_or_default().trim_start_matches("# ");
            return Err(JournalError::OtherSettings(found.to_owned()));
        }
        let (mut puzzles, mut unfinished) = (Vec::new(), Vec::new());
        let (mut kept, mut at, mut tasks) = (begun.len(), begun.len(), 0);
        for (line, number) in text[begun.len()..].split_inclusive('\n').zip(2..) {
            at += line.len();
            let Some(line) = line.strip_suffix('\n') else { break };
            match line.strip_prefix("@ ") {
                None => unfinished.push(read_line(line, Some(variant)).map_err(|_| JournalError::Damaged(number))?),
                Some(mark) => {
                    let found = mark.split_once(' ').map(|(_, name)| name.to_owned());
                    if name(tasks).is_some_and(|name| found.as_ref() != Some(&name)) {
                        return Err(JournalError::OtherTasks { number: tasks + 1, name: found.unwrap_or_default() });
                    }
                    puzzles.append(&mut unfinished);
                    (kept, tasks) = (at, tasks + 1);
                }
            }
        }
        file.set_len(kept as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Journal { file, tasks }, puzzles))
    }

    /// Number of finished tasks.
    pub(crate) fn tasks(&self) -> usize {
        self.tasks
    }

    /// Adds the puzzles of the next task.
    pub(crate) fn add(&mut self, name: &str, puzzles: &[Puzzle]) -> io::Result<()> {
        self.tasks += 1;
        let lines: String = puzzles.iter().map(|puzzle| write_line(puzzle) + "\n").collect();
        self.file.write_all(format!("{lines}@ {} {name}\n", self.tasks).as_bytes())
    }
}
