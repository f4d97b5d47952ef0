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
    /// Follow a game, as a player or a spectator. Answered by `game`, or where `from` is given and not too far behind, by
    /// `events` from that number on.
    Watch {
        /// The game.
        game: String,
        /// The number of the next event that the client needs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        from: Option<u32>,
    },
    /// Follow it no longer.
    Unwatch {
        /// The game.
        game: String,
    },
    /// A command of a player. Answered by `ack` when its events are durable, or by `refused`. May be sent again after a
    /// reconnection: it is carried out once.
    Do {
        /// The game.
        game: String,
        /// The client's name for the command.
        id: CommandId,
        /// The command.
        command: Command,
    },
    /// A line of a chat.
    Say {
        /// The game.
        game: String,
        /// The chat.
        room: Room,
        /// 1 to 140 characters.
        text: String,
    },
    /// Follow the lobby: answered by `lobby`, then `seekAdded`, `seekRemoved` and `counts`.
    WatchLobby,
    /// Follow it no longer.
    UnwatchLobby,
    /// Follow the best game of a variant, or of all: answered by `tv` now and whenever it is another one.
    WatchTv {
        /// The variant; absent for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        variant: Option<String>,
    },
    /// Follow it no longer.
    UnwatchTv,
    /// Answered by `pong` at once. At least one message in 30 seconds keeps the connection open.
    Ping {
        /// Comes back.
        n: u32,
    },
    /// The page is being closed, not only disconnected.
    Leave,
}

/// From the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ServerMessage {
    /// The first message.
    Welcome {
        /// The version of the messages.
        version: u32,
        /// The id of the account; `None` without a session.
        account: Option<String>,
        /// The server's clock.
        now: Millis,
    },
    /// A game as it is now.
    Game {
        /// The game.
        view: Box<GameView>,
    },
    /// What happened in a game. Without gaps after what was sent before.
    Events {
        /// The game.
        game: String,
        /// In order.
        events: Vec<Recorded>,
        /// The state after them.
        state: GameState,
    },
    /// The command was carried out and is durable.
    Ack {
        /// The game.
        game: String,
        /// The client's name for it.
        id: CommandId,
        /// The number of its first event.
        seq: u32,
    },
    /// The command was refused.
    Refused {
        /// The game.
        game: String,
        /// The client's name for it.
        id: CommandId,
        /// Why.
        error: ErrorCode,
    },
    /// Somebody came or went.
    Presence {
        /// The game.
        game: String,
        /// Who is there.
        presence: PresenceView,
    },
    /// Lines of a chat: all at the start, then new ones.
    Chat {
        /// The game.
        game: String,
        /// The chat.
        room: Room,
        /// In order.
        lines: Vec<ChatLine>,
    },
    /// A rematch is offered or was accepted; ratings changed; a player has registered or closed the account: the client asks
    /// for the game again.
    Changed {
        /// The game.
        game: String,
    },
    /// Messages of this game were left out because the client read too slowly: watch it again.
    Resync {
        /// The game.
        game: String,
    },
    /// The lobby as it is now.
    Lobby {
        /// The open seeks, the latest first.
        seeks: Vec<Seek>,
        /// People connected.
        players: u32,
        /// Games in progress.
        games: u32,
    },
    /// A new seek.
    SeekAdded {
        /// It.
        seek: Seek,
    },
    /// A seek was accepted or withdrawn, or has ended.
    SeekRemoved {
        /// Its id.
        id: String,
    },
    /// How many there are.
    Counts {
        /// People connected.
        players: u32,
        /// Games in progress.
        games: u32,
    },
    /// The best game now.
    Tv {
        /// The variant that was asked for.
        variant: Option<String>,
        /// The game; `None` where nothing is played.
        game: Option<String>,
    },
    /// A game of this account has begun: an own seek or challenge was accepted.
    Started {
        /// The game.
        game: String,
        /// The seek or challenge that it was.
        of: Option<String>,
    },
    /// A challenge to or from this account is new or has changed.
    Challenge {
        /// It.
        challenge: Box<Challenge>,
    },
    /// In how many games it is this account's turn now: correspondence and unlimited.
    YourTurn {
        /// The number.
        count: u32,
    },
    /// The answer to `ping`.
    Pong {
        /// The ping's number.
        n: u32,
        /// The server's clock.
        now: Millis,
    },
    /// A message other than a command was refused.
    Error {
        /// Why.
        error: ErrorCode,
        /// The game that it was about.
        game: Option<String>,
    },
    /// The server is going to stop: reconnect after so many milliseconds.
    Closing {
        /// Milliseconds.
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
