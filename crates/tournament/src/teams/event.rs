//! Commands of the organiser of a team tournament, and the events that are kept.

use serde::{Deserialize, Serialize};

use super::settings::{TeamEntry, TeamTournamentSettings};
use super::{BoardPlace, TeamPlace};
use crate::history::Bye;
use crate::points::Points;
use crate::state::GameResult;

/// Teams that meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamPair {
    /// The team that has White on board 1.
    pub first: TeamPlace,
    /// The other team.
    pub second: TeamPlace,
}

/// Team without a match in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamRoundBye {
    /// The team.
    pub team: TeamPlace,
    /// The bye: full, half or zero.
    pub bye: Bye,
}

/// Pairs of a round.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PairedTeams {
    /// The pairs from the first table.
    pub pairs: Vec<TeamPair>,
    /// The team with the pairing-allocated bye.
    pub bye: Option<TeamPlace>,
    /// The teams with requested byes. Those that are missing here and there have no points of the round.
    #[serde(default)]
    pub byes: Vec<TeamRoundBye>,
}

/// Command of an organiser or arbiter of a team tournament. Rounds and boards are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TeamTournamentCommand {
    /// Changes the settings. After the first pairing only texts, tie-breaks and reserves can be changed, and the number of rounds of
    /// a Swiss tournament, to not less than are paired.
    ChangeSettings {
        /// The new settings.
        settings: TeamTournamentSettings,
    },
    /// Enters teams. In a Swiss tournament they may enter between rounds; they have no points for the rounds before.
    Enter {
        /// The teams.
        teams: Vec<TeamEntry>,
    },
    /// Corrects the entry of a team. Once it was paired its players keep their places: entries are corrected, and new ones follow.
    ChangeTeam {
        /// The team.
        team: TeamPlace,
        /// The entry as it should be.
        entry: TeamEntry,
    },
    /// Removes a team that was never paired.
    Remove {
        /// The team.
        team: TeamPlace,
    },
    /// Takes a team out of all rounds that are not paired. If all rounds are paired at once, its open boards are forfeited; in a round
    /// robin of which it has played fewer than half of its matches, none of them counts.
    Withdraw {
        /// The team.
        team: TeamPlace,
    },
    /// Lets a withdrawn team play again.
    Return {
        /// The team.
        team: TeamPlace,
    },
    /// Requests a bye in a round that is not paired; without one, takes the request back. Only in Swiss tournaments.
    RequestBye {
        /// The team.
        team: TeamPlace,
        /// The round.
        round: u8,
        /// The points asked for: full, half or zero.
        bye: Option<Bye>,
    },
    /// Gives a team without a match the points of a bye in a paired round, or corrects them. Only in Swiss tournaments.
    SetBye {
        /// The round.
        round: u8,
        /// The team.
        team: TeamPlace,
        /// The bye as it should be: full, half or zero.
        bye: Bye,
    },
    /// Gives a penalty or a bonus.
    Correct {
        /// The team.
        team: TeamPlace,
        /// The round from which on it counts.
        round: u8,
        /// The match points, in quarters: negative for a penalty.
        #[cfg_attr(feature = "openapi", schema(value_type = i32))]
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        match_points: Points,
        /// The game points, in quarters.
        #[cfg_attr(feature = "openapi", schema(value_type = i32))]
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        game_points: Points,
        /// The reason: at most 120 characters.
        reason: String,
    },
    /// Marks a player as absent, or as present again: line-ups without one of their own leave out the absent.
    SetAbsent {
        /// The team.
        team: TeamPlace,
        /// The player.
        player: BoardPlace,
        /// True for absent.
        absent: bool,
    },
    /// Gives the numbers before the first pairing. Without it those of a Swiss tournament are by the average ratings of the players
    /// on boards, others in the order of entry.
    SetNumbers {
        /// All teams in the order of their numbers.
        order: Vec<TeamPlace>,
    },
    /// Pairs the next round by the rules; of a round robin or a match all rounds.
    Pair,
    /// Takes back the pairing of the last round, of a round robin or a match that of all. No result of it may be known.
    Unpair,
    /// Pairs by hand: replaces the pairs of the last round, as long as no result of it is known, or pairs the next round, which the
    /// rules may leave without a pairing. Only in Swiss tournaments.
    SetPairs {
        /// The pairs: all teams that take part in the round, each once.
        pairs: Vec<TeamPair>,
        /// The team with the pairing-allocated bye.
        bye: Option<TeamPlace>,
    },
    /// Sets the line-up of a team for a round. Boards without a player are forfeited, unless they have a result.
    SetLineUp {
        /// The round.
        round: u8,
        /// The team.
        team: TeamPlace,
        /// The players of the boards in board order; `None` for a board without one.
        players: Vec<Option<BoardPlace>>,
    },
    /// Enters or corrects the result of a board; without one, takes it back.
    SetResult {
        /// The round.
        round: u8,
        /// The first team of the match.
        first: TeamPlace,
        /// The board.
        board: u8,
        /// The result, with the points of the first team's player first.
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
        result: Option<GameResult>,
    },
    /// Enters or replaces the game of a board, also after the end of the tournament; without moves, removes it.
    SetGame {
        /// The round.
        round: u8,
        /// The first team of the match.
        first: TeamPlace,
        /// The board.
        board: u8,
        /// The moves: with numbers or without, in short or long notation, with the letters of any language that records are read in.
        /// The server takes PGN, too, of which the main line counts, and keeps short notation with English letters.
        moves: Option<String>,
    },
    /// Forfeits all boards of a match.
    Forfeit {
        /// The round.
        round: u8,
        /// The first team of the match.
        first: TeamPlace,
        /// The team that appeared; `None` if neither did.
        present: Option<TeamPlace>,
    },
    /// Makes an account an arbiter, or ends that. Arbiters may give all commands but this one.
    SetArbiter {
        /// The id of the account.
        account: String,
        /// False if it is an arbiter no more.
        appointed: bool,
    },
    /// Ends the tournament. All results must be known.
    Finish,
    /// Opens it again.
    Reopen,
}

