//! Why a request or a message is refused.

use saffron_live::Refusal;
use serde::{Deserialize, Serialize};

/// A stable code with parameters, for which the page's catalogues have the sentences.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[error("{}", serde_name(self))]
pub enum ErrorCode {
    /// There is nobody behind the request: a session is needed.
    SignInRequired,
    /// Guests may not do this: an account is needed.
    AccountRequired,
    /// The account may not do this.
    Forbidden,
    /// The request came from another site.
    WrongOrigin,
    /// There is no such game, account, seek, challenge or session.
    NotFound,
    /// The request asks for something that the state of things no longer allows: it was taken or answered meanwhile.
    Gone,
    /// A field has a value that it may not have.
    InvalidField {
        /// The name of the field.
        field: String,
    },
    /// A text is too long.
    TooLong {
        /// The name of its field.
        field: String,
        /// The maximum in bytes.
        limit: usize,
    },
    /// The message is not JSON of a known form.
    InvalidMessage,
    /// The message or the body is too long.
    TooLarge {
        /// The maximum in bytes.
        limit: usize,
    },
    /// The client speaks a version that the server does not know.
    UnsupportedVersion {
        /// The server's.
        version: u32,
    },
    /// Too many of these; `Retry-After` says the same.
    RateLimited {
        /// Seconds until the next one is accepted.
        retry_after: u64,
    },
    /// The name is taken, or so like another one that they can be confused.
    NameTaken,
    /// The name is not 2 to 20 letters, digits, `_` and `-` of one script, beginning with a letter.
    InvalidName,
    /// The password has fewer than 8 or more than 256 characters, or is among the most common ones.
    WeakPassword,
    /// The name or the password is wrong.
    WrongPassword,
    /// The e-mail address is not one.
    InvalidEmail,
    /// This server sends no e-mail.
    EmailDisabled,
    /// The link is not valid any more.
    InvalidToken,
    /// The account is closed.
    AccountClosed,
    /// A moderator has suspended the account.
    Suspended {
        /// Until then; `None` without an end.
        until: Option<i64>,
    },
    /// The variant is not one of this server.
    UnknownVariant,
    /// The position cannot be played.
    InvalidPosition,
    /// The time control cannot be played.
    InvalidControl,
    /// A game from an own position, without a limit of time, against a guest or against oneself is not rated.
    CannotBeRated,
    /// The player has as many running games, seeks or challenges as allowed.
    TooMany {
        /// The maximum.
        limit: usize,
    },
    /// One of the two has blocked the other, or a player does not take challenges.
    NotAccepted,
    /// One cannot play, follow or report oneself.
    Oneself,
    /// The account may not write in chats for now.
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
    /// All engines of the server are in use.
    Busy,
    /// The server stops; it will be back soon.
    ShuttingDown,
    /// A fault of the server.
    Internal,
    /// The game refused the command.
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
