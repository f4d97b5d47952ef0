//! Tests of what a profile says about an account's games.

use std::time::Duration;

use axum::http::Method;
use saffron_live::{Command, DAY};
use saffron_service::calendar::day;
use saffron_service::config::limits::ANSWER_CACHE_TTL;
use saffron_store::accounts::Kind;
use saffron_store::games::{self, Finish, NewGame};
use saffron_store::{AccountId, GameId};
use serde_json::{Value, json};

use crate::tests::games::{Site, blitz};
use crate::tests::site::STARTED_AT;

/// Stores an ended game that began some days before the server.
async fn played(site: &Site, number: u128, days_ago: i64, change: impl FnOnce(&mut NewGame, &mut Finish)) {
    let id = GameId::from_random(number);
    let mut row = NewGame {
        control: r#"{"kind":"clock","initial":180,"increment":2}"#.to_owned(),
        created_at: STARTED_AT - days_ago * DAY,
        ..NewGame::new(id, "shafran", "blitz")
    };
    let mut finish = Finish {
        game: id,
        ended_at: row.created_at + 1000,
        aborted: false,
        result: Some("1-0".to_owned()),
        points: Some(4),
        reason: "resignation".to_owned(),
        plies: 2,
        opening: "e2e5 e9e6".to_owned(),
        moves: "e2e5 e9e6".to_owned(),
        white_change: None,
        black_change: None,
        events: Vec::new(),
    };
    change(&mut row, &mut finish);
    let statements = vec![games::insert(&row), games::finish(&finish).expect("no events")];
    site.app.database.transact(statements).await.expect("a game");
}

#[tokio::test(start_paused = true)]
async fn a_summary_has_the_figures_of_the_half_year_and_the_best_win() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let guest = site.account(Kind::Guest, None).await;
    let seats = |white: AccountId, black: AccountId| {
        move |row: &mut NewGame, _: &mut Finish| (row.white, row.black) = (Some(white), Some(black))
    };
    // Three days in a row, then one alone, one at the edge of the half year and one before it.
    for (number, days_ago) in [(1, 0), (2, 1), (3, 2), (4, 9), (5, 176), (6, 177)] {
        played(&site, number, days_ago, seats(anna.account, guest.account)).await;
    }
    // A loss and a draw with Black; a strong opponent beaten in a casual game, and a weaker one in a rated game.
    played(&site, 7, 1, |row, finish| {
        (row.white, row.black, row.white_rating) = (Some(berta.account), Some(anna.account), Some(1500.0));
        finish.moves = "e2e4".to_owned();
    })
    .await;
    played(&site, 8, 1, |row, finish| {
        (row.white, row.black, row.variant) = (Some(berta.account), Some(anna.account), "glinski".to_owned());
        finish.points = Some(1);
    })
    .await;
    played(&site, 9, 400, |row, _| {
        (row.white, row.black, row.black_rating) = (Some(anna.account), Some(berta.account), Some(2400.0));
    })
    .await;
    let summary = site.ok("/api/users/ANNA/summary", None).await;
    let year = &summary["halfYear"];
    assert_eq!(year["from"].as_i64(), day("2023-05-22"), "25 weeks before Monday, 13 November");
    let days: Vec<u64> =
        year["days"].as_array().expect("days").iter().map(|count| count.as_u64().expect("a count")).collect();
    assert_eq!(days.len(), 177);
    assert_eq!((days[0], days[167], &days[173..]), (1, 1, &[0, 1, 3, 1][..]));
    assert_eq!((&year["activeDays"], &year["longestStreak"], &year["complete"]), (&json!(5), &json!(3), &json!(true)));
    assert_eq!(["wins", "draws", "losses"].map(|count| year[count].as_u64()), [Some(5), Some(1), Some(1)]);
    assert_eq!(year["favourite"], json!({ "variant": "shafran", "games": 6 }));
    assert_eq!(year["firstMove"], json!({ "uci": "e2e5", "san": "e5", "games": 5, "of": 5 }));
    assert_eq!((&year["opponent"]["player"]["name"], &year["opponent"]["games"]), (&json!("Berta"), &json!(2)));
    let best = &summary["bestWin"];
    assert_eq!((&best["san"], &best["game"]["black"]["rating"]), (&json!("e6"), &json!(2400)));

    // Until the minute is over, the answer is the same; then a win in a rated game comes before casual ones.
    played(&site, 10, 300, |row, _| {
        (row.white, row.black) = (Some(anna.account), Some(berta.account));
        (row.black_rating, row.rated) = (Some(1600.0), true);
    })
    .await;
    assert_eq!(site.ok("/api/users/anna/summary", None).await, summary);
    tokio::time::sleep(Duration::from_millis(u64::try_from(ANSWER_CACHE_TTL).expect("a duration"))).await;
    assert_eq!(site.ok("/api/users/anna/summary", None).await["bestWin"]["game"]["black"]["rating"], 1600);
    assert_eq!(site.refused(Method::GET, "/api/users/nobody/summary", None, None).await, "not_found");
}

#[tokio::test(start_paused = true)]
async fn the_summary_of_a_computer_and_of_a_new_account() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let computer = site.account_with(Kind::Computer, Some("Saffron-2"), |account| account.level = Some(2)).await;
    let none = site.ok("/api/users/saffron-2/summary", None).await;
    let year = &none["halfYear"];
    assert!(year["days"].as_array().is_some_and(|days| days.iter().all(|count| *count == 0)));
    for part in ["favourite", "firstMove", "opponent"] {
        assert_eq!(year[part], Value::Null, "{part}");
    }
    assert_eq!(none["bestWin"], Value::Null);

    // The server's own games: one is played to mate, one is running, one is called off.
    let won = site.game(blitz(true), &computer, &anna).await;
    site.moves(won, [&computer, &anna], "a2a3 d8d5 h4e7 b7c6 e7c6").await;
    site.game(blitz(true), &computer, &anna).await;
    let aborted = site.game(blitz(false), &computer, &anna).await;
    site.command(aborted, &anna, Command::Abort).await.expect("it can be called off");
    site.settle().await;
    tokio::time::sleep(Duration::from_millis(u64::try_from(ANSWER_CACHE_TTL).expect("a duration"))).await;
    let summary = site.ok("/api/users/saffron-2/summary", None).await;
    let year = &summary["halfYear"];
    assert_eq!((&year["wins"], &year["activeDays"]), (&json!(1), &json!(1)));
    assert_eq!(year["opponent"]["player"]["name"], "Anna");
    assert_eq!(summary["bestWin"]["san"].as_str(), Some("Bxc6#"));
    assert_eq!(summary["bestWin"]["game"]["id"].as_str(), Some(won.to_string().as_str()));
}
