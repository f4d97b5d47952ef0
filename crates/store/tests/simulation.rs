//! Random calls, compactions, failures and crashes on the simulated disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use saffron_store::games::{self, Finish, NewGame};
use saffron_store::{
    AccountId, Database, Event, GameId, LogEntry, Memory, MemoryDisk, MemoryOptions, StoreError, compaction,
};

#[derive(Clone, Debug)]
enum Step {
    /// Appends some entries to a game, which begins with the first one. The result is not awaited.
    Append { game: u8, count: u8 },
    /// Ends a game with one more entry.
    Finish { game: u8 },
    /// Waits until all is written.
    Flush,
    /// Compacts some entries.
    Compact { limit: u8 },
    /// Compacts some entries; a game ends after some turns of the runtime.
    CompactBeside { limit: u8, turns: u8, game: u8 },
    /// Begins to compact, and crashes after some turns of the runtime.
    Crash { limit: u8, turns: u8 },
}

fn step() -> impl Strategy<Value = Step> {
    let game = 0..8_u8;
    prop_oneof![
        6 => (game.clone(), 1..5_u8).prop_map(|(game, count)| Step::Append { game, count }),
        1 => game.clone().prop_map(|game| Step::Finish { game }),
        2 => (1..20_u8, 0..12_u8, game).prop_map(|(limit, turns, game)| Step::CompactBeside { limit, turns, game }),
        2 => Just(Step::Flush),
        2 => (1..20_u8).prop_map(|limit| Step::Compact { limit }),
        1 => (1..20_u8, 0..30_u8).prop_map(|(limit, turns)| Step::Crash { limit, turns }),
    ]
}

/// A game as the test knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    /// Entries that were given to the database.
    given: u32,
    /// Entries that it acknowledged.
    acknowledged: u32,
    /// The game is to be ended.
    finished: bool,
}

type Shared = Arc<Mutex<Vec<(u8, Result<(), StoreError>)>>>;

struct Run {
    disk: Arc<MemoryDisk>,
    database: Arc<Memory>,
    epoch: i64,
    known: HashMap<u8, Known>,
    /// The answers in their order, as `(game, result)`.
    answers: Shared,
    /// Requests in the same order, as `(game, entries afterwards)`.
    asked: Vec<(u8, u32)>,
}

fn id(game: u8) -> GameId {
    GameId::from_random(game.into())
}

fn data(game: u8, seq: u32) -> Vec<u8> {
    format!("{game}/{seq}").into_bytes()
}

fn event(game: u8, seq: u32) -> Event {
    Event { at: seq.into(), data: data(game, seq) }
}

fn new_game(game: u8) -> NewGame {
    NewGame { white: Some(AccountId::from_random(1)), ..NewGame::new(id(game), "", "") }
}

/// Lets others run some times.
async fn turns(count: u8) {
    for _ in 0..count {
        tokio::task::yield_now().await;
    }
}

impl Run {
    async fn new(options: MemoryOptions) -> Self {
        let disk = MemoryDisk::new(options).unwrap();
        let database = Arc::new(disk.open());
        let mut run =
            Self { disk, database, epoch: 0, known: HashMap::new(), answers: Shared::default(), asked: Vec::new() };
        run.start().await;
        run
    }

    async fn start(&mut self) {
        // With failures the epoch may have to be asked for again.
        self.epoch = loop {
            if let Ok(epoch) = self.database.take_epoch().await {
                break epoch.number;
            }
        };
    }

    fn append(&mut self, game: u8, count: u32, finish: bool) {
        let known = self.known.entry(game).or_default();
        if known.finished {
            return;
        }
        let first = known.given;
        known.given += count;
        known.finished = finish;
        let entry =
            |seq: u32| LogEntry { game: id(game), seq, at: seq.into(), epoch: self.epoch, data: data(game, seq) };
        let entries = (first..known.given).map(entry).collect();
        let mut and = Vec::new();
        if first == 0 {
            and.push(games::insert(&new_game(game)));
        }
        if finish {
            let finish = Finish {
                game: id(game),
                ended_at: 0,
                aborted: false,
                result: None,
                points: None,
                reason: String::new(),
                plies: 0,
                opening: String::new(),
                moves: String::new(),
                white_change: None,
                black_change: None,
                events: (0..known.given).map(|seq| event(game, seq)).collect(),
            };
            and.push(games::finish(&finish).unwrap());
        }
        self.asked.push((game, known.given));
        let answers = Arc::clone(&self.answers);
        let done = Box::new(move |result| answers.lock().unwrap().push((game, result)));
        self.database.append(entries, and, done);
    }

    /// Takes in the answers: they are in the order of the calls.
    fn answers(&mut self) {
        let answers = std::mem::take(&mut *self.answers.lock().unwrap());
        for ((game, result), (asked, given)) in answers.into_iter().zip(self.asked.drain(..)) {
            assert_eq!(game, asked, "the answers are in another order");
            result.unwrap();
            self.known.get_mut(&game).unwrap().acknowledged = given;
        }
    }

