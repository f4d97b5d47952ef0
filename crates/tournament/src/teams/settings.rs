//! Settings of a team tournament, and its teams as they are entered.

use std::collections::BTreeSet;

use saffron_rules::Color;
use serde::{Deserialize, Serialize};

use super::tie_break::TeamTieBreak;
use crate::points::Points;
use crate::state::settings::{check, check_text};
use crate::state::{MAX_NAME, MAX_ROUNDS, MAX_TEXT, MAX_TIE_BREAKS, TournamentRefusal};

/// Greatest number of teams.
pub const MAX_TEAMS: usize = 200;
/// Greatest number of boards of a match.
pub const MAX_BOARDS: usize = 20;
/// Greatest number of players of a team, reserves included.
pub const MAX_TEAM_PLAYERS: usize = 20;
/// Greatest number of match points, in points.
const MAX_MATCH_POINTS: i32 = 10;

/// Settings of a team tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentSettings {
    /// The name: at most 80 characters.
    pub name: String,
    /// The id of the variant.
    pub variant: String,
    /// The system of pairings.
    pub system: TeamSystem,
    /// The number of boards of a match, from 1 to 20.
    pub boards: u8,
    /// The number of players that a team may have in addition to those of the boards; with them at most 20.
    pub reserves: u8,
    /// The score by which teams are paired and ranked first.
    pub primary: TeamScore,
    /// The match points of results.
    pub match_points: MatchPoints,
    /// The points of a pairing-allocated bye.
    pub bye: TeamBye,
    /// True if a stalemate gives ¾ and ¼ of a point.
    pub quarters: bool,
    /// The codes of the tie-breaks in their order, such as `EMGSB-C1`: at most 10.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    pub tie_breaks: Vec<TeamTieBreak>,
    /// Where it is played; may be empty.
    pub place: String,
    /// The first and the last day as people write them; may be empty.
    pub dates: String,
    /// The time control as people write it; may be empty.
    pub time_control: String,
    /// The arbiter; may be empty.
    pub arbiter: String,
}

/// System of pairings of teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TeamTournamentSystem))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TeamTournamentSystem"))]
pub enum TeamSystem {
    /// FIDE's Swiss Team Pairing System.
    Swiss {
        /// The number of rounds, from 1 to 30.
        rounds: u8,
        /// The colour on board 1 of the highest team in the first round: `"w"` or `"b"`.
        #[serde(with = "crate::state::settings::side")]
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        #[cfg_attr(feature = "typescript", ts(type = "'w' | 'b'"))]
        initial: Color,
        /// The preferences for a colour on board 1.
        preferences: ColorPreferences,
    },
    /// Every team meets every other one, by Berger tables; at most 40 teams.
    RoundRobin {
        /// True if they meet twice.
        double: bool,
    },
    /// Two teams play one match.
    Match {
        /// The number of rounds, from 1 to 30.
        rounds: u8,
    },
}

/// Preferences of teams for a colour on board 1 (C.04.6, 1.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ColorPreferences {
    /// Colours do not matter for who meets whom.
    None,
    /// Type A: only after one colour twice more often, or twice in a row.
    TypeA,
    /// Type B: strong preferences as those of type A, and mild ones.
    TypeB,
}

/// Score of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TeamScore {
    /// Points of matches.
    Match,
    /// Points of the games on all boards.
    Game,
}

/// Match points of results, in quarters of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MatchPoints {
    /// For more game points than the other team: at most 40, which are 10 points.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub win: Points,
    /// For as many game points.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub draw: Points,
    /// For fewer game points, and for a match without a player.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub loss: Points,
}

/// Points of a pairing-allocated bye, in quarters of a point. By C.04.6, 1.4, they are those of a draw unless announced otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TeamTournamentBye))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TeamTournamentBye"))]
pub struct TeamBye {
    /// The match points: at most those of a win.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub match_points: Points,
    /// The game points: at most those of wins on all boards.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub game_points: Points,
}

