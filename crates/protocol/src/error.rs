//! Error codes of refused requests and messages.

use saffron_live::{Millis, Refusal};
use saffron_tournament::arena::ArenaRefusal;
use saffron_tournament::correspondence::CorrespondenceRefusal;
use saffron_tournament::simul::SimulRefusal;
use saffron_tournament::state::TournamentRefusal;
use serde::{Deserialize, Serialize};

/// Stable error code with parameters. The page's message catalogues have a sentence for each code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[error("{}", serde_name(self))]
pub enum ErrorCode {
    /// There is no session, or it has ended. Send `POST /api/guest` or sign in, then connect again.
    SignInRequired,
    /// Guests may not do this: register or sign in.
    AccountRequired,
    /// This account may not do this, such as a command in a game of others. Do not repeat it.
    Forbidden,
    /// `Origin` or `Sec-Fetch-Site` names another site. Programs leave both out.
    WrongOrigin,
    /// There is no such game, account, seek, challenge or session, or this account has no access to it. Do not repeat it.
    NotFound,
    /// The seek or challenge was accepted, answered or withdrawn in the meantime, or its owner is not connected. Do not repeat
    /// it: read the lobby again.
    Gone,
    /// Another browser has written the entry of the library in the meantime. Read the library, then write over its version.
    Changed,
    /// A field has an invalid value, such as a text with NUL or an invalid command id. Do not repeat it.
    InvalidField {
        /// The path of the field: its name and those of the enclosing fields, joined by dots.
        field: String,
    },
    /// A text is too long. Do not repeat it.
    TooLong {
        /// The name of the field.
        field: String,
        /// The maximum length: in characters for text that people write, in bytes otherwise.
        limit: usize,
    },
    /// The message or body is not valid JSON of a known form, or has unknown fields. Do not repeat it.
    InvalidMessage,
    /// The request body is too long. Do not repeat it.
    TooLarge {
        /// The maximum in bytes.
        limit: usize,
    },
    /// The server does not support the client's version of the protocol. Give up: only a newer client helps.
    UnsupportedVersion {
        /// The server's version.
        version: u32,
    },
    /// A rate limit is used up for now. Wait `retryAfter` seconds, then send it again, a command with its old id.
    RateLimited {
        /// Seconds until the next request is accepted, at least 1.
        #[cfg_attr(feature = "openapi", schema(rename = "retryAfter"))]
        retry_after: u64,
    },
    /// The name is taken, or can be confused with another one.
    NameTaken,
    /// The name is not 2 to 20 letters, digits, `_` and `-` of one script, beginning with a letter.
    InvalidName,
    /// The password has fewer than 8 or more than 256 characters, or is among the most common ones.
    WeakPassword,
    /// The name or the password is wrong. The reply to each further attempt for the name is delayed longer.
    WrongPassword,
    /// The e-mail address is invalid.
    InvalidEmail,
    /// This server sends no e-mail.
    EmailDisabled,
    /// The link of the e-mail is no longer valid.
    InvalidToken,
    /// The account is closed. Give up.
    AccountClosed,
    /// A moderator has suspended the account: it cannot begin games. Games in progress continue.
    Suspended {
        /// The end of the suspension; `None` for never.
        until: Option<Millis>,
    },
    /// The server does not know the variant.
    UnknownVariant,
    /// The position is not a valid start of a game.
    InvalidPosition,
    /// The time control is outside its ranges.
    InvalidControl,
    /// A game from a custom position, without a time limit, against a guest or against oneself cannot be rated.
    CannotBeRated,
    /// A maximum is reached: running games, seeks or challenges of the account, entries or bytes of its library, sockets of the
    /// visitor, or games that the connection watches. End one of them, or try again after a minute.
    TooMany {
        /// The maximum.
        limit: usize,
    },
    /// One of the two players has blocked the other, or does not accept challenges or messages.
    NotAccepted,
    /// Playing, following, reporting or writing to oneself is not possible.
    Oneself,
    /// A moderator has muted the account: it cannot write in chats and messages for now.
    Muted,
    /// The arena or simul is for the members of a team, and the account is none of them.
    TeamMembersOnly,
    /// The account is the only leader of the team: another one must lead it first, or it is closed.
    LastLeader,
    /// The contest is not open, the round has not begun or its time is up, or the round before is not over.
    NotOpen,
    /// No endgame table of the server has the position.
    NotInTables,
    /// The position has castling rights, which endgame tables do not cover.
    CastlingRights,
    /// The file of an endgame table is damaged; the server log has the details.
    DamagedTable {
        /// The pieces of both sides, such as `KQKR`.
        ending: String,
    },
    /// The database or another resource is unavailable now, or the server is at capacity. Send it again with increasing delays,
    /// a command with its old id.
    Busy,
    /// The server is stopping. Connect again after some seconds, then send it again.
    ShuttingDown,
    /// An internal error, recorded in the server log. Send it again with increasing delays, a command with its old id, but not
    /// for ever.
    Internal,
    /// The game refused the command with one of its own codes.
    #[serde(untagged)]
    Refused(Refusal),
    /// The tournament refused the command with one of its own codes.
    #[serde(untagged)]
    TournamentRefused(TournamentRefusal),
    /// The arena refused the command with one of its own codes.
    #[serde(untagged)]
    ArenaRefused(ArenaRefusal),
    /// The round robin by correspondence refused the command with one of its own codes.
    #[serde(untagged)]
    CorrespondenceRefused(CorrespondenceRefusal),
    /// The simul refused the command with one of its own codes.
    #[serde(untagged)]
    SimulRefused(SimulRefusal),
}

/// Returns the name of the code.
fn serde_name(code: &ErrorCode) -> String {
    format!("{code:?}")
}

/// Body of the reply to a refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LiveErrorBody"))]
pub struct ErrorBody {
    /// The error.
    pub error: ErrorCode,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_codes_with_parameters() {
        let json = |error| serde_json::to_string(&ErrorBody { error }).expect("JSON");
        assert_eq!(json(ErrorCode::NameTaken), r#"{"error":{"code":"name_taken"}}"#);
        assert_eq!(
            json(ErrorCode::RateLimited { retry_after: 3 }),
            r#"{"error":{"code":"rate_limited","params":{"retryAfter":3}}}"#
        );
        let error = ErrorCode::Refused(Refusal::WrongPly { ply: 4 });
        let text = json(error.clone());
        assert_eq!(text, r#"{"error":{"code":"wrong_ply","params":{"ply":4}}}"#);
        assert_eq!(serde_json::from_str::<ErrorBody>(&text).expect("the same"), ErrorBody { error });
    }
}
