//! Weights of pairs by the criteria C6 to C21 of the rules.
//!
//! A matching of greatest weight meets the criteria as well as possible, one after another: each is a digit whose base is one more
//! than the greatest sum of the criterion, so that less important ones never outweigh it.

use super::facts::{Facts, Float, may_meet};
use crate::matching::{Unit, Units, Weight};
use crate::points::Points;

/// Place of the bye among the players of a matching.
pub(super) const BYE: usize = usize::MAX;

/// Players of a bracket and below it, by their vertices: those who were moved down, residents, lower ones, and the bye if there is
/// one.
pub(super) struct Members<'a> {
    pub(super) facts: &'a [Facts],
    pub(super) players: &'a [usize],
    /// Number of players who were moved down.
    pub(super) moved: usize,
    /// Number of players of the bracket.
    pub(super) inner: usize,
    /// Players who may have the bye.
    pub(super) bye: &'a [usize],
}

/// Units of the criteria for one bracket.
pub(super) struct Criteria<'a> {
    members: &'a Members<'a>,
    /// Number of vertices up to the last one of the next score group, which is below the bracket.
    next: usize,
    /// Scores of the players who were moved down, the greatest first.
    scores: Vec<Points>,
    max_unplayed: usize,
    parts: usize,
    units: Named,
}

#[derive(Default)]
struct Named {
    pairs: Unit,
    /// By the score of the player who was moved down.
    moved: Vec<Unit>,
    next_pairs: Unit,
    next_floaters: Vec<Unit>,
    unplayed: Option<Unit>,
    top_difference: Unit,
    top_repeat: Unit,
    preference: Unit,
    strong_preference: Unit,
    /// By rounds back: residents who floated down, and opponents of those moved down who floated up.
    down: [Unit; 2],
    up: [Unit; 2],
    /// The same of score differences: those who float on, then by the score of the player who was moved down.
    moved_on: [Unit; 2],
    moved_difference: [Vec<Unit>; 2],
    opponent_difference: [Vec<Unit>; 2],
}

impl Named {
    /// Puts all units into weights of this number of parts.
    fn place(&mut self, parts: usize) {
        let single = [
            &mut self.pairs,
            &mut self.next_pairs,
            &mut self.top_difference,
            &mut self.top_repeat,
            &mut self.preference,
            &mut self.strong_preference,
        ];
        let lists = [&mut self.moved, &mut self.next_floaters];
        let by_round = [&mut self.moved_difference, &mut self.opponent_difference];
        let all = single
            .into_iter()
            .chain(&mut self.unplayed)
            .chain([&mut self.down, &mut self.up, &mut self.moved_on].into_iter().flatten())
            .chain(lists.into_iter().flatten())
            .chain(by_round.into_iter().flatten().flatten());
        for unit in all {
            *unit = unit.within(parts);
        }
    }
}

