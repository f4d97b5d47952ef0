//! Elo list of a club: ratings by FIDE's formulas, computed from tournaments over the board.
//!
//! The formulas are those of FIDE's Rating Regulations (Handbook B.02, in force from 1 March 2024) with the amendment of article 8.3.1
//! in force from 1 October 2025, by which the bound of 400 points no longer holds for players rated 2650 or more. Each tournament is a
//! rating period of its own, rated with the ratings before it; tournaments follow one another by the dates of their ends. Only games
//! played over the board against rated opponents count.
//!
//! ```
//! use saffron_tournament::elo::{EloEntry, EloGame, EloTournament, ratings};
//!
//! let entry = |name: &str, rating| EloEntry { name: name.into(), rating: Some(rating), games: 30, ..EloEntry::default() };
//! let entries = [Some(entry("Anna", 1800)), Some(entry("Béla", 1900))];
//! let game = EloGame { round: 1, white: 0, black: 1, result: "1-0".parse()? };
//! let tournament = EloTournament { games: vec![game], ..EloTournament::new("Spring", "2026-04-12".parse()?) };
//! let ratings = ratings(&entries, &[tournament]);
//! // A win against 100 points more: 20 * (1 - 0.36) = 12.8.
//! assert_eq!(ratings[0].rating, Some(1813));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compute;
mod date;
mod formulas;
mod list;
mod rated;

pub use compute::{EloChange, EloGameChange, EloInitial, EloRating, ratings};
pub use date::{Date, DateError};
pub use formulas::{FLOOR, MAX_INITIAL, POOL_MONTHS, coefficient, expected_score, initial_rating, rated_difference};
pub use list::{
    EloCommand, EloEntry, EloGame, EloList, EloMatch, EloSettings, EloTournament, MAX_DESCRIPTION, MAX_ELO_ENTRIES,
    MAX_ELO_GAMES, MAX_ELO_RATING, MAX_ELO_TOURNAMENTS,
};
pub use rated::{RatedTournament, team_player};
