//! Calendar dates.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Day of the Gregorian calendar from the year 1000 to 9999, written `2026-11-29`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Text that is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a date such as 2026-11-29")]
pub struct DateError(String);

impl Date {
    /// Year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// Returns whether this day is at most a number of months after another one.
    #[must_use]
    pub fn is_within_months(self, months: u32, since: Self) -> bool {
        let count = |date: Self| u32::from(date.year) * 12 + u32::from(date.month);
        (count(self), self.day) <= (count(since) + months, since.day)
    }

    fn length(year: u16, month: u8) -> u8 {
        match month {
            4 | 6 | 9 | 11 => 30,
            2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
            2 => 28,
            _ => 31,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:04}-{:02}-{:02}", self.year, self.month, self.day))
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let number = |from: usize, to: usize| {
            let digits = text.get(from..to).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()))?;
            digits.parse::<u16>().ok()
        };
        let small = |from, to| number(from, to).and_then(|number| u8::try_from(number).ok());
        let has_form = text.len() == 10 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
        let read = || {
            let (year, month, day) = (number(0, 4)?, small(5, 7)?, small(8, 10)?);
            let is_valid = year >= 1000 && (1..=12).contains(&month) && (1..=Self::length(year, month)).contains(&day);
            is_valid.then_some(Self { year, month, day })
        };
        read().filter(|_| has_form).ok_or_else(|| DateError(text.to_owned()))
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().expect("a date")
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        for text in ["2026-11-29", "2024-02-29", "2000-02-29", "1000-01-01", "9999-12-31"] {
            assert_eq!(date(text).to_string(), text);
        }
        for text in
            ["", "2026-11-31", "2026-02-29", "1900-02-29", "2026-13-01", "2026-1-01", "0999-01-01", "2026/11/29"]
        {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
        assert!("2026-11-2é".parse::<Date>().is_err());
    }

    #[test]
    fn months_end_on_the_same_day() {
        let since = date("2024-01-15");
        assert!(date("2026-03-15").is_within_months(26, since));
        assert!(!date("2026-03-16").is_within_months(26, since));
        assert!(date("2023-12-31").is_within_months(26, since));
    }
}
