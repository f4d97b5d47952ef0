//! Swiss Team Pairing System (C.04.6, in force from February 2026).
//!
//! The top scoregroup is paired with as many lower teams as it needs, its upfloaters, then the next one. Which upfloaters, and which of
//! the pairings of a bracket, is the first one in an order of the rules among those that meet the criteria best. Here criteria are digits
//! of the weight of a pair, a perfect matching of greatest weight meets them best, and the order is followed one decision after another,
//! each of which repairs the matching.

mod colors;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use saffron_rules::Color;

use super::settings::ColorPreferences;
use crate::matching::{Matching, Units, Weight};
use crate::points::Points;
use crate::swiss::{Pair, Pairing};
use colors::{Preference, color_of_first};

/// Parts of the weights that choose upfloaters. Each score takes a digit of at most as many values as it has teams and one more, so
/// 200 teams need 225 bits in parts of 96.
const PARTS: usize = 4;

/// Team before a round.
#[derive(Clone, Default, Debug)]
pub(super) struct SwissTeam {
    /// Pairing number, from 1; smaller is higher.
    pub(super) number: u32,
    /// Primary score.
    pub(super) score: Points,
    /// Other score, by which colours are decided.
    pub(super) secondary: Points,
    /// Teams with whom a match was played.
    pub(super) met: BTreeSet<usize>,
    /// Colours on board 1 of the matches that were played.
    pub(super) colors: Vec<Color>,
    /// False after a pairing-allocated bye or a match won by forfeit.
    pub(super) may_have_bye: bool,
    /// True if the last round was a match against a team with another score.
    pub(super) was_floater: bool,
}

/// Round to be paired.
#[derive(Clone, Copy, Debug)]
pub(super) struct TeamSwissRound<'a> {
    /// All teams.
    pub(super) teams: &'a [SwissTeam],
    /// Places of the teams that are to be paired.
    pub(super) present: &'a [usize],
    /// Number of rounds after this one.
    pub(super) rounds_left: usize,
    /// Colour on board 1 of the highest team in the first round.
    pub(super) initial: Color,
    pub(super) preferences: ColorPreferences,
}

/// Pairs a round; in a pair, White is the team that has White on board 1. Returns `None` if no complete pairing is without a rematch.
pub(super) fn pair_teams(round: &TeamSwissRound<'_>) -> Option<Pairing> {
    let mut left = round.present.to_vec();
    left.sort_by_key(|team| (Reverse(round.teams[*team].score), round.teams[*team].number));
    let bye = if left.len() % 2 == 1 { Some(round.team_with_bye(&left)?) } else { None };
    left.retain(|team| Some(*team) != bye);
    let mut pairs = Vec::new();
    while let Some(&top) = left.first() {
        let score = round.teams[top].score;
        let residents = left.partition_point(|team| round.teams[*team].score == score);
        let upfloaters = round.upfloaters(&left, residents)?;
        let mut bracket = left[..residents].to_vec();
        bracket.extend(&upfloaters);
        pairs.extend(round.pair_bracket(&bracket, &upfloaters)?);
        left.retain(|team| !bracket.contains(team));
    }
    // Tables are in the order of C.04.2: the score of the higher team, the sum of both scores, the place of the higher team.
    pairs.sort_by_key(|(high, low)| {
        let [high, low] = [high, low].map(|team| &round.teams[*team]);
        (Reverse(high.score), Reverse(low.score), high.number)
    });
    let colored = pairs.into_iter().map(|(first, second)| match round.color_of_first(first, second) {
        Color::White => Pair { white: first, black: second },
        Color::Black => Pair { white: second, black: first },
    });
    Some(Pairing { pairs: colored.collect(), bye })
}

