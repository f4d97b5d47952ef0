//! Standings: recorded values, and the articles of the tie-break regulations one by one.

use proptest::prelude::*;
use saffron_rules::Color;
use saffron_tournament::standings::{Standing, TieBreak, Tournament, Value, standings};
use saffron_tournament::trf::Report;
use saffron_tournament::{Bye, History, Points, ResultPoints, Round};

fn codes(text: &str) -> Vec<TieBreak> {
    text.split(' ').map(|code| code.parse().expect("a code")).collect()
}

/// Ranks players with these ratings over all rounds.
fn ranked(players: &[History], ratings: &[Option<u16>], is_round_robin: bool, tie_breaks: &str) -> Vec<Standing> {
    let rounds = players.iter().map(|player| player.rounds.len()).max().unwrap_or(0);
    let tournament = Tournament { players, ratings, rounds, points: ResultPoints::default(), is_round_robin };
    standings(&tournament, &codes(tie_breaks))
}

/// Values of a player as text.
fn values(rows: &[Standing], player: usize) -> Vec<String> {
    let row = rows.iter().find(|row| row.player == player).expect("each player has a row");
    row.values.iter().map(Value::to_string).collect()
}

/// Players of whom each row has the rounds: opponent (from 1) and result of a game, `+` and `-` for forfeits, or a bye by its letter.
/// Colours alternate by rounds and places.
fn players(rows: &[&str]) -> Vec<History> {
    let points = |letter: &str| match letter {
        "1" | "+" | "F" | "U" => Points::ONE,
        "3" => Points::from_quarters(3),
        "=" | "H" => Points::HALF,
        "q" => Points::from_quarters(1),
        _ => Points::ZERO,
    };
    let of_row = |(place, row): (usize, &&str)| {
        let rounds = row.split_whitespace().enumerate().map(|(round, word)| {
            let (opponent, result) = word.split_at(word.len() - 1);
            match opponent.parse::<usize>() {
                Ok(opponent) => Round::Game {
                    opponent: opponent - 1,
                    color: if (place < opponent - 1) == (round % 2 == 0) { Color::White } else { Color::Black },
                    points: points(result),
                    is_played: !matches!(result, "+" | "-"),
                },
                Err(_) => {
                    let bye = match result {
                        "U" => Bye::Allocated,
                        "F" => Bye::Full,
                        "H" => Bye::Half,
                        _ => Bye::Zero,
                    };
                    Round::Bye(bye, points(result))
                }
            }
        });
        History { number: place as u32 + 1, rounds: rounds.collect(), ..History::default() }
    };
    rows.iter().enumerate().map(of_row).collect()
}

