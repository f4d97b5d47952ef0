//! Ratings of a list, tournament by tournament.

use serde::{Deserialize, Serialize};

use super::date::Date;
use super::formulas::{
    FLOOR, MASTER_RATING, MIN_INITIAL_GAMES, POOL_MONTHS, coefficient, expected_score, initial_rating,
    rated_difference, rounded,
};
use super::list::{EloEntry, EloTournament};
use crate::points::Points;

/// Rating of an entry after all tournaments of its list.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EloRating {
    /// Rating; `None` without one.
    pub rating: Option<u16>,
    /// Number of rated games, with those before the list.
    pub games: u32,
    /// Coefficient by which the next game would count in the year of the last tournament; `None` without a rating.
    pub k: Option<u8>,
    /// What each tournament that the entry played in has changed, in the order of the tournaments.
    pub changes: Vec<EloChange>,
}

/// How a tournament changed a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloChange {
    /// The place of the tournament among those of the list, from 0.
    pub tournament: u32,
    /// The rating before it; `None` without one.
    pub before: Option<u16>,
    /// The rating after it; `None` without one.
    pub after: Option<u16>,
    /// The games that were played.
    pub games: Vec<EloGameChange>,
    /// The coefficient K; `None` for a player who had no rating.
    pub k: Option<u8>,
    /// The sum of scores less expected scores, in hundredths; 0 for a player who had no rating.
    pub sum: i32,
    /// How the first rating comes about; `None` if there is none yet, or there was one before.
    pub initial: Option<EloInitial>,
}

/// Game of a rated tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloGameChange {
    /// The round, from 1.
    pub round: u32,
    /// The entry of the opponent.
    pub opponent: u32,
    /// The rating of the opponent before the tournament; `None` without one, and then the game does not count.
    pub rating: Option<u16>,
    /// The points, in quarters.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub points: Points,
    /// The difference of the ratings as it counts: at most 400 for a player below 2650. `None` unless both have a rating.
    pub difference: Option<i32>,
    /// The expected score, in hundredths; `None` unless both have a rating.
    pub expected: Option<u8>,
}

/// How a first rating comes about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloInitial {
    /// The ratings of the opponents, also of earlier tournaments, without the two hypothetical ones of 1800.
    pub opponents: Vec<u16>,
    /// The points against them, in quarters.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub points: Points,
    /// The score in hundredths, with the two draws against the hypothetical opponents.
    pub percentage: u8,
    /// The difference from the average of all opponents that belongs to the score.
    pub difference: i32,
    /// The rating that follows, at most 2200; below 1400 it is not given, and the results wait for further ones.
    pub rating: u16,
}

/// Entry between two tournaments.
struct Standing {
    rating: Option<u16>,
    games: u32,
    has_been_master: bool,
    birth: Option<u16>,
    /// Results of an unrated player against rated ones: day, opponent's rating, points.
    pool: Vec<(Date, u16, Points)>,
    changes: Vec<EloChange>,
}

/// Rates tournaments in their order, and returns the rating of every entry. Games that name no entry are left out.
#[must_use]
pub fn ratings(entries: &[Option<EloEntry>], tournaments: &[EloTournament]) -> Vec<EloRating> {
    let mut standings: Vec<Standing> = entries.iter().map(|entry| Standing::new(entry.as_ref())).collect();
    for (index, tournament) in (0..).zip(tournaments) {
        rate(&mut standings, index, tournament);
    }
    let year = tournaments.last().map(|tournament| tournament.date.year());
    standings.into_iter().map(|standing| standing.finish(year)).collect()
}