/// Team as entered.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamEntry {
    /// The name: at most 80 characters.
    pub name: String,
    /// The captain; may be empty.
    pub captain: String,
    /// The players in board order, reserves last. A team without players plays with unknown ones.
    pub players: Vec<TeamTournamentPlayer>,
}

/// Player of a team.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamTournamentPlayer {
    /// The name: at most 80 characters.
    pub name: String,
    /// The rating; `None` without one.
    pub rating: Option<u16>,
    /// The title, such as `GM`.
    pub title: String,
}

impl TeamTournamentSettings {
    /// Refuses what is outside the limits, with the name of the field.
    pub(super) fn check(&self) -> Result<(), TournamentRefusal> {
        check_text("name", &self.name, 1, MAX_NAME)?;
        let texts = [
            ("place", &self.place),
            ("dates", &self.dates),
            ("timeControl", &self.time_control),
            ("arbiter", &self.arbiter),
        ];
        for (field, text) in texts {
            check_text(field, text, 0, MAX_TEXT)?;
        }
        check_text("variant", &self.variant, 1, MAX_TEXT)?;
        if let TeamSystem::Swiss { rounds, .. } | TeamSystem::Match { rounds } = self.system {
            check("system.rounds", (1..=MAX_ROUNDS).contains(&usize::from(rounds)))?;
        }
        check("boards", (1..=MAX_BOARDS).contains(&self.boards()))?;
        check("reserves", self.max_players() <= MAX_TEAM_PLAYERS)?;
        let MatchPoints { win, draw, loss } = self.match_points;
        let limit = Points::ONE.times(MAX_MATCH_POINTS.unsigned_abs() as usize);
        check("matchPoints", Points::ZERO <= loss && loss <= draw && draw <= win && loss < win && win <= limit)?;
        let TeamBye { match_points, game_points } = self.bye;
        check("bye.matchPoints", (Points::ZERO..=win).contains(&match_points))?;
        check("bye.gamePoints", (Points::ZERO..=self.full_points()).contains(&game_points))?;
        let is_new = |(at, tie_break)| !self.tie_breaks[..at].contains(tie_break);
        check("tieBreaks", self.tie_breaks.len() <= MAX_TIE_BREAKS && self.tie_breaks.iter().enumerate().all(is_new))
    }

    /// Number of boards of a match.
    #[must_use]
    pub fn boards(&self) -> usize {
        usize::from(self.boards)
    }

    /// Greatest number of players of a team.
    #[must_use]
    pub fn max_players(&self) -> usize {
        self.boards() + usize::from(self.reserves)
    }

    /// Game points of wins on all boards.
    #[must_use]
    pub fn full_points(&self) -> Points {
        Points::ONE.times(self.boards())
    }

    /// Returns whether all pairings are known before the first round.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        !matches!(self.system, TeamSystem::Swiss { .. })
    }
}

impl TeamEntry {
    /// Refuses what is outside the limits, with the name of the field.
    pub(super) fn check(&self, max_players: usize) -> Result<(), TournamentRefusal> {
        check_text("name", &self.name, 1, MAX_NAME)?;
        check_text("captain", &self.captain, 0, MAX_TEXT)?;
        if self.players.len() > max_players {
            return Err(TournamentRefusal::TooManyPlayers { limit: max_players });
        }
        let mut names = BTreeSet::new();
        for TeamTournamentPlayer { name, rating, title } in &self.players {
            check_text("name", name, 1, MAX_NAME)?;
            check_text("title", title, 0, 3)?;
            check("rating", rating.is_none_or(|rating| (1..=9999).contains(&rating)))?;
            if !names.insert(name) {
                return Err(TournamentRefusal::SameName { name: name.clone() });
            }
        }
        Ok(())
    }

    /// Average rating of the rated players among the first ones; 0 if there is none.
    pub(super) fn rating(&self, boards: usize) -> u32 {
        let rated = self.players.iter().take(boards).filter_map(|player| player.rating);
        let (sum, count) = rated.fold((0_u32, 0), |(sum, count), rating| (sum + u32::from(rating), count + 1));
        sum.checked_div(count).unwrap_or(0)
    }
}
