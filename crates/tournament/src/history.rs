//! Rounds of a player.

use saffron_rules::Color;
use serde::{Deserialize, Serialize};

use crate::Points;

/// Player with the rounds so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct History {
    /// Pairing number: place in the initial ranking, from 1; smaller is higher. Numbers of different players differ.
    pub number: u32,
    /// Rounds from the first one. A missing one is a [bye without points](Bye::Zero).
    pub rounds: Vec<Round>,
    /// Virtual points by rounds, in which they count for pairing only, as accelerated systems give them.
    pub virtual_points: Vec<Points>,
    /// Penalties and bonuses: the round from which on they count, from 0, and points.
    pub corrections: Vec<(usize, Points)>,
}

/// Round of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// Game against an opponent.
    Game {
        /// Place of the opponent among the players of the tournament.
        opponent: usize,
        /// Colour of this player.
        color: Color,
        /// Points of this player.
        points: Points,
        /// False if one of them did not appear.
        is_played: bool,
    },
    /// Round without an opponent.
    Bye(Bye, Points),
}

/// Reason for a round without an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Bye {
    /// The number of players was odd.
    Allocated,
    /// Requested, with the points of a win.
    Full,
    /// Requested, with the points of a draw.
    Half,
    /// Requested or absent, without points.
    Zero,
}

impl Round {
    /// Points of the round.
    #[must_use]
    pub fn points(&self) -> Points {
        match self {
            Round::Game { points, .. } | Round::Bye(_, points) => *points,
        }
    }

    /// Opponent and colour of a played game.
    pub(crate) fn played(&self) -> Option<(usize, Color)> {
        match self {
            Round::Game { opponent, color, is_played: true, .. } => Some((*opponent, *color)),
            _ => None,
        }
    }

    /// Returns whether the player was to be paired: has an opponent or an allocated bye.
    #[must_use]
    pub fn is_paired(&self) -> bool {
        matches!(self, Round::Game { .. } | Round::Bye(Bye::Allocated, _))
    }
}

impl History {
    /// Round, from 0; one that is missing is a bye without points.
    #[must_use]
    pub fn round(&self, round: usize) -> Round {
        self.rounds.get(round).copied().unwrap_or(Round::Bye(Bye::Zero, Points::ZERO))
    }

    /// Score before a round, from 0.
    #[must_use]
    pub fn score(&self, round: usize) -> Points {
        let rounds = self.rounds.iter().take(round).map(Round::points);
        let corrections = self.corrections.iter().filter(|(from, _)| *from < round).map(|(_, points)| *points);
        rounds.chain(corrections).sum()
    }

    /// Score with which a player is paired in a round, from 0: with virtual points.
    #[must_use]
    pub fn pairing_score(&self, round: usize) -> Points {
        self.score(round) + self.virtual_points.get(round).copied().unwrap_or_default()
    }
}
