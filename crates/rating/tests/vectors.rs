//! Compares ratings with the vectors that `data/vectors.py` computes with 50 digits.

use saffron_rating::{PeriodGame, Rating, rate, rate_period};

/// Returns the fields of each line that is not a comment.
fn rows(text: &str) -> impl Iterator<Item = Vec<f64>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(|field| field.parse().unwrap()).collect())
}

fn rating(fields: &[f64]) -> Rating {
    Rating { value: fields[0], deviation: fields[1], volatility: fields[2] }
}

#[track_caller]
fn assert_close(found: Rating, expected: Rating, row: &[f64]) {
    let close = (found.value - expected.value).abs() < 1e-8
        && (found.deviation - expected.deviation).abs() < 1e-8
        && (found.volatility - expected.volatility).abs() < 1e-12;
    assert!(close, "{found:?}, not {expected:?}, of {row:?}");
}

#[test]
fn games() {
    let mut count = 0;
    for row in rows(include_str!("data/games.tsv")) {
        let (white, black) = rate(rating(&row[0..3]), rating(&row[3..6]), row[6] as u8, row[7], row[8]).unwrap();
        assert_close(white, rating(&row[9..12]), &row);
        assert_close(black, rating(&row[12..15]), &row);
        count += 1;
    }
    assert_eq!(count, 180);
}

#[test]
fn periods() {
    let mut count = 0;
    for row in rows(include_str!("data/periods.tsv")) {
        let games = row[7..].chunks(4);
        let games: Vec<_> = games.map(|game| PeriodGame { opponent: rating(game), quarters: game[3] as u8 }).collect();
        let after = rate_period(rating(&row[1..4]), &games, row[0]).unwrap();
        assert_close(after, rating(&row[4..7]), &row);
        count += 1;
    }
    assert_eq!(count, 41);
}
