//! Formulas of FIDE's Rating Regulations (B.02, in force from 1 March 2024, article 8.3.1 as amended from 1 October 2025).

use crate::points::Points;
use crate::standings::conversion::{difference, expected};

/// Lowest rating of a list (article 7.1): those below it are unrated.
pub const FLOOR: u16 = 1400;

/// Highest initial rating (8.2.3).
pub const MAX_INITIAL: u16 = 2200;

/// Months within which results of an unrated player are pooled (7.1.4).
pub const POOL_MONTHS: u32 = 26;

/// Games against rated opponents that an initial rating needs (7.1.4).
pub(super) const MIN_INITIAL_GAMES: usize = 5;

/// Rating of the hypothetical opponents of an initial rating, and their number (8.2.2). Against each the player draws.
const HYPOTHETICAL_RATING: i64 = 1800;
const HYPOTHETICAL_OPPONENTS: i64 = 2;

/// Games after which a player is not new to the list (8.3.5).
const NEW_GAMES: u32 = 30;
/// Age at the end of whose year a player is not a junior (8.3.5).
const JUNIOR_AGE: u16 = 18;
/// Rating from which on a junior has no greater coefficient (8.3.5).
const JUNIOR_RATING: u16 = 2300;
/// Rating from which on the coefficient is the least for ever (8.3.5).
pub(super) const MASTER_RATING: u16 = 2400;
/// Bound of the coefficient times the number of games of a period (8.3.5).
const MAX_PRODUCT: u32 = 700;

/// Greatest difference that counts (8.3.1), and the rating from which on all do.
const MAX_DIFFERENCE: i32 = 400;
const UNBOUNDED_RATING: u16 = 2650;

/// Difference of a rating from that of an opponent as it counts for the player with the first one (8.3.1).
#[must_use]
pub fn rated_difference(own: u16, opponent: u16) -> i32 {
    let difference = i32::from(own) - i32::from(opponent);
    if own >= UNBOUNDED_RATING { difference } else { difference.clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE) }
}

/// Expected score by a difference of ratings, in hundredths (8.3.2, by the table 8.1.2).
#[must_use]
pub fn expected_score(difference: i32) -> u8 {
    u8::try_from(expected(i64::from(difference))).unwrap_or(u8::MAX)
}

/// Coefficient K of a player in a rating period (8.3.5): 40 for one who has completed fewer than 30 games, then 10 once the rating has
/// reached 2400, 40 until the end of the year of the 18th birthday while the rating is below 2300, and 20 otherwise; less if the period
/// has so many games that their product with it exceeds 700.
#[must_use]
pub fn coefficient(rating: u16, has_been_master: bool, games_before: u32, age: Option<u16>, games: usize) -> u8 {
    let is_junior = age.is_some_and(|age| age <= JUNIOR_AGE) && rating < JUNIOR_RATING;
    let coefficient: u8 = match () {
        () if games_before < NEW_GAMES => 40,
        () if has_been_master || rating >= MASTER_RATING => 10,
        () if is_junior => 40,
        () => 20,
    };
    let bound = MAX_PRODUCT / u32::try_from(games).unwrap_or(u32::MAX).max(1);
    coefficient.min(u8::try_from(bound).unwrap_or(u8::MAX))
}

/// Quotient rounded to the nearest whole number, halves away from zero: "0.5 is rounded up (whether the change is positive or negative)"
/// (8.3.6).
pub(super) fn rounded(dividend: i64, divisor: i64) -> i64 {
    let half = divisor / 2;
    if dividend < 0 { -((-dividend + half) / divisor) } else { (dividend + half) / divisor }
}

