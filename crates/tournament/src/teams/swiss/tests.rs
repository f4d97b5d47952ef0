//! Comparison with a search through all pairings by the text of the rules.

use super::*;

/// Small numbers, repeated by their seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Plays a tournament with random results; `see` gets each round with its pairing.
fn play(seed: u64, most: u64, mut see: impl FnMut(&TeamSwissRound<'_>, Option<&Pairing>)) {
    let mut numbers = Numbers(seed);
    let count = 2 + numbers.below(most - 1) as usize;
    let rounds = 1 + numbers.below(9) as usize;
    let preferences =
        [ColorPreferences::None, ColorPreferences::TypeA, ColorPreferences::TypeB][numbers.below(3) as usize];
    let mut teams: Vec<SwissTeam> =
        (1..).take(count).map(|number| SwissTeam { number, may_have_bye: true, ..SwissTeam::default() }).collect();
    for round in 0..rounds {
        let present: Vec<usize> = (0..count).filter(|_| numbers.below(20) != 0).collect();
        let swiss = TeamSwissRound {
            teams: &teams,
            present: &present,
            rounds_left: rounds - round - 1,
            initial: Color::White,
            preferences,
        };
        let pairing = pair_teams(&swiss);
        see(&swiss, pairing.as_ref());
        let Some(pairing) = pairing else { return };
        let before: Vec<Points> = teams.iter().map(|team| team.score).collect();
        for team in &mut teams {
            team.was_floater = false;
        }
        for Pair { white, black } in pairing.pairs {
            // Match points by few values, so that scoregroups are large, and game points by many.
            let outcome = numbers.below(3) as i32;
            let is_played = numbers.below(12) != 0;
            for (own, other, color, points) in
                [(white, black, Color::White, outcome), (black, white, Color::Black, 2 - outcome)]
            {
                let points = if is_played { points } else { points / 2 * 2 };
                let team = &mut teams[own];
                team.score += Points::from_quarters(4 * points);
                team.secondary += Points::from_quarters(numbers.below(17) as i32);
                if is_played {
                    team.met.insert(other);
                    team.colors.push(color);
                    team.was_floater = before[own] != before[other];
                } else if points == 2 {
                    team.may_have_bye = false;
                }
            }
        }
        if let Some(team) = pairing.bye {
            teams[team].may_have_bye = false;
            teams[team].score += Points::ONE;
        }
    }
}

/// All pairings of teams without a rematch.
fn all_pairings(round: &TeamSwissRound<'_>, teams: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let [first, others @ ..] = teams else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for &other in others.iter().filter(|other| round.may_meet(*first, **other)) {
        let rest: Vec<usize> = others.iter().copied().filter(|each| *each != other).collect();
        for mut pairs in all_pairings(round, &rest) {
            pairs.push((*first, other));
            all.push(pairs);
        }
    }
    all
}

fn has_pairing(round: &TeamSwissRound<'_>, teams: &[usize]) -> bool {
    let [first, others @ ..] = teams else { return true };
    others.iter().filter(|other| round.may_meet(*first, **other)).any(|other| {
        let rest: Vec<usize> = others.iter().copied().filter(|each| each != other).collect();
        has_pairing(round, &rest)
    })
}

/// All sets of so many of some teams.
fn sets(teams: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in teams.iter().enumerate() {
        for mut set in sets(&teams[at + 1..], count - 1) {
            set.insert(0, first);
            all.push(set);
        }
    }
    all
}

/// Sets of upfloaters of the least number with which the bracket and the rest have pairings (C1, C3, C4).
fn legal_sets(round: &TeamSwissRound<'_>, top: &[usize], lower: &[usize]) -> Vec<Vec<usize>> {
    let sizes = 0..=lower.len();
    let mut by_size = sizes.map(|count| {
        let mut all = sets(lower, count);
        all.retain(|set| {
            let bracket: Vec<usize> = top.iter().chain(set).copied().collect();
            let rest: Vec<usize> = lower.iter().copied().filter(|team| !set.contains(team)).collect();
            has_pairing(round, &bracket) && has_pairing(round, &rest)
        });
        all
    });
    by_size.find(|sets| !sets.is_empty()).unwrap_or_default()
}

