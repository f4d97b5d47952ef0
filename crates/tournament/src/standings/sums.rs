//! Tie-breaks that count rounds or add up scores (articles 7 to 9).

use std::cmp::Ordering;

use saffron_rules::Color;

use super::tie_break::{Modifier, TieBreak, TieBreakKind};
use super::unplayed::{Contribution, sum};
use super::value::{Part, Value};
use super::{Tournament, ratings};
use crate::history::{Bye, History, Round};
use crate::points::Points;

/// Denominator of points.
const QUARTERS: i64 = 4;

fn quarters(points: Points) -> i64 {
    i64::from(points.quarters())
}

/// Values of a tie-break for all players, by their places.
pub(crate) fn values(tournament: &Tournament<'_>, tie_break: TieBreak) -> Vec<Value> {
    let places = 0..tournament.players.len();
    let TieBreak { kind, modifier } = tie_break;
    match kind {
        TieBreakKind::Buchholz => places.map(|player| buchholz(tournament, player, modifier)).collect(),
        TieBreakKind::ForeBuchholz => {
            let drawn: Vec<History> =
                tournament.players.iter().map(|player| with_last_drawn(tournament, player)).collect();
            let tournament = Tournament { players: &drawn, ..*tournament };
            places.map(|player| buchholz(&tournament, player, modifier)).collect()
        }
        TieBreakKind::AverageBuchholz => {
            let all: Vec<Value> = places.clone().map(|player| buchholz(tournament, player, Modifier::None)).collect();
            places.map(|player| average_of_opponents(tournament, player, &all)).collect()
        }
        TieBreakKind::SonnebornBerger => {
            let product = |each: &Contribution| quarters(each.score) * quarters(each.points);
            places
                .map(|player| sum(&tournament.contributions(player), modifier, product, QUARTERS * QUARTERS))
                .collect()
        }
        TieBreakKind::AverageRating
        | TieBreakKind::Performance
        | TieBreakKind::PerfectPerformance
        | TieBreakKind::AveragePerformance
        | TieBreakKind::AveragePerfectPerformance
        | TieBreakKind::Rating => ratings::values(tournament, tie_break),
        _ => places.map(|player| of_rounds(tournament, player, tie_break)).collect(),
    }
}

fn buchholz(tournament: &Tournament<'_>, player: usize, modifier: Modifier) -> Value {
    sum(&tournament.contributions(player), modifier, |each| quarters(each.score), QUARTERS)
}

/// History in which the game of the last round is drawn.
fn with_last_drawn(tournament: &Tournament<'_>, player: &History) -> History {
    let mut player = player.clone();
    if let Some(Round::Game { points, is_played, .. }) =
        tournament.rounds.checked_sub(1).and_then(|last| player.rounds.get_mut(last))
    {
        *points = tournament.points.draw;
        *is_played = true;
    }
    player
}

/// Average of the points of those whom a player has met over the board; 0 if there are none.
fn average_of_opponents(tournament: &Tournament<'_>, player: usize, values: &[Value]) -> Value {
    let part =
        |(round, opponent, _)| Part::of_game(round, opponent, Value::new(values[opponent].numerator(), QUARTERS));
    let parts: Vec<Part> = tournament.games(player).map(part).collect();
    let count = parts.len().max(1) as i64;
    Value::sum(parts, QUARTERS).divided_by(count)
}

/// Tie-breaks of a player's own rounds.
fn of_rounds(tournament: &Tournament<'_>, place: usize, tie_break: TieBreak) -> Value {
    let player = &tournament.players[place];
    let rounds = tournament.rounds_of(player);
    let Tournament { points: system, .. } = tournament;
    let count =
        |is_counted: &dyn Fn(&Round) -> bool| Value::whole(rounds.iter().filter(|round| is_counted(round)).count());
    let is_won = |round: &Round| round.played().is_some() && round.points() >= system.win;
    let is_black = |round: &Round| round.played().is_some_and(|(_, color)| color == Color::Black);
    match tie_break.kind {
        // In a round robin, forfeit wins are games; a loss by forfeit is not.
        TieBreakKind::Wins => count(&|round| round.points() >= system.win),
        TieBreakKind::GamesWon => count(&is_won),
        TieBreakKind::BlackGames => count(&is_black),
        TieBreakKind::BlackWins => count(&|round| is_won(round) && is_black(round)),
        TieBreakKind::ElectedRounds => count(&|round| match round {
            Round::Game { is_played, points, .. } => *is_played || *points >= system.win,
            Round::Bye(bye, _) => matches!(bye, Bye::Allocated | Bye::Full),
        }),
        TieBreakKind::StandardPoints => {
            let halves = rounds.iter().enumerate().map(|(round, entry)| {
                let other = match entry {
                    Round::Game { opponent, .. } => tournament.players[*opponent].round(round).points(),
                    Round::Bye(..) => system.draw,
                };
                match entry.points().cmp(&other) {
                    Ordering::Greater => 2,
                    Ordering::Equal => 1,
                    Ordering::Less => 0,
                }
            });
            Value::new(halves.sum(), 2)
        }
        TieBreakKind::PairingNumber => Value::new(i64::from(player.number), 1),
        TieBreakKind::Progressive => progressive(tournament, player, tie_break.modifier),
        TieBreakKind::Koya => {
            let has_half = |other: usize| {
                let games = tournament.rounds_of(&tournament.players[other]).len() - free_rounds(tournament, other);
                2 * quarters(tournament.players[other].score(tournament.rounds)) >= games as i64 * quarters(system.win)
            };
            let parts = rounds.iter().enumerate().filter_map(|(round, entry)| match entry {
                Round::Game { opponent, points, .. } if has_half(*opponent) => {
                    let value = Value::new(quarters(*points), QUARTERS);
                    Some(Part::of_game(round, *opponent, value))
                }
                _ => None,
            });
            Value::sum(parts.collect(), QUARTERS)
        }
        _ => Value::whole(0),
    }
}

/// Rounds of a round robin in which a player has no opponent, since the number of players is odd.
fn free_rounds(tournament: &Tournament<'_>, player: usize) -> usize {
    let rounds = tournament.rounds_of(&tournament.players[player]);
    if tournament.is_round_robin { rounds.iter().filter(|round| matches!(round, Round::Bye(..))).count() } else { 0 }
}

/// Sum of the scores after each round; the first ones are the least significant.
fn progressive(tournament: &Tournament<'_>, player: &History, modifier: Modifier) -> Value {
    let (least, most) = modifier.cuts();
    let parts = (0..tournament.rounds).map(|round| Part {
        round,
        opponent: None,
        value: Value::new(quarters(player.score(round + 1)), QUARTERS),
        is_cut: round < least || round + most >= tournament.rounds,
        is_dummy: false,
    });
    Value::sum(parts.collect(), QUARTERS)
}
