//! Kinds of notifications.

use saffron_protocol::notifications::{NotificationSettings, NotificationWays};

/// Kind of a notification.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NotificationKind {
    /// The account is to move in a game by correspondence. The subject is the game.
    Turn,
    /// Little time is left for a move. The subject is the game.
    TimeLow,
    /// A game by correspondence has ended. The subject is the game.
    GameEnded,
    /// Someone has challenged the account. The subject is the challenge, the state the time of its expiry.
    Challenge,
    /// An arena that the account has joined begins soon. The subject is the arena.
    ArenaSoon,
    /// A simul that the account hosts or has applied for begins soon. The subject is the simul.
    SimulSoon,
    /// A simul in which the account plays has begun. The subject is the simul, the state the account's game.
    SimulBegun,
    /// The host of a simul has accepted the account. The subject is the simul.
    SimulAccepted,
    /// A stage of a round robin by correspondence has begun. The subject is the tournament, the state the number of the stage.
    StageBegun,
    /// Another account has written messages. The subject is that account.
    Message,
    /// A leader of a team has written to all members. The subject is the team.
    TeamMessage,
    /// Someone asks to join a team that the account leads. The subject is the team.
    TeamRequest,
    /// A request of the account to join a team was accepted. The subject is the team.
    TeamAccepted,
}

impl NotificationKind {
    pub const ALL: [Self; 13] = [
        Self::Turn,
        Self::TimeLow,
        Self::GameEnded,
        Self::Challenge,
        Self::ArenaSoon,
        Self::SimulSoon,
        Self::SimulBegun,
        Self::SimulAccepted,
        Self::StageBegun,
        Self::Message,
        Self::TeamMessage,
        Self::TeamRequest,
        Self::TeamAccepted,
    ];

    /// Code in the store, and in the texts of the languages.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::TimeLow => "timeLow",
            Self::GameEnded => "gameEnded",
            Self::Challenge => "challenge",
            Self::ArenaSoon => "arenaSoon",
            Self::SimulSoon => "simulSoon",
            Self::SimulBegun => "simulBegun",
            Self::SimulAccepted => "simulAccepted",
            Self::StageBegun => "stageBegun",
            Self::Message => "message",
            Self::TeamMessage => "teamMessage",
            Self::TeamRequest => "teamRequest",
            Self::TeamAccepted => "teamAccepted",
        }
    }

    pub fn by_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Ways by which an account gets them.
    pub const fn ways(self, settings: &NotificationSettings) -> NotificationWays {
        match self {
            Self::Turn => settings.turn,
            Self::TimeLow => settings.time_low,
            Self::GameEnded => settings.game_ended,
            Self::Challenge => settings.challenge,
            Self::ArenaSoon | Self::SimulSoon | Self::SimulBegun | Self::SimulAccepted | Self::StageBegun => {
                settings.arena_soon
            }
            Self::Message => settings.message,
            Self::TeamMessage => settings.team_message,
            Self::TeamRequest | Self::TeamAccepted => settings.team_request,
        }
    }

    /// Returns whether push services should deliver it at once, also to a device that saves its battery.
    pub const fn is_urgent(self) -> bool {
        matches!(self, Self::Challenge | Self::ArenaSoon | Self::SimulSoon | Self::SimulBegun | Self::TimeLow)
    }
}