fn top_group<'t>(round: &TeamSwissRound<'_>, teams: &'t [usize]) -> (&'t [usize], &'t [usize]) {
    let score = teams.first().map(|team| round.teams[*team].score);
    teams.split_at(teams.partition_point(|team| Some(round.teams[*team].score) == score))
}

/// Pairs without colours, and the team with the bye.
type Round = (BTreeSet<(usize, usize)>, Option<usize>);

/// Pairs of a round by the text: every set of upfloaters, and every pairing of a bracket.
fn by_the_text(round: &TeamSwissRound<'_>) -> Option<Round> {
    let TeamSwissRound { teams, present, .. } = *round;
    let number = |team: usize| teams[team].number;
    let mut left = present.to_vec();
    left.sort_by_key(|team| (Reverse(teams[*team].score), number(*team)));
    let mut bye = None;
    if left.len() % 2 == 1 {
        let candidates = left.iter().copied().filter(|team| {
            let others: Vec<usize> = left.iter().copied().filter(|other| other != team).collect();
            teams[*team].may_have_bye && has_pairing(round, &others)
        });
        // The lowest score, then the most matches, then the largest number.
        bye = Some(
            candidates
                .min_by_key(|team| (teams[*team].score, Reverse(teams[*team].colors.len()), Reverse(number(*team))))?,
        );
    }
    left.retain(|team| Some(*team) != bye);
    let mut pairs = BTreeSet::new();
    while !left.is_empty() {
        let (top, lower) = top_group(round, &left);
        let needed_next = |set: &[usize]| {
            let rest: Vec<usize> = lower.iter().copied().filter(|team| !set.contains(team)).collect();
            let (next, others) = top_group(round, &rest);
            let is_emptied = next.first().map(|team| teams[*team].score) != lower.first().map(|t| teams[*t].score);
            if is_emptied { 0 } else { legal_sets(round, next, others).first().map_or(0, Vec::len) }
        };
        let chosen = legal_sets(round, top, lower).into_iter().min_by_key(|set| {
            let mut ascending: Vec<Points> = set.iter().map(|team| teams[*team].score).collect();
            ascending.sort_unstable();
            let floaters = set.iter().filter(|team| round.rounds_left >= 2 && teams[**team].was_floater).count();
            let mut sorted = set.clone();
            sorted.sort_by_key(|team| (Reverse(teams[*team].score), number(*team)));
            let numbers: Vec<u32> = sorted.into_iter().map(number).collect();
            (Reverse(ascending), needed_next(set), floaters, numbers)
        })?;
        let bracket: Vec<usize> = top.iter().chain(&chosen).copied().collect();
        let best = all_pairings(round, &bracket).into_iter().min_by_key(|pairs| {
            let mut sorted: Vec<(u32, u32)> =
                pairs.iter().map(|(a, b)| (number(*a).min(number(*b)), number(*a).max(number(*b)))).collect();
            sorted.sort_unstable();
            let missed = |is_strong: bool| {
                let clashes = pairs.iter().filter(|(a, b)| match (round.preference(*a), round.preference(*b)) {
                    (Some(a), Some(b)) => a.color == b.color && (!is_strong || a.is_strong && b.is_strong),
                    _ => false,
                });
                clashes.count()
            };
            let opponents = pairs.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
            let floaters = opponents
                .filter(|(own, other)| chosen.contains(own) && round.rounds_left >= 2 && teams[*other].was_floater)
                .count();
            let tops: Vec<u32> = sorted.iter().map(|(top, _)| *top).collect();
            let bottoms: Vec<u32> = sorted.iter().map(|(_, bottom)| *bottom).collect();
            (missed(false), missed(true), floaters, tops, bottoms)
        })?;
        pairs.extend(best.into_iter().map(|(a, b)| (a.min(b), a.max(b))));
        left.retain(|team| !bracket.contains(team));
    }
    Some((pairs, bye))
}

/// Compares the rounds of some tournaments with the search, and returns their number.
fn compare(seeds: std::ops::Range<u64>) -> usize {
    let mut compared = 0;
    for seed in seeds {
        play(seed, 8, |round, pairing| {
            let own = pairing.map(|pairing| {
                let pairs = pairing.pairs.iter().map(|pair| (pair.white.min(pair.black), pair.white.max(pair.black)));
                (pairs.collect(), pairing.bye)
            });
            assert_eq!(own, by_the_text(round), "seed {seed}, {} rounds left", round.rounds_left);
            compared += 1;
        });
    }
    compared
}

