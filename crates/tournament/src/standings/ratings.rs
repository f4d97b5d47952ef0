//! Tie-breaks by ratings (article 10). Opponents without a rating do not count.

use super::Tournament;
use super::conversion::{difference, expected};
use super::tie_break::{Modifier, TieBreak, TieBreakKind};
use super::value::{Part, Value, rounded};
use crate::points::Points;

/// Game over the board against a rated opponent.
struct Rated {
    round: usize,
    opponent: usize,
    rating: i64,
    points: Points,
}

/// Values for all players; 0 for those without a rated opponent.
pub(super) fn values(tournament: &Tournament<'_>, TieBreak { kind, modifier }: TieBreak) -> Vec<Value> {
    let places = 0..tournament.players.len();
    let all = |of: &dyn Fn(&[Rated]) -> Option<i64>| -> Vec<Option<i64>> {
        places.clone().map(|player| of(&rated_games(tournament, player))).collect()
    };
    let performance = |games: &[Rated]| performance(tournament, games);
    let perfect = |games: &[Rated]| perfect_performance(tournament, games);
    match kind {
        TieBreakKind::AverageRating => {
            places.map(|player| average_rating(&rated_games(tournament, player), modifier)).collect()
        }
        TieBreakKind::Performance => all(&performance).into_iter().map(of_rating).collect(),
        TieBreakKind::PerfectPerformance => all(&perfect).into_iter().map(of_rating).collect(),
        TieBreakKind::AveragePerformance => averages(tournament, &all(&performance)),
        TieBreakKind::AveragePerfectPerformance => averages(tournament, &all(&perfect)),
        _ => places.map(|player| of_rating(rating(tournament, player))).collect(),
    }
}

fn of_rating(rating: Option<i64>) -> Value {
    Value::new(rating.unwrap_or(0), 1)
}

fn rating(tournament: &Tournament<'_>, player: usize) -> Option<i64> {
    tournament.ratings.get(player).copied().flatten().map(i64::from)
}

fn rated_games(tournament: &Tournament<'_>, player: usize) -> Vec<Rated> {
    let rated =
        |(round, opponent, points)| Some(Rated { round, opponent, rating: rating(tournament, opponent)?, points });
    tournament.games(player).filter_map(rated).collect()
}

fn average_rating(games: &[Rated], modifier: Modifier) -> Value {
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|at| games[*at].rating);
    let (least, most) = modifier.cuts();
    let mut parts: Vec<Part> =
        games.iter().map(|game| Part::of_game(game.round, game.opponent, Value::new(game.rating, 1))).collect();
    for (place, at) in order.into_iter().enumerate() {
        parts[at].is_cut = place < least || place + most >= games.len();
    }
    Value::rounded_average(parts)
}

/// Score of games in hundredths of a game, times their number.
fn hundredths(tournament: &Tournament<'_>, games: &[Rated]) -> (i64, i64) {
    let points: Points = games.iter().map(|game| game.points).sum();
    (100 * i64::from(points.quarters()), i64::from(tournament.points.win.quarters()).max(1))
}

fn performance(tournament: &Tournament<'_>, games: &[Rated]) -> Option<i64> {
    let count = i64::try_from(games.len()).ok().filter(|count| *count > 0)?;
    let average = rounded(games.iter().map(|game| game.rating).sum(), count);
    let (score, win) = hundredths(tournament, games);
    Some(average + difference(rounded(score, win * count).clamp(0, 100)))
}

/// Lowest rating whose expected score is at least the score.
fn perfect_performance(tournament: &Tournament<'_>, games: &[Rated]) -> Option<i64> {
    let lowest = games.iter().map(|game| game.rating).min()?;
    let highest = games.iter().map(|game| game.rating).max()?;
    let (score, win) = hundredths(tournament, games);
    if score <= 0 {
        return Some(lowest - 800);
    }
    let is_enough = |own: i64| games.iter().map(|game| expected(own - game.rating)).sum::<i64>() * win >= score;
    let (mut below, mut enough) = (lowest - 800, highest + 800);
    while enough - below > 1 {
        let middle = below.midpoint(enough);
        if is_enough(middle) { enough = middle } else { below = middle }
    }
    Some(enough)
}

/// Rounded averages of the opponents' ratings of this kind.
fn averages(tournament: &Tournament<'_>, of_players: &[Option<i64>]) -> Vec<Value> {
    let average = |player: usize| {
        let part = |(round, opponent, _)| Some(Part::of_game(round, opponent, Value::new(of_players[opponent]?, 1)));
        Value::rounded_average(tournament.games(player).filter_map(part).collect())
    };
    (0..tournament.players.len()).map(average).collect()
}