/// Figures of the federation's own program for tournaments in which its rules of 2024 and those of 2026 give the same.
#[test]
fn recorded_standings_are_computed_again() {
    let reports: Vec<&str> = include_str!("data/dutch.trf").split("012 ").filter(|text| !text.is_empty()).collect();
    let mut rows = Vec::new();
    let mut tie_breaks = String::new();
    let mut compared = 0;
    for line in include_str!("data/standings.txt").lines() {
        if let Some(number) = line.strip_prefix("tournament ") {
            let number: usize = number.parse().expect("a number");
            rows = vec![reports[number - 1]];
            continue;
        }
        if let Some(names) = line.strip_prefix("rank number ") {
            tie_breaks = format!("DE {names}");
            continue;
        }
        let report = Report::read(rows[0]).expect("a report");
        let players: Vec<History> = report.players.into_iter().map(|player| player.history).collect();
        let fields: Vec<&str> = line.split(' ').collect();
        let player = players.iter().position(|player| player.number.to_string() == fields[1]).expect("a player");
        let table = ranked(&players, &[], false, &tie_breaks);
        let row = table.iter().find(|row| row.player == player).expect("each player has a row");
        assert_eq!(row.rank.to_string(), fields[0], "{line}");
        for (value, field) in row.values[1..].iter().zip(&fields[2..]) {
            let (own, recorded): (f64, f64) = (value.to_string().parse().unwrap(), field.parse().unwrap());
            assert!((own - recorded).abs() < 0.006, "{own}: {line}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// Article 16.4: the dummy has the player's own score, but no more than draws in all rounds, or than the scheduled opponent.
#[test]
fn unplayed_rounds_are_games_against_a_dummy() {
    let players = players(&["U 2+ 3= 4=", "3- 1- 4= Z", "2+ 4= 1= H", "F 3= 2= 1="]);
    let rows = ranked(&players, &[], false, "BH SB BH-C1");
    // Player 1 has 3 points: the bye is capped at 4 draws, the forfeit at player 2's adjusted score, with the last bye as a draw: 1.
    assert_eq!(values(&rows, 0), ["8", "5.5", "7"]);
    // Player 2 has half a point: both forfeits and the bye are dummies of half a point; one of them is cut.
    assert_eq!(values(&rows, 1), ["4", "1.25", "3.5"]);
    // Player 3 requested a bye: it is cut, though the forfeit has less.
    assert_eq!(values(&rows, 2), ["8.5", "4.75", "6.5"]);
}

/// Article 6.2: the games among the tied players, applied again to those who stay tied.
#[test]
fn direct_encounters_rank_those_who_have_all_met() {
    // 1 beat 2, 2 beat 3, 3 drew with 1; all three beat or lost to 4 so that they are tied.
    let rows = ranked(&players(&["21 3= 4=", "10 31 41", "4= 2= 10"]), &[], true, "DE");
    assert_eq!(rows.len(), 3);
    let cycle = players(&["21 30 41", "10 31 41", "11 20 41", "10 20 30"]);
    let rows = ranked(&cycle, &[], true, "DE");
    let ranks: Vec<usize> = rows.iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [1, 1, 1, 4]);
    let chain = players(&["2= 41 30", "1= 31 4=", "4= 20 11", "3= 10 2="]);
    // 1, 3 have 1.5 points and 3 beat 1.
    let rows = ranked(&chain, &[], true, "DE");
    let order: Vec<(usize, usize)> = rows.iter().map(|row| (row.player + 1, row.rank)).collect();
    assert_eq!(order, [(2, 1), (3, 2), (1, 3), (4, 4)]);
}

/// Article 6.3: in a Swiss tournament one may be alone at the top whatever the missing games would give.
#[test]
fn a_missing_encounter_decides_only_what_it_cannot_change() {
    // 1 beat 2 and 3, who have not met, and all have two points.
    let tied = players(&["21 31 40 50", "10 41 51 Z", "51 10 Z 41", "Z 20 11 30", "30 Z 20 11"]);
    let rows = ranked(&tied, &[], false, "DE");
    let order: Vec<(usize, usize)> = rows.iter().map(|row| (row.player + 1, row.rank)).collect();
    assert_eq!(order, [(1, 1), (2, 2), (3, 2), (4, 4), (5, 4)]);
}

#[test]
fn performances_come_from_the_tables() {
    // Two wins, a draw and a loss: 2.5 of 4 is 62.5 %, as 63 % a difference of 95.
    let mut all = players(&["21 31 4= 50", "10 Z Z Z", "Z 10 Z Z", "Z Z 1= Z", "Z Z Z 11"]);
    let ratings = [Some(1500), Some(1400), Some(1500), Some(1600), Some(1701)];
    let rows = ranked(&all, &ratings, false, "ARO ARO-C1 TPR PTP RTNG");
    // 1550.25 and 1600.33; 1550 + 95. The perfect performance is near it.
    let own = values(&rows, 0);
    assert_eq!([&own[0], &own[1], &own[2], &own[4]], ["1550", "1600", "1645", "1500"]);
    let perfect: i64 = own[3].parse().unwrap();
    assert!((1645..1655).contains(&perfect), "{perfect}");
    // A player without a point performs 800 below the lowest opponent.
    assert_eq!(values(&ranked(&all, &ratings, false, "PTP TPR"), 1), ["700", "700"]);
    all[1].rounds[0] = Round::Bye(Bye::Zero, Points::ZERO);
    assert_eq!(values(&ranked(&all, &ratings, false, "PTP TPR ARO"), 1), ["0", "0", "0"]);
}

#[test]
fn quarters_count_in_every_sum() {
    // Three quarters for 1 against 2, one quarter against 3; each has one free round.
    let rows = ranked(&players(&["23 3q Z", "1q Z 31", "Z 13 20"]), &[], true, "SB PS KS STD WIN");
    // 1 has 1, 2 has 1.25, 3 has 0.75: .75 * 1.25 + .25 * .75.
    assert_eq!(values(&rows, 0), ["1.125", "2.75", "0.75", "1", "0"]);
    assert_eq!(rows[0].player, 1);
    assert_eq!(rows[0].points.to_string(), "1.25");
}

#[test]
fn parts_explain_a_value() {
    let rows = ranked(&players(&["21 H", "10 U"]), &[], false, "BH-C1");
    let parts = &rows[0].values[0].parts;
    let text: Vec<String> = parts
        .iter()
        .map(|part| format!("{} {:?} {} {}", part.value, part.opponent, part.is_cut, part.is_dummy))
        .collect();
    // The bye is voluntary, so that it is cut, though the opponent has as few points.
    assert_eq!(text, ["1 Some(1) false false", "1 None true true"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// In round robins without forfeits, each score counts in the Buchholz of all opponents, and ranks are those of the order.
    #[test]
    fn sums_of_a_round_robin(results in prop::collection::vec(0..=4_i32, 15)) {
        // Six players, in rounds by the circle: one stays, the others move on.
        let mut all: Vec<History> = (1..=6).map(|number| History { number, ..History::default() }).collect();
        let mut results = results.into_iter();
        let mut circle: Vec<usize> = (0..6).collect();
        for _ in 0..5 {
            for at in 0..3 {
                let (white, black) = (circle[at], circle[5 - at]);
                let quarters = results.next().unwrap();
                for (own, opponent, color, quarters) in
                    [(white, black, Color::White, quarters), (black, white, Color::Black, 4 - quarters)]
                {
                    let points = Points::from_quarters(quarters);
                    all[own].rounds.push(Round::Game { opponent, color, points, is_played: true });
                }
            }
            circle[1..].rotate_right(1);
        }
        let rows = ranked(&all, &[], true, "DE BH SB TPN");
        let total = |at: usize| rows.iter().map(|row| row.values[at].to_string().parse::<f64>().unwrap()).sum::<f64>();
        prop_assert_eq!(total(1), 5.0 * 15.0);
        let ranks: Vec<usize> = rows.iter().map(|row| row.rank).collect();
        prop_assert_eq!(ranks, [1, 2, 3, 4, 5, 6]);
        prop_assert!(rows.windows(2).all(|pair| pair[0].points >= pair[1].points));
        // Sonneborn-Berger counts each pair once for both, with all of its points.
        let product = |row: &Standing| f64::from(row.points.quarters()) / 4.0;
        let scores: Vec<f64> = (0..6).map(|player| product(rows.iter().find(|row| row.player == player).unwrap())).collect();
        let expected: f64 = (0..6)
            .flat_map(|a| all[a].rounds.iter().map(move |round| (a, *round)))
            .map(|(_, round)| match round {
                Round::Game { opponent, points, .. } => scores[opponent] * f64::from(points.quarters()) / 4.0,
                Round::Bye(..) => 0.0,
            })
            .sum();
        prop_assert!((total(2) - expected).abs() < 1e-9);
    }
}
