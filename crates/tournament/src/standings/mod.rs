//! Standings by FIDE's play-off and tie-break regulations (C.07, in force from March 2026), with points in quarters.

pub(crate) mod conversion;
mod direct_encounter;
mod ratings;
mod sums;
mod tie_break;
mod unplayed;
mod value;

pub(crate) use direct_encounter::{resolve as resolve_encounters, values as direct_encounters};
pub(crate) use sums::values;
pub use tie_break::{Modifier, TieBreak, TieBreakError, TieBreakKind};
pub(crate) use unplayed::{Contribution, sum};
pub use value::{Part, Value};

use crate::history::History;
use crate::points::{Points, ResultPoints};

/// Tournament to be ranked.
#[derive(Clone, Copy, Debug)]
pub struct Tournament<'a> {
    /// Players in any order.
    pub players: &'a [History],
    /// Ratings of the players; `None` for those without one. Players beyond the end have none.
    pub ratings: &'a [Option<u16>],
    /// Number of rounds that count.
    pub rounds: usize,
    /// Points of results.
    pub points: ResultPoints,
    /// True for round robins, whose pairings are known before: forfeits are games there.
    pub is_round_robin: bool,
}

/// Row of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Place of the player among those of the tournament.
    pub player: usize,
    /// Rank from 1. Players whom the tie-breaks leave tied have one rank, and the next one is left out.
    pub rank: usize,
    /// Score.
    pub points: Points,
    /// Values of the tie-breaks, in their order.
    pub values: Vec<Value>,
}

/// Ranks the players: by points, then by one tie-break after another. Tied players are in the order of their numbers.
#[must_use]
pub fn standings(tournament: &Tournament<'_>, tie_breaks: &[TieBreak]) -> Vec<Standing> {
    let Tournament { players, rounds, .. } = *tournament;
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|player| players[*player].number);
    let points: Vec<Points> = players.iter().map(|player| player.score(rounds)).collect();
    let mut groups = split(vec![order], |player| std::cmp::Reverse(points[player]));
    let mut values_of: Vec<Vec<Value>> = vec![Vec::new(); players.len()];
    for tie_break in tie_breaks {
        let new = match tie_break.kind {
            // The only one that depends on who is tied.
            TieBreakKind::DirectEncounter => direct_encounters(tournament, &groups),
            _ => values(tournament, *tie_break),
        };
        let is_low_first = tie_break.kind.is_low_first();
        groups = split(groups, |player| if is_low_first { new[player].clone() } else { new[player].negated() });
        for (list, value) in values_of.iter_mut().zip(new) {
            list.push(value);
        }
    }
    let mut all = Vec::with_capacity(players.len());
    for group in groups {
        let rank = all.len() + 1;
        for player in group {
            let values = std::mem::take(&mut values_of[player]);
            all.push(Standing { player, rank, points: points[player], values });
        }
    }
    all
}

/// Splits groups of tied players by a key, the least one first; equal ones keep their order.
pub(crate) fn split<K: Ord>(groups: Vec<Vec<usize>>, key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for group in groups {
        let mut keyed: Vec<(K, usize)> = group.into_iter().map(|player| (key(player), player)).collect();
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        for tied in keyed.chunk_by(|(a, _), (b, _)| a == b) {
            all.push(tied.iter().map(|(_, player)| *player).collect());
        }
    }
    all
}
