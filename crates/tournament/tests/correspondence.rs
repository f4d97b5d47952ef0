//! Round robins by correspondence: groups, promotion, withdrawals, and what holds after any results.

use std::collections::BTreeSet;

use proptest::prelude::*;
use saffron_tournament::Points;
use saffron_tournament::correspondence::{
    CorrespondenceCommand, CorrespondenceEvent, CorrespondencePair, CorrespondenceRefusal, CorrespondenceResult,
    CorrespondenceSettings, CorrespondenceState, Group,
};

const START: i64 = 1_800_000_000_000;

fn settings() -> CorrespondenceSettings {
    CorrespondenceSettings {
        name: "Winter tournament".into(),
        description: String::new(),
        variant: "glinski".into(),
        days: 3,
        rated: true,
        starts_at: START,
        places: 100,
        begins_when_full: false,
        group_size: 4,
        promoted: 2,
        double: false,
    }
}

/// Tournament with its events.
struct Table {
    state: CorrespondenceState,
    events: Vec<CorrespondenceEvent>,
    games: u64,
}

impl Table {
    fn new(settings: CorrespondenceSettings, players: u16) -> Self {
        let events = CorrespondenceState::create(settings).expect("settings");
        let mut table = Self { state: CorrespondenceState::replay(&events).expect("events"), events, games: 0 };
        for player in 0..players {
            table.join(player).expect("a place");
        }
        table
    }

    fn join(&mut self, player: u16) -> Result<(), CorrespondenceRefusal> {
        self.command(&CorrespondenceCommand::Join { account: format!("a{player}"), rating: Some(2400 - player) })
    }

    fn command(&mut self, command: &CorrespondenceCommand) -> Result<(), CorrespondenceRefusal> {
        let events = self.state.decide(command)?;
        events.into_iter().for_each(|event| self.apply(event));
        Ok(())
    }

    fn apply(&mut self, event: CorrespondenceEvent) {
        self.state.apply(&event).expect("an event that fits");
        self.events.push(event);
    }

    /// Applies what is due; returns whether anything was.
    fn advance(&mut self, now: i64) -> bool {
        let mut lots = 7_u64;
        let mut games = self.games;
        let lots = || {
            lots = lots.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            lots
        };
        let new_game = || {
            games += 1;
            format!("g{games}")
        };
        let Some(event) = self.state.next_stage(now, lots, new_game) else { return false };
        self.games = games;
        self.apply(event);
        true
    }

    fn open(&self) -> Vec<CorrespondencePair> {
        self.state.open_games().cloned().collect()
    }

    fn end(&mut self, game: &str, result: CorrespondenceResult) {
        let event = self.state.game_ended(game, result).expect("a game that is played");
        self.apply(event);
    }

    /// Ends all games of the stage: the player of the smaller id wins.
    fn play_stage(&mut self) {
        for pair in self.open() {
            let white = pair.white < pair.black;
            self.end(&pair.game, played(if white { 4 } else { 0 }));
        }
    }

    fn groups(&self) -> &[Group] {
        self.state.stages().last().expect("a stage")
    }

    /// Players of the groups, each in the order of their ids.
    fn divided(&self) -> Vec<Vec<u32>> {
        let sorted = |group: &Group| group.players.iter().copied().collect::<BTreeSet<u32>>().into_iter().collect();
        self.groups().iter().map(sorted).collect()
    }

    /// Ids of a group's players in the order of the standings, with their quarter points.
    fn table(&self, group: usize) -> Vec<(u32, i32)> {
        let group = &self.groups()[group];
        let rows = group.standings(&self.state.numbers());
        rows.iter().map(|row| (group.players[row.player], row.points.quarters())).collect()
    }
}

fn played(white: i32) -> CorrespondenceResult {
    CorrespondenceResult::Played { white: Points::from_quarters(white), black: Points::from_quarters(4 - white) }
}

#[test]
fn groups_are_equal_and_the_first_ones_play_the_final() {
    let mut table = Table::new(settings(), 8);
    assert!(!table.advance(START - 1), "it is not due");
    assert!(table.advance(START));
    assert_eq!(table.divided(), [vec![0, 3, 4, 7], vec![1, 2, 5, 6]]);
    assert_eq!(table.open().len(), 12);
    assert!(!table.advance(START), "games are played");
    assert_eq!(table.join(9), Err(CorrespondenceRefusal::CorrespondenceBegun));
    table.play_stage();
    assert_eq!(table.table(0), [(0, 12), (3, 8), (4, 4), (7, 0)]);
    assert!(table.advance(START + 1));
    assert_eq!(table.divided(), [vec![0, 1, 2, 3]]);
    table.play_stage();
    assert!(table.advance(START + 2));
    assert!(table.state.is_over() && !table.state.is_cancelled());
    assert_eq!(table.table(0), [(0, 12), (1, 8), (2, 4), (3, 0)]);
    assert_eq!(table.join(9), Err(CorrespondenceRefusal::CorrespondenceOver));
}

