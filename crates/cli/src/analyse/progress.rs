//! Progress of a review on stderr: a bar on a terminal, otherwise lines at an interval.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Progress interval when stderr is not a terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// Progress display of the review of one game.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    game: usize,
    total: usize,
    last_printed: Instant,
}

impl Progress {
    /// Creates the display for a game of `total` positions.
    pub(super) fn new(game: usize, total: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let template = "{msg} {bar:24} {pos}/{len} positions, {eta} left";
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(total as u64).with_style(style).with_message(format!("game {game}"))
        });
        Self { bar, game, total, last_printed: Instant::now() }
    }

    /// Shows that `count` positions are done.
    pub(super) fn done(&mut self, count: usize) {
        match &self.bar {
            Some(bar) => bar.set_position(count as u64),
            None if self.last_printed.elapsed() >= INTERVAL => {
                self.last_printed = Instant::now();
                // Progress is not important enough for an error.
                let _ = writeln!(std::io::stderr(), "game {}: {count} of {} positions", self.game, self.total);
            }
            None => {}
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
