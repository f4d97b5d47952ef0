//! Swiss pairings by FIDE's Dutch system (C.04.3, in force from February 2026).
//!
//! Players are paired in brackets from the highest score down. Of the pairings of a bracket that leave all others paired, the rules
//! choose by criteria of decreasing importance (C6 to C21), and of equally good ones the first in an order of their own. Here every
//! criterion is a digit of the weight of a pair, the best pairing is a perfect matching of greatest weight, and the order is found by
//! one decision after another, each of which repairs the matching.

mod baku;
mod bracket;
mod criteria;
mod facts;

use saffron_rules::Color;

pub use baku::BakuAcceleration;

use crate::history::History;
use crate::matching::{Matching, Weight};
use crate::points::Points;
use bracket::{Bracket, Paired};
use facts::{Facts, color_of_higher, may_meet};

/// Round to be paired.
#[derive(Clone, Copy, Debug)]
pub struct SwissRound<'a> {
    /// All players of the tournament, in any order.
    pub players: &'a [History],
    /// Places of the players who are to be paired, in any order.
    pub present: &'a [usize],
    /// Number of the round, from 0; the earlier ones are in the histories.
    pub round: usize,
    /// Number of rounds of the tournament. In the last one topscorers may get a colour that they should not have.
    pub rounds: usize,
    /// Colour of the highest player in the first round.
    pub initial: Color,
    /// Points of a win and a loss.
    pub system: PointSystem,
    /// Places of players who must not meet.
    pub forbidden: &'a [(usize, usize)],
}

/// Points of a win and a loss; rules about byes, floats and topscorers depend on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointSystem {
    /// Points of a win.
    pub win: Points,
    /// Points of a loss.
    pub loss: Points,
}

impl Default for PointSystem {
    fn default() -> Self {
        Self { win: Points::ONE, loss: Points::ZERO }
    }
}

/// Pairs of a round.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pairing {
    /// Pairs by boards: the pair with the highest score first.
    pub pairs: Vec<Pair>,
    /// Place of the player with the pairing-allocated bye.
    pub bye: Option<usize>,
}

/// Places of two players who meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    /// Player with the white pieces.
    pub white: usize,
    /// Player with the black pieces.
    pub black: usize,
}

/// Reason why a round cannot be paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SwissError {
    /// Every complete pairing breaks an absolute rule: a pair meets again or is forbidden, has the same absolute colour preference,
    /// or the bye goes to a player who must not have it.
    #[error("the players cannot all be paired by the rules")]
    NoPairing,
    /// The criteria of a bracket exceed the numbers of this implementation: some hundred players were moved down into it.
    #[error("the players who are moved down have too many different scores")]
    TooManyScores,
}

/// Pairs a round.
///
/// A round of 500 players takes less than a second or two, most of it for brackets in which many colours clash; memory grows with the
/// square of the number of players.
///
/// # Errors
/// [`SwissError::NoPairing`] if no complete pairing is allowed: late in a tournament of few players.
///
/// # Panics
/// If a place is not one of a player.
pub fn pair_swiss(round: &SwissRound<'_>) -> Result<Pairing, SwissError> {
    let facts = Facts::of_all(round);
    let mut by_number = round.present.to_vec();
    by_number.sort_by_key(|place| facts[*place].number);
    let mut is_odd = vec![false; facts.len()];
    for &place in by_number.iter().step_by(2) {
        is_odd[place] = true;
    }
    let Paired { mut pairs, bye, .. } = pair_brackets(&facts, round.present, |bracket| {
        match bracket.perfect().filter(|_| can_be_paired(&facts, &bracket.lower, bracket.bye)) {
            Some(paired) => Ok(paired),
            None => bracket.pair(),
        }
    })?;
    // C.04.2: by the score of the higher player, the sum of both scores, and the place of the higher player.
    let key = |&(a, b): &(usize, usize)| {
        let (high, low) = if facts[a].rank() <= facts[b].rank() { (a, b) } else { (b, a) };
        (facts[high].rank().0, std::cmp::Reverse(facts[low].score), facts[high].number)
    };
    pairs.sort_by_key(key);
    let colored = |&(a, b): &(usize, usize)| {
        let (high, low) = if facts[a].rank() <= facts[b].rank() { (a, b) } else { (b, a) };
        match color_of_higher(&facts[high], &facts[low], round.initial, is_odd[high]) {
            Color::White => Pair { white: high, black: low },
            Color::Black => Pair { white: low, black: high },
        }
    };
    Ok(Pairing { pairs: pairs.iter().map(colored).collect(), bye })
}

