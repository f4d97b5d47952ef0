//! Arenas that the server itself holds, so that a newcomer finds one within the hour.
//!
//! Each begins at a full hour, or half of it, and its id follows from that time: after a restart it is the same one. It is in memory
//! only until someone joins it.

use saffron_live::Millis;
use saffron_rules::Variant;
use saffron_store::{AccountId, TournamentId, tournaments};
use saffron_tournament::arena::ArenaSettings;

use super::command::NewArena;
use super::read;
use crate::app::App;
use crate::config::limits::{STANDING_ARENA_MINUTES, STANDING_ARENA_PLAYERS};
use crate::error::Error;
use crate::parts::arenas::LiveArena;

const HOUR: Millis = 60 * 60 * 1000;
/// Variants with initial times and increments in seconds, one arena after the other. Their number has no divisor in common with 24,
/// so that each hour has all of them in turn.
const PROGRAM: &str = include_str!("standing.tsv");

/// Keeps the arena of this hour, if it is not over, and the next one in memory.
///
/// # Errors
/// Failures of the store.
pub(super) async fn keep(app: &App) -> Result<(), Error> {
    let Some(interval) = interval(app.config.standing_arenas) else { return Ok(()) };
    let now = app.clock.now();
    let current = now.div_euclid(interval);
    for number in [current, current + 1] {
        let id = id_of(number * interval);
        if app.arenas.get(id).is_some() {
            continue;
        }
        let Some(settings) = settings_of(number, interval).filter(|settings| now < settings.ends_at()) else {
            continue;
        };
        let arena = match tournaments::find(&*app.database, id).await? {
            Some(row) if row.over => continue,
            Some(row) => read(app, row).await?,
            None => {
                let new = NewArena::new(id, AccountId::SERVER, None, settings, now)?;
                LiveArena::not_stored(new.row, new.state)
            }
        };
        app.arenas.add(arena);
    }
    Ok(())
}

/// Time between the starts of two arenas; `None` without arenas.
fn interval(an_hour: u8) -> Option<Millis> {
    match an_hour {
        0 => None,
        1 => Some(HOUR),
        _ => Some(HOUR / 2),
    }
}

/// Settings of an arena by its number; `None` if the program has no variant that is known.
fn settings_of(number: Millis, interval: Millis) -> Option<ArenaSettings> {
    let program: Vec<(&Variant, u32, u32)> = PROGRAM.lines().filter_map(entry).collect();
    let count = Millis::try_from(program.len()).ok()?;
    let index = usize::try_from(number.checked_rem_euclid(count)?).ok()?;
    let (variant, initial, increment) = *program.get(index)?;
    Some(ArenaSettings {
        // Without a word, since it is not translated.
        name: format!("{} {}+{increment}", variant.name(), initial / 60),
        description: String::new(),
        variant: variant.id().to_owned(),
        initial,
        increment,
        rated: false,
        starts_at: number * interval,
        minutes: STANDING_ARENA_MINUTES,
        berserk: true,
        streaks: true,
        computers: STANDING_ARENA_PLAYERS,
        team: None,
    })
}

fn entry(line: &str) -> Option<(&'static Variant, u32, u32)> {
    let mut columns = line.split('\t');
    let variant = Variant::by_id(columns.next()?)?;
    Some((variant, columns.next()?.parse().ok()?, columns.next()?.parse().ok()?))
}

/// Id of the arena that begins at a time.
pub(crate) fn id_of(starts_at: Millis) -> TournamentId {
    // Spreads the time over all bits (the finaliser of MurmurHash3), so that ids look like others.
    let mix = |seed: u64| {
        let mut bits = starts_at.cast_unsigned() ^ seed;
        for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
            bits = (bits ^ (bits >> 33)).wrapping_mul(factor);
        }
        u128::from(bits ^ (bits >> 33))
    };
    TournamentId::from_random(mix(0x5af7_0000_0000_0001) << 64 | mix(0x5af7_0000_0000_0002))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn every_entry_of_the_program_is_an_arena() {
        let entries: Vec<_> = PROGRAM.lines().map(|line| entry(line).expect("an entry")).collect();
        let mut counts = BTreeMap::new();
        for (variant, initial, increment) in &entries {
            *counts.entry(variant.id()).or_insert(0) += 1;
            assert!([(180, 2), (300, 3)].contains(&(*initial, *increment)));
        }
        assert_eq!(counts.len(), 3);
        assert!(counts[Variant::DEFAULT_ID] * 2 > entries.len(), "the default variant is held most often");
        for number in 0..24 * 7 {
            let settings = settings_of(number, HOUR).expect("settings");
            assert!(saffron_tournament::arena::ArenaState::create(settings).is_ok());
        }
    }

    #[test]
    fn each_hour_has_all_variants_in_turn() {
        for hour in 0..24 {
            let days = 0..Millis::try_from(PROGRAM.lines().count()).expect("a number");
            let variants: BTreeSet<String> =
                days.map(|day| settings_of(day * 24 + hour, HOUR).expect("settings").variant).collect();
            assert_eq!(variants.len(), 3, "{hour}");
        }
    }

    #[test]
    fn arenas_have_ids_of_their_own() {
        let ids: BTreeSet<TournamentId> =
            (0..10_000).map(|number| id_of(1_700_000_000_000 + number * HOUR / 2)).collect();
        assert_eq!(ids.len(), 10_000);
        assert_eq!((interval(0), interval(1), interval(2)), (None, Some(HOUR), Some(HOUR / 2)));
    }
}
