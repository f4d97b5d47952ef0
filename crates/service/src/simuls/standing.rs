//! Simul that a computer of the server gives every day.
//!
//! Its id follows from the time at which it begins: after a restart it is the same one. It is stored when someone applies; the
//! computer accepts everyone, and begins at the time with those who have come.

use saffron_live::{DAY, Millis};
use saffron_protocol::arena_series::{ArenaRepeats, ArenaSchedule};
use saffron_rules::Variant;
use saffron_store::TournamentId;
use saffron_store::accounts::Account;
use saffron_store::tournaments::TournamentKind;
use saffron_tournament::simul::{HostColor, SimulSettings, SimulState};

use super::Loaded;
use super::command::row_after;
use crate::app::App;
use crate::arenas::series::schedule::next_after;
use crate::arenas::standing_id;
use crate::config::StandingSimul;
use crate::config::limits::{STANDING_SIMUL_CLOCK, STANDING_SIMUL_PLACES};
use crate::tournament_log::new_row;

/// Variants with levels of computers, one day after the other. Their number has no divisor in common with 7, so that each day of the
/// week has all of them in turn.
const PROGRAM: &str = include_str!("standing.tsv");

/// Next simul of the server, as it is before someone applies; `None` if it gives none.
pub(super) fn next(app: &App) -> Option<Loaded> {
    let now = app.clock.now();
    let starts_at = next_start(app.config.standing_simul.as_ref()?, now)?;
    let (variant, level) = entry_of(starts_at)?;
    let host: &Account = app.computers.of_level(level)?;
    let events = SimulState::create(settings(variant, starts_at)).ok()?;
    let state = SimulState::replay(&events).ok()?;
    let row = new_row(id_of(starts_at), TournamentKind::Simul, host.id, now);
    Some(Loaded { row: row_after(&row, &state, 0, now), state, unstored: events })
}

/// Simul of the server with an id, if it is the next one.
pub(super) fn find(app: &App, id: TournamentId) -> Option<Loaded> {
    next(app).filter(|loaded| loaded.row.id == id)
}

fn next_start(StandingSimul { minute, zone }: &StandingSimul, now: Millis) -> Option<Millis> {
    let repeats = ArenaRepeats::Weekly { days: (1..=7).collect() };
    next_after(&ArenaSchedule { repeats, minute: *minute, zone: zone.clone() }, now)
}

/// Variant and level of the simul that begins at a time.
fn entry_of(starts_at: Millis) -> Option<(&'static Variant, u8)> {
    let program: Vec<(&Variant, u8)> = PROGRAM.lines().filter_map(entry).collect();
    let count = Millis::try_from(program.len()).ok()?;
    let index = usize::try_from(starts_at.div_euclid(DAY).checked_rem_euclid(count)?).ok()?;
    program.get(index).copied()
}

fn entry(line: &str) -> Option<(&'static Variant, u8)> {
    let (variant, level) = line.split_once('\t')?;
    Some((Variant::by_id(variant)?, level.parse().ok()?))
}

fn settings(variant: &Variant, starts_at: Millis) -> SimulSettings {
    let (initial, increment) = STANDING_SIMUL_CLOCK;
    SimulSettings {
        // Without a word, since it is not translated.
        name: format!("{} {}+{increment}", variant.name(), initial / 60),
        description: String::new(),
        variant: variant.id().to_owned(),
        initial,
        increment,
        extra: 0,
        host_color: HostColor::Random,
        places: STANDING_SIMUL_PLACES,
        begins_at: Some(starts_at),
        team: None,
    }
}

/// Id of the simul that begins at a time. No arena begins before 1970.
fn id_of(starts_at: Millis) -> TournamentId {
    standing_id(-starts_at)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::calendar::rfc3339;

    #[test]
    fn every_entry_of_the_program_is_a_simul() {
        let entries: Vec<_> = PROGRAM.lines().map(|line| entry(line).expect("an entry")).collect();
        assert_ne!(entries.len() % 7, 0);
        for (variant, level) in entries {
            assert!(SimulState::create(settings(variant, DAY)).is_ok());
            assert!((1..=10).contains(&level));
        }
        let days = 0..Millis::try_from(PROGRAM.lines().count()).expect("a number");
        let variants: BTreeSet<&str> = days.map(|week| entry_of(week * 7 * DAY).expect("an entry").0.id()).collect();
        assert_eq!(variants.len(), 3, "every day of the week has all of them");
    }

    #[test]
    fn it_begins_every_day_by_the_wall_clock() {
        let simul = StandingSimul { minute: 18 * 60, zone: "Europe/Budapest".to_owned() };
        let mut at = 1_774_569_600_000;
        let mut starts = Vec::new();
        for _ in 0..3 {
            at = next_start(&simul, at).expect("a start");
            starts.push(rfc3339(at));
        }
        // Summer time begins on 29 March 2026.
        assert_eq!(starts, ["2026-03-27T17:00:00Z", "2026-03-28T17:00:00Z", "2026-03-29T16:00:00Z"]);
        assert_ne!(id_of(at), standing_id(at));
    }
}