impl<'a> Criteria<'a> {
    /// Criteria of a bracket; `counts_unplayed` if the unplayed games of the player with the bye count (C9).
    pub(super) fn new(members: &'a Members<'a>, counts_unplayed: bool) -> Criteria<'a> {
        let Members { facts, players, moved, inner, .. } = *members;
        let fact = |vertex: usize| &facts[players[vertex]];
        let lower_score = players.get(inner).filter(|player| **player != BYE).map(|player| facts[*player].score);
        let next = (inner..players.len())
            .find(|vertex| players[*vertex] == BYE || Some(fact(*vertex).score) != lower_score)
            .unwrap_or(players.len());
        let mut scores: Vec<Points> = (0..moved).map(|vertex| fact(vertex).score).collect();
        scores.dedup();
        let max_unplayed = (0..inner).map(|vertex| fact(vertex).unplayed).max().unwrap_or(0);
        let count =
            |from: usize, to: usize, has: &dyn Fn(&Facts) -> bool| (from..to).filter(|at| has(fact(*at))).count();
        let of_score = |to: usize, score: Points| count(0, to, &|facts| facts.score == score);
        let floated_up = |back: usize| count(moved, inner, &|facts| facts.floats[back] == Float::Up).min(moved);
        let pairs = inner / 2;
        let top_pairs = if count(0, inner, &|facts| facts.is_topscorer) > 0 { pairs } else { 0 };
        // From the least important criterion to the most important one, each with its greatest sum.
        let mut all = Units::new();
        let mut units = Named::default();
        for back in [1, 0] {
            let up = floated_up(back);
            let floated_down =
                |score: Points| count(0, moved, &|facts| facts.floats[back] == Float::Down && facts.score == score);
            units.opponent_difference[back] = all.take_each(&scores, |score| up.min(of_score(moved, score)));
            units.moved_difference[back] = all.take_each(&scores, floated_down);
            units.moved_on[back] = all.take(count(0, moved, &|facts| facts.floats[back] == Float::Down));
        }
        for back in [1, 0] {
            units.up[back] = all.take(floated_up(back));
            units.down[back] = all.take(count(moved, inner, &|facts| facts.floats[back] == Float::Down));
        }
        units.strong_preference = all.take(pairs);
        units.preference = all.take(pairs);
        units.top_repeat = all.take(top_pairs);
        units.top_difference = all.take(top_pairs);
        units.unplayed = counts_unplayed.then(|| all.take(max_unplayed));
        if next > inner {
            let own = (moved < inner).then(|| fact(moved).score);
            let all_scores: Vec<Points> = scores.iter().copied().chain(own).collect();
            units.next_floaters = all.take_each(&all_scores, |score| of_score(inner, score));
            units.next_pairs = all.take(next / 2);
        }
        units.moved = all.take_each(&scores, |score| of_score(moved, score));
        units.pairs = all.take(pairs);
        Criteria { members, next, scores, max_unplayed, parts: all.parts(), units }
    }

    /// Number of parts that a weight needs.
    pub(super) fn parts(&self) -> usize {
        self.parts
    }

    /// Criteria for weights of `N` parts, at least [`Criteria::parts`].
    pub(super) fn placed(mut self, parts: usize) -> Self {
        self.units.place(parts);
        self
    }

    /// Weight of a pair of vertices, the higher one first; `None` if they cannot be paired.
    pub(super) fn weight<const N: usize>(&self, a: usize, b: usize) -> Option<Weight<N>> {
        let Members { facts, players, moved, inner, bye } = *self.members;
        let (first, second) = (players[a], players[b]);
        let mut weight = Weight::ZERO;
        if second == BYE {
            if !bye.contains(&first) {
                return None;
            }
            if let Some(unit) = self.units.unplayed.filter(|_| a < inner) {
                weight.count(unit, self.max_unplayed - facts[first].unplayed);
            }
            return Some(weight);
        }
        // Players who were moved down come from one bracket, in which they could not be paired.
        if b < moved || !may_meet(facts, first, second) {
            return None;
        }
        let (high, low) = (&facts[first], &facts[second]);
        if b < inner {
            self.add_within(&mut weight, high, low, a < moved);
        } else if b < self.next {
            weight.count(self.units.next_pairs, 1);
            if a < inner {
                weight.count(self.units.next_floaters[self.place(high.score)], 1);
            }
        }
        Some(weight)
    }

    /// Place of a score among those of the players who were moved down; one more for that of the residents.
    fn place(&self, score: Points) -> usize {
        self.scores.iter().position(|each| *each == score).unwrap_or(self.scores.len())
    }

    /// Adds the weight of a pair within the bracket.
    fn add_within<const N: usize>(&self, weight: &mut Weight<N>, high: &Facts, low: &Facts, is_moved: bool) {
        let units = &self.units;
        let mut reward = |unit: Unit, is_met: bool| weight.count(unit, usize::from(is_met));
        let is_opposed = high.preference.is_none() || high.preference != low.preference;
        let is_absolute = !is_opposed && high.is_absolute() && low.is_absolute();
        // Of two absolute preferences that with the greater difference is granted.
        let loser = if high.difference.abs() < low.difference.abs() { high } else { low };
        let repeats = loser.repeats() || high.difference == low.difference && high.repeats() && low.repeats();
        reward(units.pairs, true);
        reward(units.top_difference, !(is_absolute && loser.difference.abs() > 1));
        reward(units.top_repeat, !(is_absolute && repeats));
        reward(units.preference, is_opposed);
        reward(units.strong_preference, is_opposed || !high.is_strong() || !low.is_strong());
        for back in [0, 1] {
            reward(units.down[back], low.floats[back] == Float::Down);
            if !is_moved {
                reward(units.down[back], high.floats[back] == Float::Down);
            }
        }
        if !is_moved {
            return;
        }
        let place = self.place(high.score);
        weight.count(units.moved[place], 1);
        for back in [0, 1] {
            if low.floats[back] == Float::Up {
                weight.discount(units.up[back]);
                weight.discount(units.opponent_difference[back][place]);
            }
            // A player who floats on has the greatest difference.
            if high.floats[back] == Float::Down {
                weight.count(units.moved_on[back], 1);
                weight.discount(units.moved_difference[back][place]);
            }
        }
    }
}
