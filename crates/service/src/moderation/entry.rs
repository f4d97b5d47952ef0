//! Entries of the audit log. They contain no names, since an account can lose its name.

use saffron_protocol::moderation::Action;
use serde::{Deserialize, Serialize};

/// An action and the reason given for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditEntry {
    pub action: AuditAction,
    pub note: String,
}

/// An action. The account that it concerns is in another column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum AuditAction {
    Mute { hours: u32 },
    Suspend { hours: u32 },
    Forfeit { game: String, side: char },
    CloseReport { id: String },
    ReadMessages { id: String },
    RemoveContest { contest: String },
    RemoveTournament { tournament: String },
    RemoveTeam { team: String },
    RemoveTeamMessage { team: String, message: i64 },
    RemoveEloList { list: String },
}

impl AuditAction {
    pub fn new(action: &Action) -> Self {
        match action {
            Action::Mute { hours, .. } => Self::Mute { hours: *hours },
            Action::Suspend { hours, .. } => Self::Suspend { hours: *hours },
            Action::Forfeit { game, side } => Self::Forfeit { game: game.clone(), side: *side },
            Action::CloseReport { id } => Self::CloseReport { id: id.clone() },
            Action::ReadMessages { id } => Self::ReadMessages { id: id.clone() },
            Action::RemoveContest { contest } => Self::RemoveContest { contest: contest.clone() },
            Action::RemoveTournament { tournament } => Self::RemoveTournament { tournament: tournament.clone() },
            Action::RemoveTeam { team } => Self::RemoveTeam { team: team.clone() },
            Action::RemoveTeamMessage { team, message } => {
                Self::RemoveTeamMessage { team: team.clone(), message: *message }
            }
            Action::RemoveEloList { list } => Self::RemoveEloList { list: list.clone() },
        }
    }

    /// Code of the kind of action.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Mute { .. } => "mute",
            Self::Suspend { .. } => "suspend",
            Self::Forfeit { .. } => "forfeit",
            Self::CloseReport { .. } => "closeReport",
            Self::ReadMessages { .. } => "readMessages",
            Self::RemoveContest { .. } => "removeContest",
            Self::RemoveTournament { .. } => "removeTournament",
            Self::RemoveTeam { .. } => "removeTeam",
            Self::RemoveTeamMessage { .. } => "removeTeamMessage",
            Self::RemoveEloList { .. } => "removeEloList",
        }
    }

    /// The action for display, on an account with this name.
    pub fn of(self, name: String) -> Action {
        match self {
            Self::Mute { hours } => Action::Mute { name, hours },
            Self::Suspend { hours } => Action::Suspend { name, hours },
            Self::Forfeit { game, side } => Action::Forfeit { game, side },
            Self::CloseReport { id } => Action::CloseReport { id },
            Self::ReadMessages { id } => Action::ReadMessages { id },
            Self::RemoveContest { contest } => Action::RemoveContest { contest },
            Self::RemoveTournament { tournament } => Action::RemoveTournament { tournament },
            Self::RemoveTeam { team } => Action::RemoveTeam { team },
            Self::RemoveTeamMessage { team, message } => Action::RemoveTeamMessage { team, message },
            Self::RemoveEloList { list } => Action::RemoveEloList { list },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_keeps_its_form() {
        let forms = [
            (AuditAction::Mute { hours: 2 }, r#"{"kind":"mute","hours":2}"#),
            (AuditAction::Suspend { hours: 0 }, r#"{"kind":"suspend","hours":0}"#),
            (
                AuditAction::Forfeit { game: "aaaaaaaaaa".into(), side: 'w' },
                r#"{"kind":"forfeit","game":"aaaaaaaaaa","side":"w"}"#,
            ),
            (AuditAction::CloseReport { id: "x".into() }, r#"{"kind":"closeReport","id":"x"}"#),
            (AuditAction::ReadMessages { id: "x".into() }, r#"{"kind":"readMessages","id":"x"}"#),
            (AuditAction::RemoveContest { contest: "x".into() }, r#"{"kind":"removeContest","contest":"x"}"#),
            (
                AuditAction::RemoveTournament { tournament: "x".into() },
                r#"{"kind":"removeTournament","tournament":"x"}"#,
            ),
            (AuditAction::RemoveTeam { team: "x".into() }, r#"{"kind":"removeTeam","team":"x"}"#),
            (
                AuditAction::RemoveTeamMessage { team: "x".into(), message: 7 },
                r#"{"kind":"removeTeamMessage","team":"x","message":7}"#,
            ),
            (AuditAction::RemoveEloList { list: "x".into() }, r#"{"kind":"removeEloList","list":"x"}"#),
        ];
        for (action, text) in forms {
            assert_eq!(serde_json::to_string(&action).expect("JSON"), text);
            assert_eq!(AuditAction::new(&action.clone().of("Anna".into())), action);
            assert!(text.contains(action.id()));
        }
    }
}
