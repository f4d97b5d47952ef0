//! Messages of the WebSocket: one JSON object per text frame, with its kind in the field `t`.

use saffron_live::{Command, CommandId, Millis, Recorded};
use serde::{Deserialize, Serialize};

use crate::error::ErrorCode;
use crate::game::{ChatLine, GameState, GameView, PresenceView, Room};
use crate::lobby::{Challenge, Seek};
use crate::messages::{Correspondent, DirectMessage};

/// Message from the client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ClientMessage {
    /// Subscribes to a game, as a player or a spectator. Answered by `game`, by `events`, or by an `error` with this game.
    Watch {
        /// The id of the game.
        game: String,
        /// The number of the next event that the client needs, to receive only the missing events if possible.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        from: Option<u32>,
    },
    /// Unsubscribes from a game. A player then counts as having closed the page of the game, as after `leave`. No answer.
    Unwatch {
        /// The id of the game.
        game: String,
    },
    /// A command of a player; the game need not be watched. Answered by an event, `ack` or `refused`.
    Do {
        /// The id of the game.
        game: String,
        /// The command id chosen by the client. A command that is sent again keeps its id.
        id: CommandId,
        /// The command.
        command: Command,
    },
    /// A line of a chat. Answered by the `chat` message that all subscribers get, if the game is watched; or by an `error` with
    /// this game.
    Say {
        /// The id of the game.
        game: String,
        /// The chat.
        room: Room,
        /// 1 to 140 characters on one line, with at most 4 combining marks on a letter.
        text: String,
    },
    /// Subscribes to the lobby. Answered by `lobby`, then `seekAdded`, `seekRemoved` and `counts`.
    WatchLobby,
    /// Unsubscribes from the lobby. No answer.
    UnwatchLobby,
    /// Subscribes to the featured game of a variant, or of all variants. Answered by `tv` now and whenever the featured game
    /// changes. A connection has one such subscription: a new one replaces it.
    WatchTv {
        /// The id of the variant; absent for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        variant: Option<String>,
    },
    /// Unsubscribes from the featured game. No answer.
    UnwatchTv,
    /// Subscribes to an arena. A player who does is present and is paired. Answered by an `arena` message whenever the arena has
    /// changed. A connection has one such subscription: a new one replaces it.
    WatchArena {
        /// The id of the arena.
        arena: String,
    },
    /// Unsubscribes from the arena. No answer.
    UnwatchArena,
    /// Asks for a `pong` at once.
    Ping {
        /// A number that `pong` returns.
        n: u32,
    },
    /// Announces that the player closes the connection on purpose, so that the opponent may claim the game sooner. No answer.
    Leave,
}

