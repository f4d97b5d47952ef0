//! Choice of the puzzles of a contest.

use std::collections::HashSet;

use saffron_protocol::contests::RoundRequest;
use saffron_protocol::error::ErrorCode;
use saffron_puzzles::{Puzzle, Theme, text};

use super::Lines;
use crate::random::Random;

/// Chooses the puzzles of all rounds at random and returns their lines, none of them twice, from easy to hard in each round.
///
/// # Errors
/// `InvalidField` with the number of the round, from 0, if its theme is unknown or there are too few puzzles for it.
pub(super) fn choose(puzzles: &[Puzzle], requests: &[RoundRequest], random: &Random) -> Result<Lines, ErrorCode> {
    let mut taken: HashSet<usize> = HashSet::new();
    let mut rounds = Vec::new();
    for (number, request) in requests.iter().enumerate() {
        let invalid = |field: &str| ErrorCode::InvalidField { field: format!("rounds.{number}.{field}") };
        let theme = match &request.theme {
            None => None,
            Some(id) => Some(Theme::by_id(id).ok_or_else(|| invalid("theme"))?),
        };
        let suits = |puzzle: &Puzzle| {
            let in_range = puzzle.rating.is_some_and(|rating| (request.least..=request.most).contains(&rating));
            in_range && theme.is_none_or(|theme| puzzle.themes.contains(theme))
        };
        let mut open: Vec<usize> =
            (0..puzzles.len()).filter(|index| !taken.contains(index) && suits(&puzzles[*index])).collect();
        let mut chosen = Vec::new();
        for _ in 0..request.puzzles {
            if open.is_empty() {
                return Err(invalid("puzzles"));
            }
            chosen.push(open.swap_remove(random.below(open.len())));
        }
        chosen.sort_by_key(|index| (puzzles[*index].rating, *index));
        taken.extend(&chosen);
        rounds.push(chosen.iter().map(|index| text::write_line(&puzzles[*index])).collect());
    }
    Ok(rounds)
}

#[cfg(test)]
mod tests {
    use saffron_puzzles::shipped;
    use saffron_rules::Variant;

    use super::*;

    fn request(puzzles: u32, theme: Option<&str>, (least, most): (u32, u32)) -> RoundRequest {
        RoundRequest { puzzles, minutes: 10, theme: theme.map(str::to_owned), least, most }
    }

    #[test]
    fn a_round_has_puzzles_of_its_kind_and_none_comes_twice() {
        let all = shipped(Variant::by_id("shafran").expect("a variant"));
        let requests = [request(20, Some("fork"), (600, 1500)), request(20, Some("fork"), (600, 1500))];
        let rounds = choose(&all, &requests, &Random::from_seed(1)).expect("enough puzzles");
        let mut seen = HashSet::new();
        for round in &rounds {
            let puzzles: Vec<Puzzle> =
                round.iter().map(|line| text::read_line(line, None).expect("a puzzle")).collect();
            assert_eq!(puzzles.len(), 20);
            assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.rating), "from easy to hard");
            for puzzle in puzzles {
                assert!((600..=1500).contains(&puzzle.rating.expect("a rating")));
                assert!(puzzle.themes.contains(Theme::by_id("fork").expect("a theme")));
                assert!(seen.insert(puzzle.id()), "{} comes twice", puzzle.id());
            }
        }
        let others = choose(&all, &requests, &Random::from_seed(2)).expect("enough puzzles");
        assert_ne!(others[0], rounds[0]);
    }

    #[test]
    fn a_round_without_enough_puzzles_is_named() {
        let all = &shipped(Variant::by_id("shafran").expect("a variant"))[..5];
        let refused = |requests: &[RoundRequest]| match choose(all, requests, &Random::from_seed(1)) {
            Err(ErrorCode::InvalidField { field }) => field,
            other => panic!("{other:?}"),
        };
        let any = |puzzles| request(puzzles, None, (0, 4000));
        assert_eq!(refused(&[any(3), any(3)]), "rounds.1.puzzles");
        assert_eq!(refused(&[request(1, Some("nothing"), (0, 4000))]), "rounds.0.theme");
        assert_eq!(refused(&[request(1, None, (2000, 100))]), "rounds.0.puzzles");
        assert_eq!(choose(all, &[any(2), any(3)], &Random::from_seed(1)).expect("enough").len(), 2);
    }
}
