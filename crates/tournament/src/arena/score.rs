//! Points of a player: wins, draws, streaks, berserk.

use serde::{Deserialize, Serialize};

/// Points of a win.
const WIN: u32 = 2;
/// Points of a draw.
const DRAW: u32 = 1;
/// Wins in a row after which games count twice.
const STREAK: u32 = 2;
/// Plies from which on a win with half of the time gives a point more.
const BERSERK_PLIES: u16 = 14;
/// Plies from which on a draw gives points.
const DRAW_PLIES: u16 = 20;
/// Plies from which on a draw gives points if the player has only drawn since the last win.
const REPEATED_DRAW_PLIES: u16 = 60;

/// What a game gave to a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GamePoints {
    /// The points: 0 to 5.
    pub points: u32,
    /// True if the game counted twice.
    pub double: bool,
}

/// End of a game for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Won { plies: u16, berserk: bool },
    Drawn { plies: u16 },
    Lost,
}

/// Score of a player by games, in the order of their ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArenaScore {
    /// Sum of the points.
    pub total: u32,
    /// What the games gave.
    pub sheet: Vec<GamePoints>,
    /// Wins since the last game that was not won.
    pub wins: u32,
    /// True after a draw, until the next win.
    has_drawn: bool,
}

impl ArenaScore {
    /// Returns whether the next game counts twice.
    #[must_use]
    pub fn is_on_streak(&self, streaks: bool) -> bool {
        streaks && self.wins >= STREAK
    }

    pub(super) fn add(&mut self, outcome: Outcome, streaks: bool) {
        let double = self.is_on_streak(streaks);
        let factor = if double { 2 } else { 1 };
        let points = match outcome {
            Outcome::Won { plies, berserk } => factor * WIN + u32::from(berserk && plies >= BERSERK_PLIES),
            Outcome::Drawn { plies } => {
                let least = if self.has_drawn { REPEATED_DRAW_PLIES } else { DRAW_PLIES };
                if plies >= least { factor * DRAW } else { 0 }
            }
            Outcome::Lost => 0,
        };
        match outcome {
            Outcome::Won { .. } => (self.wins, self.has_drawn) = (self.wins + 1, false),
            Outcome::Drawn { .. } => (self.wins, self.has_drawn) = (0, true),
            Outcome::Lost => self.wins = 0,
        }
        self.total += points;
        self.sheet.push(GamePoints { points, double });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: Outcome = Outcome::Won { plies: 40, berserk: false };
    const LONG_DRAW: Outcome = Outcome::Drawn { plies: 60 };
    const DRAWN: Outcome = Outcome::Drawn { plies: 20 };

    fn sheet(outcomes: &[Outcome], streaks: bool) -> Vec<u32> {
        let mut score = ArenaScore::default();
        outcomes.iter().for_each(|outcome| score.add(*outcome, streaks));
        assert_eq!(score.total, score.sheet.iter().map(|game| game.points).sum::<u32>());
        score.sheet.iter().map(|game| game.points).collect()
    }

    #[test]
    fn games_count_twice_after_two_wins_until_one_is_not_won() {
        assert_eq!(sheet(&[WON; 4], true), [2, 2, 4, 4]);
        assert_eq!(sheet(&[WON, WON, DRAWN, WON, WON, WON], true), [2, 2, 2, 2, 2, 4]);
        assert_eq!(sheet(&[WON, WON, Outcome::Lost, WON], true), [2, 2, 0, 2]);
        assert_eq!(sheet(&[WON, DRAWN, WON, WON, WON], true), [2, 1, 2, 2, 4]);
        assert_eq!(sheet(&[WON; 4], false), [2; 4]);
    }

    #[test]
    fn berserk_gives_a_point_more_for_a_win_of_some_length() {
        let berserk = |plies| Outcome::Won { plies, berserk: true };
        assert_eq!(sheet(&[berserk(13), berserk(14), berserk(90)], true), [2, 3, 5]);
    }

    #[test]
    fn quick_draws_and_draws_in_a_row_give_nothing() {
        assert_eq!(sheet(&[Outcome::Drawn { plies: 19 }], true), [0]);
        assert_eq!(sheet(&[DRAWN, DRAWN, LONG_DRAW], true), [1, 0, 1]);
        assert_eq!(sheet(&[DRAWN, Outcome::Lost, DRAWN], true), [1, 0, 0], "a loss does not help");
        assert_eq!(sheet(&[DRAWN, WON, DRAWN], true), [1, 2, 1]);
        assert_eq!(sheet(&[Outcome::Drawn { plies: 8 }, DRAWN], true), [0, 0], "the quick one counts as a draw");
    }
}
