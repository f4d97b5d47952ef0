//! Tests of profiles, leaderboards, relations and reports.

use axum::http::{Method, StatusCode};
use saffron_live::Command;
use saffron_service::config::limits::ANSWER_CACHE_TTL;
use saffron_store::accounts::{self, Kind};
use saffron_store::ratings::{self, Rating};
use saffron_store::{erasure, moderation};
use serde_json::{Value, json};

use crate::tests::games::{Site, blitz};
use crate::tests::site::{STARTED_AT, Visitor};

async fn rate(site: &Site, of: &Visitor, pool: &str, value: f64, deviation: f64, updated_at: i64) {
    let rating = Rating {
        account: of.account,
        variant: "shafran".to_owned(),
        speed: pool.to_owned(),
        rating: value,
        deviation,
        volatility: 0.06,
        games: 30,
        updated_at,
    };
    site.app.database.transact(vec![ratings::set(&rating)]).await.expect("a rating");
}

fn names(rows: &Value) -> Vec<(u64, &str)> {
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|row| (row["rank"].as_u64().expect("a rank"), row["name"].as_str().expect("a name"))).collect()
}

#[tokio::test(start_paused = true)]
async fn a_profile_has_results_and_ratings() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let computer = site.account_with(Kind::Computer, Some("Saffron 2"), |account| account.level = Some(2)).await;
    site.won_game(blitz(true), &anna, &berta).await;
    site.won_game(blitz(false), &berta, &anna).await;
    site.won_game(blitz(true), &anna, &computer).await;
    let drawn = site.game(blitz(true), &anna, &berta).await;
    site.moves(drawn, [&anna, &berta], "e2e5 e9e6").await;
    site.command(drawn, &anna, Command::OfferDraw).await.expect("an offer");
    site.command(drawn, &berta, Command::OfferDraw).await.expect("an agreement");
    site.settle().await;

    let profile = site.ok("/api/users/aNNa", None).await;
    assert_eq!((profile["name"].as_str(), profile["kind"].as_str()), (Some("Anna"), Some("person")));
    let counts = ["games", "wins", "draws", "losses"].map(|count| profile[count].as_u64().expect("a number"));
    assert_eq!(counts, [4, 2, 1, 1]);
    let [rating] = profile["ratings"].as_array().expect("ratings").as_slice() else { panic!("{profile}") };
    assert_eq!((rating["variant"].as_str(), rating["speed"].as_str()), (Some("shafran"), Some("blitz")));
    assert_eq!((rating["games"].as_u64(), rating["provisional"].as_bool()), (Some(2), Some(true)));
    assert!(rating["rating"].as_i64() > Some(1500) && rating["rank"].is_null());
    let [with_computers] = profile["computerRatings"].as_array().expect("ratings").as_slice() else {
        panic!("{profile}")
    };
    assert_eq!(with_computers["games"], 1);
    assert_eq!((&profile["relation"], &profile["online"]), (&Value::Null, &json!(false)));
    let of_computer = site.ok("/api/users/Saffron%202", None).await;
    assert_eq!(of_computer["computerRatings"].as_array().map(Vec::len), Some(1));
    assert_eq!(of_computer["ratings"], json!([]));

    let history = site.ok("/api/users/anna/ratings/shafran/blitz", None).await;
    assert_eq!(history["points"].as_array().map(Vec::len), Some(1), "one point a day: {history}");
    assert_eq!(history["points"][0]["rating"], rating["rating"]);
    assert_eq!(site.ok("/api/users/anna/ratings/shafran/rapid", None).await, json!({ "points": [] }));
    assert_eq!(
        site.ok("/api/users/anna/ratings/shafran/computer", None).await["points"].as_array().map(Vec::len),
        Some(1)
    );
    for (path, code) in [
        ("/api/users/nobody", "not_found"),
        ("/api/users/anna/ratings/chess/blitz", "unknown_variant"),
        ("/api/users/anna/ratings/shafran/slow", "not_found"),
        ("/api/users/nobody/ratings/shafran/blitz", "not_found"),
    ] {
        assert_eq!(site.refused(Method::GET, path, None, None).await, code, "{path}");
    }
    site.app.database.transact(erasure::close(berta.account)).await.expect("closed");
    assert_eq!(site.refused(Method::GET, "/api/users/berta", None, None).await, "not_found");
}