/// Message from the server.
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
        /// The time of the server.
        now: Millis,
    },
    /// The current state of a game: the answer to `watch`.
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
    /// The command was executed and is stored. Sent if no event has confirmed it: the game is not watched, the command was
    /// executed before, or it had no effect.
    Ack {
        /// The id of the game.
        game: String,
        /// The id of the command.
        id: CommandId,
        /// The number of its first event; of the next event if it had no effect.
        seq: u32,
    },
    /// The command was refused, and the game has not changed.
    Refused {
        /// The id of the game.
        game: String,
        /// The id of the command.
        id: CommandId,
        /// The reason.
        error: ErrorCode,
    },
    /// A player or spectator of a watched game came or went, or a claim has become possible.
    Presence {
        /// The id of the game.
        game: String,
        /// The presence of players and spectators.
        presence: PresenceView,
    },
    /// Lines of a chat: after `watch` the last 100, if there are any, then each new one.
    Chat {
        /// The id of the game.
        game: String,
        /// The chat.
        room: Room,
        /// The lines in order.
        lines: Vec<ChatLine>,
    },
    /// A watched game has changed without an event: a rematch was offered or accepted, ratings were computed, or a player has
    /// a new name. Send `watch` without `from`.
    Changed {
        /// The id of the game.
        game: String,
    },
    /// Messages of a watched game were dropped, or the server can read the game again after a failure. Send `watch`.
    Resync {
        /// The id of the game.
        game: String,
    },
    /// The current lobby: the answer to `watchLobby`.
    Lobby {
        /// The open seeks, latest first, 300 at most.
        seeks: Vec<Seek>,
        /// The number of connected accounts, guests included.
        players: u32,
        /// The number of games in progress.
        games: u32,
    },
    /// A new seek in the lobby.
    SeekAdded {
        /// The seek.
        seek: Seek,
    },
    /// A seek was accepted or withdrawn, or has expired.
    SeekRemoved {
        /// The id of the seek.
        id: String,
    },
    /// The counts of the lobby, at most every 2 seconds.
    Counts {
        /// The number of connected accounts, guests included.
        players: u32,
        /// The number of games in progress.
        games: u32,
    },
    /// The featured game: the answer to `watchTv`.
    Tv {
        /// The id of the requested variant; `None` for all, and for one that the server does not know.
        variant: Option<String>,
        /// The id of the game; `None` while none is played.
        game: Option<String>,
    },
    /// A game has begun from your seek or challenge, or in an arena or simul. Sent to the connections of the account that made the
    /// seek or challenge; the account that accepted gets the game in its HTTP reply. In an arena both accounts get it, in a simul the
    /// opponent of the host.
    Started {
        /// The id of the game.
        game: String,
        /// The id of the seek, challenge, arena or simul.
        of: Option<String>,
    },
    /// A watched arena has changed: request it again. At most every 2 seconds.
    Arena {
        /// The id of the arena.
        arena: String,
        /// The number of its events.
        version: u32,
    },
    /// A challenge to or from this account is new or has changed.
    Challenge {
        /// The challenge.
        challenge: Box<Challenge>,
    },
    /// The number of games without a clock in which it is this account's turn has changed.
    YourTurn {
        /// The number of games.
        count: u32,
    },
    /// A notification of this account is new, or some were read.
    Notifications {
        /// The number of unread ones.
        unread: u32,
    },
    /// A message to or from this account is new. Every connection of both accounts gets it.
    Message {
        /// The other account.
        with: Box<Correspondent>,
        /// The message.
        message: Box<DirectMessage>,
        /// The number of this account's conversations with unread messages.
        unread: u32,
    },
    /// Messages of this account were read, or a conversation was deleted.
    Messages {
        /// The number of its conversations with unread messages.
        unread: u32,
    },
    /// The answer to `ping`.
    Pong {
        /// The number of the ping.
        n: u32,
        /// The time of the server.
        now: Millis,
    },
    /// A message other than a command was refused.
    Error {
        /// The reason.
        error: ErrorCode,
        /// The id of the game in the refused message, cut after 16 characters if it is not a valid id.
        game: Option<String>,
    },
    /// The server is about to stop. It closes the connection next.
    Closing {
        /// The delay before the client should connect again, in milliseconds.
        retry_after: u32,
    },
}

/// Reason of the server for closing a connection, given in the close frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CloseReason {
    /// The server stops; `closing` came before. Connect again after its `retryAfter`.
    Restart,
    /// The session has changed: sign-in, sign-out, registration, a new password, a suspension. Connect again at once with your
    /// current cookie; without one you can only watch.
    SessionChanged,
    /// The server received no complete message and no pong for 75 seconds. Connect again.
    Silent,
    /// More than 20 messages of the connection were refused as faults. Fix the client; connect again after a minute.
    Faults,
    /// The client did not read the answers to its messages, and the queue is full. Connect again, and read faster.
    SlowReader,
    /// A message was longer than the limit. Fix the client: the same message would be refused again.
    TooLarge,
}

impl CloseReason {
    /// All reasons, most frequent first.
    pub const ALL: [Self; 6] =
        [Self::Restart, Self::SessionChanged, Self::Silent, Self::Faults, Self::SlowReader, Self::TooLarge];

    /// Code of the close frame.
    pub const fn code(self) -> u16 {
        match self {
            Self::Restart => 1012,
            Self::SessionChanged => 1013,
            Self::Silent => 1001,
            Self::Faults | Self::SlowReader => 1008,
            Self::TooLarge => 1009,
        }
    }

    /// Text of the close frame.
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
    fn messages_are_distinguished_by_t() {
        let text = r#"{"t":"do","game":"a123456789","id":{"client":"x1","n":3},"command":{"kind":"move","uci":"e2e5","ply":0}}"#;
        let message: ClientMessage = serde_json::from_str(text).expect("a message");
        assert_eq!(serde_json::to_string(&message).expect("JSON"), text);
        assert!(serde_json::from_str::<ClientMessage>(r#"{"t":"watchLobby"}"#).is_ok());
        assert!(serde_json::from_str::<ClientMessage>(r#"{"t":"watch","game":"x","more":1}"#).is_err());
    }
}
