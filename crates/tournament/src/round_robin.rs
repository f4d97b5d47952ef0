//! Round robins by Berger tables (FIDE Handbook C.05, annex 1).

use crate::swiss::Pair;

/// Rounds of a round robin: pairs of places, from 0, by boards. If the number of players is odd, each round has one place that is not
/// among the pairs, whose player is free.
///
/// A double round robin has a second cycle with the other colours. The last two rounds of the first cycle change places then, so that
/// no one has one colour three times in a row.
#[must_use]
pub fn berger_table(players: usize, is_double: bool) -> Vec<Vec<Pair>> {
    let even = players + players % 2;
    if players < 2 {
        return Vec::new();
    }
    let mut rounds: Vec<Vec<Pair>> = (0..even - 1).map(|round| berger_round(even, round)).collect();
    if is_double {
        let second =
            rounds.iter().map(|pairs| pairs.iter().map(|pair| Pair { white: pair.black, black: pair.white }).collect());
        let second: Vec<Vec<Pair>> = second.collect();
        if let [.., last, end] = &mut rounds[..] {
            std::mem::swap(last, end);
        }
        rounds.extend(second);
    }
    for pairs in &mut rounds {
        pairs.retain(|pair| pair.white < players && pair.black < players);
    }
    rounds
}

/// Round from 0 of an even number of players. The last player stays, the others move on.
fn berger_round(players: usize, round: usize) -> Vec<Pair> {
    let circle = players - 1;
    let last = players - 1;
    // Opponent of the last player, who has Black in the first, third, ... round.
    let center = if round.is_multiple_of(2) { round / 2 } else { (players / 2 + round / 2) % circle };
    let first =
        if round.is_multiple_of(2) { Pair { white: center, black: last } } else { Pair { white: last, black: center } };
    let others =
        (1..players / 2).map(|step| Pair { white: (center + step) % circle, black: (center + circle - step) % circle });
    std::iter::once(first).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(rounds: &[Vec<Pair>]) -> Vec<String> {
        let pairs = |pairs: &Vec<Pair>| {
            let pairs: Vec<String> =
                pairs.iter().map(|pair| format!("{}-{}", pair.white + 1, pair.black + 1)).collect();
            pairs.join(" ")
        };
        rounds.iter().map(pairs).collect()
    }

    #[test]
    fn the_tables_of_the_handbook() {
        assert_eq!(text(&berger_table(4, false)), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        let six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
        assert_eq!(text(&berger_table(6, false)), six);
        assert_eq!(text(&berger_table(5, false)), ["2-5 3-4", "5-3 1-2", "3-1 4-5", "1-4 2-3", "4-2 5-1"]);
        assert_eq!(text(&berger_table(4, true)), ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "3-4 2-1", "4-2 1-3"]);
        assert_eq!(text(&berger_table(2, true)), ["1-2", "2-1"]);
    }

    #[test]
    fn all_meet_once_with_fair_colours() {
        for players in 2..30 {
            let rounds = berger_table(players, false);
            let mut met = vec![vec![0; players]; players];
            let mut colors: Vec<Vec<char>> = vec![Vec::new(); players];
            for pair in rounds.iter().flatten() {
                met[pair.white][pair.black] += 1;
                met[pair.black][pair.white] += 1;
                colors[pair.white].push('w');
                colors[pair.black].push('b');
            }
            for (player, met) in met.iter().enumerate() {
                assert!(
                    met.iter().enumerate().all(|(other, count)| *count == usize::from(other != player)),
                    "{players}"
                );
                let white = colors[player].iter().filter(|color| **color == 'w').count();
                assert!((2 * white).abs_diff(colors[player].len()) <= 1, "{players}: {player}");
            }
        }
    }

    #[test]
    fn no_one_has_a_colour_three_times_in_a_row() {
        for players in (2..30).step_by(2) {
            let mut colors: Vec<String> = vec![String::new(); players];
            for pair in berger_table(players, true).iter().flatten() {
                colors[pair.white].push('w');
                colors[pair.black].push('b');
            }
            assert!(
                colors.iter().all(|colors| !colors.contains("www") && !colors.contains("bbb")),
                "{players}: {colors:?}"
            );
        }
    }
}