/// Event of a team tournament. The state is the fold of its events. Rounds and boards are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TeamTournamentEvent {
    /// The tournament was created, or has other settings.
    Settings {
        /// The settings.
        settings: TeamTournamentSettings,
    },
    /// A team was entered, or an entry was corrected.
    Team {
        /// The team.
        team: TeamPlace,
        /// The entry.
        entry: TeamEntry,
    },
    /// A team was removed.
    Removed {
        /// The team.
        team: TeamPlace,
    },
    /// A team takes part no more.
    Withdrawn {
        /// The team.
        team: TeamPlace,
    },
    /// A withdrawn team takes part again.
    Returned {
        /// The team.
        team: TeamPlace,
    },
    /// A bye was requested, or, without one, is not requested any more.
    ByeRequested {
        /// The team.
        team: TeamPlace,
        /// The round.
        round: u8,
        /// The bye.
        bye: Option<Bye>,
    },
    /// The points of a bye were given or corrected.
    Bye {
        /// The round.
        round: u8,
        /// The team.
        team: TeamPlace,
        /// The bye.
        bye: Bye,
    },
    /// A penalty or a bonus was given.
    Correction {
        /// The team.
        team: TeamPlace,
        /// The round from which on it counts.
        round: u8,
        /// The match points, in quarters.
        #[cfg_attr(feature = "openapi", schema(value_type = i32))]
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        match_points: Points,
        /// The game points, in quarters.
        #[cfg_attr(feature = "openapi", schema(value_type = i32))]
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        game_points: Points,
        /// The reason.
        reason: String,
    },
    /// A player is absent, or present again.
    Absent {
        /// The team.
        team: TeamPlace,
        /// The player.
        player: BoardPlace,
        /// True for absent.
        absent: bool,
    },
    /// The pairing numbers were given: 1 to the first team, and so on.
    Numbered {
        /// The teams with numbers.
        order: Vec<TeamPlace>,
    },
    /// A round was paired.
    Paired {
        /// The round.
        round: u8,
        /// The pairs.
        pairs: PairedTeams,
    },
    /// The pairing of the last round was taken back.
    Unpaired {
        /// The round.
        round: u8,
    },
    /// A team has a line-up.
    LineUp {
        /// The round.
        round: u8,
        /// The team.
        team: TeamPlace,
        /// The players of the boards.
        players: Vec<Option<BoardPlace>>,
    },
    /// The result of a board is known, was corrected or, without one, taken back.
    Result {
        /// The round.
        round: u8,
        /// The first team of the match.
        first: TeamPlace,
        /// The board.
        board: u8,
        /// The result, with the points of the first team's player first.
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
        result: Option<GameResult>,
    },
    /// The game of a board was entered, replaced or, without moves, removed.
    Game {
        /// The round.
        round: u8,
        /// The first team of the match.
        first: TeamPlace,
        /// The board.
        board: u8,
        /// The moves from the start of the variant in short notation with English letters, without numbers.
        moves: Option<String>,
    },
    /// An account became an arbiter, or is none any more.
    Arbiter {
        /// The id of the account.
        account: String,
        /// False if it is an arbiter no more.
        appointed: bool,
    },
    /// The tournament has ended.
    Finished,
    /// It was opened again.
    Reopened,
}
