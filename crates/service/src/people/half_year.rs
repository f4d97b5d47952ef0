//! Figures of an account's half year, from its games.

use std::collections::HashMap;
use std::hash::Hash;

use saffron_live::{DAY, Millis};
use saffron_store::AccountId;
use saffron_store::games::{Outcome, PlayedGame};

/// Weeks of a half year, the current one included.
const WEEKS: i64 = 26;

/// Days since 1 January 1970, a Thursday.
fn day_of(at: Millis) -> i64 {
    at.div_euclid(DAY)
}

/// Beginning of the half year: the Monday of the week 25 weeks before the current one.
pub(super) fn begins(now: Millis) -> Millis {
    let today = day_of(now);
    let monday = today - (today + 3).rem_euclid(7);
    (monday - 7 * (WEEKS - 1)) * DAY
}

/// Number of games on each day from the beginning of the half year to today. Earlier and later games are left out.
pub(super) fn days(games: &[PlayedGame], now: Millis) -> Vec<u32> {
    let first = day_of(begins(now));
    let length = usize::try_from(day_of(now) - first + 1).unwrap_or(0);
    let mut days = vec![0; length];
    for game in games {
        let index = usize::try_from(day_of(game.created_at) - first).ok();
        if let Some(count) = index.and_then(|index| days.get_mut(index)) {
            *count += 1;
        }
    }
    days
}

/// Greatest number of consecutive days with a game.
pub(super) fn longest_streak(days: &[u32]) -> usize {
    days.split(|count| *count == 0).map(<[u32]>::len).max().unwrap_or(0)
}

/// Number of games that ended in a way.
pub(super) fn count(games: &[PlayedGame], outcome: Outcome) -> usize {
    games.iter().filter(|game| game.outcome == outcome).count()
}

/// Variants by the number of games, the most played first.
pub(super) fn variants(games: &[PlayedGame]) -> Vec<(&str, u32)> {
    counted(games.iter().map(|game| game.variant.as_str()))
}

/// First moves with White in the games of a variant, the most frequent first.
pub(super) fn first_moves<'a>(games: &'a [PlayedGame], variant: &str) -> Vec<(&'a str, u32)> {
    let with_white = games.iter().filter(|game| game.white && game.variant == variant);
    counted(with_white.filter_map(|game| game.first_move.as_deref()))
}

/// Opponents by the number of games, the most frequent first. The account itself is left out.
pub(super) fn opponents(games: &[PlayedGame], account: AccountId) -> Vec<(AccountId, u32)> {
    counted(games.iter().filter_map(|game| game.opponent).filter(|opponent| *opponent != account))
}

/// Different values with their counts, the largest first; among equals the one that came first.
fn counted<T: Eq + Hash + Copy>(values: impl Iterator<Item = T>) -> Vec<(T, u32)> {
    let mut indices = HashMap::new();
    let mut counts: Vec<(T, u32)> = Vec::new();
    for value in values {
        let index = *indices.entry(value).or_insert(counts.len());
        match counts.get_mut(index) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::{date_and_time, day};

    fn at(date: &str) -> Millis {
        day(date).expect("a day")
    }

    fn game(created_at: Millis) -> PlayedGame {
        PlayedGame {
            created_at,
            variant: "shafran".to_owned(),
            white: true,
            opponent: Some(AccountId::from_random(2)),
            outcome: Outcome::Won,
            first_move: Some("e2e5".to_owned()),
        }
    }

    #[test]
    fn a_half_year_is_26_weeks_from_a_monday() {
        // The 23rd of November 2026 is a Monday.
        for (today, first, length) in [
            ("2026-11-23", "2026-06-01", 176),
            ("2026-11-24", "2026-06-01", 177),
            ("2026-11-29", "2026-06-01", 182),
            ("2026-11-30", "2026-06-08", 176),
            ("1970-01-01", "1969-07-07", 179),
        ] {
            for now in [at(today), at(today) + DAY - 1] {
                assert_eq!(date_and_time(begins(now)).0, first, "{today}");
                assert_eq!(days(&[], now).len(), length, "{today}");
            }
        }
    }

    #[test]
    fn games_count_on_their_day_in_utc() {
        let now = at("2026-11-24") + 5;
        let from = begins(now);
        let games = [from - 1, from, from + DAY - 1, from + DAY, now, now + DAY].map(game);
        let days = days(&games, now);
        assert_eq!((days[0], days[1], days[176]), (2, 1, 1));
        assert_eq!(days.iter().sum::<u32>(), 4);
    }

    #[test]
    fn a_streak_ends_with_a_day_without_a_game() {
        for (days, longest) in [
            (&[][..], 0),
            (&[0, 0], 0),
            (&[1], 1),
            (&[1, 2, 0, 1], 2),
            (&[1, 0, 3, 1, 9], 3),
            (&[0, 1, 1, 1, 1, 0, 1, 1], 4),
        ] {
            assert_eq!(longest_streak(days), longest, "{days:?}");
        }
    }

    #[test]
    fn the_most_frequent_come_first_and_the_latest_of_equals() {
        let [one, two] = [1, 2].map(AccountId::from_random);
        let mut games: Vec<PlayedGame> = (0..6).map(game).collect();
        games[0].variant = "glinski".to_owned();
        games[1].first_move = Some("d2d4".to_owned());
        games[2].first_move = None;
        games[3].white = false;
        games[3].outcome = Outcome::Drawn;
        games[4].opponent = Some(one);
        games[5].opponent = None;
        assert_eq!(variants(&games), [("shafran", 5), ("glinski", 1)]);
        assert_eq!(first_moves(&games, "shafran"), [("e2e5", 2), ("d2d4", 1)]);
        assert_eq!(first_moves(&games, "brusky"), []);
        assert_eq!(opponents(&games, one), [(two, 4)]);
        assert_eq!((count(&games, Outcome::Won), count(&games, Outcome::Lost)), (5, 0));
        games.truncate(2);
        assert_eq!(variants(&games), [("glinski", 1), ("shafran", 1)]);
    }
}
