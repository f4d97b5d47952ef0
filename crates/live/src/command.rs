//! Commands of a player, and the reasons for which they are refused.

use saffron_rules::Outcome;
use serde::{Deserialize, Serialize};

use crate::round_trip::RoundTrip;
use crate::time::Millis;

/// Command of a player in a live game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Command {
    /// A move in your own turn. It declines open offers of the other side, draw and takeback.
    Move {
        /// The move in UCI form.
        uci: String,
        /// Number of plies played before the move: a move for another position is refused.
        ply: u16,
        /// Thinking time by the client's own clock, in milliseconds, from receiving the position to making the move. It is used
        /// for lag compensation; absent if unknown.
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
    /// Gives up half of your time and all your increments before your first move, in games that allow it.
    Berserk,
    /// Aborts the game before both sides have moved: it has no score.
    Abort,
    /// Resigns the game after both sides have moved. The other side gets the best result that its material allows.
    Resign,
    /// Ends the game because the other side has been away in its turn long enough, that is, since `presence.claimFrom` has passed:
    /// you get the best result that your material allows.
    ClaimVictory,
    /// Ends the game as a draw because the other side has been away in its turn long enough.
    ClaimAbandonedDraw,
    /// Replaces your conditional moves: lines from the current position, each beginning with a move of the other side, at most
    /// 64 lines of 20 moves and 512 moves in all, a hundred times in one position. Only in games without a clock.
    SetConditionalMoves {
        /// The lines in UCI form; a line that is a prefix of another one is dropped.
        lines: Vec<Vec<String>>,
    },
}

/// Command id chosen by the client, so that it can send the command again without executing it twice. In a game an id stands
/// for one command for ever.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CommandId {
    /// Random name that the client chooses when it starts: 1 to 24 letters and digits.
    pub client: String,
    /// Number of the command, which increases with each command of this client.
    pub n: u32,
}

impl CommandId {
    /// Returns whether the client's name is valid: 1 to 24 letters and digits.
    pub fn is_valid(&self) -> bool {
        (1..=24).contains(&self.client.len()) && self.client.bytes().all(|byte| byte.is_ascii_alphanumeric())
    }
}

/// Presence of the other side, as far as the server knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// The player has at least one connection.
    Present,
    /// The player has had no connection since this moment, but the page is not known to be closed.
    Gone(Millis),
    /// The player closed the page at this moment.
    Left(Millis),
}

/// Input of a decision in addition to the game, the command and the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// Round trip to the player, including the time that the server took to show the turn.
    pub round_trip: RoundTrip,
    /// Presence of the other side.
    pub opponent: Presence,
}

/// Reason for which a command is refused. The game does not change.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Refusal {
    /// Another command was executed under this id. Use a new id.
    #[error("another command was executed under this id")]
    CommandIdUsed,
    /// The game has ended; `params` is its outcome.
    #[error("the game is over: {0}")]
    GameOver(Outcome),
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The move was made for another position. Read the new events before you send another move.
    #[error("the game has {ply} plies")]
    WrongPly {
        /// The number of plies played.
        ply: u16,
    },
    /// The move is not legal, or not in UCI form.
    #[error("{uci:?} is not a legal move")]
    IllegalMove {
        /// The move as it was sent, cut after 16 characters.
        uci: String,
    },
    /// There is no offer that could be declined or withdrawn.
    #[error("there is no open offer")]
    NothingOffered,
    /// A draw may not be offered before both sides have moved, nor within 20 plies of your last offer.
    #[error("no draw can be offered now")]
    CannotOfferDraw,
    /// There is no draw to claim.
    #[error("there is no draw to claim")]
    NoClaim,
    /// No move of this side can be taken back, it was proposed three times in this position, or the game is strict.
    #[error("no move can be taken back now")]
    CannotTakeBack,
    /// The game has no time limit or is strict, or the other side already has the maximum time.
    #[error("no time can be given now")]
    CannotAddTime,
    /// The game does not allow it, or your side has moved or done so already.
    #[error("a side cannot give up half of its time now")]
    CannotBerserk,
    /// Both sides have moved: resign instead.
    #[error("the game has begun")]
    CannotAbort,
    /// Not both sides have moved: abort instead.
    #[error("the game has not begun")]
    CannotResign,
    /// The other side is present, has not been away long enough, or is not to move; or the game has no clocks or has not begun.
    #[error("the other side has not left the game")]
    NotAbandoned {
        /// The time from which the claim will be accepted if the other side stays away; `None` if waiting does not help.
        from: Option<Millis>,
    },
    /// The game has so many events that only moves and commands that end it are accepted from now on; or conditional moves were
    /// set a hundred times in this position, and are accepted again after the next move.
    #[error("only moves and ends are accepted after so many events")]
    TooManyEvents,
    /// Conditional moves exist only in correspondence and unlimited games.
    #[error("this game has no conditional moves")]
    NoConditionalMoves,
    /// A conditional line is illegal, gives another answer to the same moves than an earlier line, or exceeds a limit: at most 64
    /// lines of 20 moves, and 512 moves in all.
    #[error("conditional line {line}, move {ply} is not legal")]
    BadConditionalMove {
        /// The index of the line, from 0.
        line: usize,
        /// The index of the move in the line, from 0.
        ply: usize,
    },
}

/// Schema of [`Refusal`]. It is not derived, since the rules crate, which has [`Outcome`], does not depend on OpenAPI.
#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::Refusal;
    use crate::{Millis, OutcomeSchema};

    /// Code of a game's refusal, with its parameters if it has any: docs/protocol.md has all of them.
    #[derive(ToSchema)]
    #[allow(dead_code, reason = "only its schema is used")]
    struct RefusalSchema {
        code: String,
        params: Option<RefusalParams>,
    }

    #[derive(ToSchema)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only its schema is used")]
    enum RefusalParams {
        /// Of `wrong_ply`.
        WrongPly { ply: u16 },
        /// Of `illegal_move`.
        IllegalMove { uci: String },
        /// Of `not_abandoned`.
        NotAbandoned { from: Option<Millis> },
        /// Of `bad_conditional_move`.
        BadConditionalMove { line: usize, ply: usize },
        /// Of `game_over`.
        GameOver(OutcomeSchema),
    }

    impl PartialSchema for Refusal {
        fn schema() -> RefOr<Schema> {
            RefusalSchema::schema()
        }
    }

    impl ToSchema for Refusal {
        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            RefusalSchema::schemas(schemas);
        }
    }
}
