//! The games in memory, on a simulated disk.

use std::time::Duration;

use saffron_live::{Command, CommandId, Millis, Refusal, RoundTrip, TimeControl};
use saffron_protocol::game::PlayerKind;
use saffron_rules::{Color, Outcome};
use saffron_store::accounts::{self, Kind};
use saffron_store::{MemoryDisk, MemoryOptions, server};

use super::*;
use crate::games::outbox::Inbox;

const SYNC: Duration = Duration::from_millis(50);

/// Takes the running games from the store.
async fn load(games: &Arc<Games>, stopped_at: Millis) -> Result<usize, StoreError> {
    let running = games::asleep(&*games.database).await?;
    let log = games::log_index(&*games.database).await?;
    let away = Downtime { stopped_at, resumed_at: games.clock.now() };
    games.take_over(&running, log, server::begin(&*games.database, games.epoch, away).await?);
    Ok(running.len())
}

struct World {
    disk: Arc<MemoryDisk>,
    games: Arc<Games>,
    players: [AccountId; 2],
}

async fn games_on(disk: &Arc<MemoryDisk>, at: Millis) -> Arc<Games> {
    let database: Arc<dyn Database> = Arc::new(disk.open());
    let epoch = database.take_epoch().await.expect("an epoch");
    let (notices, _) = NoticeSender::new();
    Arc::new(Games::new(database, Clock::starting_at(at), epoch.number, notices, Arc::new(Metrics::default())))
}

async fn world() -> World {
    let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
    let disk = MemoryDisk::new(options).expect("a disk");
    let games = games_on(&disk, 1_000_000).await;
    let players = [1, 2].map(AccountId::from_random);
    let rows = players.map(|id| accounts::insert(&accounts::Account::new(id, Kind::Guest, 0)));
    games.database.transact(rows.to_vec()).await.expect("two accounts");
    World { disk, games, players }
}

fn opening(players: [AccountId; 2], control: TimeControl) -> Opening {
    let settings = Settings::casual("shafran", control);
    let player = |account: AccountId| Player {
        account: account.to_string(),
        name: None,
        kind: PlayerKind::Guest,
        level: None,
        rating: None,
        provisional: false,
        rating_change: None,
    };
    Opening { settings, players: players.map(|account| (account, player(account))), data: GameData::default() }
}

const BLITZ: TimeControl = TimeControl::Clock { initial: 180, increment: 2 };

fn command(n: u32) -> CommandId {
    CommandId { client: "test".to_owned(), n }
}

fn mv(uci: &str, ply: u16) -> Command {
    Command::Move { uci: uci.to_owned(), ply, thought: None }
}

async fn ask(
    games: &Arc<Games>,
    live_game: &Arc<LiveGame>,
    by: AccountId,
    n: u32,
    what: &Command,
) -> Result<u32, ErrorCode> {
    let (answer, answered) = oneshot::channel();
    games.command(live_game, by, command(n), what, RoundTrip::default(), ReplyTo::Request(answer));
    answered.await.expect("an answer")
}

