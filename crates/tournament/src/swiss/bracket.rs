//! Pairing of one bracket: the best pairs by the criteria, and of equally good ones the first in the order of the rules.

use super::SwissError;
use super::criteria::{BYE, Criteria, Members};
use super::facts::{Facts, may_meet};
use crate::matching::Matching;

/// Bracket with all players below it, which must be left so that they can be paired, too.
pub(super) struct Bracket<'a> {
    pub(super) facts: &'a [Facts],
    /// Players who were moved down, the highest first.
    pub(super) moved: Vec<usize>,
    /// Players of the score group, the highest first.
    pub(super) residents: Vec<usize>,
    /// Players of lower score groups, the highest first.
    pub(super) lower: Vec<usize>,
    /// Players who may have the bye; empty if the number of players is even.
    pub(super) bye: &'a [usize],
}

/// Pairs of a bracket, and those who leave it unpaired.
pub(super) struct Paired {
    /// Higher player and opponent.
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) bye: Option<usize>,
    /// Players who are moved down, the highest first.
    pub(super) down: Vec<usize>,
}

/// Matching of a bracket's players and those below.
struct Search<const N: usize> {
    matching: Matching<N>,
    /// Number of players who were moved down.
    moved: usize,
    /// Number of players of the bracket.
    inner: usize,
    /// Pairs of vertices that are decided.
    pairs: Vec<(usize, usize)>,
}

impl Bracket<'_> {
    /// Pairs the bracket.
    pub(super) fn pair(&self) -> Result<Paired, SwissError> {
        match self.parts() {
            1 => self.pair_in_parts::<1>(),
            2..=4 => self.pair_in_parts::<4>(),
            5..=16 => self.pair_in_parts::<16>(),
            _ => Err(SwissError::TooManyScores),
        }
    }

    /// Players by their vertices, with the bye if there is one.
    fn players(&self) -> Vec<usize> {
        let mut players: Vec<usize> = [&self.moved[..], &self.residents, &self.lower].concat();
        if players.len() % 2 == 1 {
            players.push(BYE);
        }
        players
    }

    fn members<'a>(&'a self, players: &'a [usize]) -> Members<'a> {
        let moved = self.moved.len();
        Members { facts: self.facts, players, moved, inner: moved + self.residents.len(), bye: self.bye }
    }

    /// Number of parts of the weights.
    fn parts(&self) -> usize {
        Criteria::new(&self.members(&self.players()), true).parts()
    }

    /// Pairs the bracket with weights of `N` parts, at least [`Bracket::parts`].
    pub(super) fn pair_in_parts<const N: usize>(&self) -> Result<Paired, SwissError> {
        let players = self.players();
        let members = self.members(&players);
        let mut search = Search::<N>::new(&members, false)?;
        // The unplayed games of the player with the bye count if that is the only one who leaves the bracket.
        let leaving: Vec<usize> =
            (0..search.inner).map(|vertex| search.mate(vertex)).filter(|mate| *mate >= search.inner).collect();
        if let [only] = leaving[..]
            && players[only] == BYE
        {
            search = Search::new(&members, true)?;
        }
        search.pair_moved();
        search.pair_remainder();
        let player = |vertex: usize| players[vertex];
        let mut is_paired = vec![false; search.inner];
        for &(a, b) in &search.pairs {
            is_paired[a] = true;
            is_paired[b] = true;
        }
        let mut down: Vec<usize> = (0..search.inner).filter(|vertex| !is_paired[*vertex]).map(player).collect();
        down.sort_by_key(|index| self.facts[*index].rank());
        let bye = if self.lower.is_empty() { down.pop() } else { None };
        debug_assert!(!self.lower.is_empty() || down.is_empty());
        Ok(Paired { pairs: search.pairs.iter().map(|(a, b)| (player(*a), player(*b))).collect(), bye, down })
    }

    /// Pairs the first half of the residents with the second, if that meets every criterion fully; it is the first pairing by the
    /// rules. `None` if a player was moved down or the pairs are not perfect.
    pub(super) fn perfect(&self) -> Option<Paired> {
        let is_last = self.lower.is_empty();
        let Bracket { facts, residents, .. } = self;
        if !self.moved.is_empty() || residents.len() % 2 == 1 && !is_last {
            return None;
        }
        let half = residents.len() / 2;
        let bye = (residents.len() % 2 == 1).then(|| residents[residents.len() - 1]);
        if bye.is_some_and(|bye| {
            // The one with the bye is the only one who leaves the bracket: C9, C14 and C16 choose among the residents.
            let differs = |index: &usize| {
                facts[*index].unplayed != facts[bye].unplayed || facts[*index].floats != facts[bye].floats
            };
            !self.bye.contains(&bye) || residents.iter().any(differs)
        }) {
            return None;
        }
        let pairs: Vec<(usize, usize)> =
            residents[..half].iter().copied().zip(residents[half..2 * half].iter().copied()).collect();
        let is_perfect = |&(a, b): &(usize, usize)| {
            let (high, low) = (&facts[a], &facts[b]);
            may_meet(facts, a, b) && (high.preference.is_none() || high.preference != low.preference)
        };
        pairs.iter().all(is_perfect).then(|| Paired { pairs, bye, down: Vec::new() })
    }
}

