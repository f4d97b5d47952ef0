//! Days of the Gregorian calendar in UTC, and times as text.

use saffron_live::{DAY, Millis};

/// Year, month from 1, and day of the month from 1 of a time, in the Gregorian calendar.
fn date_of(at: Millis) -> (i64, i64, i64) {
    // Days since the first of March of the year 0; 400 years have 146,097 days.
    let days = at.div_euclid(DAY) + 719_468;
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Months of a year that begins in March: 153 days in five of them.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = days.div_euclid(146_097) * 400 + year_of_era + i64::from(month >= 10);
    (year, if month < 10 { month + 3 } else { month - 9 }, day)
}

/// The calendar year of a time.
pub fn year_of(at: Millis) -> u32 {
    u32::try_from(date_of(at).0).unwrap_or(0)
}

/// A time as Atom writes it: `2027-01-15T12:00:00Z`.
pub fn rfc3339(at: Millis) -> String {
    let (year, month, day) = date_of(at);
    let seconds = at.rem_euclid(DAY) / 1000;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// A day as `YYYY-MM-DD`, from 1970 to 9999: the moment at which it begins.
pub fn day(text: &str) -> Option<Millis> {
    let number = |range: std::ops::Range<usize>| {
        let digits = text.get(range)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i64>().ok())?
    };
    if text.len() != 10 || text.as_bytes()[4] != b'-' || text.as_bytes()[7] != b'-' {
        return None;
    }
    let (year, month, date) = (number(0..4)?, number(5..7)?, number(8..10)?);
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
        return None;
    }
    let days = days_before_month(year, month);
    let length = if month == 12 { 31 } else { days_before_month(year, month + 1) - days };
    (1..=length).contains(&date).then(|| (days + date - 1) * DAY)
}

/// Days from 1970 to the first of a month.
fn days_before_month(year: i64, month: i64) -> i64 {
    let before = year - 1;
    let leap_days = before / 4 - before / 100 + before / 400;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let in_year = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let index = usize::try_from(month - 1).unwrap_or(0).min(11);
    // Days from the first of January of the year 1 to that of 1970.
    let epoch = 719_162;
    365 * before + leap_days - epoch + in_year[index] + i64::from(is_leap && month > 2)
}

/// The day and the time of a moment: `2026-11-24` and `07:13:18`.
pub fn date_and_time(at: Millis) -> (String, String) {
    let text = rfc3339(at);
    let (date, time) = text.split_once('T').unwrap_or_default();
    (date.to_owned(), time.trim_end_matches('Z').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_dates() {
        let cases = [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_704_067_199_999, "2023-12-31T23:59:59Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00Z"),
            (1_709_251_200_000, "2024-03-01T00:00:00Z"),
            (1_800_014_400_000, "2027-01-15T12:00:00Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
        ];
        for (at, text) in cases {
            assert_eq!(rfc3339(at), text);
            assert_eq!(year_of(at).to_string(), text[..4]);
        }
    }

    #[test]
    fn known_days() {
        let known = [
            ("1970-01-01", 0),
            ("2000-02-29", 951_782_400_000),
            ("2024-11-26", 1_732_579_200_000),
            ("2100-03-01", 4_107_542_400_000),
        ];
        for (text, at) in known {
            assert_eq!(day(text), Some(at), "{text}");
            assert_eq!(date_and_time(at), (text.to_owned(), "00:00:00".to_owned()));
        }
        assert_eq!(date_and_time(1_732_622_400_999), ("2024-11-26".to_owned(), "12:00:00".to_owned()));
    }

    #[test]
    fn there_are_no_other_days() {
        let wrong = [
            "",
            "2024",
            "2024-13-01",
            "2024-00-01",
            "2023-02-29",
            "2100-02-29",
            "2024-04-31",
            "2024-1-01",
            "1969-12-31",
            "2024-11-26 ",
            "2024/11/26",
            "+024-11-26",
            "2024-11-00",
            "２024-11-26",
        ];
        for text in wrong {
            assert_eq!(day(text), None, "{text:?}");
        }
    }

    #[test]
    fn days_read_back() {
        for at in (0..253_402_300_800_000).step_by(1_234_567_891) {
            let (date, _) = date_and_time(at);
            let begins = day(&date).expect("a day");
            assert!((begins..begins + DAY).contains(&at), "{date} {at}");
        }
    }
}
