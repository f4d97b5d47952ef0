//! Plan of a simulation, determined by its seed: games, people, and faults with their times.

mod tournaments;

use saffron_live::TimeControl;
use saffron_rules::{Color, Variant};
use saffron_tournament::state::System;

use crate::played::PlayedPlan;
use crate::random::Random;

/// Purposes of the random sequences of a seed.
const GAMES: u64 = 1;
const FAULTS: u64 = 2;
const NETWORK: u64 = 3;
const OUTAGES: u64 = 4;
const REST: u64 = 5;

/// Plan of a simulation. Times are milliseconds since its start.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    pub(crate) games: Vec<GamePlan>,
    pub(crate) tournaments: Vec<TournamentPlan>,
    /// Tournament whose games are played on the server.
    pub(crate) played: Option<PlayedPlan>,
    pub(crate) people: Vec<PersonPlan>,
    pub(crate) network: NetworkPlan,
    /// Faults in the order of their times.
    pub(crate) faults: Vec<(u64, Fault)>,
    /// Duration of the phase with faults.
    pub(crate) duration: u64,
    /// Capacity of a socket's message queue.
    pub(crate) queue: usize,
    /// True if some commits fail at times.
    pub(crate) store_fails: bool,
    /// Time after which an unused game without a clock is unloaded from memory.
    pub(crate) rest: u64,
    /// True if the simulation checks at the end that everyone is seen to leave, which takes minutes.
    pub(crate) leaving: bool,
}

/// Plan of a game.
#[derive(Clone, Debug)]
pub(crate) struct GamePlan {
    pub(crate) variant: &'static str,
    pub(crate) control: TimeControl,
    /// Indices of the people who play White and Black.
    pub(crate) players: [usize; 2],
}

/// Plan of a tournament.
#[derive(Clone, Debug)]
pub(crate) struct TournamentPlan {
    pub(crate) system: System,
    /// Index of the person who organises it.
    pub(crate) organiser: usize,
}

/// Plan of a person with a connection.
#[derive(Clone, Debug)]
pub(crate) struct PersonPlan {
    /// True if the person has a session, as all players do.
    pub(crate) session: bool,
    /// Indices of the followed games.
    pub(crate) follows: Vec<usize>,
    /// Minimum and maximum pause between two actions, in milliseconds.
    pub(crate) pause: (u64, u64),
    /// Share of reckless actions, per thousand.
    pub(crate) wild: u64,
    /// True if the person enters a tournament, but never moves.
    pub(crate) is_absent: bool,
}

/// Network without its faults.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NetworkPlan {
    /// Step of the simulation in milliseconds.
    pub(crate) tick: u64,
    /// Minimum and maximum latency in milliseconds.
    pub(crate) latency: (u64, u64),
    /// Maximum number of segments in flight in one direction of a connection, and of connections waiting to be accepted.
    /// turmoil panics beyond it.
    pub(crate) segments: usize,
}

/// Fault, with its duration in milliseconds if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The server crashes together with its disk. When it is back, the error of its wall clock has grown by `jump`
    /// milliseconds.
    CrashServer { down: u64, jump: i64 },
    /// The server is stopped in an orderly way.
    StopServer { down: u64, jump: i64 },
    /// A person's computer crashes; only the session survives.
    CrashPerson { person: usize, down: u64 },
    /// All messages on a person's link are lost, possibly in one direction only.
    Partition { person: usize, direction: Direction, lasts: u64 },
    /// All messages on a person's link are delayed.
    Hold { person: usize, lasts: u64 },
    /// A share of the messages on a person's link is lost; `rate` is per thousand.
    Loss { person: usize, rate: u64, lasts: u64 },
    /// A person's link becomes slower.
    Latency { person: usize, most: u64 },
    /// The disk changes its behaviour from now on.
    Disk { sync: (u64, u64), failing: u32, unknown: u32 },
    /// The store cannot be reached for reading or writing.
    Outage { lasts: u64 },
    /// Time passes on the server without a request.
    Idle { lasts: u64 },
}

/// Direction of the messages that a partition loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Both,
    ToServer,
    FromServer,
}

impl Plan {
    /// Returns whether the server follows the wall clock while it runs, as for odd seeds. Otherwise its time is the steady
    /// clock's.
    pub(crate) fn follows_wall_clock(&self) -> bool {
        !self.seed.is_multiple_of(2)
    }

    /// Creates the plan of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed, GAMES);
        let count = 1 + random.below(3);
        let variants: Vec<&'static str> = Variant::known().iter().map(|variant| variant.id()).collect();
        let games: Vec<GamePlan> = (0..count)
            .map(|game| {
                let mut players = [2 * game, 2 * game + 1];
                if game > 0 && random.chance(300) {
                    // One person plays two games over one connection.
                    players[0] = 0;
                }
                random.shuffle(&mut players);
                GamePlan { variant: random.pick::<&str>(&variants), control: control(&mut random), players }
            })
            .collect();
        let spectators = 1 + random.below(count);
        let people = (0..2 * count + spectators).map(|index| person(&mut random, index, &games)).collect();
        let plan = Self {
            seed,
            games,
            tournaments: Vec::new(),
            played: None,
            people,
            network: NetworkPlan::new(seed, &[5, 10, 10, 10, 20]),
            faults: Vec::new(),
            duration: random.range(15_000..60_000),
            // Room for the answers to all commands that a client may have in flight.
            queue: *random.pick(&[24, 32, 64, 256]),
            store_fails: random.chance(300),
            leaving: random.chance(60),
            rest: *Random::new(seed, REST).pick(&[200, 1000, 60_000]),
        };
        let faults = faults(&plan);
        Self { faults, ..plan }
    }

    /// Returns the side of a person in a game.
    pub(crate) fn side(&self, person: usize, game: usize) -> Option<Color> {
        Color::ALL.into_iter().find(|side| self.games[game].players[side.index()] == person)
    }
}