#[test]
fn stages_lead_from_many_players_to_the_final() {
    let mut table = Table::new(CorrespondenceSettings { group_size: 3, ..settings() }, 27);
    let mut groups = Vec::new();
    while table.advance(START) {
        groups.push(table.state.stages().last().map_or(0, Vec::len));
        table.play_stage();
    }
    // 27 players, 18, 12, 8, 5 since a group of two promotes one, and 3 of the groups of three and two; then the end.
    assert_eq!(groups, [9, 6, 4, 3, 2, 1, 1]);
    assert!(table.state.is_over());
}

#[test]
fn a_double_round_robin_has_both_colours_of_each_pair() {
    let mut table = Table::new(CorrespondenceSettings { double: true, ..settings() }, 4);
    table.advance(START);
    let colors: BTreeSet<(u32, u32)> = table.open().iter().map(|pair| (pair.white, pair.black)).collect();
    assert_eq!(colors.len(), 12);
}

#[test]
fn it_begins_when_all_places_are_taken_if_it_is_to() {
    let full = CorrespondenceSettings { places: 3, begins_when_full: true, ..settings() };
    let mut table = Table::new(full, 2);
    assert!(!table.advance(0));
    table.join(2).expect("the last place");
    assert_eq!(table.join(3), Err(CorrespondenceRefusal::CorrespondenceFull { limit: 3 }));
    assert!(table.advance(0));
    let mut waits = Table::new(CorrespondenceSettings { places: 3, ..settings() }, 3);
    assert!(!waits.advance(START - 1));
}

#[test]
fn without_opponents_it_is_cancelled() {
    let mut table = Table::new(settings(), 2);
    table.command(&CorrespondenceCommand::Withdraw { player: 0 }).expect("left");
    assert!(table.advance(START));
    assert!(table.state.is_cancelled());
}

#[test]
fn who_left_before_the_start_may_enter_again() {
    let mut table = Table::new(settings(), 2);
    table.command(&CorrespondenceCommand::Withdraw { player: 1 }).expect("left");
    table.join(1).expect("back");
    assert_eq!((table.state.players().len(), table.state.active().count()), (2, 2));
    table.advance(START);
    assert_eq!(table.open().len(), 1);
}

#[test]
fn an_early_withdrawal_counts_for_no_one_and_a_late_one_does() {
    let mut table = Table::new(settings(), 4);
    table.advance(START);
    let games = |table: &Table, player: u32| -> Vec<CorrespondencePair> {
        table.open().into_iter().filter(|pair| [pair.white, pair.black].contains(&player)).collect()
    };
    let win = |pair: &CorrespondencePair, player: u32| played(if pair.white == player { 4 } else { 0 });
    // Player 0 has one of three games behind, player 1 two.
    let first = games(&table, 0)[0].clone();
    table.end(&first.game, win(&first, 0));
    table.command(&CorrespondenceCommand::Withdraw { player: 0 }).expect("withdrawn");
    while games(&table, 1).len() > 1 {
        let pair = games(&table, 1)[0].clone();
        table.end(&pair.game, win(&pair, 1));
    }
    table.command(&CorrespondenceCommand::Withdraw { player: 1 }).expect("withdrawn");
    for pair in table.open() {
        let loser = [0, 1].into_iter().find(|player| [pair.white, pair.black].contains(player));
        table.end(&pair.game, win(&pair, if loser == Some(pair.white) { pair.black } else { pair.white }));
    }
    let rows = table.table(0);
    assert_eq!(rows.last(), Some(&(0, 0)), "the first one has no points, and is the last one");
    let total: i32 = rows.iter().map(|(_, points)| points).sum();
    assert_eq!(total, 3 * 4, "three games of the others count");
}

