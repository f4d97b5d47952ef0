//! Times of a series: days of the week or hours, by the wall clock of a time zone.
//!
//! A time that the wall clock skips is as much later as the clock is put forward. One that it shows twice counts the first time only.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use saffron_live::Millis;
use saffron_protocol::arena_series::{ArenaRepeats, ArenaSchedule};
use saffron_protocol::error::ErrorCode;

const MINUTES_OF_DAY: u16 = 24 * 60;
const HOURS_OF_DAY: u8 = 24;
/// Numbers of hours after which arenas may repeat: they divide a day.
const HOURS: [u8; 7] = [1, 2, 3, 4, 6, 8, 12];
/// Days from yesterday on in which a time of each schedule lies: a week, and a day that a zone may skip.
const DAYS: usize = 10;

/// Checks a schedule.
///
/// # Errors
/// `InvalidField` for days that are no days of a week in order, other hours, a minute that no day has, and an unknown time zone.
pub fn check(schedule: &ArenaSchedule) -> Result<(), ErrorCode> {
    let is_valid = match &schedule.repeats {
        ArenaRepeats::Weekly { days } => {
            !days.is_empty() && days.is_sorted_by(|a, b| a < b) && days.iter().all(|day| (1..=7).contains(day))
        }
        ArenaRepeats::Hours { every } => HOURS.contains(every),
    };
    let field = |field: &str| ErrorCode::InvalidField { field: field.to_owned() };
    if !is_valid {
        return Err(field("repeats"));
    }
    if schedule.minute >= MINUTES_OF_DAY {
        return Err(field("minute"));
    }
    TimeZone::get(&schedule.zone).map(|_| ()).map_err(|_| field("zone"))
}

/// First time of a schedule after a moment; `None` at the end of the calendar, and for a zone that is unknown.
pub fn next_after(schedule: &ArenaSchedule, after: Millis) -> Option<Millis> {
    let zone = TimeZone::get(&schedule.zone).ok()?;
    let local = Timestamp::from_millisecond(after).ok()?.to_zoned_datetime(zone.clone()).date();
    let days = std::iter::successors(local.yesterday().ok(), |day: &Date| day.tomorrow().ok()).take(DAYS);
    let times = days.flat_map(|day| minutes(schedule, day).into_iter().map(move |minute| (day, minute)));
    let times = times.filter_map(|(day, minute)| {
        let wall = day.at(0, 0, 0, 0).checked_add(SignedDuration::from_mins(minute.into())).ok()?;
        // As a calendar does: skipped times are later, and of two the first counts.
        Some(wall.to_zoned_datetime(zone.clone()).ok()?.timestamp().as_millisecond())
    });
    times.filter(|time| *time > after).min()
}

