//! What the holder of a seat can ask for, and why it may be refused.

use saffron_rules::Outcome;
use serde::{Deserialize, Serialize};

use crate::round_trip::RoundTrip;
use crate::time::Millis;

/// What the holder of a seat asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Command {
    /// A move in your own turn. It declines what the other side has offered, draw and takeback.
    Move {
        /// The move in UCI form.
        uci: String,
        /// The plies played before it: a move for another position is refused.
        ply: u16,
        /// How long the player thought by its own clock (milliseconds), from receiving the position to making the move, for lag
        /// compensation; absent where unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        thought: Option<u32>,
    },
    /// Offers a draw, or accepts the other side's offer. Not before both sides have moved, nor within 20 plies of your last
    /// offer.
    OfferDraw,
    /// Declines the other side's offer of a draw, or withdraws your own.
    DeclineDraw,
    /// Claims a draw by threefold repetition or 50 moves, in your own turn.
    ClaimDraw,
    /// Proposes to take back your last move, or accepts the other side's proposal. At most three times in a position.
    ProposeTakeback,
    /// Declines the other side's proposal, or withdraws your own.
    DeclineTakeback,
    /// Gives the other side 15 seconds more, or a day in correspondence.
    AddTime,
    /// Calls the game off before both sides have moved: it has no score.
    Abort,
    /// Gives the game up after both sides have moved. The other side gets what it can still score.
    Resign,
    /// Ends the game because the other side has been away in its turn long enough, which `presence.claimFrom` tells: you get what
    /// you can still score.
    ClaimVictory,
    /// Ends the game for the same reason as a draw.
    ClaimAbandonedDraw,
    /// Replaces your conditional moves: lines from the position now, each beginning with a move of the other side, at most 64 of
    /// 20 moves and 512 moves in all, a hundred times in one position. Only in games without a clock.
    SetConditionalMoves {
        /// The lines in UCI form; a line that is a prefix of another is the same as that one.
        lines: Vec<Vec<String>>,
    },
}

/// The name that a client gives to a command, so that it can send it again without its being carried out twice. In a game each
/// stands for one command for ever.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CommandId {
    /// Random, made up by the client at its start: 1 to 24 letters and digits.
    pub client: String,
    /// Number of the command, which grows with each command of this client.
    pub n: u32,
}

impl CommandId {
    /// Whether the client's name is one: 1 to 24 letters and digits.
    pub fn is_valid(&self) -> bool {
        (1..=24).contains(&self.client.len()) && self.client.bytes().all(|byte| byte.is_ascii_alphanumeric())
    }
}

/// Whether the other side is there, as far as the server knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// At least one connection.
    Present,
    /// No connection since this moment; the page was not closed, as far as is known.
    Gone(Millis),
    /// The page was closed at this moment.
    Left(Millis),
}

/// What a decision depends on beside the game, the command and the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// The round trip to the player, and the time that the server took to show the turn.
    pub round_trip: RoundTrip,
    /// Whether the other side is there.
    pub opponent: Presence,
}

/// Why a command is refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Refusal {
    /// Another command was carried out under this id. Take a new id.
    #[error("another command was carried out under this id")]
    CommandIdUsed,
    /// The game has ended; `params` is its outcome.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The move was made for another position. Look at the events, and decide again.
    #[error("the game has {ply} half-moves")]
    WrongPly {
        /// The plies that were played.
        ply: u16,
    },
    /// The move is not legal, or not in UCI form.
    #[error("{uci:?} is not a legal move")]
    IllegalMove {
        /// The move as it was sent, cut after 16 characters.
        uci: String,
    },
    /// Nothing was offered that could be declined or withdrawn.
    #[error("nothing was offered")]
    NothingOffered,
    /// A draw may not be offered before both sides have moved, nor within 20 plies of your last offer.
    #[error("no draw can be offered now")]
    CannotOfferDraw,
    /// There is no draw to claim.
    #[error("there is no draw to claim")]
    NoClaim,
    /// No move of this side can be taken back, or it was proposed three times in this position.
    #[error("no move can be taken back now")]
    CannotTakeBack,
    /// The game has no clock, or the other side has the most time that can be given.
    #[error("no time can be given now")]
    CannotAddTime,
    /// Both sides have moved: resign instead.
    #[error("the game has begun")]
    CannotAbort,
    /// Not both sides have moved: abort instead.
    #[error("the game has not begun")]
    CannotResign,
    /// The other side is there, has not been away long enough, or is not to move; or it is a game without clocks or one that
    /// has not begun.
    #[error("the other side has not left the game")]
    NotAbandoned {
        /// When the claim will be accepted if the other side stays away; `None` where waiting does not help.
        from: Option<Millis>,
    },
    /// So much has happened that only moves and ends are accepted from now on; or conditional moves were set a hundred times in this
    /// position, and are accepted again after the next move.
    #[error("only moves and ends are accepted after so many events")]
    TooManyEvents,
    /// Conditional moves are for correspondence and unlimited games.
    #[error("this game has no conditional moves")]
    NoConditionalMoves,
    /// A conditional line is not legal, answers the same moves otherwise than an earlier line, or is one too many: at most 64
    /// lines of 20 moves, and 512 moves altogether.
    #[error("conditional line {line}, move {ply} is not legal")]
    BadConditionalMove {
        /// The line, from 0.
        line: usize,
        /// The move of the line, from 0.
        ply: usize,
    },
}
