//! Values of tie-breaks and what they are made of.

use std::cmp::Ordering;
use std::fmt;

/// Value of a tie-break: a fraction, with the parts that add up to it.
#[derive(Clone, Debug)]
pub struct Value {
    numerator: i64,
    /// At least 1.
    denominator: i64,
    /// Parts in the order of the rounds; empty for values that are counted.
    pub parts: Vec<Part>,
}

/// Part of a value: what one round gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Round from 0.
    pub round: usize,
    /// Place of the opponent; `None` for rounds without one.
    pub opponent: Option<usize>,
    /// What the round gives.
    pub value: Value,
    /// True if a modifier takes it out.
    pub is_cut: bool,
    /// True if an unplayed round is evaluated as a game against a dummy (article 16.4).
    pub is_dummy: bool,
}

impl Part {
    /// Part that counts: a game against an opponent.
    pub(super) fn of_game(round: usize, opponent: usize, value: Value) -> Self {
        Self { round, opponent: Some(opponent), value, is_cut: false, is_dummy: false }
    }
}

impl Value {
    /// Fraction without parts.
    pub(crate) fn new(numerator: i64, denominator: i64) -> Self {
        debug_assert!(denominator > 0);
        Self { numerator, denominator, parts: Vec::new() }
    }

    /// Whole number.
    pub(crate) fn whole(number: usize) -> Self {
        Self::new(i64::try_from(number).unwrap_or(i64::MAX), 1)
    }

    /// Sum of the parts that are not cut; all have this denominator.
    pub(crate) fn sum(parts: Vec<Part>, denominator: i64) -> Self {
        let counted = parts.iter().filter(|part| !part.is_cut);
        debug_assert!(parts.iter().all(|part| part.value.denominator == denominator));
        Self { numerator: counted.map(|part| part.value.numerator).sum(), denominator, parts }
    }

    /// Average of the whole numbers of the parts that are not cut, to the nearest whole number, a half upwards; 0 without parts.
    pub(super) fn rounded_average(parts: Vec<Part>) -> Self {
        let counted = parts.iter().filter(|part| !part.is_cut).map(|part| part.value.numerator);
        let (sum, count) = counted.fold((0, 0), |(sum, count), number| (sum + number, count + 1));
        Self { numerator: if count == 0 { 0 } else { rounded(sum, count) }, denominator: 1, parts }
    }

    /// Part of a sum that falls to each of so many, with the parts of the whole.
    pub(super) fn divided_by(self, count: i64) -> Self {
        Self { denominator: self.denominator * count, ..self }
    }

    /// Fraction with the other sign, without parts.
    pub(crate) fn negated(&self) -> Self {
        Self::new(-self.numerator, self.denominator)
    }

    pub(crate) fn numerator(&self) -> i64 {
        self.numerator
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By the fractions; the parts do not matter.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        product(self.numerator, other.denominator).cmp(&product(other.numerator, self.denominator))
    }
}

/// Writes whole numbers without decimals, others with as many as they need, four at most.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.4}", self.numerator as f64 / self.denominator as f64);
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Quotient to the nearest whole number; a half is rounded up.
pub(super) fn rounded(numerator: i64, denominator: i64) -> i64 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_and_written() {
        assert_eq!(Value::new(2, 4), Value::new(1, 2));
        assert!(Value::new(1, 3) < Value::new(34, 100));
        let text = [(18, 4), (10, 1), (1, 3), (-11, 4), (147, 16)].map(|(n, d)| Value::new(n, d).to_string());
        assert_eq!(text, ["4.5", "10", "0.3333", "-2.75", "9.1875"]);
    }
}
