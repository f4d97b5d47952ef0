//! Settings of an account's notifications, and its quiet hours.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use saffron_live::Millis;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::notifications::{NotificationSettings, QuietHours};
use saffron_store::{AccountId, StoreError, notifications};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::mail::Language;

const MINUTES_OF_DAY: u16 = 24 * 60;

/// Settings as they are stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredSettings {
    pub settings: NotificationSettings,
    /// Language of the e-mails.
    pub language: Language,
    /// Time of the newest notification that was sent by e-mail; it is a column of its own.
    #[serde(skip)]
    pub mailed_at: Millis,
}

impl Default for StoredSettings {
    fn default() -> Self {
        Self { settings: NotificationSettings::default(), language: Language::base(), mailed_at: 0 }
    }
}

impl StoredSettings {
    /// Text for the store.
    pub fn text(&self) -> String {
        // Serialising plain data cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Settings of an account, or those of all who have changed none.
///
/// # Errors
/// Failures of the store.
pub async fn settings_of(app: &App, account: AccountId) -> Result<StoredSettings, StoreError> {
    let Some((text, mailed_at)) = notifications::settings(&*app.database, account).await? else {
        return Ok(StoredSettings::default());
    };
    // Another version may have written what this one cannot read.
    let settings: StoredSettings = serde_json::from_str(&text).unwrap_or_default();
    Ok(StoredSettings { mailed_at, ..settings })
}

/// Checks quiet hours.
///
/// # Errors
/// `InvalidField` for a minute that no day has, hours without a length, and an unknown time zone.
pub(super) fn check_quiet(quiet: &QuietHours) -> Result<(), ErrorCode> {
    let field = |field: &str| ErrorCode::InvalidField { field: field.to_owned() };
    if quiet.from >= MINUTES_OF_DAY {
        return Err(field("from"));
    }
    if quiet.until >= MINUTES_OF_DAY || quiet.until == quiet.from {
        return Err(field("until"));
    }
    TimeZone::get(&quiet.zone).map(|_| ()).map_err(|_| field("zone"))
}

/// End of the quiet hours in which a moment lies; `None` if it lies in none.
pub fn quiet_until(quiet: &QuietHours, now: Millis) -> Option<Millis> {
    let zone = TimeZone::get(&quiet.zone).ok()?;
    let local = Timestamp::from_millisecond(now).ok()?.to_zoned_datetime(zone.clone()).datetime();
    let minute = u16::try_from(local.hour()).ok()? * 60 + u16::try_from(local.minute()).ok()?;
    let (from, until) = (quiet.from, quiet.until);
    let (is_quiet, ends_tomorrow) = if from < until {
        ((from..until).contains(&minute), false)
    } else {
        (minute >= from || minute < until, minute >= from)
    };
    if !is_quiet {
        return None;
    }
    let day = if ends_tomorrow { local.date().tomorrow().ok()? } else { local.date() };
    let end =
        day.to_datetime(jiff::civil::Time::midnight()).checked_add(SignedDuration::from_mins(until.into())).ok()?;
    // Where the clocks are changed at that hour, the end is the one that a wall clock shows next.
    let end = end.to_zoned_datetime(zone).ok()?.timestamp().as_millisecond();
    (end > now).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::rfc3339;

    fn at(text: &str) -> Millis {
        text.parse::<Timestamp>().expect("a time").as_millisecond()
    }

    fn quiet(from: u16, until: u16, zone: &str) -> QuietHours {
        QuietHours { from: from * 60, until: until * 60 + 30, zone: zone.to_owned() }
    }

    #[test]
    fn quiet_hours_end_by_the_wall_clock_of_their_zone() {
        let cases = [
            ((22, 7, "Europe/Budapest"), "2026-11-29T20:59:59Z", None),
            ((22, 7, "Europe/Budapest"), "2026-11-29T21:00:00Z", Some("2026-11-30T06:30:00Z")),
            ((22, 7, "Europe/Budapest"), "2026-11-30T03:00:00Z", Some("2026-11-30T06:30:00Z")),
            ((22, 7, "Europe/Budapest"), "2026-11-30T06:30:00Z", None),
            ((12, 14, "Asia/Kolkata"), "2026-11-30T07:00:00Z", Some("2026-11-30T09:00:00Z")),
            ((12, 14, "Asia/Kolkata"), "2026-11-30T09:00:00Z", None),
            // The night in which summer time begins has an hour less, the one in which it ends an hour more.
            ((22, 7, "Europe/Budapest"), "2026-03-28T21:30:00Z", Some("2026-03-29T05:30:00Z")),
            ((22, 7, "Europe/Budapest"), "2026-10-24T20:30:00Z", Some("2026-10-25T06:30:00Z")),
            // 2:30 does not exist in the night of 29 March.
            ((22, 2, "Europe/Budapest"), "2026-03-28T23:00:00Z", Some("2026-03-29T01:30:00Z")),
            ((22, 7, "Mars/Olympus"), "2026-11-29T23:00:00Z", None),
        ];
        for ((from, until, zone), now, end) in cases {
            let found = quiet_until(&quiet(from, until, zone), at(now)).map(rfc3339);
            assert_eq!(found.as_deref(), end, "{from} to {until}:30 in {zone} at {now}");
        }
    }

    #[test]
    fn quiet_hours_are_checked() {
        let of = |from, until, zone: &str| check_quiet(&QuietHours { from, until, zone: zone.to_owned() });
        assert_eq!(of(0, 1439, "UTC"), Ok(()));
        assert_eq!(of(1380, 420, "America/Argentina/Buenos_Aires"), Ok(()));
        for (from, until, zone, wrong) in [
            (1440, 0, "UTC", "from"),
            (0, 1440, "UTC", "until"),
            (60, 60, "UTC", "until"),
            (0, 60, "Nowhere", "zone"),
            (0, 60, "", "zone"),
            (0, 60, "../../etc/passwd", "zone"),
        ] {
            assert_eq!(of(from, until, zone), Err(ErrorCode::InvalidField { field: wrong.to_owned() }), "{zone}");
        }
    }

    #[test]
    fn settings_of_other_versions_are_read() {
        let stored: StoredSettings =
            serde_json::from_str(r#"{"settings":{"turn":{"bell":true,"push":false,"mail":true}},"language":"hu"}"#)
                .expect("settings");
        assert!(stored.settings.turn.mail && !stored.settings.turn.push && stored.settings.challenge.push);
        assert_eq!(stored.language.id(), "hu");
    }
}
