//! Arenas: pairing, scores, and what holds after any events.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use saffron_tournament::arena::{
    ArenaCommand, ArenaEvent, ArenaPair, ArenaPlayer, ArenaRefusal, ArenaResult, ArenaSettings, ArenaState,
    WaitingPlayer,
};

const START: i64 = 1_800_000_000_000;
const MINUTE: i64 = 60_000;

fn settings() -> ArenaSettings {
    ArenaSettings {
        name: "Evening arena".into(),
        description: String::new(),
        variant: "shafran".into(),
        initial: 180,
        increment: 0,
        rated: true,
        starts_at: START,
        minutes: 30,
        berserk: true,
        streaks: true,
        computers: 0,
        team: None,
    }
}

/// Arena with its events.
struct Table {
    state: ArenaState,
    events: Vec<ArenaEvent>,
    games: u32,
}

impl Table {
    fn new(players: u32) -> Self {
        let events = ArenaState::create(settings()).expect("settings");
        let mut table = Self { state: ArenaState::replay(&events).expect("events"), events, games: 0 };
        for player in 0..players {
            let rating = Some(2400 - u16::try_from(player % 1000).expect("a small number"));
            table.command(&ArenaCommand::Join { account: format!("a{player}"), rating }, START).expect("joined");
        }
        table
    }

    fn command(&mut self, command: &ArenaCommand, now: i64) -> Result<(), ArenaRefusal> {
        let events = self.state.decide(command, now)?;
        events.into_iter().for_each(|event| self.apply(event));
        Ok(())
    }

    fn apply(&mut self, event: ArenaEvent) {
        self.state.apply(&event).expect("an event that fits");
        self.events.push(event);
    }

    /// Everyone who is free, as waiting since `since`.
    fn free(&self, since: i64) -> Vec<WaitingPlayer> {
        let ids = 0..u32::try_from(self.state.players().len()).expect("a number of players");
        let free = ids.filter(|id| self.state.player(*id).is_some_and(ArenaPlayer::is_free));
        free.map(|player| WaitingPlayer { player, since }).collect()
    }

    fn pair(&mut self, since: i64, now: i64) -> Vec<(u32, u32)> {
        let pairs = self.state.pair(&self.free(since), now);
        let named = pairs.iter().map(|(white, black)| {
            self.games += 1;
            ArenaPair { game: format!("g{}", self.games), white: *white, black: *black }
        });
        let event = ArenaEvent::Paired { pairs: named.collect() };
        self.apply(event);
        pairs
    }

    fn end_all(&mut self, result: impl Fn(&ArenaPair) -> ArenaResult) {
        let open: Vec<ArenaPair> = self.state.open_games().cloned().collect();
        for pair in open {
            let event = self.state.game_ended(&pair.game, result(&pair)).expect("an open game");
            self.apply(event);
        }
    }
}

fn white_wins(pair: &ArenaPair) -> ArenaResult {
    ArenaResult::Won { winner: pair.white, plies: 40, berserk: false }
}

#[test]
fn neighbours_in_the_ranking_are_paired() {
    let mut table = Table::new(8);
    assert_eq!(table.pair(START, START), [(0, 1), (2, 3), (4, 5), (6, 7)]);
    table.end_all(white_wins);
    // The winners have 2 points: 0, 2, 4, 6 come first. No one has the same opponent again.
    let pairs = table.pair(START, START + MINUTE);
    let sets: Vec<BTreeSet<u32>> = pairs.iter().map(|(a, b)| [*a, *b].into()).collect();
    assert_eq!(sets, [[0, 2].into(), [4, 6].into(), [1, 3].into(), [5, 7].into()] as [BTreeSet<u32>; 4]);
}

#[test]
fn two_who_have_just_met_wait_before_they_meet_again() {
    let mut table = Table::new(2);
    assert_eq!(table.pair(START, START), [(0, 1)]);
    table.end_all(white_wins);
    let free = START + MINUTE;
    assert_eq!(table.state.pair(&table.free(free), free + 7_999), []);
    assert_eq!(table.state.pair(&table.free(free), free + 8_000), [(1, 0)], "with other colours");
}

