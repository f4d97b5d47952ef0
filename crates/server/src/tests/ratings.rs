//! Tests that each game changes ratings exactly once.

use saffron_live::{Command, Settings, TimeControl};
use saffron_rating::{Rating, rate};
use saffron_store::accounts::Kind;
use saffron_store::{MemoryDisk, MemoryOptions, erasure, games, ratings};

use crate::tests::games::{Site, blitz, messages};
use crate::tests::site::Visitor;

async fn rating(site: &Site, of: &Visitor, pool: &str) -> Option<ratings::Rating> {
    ratings::find(&*site.app.database, of.account, "shafran", pool).await.expect("a store")
}

async fn changes(site: &Site, game: saffron_store::GameId) -> (Option<f64>, Option<f64>) {
    let row = games::by_id(&*site.app.database, game).await.expect("a store").expect("a game");
    (row.white_change, row.black_change)
}

#[tokio::test(start_paused = true)]
async fn a_rated_game_changes_both_ratings_and_its_watchers_are_told() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(true), &anna, &berta).await;
    let (_outbox, mut inbox) = site.watch(game, None).await;
    site.moves(game, [&anna, &berta], "e2e5 e9e6").await;
    site.command(game, &berta, Command::Resign).await.expect("it can be resigned");
    site.settle().await;

    let (winner, loser) = rate(Rating::provisional(), Rating::provisional(), 4, 0.0, 0.0).expect("ratings");
    let (white, black) =
        (rating(&site, &anna, "blitz").await.expect("rated"), rating(&site, &berta, "blitz").await.expect("rated"));
    assert_eq!((white.rating, white.deviation, white.games), (winner.value, winner.deviation, 1));
    assert_eq!((black.rating, black.deviation, black.games), (loser.value, loser.deviation, 1));
    let change = winner.value.round() - 1500.0;
    assert_eq!(changes(&site, game).await, (Some(change), Some(-change)));
    assert_eq!(messages(&mut inbox, "changed").len(), 1);
    let view = site.ok(&format!("/api/games/{game}"), None).await;
    assert_eq!(view["info"]["white"]["ratingChange"], change);
    assert_eq!(view["info"]["black"]["ratingChange"], -change);
}

#[tokio::test(start_paused = true)]
async fn casual_and_aborted_games_change_nothing() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let casual = site.won_game(blitz(false), &anna, &berta).await;
    let aborted = site.game(blitz(true), &anna, &berta).await;
    site.command(aborted, &anna, Command::Abort).await.expect("it can be aborted");
    site.settle().await;
    for game in [casual, aborted] {
        assert_eq!(changes(&site, game).await, (None, None));
    }
    assert_eq!(rating(&site, &anna, "blitz").await, None);
}

#[tokio::test(start_paused = true)]
async fn games_with_computers_are_rated_apart() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let computer = site.account_with(Kind::Computer, Some("Saffron 3"), |account| account.level = Some(3)).await;
    site.won_game(blitz(true), &anna, &computer).await;
    assert_eq!(rating(&site, &anna, "blitz").await, None);
    let (person, machine) = (
        rating(&site, &anna, "computer").await.expect("rated"),
        rating(&site, &computer, "computer").await.expect("rated"),
    );
    assert!(person.rating > 1500.0 && person.games == 1);
    // A computer starts with the rating of its level, with a low deviation.
    let first = saffron_service::ratings::first(
        saffron_store::accounts::by_id(&*site.app.database, computer.account).await.expect("a store").as_ref(),
    );
    assert!(machine.rating < first.value && machine.rating > first.value - 100.0, "{machine:?} {first:?}");
}

#[tokio::test(start_paused = true)]
async fn quarter_points_of_a_stalemate_count_as_such() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    // A rated game must start at the usual position; only its end matters here.
    let settings = Settings { variant: "glinski".to_owned(), ..blitz(true) };
    let game = site.game(settings, &anna, &berta).await;
    let row = games::by_id(&*site.app.database, game).await.expect("a store").expect("a game");
    let events = games::events(&*site.app.database, game).await.expect("events");
    let finish = games::Finish {
        game,
        ended_at: row.created_at + 1000,
        aborted: false,
        result: Some("3/4-1/4".to_owned()),
        points: Some(3),
        reason: "stalemate".to_owned(),
        plies: 0,
        opening: String::new(),
        moves: String::new(),
        white_change: None,
        black_change: None,
        events,
    };
    let job = ratings::enqueue(game, row.created_at);
    site.app.database.transact(vec![games::finish(&finish).expect("events"), job]).await.expect("an end");
    site.app.jobs.ratings.wake();
    site.settle().await;
    let (white, black) = rate(Rating::provisional(), Rating::provisional(), 3, 0.0, 0.0).expect("ratings");
    let stored = |of: &Visitor| ratings::find(&*site.app.database, of.account, "glinski", "blitz");
    assert_eq!(stored(&anna).await.expect("a store").map(|found| found.rating), Some(white.value));
    assert_eq!(stored(&berta).await.expect("a store").map(|found| found.rating), Some(black.value));
    assert!(white.value < 1700.0, "less than for a win");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_starts_rates_what_the_one_before_has_left_once() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a database");
    let first = Site::start_on(&disk).await;
    let (anna, berta) = (first.person("Anna").await, first.person("Berta").await);
    let rated = first.won_game(blitz(true), &anna, &berta).await;
    let before = rating(&first, &anna, "blitz").await.expect("rated");
    let left = first.game(blitz(true), &anna, &berta).await;
    first.moves(left, [&anna, &berta], "e2e5 e9e6").await;
    // The server is lost right after the end of the game.
    first.command(left, &berta, Command::Resign).await.expect("it can be resigned");
    disk.crash();
    drop(first);

    let second = Site::start_on(&disk).await;
    second.settle().await;
    let after = rating(&second, &anna, "blitz").await.expect("rated");
    assert_eq!((before.games, after.games), (1, 2));
    assert!(after.rating > before.rating);
    assert!(changes(&second, left).await.0.is_some());
    let history =
        ratings::history(&*second.app.database, anna.account, ("shafran", "blitz"), 0, 9).await.expect("a store");
    assert_eq!(history.len(), 2);
    for _ in 0..3 {
        second.app.jobs.ratings.wake();
        second.settle().await;
    }
    assert_eq!(rating(&second, &anna, "blitz").await, Some(after));
    assert!(changes(&second, rated).await.0.is_some());
}

