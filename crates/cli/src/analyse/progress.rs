//! How a review goes on, on standard error: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a line is written where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// Shows how the review of one game goes on.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    game: usize,
    total: usize,
    told: Instant,
}

impl Progress {
    /// For the game of this number, with so many positions.
    pub(super) fn new(game: usize, total: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let template = "{msg} {bar:24} {pos}/{len} positions, {eta} left";
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(total as u64).with_style(style).with_message(format!("game {game}"))
        });
        Self { bar, game, total, told: Instant::now() }
    }

    /// So many positions are done.
    pub(super) fn done(&mut self, count: usize) {
        match &self.bar {
            Some(bar) => bar.set_position(count as u64),
            None if self.told.elapsed() >= EVERY => {
                self.told = Instant::now();
                // Where nobody reads it, it is not missed.
                let _ = writeln!(std::io::stderr(), "game {}: {count} of {} positions", self.game, self.total);
            }
            None => {}
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
