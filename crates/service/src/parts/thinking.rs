//! A computer's time for a move, and its decisions to resign or to draw.

use crate::config::limits::MAX_THINKING;
use std::time::Duration;

use saffron_engine::Score;
use saffron_live::{Millis, TimeControl};

/// The search of a move that is played in a hurry.
const HURRY: Millis = 40;
/// A computer waits so long before it answers without a clock, as a person could not.
const PACE_WITHOUT_CLOCK: Millis = 800;
/// Time for which a game without a clock waits for an engine.
const PATIENCE_WITHOUT_CLOCK: Millis = 3_600_000;
/// The score in centipawns below which a position is hopeless.
const HOPELESS: i32 = -1000;
/// Number of hopeless moves in a row after which a computer resigns, and the lowest level that does.
const HOPELESS_MOVES: u32 = 4;
const RESIGNS_FROM: u32 = 6;
/// Plies from which a computer accepts a draw in a worse position, and in an equal one.
const WORSE_FROM: u16 = 20;
const EQUAL_FROM: u16 = 40;
/// Scores in centipawns up to which a position is equal, or worse.
const EQUAL: i32 = 20;
const WORSE: i32 = -120;

/// The time of a computer whose turn it is; without a clock both are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// Milliseconds on its clock.
    pub left: Option<Millis>,
    /// Milliseconds that a move adds.
    pub increment: Millis,
}

impl TimeLeft {
    /// Creates it from a time control and the time left on the clock.
    pub fn new(control: TimeControl, left: Option<Millis>) -> Self {
        match control {
            TimeControl::Clock { increment, .. } => Self { left, increment: Millis::from(increment) * 1000 },
            TimeControl::Correspondence { .. } | TimeControl::Unlimited => Self { left: None, increment: 0 },
        }
    }

    /// Maximum duration of a search: a share of the time that leaves enough for the next move.
    pub fn search(self, hurry: bool) -> Duration {
        let time = match self.left {
            _ if hurry => self.left.map_or(HURRY, |left| HURRY.min(left / 8)),
            Some(left) => (left / 40 + self.increment / 2).min(left / 6).min(MAX_THINKING),
            None => MAX_THINKING,
        };
        duration(time.max(5))
    }

    /// Minimum duration of a move from the beginning of the turn, so that people can follow the game. `lot` is a random
    /// number from 0 to 1.
    pub fn pace(self, for_show: bool, lot: f64) -> Duration {
        let (share, most) = if for_show { (60, 3500) } else { (150, 1200) };
        let most = self.left.map_or(PACE_WITHOUT_CLOCK, |left| (left / share).min(most));
        duration(most).mul_f64(0.6 + 0.4 * lot.clamp(0.0, 1.0))
    }

    /// Milliseconds for which a move may wait for an engine before it is played in a hurry.
    pub fn patience(self) -> Millis {
        let Some(left) = self.left else { return PATIENCE_WITHOUT_CLOCK };
        (left / 8 + self.increment * 3 / 4).min(left * 2 / 3)
    }
}

fn duration(ms: Millis) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

/// Memory of a computer about a game, lost when the server restarts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mind {
    /// The score of the last search, from its own point of view.
    score: Option<i32>,
    /// Its last moves, as far as they were hopeless one after the other.
    hopeless: u32,
}

impl Mind {
    /// Takes note of a search of its turn.
    pub fn saw(&mut self, score: Score) {
        let score = score.to_centipawns();
        self.score = Some(score);
        self.hopeless = if score <= HOPELESS { self.hopeless + 1 } else { 0 };
    }

    /// Returns whether the computer resigns.
    pub fn resigns(self, level: u32) -> bool {
        level >= RESIGNS_FROM && self.hopeless >= HOPELESS_MOVES
    }

    /// Returns whether the computer accepts a draw after this many plies.
    pub fn accepts_draw(self, ply: u16) -> bool {
        let limit = match ply {
            EQUAL_FROM.. => EQUAL,
            WORSE_FROM.. => WORSE,
            _ => return false,
        };
        self.score.is_some_and(|score| score <= limit)
    }

    /// Returns whether the computer claims a draw: it is not better.
    pub fn claims_draw(self) -> bool {
        self.score.is_some_and(|score| score <= 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: Millis, increment: u32) -> TimeLeft {
        TimeLeft::new(TimeControl::Clock { initial: 60, increment }, Some(left))
    }

    #[test]
    fn a_move_leaves_time_for_the_next_one() {
        for left in [0, 1, 50, 300, 1000, 5000, 60_000, 10_800_000] {
            for increment in [0, 1, 2, 180] {
                let time = clock(left, increment);
                let ms = |duration: Duration| Millis::try_from(duration.as_millis()).expect("short");
                for hurry in [false, true] {
                    assert!(ms(time.search(hurry)) <= (left / 6).max(5), "{left} {increment}");
                }
                assert!(ms(time.pace(false, 1.0)) <= left / 100 && ms(time.pace(true, 1.0)) <= left / 50);
                assert!(time.patience() <= left * 2 / 3);
                // Waiting, searching and the rest of the pace together.
                assert!(time.patience() + ms(time.search(true)) <= left.max(5));
            }
        }
        assert!(clock(60_000, 0).search(true) < clock(60_000, 0).search(false));
        let unlimited = TimeLeft::new(TimeControl::Unlimited, None);
        assert_eq!(unlimited.search(false), Duration::from_millis(3000));
        let days = TimeLeft::new(TimeControl::Correspondence { days: 1 }, Some(86_400_000));
        assert_eq!(days, unlimited);
    }

    #[test]
    fn a_hopeless_game_is_given_up_after_some_moves() {
        let mut mind = Mind::default();
        for _ in 0..3 {
            mind.saw(Score::Cp(-1200));
        }
        assert!(!mind.resigns(10));
        mind.saw(Score::Cp(-900));
        for _ in 0..3 {
            mind.saw(Score::Mate(-3));
        }
        assert!(!mind.resigns(10), "there was hope between");
        mind.saw(Score::Mate(-2));
        assert!(mind.resigns(10) && mind.resigns(6) && !mind.resigns(5));
    }

    #[test]
    fn draws_are_accepted_in_equal_endings_and_in_worse_positions() {
        let after = |score| {
            let mut mind = Mind::default();
            mind.saw(Score::Cp(score));
            mind
        };
        assert!(!Mind::default().accepts_draw(100) && !Mind::default().claims_draw());
        assert!(!after(0).accepts_draw(39) && after(0).accepts_draw(40) && !after(50).accepts_draw(40));
        assert!(after(-200).accepts_draw(20) && !after(-200).accepts_draw(19));
        assert!(after(0).claims_draw() && !after(30).claims_draw());
    }
}
