//! How long a computer thinks, and what it makes of its position.

use std::time::Duration;

use saffron_engine::Score;
use saffron_live::{Millis, TimeControl};

/// The longest search of a move.
const MAX_THINKING: Millis = 3000;
/// The search of a move that is played in a hurry.
const HURRY: Millis = 40;
/// A computer waits so long before it answers without a clock, as a person could not.
const PACE_WITHOUT_CLOCK: Millis = 800;
/// Time for which a game without a clock waits for an engine.
const PATIENCE_WITHOUT_CLOCK: Millis = 3_600_000;
/// The score in centipawns below which a position is hopeless.
const HOPELESS: i32 = -1000;
/// After so many hopeless moves in a row a computer resigns, from this level on.
const HOPELESS_MOVES: u32 = 4;
const RESIGNS_FROM: u32 = 6;
/// From these half-moves on a computer accepts a draw in a worse position, and in an equal one.
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
    /// With this time control; `left` is the time on the clock.
    pub fn new(control: TimeControl, left: Option<Millis>) -> Self {
        match control {
            TimeControl::Clock { increment, .. } => Self { left, increment: Millis::from(increment) * 1000 },
            TimeControl::Correspondence { .. } | TimeControl::Unlimited => Self { left: None, increment: 0 },
        }
    }

    /// How long the search of a move may take: a share of the time, and never so much that the move after it is in danger.
    pub fn search(self, hurry: bool) -> Duration {
        let time = match self.left {
            _ if hurry => self.left.map_or(HURRY, |left| HURRY.min(left / 8)),
            Some(left) => (left / 40 + self.increment / 2).min(left / 6).min(MAX_THINKING),
            None => MAX_THINKING,
        };
        duration(time.max(5))
    }

    /// How long a move takes at least, from the beginning of the turn: shown at once, it would be gone before anybody sees
    /// it. `lot` is between 0 and 1.
    pub fn pace(self, for_show: bool, lot: f64) -> Duration {
        let (share, most) = if for_show { (60, 3500) } else { (150, 1200) };
        let most = self.left.map_or(PACE_WITHOUT_CLOCK, |left| (left / share).min(most));
        duration(most).mul_f64(0.6 + 0.4 * lot.clamp(0.0, 1.0))
    }

    /// How long a move may wait for an engine before it is played in a hurry.
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

    /// Whether it gives the game up.
    pub fn resigns(self, level: u32) -> bool {
        level >= RESIGNS_FROM && self.hopeless >= HOPELESS_MOVES
    }

    /// Whether it accepts a draw after so many half-moves.
    pub fn accepts_draw(self, ply: u16) -> bool {
        let limit = match ply {
            EQUAL_FROM.. => EQUAL,
            WORSE_FROM.. => WORSE,
            _ => return false,
        };
        self.score.is_some_and(|score| score <= limit)
    }

    /// Whether it claims a draw: it is not better.
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
