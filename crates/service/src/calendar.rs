//! Dates and times in UTC, by the Gregorian calendar.

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime, datetime};
use saffron_live::{DAY, Millis};

const EPOCH: DateTime = datetime(1970, 1, 1, 0, 0, 0, 0);

/// A time in UTC, clamped to the calendar's range (years -9999 to 9999).
fn utc(at: Millis) -> DateTime {
    EPOCH.saturating_add(SignedDuration::from_millis(at))
}

/// Calendar year of a time.
pub fn year_of(at: Millis) -> u32 {
    u32::try_from(utc(at).year()).unwrap_or(0)
}

/// A time in the form of RFC 3339, in whole seconds: `2027-01-15T12:00:00Z`.
pub fn rfc3339(at: Millis) -> String {
    utc(at).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// A time in the basic form of ISO 8601, as calendars have it: `20270115T120000Z`.
pub fn basic(at: Millis) -> String {
    utc(at).strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Date and time of day: `2026-11-24` and `07:13:18`.
pub fn date_and_time(at: Millis) -> (String, String) {
    let at = utc(at);
    (at.strftime("%Y-%m-%d").to_string(), at.strftime("%H:%M:%S").to_string())
}

/// Start of a day in the form `YYYY-MM-DD`, from 1970 to 9999; `None` for any other text.
pub fn day(text: &str) -> Option<Millis> {
    // `parse` accepts more of ISO 8601 than `YYYY-MM-DD`.
    let date: Date = text.parse().ok().filter(|date: &Date| date.to_string() == text)?;
    let days = date.since(EPOCH.date()).ok()?.get_days();
    (days >= 0).then(|| Millis::from(days) * DAY)
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
