//! Progress of long work on stderr: a bar on a terminal, otherwise lines at an interval.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::error::CliError;

/// Interval of the lines.
const INTERVAL: Duration = Duration::from_secs(60);

/// Progress display of work that counts one thing.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Name of what is counted, in the plural.
    what: &'static str,
    all: u64,
    is_terminal: bool,
    begun: bool,
    last_printed: Instant,
}

impl Progress {
    /// Creates the display of work that ends at the count `all`.
    pub(crate) fn new(all: u64, what: &'static str) -> Result<Self, CliError> {
        let style = format!("{{elapsed_precise}} {{wide_bar}} {{pos}}/{{len}} {what}, {{msg}}, {{eta}} left");
        let style = ProgressStyle::with_template(&style).map_err(CliError::new)?;
        let bar = ProgressBar::new(all).with_style(style);
        let is_terminal = std::io::stderr().is_terminal();
        Ok(Self { bar, what, all, is_terminal, begun: false, last_printed: Instant::now() })
    }

    /// Shows a count and a note. What was there at the first call does not count in the estimate of the remaining time.
    pub(crate) fn update(&mut self, done: u64, note: impl Display) {
        self.bar.set_position(done);
        if !self.begun {
            self.begun = true;
            self.bar.reset_eta();
        }
        self.bar.set_message(note.to_string());
        if !self.is_terminal && self.last_printed.elapsed() >= INTERVAL {
            self.last_printed = Instant::now();
            // Progress is not important enough for an error.
            let _ = writeln!(std::io::stderr(), "{done}/{} {}, {note}", self.all, self.what);
        }
    }

    /// Ends the display.
    pub(crate) fn finish(&self) {
        self.bar.finish();
    }
}