#[test]
fn quarter_points_rank_and_a_game_that_never_began_is_lost() {
    let mut table = Table::new(settings(), 3);
    table.advance(START);
    for pair in table.open() {
        let of = |one: u32, other: u32| [one, other].contains(&pair.white) && [one, other].contains(&pair.black);
        let result = if of(0, 1) {
            // A stalemate by player 1.
            played(if pair.white == 1 { 3 } else { 1 })
        } else if of(0, 2) {
            CorrespondenceResult::NotBegun { absent: 2 }
        } else {
            CorrespondenceResult::Void
        };
        table.end(&pair.game, result);
    }
    assert_eq!(table.table(0), [(0, 5), (1, 3), (2, 0)]);
}

#[test]
fn settings_outside_their_limits_are_refused_by_name() {
    let refused = |change: fn(&mut CorrespondenceSettings)| {
        let mut settings = settings();
        change(&mut settings);
        match CorrespondenceState::create(settings) {
            Err(CorrespondenceRefusal::InvalidCorrespondence { field }) => field,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(|settings| settings.name = " x".into()), "name");
    assert_eq!(refused(|settings| settings.places = 1), "places");
    assert_eq!(refused(|settings| settings.group_size = 13), "groupSize");
    assert_eq!(refused(|settings| settings.promoted = 4), "promoted");
    assert_eq!(refused(|settings| settings.promoted = 0), "promoted");
    assert_eq!(refused(|settings| settings.starts_at = -1), "startsAt");
    let mut table = Table::new(settings(), 3);
    let settings = CorrespondenceSettings { places: 2, ..settings() };
    let fewer = table.command(&CorrespondenceCommand::ChangeSettings { settings });
    assert_eq!(fewer, Err(CorrespondenceRefusal::InvalidCorrespondence { field: "places".into() }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_results_and_withdrawals_lead_to_an_end(
        players in 2_u16..40,
        group_size in 3_u32..8,
        promoted in 1_u32..3,
        double: bool,
        results in prop::collection::vec(0_u8..9, 64),
    ) {
        let settings = CorrespondenceSettings { group_size, promoted, double, ..settings() };
        let mut table = Table::new(settings, players);
        let mut next = results.into_iter().cycle();
        let mut stages = 0;
        let mut before = usize::from(players) + 1;
        while table.advance(START) {
            if table.state.is_over() {
                break;
            }
            stages += 1;
            prop_assert!(stages < 40, "it ends");
            let sizes: Vec<usize> = table.groups().iter().map(|group| group.players.len()).collect();
            let (least, most) = (sizes.iter().min().copied().unwrap_or(0), sizes.iter().max().copied().unwrap_or(0));
            prop_assert!(least >= 2 && most - least <= 1 && most <= group_size as usize, "{:?}", sizes);
            let total: usize = sizes.iter().sum();
            prop_assert!(total < before, "fewer play on");
            before = total;
            for group in table.groups() {
                let pairs: Vec<BTreeSet<u32>> =
                    group.games.iter().map(|game| [game.pair.white, game.pair.black].into()).collect();
                let times = if double { 2 } else { 1 };
                prop_assert_eq!(pairs.len(), times * group.players.len() * (group.players.len() - 1) / 2);
                let distinct: BTreeSet<&BTreeSet<u32>> = pairs.iter().collect();
                prop_assert_eq!(distinct.len() * times, pairs.len());
            }
            for pair in table.open() {
                let result = match next.next().unwrap_or(0) {
                    quarters @ 0..=4 => played(i32::from(quarters)),
                    5 => CorrespondenceResult::NotBegun { absent: pair.black },
                    6 => CorrespondenceResult::Void,
                    _ => {
                        table.command(&CorrespondenceCommand::Withdraw { player: pair.white }).expect("withdrawn");
                        played(0)
                    }
                };
                table.end(&pair.game, result);
            }
            for (index, group) in table.groups().iter().enumerate() {
                let rows = table.table(index);
                prop_assert_eq!(rows.len(), group.players.len());
                let counted = group.games.iter().filter(|game| group.counts(game));
                let full = counted.filter(|game| !matches!(game.result, Some(CorrespondenceResult::Void))).count();
                let total: i32 = rows.iter().map(|(_, points)| points).sum();
                prop_assert_eq!(total, 4 * i32::try_from(full).expect("few"), "each game gives a point");
            }
        }
        prop_assert!(table.state.is_over());
        let again = CorrespondenceState::replay(&table.events).expect("the events");
        prop_assert_eq!(&again, &table.state);
        for event in &table.events {
            let text = serde_json::to_string(event).expect("JSON");
            prop_assert_eq!(&serde_json::from_str::<CorrespondenceEvent>(&text).expect("an event"), event);
        }
    }
}
