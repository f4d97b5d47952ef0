//! Accounts and their sessions.

use saffron_live::Millis;
use serde::{Deserialize, Serialize};

/// Account and preferences of the requesting client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Me {
    /// The id of the account; `None` without a session.
    pub account: Option<String>,
    /// The name; `None` for a guest.
    pub name: Option<String>,
    /// True for a guest.
    pub guest: bool,
    /// True for a moderator.
    pub moderator: bool,
    /// The number of games without a clock in which it is this account's turn.
    pub your_turn: u32,
    /// The number of open challenges to this account.
    pub challenges: u32,
    /// The number of unread notifications.
    pub notifications: u32,
    /// The number of conversations with unread messages.
    pub messages: u32,
    /// The e-mail address; `None` if none is known.
    pub email: Option<Email>,
    /// The features of the server.
    pub server: ServerOffer,
    /// The preferences of the account.
    pub preferences: Preferences,
    /// The end of the account's vacation; `None` without a vacation.
    pub vacation_until: Option<Millis>,
    /// Vacation days left in this year.
    pub vacation_days: u8,
}

/// E-mail address of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Email {
    /// The address.
    pub address: String,
    /// True if its owner has confirmed it.
    pub confirmed: bool,
}

/// Features of a server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ServerOffer {
    /// True if the server sends e-mail.
    pub email: bool,
    /// The maximum number of running games against computer players, for all users together; 0 for none.
    pub computers: usize,
    /// The variants that the operator has added.
    pub variants: Vec<AddedVariant>,
}

/// Variant that the operator of the server has added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AddedVariant {
    /// The id of the variant.
    pub id: String,
    /// The name from the variant's file.
    pub name: String,
}

/// Preferences of an account. Fields that an older version did not store have the values of a new account.
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
    /// True if moves in games without a clock must be confirmed before they are sent, the default.
    pub confirm_moves: bool,
    /// True if moves in games with a clock must be confirmed, too.
    pub confirm_real_time: bool,
    /// The accounts that may send challenges.
    pub challenges: ChallengesFrom,
    /// The accounts that may begin a conversation.
    pub messages: MessagesFrom,
    /// True if chats are hidden.
    pub hide_chat: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            confirm_moves: true,
            confirm_real_time: false,
            challenges: ChallengesFrom::default(),
            messages: MessagesFrom::default(),
            hide_chat: false,
        }
    }
}

/// Accounts that may challenge an account.
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

/// Accounts that may begin a conversation with an account. Those to whom it has written may answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum MessagesFrom {
    /// All accounts with a name.
    #[default]
    Everyone,
    /// Accounts that the account follows.
    Followed,
    /// None.
    None,
}

/// Body of a registration. A guest who registers keeps their games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Registration {
    /// 2 to 20 letters, digits, `_` and `-`.
    pub name: String,
    /// 8 to 256 characters.
    pub password: String,
    /// An e-mail address for password resets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub email: Option<String>,
}

/// Body of a sign-in.
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

/// Body of a password change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PasswordChange {
    /// The current password.
    pub old_password: String,
    /// The new password. All other sessions end.
    pub new_password: String,
}

/// Body of a change of the e-mail address: a link is sent to the new address.
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

/// Body of a request for a password reset. The reply does not reveal whether the address is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ResetRequest {
    /// The confirmed address of the account.
    pub email: String,
}

/// Body of a password reset by a link in an e-mail.
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

/// Body with the token of a link in an e-mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TokenRequest {
    /// The token.
    pub token: String,
}

/// Body of a request that needs the password again: closing the account, erasing its data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PasswordConfirmation {
    /// The password.
    pub password: String,
}

/// Body of a request for a vacation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct VacationRequest {
    /// The number of days from now on: every deadline of your games moves by as many days.
    pub days: u8,
}

/// Session of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Session {
    /// The id of the session, for ending it.
    pub id: String,
    /// True for the session of the request.
    pub current: bool,
    /// The browser's `User-Agent`.
    pub user_agent: String,
    /// The time at which the session began.
    pub created_at: Millis,
    /// The time of the last use, to the hour.
    pub used_at: Millis,
}

/// Sessions of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Sessions {
    /// The sessions, latest first.
    pub sessions: Vec<Session>,
}

/// Atom feed of the games in which it is the account's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Feed {
    /// True if the account has a feed.
    pub active: bool,
    /// The path with its secret token: `/feed/TOKEN.atom`. Only in the reply that creates the feed, since the server does not
    /// keep the token.
    pub path: Option<String>,
}
