//! Games as players, spectators and lists show them.

use saffron_live::{AbortCause, Clocks, Live, Millis, Recorded, Speed, TimeControl};
use saffron_rules::{Color, Outcome};
use serde::{Deserialize, Serialize};

/// Player of one side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Player {
    /// The id of the account.
    pub account: String,
    /// The name; `None` for a guest and a closed account.
    pub name: Option<String>,
    /// The kind of the account.
    pub kind: PlayerKind,
    /// The strength level of a computer, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub level: Option<u8>,
    /// The rating at the start of the game; the current rating in a seek or challenge; `None` for guests.
    pub rating: Option<i32>,
    /// True if the rating was provisional.
    pub provisional: bool,
    /// The rating change by a rated game. It is computed shortly after the end, with a `changed` message; `None` before.
    pub rating_change: Option<i32>,
}

/// Kind of an account that plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PlayerKind {
    /// A person with an account.
    Person,
    /// A visitor without an account.
    Guest,
    /// A computer player of the server.
    Computer,
    /// An account that was closed.
    Closed,
}

/// Fixed data of a game, and its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameInfo {
    /// The id of the game.
    pub id: String,
    /// The id of the variant.
    pub variant: String,
    /// The position before the first move, as a FEN.
    pub start_fen: String,
    /// The time control.
    pub control: TimeControl,
    /// The class of the time control.
    pub speed: Speed,
    /// True if it counts for the ratings.
    pub rated: bool,
    /// The player of the white pieces.
    pub white: Player,
    /// The player of the black pieces.
    pub black: Player,
    /// The id of the arena to which the game belongs; absent if it belongs to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub arena: Option<String>,
    /// The id of the round robin by correspondence to which the game belongs; absent if it belongs to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub tournament: Option<String>,
    /// The id of the simul to which the game belongs; absent if it belongs to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub simul: Option<String>,
    /// The time at which the game began.
    pub created_at: Millis,
    /// The time at which the game ended; `None` while it is played.
    pub ended_at: Option<Millis>,
    /// The outcome; `None` while the game is played.
    #[cfg_attr(feature = "typescript", ts(type = "OutcomeData | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<saffron_live::OutcomeSchema>))]
    pub outcome: Option<Outcome>,
}

/// Row of a list of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameSummary {
    /// The game.
    #[serde(flatten)]
    pub info: GameInfo,
    /// The number of plies played.
    pub plies: u16,
    /// The current or final position as a FEN.
    pub fen: String,
    /// The last move in UCI form; `None` before the first.
    pub last_move: Option<String>,
    /// The side to move; `None` after the end.
    #[cfg_attr(feature = "typescript", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, example = "w"))]
    #[serde(with = "optional_side")]
    pub turn: Option<Color>,
    /// The time at which the side to move loses on time; only by correspondence.
    pub deadline: Option<Millis>,
}

/// Page of a list of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GamePage {
    /// The games, latest first.
    pub games: Vec<GameSummary>,
    /// Value of `after` in the request for the next page; `None` on the last one.
    pub next: Option<String>,
}

/// State of a running game that changes with its events. Times are as of `now`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameState {
    /// The number of the next event: all earlier ones are included in this state.
    pub seq: u32,
    /// The number of plies played.
    pub ply: u16,
    /// The side to move.
    #[cfg_attr(feature = "typescript", ts(type = "Side"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "w"))]
    #[serde(with = "saffron_live::side")]
    pub turn: Color,
    /// The time left to both sides as of `now`; `None` without a time limit.
    pub clocks: Option<Clocks>,
    /// True if the clock of the side to move is running.
    pub running: bool,
    /// The time at which the game ends if neither side acts: the flag of the side to move falls, or a game that has not begun is
    /// aborted.
    /// `None` for never.
    pub deadline: Option<Millis>,
    /// The side that offers a draw; `None` for neither.
    #[cfg_attr(feature = "typescript", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, example = "w"))]
    #[serde(with = "optional_side")]
    pub draw_offer: Option<Color>,
    /// The side that proposes a takeback; `None` for neither.
    #[cfg_attr(feature = "typescript", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, example = "w"))]
    #[serde(with = "optional_side")]
    pub takeback: Option<Color>,
    /// The sides that gave up half of their time; absent if the game does not allow it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub berserk: Option<Berserk>,
    /// True if moves cannot be taken back and no time can be given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub strict: bool,
    /// The outcome; `None` while the game is played.
    #[cfg_attr(feature = "typescript", ts(type = "OutcomeData | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<saffron_live::OutcomeSchema>))]
    pub outcome: Option<Outcome>,
    /// The cause of an abort; `None` if the game was not aborted, and in old games.
    pub abort: Option<AbortCause>,
    /// The time of the server.
    pub now: Millis,
}

