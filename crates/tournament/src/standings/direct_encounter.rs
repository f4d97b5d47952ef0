//! Direct encounter (article 6): the games of tied players against each other.

use super::Tournament;
use super::value::Value;
use crate::history::Round;

/// Ranks from 1 within each group of tied players, by the places of the players.
pub(crate) fn values(tournament: &Tournament<'_>, groups: &[Vec<usize>]) -> Vec<Value> {
    let mut values = vec![Value::whole(1); tournament.players.len()];
    for group in groups {
        let mut rank = 1;
        for tied in resolve(tournament, group.clone()) {
            for &player in &tied {
                values[player] = Value::whole(rank);
            }
            rank += tied.len();
        }
    }
    values
}

/// Result of the games of a pair for the first one: quarters and their number; `None` if they have not met.
fn encounter(tournament: &Tournament<'_>, a: usize, b: usize) -> Option<(i64, i64)> {
    let rounds = tournament.rounds_of(&tournament.players[a]);
    let games = rounds.iter().filter_map(|round| match round {
        Round::Game { opponent, points, is_played, .. }
            if *opponent == b && (*is_played || tournament.is_round_robin) =>
        {
            Some(i64::from(points.quarters()))
        }
        _ => None,
    });
    let (sum, count) = games.fold((0, 0), |(sum, count), points| (sum + points, count + 1));
    (count > 0).then_some((sum, count))
}

/// Groups of players who stay tied, the best first.
pub(crate) fn resolve(tournament: &Tournament<'_>, tied: Vec<usize>) -> Vec<Vec<usize>> {
    if tied.len() < 2 {
        return vec![tied];
    }
    // Pairs that met more than once count their average: all sums are in parts of the least common multiple of the counts.
    let count = |a: usize, b: usize| encounter(tournament, a, b).map_or(1, |(_, count)| count);
    let pairs = tied.iter().flat_map(|&a| tied.iter().map(move |&b| (a, b))).filter(|(a, b)| a != b);
    let scale = pairs.fold(1, |scale, (a, b)| least_common_multiple(scale, count(a, b)));
    let win = i64::from(tournament.points.win.quarters()) * scale;
    // Score against the others, and what missing games could add.
    let scores: Vec<(i64, i64)> = tied
        .iter()
        .map(|&player| {
            let others = tied.iter().filter(|other| **other != player);
            others.fold((0, 0), |(sum, missing), &other| match encounter(tournament, player, other) {
                Some((points, count)) => (sum + points * scale / count, missing),
                None => (sum, missing + win),
            })
        })
        .collect();
    if scores.iter().all(|(_, missing)| *missing == 0) {
        return by_scores(tournament, &tied, &scores);
    }
    if tournament.is_round_robin {
        return vec![tied];
    }
    // Players who are alone at the top whatever the missing games give.
    let mut left: Vec<usize> = (0..tied.len()).collect();
    let mut first = Vec::new();
    while let Some(&top) = left.iter().max_by_key(|at| scores[**at].0) {
        let others = left.iter().filter(|at| **at != top);
        let best = others.map(|at| scores[*at].0 + scores[*at].1).max();
        if best.is_some_and(|best| best >= scores[top].0) {
            break;
        }
        first.push(vec![tied[top]]);
        left.retain(|at| *at != top);
    }
    let rest: Vec<usize> = left.into_iter().map(|at| tied[at]).collect();
    if first.is_empty() {
        return vec![rest];
    }
    if !rest.is_empty() {
        first.extend(resolve(tournament, rest));
    }
    first
}

/// Groups by scores, each resolved by itself if it is smaller than the whole.
fn by_scores(tournament: &Tournament<'_>, tied: &[usize], scores: &[(i64, i64)]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..tied.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(scores[*at].0));
    let mut all = Vec::new();
    for group in order.chunk_by(|a, b| scores[*a].0 == scores[*b].0) {
        let players: Vec<usize> = group.iter().map(|at| tied[*at]).collect();
        if players.len() == tied.len() {
            return vec![players];
        }
        all.extend(resolve(tournament, players));
    }
    all
}

fn least_common_multiple(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