#[tokio::test(start_paused = true)]
async fn failures_of_the_store_neither_lose_nor_double_a_rating() {
    for seed in 1..6 {
        let options = MemoryOptions { seed, ..MemoryOptions::default() };
        let disk = MemoryDisk::new(options.clone()).expect("a database");
        let site = Site::start_on(&disk).await;
        let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
        let mut games = Vec::new();
        for _ in 0..6 {
            let game = site.game(blitz(true), &anna, &berta).await;
            site.moves(game, [&anna, &berta], "e2e5 e9e6").await;
            games.push(game);
        }
        for game in &games {
            site.command(*game, &berta, Command::Resign).await.expect("it can be resigned");
            // Half of the commits fail or have an unknown outcome.
            disk.set_options(MemoryOptions { failing: 300, unknown: 200, ..options.clone() });
            site.settle().await;
            disk.set_options(options.clone());
        }
        tokio::time::sleep(std::time::Duration::from_secs(5)).await;
        for game in &games {
            assert!(changes(&site, *game).await.0.is_some());
        }
        for visitor in [&anna, &berta] {
            assert_eq!(rating(&site, visitor, "blitz").await.expect("rated").games, 6);
            let history = ratings::history(&*site.app.database, visitor.account, ("shafran", "blitz"), 0, 99).await;
            assert_eq!(history.expect("a store").len(), 6);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn time_without_games_makes_a_rating_less_certain() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let days = Settings { control: TimeControl::Correspondence { days: 1 }, ..blitz(true) };
    site.won_game(days, &anna, &berta).await;
    let stored = rating(&site, &anna, "correspondence").await.expect("rated");
    let now = saffron_service::ratings::current(&stored, stored.updated_at);
    let later = saffron_service::ratings::current(&stored, stored.updated_at + 365 * 86_400_000);
    assert_eq!((now.value, now.deviation), (stored.rating, stored.deviation));
    assert!(later.deviation > now.deviation && later.value == now.value);
}

#[tokio::test(start_paused = true)]
async fn the_data_of_an_erased_account_does_not_come_back() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(true), &anna, &berta).await;
    site.moves(game, [&anna, &berta], "e2e5 e9e6").await;
    let mut statements = erasure::close(berta.account);
    statements.extend(erasure::erase(berta.account, None));
    site.app.database.transact(statements).await.expect("erased");
    site.command(game, &berta, Command::Resign).await.expect("it can be resigned");
    site.settle().await;
    assert!(rating(&site, &anna, "blitz").await.expect("rated").rating > 1500.0);
    assert_eq!(rating(&site, &berta, "blitz").await, None);
    assert_eq!(changes(&site, game).await.1, Some(0.0));
}

#[tokio::test]
async fn a_file_keeps_each_rating_once() {
    let folder = std::env::temp_dir().join(format!("saffron-ratings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("db");
    let first = Site::start_on_file(&file).await;
    let (anna, berta) = (first.person("Anna").await, first.person("Berta").await);
    let game = first.won_game(blitz(true), &anna, &berta).await;
    let before = rating(&first, &anna, "blitz").await.expect("rated");
    let shown = changes(&first, game).await;
    first.stop().await;
    let second = Site::start_on_file(&file).await;
    second.settle().await;
    assert_eq!(rating(&second, &anna, "blitz").await, Some(before));
    assert_eq!(changes(&second, game).await, shown);
    let view = second.ok(&format!("/api/games/{game}"), None).await;
    assert_eq!(view["info"]["white"]["ratingChange"].as_i64().map(|change| change as f64), shown.0);
    second.stop().await;
    let _ = std::fs::remove_dir_all(folder);
}
