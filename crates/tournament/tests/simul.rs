//! Simuls: applications, the start, the score, and what holds after any commands.

use proptest::prelude::*;
use saffron_tournament::Points;
use saffron_tournament::simul::{
    HostColor, MAX_SIMUL_APPLICANTS, SimulCommand, SimulEntry, SimulEvent, SimulRefusal, SimulResult, SimulSettings,
    SimulState,
};

fn settings() -> SimulSettings {
    SimulSettings {
        name: "Evening of the master".into(),
        description: String::new(),
        variant: "glinski".into(),
        initial: 900,
        increment: 10,
        extra: 1800,
        host_color: HostColor::White,
        places: 3,
        begins_at: None,
        team: None,
    }
}

/// Simul with its events.
struct Hall {
    state: SimulState,
    events: Vec<SimulEvent>,
}

impl Hall {
    fn new(settings: SimulSettings) -> Self {
        let events = SimulState::create(settings).expect("settings");
        Self { state: SimulState::replay(&events).expect("events"), events }
    }

    /// Simul with players who are accepted.
    fn with(settings: SimulSettings, players: u32) -> Self {
        let mut hall = Self::new(settings);
        for player in 0..players {
            hall.apply(player).expect("an application");
            hall.command(&SimulCommand::Accept { player }).expect("a place");
        }
        hall
    }

    fn take(&mut self, event: SimulEvent) {
        self.state.apply(&event).expect("an event that fits");
        self.events.push(event);
    }

    fn command(&mut self, command: &SimulCommand) -> Result<usize, SimulRefusal> {
        let events = self.state.decide(command)?;
        let count = events.len();
        events.into_iter().for_each(|event| self.take(event));
        Ok(count)
    }

    fn apply(&mut self, player: u32) -> Result<usize, SimulRefusal> {
        self.command(&SimulCommand::Apply { account: format!("a{player}"), rating: Some(1500) })
    }

    fn start(&mut self) -> Result<(), SimulRefusal> {
        let (mut tosses, mut games) = (0, 0);
        let coin = || {
            tosses += 1;
            tosses % 3 == 0
        };
        let event = self.state.start_event(coin, || {
            games += 1;
            format!("g{games}")
        })?;
        self.take(event);
        Ok(())
    }

    fn end(&mut self, game: &str, result: SimulResult) {
        let event = self.state.game_ended(game, result).expect("a game that is played");
        self.take(event);
    }
}

fn played(host: i32) -> SimulResult {
    SimulResult::Played { host: Points::from_quarters(host), opponent: Points::from_quarters(4 - host) }
}

#[test]
fn the_host_accepts_players_and_starts() {
    let mut hall = Hall::new(settings());
    assert_eq!(hall.start(), Err(SimulRefusal::NoOpponents));
    for player in 0..5 {
        assert_eq!(hall.apply(player), Ok(1));
    }
    assert_eq!(hall.apply(0), Ok(0), "once is enough");
    for player in [0, 1, 3] {
        assert_eq!(hall.command(&SimulCommand::Accept { player }), Ok(1));
    }
    assert_eq!(hall.command(&SimulCommand::Accept { player: 3 }), Ok(0));
    assert_eq!(hall.command(&SimulCommand::Accept { player: 4 }), Err(SimulRefusal::SimulFull { limit: 3 }));
    assert_eq!(hall.command(&SimulCommand::Withdraw { account: "a1".into() }), Ok(1));
    assert_eq!(hall.command(&SimulCommand::Accept { player: 1 }), Err(SimulRefusal::NotInSimul));
    assert_eq!(hall.command(&SimulCommand::Accept { player: 4 }), Ok(1));
    assert_eq!(hall.apply(1), Ok(1), "who has withdrawn can apply again");
    hall.start().expect("accepted players");
    let games = hall.state.games();
    assert_eq!(games.iter().map(|game| game.pair.player).collect::<Vec<_>>(), [0, 3, 4]);
    assert!(games.iter().all(|game| game.pair.host_is_white));
    assert_eq!(hall.start(), Err(SimulRefusal::SimulBegun));
    assert_eq!(hall.apply(7), Err(SimulRefusal::SimulBegun));
    assert_eq!(hall.command(&SimulCommand::Cancel), Err(SimulRefusal::SimulBegun));
}

