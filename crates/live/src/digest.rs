//! Digests of commands: they distinguish a command that is sent again from another one under the same id.

use serde::{Deserialize, Serialize};

use crate::command::Command;

/// Digest of a command: 64-bit FNV-1a of all fields but `thought`, a measurement that may differ when a move is sent again.
/// Digests are stored, so the values must never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommandDigest(u64);

impl Command {
    /// Computes the digest of the command.
    pub fn digest(&self) -> CommandDigest {
        let mut text = String::new();
        match self {
            Self::Move { uci, ply, .. } => text = format!("move\n{uci}\n{ply}"),
            Self::SetConditionalMoves { lines } => {
                text.push_str("setConditionalMoves");
                for line in lines {
                    text.push('\n');
                    text.push_str(&line.join(" "));
                }
            }
            Self::OfferDraw => text.push_str("offerDraw"),
            Self::DeclineDraw => text.push_str("declineDraw"),
            Self::ClaimDraw => text.push_str("claimDraw"),
            Self::ProposeTakeback => text.push_str("proposeTakeback"),
            Self::DeclineTakeback => text.push_str("declineTakeback"),
            Self::AddTime => text.push_str("addTime"),
            Self::Berserk => text.push_str("berserk"),
            Self::Abort => text.push_str("abort"),
            Self::Resign => text.push_str("resign"),
            Self::ClaimVictory => text.push_str("claimVictory"),
            Self::ClaimAbandonedDraw => text.push_str("claimAbandonedDraw"),
        }
        let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        CommandDigest(digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(uci: &str, ply: u16, thought: Option<u32>) -> Command {
        Command::Move { uci: uci.into(), ply, thought }
    }

    fn lines(lines: &[&[&str]]) -> Command {
        let line = |line: &&[&str]| line.iter().map(|&uci| uci.to_owned()).collect();
        Command::SetConditionalMoves { lines: lines.iter().map(line).collect() }
    }

    #[test]
    fn every_command_has_its_own_digest() {
        let commands = [
            mv("e2e5", 0, None),
            mv("e2e5", 2, None),
            mv("e2e4", 0, None),
            lines(&[]),
            lines(&[&["e9e6"]]),
            lines(&[&["e9e6", "d1f5"]]),
            lines(&[&["e9e6"], &["d1f5"]]),
            Command::OfferDraw,
            Command::DeclineDraw,
            Command::ClaimDraw,
            Command::ProposeTakeback,
            Command::DeclineTakeback,
            Command::AddTime,
            Command::Berserk,
            Command::Abort,
            Command::Resign,
            Command::ClaimVictory,
            Command::ClaimAbandonedDraw,
        ];
        for (index, one) in commands.iter().enumerate() {
            assert!(commands[..index].iter().all(|other| other.digest() != one.digest()), "{one:?}");
        }
    }

    #[test]
    fn thinking_time_is_not_part_of_the_digest() {
        assert_eq!(mv("e2e5", 0, Some(5)).digest(), mv("e2e5", 0, None).digest());
    }

    #[test]
    fn stored_digests_keep_their_values() {
        assert_eq!(serde_json::to_string(&Command::Resign.digest()).expect("JSON"), "13569202177739554945");
        assert_eq!(serde_json::to_string(&mv("e2e5", 0, None).digest()).expect("JSON"), "17254019638594945077");
    }
}
