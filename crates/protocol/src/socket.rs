//! The messages of the WebSocket: one JSON object a text frame, told apart by `t`.

use saffron_live::{Command, CommandId, Millis, Recorded};
use serde::{Deserialize, Serialize};

use crate::error::ErrorCode;
use crate::game::{ChatLine, GameState, GameView, PresenceView, Room};
use crate::lobby::{Challenge, Seek};

/// From the client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ClientMessage {
    /// Follows a game, as a player or a spectator. Answered by `game`, by `events`, or by an `error` with this game.
    Watch {
        /// The id of the game.
        game: String,
        /// The number of the event that the client needs next: then only what is missing comes, where that is possible.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        from: Option<u32>,
    },
    /// Follows a game no longer. A player counts as having closed the page of the game, as after `leave`. No answer.
    Unwatch {
        /// The id of the game.
        game: String,
    },
    /// A command of a player, whether the game is watched or not. Settled by an event, `ack` or `refused`.
    Do {
        /// The id of the game.
        game: String,
        /// The client's name for the command, under which it may be sent again.
        id: CommandId,
        /// The command.
        command: Command,
    },
    /// A line of a chat. Answered by `chat`, as to all who read along, where the game is watched; or by an `error` with this
    /// game.
    Say {
        /// The id of the game.
        game: String,
        /// The chat.
        room: Room,
        /// 1 to 140 characters on one line, with at most 4 combining marks on a letter.
        text: String,
    },
    /// Follows the lobby. Answered by `lobby`, then `seekAdded`, `seekRemoved` and `counts`.
    WatchLobby,
    /// Follows the lobby no longer. No answer.
    UnwatchLobby,
    /// Follows the best game of a variant, or of all. Answered by `tv` now and whenever it is another game. A connection follows
    /// one: the last message counts.
    WatchTv {
        /// The id of the variant; absent for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        variant: Option<String>,
    },
    /// Follows the best game no longer. No answer.
    UnwatchTv,
    /// Answered by `pong` at once.
    Ping {
        /// A number, which comes back.
        n: u32,
    },
    /// The player is leaving: the close that follows is no accident, and the opponent may claim the game sooner. No answer.
    Leave,
}

