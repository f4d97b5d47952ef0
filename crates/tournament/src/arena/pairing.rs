//! Pairing of those who wait: neighbours in the ranking who have not just met.

use super::ArenaState;
use crate::matching::{Matching, Weight};

/// Players who are paired together. Those who wait are cut into blocks of this size by their ranks, so the time grows with their
/// number only.
const BLOCK: usize = 40;
/// Waiting time after which two players who have just met may meet again, in milliseconds.
const REPEAT_AFTER: i64 = 8_000;
/// Greatest cost of a pair of strangers.
const FAR: i64 = 1_000_000;
/// Cost of a pair that is not to be.
const FORBIDDEN: i64 = 1_000 * FAR;
/// Cost of two who met two games ago, as of six places among those who wait; less for longer ago.
const RECENT: i64 = 36;
/// Cost of two of whom both have had the same colour more often.
const COLOR: i64 = 2;
/// Value of a second of waiting when one player is left over.
const PATIENCE: i64 = 4;

/// Player who waits for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitingPlayer {
    /// Player.
    pub player: u32,
    /// Time since which the player has waited, in milliseconds since the Unix epoch.
    pub since: i64,
}

impl ArenaState {
    /// Pairs players who wait at `now`, White first: as many as can be, close in the ranking, and not those who have just met unless
    /// they have waited for 8 seconds. No games begin shortly before the end: half of the initial time, at least 30 seconds and at most two
    /// minutes. Players who are not free are ignored. The order of `waiting` does not matter.
    #[must_use]
    pub fn pair(&self, waiting: &[WaitingPlayer], now: i64) -> Vec<(u32, u32)> {
        let is_on = !self.is_over && (self.settings.starts_at..self.settings.last_pairing_at()).contains(&now);
        if !is_on || waiting.len() < 2 {
            return Vec::new();
        }
        let since: std::collections::HashMap<u32, i64> =
            waiting.iter().map(|waiting| (waiting.player, waiting.since)).collect();
        let free = self.ranking().into_iter().filter(|player| self.players[*player as usize].is_free());
        let free = free.filter_map(|player| Some((player, *since.get(&player)?)));
        let ranked: Vec<Ranked> =
            (0..).zip(free).map(|(rank, (player, since))| Ranked { player, rank, since }).collect();
        let mut pairs = Vec::with_capacity(ranked.len() / 2);
        let mut rest = ranked.as_slice();
        while rest.len() >= 2 {
            // The last two blocks are about as large.
            let size = if rest.len() >= 2 * BLOCK {
                BLOCK
            } else if rest.len() > BLOCK {
                rest.len() / 4 * 2
            } else {
                rest.len()
            };
            let (block, others) = rest.split_at(size);
            self.pair_block(block, now, &mut pairs);
            rest = others;
        }
        pairs
    }

    fn pair_block(&self, block: &[Ranked], now: i64, pairs: &mut Vec<(u32, u32)>) {
        // With an odd number one player is matched with no one.
        let size = block.len() + block.len() % 2;
        let mut matching = Matching::<1>::new(size);
        for a in 0..size {
            for b in a + 1..size {
                let cost = match block.get(b) {
                    Some(other) => self.cost(&block[a], other, now),
                    None => (now - block[a].since).max(0) / 1000 * PATIENCE,
                };
                matching.set(a, b, Weight::of_order(2 * (2 * FORBIDDEN - cost)));
            }
        }
        matching.begin(size / 2);
        if !matching.complete() {
            return;
        }
        for (a, one) in block.iter().enumerate() {
            let Some(other) = matching.mate(a).filter(|b| *b > a).and_then(|b| block.get(b)) else { continue };
            if self.cost(one, other, now) < FORBIDDEN {
                pairs.push(self.colored(one.player, other.player));
            }
        }
    }

    /// Cost of a pair: the square of the distance of their places, and more for those who should not meet.
    fn cost(&self, a: &Ranked, b: &Ranked, now: i64) -> i64 {
        let [one, other] = [a, b].map(|ranked| &self.players[ranked.player as usize]);
        let ago = |of: &super::ArenaPlayer, opponent: u32| {
            of.opponents.iter().rev().position(|met| *met == opponent).map_or(i64::MAX, |ago| ago as i64)
        };
        let ago = ago(one, b.player).min(ago(other, a.player));
        let has_waited = now - a.since.max(b.since) >= REPEAT_AFTER;
        let met = match ago {
            0 if has_waited => FAR,
            0 => FORBIDDEN,
            i64::MAX => 0,
            ago => RECENT / ago,
        };
        let same_color = one.color_balance.signum() * other.color_balance.signum() > 0;
        (a.rank - b.rank).pow(2) + met + if same_color { COLOR } else { 0 }
    }

    /// A pair with White first: the player who has had White less often, then the one who had Black last, then the one who joined
    /// first.
    fn colored(&self, a: u32, b: u32) -> (u32, u32) {
        let key = |player: u32| {
            let known = &self.players[player as usize];
            (known.color_balance, known.had_white, player)
        };
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }
}

/// Player who waits, with the place among those who do.
struct Ranked {
    player: u32,
    rank: i64,
    since: i64,
}
