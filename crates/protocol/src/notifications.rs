//! Notifications of an account: the list on the page, Web Push, e-mail.

use saffron_live::Millis;
use serde::{Deserialize, Serialize};

use crate::game::Player;

/// What a notification is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum NotificationAbout {
    /// The account is to move in a game by correspondence.
    Turn {
        /// The id of the game.
        game: String,
        /// The id of the variant.
        variant: String,
        /// The opponent.
        opponent: Player,
    },
    /// Little time is left for a move in a game by correspondence.
    TimeLow {
        /// The id of the game.
        game: String,
        /// The id of the variant.
        variant: String,
        /// The opponent.
        opponent: Player,
    },
    /// A game by correspondence has ended.
    GameEnded {
        /// The id of the game.
        game: String,
        /// The id of the variant.
        variant: String,
        /// The opponent.
        opponent: Player,
        /// The result, such as `1-0`; `None` if the game was aborted.
        result: Option<String>,
    },
    /// Someone has challenged the account.
    Challenge {
        /// The id of the challenge.
        challenge: String,
        /// The id of the variant.
        variant: String,
        /// The challenger.
        challenger: Player,
        /// True as long as it can be accepted.
        open: bool,
    },
    /// An arena that the account has joined begins soon.
    ArenaSoon {
        /// The id of the arena.
        arena: String,
        /// The id of the variant.
        variant: String,
        /// The name of the arena; empty if the account of the organiser was erased.
        name: String,
        /// The start.
        starts_at: Millis,
    },
    /// A simul that the account hosts or has applied for begins soon.
    SimulSoon {
        /// The id of the simul.
        simul: String,
        /// The id of the variant.
        variant: String,
        /// The name of the simul; empty if the account of the host was erased.
        name: String,
        /// The planned start.
        starts_at: Millis,
    },
    /// A simul in which the account plays has begun.
    SimulBegun {
        /// The id of the simul.
        simul: String,
        /// The id of the account's game.
        game: String,
        /// The id of the variant.
        variant: String,
        /// The name of the simul; empty if the account of the host was erased.
        name: String,
    },
    /// The host of a simul has accepted the account.
    SimulAccepted {
        /// The id of the simul.
        simul: String,
        /// The id of the variant.
        variant: String,
        /// The name of the simul; empty if the account of the host was erased.
        name: String,
    },
    /// A stage of a round robin by correspondence has begun, in which the account plays.
    StageBegun {
        /// The id of the tournament.
        tournament: String,
        /// The id of the variant.
        variant: String,
        /// The name of the tournament; empty if the account of the organiser was erased.
        name: String,
        /// The number of the stage, from 1.
        stage: u32,
    },
    /// Another account has written messages.
    Message {
        /// The sender.
        sender: Player,
    },
    /// A leader of a team has written to all members.
    TeamMessage {
        /// The id of the team.
        team: String,
        /// The name of the team.
        name: String,
        /// The beginning of the message, in one line.
        text: String,
    },
    /// Someone asks to join a team that the account leads.
    TeamRequest {
        /// The id of the team.
        team: String,
        /// The name of the team.
        name: String,
        /// The number of open requests.
        requests: u32,
    },
    /// A request of the account to join a team was accepted.
    TeamAccepted {
        /// The id of the team.
        team: String,
        /// The name of the team.
        name: String,
    },
}

/// Notification of an account. There is one of a kind about a subject: a newer one replaces it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Notification {
    /// What it is about.
    pub about: NotificationAbout,
    /// The time of its creation.
    pub created_at: Millis,
    /// True if it was read, or what it asks for was done.
    pub read: bool,
}

/// Notifications of the requesting account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Notifications {
    /// The newest ones, at most 50. Kinds that the account does not want in the list are left out.
    pub entries: Vec<Notification>,
    /// The number of unread ones.
    pub unread: u32,
}

/// Body that marks notifications as read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NotificationsRead {
    /// The time of the newest one that was shown: later ones stay unread.
    pub until: Millis,
}

/// Ways by which an account gets a kind of notifications.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NotificationWays {
    /// True if they are in the list of the page.
    pub bell: bool,
    /// True if they are pushed to the account's browsers that have asked for it.
    pub push: bool,
    /// True if they are sent by e-mail.
    pub mail: bool,
}

impl Default for NotificationWays {
    fn default() -> Self {
        Self { bell: true, push: true, mail: false }
    }
}

/// Hours of the day in which nothing is pushed or sent by e-mail: it waits for their end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QuietHours {
    /// The start in minutes from midnight, 0 to 1439.
    pub from: u16,
    /// The end in minutes from midnight, 0 to 1439; it is on the next day if it is before the start.
    pub until: u16,
    /// The time zone by its IANA name, such as `Europe/Budapest`.
    pub zone: String,
}

/// Settings of an account's notifications.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NotificationSettings {
    /// The account's turns in games by correspondence.
    pub turn: NotificationWays,
    /// Little time left in them.
    pub time_low: NotificationWays,
    /// Their ends.
    pub game_ended: NotificationWays,
    /// Challenges.
    pub challenge: NotificationWays,
    /// Tournaments: arenas and simuls that begin soon, simuls that have begun or in which the account was accepted, and stages of round
    /// robins by correspondence that have begun.
    pub arena_soon: NotificationWays,
    /// Messages.
    pub message: NotificationWays,
    /// Messages of teams.
    pub team_message: NotificationWays,
    /// Requests to join teams of the account, and the acceptance of its own.
    pub team_request: NotificationWays,
    /// The quiet hours; `None` if there are none.
    pub quiet: Option<QuietHours>,
}

/// Settings of an account's notifications, and what the server can do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NotificationChoices {
    /// The settings.
    pub settings: NotificationSettings,
    /// True if the server sends e-mails and the account has a confirmed address.
    pub mailable: bool,
    /// The public key of the server for Web Push, which browsers want as `applicationServerKey`: base64url without padding.
    pub push_key: String,
    /// The number of the account's browsers that get notifications by push.
    pub browsers: u32,
}

/// Subscription of a browser to Web Push, as `PushSubscription.toJSON()` has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PushSubscription {
    /// The address of the push service to which messages are posted.
    pub endpoint: String,
    /// The keys of the browser.
    pub keys: PushKeys,
    /// The language of the messages.
    pub language: String,
}

/// Keys by which messages are encrypted for a browser (RFC 8291): base64url, with or without padding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PushKeys {
    /// The public key: an uncompressed point of P-256.
    pub p256dh: String,
    /// The secret: 16 bytes.
    pub auth: String,
}

/// Body that ends a subscription.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PushUnsubscription {
    /// The address of the push service.
    pub endpoint: String,
}

/// Message that is pushed to a browser, once decrypted. Its service worker shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PushMessage {
    /// The title, in the language of the subscription.
    pub title: String,
    /// The text: lines in the language of the subscription.
    pub body: String,
    /// The path of the page that a press opens.
    pub path: String,
    /// The tag, by which a newer message replaces this one.
    pub tag: String,
    /// The number of unread notifications, for a badge.
    pub unread: u32,
}