#[test]
fn a_removed_player_comes_back_only_if_accepted() {
    let mut hall = Hall::with(settings(), 2);
    assert_eq!(hall.command(&SimulCommand::Remove { player: 1 }), Ok(1));
    assert_eq!(hall.command(&SimulCommand::Remove { player: 1 }), Ok(0));
    assert_eq!(hall.apply(1), Err(SimulRefusal::RemovedFromSimul));
    assert_eq!(hall.command(&SimulCommand::Withdraw { account: "a1".into() }), Ok(0));
    assert_eq!(hall.state.player(1).map(|player| player.entry), Some(SimulEntry::Removed));
    assert_eq!(hall.command(&SimulCommand::Accept { player: 1 }), Ok(1));
    assert_eq!(hall.command(&SimulCommand::Remove { player: 9 }), Err(SimulRefusal::NotInSimul));
    assert_eq!(hall.command(&SimulCommand::Withdraw { account: "a9".into() }), Err(SimulRefusal::NotInSimul));
}

#[test]
fn random_colours_differ_and_black_is_black() {
    let mut hall = Hall::with(SimulSettings { host_color: HostColor::Random, ..settings() }, 3);
    hall.start().expect("players");
    let colors: Vec<bool> = hall.state.games().iter().map(|game| game.pair.host_is_white).collect();
    assert_eq!(colors, [false, false, true]);
    let mut hall = Hall::with(SimulSettings { host_color: HostColor::Black, ..settings() }, 2);
    hall.start().expect("players");
    assert!(hall.state.games().iter().all(|game| !game.pair.host_is_white));
}

#[test]
fn results_count_once_and_the_last_one_ends_it() {
    let mut hall = Hall::with(SimulSettings { places: 6, ..settings() }, 6);
    hall.start().expect("players");
    // A stalemate of Gliński's game is three quarters of a win, and one quarter for the stalemated side.
    for (game, host) in [("g1", 4), ("g2", 2), ("g3", 3), ("g4", 1), ("g5", 0)] {
        assert!(!hall.state.is_over());
        hall.end(game, played(host));
        assert_eq!(hall.state.game_ended(game, played(4)), None, "once");
    }
    hall.end("g6", SimulResult::Void);
    assert_eq!(hall.state.game_ended("g7", played(4)), None);
    let score = hall.state.score();
    assert_eq!((score.wins, score.draws, score.losses, score.points.to_string()), (2, 1, 2, "2.5".to_owned()));
    assert!(hall.state.is_over() && !hall.state.is_cancelled());
    assert_eq!(hall.command(&SimulCommand::Cancel), Err(SimulRefusal::SimulOver));
}

#[test]
fn a_cancelled_simul_is_over() {
    let mut hall = Hall::with(settings(), 2);
    assert_eq!(hall.command(&SimulCommand::Cancel), Ok(1));
    assert!(hall.state.is_over() && hall.state.is_cancelled());
    assert_eq!(hall.start(), Err(SimulRefusal::SimulOver));
}