/// Initial rating by games against rated opponents and the points scored in them (8.2.2, 8.2.3), with the score in hundredths and the
/// difference that belongs to it (8.1.1). It may be below [`FLOOR`].
#[must_use]
pub fn initial_rating(opponents: &[u16], points: Points) -> (u16, u8, i32) {
    let count = i64::try_from(opponents.len()).unwrap_or(i64::MAX - HYPOTHETICAL_OPPONENTS) + HYPOTHETICAL_OPPONENTS;
    let sum: i64 = opponents.iter().map(|rating| i64::from(*rating)).sum();
    let sum = sum + HYPOTHETICAL_OPPONENTS * HYPOTHETICAL_RATING;
    // Quarters are 25 hundredths; the draws against the hypothetical opponents give a point.
    let hundredths = 25 * i64::from(points.quarters()) + 100 * HYPOTHETICAL_OPPONENTS / 2;
    let percentage = rounded(hundredths, count).clamp(0, 100);
    let difference = difference(percentage);
    let rating = rounded(sum + difference * count, count).clamp(0, i64::from(MAX_INITIAL));
    let small = |number: i64| u16::try_from(number).unwrap_or_default();
    (small(rating), u8::try_from(percentage).unwrap_or_default(), i32::try_from(difference).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_bounded_below_2650() {
        assert_eq!(rated_difference(2649, 2000), 400);
        assert_eq!(rated_difference(2000, 2650), -400);
        // From October 2025: nothing to gain from far weaker opponents.
        assert_eq!(rated_difference(2650, 2000), 650);
        assert_eq!(expected_score(rated_difference(2649, 2000)), 92);
        assert_eq!(expected_score(rated_difference(2650, 2000)), 99);
        assert_eq!(expected_score(rated_difference(2807, 1800)), 100);
    }

    #[test]
    fn coefficients_by_games_age_and_rating() {
        assert_eq!(coefficient(1800, false, 29, None, 9), 40, "new");
        assert_eq!(coefficient(1800, false, 30, None, 9), 20);
        assert_eq!(coefficient(1800, false, 30, Some(18), 9), 40, "until the end of the year of the 18th birthday");
        assert_eq!(coefficient(1800, false, 30, Some(19), 9), 20);
        assert_eq!(coefficient(2299, false, 30, Some(12), 9), 40);
        assert_eq!(coefficient(2300, false, 30, Some(12), 9), 20);
        assert_eq!(coefficient(2399, false, 30, None, 9), 20);
        assert_eq!(coefficient(2400, false, 30, None, 9), 10);
        assert_eq!(coefficient(2250, true, 30, Some(12), 9), 10, "for ever");
    }

    #[test]
    fn a_period_of_many_games_has_a_smaller_coefficient() {
        assert_eq!(coefficient(1800, false, 0, None, 17), 40, "680");
        assert_eq!(coefficient(1800, false, 0, None, 18), 38, "684");
        assert_eq!(coefficient(1800, false, 30, None, 35), 20, "700");
        assert_eq!(coefficient(1800, false, 30, None, 36), 19);
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        for (hundredths, expected) in [(1280, 13), (50, 1), (49, 0), (-50, -1), (-49, 0), (-150, -2), (0, 0)] {
            assert_eq!(rounded(hundredths, 100), expected, "{hundredths}");
        }
    }

    #[test]
    fn initial_ratings_count_two_draws_against_1800() {
        // 3 of 5 against an average of 1700: (5 * 1700 + 2 * 1800) / 7 = 1728.57, 4 of 7 is 57 per cent, 50 points more.
        let opponents = [1600, 1650, 1700, 1750, 1800];
        assert_eq!(initial_rating(&opponents, Points::from_quarters(12)), (1779, 57, 50));
        // All lost: 1 of 7 is 14 per cent, 309 points less than the average.
        assert_eq!(initial_rating(&opponents, Points::ZERO), (1420, 14, -309));
        // All won: 6 of 7 is 86 per cent.
        assert_eq!(initial_rating(&opponents, Points::from_quarters(20)), (2038, 86, 309));
        // At most 2200: (5 * 2300 + 3600) / 7 = 2157.1, and 309 more.
        assert_eq!(initial_rating(&[2300; 5], Points::from_quarters(20)), (2200, 86, 309));
    }
}