impl<const N: usize> Search<N> {
    /// Best matching by the criteria.
    fn new(members: &Members<'_>, counts_unplayed: bool) -> Result<Self, SwissError> {
        let criteria = Criteria::new(members, counts_unplayed).placed(N);
        let n = members.players.len();
        let mut matching = Matching::new(n);
        for a in 0..n {
            for b in a + 1..n {
                if let Some(weight) = criteria.weight(a, b) {
                    matching.set(a, b, weight);
                }
            }
        }
        let (moved, inner) = (members.moved, members.inner);
        matching.begin(moved + (inner - moved) / 2);
        if !matching.complete() {
            return Err(SwissError::NoPairing);
        }
        Ok(Search { matching, moved, inner, pairs: Vec::new() })
    }

    /// Mate of a vertex; itself if it has been taken out.
    fn mate(&self, vertex: usize) -> usize {
        self.matching.mate(vertex).unwrap_or(vertex)
    }

    fn is_left(&self, vertex: usize) -> bool {
        self.matching.is_alive(vertex)
    }

    /// Mate of a vertex, of otherwise equally good ones that with the greatest addition.
    fn prefer(&mut self, vertex: usize, addition: impl Fn(usize) -> i64) -> usize {
        self.matching.prefer(vertex, addition);
        self.mate(vertex)
    }

    /// Decides a pair.
    fn settle(&mut self, a: usize, b: usize) {
        self.matching.remove_pair(a, b);
        self.pairs.push((a, b));
    }

    /// Pairs the players who were moved down: as many and as high ones as the criteria allow, each with the highest opponent.
    fn pair_moved(&mut self) {
        let inner = self.inner;
        for vertex in 0..self.moved {
            let mut mate = self.mate(vertex);
            if mate >= inner {
                mate = self.prefer(vertex, |other| i64::from(other < inner));
            }
            let stays = mate < inner;
            self.matching.restrict(vertex, |other| (other < inner) == stays);
        }
        for vertex in 0..self.moved {
            let mut mate = self.mate(vertex);
            if mate >= inner {
                continue;
            }
            if (self.moved..mate).any(|other| self.matching.may_be_matched(vertex, other)) {
                mate = self.prefer(vertex, |other| if other < inner { (inner - other) as i64 } else { 0 });
            }
            self.settle(vertex, mate);
        }
    }

    /// Pairs the residents who are left, the first half with the second: with the fewest exchanges between the halves.
    fn pair_remainder(&mut self) {
        let inner = self.inner;
        let rest: Vec<usize> = (self.moved..inner).filter(|vertex| self.is_left(*vertex)).collect();
        let count = rest.iter().filter(|vertex| self.mate(**vertex) < inner).count() / 2;
        if count == 0 {
            return;
        }
        let higher = self.choose_higher(&rest, count);
        let is_lower = |other: usize| higher.binary_search(&other).is_err();
        for &vertex in &higher {
            let mut mate = self.mate(vertex);
            if (vertex + 1..mate).any(|other| is_lower(other) && self.matching.may_be_matched(vertex, other)) {
                mate = self.prefer(
                    vertex,
                    |other| {
                        if other > vertex && other < inner { (inner - other) as i64 } else { 0 }
                    },
                );
            }
            self.settle(vertex, mate);
        }
    }

    /// Higher players of the pairs: the first half of those who are left, with the fewest and smallest exchanges (article 4.3).
    fn choose_higher(&mut self, rest: &[usize], count: usize) -> Vec<usize> {
        let inner = self.inner;
        let second = rest[count];
        // A player of the second half who is the higher one of a pair is an exchange. Of equally many, the least sum of the places.
        let scale = self.matching.len() + 1;
        let cost = |a: usize| ((if a >= second { inner * inner + a } else { a }) * scale) as i64;
        // As many leave the bracket in any case, so that each of them may cost the same.
        let bound = 2 * cost(second - 1);
        let order = |a: usize, b: usize| match (a < inner, b < inner) {
            (true, true) => -cost(a),
            (true, false) => -bound / 2,
            _ => 0,
        };
        let labels: Vec<i64> = (0..self.matching.len())
            .map(|vertex| match vertex {
                _ if vertex < second => bound - 2 * cost(vertex),
                _ if vertex < inner => -bound,
                _ => 0,
            })
            .collect();
        self.matching.refine(order, &labels, second);
        let is_higher = |search: &Self, vertex: usize| (vertex + 1..inner).contains(&search.mate(vertex));
        if !rest[count..].iter().any(|vertex| is_higher(self, *vertex)) {
            return rest[..count].to_vec();
        }
        let mut higher: Vec<usize> = Vec::new();
        for (place, &vertex) in rest[..count].iter().rev().chain(&rest[count..]).enumerate() {
            let above = move |other: usize| (vertex + 1..inner).contains(&other);
            let is_first_half = place < count;
            // Those of the first half leave it from the last one on; those of the second come from the first one on.
            let mate = if above(self.mate(vertex)) == is_first_half {
                self.prefer(vertex, |other| i64::from(above(other) != is_first_half))
            } else {
                self.mate(vertex)
            };
            let is_higher = above(mate);
            self.matching.restrict(vertex, |other| above(other) == is_higher);
            higher.extend(is_higher.then_some(vertex));
        }
        higher.sort_unstable();
        higher
    }
}
