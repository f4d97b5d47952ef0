use axum::http::StatusCode;
use saffron_store::accounts::Kind;
use serde_json::{Value, json};

use crate::tests::games::{Site, blitz, messages};

#[tokio::test]
async fn the_sockets_of_an_ended_session_are_closed() {
    let site = crate::tests::site::Site::new().await;
    let (anna, bob) = (site.person("Anna").await, site.person("Bob").await);
    let (mut annas, mut bobs) = (site.connect(&anna), site.connect(&bob));
    assert_eq!(anna.post("/api/account/sign-out", Value::Null).await.0, StatusCode::NO_CONTENT);
    annas.closed().await;
    assert!(bobs.waiting().is_empty());
    assert_eq!(bob.get("/api/me").await.1["name"], "Bob");
    assert_eq!(anna.get("/api/me").await.1["account"], Value::Null);
    site.stop().await;
}

#[tokio::test]
async fn a_guest_who_registers_is_shown_by_name_at_the_boards_and_in_the_lobby() {
    let site = Site::start().await;
    let (guest, anna) = (site.account(Kind::Guest, None).await, site.person("Anna").await);
    let game = site.game(blitz(false), &guest, &anna).await;
    let (outbox, mut inbox) = site.watch(game, Some(&anna)).await;
    let control = json!({ "kind": "correspondence", "days": 3 });
    let offer = json!({ "variant": "shafran", "control": control, "rated": false, "side": "white" });
    guest.posted("/api/seeks", json!({ "offer": offer })).await;
    assert!(messages(&mut inbox, "changed").is_empty());
    guest.posted("/api/account/register", json!({ "name": "Berta", "password": "a kitchen with 7 lamps" })).await;
    assert_eq!(messages(&mut inbox, "changed"), [json!({ "t": "changed", "game": game.as_str() })]);

    // The history is sent from the start, because events do not name players.
    site.app.games.watch(game, &outbox, Some(anna.account), Some(1)).await.expect("a game");
    let views = messages(&mut inbox, "game");
    let white = &views[0]["view"]["info"]["white"];
    assert_eq!((&white["name"], &white["kind"]), (&json!("Berta"), &json!("person")));
    let lobby = site.ok("/api/lobby", None).await;
    let player = &lobby["seeks"][0]["player"];
    assert_eq!((&player["name"], &player["kind"]), (&json!("Berta"), &json!("person")));
}