/// Pairs the brackets from the highest score down.
fn pair_brackets(
    facts: &[Facts],
    present: &[usize],
    pair: impl Fn(&Bracket<'_>) -> Result<Paired, SwissError>,
) -> Result<Paired, SwissError> {
    let mut group = present.to_vec();
    group.sort_by_key(|place| facts[*place].rank());
    let bye = if group.len() % 2 == 1 { may_have_bye(facts, &group)? } else { Vec::new() };
    let mut pairs = Vec::new();
    let mut with_bye = None;
    let mut moved = Vec::new();
    while let Some(&first) = group.first() {
        let score = facts[first].score;
        let end = group.partition_point(|place| facts[*place].score == score);
        let lower = group.split_off(end);
        let bracket = Bracket { facts, moved, residents: group, lower, bye: &bye };
        let paired = pair(&bracket)?;
        pairs.extend(paired.pairs);
        with_bye = with_bye.or(paired.bye);
        moved = paired.down;
        group = bracket.lower;
    }
    Ok(Paired { pairs, bye: with_bye, down: moved })
}

/// Players who may have the bye, of the least score with which the others can be paired (C2, C4, C5).
fn may_have_bye(facts: &[Facts], players: &[usize]) -> Result<Vec<usize>, SwissError> {
    let top = facts[players[0]].score;
    let candidates: Vec<usize> = players.iter().copied().filter(|place| facts[*place].may_have_bye).collect();
    // A lower score is better.
    let matching =
        matching_with_bye(facts, players, &candidates, |place| i64::from((top - facts[place].score).quarters()));
    let mate = matching.and_then(|matching| matching.mate(players.len())).ok_or(SwissError::NoPairing)?;
    let score = facts[players[mate]].score;
    Ok(candidates.into_iter().filter(|place| facts[*place].score == score).collect())
}

/// Returns whether these players can be paired without regard to their scores.
fn can_be_paired(facts: &[Facts], players: &[usize], bye: &[usize]) -> bool {
    matching_with_bye(facts, players, bye, |_| 0).is_some()
}

/// Perfect matching of players, and of the bye if their number is odd, whose greatest addition is that of the one with the bye.
fn matching_with_bye(
    facts: &[Facts],
    players: &[usize],
    bye: &[usize],
    addition: impl Fn(usize) -> i64,
) -> Option<Matching<0>> {
    let n = players.len();
    let mut matching = Matching::new(n + n % 2);
    for (a, &high) in players.iter().enumerate() {
        for (b, &low) in players.iter().enumerate().skip(a + 1) {
            if may_meet(facts, high, low) {
                matching.set(a, b, Weight::ZERO);
            }
        }
        if n % 2 == 1 && bye.contains(&high) {
            matching.set(a, n, Weight::of_order(addition(high)));
        }
    }
    matching.begin(n / 2);
    matching.complete().then_some(matching)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Bye, Round};

    /// Small numbers, repeated by their seed.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }
    }

    /// Plays a tournament with random results in quarters; `see` gets each round before it is paired.
    fn play(seed: u64, see: impl Fn(&SwissRound<'_>)) {
        let mut numbers = Numbers(seed);
        let count = 2 + numbers.below(40) as usize;
        let rounds = 1 + numbers.below(14) as usize;
        let mut players: Vec<History> =
            (1..).take(count).map(|number| History { number, ..History::default() }).collect();
        for round in 0..rounds {
            let present: Vec<usize> = (0..count).filter(|_| numbers.below(20) != 0).collect();
            let swiss = SwissRound {
                players: &players,
                present: &present,
                round,
                rounds,
                initial: Color::White,
                system: PointSystem::default(),
                forbidden: &[(0, 1)],
            };
            see(&swiss);
            let Ok(pairing) = pair_swiss(&swiss) else { return };
            let mut entries = vec![Round::Bye(Bye::Half, Points::HALF); count];
            for Pair { white, black } in pairing.pairs {
                let quarters = numbers.below(5) as i32;
                let is_played = numbers.below(15) != 0;
                for (own, opponent, color, quarters) in
                    [(white, black, Color::White, quarters), (black, white, Color::Black, 4 - quarters)]
                {
                    let points = Points::from_quarters(if is_played { quarters } else { quarters / 4 * 4 });
                    entries[own] = Round::Game { opponent, color, points, is_played };
                }
            }
            if let Some(place) = pairing.bye {
                entries[place] = Round::Bye(Bye::Allocated, Points::ONE);
            }
            for (player, entry) in players.iter_mut().zip(entries) {
                player.rounds.push(entry);
            }
        }
    }

    #[test]
    #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough in its lifetimes")]
    fn every_way_to_pair_a_bracket_gives_the_same() {
        for seed in 0..60 {
            play(seed, |round| {
                let facts = Facts::of_all(round);
                let by_parts = |bracket: &Bracket<'_>| bracket.pair_in_parts::<16>();
                let sorted = |result: Result<Paired, SwissError>| {
                    result.map(|Paired { mut pairs, bye, .. }| {
                        pairs.sort_unstable();
                        (pairs, bye)
                    })
                };
                // Without the first pairing of a bracket as a short way, and with more parts than a weight needs.
                let plain = sorted(pair_brackets(&facts, round.present, |bracket| bracket.pair()));
                assert_eq!(
                    sorted(pair_brackets(&facts, round.present, by_parts)),
                    plain,
                    "seed {seed}, round {}",
                    round.round
                );
                let short = |bracket: &Bracket<'_>| match bracket.perfect() {
                    Some(paired) if can_be_paired(&facts, &bracket.lower, bracket.bye) => Ok(paired),
                    _ => bracket.pair(),
                };
                assert_eq!(
                    sorted(pair_brackets(&facts, round.present, short)),
                    plain,
                    "seed {seed}, round {}",
                    round.round
                );
            });
        }
    }

    #[test]
    fn no_pairing_breaks_an_absolute_rule() {
        for seed in 100..160 {
            play(seed, |round| {
                let Ok(pairing) = pair_swiss(round) else { return };
                let facts = Facts::of_all(round);
                let mut all: Vec<usize> = pairing.pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
                all.extend(pairing.bye);
                all.sort_unstable();
                assert_eq!(all, round.present, "seed {seed}");
                assert!(pairing.pairs.iter().all(|pair| may_meet(&facts, pair.white, pair.black)), "seed {seed}");
                assert!(pairing.bye.is_none_or(|place| facts[place].may_have_bye), "seed {seed}");
            });
        }
    }

    /// C10 before C11: of topscorers who all want White, none gets Black three times more often, though two have Black three times
    /// in a row for it.
    #[test]
    fn a_wide_colour_difference_weighs_more_than_a_colour_three_times() {
        let colors = ["bbbw", "wwbb", "bbbw", "wwbb"];
        let mut players: Vec<History> = (1..=20).map(|number| History { number, ..History::default() }).collect();
        for (place, colors) in colors.into_iter().enumerate() {
            let rounds = colors.chars().enumerate().map(|(round, color)| Round::Game {
                opponent: 4 + 4 * place + round,
                color: if color == 'w' { Color::White } else { Color::Black },
                points: Points::ONE,
                is_played: true,
            });
            players[place].rounds = rounds.collect();
        }
        let round = SwissRound {
            players: &players,
            present: &[0, 1, 2, 3],
            round: 4,
            rounds: 5,
            initial: Color::White,
            system: PointSystem::default(),
            forbidden: &[],
        };
        let pairs = [Pair { white: 0, black: 3 }, Pair { white: 2, black: 1 }];
        assert_eq!(pair_swiss(&round), Ok(Pairing { pairs: pairs.to_vec(), bye: None }));
        // Before the last round no two of them may meet.
        assert_eq!(pair_swiss(&SwissRound { rounds: 6, ..round }), Err(SwissError::NoPairing));
    }
}