impl TeamSwissRound<'_> {
    fn preference(&self, team: usize) -> Option<Preference> {
        Preference::of(&self.teams[team].colors, self.preferences, self.rounds_left == 0)
    }

    /// Returns whether floaters of the last round are spared (C7, C10).
    fn spares_floaters(&self) -> bool {
        self.rounds_left >= 2
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        a != b && !self.teams[a].met.contains(&b)
    }

    fn color_of_first(&self, first: usize, second: usize) -> Color {
        let preferences = [self.preference(first), self.preference(second)];
        color_of_first(&self.teams[first], &self.teams[second], preferences, self.initial)
    }

    /// Team with the pairing-allocated bye (3.4): of those that may have it and leave the others with a pairing the one with the lowest
    /// score, the most matches and the largest number.
    fn team_with_bye(&self, teams: &[usize]) -> Option<usize> {
        let mut candidates: Vec<usize> = teams.iter().copied().filter(|team| self.teams[*team].may_have_bye).collect();
        candidates.sort_by_key(|team| {
            let team = &self.teams[*team];
            (team.score, Reverse(team.colors.len()), Reverse(team.number))
        });
        candidates.into_iter().find(|bye| {
            let others: Vec<usize> = teams.iter().copied().filter(|team| team != bye).collect();
            self.can_be_paired(&others)
        })
    }

    /// Returns whether teams have a pairing without a rematch (C1).
    fn can_be_paired(&self, teams: &[usize]) -> bool {
        let mut matching = Matching::<0>::new(teams.len());
        for (a, &high) in teams.iter().enumerate() {
            for (b, &low) in teams.iter().enumerate().skip(a + 1) {
                if self.may_meet(high, low) {
                    matching.set(a, b, Weight::ZERO);
                }
            }
        }
        matching.begin(teams.len() / 2);
        matching.complete()
    }

    /// Upfloaters of the first teams, the residents (3.5): as few as leave all teams with a pairing (C3, C4), with scores as high as
    /// can be (C5), so that the next scoregroup needs few (C6), and with few that floated in the last round (C7).
    fn upfloaters(&self, left: &[usize], residents: usize) -> Option<Vec<usize>> {
        let Some(&next) = left.get(residents) else { return Some(Vec::new()) };
        let score = |vertex: usize| self.teams[left[vertex]].score;
        let next = self.teams[next].score;
        let mut scores: Vec<Points> = (residents..left.len()).map(score).collect();
        scores.dedup();
        let mut units = Units::new();
        let of_floaters = units.take(residents);
        let of_next = units.take(left.len());
        // From the highest score to the lowest: the lower ones are avoided first.
        let of_scores: Vec<_> = scores
            .iter()
            .map(|each| {
                let teams = (residents..left.len()).filter(|vertex| score(*vertex) == *each).count();
                units.take(teams.min(residents))
            })
            .collect();
        let of_all = units.take(residents);
        debug_assert!(units.parts() <= PARTS);
        let unit = |unit: crate::matching::Unit| unit.within(PARTS);
        let mut matching = Matching::<PARTS>::new(left.len());
        for a in 0..left.len() {
            for b in a + 1..left.len() {
                if !self.may_meet(left[a], left[b]) {
                    continue;
                }
                let mut weight = Weight::ZERO;
                if a < residents && b >= residents {
                    weight.discount(unit(of_all));
                    let at = scores.iter().position(|each| *each == score(b)).unwrap_or_default();
                    weight.discount(unit(of_scores[at]));
                    if self.spares_floaters() && self.teams[left[b]].was_floater {
                        weight.discount(unit(of_floaters));
                    }
                } else if a >= residents && score(a) == next && score(b) != next {
                    weight.discount(unit(of_next));
                }
                matching.set(a, b, weight);
            }
        }
        matching.begin(residents.min(left.len() / 2));
        if !matching.complete() {
            return None;
        }
        let is_up = |matching: &Matching<PARTS>, vertex| matching.mate(vertex).is_some_and(|mate| mate < residents);
        let count = (residents..left.len()).filter(|vertex| is_up(&matching, *vertex)).count();
        // The first set by scores and numbers.
        let mut chosen = Vec::with_capacity(count);
        for (vertex, &team) in left.iter().enumerate().skip(residents) {
            if chosen.len() == count {
                break;
            }
            if !is_up(&matching, vertex) {
                matching.prefer(vertex, |other| i64::from(other < residents));
            }
            let goes_up = is_up(&matching, vertex);
            matching.restrict(vertex, |other| (other < residents) == goes_up);
            chosen.extend(goes_up.then_some(team));
        }
        Some(chosen)
    }

    /// Pairs of a bracket, each with the team of higher score first (3.6): with as few colour preferences missed as can be (C8), few
    /// strong ones (C9), and few opponents of upfloaters that floated in the last round (C10).
    fn pair_bracket(&self, bracket: &[usize], upfloaters: &[usize]) -> Option<Vec<(usize, usize)>> {
        let mut teams = bracket.to_vec();
        teams.sort_by_key(|team| self.teams[*team].number);
        let n = teams.len();
        let mut units = Units::new();
        let of_floaters = units.take(n);
        let of_strong = units.take(n);
        let of_colors = units.take(n);
        let unit = |unit: crate::matching::Unit| unit.within(1);
        let preferences: Vec<Option<Preference>> = teams.iter().map(|team| self.preference(*team)).collect();
        let is_avoided =
            |own: usize, other: usize| upfloaters.contains(&teams[own]) && self.teams[teams[other]].was_floater;
        let mut matching = Matching::<1>::new(n);
        for a in 0..n {
            for b in a + 1..n {
                if !self.may_meet(teams[a], teams[b]) {
                    continue;
                }
                let mut weight = Weight::ZERO;
                if let (Some(own), Some(other)) = (preferences[a], preferences[b])
                    && own.color == other.color
                {
                    weight.discount(unit(of_colors));
                    if own.is_strong && other.is_strong {
                        weight.discount(unit(of_strong));
                    }
                }
                if self.spares_floaters() {
                    for _ in 0..usize::from(is_avoided(a, b)) + usize::from(is_avoided(b, a)) {
                        weight.discount(unit(of_floaters));
                    }
                }
                matching.set(a, b, weight);
            }
        }
        matching.begin(n / 2);
        if !matching.complete() {
            return None;
        }
        let is_top = |matching: &Matching<1>, vertex| matching.mate(vertex).is_some_and(|mate| mate > vertex);
        let mut tops = Vec::with_capacity(n / 2);
        for vertex in 0..n {
            if !is_top(&matching, vertex) {
                matching.prefer(vertex, |other| i64::from(other > vertex));
            }
            let is_chosen = is_top(&matching, vertex);
            matching.restrict(vertex, |other| (other > vertex) == is_chosen);
            tops.extend(is_chosen.then_some(vertex));
        }
        let mut pairs = Vec::with_capacity(n / 2);
        for top in tops {
            matching.prefer(top, |other| if other > top { (n - other) as i64 } else { 0 });
            let bottom = matching.mate(top)?;
            matching.remove_pair(top, bottom);
            let [a, b] = [teams[top], teams[bottom]];
            let rank = |team: usize| {
                let SwissTeam { number, score, secondary, .. } = &self.teams[team];
                (Reverse(*score), Reverse(*secondary), *number)
            };
            pairs.push(if rank(a) < rank(b) { (a, b) } else { (b, a) });
        }
        Some(pairs)
    }
}
