//! Plans with tournaments in place of games.

use saffron_rules::{Color, Variant};
use saffron_tournament::arena::ArenaSettings;
use saffron_tournament::correspondence::CorrespondenceSettings;
use saffron_tournament::simul::{HostColor, SimulSettings};
use saffron_tournament::state::System;

use super::{Fault, NetworkPlan, PersonPlan, Plan, REST, TournamentPlan, faults};
use crate::played::{NAME, PlayedPlan, start_after};
use crate::random::Random;

/// Purposes of the random sequences of a seed.
const TOURNAMENTS: u64 = 6;
const ARENAS: u64 = 7;
const CORRESPONDENCE: u64 = 8;
const SIMULS: u64 = 9;

const HOUR: u64 = 3_600_000;

impl Plan {
    /// Creates the plan of a seed with tournaments in place of games: one or two organisers, and a reader.
    pub(crate) fn of_tournaments(seed: u64) -> Self {
        let mut random = Random::new(seed, TOURNAMENTS);
        let count = 1 + random.below(2);
        let tournament = |organiser| TournamentPlan { system: system(&mut random), organiser };
        let tournaments: Vec<TournamentPlan> = (0..count).map(tournament).collect();
        let person = |index| PersonPlan {
            session: index < count,
            follows: Vec::new(),
            pause: (30, *random.pick(&[100, 300, 1000])),
            wild: 0,
            is_absent: false,
        };
        let people = (0..=count).map(person).collect();
        let duration = random.range(15_000..60_000);
        let plan = Self { tournaments, people, duration, ..without_games(seed, &mut random) };
        let faults = faults(&plan);
        Self { faults, ..plan }
    }

    /// Creates the plan of a seed with an arena in place of games.
    pub(crate) fn of_arenas(seed: u64) -> Self {
        let mut random = Random::new(seed, ARENAS);
        let count = 2 + random.below(6);
        let settings = ArenaSettings {
            name: NAME.to_owned(),
            description: String::new(),
            variant: variant(&mut random),
            initial: *random.pick(&[15, 30, 60]),
            increment: 0,
            rated: false,
            starts_at: start_after(1_000),
            minutes: 1 + u32::from(random.chance(300)),
            berserk: true,
            streaks: true,
            computers: 0,
            team: None,
        };
        let duration = random.range(15_000..45_000);
        Self::of_played(seed, random, PlayedPlan::Arena(settings), count, duration)
    }

    /// Creates the plan of a seed with a round robin by correspondence in place of games.
    pub(crate) fn of_correspondence(seed: u64) -> Self {
        let mut random = Random::new(seed, CORRESPONDENCE);
        let count = 3 + random.below(5);
        let group_size = *random.pick(&[3, 3, 4, 12]);
        let settings = CorrespondenceSettings {
            name: NAME.to_owned(),
            description: String::new(),
            variant: variant(&mut random),
            days: *random.pick(&[1, 3]),
            rated: false,
            starts_at: start_after(random.range(3_000..12_000)),
            places: u32::try_from(2 + random.below(count)).unwrap_or(2),
            begins_when_full: random.chance(500),
            group_size,
            promoted: u32::try_from(1 + random.below(2)).unwrap_or(1),
            double: random.chance(200),
        };
        let duration = random.range(15_000..45_000);
        let idle = random.range(0..3);
        let mut nights: Vec<(u64, Fault)> = (0..idle)
            .map(|_| (random.range(0..duration), Fault::Idle { lasts: random.range(10 * HOUR..50 * HOUR) }))
            .collect();
        let mut plan = Self::of_played(seed, random, PlayedPlan::Correspondence(settings), count, duration);
        plan.faults.append(&mut nights);
        plan.faults.sort_by_key(|(at, _)| *at);
        plan
    }

    /// Creates the plan of a seed with a simul in place of games.
    pub(crate) fn of_simuls(seed: u64) -> Self {
        let mut random = Random::new(seed, SIMULS);
        let count = 2 + random.below(6);
        let settings = SimulSettings {
            name: NAME.to_owned(),
            description: String::new(),
            variant: variant(&mut random),
            initial: *random.pick(&[15, 60, 600]),
            increment: *random.pick(&[0, 2]),
            extra: *random.pick(&[0, 30]),
            host_color: *random.pick(&[HostColor::White, HostColor::Black, HostColor::Random]),
            places: u32::try_from(2 + random.below(count)).unwrap_or(2),
            begins_at: None,
            team: None,
        };
        let duration = random.range(15_000..45_000);
        let mut plan = Self::of_played(seed, random, PlayedPlan::Simul(settings), count, duration);
        plan.people[0].is_absent = false;
        plan
    }

    /// Plan with a number of players of a tournament.
    fn of_played(seed: u64, mut random: Random, played: PlayedPlan, players: usize, duration: u64) -> Self {
        let slowest = *random.pick(&[200, 600, 2000]);
        let people = (0..players).map(|_| PersonPlan {
            session: true,
            follows: Vec::new(),
            pause: (30, slowest),
            wild: 0,
            is_absent: random.chance(100),
        });
        let people = people.collect();
        let rest = *Random::new(seed, REST).pick(&[200, 1000, 60_000]);
        let plan = Self { played: Some(played), people, duration, rest, ..without_games(seed, &mut random) };
        let faults = faults(&plan);
        Self { faults, ..plan }
    }
}

/// Plan without games, people or faults.
fn without_games(seed: u64, random: &mut Random) -> Plan {
    Plan {
        seed,
        games: Vec::new(),
        tournaments: Vec::new(),
        played: None,
        people: Vec::new(),
        network: NetworkPlan::new(seed, &[10, 20, 40, 40]),
        faults: Vec::new(),
        duration: 0,
        queue: 64,
        store_fails: random.chance(300),
        rest: 60_000,
        leaving: false,
    }
}

fn system(random: &mut Random) -> System {
    match random.below(4) {
        0 => System::RoundRobin { double: false },
        1 => System::Swiss { rounds: 5, initial: Color::Black, accelerated: true },
        _ => System::Swiss { rounds: 7, initial: Color::White, accelerated: false },
    }
}

fn variant(random: &mut Random) -> String {
    let variants: Vec<&str> = Variant::known().iter().map(|variant| variant.id()).collect();
    (*random.pick(&variants)).to_owned()
}