#[test]
fn pairs_are_those_of_a_search_through_all_by_the_text() {
    assert!(compare(0..400) > 1_000);
}

/// As many as for the numbers in docs/tournaments.md.
#[test]
#[ignore = "takes minutes without optimisation"]
fn pairs_of_many_tournaments_are_those_of_a_search() {
    println!("{} rounds", compare(1_000..101_000));
}

#[test]
fn no_pairing_breaks_an_absolute_rule() {
    for seed in 0..60 {
        play(seed, 40, |round, pairing| {
            let Some(pairing) = pairing else { return };
            let mut all: Vec<usize> = pairing.pairs.iter().flat_map(|pair| [pair.white, pair.black]).collect();
            all.extend(pairing.bye);
            all.sort_unstable();
            assert_eq!(all, round.present, "seed {seed}");
            assert!(pairing.pairs.iter().all(|pair| round.may_meet(pair.white, pair.black)), "seed {seed}");
            assert!(pairing.bye.is_none_or(|team| round.teams[team].may_have_bye), "seed {seed}");
        });
    }
}

/// Teams with scores in points, in the order of their numbers.
fn teams(scores: &[i32]) -> Vec<SwissTeam> {
    let team = |(number, score): (u32, &i32)| SwissTeam {
        number,
        score: Points::from_quarters(4 * score),
        may_have_bye: true,
        ..SwissTeam::default()
    };
    (1..).zip(scores).map(team).collect()
}

fn numbers(teams: &[SwissTeam], rounds_left: usize) -> Vec<(u32, u32)> {
    let present: Vec<usize> = (0..teams.len()).collect();
    let (initial, preferences) = (Color::White, ColorPreferences::TypeA);
    let round = TeamSwissRound { teams, present: &present, rounds_left, initial, preferences };
    let pairs = pair_teams(&round).expect("a pairing").pairs;
    pairs.iter().map(|pair| (teams[pair.white].number, teams[pair.black].number)).collect()
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower_one() {
    assert_eq!(numbers(&teams(&[0; 6]), 4), [(1, 4), (5, 2), (3, 6)]);
}

/// The weights of the criteria have room for as many scores as there can be.
#[test]
fn two_hundred_teams_of_any_scores_are_paired() {
    let distinct: Vec<i32> = (0..200).rev().collect();
    let half: Vec<i32> = (0..200).map(|team| if team < 100 { 100 } else { 99 - team / 2 }).collect();
    let thirds: Vec<i32> = (0..200).map(|team| if team < 67 { 100 } else { 99 - team / 3 }).collect();
    for scores in [distinct, half, thirds] {
        let mut teams = teams(&scores);
        // The teams of the top have all met, so that each of them needs an upfloater.
        for (at, team) in teams.iter_mut().enumerate().take(100) {
            team.met = (0..100).filter(|other| *other != at).collect();
        }
        assert_eq!(numbers(&teams, 4).len(), 100);
    }
}

/// C6: 2 would float up as the first one of its group, but 3 and 4, who have met, would then need upfloaters.
#[test]
fn upfloaters_are_chosen_for_the_next_bracket() {
    let mut teams = teams(&[2, 1, 1, 1, 0, 0]);
    teams[2].met.insert(3);
    teams[3].met.insert(2);
    let pairs: BTreeSet<(u32, u32)> = numbers(&teams, 4).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    assert_eq!(pairs, BTreeSet::from([(1, 3), (2, 4), (5, 6)]));
}

/// C7: the team that floated in the last round does not float up, except in the last two rounds.
#[test]
fn floaters_of_the_last_round_are_spared() {
    let mut teams = teams(&[2, 1, 1, 1]);
    teams[1].was_floater = true;
    let of = |pairs: Vec<(u32, u32)>| pairs.into_iter().any(|(a, b)| (a.min(b), a.max(b)) == (1, 2));
    assert!(!of(numbers(&teams, 2)));
    assert!(of(numbers(&teams, 1)));
}