/// The kinds of the messages that wait.
fn kinds(inbox: &mut Inbox) -> Vec<String> {
    std::iter::from_fn(|| inbox.waiting())
        .map(|text| {
            let message: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            message["t"].as_str().expect("a kind").to_owned()
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn a_move_is_shown_and_acknowledged_after_its_commit_only() {
    let World { games, players, .. } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let (outbox, mut inbox) = Outbox::new(1, 256);
    let live_game = games.watch(id, &outbox, Some(players[1]), None).await.expect("the game");
    assert_eq!(kinds(&mut inbox), ["game"]);
    let (answer, mut answered) = oneshot::channel();
    games.command(&live_game, players[0], command(1), &mv("e2e5", 0), RoundTrip::default(), ReplyTo::Request(answer));
    tokio::time::sleep(SYNC / 2).await;
    assert!(kinds(&mut inbox).is_empty() && answered.try_recv().is_err(), "not durable yet");
    // A watcher that comes in between does not see it either.
    let (late, mut late_inbox) = Outbox::new(2, 256);
    games.watch(id, &late, None, None).await.expect("the game");
    assert!(late_inbox.waiting().expect("the game").contains(r#""moves":[]"#));
    tokio::time::sleep(SYNC * 2).await;
    assert_eq!(answered.try_recv().expect("an answer"), Ok(1));
    assert!(kinds(&mut inbox).contains(&"events".to_owned()));
    assert_eq!(kinds(&mut late_inbox), ["events"]);
    // Sent again, it is acknowledged and not repeated; a move of the wrong side is refused.
    assert_eq!(ask(&games, &live_game, players[0], 1, &mv("e2e5", 0)).await, Ok(1));
    let refused = ask(&games, &live_game, players[0], 2, &mv("d1f5", 1)).await;
    assert_eq!(refused, Err(ErrorCode::Refused(Refusal::NotYourTurn)));
    assert_eq!(ask(&games, &live_game, AccountId::from_random(77), 1, &mv("e9e6", 1)).await, Err(ErrorCode::Forbidden));
    assert!(kinds(&mut inbox).is_empty());
}

/// Presence, rematches and ratings are no events: a client that came back by `from` once missed their changes.
#[tokio::test(start_paused = true)]
async fn a_viewer_who_comes_back_learns_what_no_event_shows() {
    let World { games, players, .. } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let [(white, _), (black, mut at_black)] = [1, 2].map(|connection| Outbox::new(connection, 256));
    games.watch(id, &white, Some(players[0]), None).await.expect("the game");
    let live_game = games.watch(id, &black, Some(players[1]), None).await.expect("the game");
    ask(&games, &live_game, players[0], 1, &mv("e2e5", 0)).await.expect("played");
    games.unwatch(id, 2, false);
    games.unwatch(id, 1, false);
    drop(kinds(&mut at_black));
    games.watch(id, &black, Some(players[1]), Some(2)).await.expect("the game");
    let events = at_black.waiting().expect("an answer");
    assert!(events.contains(r#""t":"events""#), "{events}");
    let presence = at_black.waiting().expect("a message");
    assert!(presence.contains(r#""t":"presence""#) && presence.contains(r#""white":false,"black":true"#), "{presence}");
    assert!(kinds(&mut at_black).is_empty());
    for (n, what) in [(1, mv("e9e6", 1)), (2, Command::Resign)] {
        ask(&games, &live_game, players[1], n, &what).await.expect("carried out");
    }
    drop(kinds(&mut at_black));
    games.watch(id, &black, Some(players[1]), Some(4)).await.expect("the game");
    assert_eq!(kinds(&mut at_black), ["events", "presence", "changed"]);
}

#[tokio::test(start_paused = true)]
async fn an_id_stands_for_one_command_for_ever() {
    let World { disk, games, players } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let live_game = games.get(id).expect("in memory");
    ask(&games, &live_game, players[0], 1, &mv("e2e5", 0)).await.expect("played");
    ask(&games, &live_game, players[1], 1, &mv("e9e6", 1)).await.expect("played");
    let given = ask(&games, &live_game, players[0], 2, &Command::AddTime).await.expect("given");
    for n in 3..40 {
        ask(&games, &live_game, players[0], n, &Command::AddTime).await.expect("given");
    }
    let before = live_game.lock().live.next_seq();
    assert_eq!(ask(&games, &live_game, players[0], 2, &Command::AddTime).await, Ok(given));
    let used = Err(ErrorCode::Refused(Refusal::CommandIdUsed));
    assert_eq!(ask(&games, &live_game, players[0], 2, &mv("d1f5", 2)).await, used);
    assert_eq!(ask(&games, &live_game, players[0], 1, &Command::Resign).await, used);
    assert_eq!(live_game.lock().live.next_seq(), before);
    // So also by what is stored.
    let stopped = games.clock.now();
    disk.crash();
    let after = games_on(&disk, stopped).await;
    load(&after, stopped).await.expect("the game");
    let live_game = after.open(id).await.expect("the game");
    assert_eq!(ask(&after, &live_game, players[0], 2, &Command::AddTime).await, Ok(given));
    assert_eq!(ask(&after, &live_game, players[0], 2, &mv("d1f5", 2)).await, used);
}

#[tokio::test(start_paused = true)]
async fn what_the_server_decides_on_is_said_when_it_is_durable() {
    let World { disk, games, players } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let live_game = games.get(id).expect("in memory");
    let forfeit = |live: &Live, now| live.forfeit(saffron_rules::Color::White, now);
    let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
    disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
    let failed = games.by_server(&live_game, Vec::new(), forfeit).durable().await;
    assert_eq!(failed, Err(ErrorCode::Internal));
    disk.set_options(options);
    tokio::time::sleep(SYNC * 2).await;
    let live_game = games.open(id).await.expect("the game");
    assert_eq!(live_game.lock().live.outcome(), None);
    let began = tokio::time::Instant::now();
    assert_eq!(games.by_server(&live_game, Vec::new(), forfeit).durable().await, Ok(true));
    assert!(began.elapsed() >= SYNC, "said before its commit");
    assert_eq!(games.by_server(&live_game, Vec::new(), forfeit).durable().await, Ok(false));
}

#[tokio::test(start_paused = true)]
async fn a_failed_commit_leaves_nothing_and_the_watchers_come_back() {
    let World { disk, games, players } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let (outbox, mut inbox) = Outbox::new(1, 256);
    let live_game = games.watch(id, &outbox, Some(players[1]), None).await.expect("the game");
    kinds(&mut inbox);
    let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
    disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
    assert_eq!(ask(&games, &live_game, players[0], 1, &mv("e2e5", 0)).await, Err(ErrorCode::Internal));
    tokio::time::sleep(SYNC).await;
    assert_eq!(kinds(&mut inbox), ["resync"]);
    disk.set_options(options);
    let live_game = games.watch(id, &outbox, Some(players[1]), Some(1)).await.expect("the game");
    assert_eq!(ask(&games, &live_game, players[0], 1, &mv("e2e5", 0)).await, Ok(1));
    assert!(kinds(&mut inbox).contains(&"events".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn games_survive_a_crash_without_the_time_of_it() {
    let World { disk, games, players } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let live_game = games.get(id).expect("in memory");
    for (n, (by, uci)) in [(0, "e2e5"), (1, "e9e6"), (0, "d1f5")].into_iter().enumerate() {
        let ply = u16::try_from(n).expect("small");
        tokio::time::sleep(Duration::from_secs(1)).await;
        let number = u32::from(ply) + 1;
        ask(&games, &live_game, players[by], number, &mv(uci, ply)).await.expect("played");
    }
    let stopped = games.clock.now();
    disk.crash();
    let after = games_on(&disk, stopped + 3_600_000).await;
    assert_eq!(load(&after, stopped).await, Ok(1));
    let live_game = after.open(id).await.expect("the game");
    let state = live_game.lock();
    assert_eq!(state.live.moves(), ["e2e5", "e9e6", "d1f5"]);
    let clocks = state.live.clocks_at(after.clock.now()).expect("clocks");
    assert!((178_000..=180_000).contains(&clocks.b), "{clocks:?}");
    assert!(state.live.outcome().is_none());
}

/// Boards that were open during an outage of the database once stayed as they were: told to come back once, and refused.
#[tokio::test(start_paused = true)]
async fn who_watches_during_an_outage_is_told_when_the_game_is_back() {
    let World { disk, games, players } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let ([one, two, left], mut inboxes): ([Outbox; 3], Vec<Inbox>) = {
        let [a, b, c] = [1, 2, 3].map(|number| Outbox::new(number, 256));
        ([a.0, b.0, c.0], vec![a.1, b.1, c.1])
    };
    let live_game = games.watch(id, &one, Some(players[0]), None).await.expect("the game");
    games.watch(id, &left, None, None).await.expect("the game");
    inboxes.iter_mut().for_each(|inbox| drop(kinds(inbox)));
    disk.set_unreachable(true);
    assert_eq!(ask(&games, &live_game, players[0], 1, &mv("e2e5", 0)).await, Err(ErrorCode::Internal));
    tokio::time::sleep(SYNC).await;
    for (outbox, account) in [(&one, Some(players[0])), (&two, None), (&left, None)] {
        assert!(matches!(games.watch(id, outbox, account, None).await, Err(ErrorCode::Busy)));
    }
    games.unwatch(id, left.id(), true);
    tokio::time::sleep(Duration::from_secs(600)).await;
    let heard: Vec<Vec<String>> = inboxes.iter_mut().map(kinds).collect();
    assert_eq!(heard, [vec!["resync"], vec![], vec!["resync"]]);
    disk.set_unreachable(false);
    tokio::time::sleep(MAX_GAME_RETRY_DELAY + SYNC * 4).await;
    let heard: Vec<Vec<String>> = inboxes.iter_mut().map(kinds).collect();
    assert_eq!(heard, [vec!["resync"], vec!["resync"], vec![]]);
    for outbox in [&one, &two] {
        games.watch(id, outbox, None, Some(1)).await.expect("the game");
    }
    tokio::time::sleep(MAX_GAME_RETRY_DELAY * 2).await;
    assert!(inboxes.iter_mut().all(|inbox| !kinds(inbox).contains(&"resync".to_owned())));
}

#[tokio::test(start_paused = true)]
async fn a_command_whose_commit_failed_is_not_acknowledged_when_it_comes_again() {
    let World { disk, games, players } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let live_game = games.get(id).expect("in memory");
    let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
    disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
    let command = mv("e2e5", 0);
    let works_again = async {
        tokio::time::sleep(SYNC + SYNC / 2).await;
        disk.set_options(options);
    };
    let again = async {
        // In the commit after the one that fails.
        tokio::time::sleep(SYNC / 2).await;
        ask(&games, &live_game, players[0], 1, &command).await
    };
    let (first, again, ()) = tokio::join!(ask(&games, &live_game, players[0], 1, &command), again, works_again);
    assert_eq!((first, again), (Err(ErrorCode::Internal), Err(ErrorCode::Internal)));
    let live_game = games.open(id).await.expect("the game");
    assert_eq!(live_game.lock().live.next_seq(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_game_goes_on_after_a_failure_though_nobody_watches() {
    let World { disk, games, players } = world().await;
    let keeper = tokio::spawn({
        let games = Arc::clone(&games);
        async move { games.keep_time().await }
    });
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
    // The end of the game fails, as it was not begun in time.
    disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
    tokio::time::sleep(Duration::from_millis(20_500)).await;
    disk.set_options(options);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let row = games::by_id(&*games.database, id).await.expect("a row").expect("a row");
    assert_eq!(row.status, games::Status::Aborted);
    keeper.abort();
}

#[tokio::test(start_paused = true)]
async fn a_server_does_not_start_where_its_games_cannot_go_on() {
    let World { disk, games, players } = world().await;
    games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let stopped = games.clock.now();
    let after = games_on(&disk, stopped + 3_600_000).await;
    let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
    disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
    assert!(load(&after, stopped).await.is_err());
    disk.set_options(options);
    let after = games_on(&disk, stopped + 3_600_000).await;
    assert_eq!(load(&after, stopped).await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn a_player_who_reads_too_slowly_is_not_counted_twice() {
    let World { games, players, .. } = world().await;
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let (outbox, mut inbox) = Outbox::new(1, 1);
    let live_game = games.watch(id, &outbox, Some(players[1]), None).await.expect("the game");
    assert!(live_game.lock().seat(Color::Black).is_there());
    ask(&games, &live_game, players[0], 1, &mv("e2e5", 0)).await.expect("played");
    assert!(!live_game.lock().seat(Color::Black).is_there(), "the queue is full");
    kinds(&mut inbox);
    games.watch(id, &outbox, Some(players[1]), Some(1)).await.expect("the game");
    assert!(live_game.lock().seat(Color::Black).is_there());
    games.unwatch(id, 1, false);
    assert!(!live_game.lock().seat(Color::Black).is_there());
}

#[tokio::test(start_paused = true)]
async fn an_ended_game_that_is_rated_while_it_is_read_has_its_changes() {
    let World { disk, games, players } = world().await;
    let mut rated = opening(players, BLITZ);
    rated.settings.rated = true;
    let id = games.begin(GameId::from_random(9), rated, Vec::new()).await.expect("a game");
    let live_game = games.get(id).expect("in memory");
    for (n, what) in [mv("e2e5", 0), mv("e9e6", 1), Command::Resign].iter().enumerate() {
        ask(&games, &live_game, players[n % 2], u32::try_from(n).expect("small"), what).await.expect("carried out");
    }
    assert!(games.get(id).is_none(), "nobody watches");
    let read = Duration::from_millis(100);
    disk.set_options(MemoryOptions { read: (read, read), ..MemoryOptions::default() });
    let rate = async {
        tokio::time::sleep(read * 3 / 2).await;
        games.database.transact(vec![games::set_changes(id, 8.4, -8.4)]).await.expect("stored");
    };
    let (live_game, ()) = tokio::join!(games.open(id), rate);
    let live_game = live_game.expect("the game");
    let state = live_game.lock();
    assert_eq!((state.info.white.rating_change, state.info.black.rating_change), (Some(8), Some(-8)));
}

/// 26,000 sets of conditional moves in two minutes once made the log 210 MB long, which every start read again.
#[tokio::test(start_paused = true)]
async fn of_conditional_moves_only_the_last_set_is_kept() {
    let World { disk, games, players } = world().await;
    let opened = opening(players, TimeControl::Unlimited);
    let id = games.begin(GameId::from_random(9), opened, Vec::new()).await.expect("a game");
    let live_game = games.get(id).expect("in memory");
    let set = |answer: &str| Command::SetConditionalMoves { lines: vec![vec!["e2e5".into(), answer.into()]; 60] };
    for n in 1..=100 {
        let answer = if n % 2 == 0 { "e9e6" } else { "h10i8" };
        assert_eq!(ask(&games, &live_game, players[1], n, &set(answer)).await, Ok(n));
    }
    // Sent again, an earlier one is not carried out again.
    assert_eq!(ask(&games, &live_game, players[1], 99, &set("h10i8")).await, Ok(99));
    let stored = games::events(&*games.database, id).await.expect("events");
    let size: usize = stored.iter().map(|event| event.data.len()).sum();
    assert!(stored.len() == 101 && size < 15_000, "{size} bytes");
    let lines = vec![vec!["e2e5".to_owned(), "e9e6".to_owned()]];
    assert_eq!(live_game.lock().live.conditional_moves(Color::Black), lines);
    let in_memory: usize = live_game.lock().events.iter().map(|event| event.data.len()).sum();
    assert!(in_memory < 15_000, "{in_memory} bytes");
    disk.crash();
    let after = games_on(&disk, games.clock.now() + 1000).await;
    assert_eq!(load(&after, games.clock.now()).await, Ok(1));
    let live_game = after.open(id).await.expect("the game");
    assert_eq!(live_game.lock().live.conditional_moves(Color::Black), lines);
    assert_eq!(ask(&after, &live_game, players[1], 99, &set("h10i8")).await, Ok(99));
    assert_eq!(ask(&after, &live_game, players[0], 1, &mv("e2e5", 0)).await, Ok(101));
    assert_eq!(live_game.lock().live.moves(), ["e2e5", "e9e6"]);
    // The end leaves nothing of them.
    assert_eq!(ask(&after, &live_game, players[1], 101, &Command::Resign).await, Ok(103));
    assert_eq!(conditional_moves::of(&*after.database, id).await, Ok(Vec::new()));
    let stored = games::events(&*after.database, id).await.expect("events");
    assert!(stored.iter().all(|event| event.data.len() < 200));
}

#[tokio::test(start_paused = true)]
async fn time_ends_games_by_itself() {
    let World { games, players, .. } = world().await;
    let keeper = tokio::spawn({
        let games = Arc::clone(&games);
        async move { games.keep_time().await }
    });
    let id = games.begin(GameId::from_random(9), opening(players, BLITZ), Vec::new()).await.expect("a game");
    let (outbox, mut inbox) = Outbox::new(1, 256);
    games.watch(id, &outbox, None, None).await.expect("the game");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(kinds(&mut inbox), ["game", "events"]);
    let row = games::by_id(&*games.database, id).await.expect("a row").expect("a row");
    assert_eq!(row.status, games::Status::Aborted);
    games.unwatch(id, 1, true);
    assert!(games.get(id).is_none(), "nobody needs it in memory");
    let again = games.open(id).await.expect("read from the store");
    assert_eq!(again.lock().info.outcome, Some(Outcome::ABORTED));
    keeper.abort();
}

const DAYS: TimeControl = TimeControl::Correspondence { days: 3 };
const HOUR: Millis = 3_600_000;

/// A game with three moves by correspondence.
async fn begun(games: &Arc<Games>, players: [AccountId; 2]) -> GameId {
    let id = games.begin(GameId::from_random(9), opening(players, DAYS), Vec::new()).await.expect("a game");
    let live_game = games.open(id).await.expect("the game");
    for (n, uci) in ["e2e5", "e9e6", "d1f5"].into_iter().enumerate() {
        let ply = u16::try_from(n).expect("small");
        ask(games, &live_game, players[n % 2], u32::from(ply) + 1, &mv(uci, ply)).await.expect("played");
    }
    id
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_read_late_is_spared_the_time_of_all_restarts() {
    let World { disk, mut games, players } = world().await;
    let id = begun(&games, players).await;
    let before = games.open(id).await.expect("the game").lock().live.deadline().expect("a deadline");
    // Three restarts, each an hour after the last sign of life, which is ten minutes after the start.
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_secs(600)).await;
        let stopped_at = games.clock.now();
        server::alive(&*games.database, games.epoch, stopped_at).await.expect("stored");
        disk.crash();
        games = games_on(&disk, stopped_at + HOUR).await;
        assert_eq!(load(&games, stopped_at).await, Ok(1));
        assert!(games.ids().is_empty(), "nothing is read at the start");
    }
    let resumed_at = games.clock.now();
    tokio::time::sleep(Duration::from_secs(600)).await;
    let live_game = games.open(id).await.expect("the game");
    {
        let state = live_game.lock();
        assert_eq!((state.live.deadline(), state.committed), (Some(before + 3 * HOUR), 5));
        assert!((resumed_at - 100..=resumed_at).contains(&state.live.last_at()), "as of the moment of the start");
    }
    // It is recorded once.
    let row = games::by_id(&*games.database, id).await.expect("a row").expect("a row");
    assert_eq!(row.deadline, Some(before + 3 * HOUR));
    disk.crash();
    let stopped_at = games.clock.now();
    let after = games_on(&disk, stopped_at).await;
    assert_eq!(load(&after, stopped_at).await, Ok(1));
    assert_eq!(after.open(id).await.expect("the game").lock().live.next_seq(), 5);
}

#[tokio::test(start_paused = true)]
async fn time_ends_a_game_that_nobody_has_read() {
    let World { disk, games, players } = world().await;
    let id = begun(&games, players).await;
    let stopped_at = games.clock.now();
    disk.crash();
    let after = games_on(&disk, stopped_at + HOUR).await;
    assert_eq!(load(&after, stopped_at).await, Ok(1));
    let keeper = tokio::spawn({
        let games = Arc::clone(&after);
        async move { games.keep_time().await }
    });
    // By the row its time is up an hour too early.
    tokio::time::sleep(Duration::from_millis(3 * 24 * 3_600_000 - 60_000)).await;
    assert_eq!(after.open(id).await.expect("the game").lock().live.outcome(), None);
    tokio::time::sleep(Duration::from_secs(120)).await;
    let row = games::by_id(&*after.database, id).await.expect("a row").expect("a row");
    assert_eq!((row.status, row.reason.as_deref()), (games::Status::Ended, Some("time")));
    keeper.abort();
}

#[tokio::test(start_paused = true)]
async fn a_game_that_rests_leaves_the_memory_with_all_its_events_in_its_row() {
    let World { disk, games, players } = world().await;
    let id = begun(&games, players).await;
    let lines = Command::SetConditionalMoves { lines: vec![vec!["f9f8".into(), "f5d1".into()]] };
    let live_game = games.open(id).await.expect("the game");
    ask(&games, &live_game, players[0], 4, &lines).await.expect("set");
    let before = live_game.lock().live.clone();
    let resting = tokio::spawn({
        let games = Arc::clone(&games);
        async move { games.let_go(Duration::from_secs(60)).await }
    });
    tokio::time::sleep(Duration::from_secs(50)).await;
    assert_eq!(games.ids(), [id], "it has not rested long enough");
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert_eq!(games.ids(), [id], "somebody holds it");
    drop(live_game);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(games.ids(), []);
    let row = games::by_id(&*games.database, id).await.expect("a row").expect("a row");
    assert_eq!(row.events_count, 5);
    // It comes back as it was and continues, in this server and in the next one.
    let (one, other) = tokio::join!(games.open(id), games.open(id));
    let (live_game, other) = (one.expect("the game"), other.expect("the game"));
    assert!(Arc::ptr_eq(&live_game, &other), "there is one live game");
    assert_eq!(live_game.lock().live, before);
    assert_eq!(ask(&games, &live_game, players[0], 4, &lines).await, Ok(4));
    assert_eq!(ask(&games, &live_game, players[1], 5, &mv("f9f8", 3)).await, Ok(5));
    assert_eq!(live_game.lock().live.moves().len(), 5);
    let watching = Outbox::new(1, 256);
    games.watch(id, &watching.0, None, None).await.expect("the game");
    drop((live_game, other));
    tokio::time::sleep(Duration::from_secs(200)).await;
    assert_eq!(games.ids(), [id], "somebody watches");
    resting.abort();
    disk.crash();
    let after = games_on(&disk, games.clock.now()).await;
    assert_eq!(load(&after, games.clock.now()).await, Ok(1));
    // What was in the log is moved into the row meanwhile.
    saffron_store::compaction::compact(&*after.database, 1000).await.expect("compacted");
    assert_eq!(after.open(id).await.expect("the game").lock().live.moves().len(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_game_whose_return_cannot_be_stored_is_read_again() {
    let World { disk, games, players } = world().await;
    let id = begun(&games, players).await;
    let stopped_at = games.clock.now();
    let deadline = games.open(id).await.expect("the game").lock().live.deadline().expect("a deadline");
    disk.crash();
    let after = games_on(&disk, stopped_at + HOUR).await;
    assert_eq!(load(&after, stopped_at).await, Ok(1));
    let options = MemoryOptions { sync: (SYNC, SYNC), ..MemoryOptions::default() };
    disk.set_options(MemoryOptions { failing: 1000, ..options.clone() });
    assert!(matches!(after.open(id).await, Err(ErrorCode::Busy)));
    tokio::time::sleep(Duration::from_secs(5)).await;
    disk.set_options(options);
    tokio::time::sleep(MAX_GAME_RETRY_DELAY * 2).await;
    let live_game = after.open(id).await.expect("the game");
    let state = live_game.lock();
    assert_eq!((state.live.deadline(), state.live.next_seq()), (Some(deadline + HOUR), 5));
}