fn rate(standings: &mut [Standing], index: u32, tournament: &EloTournament) {
    let mut played: Vec<(usize, EloGameChange)> = Vec::with_capacity(2 * tournament.games.len());
    for game in &tournament.games {
        let (white, black) = (game.white as usize, game.black as usize);
        let is_known = white < standings.len() && black < standings.len() && white != black;
        if !game.result.is_played || !is_known {
            continue;
        }
        for (own, other, points) in [(white, black, game.result.white), (black, white, game.result.black)] {
            let rating = standings[other].rating;
            let difference = standings[own].rating.zip(rating).map(|(own, other)| rated_difference(own, other));
            let opponent = u32::try_from(other).unwrap_or(u32::MAX);
            let expected = difference.map(expected_score);
            played.push((own, EloGameChange { round: game.round, opponent, rating, points, difference, expected }));
        }
    }
    // All games are rated with the ratings before the tournament, which are in them.
    played.sort_by_key(|(own, game)| (*own, game.round));
    let mut rest = played.into_iter().peekable();
    while let Some((own, first)) = rest.next() {
        let mut games = vec![first];
        while let Some((_, game)) = rest.next_if(|(other, _)| *other == own) {
            games.push(game);
        }
        standings[own].play(index, tournament.date, games);
    }
}

impl Standing {
    fn new(entry: Option<&EloEntry>) -> Self {
        let rating = entry.and_then(|entry| entry.rating);
        Self {
            rating,
            games: entry.map_or(0, |entry| entry.games),
            has_been_master: rating.is_some_and(|rating| rating >= MASTER_RATING),
            birth: entry.and_then(|entry| entry.birth),
            pool: Vec::new(),
            changes: Vec::new(),
        }
    }

    fn age(&self, year: u16) -> Option<u16> {
        self.birth.map(|birth| year.saturating_sub(birth))
    }

    fn play(&mut self, tournament: u32, date: Date, games: Vec<EloGameChange>) {
        let before = self.rating;
        let (k, sum, initial) = match before {
            Some(rating) => {
                let (k, sum) = self.change(rating, date, &games);
                (Some(k), sum, None)
            }
            None => (None, 0, self.pool(date, &games)),
        };
        self.has_been_master |= self.rating.is_some_and(|rating| rating >= MASTER_RATING);
        self.changes.push(EloChange { tournament, before, after: self.rating, games, k, sum, initial });
    }

    /// Changes a rating (8.3). Players whose rating falls below the floor are unrated from then on (7.1).
    fn change(&mut self, rating: u16, date: Date, games: &[EloGameChange]) -> (u8, i32) {
        let counted = games.iter().filter_map(|game| Some((game.points, game.expected?)));
        let count = counted.clone().count();
        let sum: i32 = counted.map(|(points, expected)| 25 * points.quarters() - i32::from(expected)).sum();
        let k = coefficient(rating, self.has_been_master, self.games, self.age(date.year()), count);
        let after = i64::from(rating) + rounded(i64::from(k) * i64::from(sum), 100);
        self.games += u32::try_from(count).unwrap_or(u32::MAX);
        self.rating = u16::try_from(after).ok().filter(|after| *after >= FLOOR);
        (k, sum)
    }

    /// Adds the results of an unrated player to those before, and gives a rating if there are enough (7.1.4, 8.2). A first tournament
    /// without a point is disregarded (8.2.1).
    fn pool(&mut self, date: Date, games: &[EloGameChange]) -> Option<EloInitial> {
        let counted: Vec<_> = games.iter().filter_map(|game| Some((date, game.rating?, game.points))).collect();
        self.pool.retain(|(since, ..)| date.is_within_months(POOL_MONTHS, *since));
        let has_points = counted.iter().any(|(.., points)| *points > Points::ZERO);
        if self.pool.is_empty() && !has_points {
            return None;
        }
        self.pool.extend(counted);
        if self.pool.len() < MIN_INITIAL_GAMES {
            return None;
        }
        let opponents: Vec<u16> = self.pool.iter().map(|(_, rating, _)| *rating).collect();
        let points = self.pool.iter().map(|(.., points)| *points).sum();
        let (rating, percentage, difference) = initial_rating(&opponents, points);
        if rating >= FLOOR {
            self.rating = Some(rating);
            self.games += u32::try_from(opponents.len()).unwrap_or(u32::MAX);
            self.pool.clear();
        }
        Some(EloInitial { opponents, points, percentage, difference, rating })
    }

    fn finish(self, year: Option<u16>) -> EloRating {
        let age = year.and_then(|year| self.age(year));
        let k = self.rating.map(|rating| coefficient(rating, self.has_been_master, self.games, age, 1));
        EloRating { rating: self.rating, games: self.games, k, changes: self.changes }
    }
}