/// Minutes after midnight at which arenas begin on a day.
fn minutes(schedule: &ArenaSchedule, day: Date) -> Vec<u16> {
    match &schedule.repeats {
        ArenaRepeats::Weekly { days } => {
            let weekday = day.weekday().to_monday_one_offset();
            if days.iter().any(|day| i16::from(*day) == i16::from(weekday)) {
                vec![schedule.minute]
            } else {
                Vec::new()
            }
        }
        ArenaRepeats::Hours { every } => {
            let every = u16::from((*every).clamp(1, HOURS_OF_DAY)) * 60;
            (0..MINUTES_OF_DAY / every).map(|time| (schedule.minute + time * every) % MINUTES_OF_DAY).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use saffron_live::DAY;

    use super::*;
    use crate::calendar::rfc3339;

    const MINUTE: Millis = 60_000;
    const HOUR: Millis = 60 * MINUTE;

    fn at(text: &str) -> Millis {
        text.parse::<Timestamp>().expect("a time").as_millisecond()
    }

    fn weekly(days: &[u8], hour: u16, minute: u16) -> ArenaSchedule {
        let zone = "Europe/Budapest".to_owned();
        ArenaSchedule { repeats: ArenaRepeats::Weekly { days: days.to_vec() }, minute: hour * 60 + minute, zone }
    }

    fn hours(every: u8, hour: u16, minute: u16) -> ArenaSchedule {
        ArenaSchedule { repeats: ArenaRepeats::Hours { every }, ..weekly(&[], hour, minute) }
    }

    /// The next times after one.
    fn next(schedule: &ArenaSchedule, after: &str, count: usize) -> Vec<String> {
        let times = std::iter::successors(next_after(schedule, at(after)), |time| next_after(schedule, *time));
        times.take(count).map(rfc3339).collect()
    }

    #[test]
    fn a_series_of_weekdays_follows_the_wall_clock() {
        let saturdays = weekly(&[6], 18, 0);
        // Summer time begins on 29 March 2026 and ends on 25 October.
        assert_eq!(
            next(&saturdays, "2026-03-20T00:00:00Z", 3),
            ["2026-03-21T17:00:00Z", "2026-03-28T17:00:00Z", "2026-04-04T16:00:00Z"]
        );
        assert_eq!(
            next(&saturdays, "2026-10-17T15:59:59Z", 3),
            ["2026-10-17T16:00:00Z", "2026-10-24T16:00:00Z", "2026-10-31T17:00:00Z"]
        );
        assert_eq!(next(&saturdays, "2026-10-17T16:00:00Z", 1), ["2026-10-24T16:00:00Z"], "strictly later");
        assert_eq!(
            next(&weekly(&[1, 3, 7], 0, 0), "2026-11-29T12:00:00Z", 4),
            ["2026-11-29T23:00:00Z", "2026-12-01T23:00:00Z", "2026-12-05T23:00:00Z", "2026-12-06T23:00:00Z"]
        );
    }

    #[test]
    fn a_skipped_time_is_later_and_one_that_comes_twice_counts_once() {
        let sundays = weekly(&[7], 2, 30);
        assert_eq!(next(&sundays, "2026-03-23T00:00:00Z", 2), ["2026-03-29T01:30:00Z", "2026-04-05T00:30:00Z"]);
        assert_eq!(next(&sundays, "2026-10-19T00:00:00Z", 2), ["2026-10-25T00:30:00Z", "2026-11-01T01:30:00Z"]);
        assert_eq!(next(&sundays, "2026-10-25T00:30:00Z", 1), ["2026-11-01T01:30:00Z"], "2:30 comes twice");
    }

    #[test]
    fn a_series_of_hours_begins_with_its_time() {
        assert_eq!(
            next(&hours(6, 20, 15), "2026-11-29T00:00:00Z", 4),
            ["2026-11-29T01:15:00Z", "2026-11-29T07:15:00Z", "2026-11-29T13:15:00Z", "2026-11-29T19:15:00Z"]
        );
        // 2:00 does not exist on 29 March, and is 3:00; on 25 October it counts once.
        assert_eq!(
            next(&hours(1, 0, 0), "2026-03-28T23:30:00Z", 3),
            ["2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"]
        );
        assert_eq!(
            next(&hours(1, 0, 0), "2026-10-24T23:30:00Z", 3),
            ["2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z", "2026-10-25T03:00:00Z"]
        );
    }

    #[test]
    fn schedules_are_checked() {
        let wrong = |schedule: ArenaSchedule| match check(&schedule) {
            Err(ErrorCode::InvalidField { field }) => Some(field),
            Ok(()) => None,
            Err(error) => panic!("{error:?}"),
        };
        assert_eq!(wrong(weekly(&[1, 7], 23, 59)), None);
        assert_eq!(wrong(hours(12, 0, 0)), None);
        for schedule in
            [weekly(&[], 0, 0), weekly(&[0], 0, 0), weekly(&[8], 0, 0), weekly(&[2, 2], 0, 0), weekly(&[3, 1], 0, 0)]
        {
            assert_eq!(wrong(schedule).as_deref(), Some("repeats"));
        }
        for every in [0, 5, 24] {
            assert_eq!(wrong(hours(every, 0, 0)).as_deref(), Some("repeats"), "{every}");
        }
        assert_eq!(wrong(weekly(&[1], 24, 0)).as_deref(), Some("minute"));
        let nowhere = ArenaSchedule { zone: "Mars/Olympus".to_owned(), ..weekly(&[1], 0, 0) };
        assert_eq!((wrong(nowhere.clone()).as_deref(), next_after(&nowhere, 0)), (Some("zone"), None));
    }

    fn schedules() -> impl Strategy<Value = ArenaSchedule> {
        let days = prop::sample::subsequence((1..=7).collect::<Vec<u8>>(), 1..=7);
        let repeats = prop_oneof![
            days.prop_map(|days| ArenaRepeats::Weekly { days }),
            prop::sample::select(HOURS.to_vec()).prop_map(|every| ArenaRepeats::Hours { every }),
        ];
        // Half an hour of summer time, a change at midnight, a day that was skipped, none.
        let zones = [
            "Europe/Budapest",
            "America/New_York",
            "Australia/Lord_Howe",
            "America/Santiago",
            "Pacific/Apia",
            "Asia/Kolkata",
            "UTC",
        ];
        let zone = prop::sample::select(zones.to_vec());
        (repeats, 0..MINUTES_OF_DAY, zone).prop_map(|(repeats, minute, zone)| ArenaSchedule {
            repeats,
            minute,
            zone: zone.to_owned(),
        })
    }

    /// Times around which clocks are changed somewhere, and any.
    fn starts() -> impl Strategy<Value = Millis> {
        let known = ["2026-03-23T00:00:00Z", "2026-10-19T00:00:00Z", "2011-12-24T00:00:00Z", "2026-04-01T12:00:00Z"];
        let known = prop::sample::select(known.map(at).to_vec());
        prop_oneof![known, 1_293_840_000_000_i64..1_900_000_000_000].prop_map(|at| at / MINUTE * MINUTE)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]
        #[test]
        fn the_times_are_those_at_which_the_wall_clock_shows_them(schedule in schedules(), start in starts()) {
            prop_assert_eq!(check(&schedule), Ok(()));
            let zone = TimeZone::get(&schedule.zone).expect("a zone");
            let local = |time: Millis| {
                Timestamp::from_millisecond(time).expect("a time").to_zoned_datetime(zone.clone())
            };
            let end = start + 12 * DAY;
            let times = std::iter::successors(next_after(&schedule, start), |time| next_after(&schedule, *time));
            let times: Vec<Millis> = times.take_while(|time| *time <= end).collect();
            prop_assert!(times.is_sorted_by(|a, b| a < b));
            // What a wall clock shows, minute by minute from the day before.
            let mut shown = std::collections::BTreeSet::new();
            let mut expected = Vec::new();
            for time in (start - DAY..=end).step_by(usize::try_from(MINUTE).expect("a step")) {
                let wall = local(time).datetime();
                let minute = u16::try_from(i32::from(wall.hour()) * 60 + i32::from(wall.minute())).expect("a minute");
                if minutes(&schedule, wall.date()).contains(&minute) && shown.insert(wall) && time > start {
                    expected.push(time);
                }
            }
            for time in &expected {
                prop_assert!(times.contains(time), "{} is missing", local(*time));
            }
            // Others are times that were skipped when the clock was put forward.
            for time in times.iter().filter(|time| !expected.contains(time)) {
                let was_changed = local(*time).offset() > local(*time - 25 * HOUR).offset();
                prop_assert!(was_changed, "{} is none", local(*time));
            }
        }
    }
}
