//! Commands of the organiser, the reasons for which they are refused, and the events that are kept.

use serde::{Deserialize, Serialize};

use super::result::GameResult;
use super::settings::{Entrant, Settings};
use crate::history::Bye;
use crate::points::Points;

/// Player of a tournament: the place among all that were entered, from 0. It never changes.
pub type PlayerId = u32;

/// Board of a round: two players and, once it is known, their result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TournamentBoard))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TournamentBoard"))]
pub struct Board {
    /// The player with the white pieces.
    pub white: PlayerId,
    /// The player with the black pieces.
    pub black: PlayerId,
    /// The result, such as `1/2-1/2` or `+/-`; `None` if it is not known.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub result: Option<GameResult>,
}

/// Player without an opponent in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RoundBye {
    /// The player.
    pub player: PlayerId,
    /// The reason.
    pub bye: Bye,
}

/// Pairs of a round.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PairedRound {
    /// The boards from the first one.
    pub boards: Vec<Board>,
    /// The players without an opponent; those who are missing here and there were not entered, or have withdrawn.
    pub byes: Vec<RoundBye>,
}

/// Command of an organiser or arbiter. Rounds are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TournamentCommand))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TournamentCommand"))]
pub enum Command {
    /// Changes the settings. After the first pairing, system, points and variant stay as they are, but a Swiss tournament may get
    /// another number of rounds, not less than are paired.
    ChangeSettings {
        /// The new settings.
        settings: Settings,
    },
    /// Enters players. In a Swiss tournament they may enter between rounds; they have no points for the rounds before.
    Enter {
        /// The players.
        entrants: Vec<Entrant>,
    },
    /// Corrects the entry of a player.
    ChangeEntrant {
        /// The player.
        player: PlayerId,
        /// The entry as it should be.
        entrant: Entrant,
    },
    /// Gives the numbers of a round robin before it is paired, as lots were drawn. Without it they are in the order of entry; those
    /// of a Swiss tournament are by rating, title and name.
    SetNumbers {
        /// All players in the order of their numbers.
        order: Vec<PlayerId>,
    },
    /// Removes a player who was never paired.
    Remove {
        /// The player.
        player: PlayerId,
    },
    /// Takes a player out of all rounds that are not paired. In a round robin the open games are forfeited; if fewer than half of
    /// them were played, none of the player's games counts.
    Withdraw {
        /// The player.
        player: PlayerId,
    },
    /// Lets a withdrawn player play again.
    Return {
        /// The player.
        player: PlayerId,
    },
    /// Requests a bye in a round that is not paired; without one, takes the request back. Only in Swiss tournaments.
    RequestBye {
        /// The player.
        player: PlayerId,
        /// The round.
        round: u8,
        /// The points asked for: full, half or zero.
        bye: Option<Bye>,
    },
    /// Forbids or allows that two players meet, in rounds that are not paired.
    Forbid {
        /// The players.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<PlayerId>))]
        players: (PlayerId, PlayerId),
        /// False to allow it again.
        forbidden: bool,
    },
    /// Pairs the next round by the rules; of a round robin all rounds.
    Pair,
    /// Takes back the pairing of the last round, of a round robin that of all. No result of it may be known.
    Unpair,
    /// Pairs by hand: replaces the pairs of the last round, as long as no result of it is known, or pairs the next round, which the
    /// rules may leave without a pairing. Only in Swiss tournaments.
    SetPairs {
        /// The boards, White and Black: all players who take part in the round, each once.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<PlayerId>>))]
        boards: Vec<(PlayerId, PlayerId)>,
        /// The player with the pairing-allocated bye.
        bye: Option<PlayerId>,
    },
    /// Enters or corrects the result of a game; without one, takes it back.
    SetResult {
        /// The round.
        round: u8,
        /// The player with the white pieces.
        white: PlayerId,
        /// The player with the black pieces.
        black: PlayerId,
        /// The result.
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
        result: Option<GameResult>,
    },
    /// Enters or replaces the game of a board, also after the end of the tournament; without moves, removes it.
    SetGame {
        /// The round.
        round: u8,
        /// The player with the white pieces.
        white: PlayerId,
        /// The player with the black pieces.
        black: PlayerId,
        /// The moves: with numbers or without, in short or long notation, with the letters of any language that records are read in.
        /// The server takes PGN, too, of which the main line counts, and keeps short notation with English letters.
        moves: Option<String>,
    },
    /// Corrects the points of a bye in a paired round.
    SetBye {
        /// The round.
        round: u8,
        /// The player.
        player: PlayerId,
        /// The bye as it should be.
        bye: Bye,
    },
    /// Gives a penalty or a bonus.
    Correct {
        /// The player.
        player: PlayerId,
        /// The round from which on it counts.
        round: u8,
        /// The points, in quarters: negative for a penalty.
        #[cfg_attr(feature = "openapi", schema(value_type = i32))]
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        points: Points,
        /// The reason: at most 120 characters.
        reason: String,
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

/// Event of a tournament. The state is the fold of its events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TournamentEvent))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TournamentEvent"))]
pub enum Event {
    /// The tournament was created, or has other settings.
    Settings {
        /// The settings.
        settings: Settings,
    },
    /// A player was entered, or an entry was corrected.
    Entrant {
        /// The player.
        player: PlayerId,
        /// The entry.
        entrant: Entrant,
    },
    /// A player was removed.
    Removed {
        /// The player.
        player: PlayerId,
    },
    /// A player takes part no more.
    Withdrawn {
        /// The player.
        player: PlayerId,
    },
    /// A withdrawn player takes part again.
    Returned {
        /// The player.
        player: PlayerId,
    },
    /// A bye was requested, or, without one, is not requested any more.
    ByeRequested {
        /// The player.
        player: PlayerId,
        /// The round, from 1.
        round: u8,
        /// The bye.
        bye: Option<Bye>,
    },
    /// Two players must not meet, or may meet again.
    Forbidden {
        /// The players.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<PlayerId>))]
        players: (PlayerId, PlayerId),
        /// False if they may meet again.
        forbidden: bool,
    },
    /// The pairing numbers were given: 1 to the first player, and so on.
    Numbered {
        /// All players who are not removed.
        order: Vec<PlayerId>,
    },
    /// A round was paired.
    Paired {
        /// The round, from 1.
        round: u8,
        /// The pairs.
        pairs: PairedRound,
    },
    /// The pairing of the last round was taken back.
    Unpaired {
        /// The round, from 1.
        round: u8,
    },
    /// The result of a game is known, was corrected or, without one, taken back.
    Result {
        /// The round, from 1.
        round: u8,
        /// The player with the white pieces.
        white: PlayerId,
        /// The player with the black pieces.
        black: PlayerId,
        /// The result.
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
        result: Option<GameResult>,
    },
    /// The game of a board was entered, replaced or, without moves, removed.
    Game {
        /// The round, from 1.
        round: u8,
        /// The player with the white pieces.
        white: PlayerId,
        /// The player with the black pieces.
        black: PlayerId,
        /// The moves from the start of the variant in short notation with English letters, without numbers.
        moves: Option<String>,
    },
    /// The points of a bye were corrected.
    Bye {
        /// The round, from 1.
        round: u8,
        /// The player.
        player: PlayerId,
        /// The bye.
        bye: Bye,
    },
    /// A penalty or a bonus was given.
    Correction {
        /// The player.
        player: PlayerId,
        /// The round from which on it counts, from 1.
        round: u8,
        /// The points, in quarters.
        #[cfg_attr(feature = "openapi", schema(value_type = i32))]
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        points: Points,
        /// The reason.
        reason: String,
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

/// Reason for which a command is refused. The tournament does not change.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TournamentRefusal {
    /// A setting or a field of a player is outside its limits.
    #[error("{field} is outside its limits")]
    InvalidEntry {
        /// The name of the field.
        field: String,
    },
    /// The tournament has ended: open it again first.
    #[error("the tournament has ended")]
    TournamentOver,
    /// The first round is paired, so this can no longer be changed.
    #[error("the tournament has begun")]
    TournamentBegun,
    /// The tournament has as many players as it may have.
    #[error("there are at most {limit} players")]
    TooManyPlayers {
        /// The greatest number.
        limit: usize,
    },
    /// Another player has this name. Write something that tells them apart.
    #[error("there is a player {name:?}")]
    SameName {
        /// The name.
        name: String,
    },
    /// There is no such player, or the player was removed or has withdrawn.
    #[error("there is no player {player}")]
    NoSuchPlayer {
        /// The player.
        player: u32,
    },
    /// The round is not paired, or is paired where it must not be, or the players have no such game in it.
    #[error("round {round} has no such game or bye")]
    NoSuchGame {
        /// The round, from 1.
        round: u8,
    },
    /// Results of the round are missing.
    #[error("results of round {round} are missing")]
    ResultsMissing {
        /// The round, from 1.
        round: u8,
    },
    /// Results of the round are known: take them back first.
    #[error("results of round {round} are known")]
    ResultsKnown {
        /// The round, from 1.
        round: u8,
    },
    /// A round needs two players at least.
    #[error("there are fewer than two players")]
    TooFewPlayers,
    /// The tournament has as many teams as it may have.
    #[error("there are at most {limit} teams")]
    TooManyTeams {
        /// The greatest number.
        limit: usize,
    },
    /// There is no such team, or it was removed or has withdrawn.
    #[error("there is no team {team}")]
    NoSuchTeam {
        /// The team.
        team: u32,
    },
    /// A round needs two teams at least.
    #[error("there are fewer than two teams")]
    TooFewTeams,
    /// The pairs are not those of the teams of the round, each once.
    #[error("the pairs are not of the teams of the round, each once")]
    OtherTeams,
    /// The line-up has another number of boards than a match, or players who are not in board order.
    #[error("the players are not in board order")]
    WrongLineUp,
    /// All rounds are paired.
    #[error("all rounds are paired")]
    AllPaired,
    /// No pairing keeps to the rules, as happens late in a tournament of few players. Pair by hand, or end the tournament.
    #[error("the players cannot all be paired by the rules")]
    NoPairing,
    /// The pairs are not those of the players of the round, each once.
    #[error("the pairs are not of the players of the round, each once")]
    OtherPlayers,
    /// This tournament has no such result: ¾ and ¼ come with a stalemate that is more than a draw.
    #[error("the variant has no such result")]
    NoSuchResult,
    /// A move of a game cannot be read or played.
    #[error("{number}{} {text}: {problem}", if *.black { "..." } else { "." })]
    WrongMove {
        /// The number of the move.
        number: u32,
        /// True for a move of Black.
        black: bool,
        /// The move as it is written.
        text: String,
        /// The reason in English.
        problem: String,
    },
    /// The text of a game has no moves, more than one game, or a game of another variant or from another position.
    #[error("{problem}")]
    WrongGame {
        /// What it is, in English.
        problem: String,
    },
    /// The games of the tournament are as long as they may be, those that were replaced or removed with them.
    #[error("all games have at most {limit} bytes")]
    TooManyGames {
        /// The maximum in bytes.
        limit: usize,
    },
    /// A report has what no tournament here can have.
    #[error("the report cannot be taken over: {problem}")]
    ForeignReport {
        /// What it is.
        problem: String,
    },
}
