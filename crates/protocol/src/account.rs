//! Accounts and their sessions.

use saffron_live::Millis;
use serde::{Deserialize, Serialize};

/// Whoever a request comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Me {
    /// The id of the account; `None` without a session.
    pub account: Option<String>,
    /// The name; `None` for a guest.
    pub name: Option<String>,
    /// Whether it is a guest.
    pub guest: bool,
    /// Whether it is a moderator.
    pub moderator: bool,
    /// Games without a clock in which it is this account's turn.
    pub your_turn: u32,
    /// Open challenges to this account.
    pub challenges: u32,
    /// The e-mail address; `None` where none is known.
    pub email: Option<Email>,
    /// What the server provides.
    pub server: ServerOffer,
    /// Settings that follow the account.
    pub preferences: Preferences,
    /// When the vacation of the account ends; `None` for no vacation.
    pub vacation_until: Option<Millis>,
    /// Vacation days left in this year.
    pub vacation_days: u8,
}

/// An e-mail address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Email {
    /// The address.
    pub address: String,
    /// Whether its owner has confirmed it.
    pub confirmed: bool,
}

/// What a server provides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ServerOffer {
    /// Whether it sends e-mail.
    pub email: bool,
    /// Games against computers at a time, for all players; 0 for none.
    pub computers: usize,
    /// The variants that the operator has added.
    pub variants: Vec<AddedVariant>,
}

/// A variant that the operator has added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AddedVariant {
    /// The id of the variant.
    pub id: String,
    /// The name, as its file has it.
    pub name: String,
}

/// Settings that follow the account. What an older version has stored lacks some of them: these are as for a new account.
///
/// ```
/// use saffron_protocol::account::Preferences;
///
/// let stored: Preferences = serde_json::from_str(r#"{ "hideChat": true }"#)?;
/// assert!(stored.hide_chat && stored.confirm_moves && !stored.confirm_real_time);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Preferences {
    /// Moves in games without a clock must be confirmed before they are sent, as for a new account.
    pub confirm_moves: bool,
    /// Moves by the clock must be confirmed, too.
    pub confirm_real_time: bool,
    /// Who may send challenges.
    pub challenges: ChallengesFrom,
    /// Whether chats are hidden.
    pub hide_chat: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { confirm_moves: true, confirm_real_time: false, challenges: ChallengesFrom::default(), hide_chat: false }
    }
}

/// Who may challenge an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ChallengesFrom {
    /// All accounts.
    #[default]
    Everybody,
    /// Accounts other than guests.
    Accounts,
    /// Accounts that the account follows.
    Followed,
    /// No one.
    Nobody,
}

/// The body of a registration. A guest keeps its games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Registration {
    /// 2 to 20 letters, digits, `_` and `-`.
    pub name: String,
    /// 8 to 256 characters.
    pub password: String,
    /// An e-mail address for resets of the password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub email: Option<String>,
}

/// The body of a sign-in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SignIn {
    /// The name of the account.
    pub name: String,
    /// The password.
    pub password: String,
}

/// The body of a change of the password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PasswordChange {
    /// The password now.
    pub old_password: String,
    /// The one to be. All other sessions end.
    pub new_password: String,
}

/// The body of a change of the e-mail address: a link is sent to the new one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EmailChange {
    /// The address; `None` removes it.
    pub email: Option<String>,
    /// The password.
    pub password: String,
}

/// The body of a question for a new password. The answer is the same whether there is such an address or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ResetRequest {
    /// The confirmed address of the account.
    pub email: String,
}

/// The body of a new password, by the link of an e-mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PasswordReset {
    /// The token of the link.
    pub token: String,
    /// The new password.
    pub password: String,
}

/// A token of a link in an e-mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TokenRequest {
    /// The token.
    pub token: String,
}

/// The body of what asks for the password once more: closing the account, erasing its data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PasswordConfirmation {
    /// The password.
    pub password: String,
}

/// The body of a vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VacationRequest {
    /// Days from now on: every deadline of the own games moves by so many.
    pub days: u8,
}

/// A session of the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Session {
    /// The id, to end it by.
    pub id: String,
    /// Whether it is the one of the request.
    pub current: bool,
    /// The browser, as it names itself.
    pub user_agent: String,
    /// When it began.
    pub created_at: Millis,
    /// When it was used last, to the hour.
    pub used_at: Millis,
}

/// The sessions of the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Sessions {
    /// The latest first.
    pub sessions: Vec<Session>,
}

/// The address of the feed of the games in which it is the account's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Feed {
    /// Whether there is one.
    pub active: bool,
    /// A path with a secret token: `/feed/TOKEN.atom`. Only in the answer that makes it: afterwards the server does not know
    /// it any more.
    pub path: Option<String>,
}