#[test]
fn of_an_odd_number_the_one_who_came_last_waits() {
    let table = Table::new(7);
    let mut waiting = table.free(START);
    waiting[2].since = START + 9_000;
    let pairs = table.state.pair(&waiting, START + 9_000);
    let paired: BTreeSet<u32> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    assert_eq!(paired, [0, 1, 3, 4, 5, 6].into());
}

#[test]
fn no_one_is_paired_before_the_start_and_after_the_end() {
    let table = Table::new(4);
    // Half of three minutes before the end it is too late.
    let late = START + 30 * MINUTE - 90_000;
    for (now, pairs) in [(START - 1, 0), (START, 2), (late - 1, 2), (late, 0)] {
        assert_eq!(table.state.pair(&table.free(START - MINUTE), now).len(), pairs, "{}", now - START);
    }
}

#[test]
fn who_does_not_begin_a_game_has_lost_it_and_pauses() {
    let mut table = Table::new(2);
    table.pair(START, START);
    table.end_all(|pair| ArenaResult::NotBegun { absent: pair.black });
    let [winner, absent] = [0, 1].map(|id| table.state.player(id).expect("a player").clone());
    assert_eq!((winner.score.total, winner.is_free()), (2, true));
    assert_eq!((absent.score.total, absent.score.sheet.len(), absent.is_free()), (0, 1, false));
    table.command(&ArenaCommand::Join { account: "a1".into(), rating: Some(2000) }, START).expect("back");
    assert!(table.state.player(1).expect("a player").is_free());
}

#[test]
fn games_that_are_played_at_the_end_do_not_count() {
    let mut table = Table::new(2);
    table.pair(START, START);
    assert_eq!(table.state.tick(START + 30 * MINUTE - 1), None);
    let over = table.state.tick(START + 30 * MINUTE).expect("the end");
    table.apply(over);
    assert_eq!(table.state.game_ended("g1", ArenaResult::Drawn { plies: 90 }), None);
    assert_eq!(table.state.players().iter().map(|player| player.score.total).sum::<u32>(), 0);
    let late = table.command(&ArenaCommand::Join { account: "late".into(), rating: None }, START);
    assert_eq!(late, Err(ArenaRefusal::ArenaOver));
}

#[test]
fn equal_scores_are_ranked_by_performance() {
    let mut table = Table::new(4);
    table.pair(START, START);
    // 1 beats the strongest, 3 the third.
    table.end_all(|pair| ArenaResult::Won { winner: pair.black, plies: 40, berserk: false });
    assert_eq!(table.state.ranking(), [1, 3, 0, 2]);
    table.command(&ArenaCommand::Disqualify { player: 1 }, START).expect("taken out");
    assert_eq!(table.state.ranking(), [3, 0, 2]);
}

#[test]
fn settings_change_before_the_start_only() {
    let mut table = Table::new(2);
    let change = ArenaCommand::ChangeSettings { settings: ArenaSettings { minutes: 60, ..settings() } };
    table.command(&change, START - 1).expect("changed");
    assert_eq!(table.command(&change, START), Err(ArenaRefusal::ArenaBegun));
    let wrong = |settings| ArenaState::create(settings).expect_err("refused");
    let field = |field: &str| ArenaRefusal::InvalidArena { field: field.into() };
    assert_eq!(wrong(ArenaSettings { minutes: 4, ..settings() }), field("minutes"));
    assert_eq!(wrong(ArenaSettings { initial: 0, ..settings() }), field("initial"));
    assert_eq!(wrong(ArenaSettings { initial: 0, increment: 1, ..settings() }), field("berserk"));
    assert_eq!(wrong(ArenaSettings { computers: 4, ..settings() }), field("computers"));
    assert_eq!(wrong(ArenaSettings { increment: u32::MAX, ..settings() }), field("increment"));
    assert_eq!(wrong(ArenaSettings { starts_at: i64::MAX, ..settings() }), field("startsAt"));
}

fn have_just_met(state: &ArenaState, a: u32, b: u32) -> bool {
    let last = |of: u32| state.player(of).and_then(|player| player.opponents.last().copied());
    last(a) == Some(b) || last(b) == Some(a)
}