#[test]
fn settings_and_applications_have_limits() {
    let wrong = |change: &dyn Fn(&mut SimulSettings)| {
        let mut settings = settings();
        change(&mut settings);
        match SimulState::create(settings) {
            Err(SimulRefusal::InvalidSimul { field }) => field,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(wrong(&|s| s.name = "x".into()), "name");
    assert_eq!(wrong(&|s| s.description = "x".repeat(401)), "description");
    assert_eq!(wrong(&|s| s.initial = 59), "initial");
    assert_eq!(wrong(&|s| s.increment = 181), "increment");
    assert_eq!(wrong(&|s| s.extra = 10_801), "extra");
    assert_eq!(wrong(&|s| s.places = 1), "places");
    assert_eq!(wrong(&|s| s.places = 51), "places");
    assert_eq!(wrong(&|s| s.begins_at = Some(-1)), "beginsAt");
    assert_eq!(wrong(&|s| s.team = Some(String::new())), "team");
    let mut hall = Hall::new(settings());
    for player in 0..u32::try_from(MAX_SIMUL_APPLICANTS).expect("few") {
        hall.apply(player).expect("an application");
    }
    assert_eq!(hall.apply(999), Err(SimulRefusal::SimulFull { limit: 200 }));
}

#[test]
fn the_host_changes_settings_before_the_start() {
    let mut hall = Hall::with(settings(), 2);
    let change = |change: &dyn Fn(&mut SimulSettings)| {
        let mut settings = settings();
        change(&mut settings);
        SimulCommand::ChangeSettings { settings }
    };
    assert_eq!(hall.command(&change(&|_| {})), Ok(0), "nothing changes");
    for (field, wrong) in [
        ("variant", change(&|s| s.variant = "shafran".into())),
        ("team", change(&|s| s.team = Some("aaaaaaaaaa".into()))),
        ("initial", change(&|s| s.initial = 59)),
    ] {
        assert_eq!(hall.command(&wrong), Err(SimulRefusal::InvalidSimul { field: field.into() }));
    }
    let fewer = change(&|s| {
        s.places = 2;
        s.extra = 60;
        s.host_color = HostColor::Black;
    });
    assert_eq!(hall.command(&fewer), Ok(1));
    hall.apply(2).expect("an application");
    assert_eq!(hall.command(&SimulCommand::Accept { player: 2 }), Err(SimulRefusal::SimulFull { limit: 2 }));
    let mut more = Hall::with(settings(), 3);
    assert_eq!(more.command(&fewer), Err(SimulRefusal::InvalidSimul { field: "places".into() }), "three are accepted");
    assert_eq!(SimulState::replay(&hall.events).as_ref(), Ok(&hall.state));
    hall.start().expect("players");
    assert!(hall.state.games().iter().all(|game| !game.pair.host_is_white));
    assert_eq!(hall.command(&change(&|_| {})), Err(SimulRefusal::SimulBegun));
}

/// Random step of a simul.
#[derive(Clone, Debug)]
enum Step {
    Apply(u32),
    Withdraw(u32),
    Accept(u32),
    Remove(u32),
    Start,
    End(u32, i32),
    Void(u32),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let player = 0_u32..6;
    let step = prop_oneof![
        6 => player.clone().prop_map(Step::Apply),
        2 => player.clone().prop_map(Step::Withdraw),
        6 => player.clone().prop_map(Step::Accept),
        1 => player.clone().prop_map(Step::Remove),
        1 => Just(Step::Start),
        6 => (1_u32..6, 0..=4).prop_map(|(game, host)| Step::End(game, host)),
        1 => (1_u32..6).prop_map(Step::Void),
    ];
    proptest::collection::vec(step, 1..60)
}

proptest! {
    #[test]
    fn every_accepted_player_has_one_game_with_one_result(steps in steps()) {
        let mut hall = Hall::new(settings());
        let mut total = 0;
        for step in steps {
            match step {
                Step::Apply(player) => drop(hall.apply(player)),
                Step::Withdraw(player) => drop(hall.command(&SimulCommand::Withdraw { account: format!("a{player}") })),
                Step::Accept(player) => drop(hall.command(&SimulCommand::Accept { player })),
                Step::Remove(player) => drop(hall.command(&SimulCommand::Remove { player })),
                Step::Start => drop(hall.start()),
                Step::End(game, host) => {
                    if let Some(event) = hall.state.game_ended(&format!("g{game}"), played(host)) {
                        hall.take(event);
                        total += host;
                    }
                }
                Step::Void(game) => {
                    if let Some(event) = hall.state.game_ended(&format!("g{game}"), SimulResult::Void) {
                        hall.take(event);
                    }
                }
            }
            prop_assert!(hall.state.accepted().count() <= 3);
        }
        let games = hall.state.games();
        if !games.is_empty() {
            let players: Vec<u32> = games.iter().map(|game| game.pair.player).collect();
            prop_assert_eq!(players, hall.state.accepted().collect::<Vec<_>>());
        }
        let score = hall.state.score();
        prop_assert_eq!(score.points.quarters(), total);
        let ended = games.iter().filter(|game| matches!(game.result, Some(SimulResult::Played { .. }))).count();
        prop_assert_eq!((score.wins + score.draws + score.losses) as usize, ended);
        prop_assert_eq!(SimulState::replay(&hall.events).expect("the same events"), hall.state.clone());
        let stored: Vec<String> =
            hall.events.iter().map(|event| serde_json::to_string(event).expect("JSON")).collect();
        let read: Vec<SimulEvent> = stored.iter().map(|text| serde_json::from_str(text).expect("an event")).collect();
        prop_assert_eq!(read, hall.events);
    }
}
