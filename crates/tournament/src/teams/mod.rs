//! Team tournament over the board as a pure state machine: teams with players in board order, matches on boards, and standings by match
//! points and game points.
//!
//! Rounds are paired by FIDE's Swiss Team Pairing System (Handbook C.04.6, in force from February 2026), by Berger tables (C.05), or two
//! teams play one match of several rounds. The first team of a match has White on board 1, and colours alternate by boards.

mod byes;
mod decide;
mod event;
mod fold;
mod line_up;
mod pairing;
mod players;
mod scores;
mod settings;
mod standings;
mod swiss;
mod tie_break;
mod values;

pub use event::{PairedTeams, TeamPair, TeamRoundBye, TeamTournamentCommand, TeamTournamentEvent};
pub use fold::{TeamCorrection, TeamMatch, TeamRound, TeamTournamentState, TournamentTeam};
pub use line_up::BoardPlayers;
pub use players::{BoardGame, PlayerScore};
pub use scores::MatchScore;
pub use settings::{
    ColorPreferences, MAX_BOARDS, MAX_TEAM_PLAYERS, MAX_TEAMS, MatchPoints, TeamBye, TeamEntry, TeamScore, TeamSystem,
    TeamTournamentPlayer, TeamTournamentSettings,
};
pub use standings::TeamStanding;
pub use tie_break::{TeamTieBreak, TeamTieBreakKind};

/// Team of a tournament: the place among all that were entered, from 0. It never changes.
pub type TeamPlace = u32;

/// Player of a team: the place among its players, from 0. Players are in board order.
pub type BoardPlace = u32;
