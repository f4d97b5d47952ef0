//! Tests of games and the server's time after a start with a wrong wall clock.

use std::sync::Arc;
use std::time::Duration;

use saffron_live::{Command, DAY, Event, Millis, Settings, TimeControl};
use saffron_protocol::game::GameView;
use saffron_service::games::stored::recorded;
use saffron_service::{Clock, StartError};
use saffron_store::{Database, GameId, MemoryDisk, MemoryOptions, server};
use tokio::time::Instant;

use crate::tests::games::{Site, blitz, messages};
use crate::tests::site::{STARTED_AT, Visitor};

const HOUR: Millis = 60 * 60 * 1000;

/// Machine with an adjustable wall clock.
struct Machine {
    disk: Arc<MemoryDisk>,
    started: Instant,
}

impl Machine {
    fn new() -> Self {
        let disk = MemoryDisk::new(MemoryOptions::default()).expect("a disk");
        Self { disk, started: Instant::now() }
    }

    /// Actual time.
    fn real(&self) -> Millis {
        STARTED_AT + Millis::try_from(self.started.elapsed().as_millis()).expect("a time")
    }

    /// Starts a server while the wall clock is wrong by some milliseconds.
    async fn try_serve(&self, wrong: Millis) -> Result<Site, StartError> {
        let started = self.started;
        let wall = move || STARTED_AT + Millis::try_from(started.elapsed().as_millis()).expect("a time") + wrong;
        Site::by_clock(&self.disk, Clock::following(wall)).await
    }

    async fn serve(&self, wrong: Millis) -> Site {
        self.try_serve(wrong).await.expect("a server")
    }
}

async fn pass(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
}

async fn view(site: &Site, game: GameId) -> GameView {
    let value = site.ok(&format!("/api/games/{game}"), None).await;
    serde_json::from_value(value).expect("a view")
}

/// Milliseconds that each move of a game has cost.
async fn spent(site: &Site, game: GameId) -> Vec<u32> {
    let events = saffron_store::games::events(&*site.app.database, game).await.expect("events");
    let events = events.iter().enumerate().map(|(seq, event)| recorded(seq, event).expect("an event").event);
    events.filter_map(|event| if let Event::Moved { spent, .. } = event { spent } else { None }).collect()
}

async fn play(site: &Site, game: GameId, by: &Visitor, uci: &str, ply: u16) {
    let command = Command::Move { uci: uci.to_owned(), ply, thought: None };
    site.command(game, by, command).await.expect("a legal move");
}

/// Regression: the time of one start with a wrong clock was kept for ever.
#[tokio::test(start_paused = true)]
async fn a_wall_clock_that_was_ahead_at_one_start_is_caught_up_with() {
    let machine = Machine::new();
    let wrong = machine.serve(HOUR).await;
    assert_eq!(wrong.app.clock.now(), machine.real() + HOUR);
    pass(10).await;
    wrong.stop().await;
    let right = machine.serve(0).await;
    let ahead = || right.app.clock.now() - machine.real();
    assert!((HOUR - 1000..=HOUR).contains(&ahead()), "it does not go back: {}", ahead());
    let mut before = right.app.clock.now();
    for _ in 0..36 {
        pass(200).await;
        let now = right.app.clock.now();
        assert!((100_000..=200_000).contains(&(now - before)), "{}", now - before);
        before = now;
    }
    assert!(ahead().abs() < 1000, "{}", ahead());
    let text = right.app.metrics.text();
    let metric = text.lines().find_map(|line| line.strip_prefix("saffron_clock_ahead_seconds ")).expect("a metric");
    assert!(metric.parse::<f64>().expect("a number").abs() < 1.0, "{metric}");
    right.stop().await;
    let later = machine.serve(0).await;
    assert!((later.app.clock.now() - machine.real()).abs() < 1000);
}