    async fn flush(&mut self) {
        self.database.flush().await.unwrap();
        let asked = self.asked.len();
        assert_eq!(self.answers.lock().unwrap().len(), asked);
        self.answers();
    }

    /// Checks that the acknowledged entries are stored, and perhaps some of the later ones.
    async fn check(&mut self) {
        let running = games::running_games(&*self.database).await.unwrap();
        let running: HashMap<_, _> = running.into_iter().map(|running| (running.game.id, running.events)).collect();
        for (game, known) in &mut self.known {
            let stored = match games::events(&*self.database, id(*game)).await {
                Ok(events) => events,
                Err(StoreError::NoGame(_)) => Vec::new(),
                Err(error) => panic!("{error}"),
            };
            let count = u32::try_from(stored.len()).unwrap();
            assert!((known.acknowledged..=known.given).contains(&count), "{game}: {known:?}, but {count}");
            assert_eq!(stored, (0..count).map(|seq| event(*game, seq)).collect::<Vec<_>>());
            let row = games::by_id(&*self.database, id(*game)).await.unwrap();
            let ended = row.is_some_and(|row| row.status == games::Status::Ended);
            assert!(!ended || known.finished);
            if ended {
                assert_eq!(running.get(&id(*game)), None);
            } else {
                assert_eq!(running.get(&id(*game)).map_or(0, Vec::len), stored.len());
            }
            *known = Known { given: count, acknowledged: count, finished: ended };
        }
    }

    async fn step(&mut self, step: &Step) {
        match *step {
            Step::Append { game, count } => self.append(game, count.into(), false),
            Step::Finish { game } => self.append(game, 1, true),
            Step::Flush => self.flush().await,
            Step::Compact { limit } => {
                compaction::compact(&*self.database, limit.into()).await.unwrap();
                self.flush().await;
            }
            Step::CompactBeside { limit, turns: some, game } => {
                let database = Arc::clone(&self.database);
                let meanwhile = async {
                    turns(some).await;
                    self.append(game, 1, true);
                };
                let (compacted, ()) = tokio::join!(compaction::compact(&*database, limit.into()), meanwhile);
                compacted.unwrap();
                self.flush().await;
                self.check().await;
            }
            Step::Crash { limit, turns: some } => {
                tokio::select! {
                    compacted = compaction::compact(&*self.database, limit.into()) => drop(compacted),
                    () = turns(some) => {}
                }
                self.disk.crash();
                self.answers();
                self.asked.clear();
                self.database = Arc::new(self.disk.open());
                self.start().await;
                self.check().await;
            }
        }
    }
}

/// Number of histories that are tried.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").map_or(300, |cases| cases.parse().unwrap())
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_event_is_lost_by_compacting_or_crashing(seed: u64, steps in proptest::collection::vec(step(), 1..60)) {
        runtime().block_on(async {
            let mut run = Run::new(MemoryOptions { seed, ..MemoryOptions::default() }).await;
            for step in &steps {
                run.step(step).await;
            }
            run.flush().await;
            run.check().await;
            // A whole pass empties the log.
            while compaction::compact(&*run.database, 50).await.unwrap().read > 0 {}
            assert_eq!(compaction::log_length(&*run.database).await, Ok((0, None)));
            run.check().await;
        });
    }
}

#[test]
fn the_same_seed_gives_the_same_answers() {
    let run = |seed: u64| {
        runtime().block_on(async {
            let sync = (Duration::from_micros(1), Duration::from_micros(2));
            let options = MemoryOptions { seed, sync, failing: 200, unknown: 200, ..MemoryOptions::default() };
            let mut run = Run::new(options).await;
            let mut all = Vec::new();
            for game in 0..100 {
                run.append(game, 1, false);
                drop(run.database.flush().await);
                all.append(&mut run.answers.lock().unwrap());
            }
            let failed = all.iter().filter(|(_, result)| matches!(result, Err(StoreError::Io(_)))).count();
            let unknown = all.iter().filter(|(_, result)| matches!(result, Err(StoreError::Unknown(_)))).count();
            assert!(failed > 5 && unknown > 5, "{failed} {unknown}");
            // What is unknown is there, what failed is not.
            run.disk.set_options(MemoryOptions::default());
            for (game, result) in &all {
                let stored = games::by_id(&*run.database, id(*game)).await.unwrap().is_some();
                assert_eq!(stored, !matches!(result, Err(StoreError::Io(_))));
            }
            all
        })
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

#[test]
fn an_old_owner_of_the_disk_is_cut_off() {
    runtime().block_on(async {
        let disk = MemoryDisk::new(MemoryOptions::default()).unwrap();
        let old = disk.open();
        let waiting = old.transact(vec![games::insert(&new_game(1))]);
        let new = disk.open();
        assert_eq!(waiting.await, Err(StoreError::Closed));
        assert_eq!(old.transact(vec![games::insert(&new_game(2))]).await, Err(StoreError::Closed));
        assert_eq!(games::by_id(&old, id(1)).await, Err(StoreError::Closed));
        assert_eq!(games::by_id(&new, id(1)).await, Ok(None));
    });
}