impl NetworkPlan {
    fn new(seed: u64, ticks: &[u64]) -> Self {
        let mut network = Random::new(seed, NETWORK);
        Self {
            // Shorter steps find more orders of events; longer steps play more games in the same time.
            tick: *network.pick(ticks),
            latency: *network.pick(&[(1, 10), (10, 60), (1, 400), (50, 150)]),
            segments: *network.pick(&[64, 128, 512]),
        }
    }
}

fn control(random: &mut Random) -> TimeControl {
    match random.below(8) {
        0 => TimeControl::Clock { initial: 15, increment: 0 },
        1 => TimeControl::Clock { initial: 0, increment: 2 },
        2 | 3 => TimeControl::Clock { initial: 60, increment: 1 },
        4 => TimeControl::Clock { initial: 600, increment: 5 },
        5 | 6 => TimeControl::Correspondence { days: *random.pick(&saffron_live::CORRESPONDENCE_DAYS) },
        _ => TimeControl::Unlimited,
    }
}

fn person(random: &mut Random, index: usize, games: &[GamePlan]) -> PersonPlan {
    let plays: Vec<usize> = (0..games.len()).filter(|&game| games[game].players.contains(&index)).collect();
    let spectator = plays.is_empty();
    let mut follows = plays;
    for game in 0..games.len() {
        if !follows.contains(&game) && random.chance(if spectator { 800 } else { 150 }) {
            follows.push(game);
        }
    }
    let slowest = *random.pick(&[300, 1000, 2500]);
    PersonPlan {
        session: !spectator || random.chance(500),
        follows,
        pause: (30, slowest),
        wild: *random.pick(&[20, 100, 300]),
        is_absent: false,
    }
}

fn faults(plan: &Plan) -> Vec<(u64, Fault)> {
    let mut random = Random::new(plan.seed, FAULTS);
    let mut faults = vec![(0, disk(&mut random, plan.store_fails))];
    // Some seeds have few faults, so that each kind is also tested alone.
    let (server, person) = *random.pick(&[(0, 0), (3, 0), (0, 6), (2, 4), (5, 10)]);
    let at = |random: &mut Random| random.range(0..plan.duration);
    for _ in 0..server {
        let (down, jump) = (random.millis(0..15_000), jump(&mut random));
        let fault =
            if random.chance(650) { Fault::CrashServer { down, jump } } else { Fault::StopServer { down, jump } };
        faults.push((at(&mut random), fault));
        if random.chance(200) {
            // Crash again before the server has started to work.
            let after = at(&mut random);
            faults.push((after, Fault::CrashServer { down: random.range(0..500), jump: 0 }));
            faults.push((after + random.range(0..1500), Fault::CrashServer { down: 0, jump: 3_600_000 }));
        }
    }
    for _ in 0..person {
        let index = random.below(plan.people.len());
        let lasts = random.millis(50..15_000);
        let fault = match random.below(8) {
            0 => Fault::CrashPerson { person: index, down: lasts },
            1 | 2 => {
                let direction = *random.pick(&[Direction::Both, Direction::ToServer, Direction::FromServer]);
                Fault::Partition { person: index, direction, lasts }
            }
            3 | 4 => Fault::Hold { person: index, lasts: lasts / 2 },
            5 => Fault::Loss { person: index, rate: random.range(5..300), lasts },
            6 => Fault::Latency { person: index, most: random.millis(20..2000) },
            _ => disk(&mut random, plan.store_fails),
        };
        faults.push((at(&mut random), fault));
    }
    if plan.store_fails {
        let mut random = Random::new(plan.seed, OUTAGES);
        for _ in 0..random.below(3) {
            let outage = Fault::Outage { lasts: random.millis(100..20_000) };
            faults.push((random.range(0..plan.duration), outage));
        }
    }
    faults.sort_by_key(|(at, _)| *at);
    faults
}

fn disk(random: &mut Random, fails: bool) -> Fault {
    let sync = *random.pick(&[(0, 0), (0, 3), (2, 30), (20, 400)]);
    let (failing, unknown) = if fails { *random.pick(&[(0, 0), (30, 0), (0, 30), (60, 60)]) } else { (0, 0) };
    Fault::Disk { sync, failing, unknown }
}

/// Returns the change of the wall clock while the server is down.
fn jump(random: &mut Random) -> i64 {
    let hours = i64::try_from(random.range(1..50_000_000)).unwrap_or(0);
    match random.below(4) {
        0 => hours,
        1 => -hours,
        _ => 0,
    }
}