/// From the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ServerMessage {
    /// The first message of every connection.
    Welcome {
        /// The version of the messages.
        version: u32,
        /// The id of the account; `None` without a session.
        account: Option<String>,
        /// The server's clock.
        now: Millis,
    },
    /// A game as it is now: the answer to `watch`.
    Game {
        /// The game.
        view: Box<GameView>,
    },
    /// New events of a watched game, or those since `from` as the answer to `watch`. The list may be empty.
    Events {
        /// The id of the game.
        game: String,
        /// The events in order.
        events: Vec<Recorded>,
        /// The state after them.
        state: GameState,
    },
    /// The command was carried out and is durable. Sent where no event has said so: the game is not watched, the command was
    /// carried out before, or it changed nothing.
    Ack {
        /// The id of the game.
        game: String,
        /// The id of the command.
        id: CommandId,
        /// The number of its first event; of the next event, where it changed nothing.
        seq: u32,
    },
    /// The command was refused, and the game has not changed.
    Refused {
        /// The id of the game.
        game: String,
        /// The id of the command.
        id: CommandId,
        /// Why.
        error: ErrorCode,
    },
    /// A player or spectator of a watched game came or went, or a claim has become possible.
    Presence {
        /// The id of the game.
        game: String,
        /// Who is there.
        presence: PresenceView,
    },
    /// Lines of a chat: the last 100 so far after `watch` where there are any, then each new one.
    Chat {
        /// The id of the game.
        game: String,
        /// The chat.
        room: Room,
        /// The lines in order.
        lines: Vec<ChatLine>,
    },
    /// Something else than an event has changed in a watched game: a rematch was offered or accepted, ratings were computed, a
    /// player has another name. Send `watch` without `from`.
    Changed {
        /// The id of the game.
        game: String,
    },
    /// Messages of a watched game were left out, or the server can read it again after a failure. Send `watch`.
    Resync {
        /// The id of the game.
        game: String,
    },
    /// The lobby as it is now: the answer to `watchLobby`.
    Lobby {
        /// The open seeks, the latest first, 300 at most.
        seeks: Vec<Seek>,
        /// Accounts that are connected, guests included.
        players: u32,
        /// Games in progress.
        games: u32,
    },
    /// A new seek in the lobby.
    SeekAdded {
        /// The seek.
        seek: Seek,
    },
    /// A seek was accepted or withdrawn, or has ended.
    SeekRemoved {
        /// The id of the seek.
        id: String,
    },
    /// Numbers of the lobby, at most every 2 seconds.
    Counts {
        /// Accounts that are connected, guests included.
        players: u32,
        /// Games in progress.
        games: u32,
    },
    /// The best game now: the answer to `watchTv`.
    Tv {
        /// The id of the variant that was asked for; `None` for all, and for one that the server does not know.
        variant: Option<String>,
        /// The id of the game; `None` while none is played.
        game: Option<String>,
    },
    /// An own seek or challenge has become a game. Sent to the connections of the account that made it; the one that accepted
    /// has learned it over HTTP.
    Started {
        /// The id of the game.
        game: String,
        /// The id of the seek or challenge that it was.
        of: Option<String>,
    },
    /// A challenge to or from this account is new or has changed.
    Challenge {
        /// The challenge.
        challenge: Box<Challenge>,
    },
    /// The number of games without a clock in which it is this account's turn has changed.
    YourTurn {
        /// The number.
        count: u32,
    },
    /// The answer to `ping`.
    Pong {
        /// The number of the ping.
        n: u32,
        /// The server's clock.
        now: Millis,
    },
    /// A message other than a command was refused.
    Error {
        /// Why.
        error: ErrorCode,
        /// The id of the game that the message named; cut after 16 characters where it is none.
        game: Option<String>,
    },
    /// The server is going to stop. The connection is closed next.
    Closing {
        /// When to connect again, in milliseconds from now.
        retry_after: u32,
    },
}

/// Why the server closes a connection, as its close frame says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseReason {
    /// The server stops; `closing` came before. Connect again after its `retryAfter`.
    Restart,
    /// The session has changed: sign-in, sign-out, registration, another password, a suspension. Connect again at once with the
    /// cookie that you have now; without one you can only watch.
    SessionChanged,
    /// Neither a whole message nor a pong came for 75 seconds. Connect again.
    Silent,
    /// More than 20 messages of the connection were refused as faults. Find the mistake; connect again after a minute.
    Faults,
    /// The answers to your messages were not read and did not fit into the queue any more. Connect again, and read faster.
    SlowReader,
    /// A message was longer than the limit. Find the mistake: the same message would be refused again.
    TooLarge,
}

impl CloseReason {
    /// All reasons, by how often they come.
    pub const ALL: [Self; 6] =
        [Self::Restart, Self::SessionChanged, Self::Silent, Self::Faults, Self::SlowReader, Self::TooLarge];

    /// The code of the close frame.
    pub const fn code(self) -> u16 {
        match self {
            Self::Restart => 1012,
            Self::SessionChanged => 1013,
            Self::Silent => 1001,
            Self::Faults | Self::SlowReader => 1008,
            Self::TooLarge => 1009,
        }
    }

    /// The text of the close frame.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Restart => "restart",
            Self::SessionChanged => "session changed",
            Self::Silent => "silent",
            Self::Faults => "too many faults",
            Self::SlowReader => "reads too slowly",
            Self::TooLarge => "message too large",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart_by_t() {
        let text = r#"{"t":"do","game":"a123456789","id":{"client":"x1","n":3},"command":{"kind":"move","uci":"e2e5","ply":0}}"#;
        let message: ClientMessage = serde_json::from_str(text).expect("a message");
        assert_eq!(serde_json::to_string(&message).expect("JSON"), text);
        assert!(serde_json::from_str::<ClientMessage>(r#"{"t":"watchLobby"}"#).is_ok());
        assert!(serde_json::from_str::<ClientMessage>(r#"{"t":"watch","game":"x","more":1}"#).is_err());
    }
}