#[tokio::test(start_paused = true)]
async fn the_leaderboard_has_settled_ratings_of_this_year() {
    let site = Site::start().await;
    let (anna, berta, clara) = (site.person("Anna").await, site.person("Berta").await, site.person("Clara").await);
    let (dora, eva) = (site.person("Dora").await, site.person("Eva").await);
    let [strong, weak] =
        [site.account(Kind::Computer, Some("Saffron 9")).await, site.account(Kind::Computer, Some("Saffron 1")).await];
    rate(&site, &anna, "blitz", 1700.4, 60.0, STARTED_AT).await;
    rate(&site, &berta, "blitz", 1900.0, 109.0, STARTED_AT).await;
    rate(&site, &clara, "blitz", 2500.0, 110.0, STARTED_AT).await;
    rate(&site, &dora, "blitz", 2600.0, 60.0, STARTED_AT - 366 * 86_400_000).await;
    rate(&site, &eva, "blitz", 2700.0, 60.0, STARTED_AT).await;
    rate(&site, &strong, "computer", 2400.0, 50.0, STARTED_AT).await;
    rate(&site, &weak, "computer", 900.0, 50.0, STARTED_AT).await;
    rate(&site, &anna, "computer", 1650.0, 50.0, STARTED_AT).await;
    site.app.database.transact(vec![accounts::ban(eva.account, Some(STARTED_AT * 2))]).await.expect("a ban");
    let board = site.ok("/api/leaderboards/shafran/blitz", None).await;
    assert_eq!(names(&board["people"]), [(1, "Berta"), (2, "Anna")]);
    assert_eq!(names(&board["computers"]), [(1, "Saffron 9"), (2, "Saffron 1")]);
    assert_eq!((board["people"][1]["rating"].as_i64(), board["people"][1]["games"].as_u64()), (Some(1700), Some(30)));
    assert_eq!(names(&site.ok("/api/leaderboards/shafran/computer", None).await["people"]), [(1, "Anna")]);
    assert_eq!(site.ok("/api/leaderboards/glinski/blitz", None).await, json!({ "people": [], "computers": [] }));
    assert_eq!(site.ok("/api/users/anna", None).await["ratings"][0]["rank"], 2);
    assert_eq!(site.refused(Method::GET, "/api/leaderboards/chess/blitz", None, None).await, "unknown_variant");
    assert_eq!(site.refused(Method::GET, "/api/leaderboards/shafran/slow", None, None).await, "not_found");

    // The leaderboard is cached for a minute.
    rate(&site, &anna, "blitz", 2000.0, 60.0, STARTED_AT).await;
    assert_eq!(names(&site.ok("/api/leaderboards/shafran/blitz", None).await["people"])[0].1, "Berta");
    tokio::time::sleep(std::time::Duration::from_millis(u64::try_from(ANSWER_CACHE_TTL).expect("a duration"))).await;
    assert_eq!(names(&site.ok("/api/leaderboards/shafran/blitz", None).await["people"])[0].1, "Anna");
}

