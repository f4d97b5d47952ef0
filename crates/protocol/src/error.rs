//! Why a request or a message is refused.

use saffron_live::{Millis, Refusal};
use serde::{Deserialize, Serialize};

/// A stable code with parameters, for which the page's catalogues have the sentences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[error("{}", serde_name(self))]
pub enum ErrorCode {
    /// A session is needed: there is none, or it has ended. `POST /api/guest` or sign in, then connect again.
    SignInRequired,
    /// Guests may not do this: register or sign in.
    AccountRequired,
    /// This account may not do this, such as a command in a game of others. Do not repeat it.
    Forbidden,
    /// `Origin` or `Sec-Fetch-Site` names another site. Programs leave both out.
    WrongOrigin,
    /// There is no such game, account, seek, challenge or session, or it is not for this account. Do not repeat it.
    NotFound,
    /// It was possible before: a seek or challenge that was accepted, answered or withdrawn meanwhile, or whose owner is not
    /// connected. Do not repeat it: look at the lobby again.
    Gone,
    /// A field has a value that it may not have, such as a text with NUL or a command id that is none. Do not repeat it.
    InvalidField {
        /// The name of the field; with the names of those around it, joined by points.
        field: String,
    },
    /// A text is too long. Do not repeat it.
    TooLong {
        /// The name of its field.
        field: String,
        /// The maximum: characters of a text that people write, bytes of others.
        limit: usize,
    },
    /// The message or body is not JSON of a known form, or has unknown fields. Do not repeat it.
    InvalidMessage,
    /// The body of the request is too long. Do not repeat it.
    TooLarge {
        /// The maximum in bytes.
        limit: usize,
    },
    /// The client speaks a version that the server does not know. Give up: only a newer client helps.
    UnsupportedVersion {
        /// The server's version.
        version: u32,
    },
    /// A limit or a budget is used up for now. Wait `retryAfter` seconds, then send it again, a command with its old id.
    RateLimited {
        /// Seconds until the next one is accepted, at least 1.
        retry_after: u64,
    },
    /// The name is taken, or so like another one that they can be confused.
    NameTaken,
    /// The name is not 2 to 20 letters, digits, `_` and `-` of one script, beginning with a letter.
    InvalidName,
    /// The password has fewer than 8 or more than 256 characters, or is among the most common ones.
    WeakPassword,
    /// The name or the password is wrong. Each further attempt for the name is answered later.
    WrongPassword,
    /// The e-mail address is not one.
    InvalidEmail,
    /// This server sends no e-mail.
    EmailDisabled,
    /// The link of an e-mail is not valid any more.
    InvalidToken,
    /// The account is closed. Give up.
    AccountClosed,
    /// A moderator has suspended the account: it begins no games. Those in progress go on.
    Suspended {
        /// When the suspension ends; `None` for never.
        until: Option<Millis>,
    },
    /// The variant is not one of this server.
    UnknownVariant,
    /// The position cannot be played.
    InvalidPosition,
    /// The time control cannot be played: see its ranges.
    InvalidControl,
    /// A game from an own position, without a limit of time, against a guest or against oneself is not rated.
    CannotBeRated,
    /// The account has as many running games, seeks or challenges as it may, the visitor as many sockets, or the connection
    /// watches as many games. End one of them, or try again after a minute.
    TooMany {
        /// The maximum.
        limit: usize,
    },
    /// One of the two has blocked the other, or a player does not take challenges.
    NotAccepted,
    /// Playing, following or reporting oneself.
    Oneself,
    /// A moderator has muted the account: it may not write in chats for now.
    Muted,
    /// No endgame table of the server knows the position.
    NotInTables,
    /// A side may castle, so that endgame tables do not know the position.
    CastlingRights,
    /// The file of an endgame table is damaged; the log of the server says where.
    DamagedTable {
        /// The pieces of both sides, such as `KQKR`.
        ending: String,
    },
    /// The database or what else is needed cannot be reached now, or all places are taken. Send it again with growing pauses, a
    /// command with its old id.
    Busy,
    /// The server stops. Connect again after some seconds, then send it again.
    ShuttingDown,
    /// A fault of the server, which is in its log. Send it again with growing pauses, a command with its old id, but not for
    /// ever.
    Internal,
    /// The game refused the command, with a code of its own.
    #[serde(untagged)]
    Refused(Refusal),
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for ErrorCode {
    /// A code with parameters: which ones, docs/protocol.md says of each code.
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .description(Some("A code, with parameters where it has some. New codes may be added."))
            .property("code", ObjectBuilder::new().schema_type(Type::String).description(Some("The code")))
            .required("code")
            .property("params", ObjectBuilder::new().description(Some("What the code is about")))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for ErrorCode {}

/// The code as text.
fn serde_name(code: &ErrorCode) -> String {
    format!("{code:?}")
}

/// The body of a refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LiveErrorBody"))]
pub struct ErrorBody {
    /// Why it is refused.
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
