//! Rating of one game between two players.

use crate::bounds;
use crate::error::RatingError;
use crate::period::{PeriodGame, TAU, update};
use crate::rating::Rating;

/// Returns the ratings of both players after a game, White's first.
///
/// `white` and `black` are the ratings right after each player's last rated game, and the idle days are the time
/// since then, 0 for a first game; negative values count as 0. `white_quarters` is White's score in quarter points, 0 to
/// 4; Black has the rest. The [crate page](crate#the-method) describes the steps.
///
/// # Errors
///
/// [`RatingError::Score`] for more than 4 quarter points, [`RatingError::Rating`] for a rating that [`Rating::check`]
/// refuses.
pub fn rate(
    white: Rating,
    black: Rating,
    white_quarters: u8,
    white_idle_days: f64,
    black_idle_days: f64,
) -> Result<(Rating, Rating), RatingError> {
    let Some(black_quarters) = 4_u8.checked_sub(white_quarters) else {
        return Err(RatingError::Score(white_quarters));
    };
    let white = white.check()?.bounded().after_idle(white_idle_days);
    let black = black.check()?.bounded().after_idle(black_idle_days);
    Ok((against(white, black, white_quarters)?, against(black, white, black_quarters)?))
}

/// Returns the player's rating after one game in which no time passes.
fn against(player: Rating, opponent: Rating, quarters: u8) -> Result<Rating, RatingError> {
    let after = update(player, &[PeriodGame { opponent, quarters }], TAU, 0.0)?;
    let value = after.value.clamp(player.value - bounds::CHANGE, player.value + bounds::CHANGE);
    Ok(Rating { value, ..after }.bounded())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rating::PERIODS_PER_DAY;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() <= 1e-9 * left.abs().max(right.abs()).max(1.0)
    }

    #[test]
    fn the_first_game_of_lichess() {
        let new = Rating::provisional();
        let (white, black) = rate(new, new, 4, 0.0, 0.0).unwrap();
        assert_eq!((white.value.floor(), black.value.floor()), (1741.0, 1258.0));
        assert_eq!((white.deviation.floor(), black.deviation.floor()), (396.0, 396.0));
        assert!((white.volatility - 0.089_998_3).abs() < 1e-7);
    }

    #[test]
    fn an_upset_changes_700_points_at_most() {
        let new = Rating::provisional();
        let champion = Rating { value: 3500.0, deviation: 45.0, volatility: 0.06 };
        let (white, _) = rate(new, champion, 4, 0.0, 0.0).unwrap();
        assert_eq!(white.value, 2200.0);
        let favourite = Rating { value: 3500.0, ..new };
        let (white, _) = rate(favourite, Rating { value: 1500.0, ..champion }, 0, 0.0, 0.0).unwrap();
        assert_eq!(white.value, 2800.0);
    }

    #[test]
    fn values_end_at_400_and_4000() {
        let top = Rating { value: 4000.0, deviation: 300.0, volatility: 0.1 };
        let bottom = Rating { value: 400.0, ..top };
        assert_eq!(rate(top, top, 4, 0.0, 0.0).unwrap().0.value, 4000.0);
        assert_eq!(rate(bottom, bottom, 4, 0.0, 0.0).unwrap().1.value, 400.0);
    }

    #[test]
    fn ratings_beyond_the_bounds_are_clamped() {
        let other = Rating::provisional();
        let beyond = Rating { value: 300.0, deviation: 30.0, volatility: 0.5 };
        let bound = Rating { value: 400.0, deviation: 45.0, volatility: 0.1 };
        assert_eq!(rate(beyond, other, 2, 0.0, 0.0), rate(bound, other, 2, 0.0, 0.0));
        assert_eq!(rate(other, beyond, 2, 0.0, 0.0), rate(other, bound, 2, 0.0, 0.0));
    }

    #[test]
    fn bad_input_is_refused() {
        let new = Rating::provisional();
        let wrong = Rating { value: f64::INFINITY, ..new };
        let refused = RatingError::Rating { value: f64::INFINITY, deviation: 500.0, volatility: 0.09 };
        assert_eq!(rate(new, new, 5, 0.0, 0.0), Err(RatingError::Score(5)));
        assert_eq!(rate(new, new, 255, 0.0, 0.0), Err(RatingError::Score(255)));
        assert_eq!(rate(wrong, new, 2, 0.0, 0.0), Err(refused));
        assert_eq!(rate(new, wrong, 2, 0.0, 0.0), Err(refused));
    }

    #[test]
    fn many_games_settle_on_the_difference_of_strength() {
        // White scores 3 of 4 points throughout: 400 log10 3 = 191 points of difference.
        let (mut white, mut black) = (Rating::provisional(), Rating::provisional());
        for _ in 0..500 {
            (white, black) = rate(white, black, 3, 0.1, 0.1).unwrap();
        }
        assert!((white.value - black.value - 191.0).abs() < 5.0, "{white:?} {black:?}");
        assert_eq!(white.deviation, 45.0);
        assert!(!white.is_provisional());
    }

    fn bounded_rating() -> impl Strategy<Value = Rating> {
        let value = prop_oneof![1 => Just(400.0), 1 => Just(4000.0), 4 => 400.0..4000.0, 4 => 1200.0..2200.0];
        let deviation = prop_oneof![1 => Just(45.0), 1 => Just(500.0), 4 => 45.0..500.0];
        let volatility = prop_oneof![1 => Just(0.0001), 1 => Just(0.1), 4 => 0.03..0.1];
        (value, deviation, volatility).prop_map(|(value, deviation, volatility)| Rating {
            value,
            deviation,
            volatility,
        })
    }

    fn days() -> impl Strategy<Value = f64> {
        prop_oneof![Just(0.0), Just(-3.0), Just(f64::INFINITY), 0.0..2000.0, 0.0..1.0]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn ratings_stay_within_the_bounds(
            white in bounded_rating(), black in bounded_rating(), quarters in 0_u8..=4,
            w_days in days(), b_days in days(),
        ) {
            let (white_after, black_after) = rate(white, black, quarters, w_days, b_days).unwrap();
            for (before, after) in [(white, white_after), (black, black_after)] {
                prop_assert!(bounds::VALUE.contains(&after.value), "{after:?}");
                prop_assert!(bounds::DEVIATION.contains(&after.deviation), "{after:?}");
                prop_assert!(bounds::VOLATILITY.contains(&after.volatility), "{after:?}");
                prop_assert!((after.value - before.value).abs() <= bounds::CHANGE + 1e-9, "{after:?}");
                prop_assert_eq!(after.check(), Ok(after));
            }
        }

        #[test]
        fn a_better_score_is_a_better_rating(
            white in bounded_rating(), black in bounded_rating(), w_days in days(), b_days in days(),
        ) {
            let scores = [0, 1, 2, 3, 4].map(|quarters| rate(white, black, quarters, w_days, b_days).unwrap());
            for pair in scores.windows(2) {
                let ((white_worse, black_better), (white_better, black_worse)) = (pair[0], pair[1]);
                prop_assert!(white_worse.value <= white_better.value);
                prop_assert!(black_worse.value <= black_better.value);
                // The deviation after a game does not depend on its result, because no time passes in it.
                prop_assert!(close(white_worse.deviation, white_better.deviation));
            }
        }

        #[test]
        fn quarter_points_are_evenly_spaced(
            white in (1000.0..2000.0, 45.0..200.0, 0.03..0.1), black in (1000.0..2000.0, 45.0..200.0, 0.03..0.1),
        ) {
            let [white, black] = [white, black]
                .map(|(value, deviation, volatility)| Rating { value, deviation, volatility });
            let values = [0, 1, 2, 3, 4].map(|quarters| rate(white, black, quarters, 0.0, 0.0).unwrap().0.value);
            for triple in values.windows(3) {
                prop_assert!(triple[0] < triple[1] && triple[1] < triple[2], "{values:?}");
                prop_assert!(close(triple[1] - triple[0], triple[2] - triple[1]), "{values:?}");
            }
        }

        #[test]
        fn colours_do_not_matter(
            white in bounded_rating(), black in bounded_rating(), quarters in 0_u8..=4,
            w_days in days(), b_days in days(),
        ) {
            let (one, other) = rate(white, black, quarters, w_days, b_days).unwrap();
            prop_assert_eq!(rate(black, white, 4 - quarters, b_days, w_days), Ok((other, one)));
        }

        #[test]
        fn equal_players_win_and_lose_the_same(
            player in (1200.0..3000.0, 45.0..300.0, 0.03..0.1), quarters in 0_u8..=4,
        ) {
            let player = Rating { value: player.0, deviation: player.1, volatility: player.2 };
            let (white, black) = rate(player, player, quarters, 0.0, 0.0).unwrap();
            prop_assert!(close(white.value - player.value, player.value - black.value));
            prop_assert!(close(white.deviation, black.deviation));
        }

        #[test]
        fn a_game_makes_the_deviation_smaller(
            white in bounded_rating(), black in bounded_rating(), quarters in 0_u8..=4,
        ) {
            prop_assert!(rate(white, black, quarters, 0.0, 0.0).unwrap().0.deviation <= white.deviation);
        }

        #[test]
        fn idle_times_add_up(rating in bounded_rating(), first in 0.0..400.0, second in 0.0..400.0) {
            let apart = rating.after_idle(first).after_idle(second);
            let together = rating.after_idle(first + second);
            prop_assert!(close(apart.deviation, together.deviation), "{apart:?} {together:?}");
            prop_assert!(together.deviation >= rating.deviation);
            prop_assert_eq!((together.value, together.volatility), (rating.value, rating.volatility));
        }

        #[test]
        fn idle_days_are_those_of_after_idle(
            white in bounded_rating(), black in bounded_rating(), quarters in 0_u8..=4,
            w_days in 0.0..400.0, b_days in 0.0..400.0,
        ) {
            prop_assert_eq!(
                rate(white, black, quarters, w_days, b_days),
                rate(white.after_idle(w_days), black.after_idle(b_days), quarters, 0.0, 0.0)
            );
        }
    }

    #[test]
    fn one_period_of_idle_time_is_step_6_of_the_paper() {
        let rating = Rating { value: 1500.0, deviation: 200.0, volatility: 0.06 };
        let whole = crate::rate_period(rating, &[], TAU).unwrap();
        assert!(close(rating.after_idle(1.0 / PERIODS_PER_DAY).deviation, whole.deviation));
    }
}