#[tokio::test(start_paused = true)]
async fn following_and_blocking() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    site.person("clara").await;
    let guest = site.account(Kind::Guest, None).await;
    let put = async |path: &str, by: &Visitor| site.ask(Method::PUT, path, Some(by), None).await.0;
    let delete = async |path: &str, by: &Visitor| site.ask(Method::DELETE, path, Some(by), None).await.0;
    let list = async |list: &str| {
        let answer = site.ok(&format!("/api/people/{list}"), Some(&anna)).await;
        let people = answer["people"].as_array().expect("people").clone();
        people.into_iter().map(|person| person["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(put("/api/users/clara/follow", &anna).await, StatusCode::NO_CONTENT);
    assert_eq!(put("/api/users/Berta/follow", &anna).await, StatusCode::NO_CONTENT);
    assert_eq!(put("/api/users/Berta/follow", &anna).await, StatusCode::NO_CONTENT);
    assert_eq!(put("/api/users/anna/follow", &berta).await, StatusCode::NO_CONTENT);
    assert_eq!(list("following").await, ["Berta", "clara"]);
    assert_eq!(
        site.ok("/api/users/berta", Some(&anna)).await["relation"],
        json!({ "following": true, "blocked": false })
    );

    // Blocking ends following in both directions.
    assert_eq!(put("/api/users/berta/block", &anna).await, StatusCode::NO_CONTENT);
    assert_eq!((list("following").await, list("blocked").await), (vec!["clara".to_owned()], vec!["Berta".to_owned()]));
    assert_eq!(
        site.ok("/api/users/anna", Some(&berta)).await["relation"],
        json!({ "following": false, "blocked": false })
    );
    assert_eq!(delete("/api/users/berta/follow", &anna).await, StatusCode::NO_CONTENT);
    assert_eq!(list("blocked").await, ["Berta"], "it was not followed");
    assert_eq!(delete("/api/users/berta/block", &anna).await, StatusCode::NO_CONTENT);
    assert_eq!(list("blocked").await, [""; 0]);

    for (path, by, code) in [
        ("/api/users/anna/follow", Some(&anna), "oneself"),
        ("/api/users/nobody/block", Some(&anna), "not_found"),
        ("/api/users/anna/follow", Some(&guest), "account_required"),
        ("/api/users/anna/follow", None, "sign_in_required"),
    ] {
        assert_eq!(site.refused(Method::PUT, path, by, None).await, code, "{path}");
    }
}

#[tokio::test(start_paused = true)]
async fn reports_are_stored_and_limited() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let game = site.won_game(blitz(false), &anna, &berta).await;
    let report = |text: &str, game: Value| Some(json!({ "reason": "stalling", "text": text, "game": game }));
    let send = async |body| site.ask(Method::POST, "/api/users/berta/report", Some(&anna), body).await;
    assert_eq!(send(report("She left.\nTwice.", json!(game.as_str()))).await.0, StatusCode::NO_CONTENT);
    let stored = moderation::open_reports(&*site.app.database, 9).await.expect("a store");
    assert_eq!(
        (stored.len(), stored[0].reason.as_str(), stored[0].details.as_str()),
        (1, "stalling", "She left.\nTwice.")
    );
    assert_eq!((stored[0].reporter, stored[0].about, stored[0].game), (anna.account, berta.account, Some(game)));
    for (body, code) in [
        (report("x", json!("aaaaaaaaaa")), "invalid_field"),
        (report("x", json!("?")), "invalid_field"),
        (report("\u{0}", Value::Null), "invalid_field"),
        (report(&"x".repeat(1001), Value::Null), "too_long"),
        (Some(json!({ "reason": "bad", "text": "x" })), "invalid_message"),
    ] {
        assert_eq!(send(body).await.1["error"]["code"], code);
    }
    assert_eq!(send(report("again", Value::Null)).await.0, StatusCode::NO_CONTENT);
    assert_eq!(send(report("and again", Value::Null)).await.1["error"]["code"], "too_many");
    for number in 0..4 {
        let name = format!("Person{number}");
        site.person(&name).await;
        for _ in 0..2 {
            let path = format!("/api/users/{name}/report");
            let body = Some(json!({ "reason": "name", "text": "" }));
            assert_eq!(site.ask(Method::POST, &path, Some(&anna), body).await.0, StatusCode::NO_CONTENT);
        }
    }
    let path = "/api/users/person3/report";
    let body = Some(json!({ "reason": "name", "text": "" }));
    assert_eq!(site.refused(Method::POST, path, Some(&anna), body.clone()).await, "too_many");
    assert_eq!(site.refused(Method::POST, "/api/users/anna/report", Some(&anna), body.clone()).await, "oneself");
    assert_eq!(site.refused(Method::POST, path, None, body).await, "sign_in_required");
}

#[tokio::test(start_paused = true)]
async fn a_server_without_quotas_limits_neither_reports_nor_lines_of_chats() {
    let site = Site::without_quotas().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    for _ in 0..12 {
        let body = Some(json!({ "reason": "name", "text": "" }));
        let sent = site.ask(Method::POST, "/api/users/berta/report", Some(&anna), body).await;
        assert_eq!(sent.0, StatusCode::NO_CONTENT, "{}", sent.1);
        let body = Some(json!({ "text": "hello" }));
        let said = site.ask(Method::POST, &format!("/api/games/{game}/chat/players"), Some(&anna), body).await;
        assert_eq!(said.0, StatusCode::OK, "{}", said.1);
    }
}