#[tokio::test(start_paused = true)]
async fn clocks_of_games_go_by_real_time_while_the_servers_time_is_slow() {
    let machine = Machine::new();
    machine.serve(2 * HOUR).await.stop().await;
    let site = machine.serve(0).await;
    pass(5).await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    let (_outbox, mut inbox) = site.watch(game, Some(&anna)).await;
    site.moves(game, [&anna, &berta], "e2e5 e9e6").await;
    let (server, began) = (site.app.clock.now(), machine.real());
    for (ply, uci, by) in [(2, "d1f5", &anna), (3, "f9f8", &berta)] {
        pass(10).await;
        play(&site, game, by, uci, ply).await;
    }
    let real = machine.real() - began;
    assert!(site.app.clock.now() - server <= real / 2 + 1000, "the server's time is slow meanwhile");
    let spent = spent(&site, game).await;
    assert_eq!(spent.len(), 2);
    assert!(spent.iter().all(|spent| (9900..=10_300).contains(spent)), "{spent:?}");

    // Clients are sent actual time, too, and the flag falls by it.
    let first = view(&site, game).await.state;
    pass(60).await;
    let second = view(&site, game).await.state;
    assert!((59_900..=60_300).contains(&(second.now - first.now)));
    let (before, after) = (first.clocks.expect("clocks").w, second.clocks.expect("clocks").w);
    assert!((59_900..=60_300).contains(&(before - after)));
    let left = u64::try_from(after).expect("time");
    tokio::time::sleep(Duration::from_millis(left)).await;
    assert!(messages(&mut inbox, "events").iter().all(|message| message["state"]["outcome"].is_null()));
    pass(3).await;
    let outcome = view(&site, game).await.state.outcome.expect("an end");
    assert_eq!(outcome.reason(), saffron_rules::Reason::TimeForfeit);
}

#[tokio::test(start_paused = true)]
async fn a_running_game_goes_on_from_its_last_event_when_the_server_comes_back_in_the_middle() {
    let machine = Machine::new();
    machine.serve(2 * HOUR).await.stop().await;
    let first = machine.serve(0).await;
    let (anna, berta) = (first.person("Anna").await, first.person("Berta").await);
    let game = first.game(blitz(false), &anna, &berta).await;
    first.moves(game, [&anna, &berta], "e2e5 e9e6").await;
    pass(100).await;
    // Events of the game are by now dated later than the server's time.
    play(&first, game, &anna, "d1f5", 2).await;
    let shown = view(&first, game).await.state.clocks.expect("clocks");
    first.stop().await;
    pass(600).await;
    let second = machine.serve(0).await;
    pass(10).await;
    play(&second, game, &berta, "f9f8", 3).await;
    let spent = spent(&second, game).await;
    assert!((9000..=11_500).contains(&spent[1]), "{spent:?}");
    let clocks = view(&second, game).await.state.clocks.expect("clocks");
    assert_eq!(clocks.b, shown.b - Millis::from(spent[1]) + 2000);
}

#[tokio::test(start_paused = true)]
async fn a_time_that_is_far_in_the_future_is_refused_until_the_operator_accepts_the_wall_clock() {
    let machine = Machine::new();
    let past = machine.serve(0).await;
    let (anna, berta) = (past.person("Anna").await, past.person("Berta").await);
    let days = Settings { control: TimeControl::Correspondence { days: 3 }, ..blitz(false) };
    let asleep = past.game(days.clone(), &anna, &berta).await;
    past.moves(asleep, [&anna, &berta], "e2e5 e9e6").await;
    past.stop().await;
    // For a minute the wall clock is a year ahead.
    let wrong = machine.serve(365 * DAY).await;
    let dated = wrong.game(days, &anna, &berta).await;
    wrong.moves(dated, [&anna, &berta], "e2e5 e9e6").await;
    pass(60).await;
    wrong.stop().await;
    let error = machine.try_serve(0).await.err().expect("it is refused").to_string();
    for part in ["2024-11-13T22:1", "2023-11-14T22:1", "saffron admin accept-clock"] {
        assert!(error.contains(part), "{error}");
    }
    let database = machine.disk.open();
    database.transact(server::accept_time(machine.real())).await.expect("accepted");
    let site = machine.serve(0).await;
    assert!((site.app.clock.now() - machine.real()).abs() < 1000);
    // Both games continue, without the time for which the clock was wrong.
    for game in [asleep, dated] {
        let state = view(&site, game).await.state;
        let left = state.clocks.expect("clocks").w;
        assert!((3 * DAY - 62_000..=3 * DAY).contains(&left), "{left}");
        assert!((state.deadline.expect("a deadline") - state.now - left).abs() < 1000);
    }
    pass(3600).await;
    for (game, least) in [(asleep, 3600), (dated, 3600)] {
        let left = view(&site, game).await.state.clocks.expect("clocks").w;
        assert!((least * 1000..=(least + 63) * 1000).contains(&(3 * DAY - left)), "{left}");
        play(&site, game, &anna, "d1f5", 2).await;
    }
}
