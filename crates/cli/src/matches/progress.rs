//! Progress of a match on stderr: a bar on a terminal, otherwise lines at an interval.

use std::io::{IsTerminal, Write};
use std::time::{Duration, SystemTime};

use indicatif::{ProgressBar, ProgressStyle};
use saffron_arena::{EngineMatch, GameResult, MatchScore, PlayedGame, progress};

/// Interval at which the bar updates its time.
const TICK: Duration = Duration::from_secs(1);

/// Progress display of a match.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    every: u64,
    total: usize,
}

impl Progress {
    /// Creates the display. `earlier` is the number of games of a resumed match that are already played.
    pub(super) fn new(engine_match: &EngineMatch, earlier: usize, every: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(engine_match.games as u64).with_position(earlier as u64);
            let template = "{bar:24} {pos}/{len} {elapsed}, {eta} left\n{wide_msg}";
            bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
            // Earlier games do not count in the estimate of the remaining time.
            bar.reset_eta();
            bar.enable_steady_tick(TICK);
            bar
        });
        Self { bar, every: every.max(1), total: engine_match.games }
    }

    /// Shows the score after a game.
    pub(super) fn game(
        &self,
        engine_match: &EngineMatch,
        result: GameResult,
        played: &PlayedGame,
        match_score: &MatchScore,
    ) {
        let count = match_score.count();
        let failure = result.failed_engine().map(|engine| {
            let loser = &engine_match.engines[engine].name;
            let detail = if played.detail.is_empty() { String::new() } else { format!(" ({})", played.detail) };
            format!("game {}: {loser}: {}{detail}", result.index + 1, result.termination.name())
        });
        match &self.bar {
            Some(bar) => {
                if let Some(failure) = failure {
                    bar.println(failure);
                }
                bar.set_position(count);
                bar.set_message(progress(engine_match, match_score));
            }
            None => {
                // Progress is not important enough for an error.
                let mut err = std::io::stderr();
                if let Some(failure) = failure {
                    let _ = writeln!(err, "{failure}");
                }
                if count.is_multiple_of(self.every) || count == self.total as u64 {
                    let _ = writeln!(err, "{count}/{}: {}", self.total, progress(engine_match, match_score));
                }
            }
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Returns the date in UTC in the PGN format, `2026.11.21`.
pub(super) fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    date(seconds / 86_400)
}

/// Formats the date `days` days after 1 January 1970. Years are counted from March, so that the leap day is their last.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_follow_the_calendar() {
        let cases =
            [(0, "1970.01.01"), (58, "1970.02.28"), (59, "1970.03.01"), (11_016, "2000.02.29"), (20_778, "2026.11.21")];
        for (days, expected) in cases {
            assert_eq!(date(days), expected);
        }
    }
}