impl GameState {
    /// State of a game at `now`, a time of the game's own clock. The times in the state are those of the clock that clients see,
    /// which is `offset` behind.
    #[must_use]
    pub fn new(live: &Live, now: Millis, offset: Millis) -> Self {
        Self {
            seq: live.next_seq(),
            ply: live.ply(),
            turn: live.turn(),
            clocks: live.clocks_at(now),
            running: live.running().is_some(),
            deadline: live.deadline().map(|deadline| deadline.saturating_sub(offset)),
            draw_offer: live.draw_offer(),
            takeback: live.takeback_proposal(),
            berserk: live
                .settings()
                .berserk
                .then(|| Berserk { w: live.has_berserked(Color::White), b: live.has_berserked(Color::Black) }),
            strict: live.settings().strict,
            outcome: live.outcome(),
            abort: live.abort_cause(),
            now: now.saturating_sub(offset),
        }
    }
}

/// Sides that gave up half of their time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Berserk {
    /// True if White did.
    pub w: bool,
    /// True if Black did.
    pub b: bool,
}

/// Game as a player or spectator sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameView {
    /// The fixed data of the game.
    pub info: GameInfo,
    /// Your side; `None` for spectators.
    #[cfg_attr(feature = "typescript", ts(type = "Side | null"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, example = "w"))]
    #[serde(with = "optional_side")]
    pub you: Option<Color>,
    /// All moves in UCI form.
    pub moves: Vec<String>,
    /// The time left to the side that moved after each move, in milliseconds; empty without a time limit.
    pub times: Vec<i64>,
    /// The state that changes with events.
    pub state: GameState,
    /// The presence of players and spectators.
    pub presence: PresenceView,
    /// Your conditional moves.
    pub conditional_moves: Vec<Vec<String>>,
    /// The id of the rematch of this game.
    pub rematch: Option<String>,
}

/// Presence of players and spectators at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PresenceView {
    /// True if White watches the game.
    pub white: bool,
    /// True if Black watches the game.
    pub black: bool,
    /// The number of spectators.
    pub spectators: u32,
    /// The time from which you may claim the game if the opponent stays away; `None` if waiting does not help.
    pub claim_from: Option<Millis>,
}

/// Events of a game from a given one on, over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EventList {
    /// The events in order, 1,000 at most.
    pub events: Vec<Recorded>,
}

/// Body of a command over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CommandRequest {
    /// The command id chosen by the client, as on a socket.
    pub id: saffron_live::CommandId,
    /// The command.
    pub command: saffron_live::Command,
}

/// Reply to a command over HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CommandAnswer {
    /// The number of its first event.
    pub seq: u32,
}

/// Chat of a game, by its readers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Room {
    /// The two players.
    Players,
    /// Spectators, and the players after the end.
    Spectators,
}

/// Line of a chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChatLine {
    /// The account that wrote it.
    pub account: String,
    /// The name of the account; `None` for a guest.
    pub name: Option<String>,
    /// The time at which the line was written.
    pub at: Millis,
    /// The text as it was written: not HTML.
    pub text: String,
}

/// Lines of a chat, over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChatLines {
    /// The lines in order.
    pub lines: Vec<ChatLine>,
}

/// Body of a new line of a chat, over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChatRequest {
    /// 1 to 140 characters, without control characters.
    pub text: String,
}

/// `Option<Color>` as `"w"`, `"b"` or `null`.
mod optional_side {
    use saffron_rules::Color;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "the signature that serde asks for")]
    pub(super) fn serialize<S: Serializer>(side: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
        side.map(Color::letter).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
        match Option::<char>::deserialize(deserializer)? {
            None => Ok(None),
            Some('w') => Ok(Some(Color::White)),
            Some('b') => Ok(Some(Color::Black)),
            Some(other) => Err(D::Error::custom(format_args!("{other:?} is not a side: w or b"))),
        }
    }
}