#[derive(Clone, Debug)]
enum Step {
    Join(u32),
    Pause(u32),
    Disqualify(u32),
    Pair { wait: i64 },
    End { pick: usize, how: u8 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0_u32..90).prop_map(Step::Join),
        2 => (0_u32..90).prop_map(Step::Pause),
        1 => (0_u32..90).prop_map(Step::Disqualify),
        5 => (0_i64..12_000).prop_map(|wait| Step::Pair { wait }),
        12 => (any::<usize>(), any::<u8>()).prop_map(|(pick, how)| Step::End { pick, how }),
    ];
    proptest::collection::vec(step, 1..250)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_events_leave_an_arena(steps in steps()) {
        let mut table = Table::new(0);
        let mut now = START;
        for step in steps {
            match step {
                Step::Join(account) => {
                    let join = ArenaCommand::Join { account: format!("a{account}"), rating: Some(1500) };
                    let _ = table.command(&join, now);
                }
                Step::Pause(account) => {
                    let _ = table.command(&ArenaCommand::Pause { account: format!("a{account}") }, now);
                }
                Step::Disqualify(player) => {
                    let _ = table.command(&ArenaCommand::Disqualify { player }, now);
                }
                Step::Pair { wait } => {
                    now += wait;
                    let free = table.free(now - wait);
                    let before = table.state.clone();
                    let pairs = table.pair(now - wait, now);
                    for (a, b) in &pairs {
                        prop_assert!(wait >= 8_000 || !have_just_met(&before, *a, *b));
                    }
                    let left = table.free(now);
                    let is_alone = |one: u32| {
                        left.iter().all(|other| other.player == one || have_just_met(&before, one, other.player))
                    };
                    let are_strangers_left = left.len() > 1 && left.iter().any(|one| !is_alone(one.player));
                    prop_assert!(free.len() > 40 || !are_strangers_left, "{left:?}");
                }
                Step::End { pick, how } => {
                    let open: Vec<ArenaPair> = table.state.open_games().cloned().collect();
                    if open.is_empty() {
                        continue;
                    }
                    let pair = &open[pick % open.len()];
                    let plies = u16::from(how);
                    let result = match how % 5 {
                        0 => ArenaResult::Drawn { plies },
                        1 => ArenaResult::Won { winner: pair.black, plies, berserk: how > 127 },
                        2 => ArenaResult::NotBegun { absent: pair.white },
                        3 if how > 230 => ArenaResult::Void,
                        _ => ArenaResult::Won { winner: pair.white, plies, berserk: false },
                    };
                    let event = table.state.game_ended(&pair.game, result.clone());
                    table.apply(event.expect("an open game"));
                    prop_assert_eq!(table.state.game_ended(&pair.game, result), None, "once only");
                }
            }
        }
        let texts: Vec<String> =
            table.events.iter().map(|event| serde_json::to_string(event).expect("a text")).collect();
        let events: Vec<ArenaEvent> = texts.iter().map(|text| serde_json::from_str(text).expect("an event")).collect();
        let replayed = ArenaState::replay(&events).expect("events that fit");
        prop_assert_eq!(&replayed, &table.state);
        // Each ended game is in the sheets of both players, and no other one.
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for game in replayed.games() {
            if game.result.as_ref().is_some_and(|result| *result != ArenaResult::Void) {
                *counts.entry(game.pair.white).or_default() += 1;
                *counts.entry(game.pair.black).or_default() += 1;
            }
        }
        for (id, player) in (0_u32..).zip(replayed.players()) {
            prop_assert_eq!(player.score.sheet.len(), counts.get(&id).copied().unwrap_or(0));
            prop_assert_eq!(player.played.len(), player.score.sheet.len());
        }
    }
}

#[test]
fn five_hundred_are_paired_at_once_in_a_tenth_of_a_second() {
    let mut table = Table::new(500);
    let began = std::time::Instant::now();
    let pairs = table.pair(START, START + MINUTE);
    let took = began.elapsed();
    assert_eq!(pairs.len(), 250);
    println!("500 players: {took:?}");
    // Without optimisation it takes several times as long.
    let limit = if cfg!(debug_assertions) { 2_000 } else { 100 };
    assert!(took.as_millis() < limit, "{took:?}");
}
