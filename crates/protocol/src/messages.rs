//! Messages between two accounts.

use saffron_live::Millis;
use serde::{Deserialize, Serialize};

/// Message of a conversation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DirectMessage {
    /// A number that grows with every message.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub position: i64,
    /// True if the requesting account has written it.
    pub mine: bool,
    /// The time of the message.
    pub at: Millis,
    /// The text.
    pub text: String,
}

/// Other account of a conversation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Correspondent {
    /// The id of the account. In addresses, `-` and this id stand for the name, also of an account without a name.
    pub account: String,
    /// The name; `None` if the account was erased.
    pub name: Option<String>,
    /// True if the account is connected.
    pub online: bool,
    /// False if the account is closed: it cannot be written to.
    pub open: bool,
}

/// Row of the list of conversations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ConversationRow {
    /// The other account.
    pub with: Correspondent,
    /// The number of unread messages.
    pub unread: u32,
    /// The time of the newest message.
    pub last_at: Millis,
    /// The newest message; `None` if it was removed with its sender's account.
    pub last: Option<DirectMessage>,
}

/// Page of the requesting account's conversations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Conversations {
    /// The conversations, newest first.
    pub conversations: Vec<ConversationRow>,
    /// The number of all conversations with unread messages.
    pub unread: u32,
    /// The value of `before` for the next page; `None` on the last one.
    pub next: Option<String>,
}

/// Page of a conversation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Conversation {
    /// The other account.
    pub with: Correspondent,
    /// True if the requesting account has blocked the other one.
    pub blocked: bool,
    /// The messages, oldest first.
    pub messages: Vec<DirectMessage>,
    /// The value of `before` for the page with older messages; `None` if there are none.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub next: Option<i64>,
}

/// Body of a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MessageRequest {
    /// 1 to 2,000 characters, with line ends.
    pub text: String,
}

/// Body that marks messages of a conversation as read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MessagesRead {
    /// The position of the newest message that was shown: later ones stay unread.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub position: i64,
}

/// Message that a report is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReportedMessage {
    /// The name of the sender, or the id of the account if it has no name.
    pub by: String,
    /// The time of the message.
    pub at: Millis,
    /// The text.
    pub text: String,
}

/// Messages that a report is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReportedMessages {
    /// The messages, oldest first.
    pub messages: Vec<ReportedMessage>,
}
