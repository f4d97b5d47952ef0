//! Display of a farm's tests: a bar or lines while they are played, and one line per stage as their state.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use saffron_farm::{TunedParameter, Update, Watcher};

use crate::error::CliError;

/// Interval at which the bar updates its time.
const TICK: Duration = Duration::from_secs(1);

/// Where the display goes.
enum Target {
    Bar(ProgressBar),
    /// Lines on standard error, one after every so many games or pairs.
    Lines(u64),
    /// Lines on standard output.
    States,
}

/// Display of the tests.
pub(super) struct Display {
    target: Target,
    /// Failure to write to standard output.
    pub(super) result: Result<(), CliError>,
}

impl Display {
    /// Creates the display of a run.
    pub(super) fn while_playing(report: u64) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { target: Target::Lines(report), result: Ok(()) };
        }
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed}, {eta} left\n{wide_msg}");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        Self { target: Target::Bar(bar), result: Ok(()) }
    }

    /// Creates a display that prints every state on standard output.
    pub(super) fn of_states() -> Self {
        Self { target: Target::States, result: Ok(()) }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Target::Bar(bar) = &self.target {
            bar.finish_and_clear();
        }
    }

    /// Prints a parameter of a tuning.
    pub(super) fn parameter(&mut self, TunedParameter { name, default, value }: &TunedParameter) {
        self.show(0, 0, &format!("  {name}: {value} (was {default})"));
    }

    fn show(&mut self, played: u64, all: u64, line: &str) {
        match &self.target {
            Target::Bar(bar) => {
                if bar.length() != Some(all) {
                    bar.set_length(all);
                    bar.set_position(played);
                    // Earlier games do not count in the estimate of the remaining time.
                    bar.reset_eta();
                }
                bar.set_position(played);
                bar.set_message(line.to_owned());
            }
            Target::Lines(every) => {
                if played.is_multiple_of(*every) || played == all {
                    // Progress is not important enough for an error.
                    let _ = writeln!(std::io::stderr(), "{line}");
                }
            }
            Target::States => {
                if self.result.is_ok() {
                    self.result = writeln!(std::io::stdout(), "{line}").map_err(CliError::from);
                }
            }
        }
    }
}

impl Watcher for Display {
    fn update(&mut self, update: &Update<'_>) {
        let played = update.score.count();
        let [won, drawn, lost] = update.score.won_drawn_lost();
        let mut line = format!("{} {}: {played} games, +{won} ={drawn} -{lost}", update.test, update.stage);
        if let Some(elo) = update.score.pairs.elo().filter(|elo| elo.value.is_finite()) {
            line += &format!(", Elo {:+.1}", elo.value);
            if elo.margin.is_finite() {
                line += &format!(" ± {:.1}", elo.margin);
            }
        }
        if let Some(sprt) = update.sprt {
            let (lower, upper) = sprt.bounds();
            line += &format!(", LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(&update.score.pairs));
        }
        line += &format!(", {}", update.status.name());
        self.show(played, update.games as u64, &line);
    }

    fn tuned(&mut self, test: &str, played: u64, pairs: u64) {
        self.show(played, pairs, &format!("{test}: {played} of {pairs} pairs"));
    }
}
