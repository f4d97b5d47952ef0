//! What reports are about, as the store has it.

use saffron_protocol::moderation::ReportReason;

const ALL: [ReportReason; 5] =
    [ReportReason::Cheating, ReportReason::Abuse, ReportReason::Stalling, ReportReason::Name, ReportReason::Other];

/// The code of a reason.
pub(crate) fn reason_id(reason: ReportReason) -> &'static str {
    match reason {
        ReportReason::Cheating => "cheating",
        ReportReason::Abuse => "abuse",
        ReportReason::Stalling => "stalling",
        ReportReason::Name => "name",
        ReportReason::Other => "other",
    }
}

/// The reason with this code; anything else for an unknown one.
pub(crate) fn reason_of(id: &str) -> ReportReason {
    ALL.into_iter().find(|reason| reason_id(*reason) == id).unwrap_or(ReportReason::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_read_back() {
        assert_eq!(ALL.map(|reason| reason_of(reason_id(reason))), ALL);
        assert_eq!(reason_of("new"), ReportReason::Other);
    }
}
