//! Days of the calendar (UTC).

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
pub(crate) fn year_of(at: Millis) -> u32 {
    u32::try_from(date_of(at).0).unwrap_or(0)
}

/// A time as Atom writes it: `2027-01-15T12:00:00Z`.
pub(crate) fn rfc3339(at: Millis) -> String {
    let (year, month, day) = date_of(at);
    let seconds = at.rem_euclid(DAY) / 1000;
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
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
}
