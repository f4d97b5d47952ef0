//! Tests of rematches.

use saffron_protocol::socket::ServerMessage;
use serde_json::{Value, json};

use crate::tests::site::{Site, Visitor};

fn request(game: &str) -> Value {
    let control = json!({ "kind": "unlimited" });
    json!({ "offer": { "variant": "glinski", "control": control, "rated": false }, "rematchOf": game })
}

/// Plays a game that Ann, with White, loses.
async fn played(ann: &Visitor, bob: &Visitor) -> String {
    let control = json!({ "kind": "clock", "initial": 60, "increment": 1 });
    let offer = json!({ "variant": "shafran", "control": control, "rated": true, "side": "white" });
    let challenge = ann.posted("/api/challenges", json!({ "offer": offer })).await;
    let accept = format!("/api/challenges/{}/accept", challenge["id"].as_str().expect("an id"));
    let game = bob.posted(&accept, Value::Null).await["game"].as_str().expect("an id").to_owned();
    assert_eq!(ann.refused("/api/challenges", request(&game)).await, "gone", "it has not ended");
    let commands = format!("/api/games/{game}/commands");
    let mut n = 0;
    let mut command = |command: Value| {
        n += 1;
        json!({ "id": { "client": "t", "n": n }, "command": command })
    };
    ann.posted(&commands, command(json!({ "kind": "move", "uci": "e2e5", "ply": 0 }))).await;
    bob.posted(&commands, command(json!({ "kind": "move", "uci": "e9e6", "ply": 1 }))).await;
    ann.posted(&commands, command(json!({ "kind": "resign" }))).await;
    game
}

#[tokio::test(start_paused = true)]
async fn the_second_who_wants_a_rematch_accepts_the_first_ones_offer() {
    let site = Site::new().await;
    let (ann, bob, eve) = (site.person("Ann").await, site.person("Bob").await, site.person("Eve").await);
    let game = played(&ann, &bob).await;
    assert_eq!(eve.refused("/api/challenges", request(&game)).await, "forbidden");
    assert_eq!(ann.refused("/api/challenges", request("aaaaaaaaaa")).await, "not_found");

    let mut at_bob = site.connect(&bob);
    let id = game.parse().expect("an id");
    let live_game = site.app.games.watch(id, &at_bob.outbox, Some(bob.account), None).await.expect("the game");
    at_bob.next_that(|message| matches!(message, ServerMessage::Game { .. })).await;
    let offered = ann.posted("/api/challenges", request(&game)).await;
    assert_eq!((&offered["status"], &offered["rematchOf"]), (&json!("open"), &json!(game)));
    assert_eq!((&offered["offer"]["variant"], &offered["offer"]["side"]), (&json!("shafran"), &json!("black")));
    assert_eq!(offered["offer"]["rated"], true);
    assert_eq!(ann.posted("/api/challenges", request(&game)).await["id"], offered["id"], "once is enough");
    let changed = ServerMessage::Changed { game: game.clone() };
    at_bob.next_that(|message| matches!(message, ServerMessage::Challenge { .. })).await;
    assert_eq!(at_bob.next().await, changed);

    let accepted = bob.posted("/api/challenges", request(&game)).await;
    assert_eq!((&accepted["status"], &accepted["id"]), (&json!("accepted"), &offered["id"]));
    let rematch = accepted["game"].as_str().expect("an id").to_owned();
    at_bob.next_that(|message| *message == changed).await;
    assert_eq!(bob.got(&format!("/api/games/{rematch}")).await["you"], "w", "colours have changed");
    assert_eq!(eve.got(&format!("/api/games/{game}")).await["rematch"], rematch);
    for visitor in [&ann, &bob] {
        assert_eq!(visitor.posted("/api/challenges", request(&game)).await["game"], rematch, "there is one only");
    }
    // Dropped from memory, so that it is read from the store again.
    site.app.games.unwatch(live_game.id, at_bob.outbox.id(), true);
    assert!(site.app.games.get(live_game.id).is_none());
    assert_eq!(eve.got(&format!("/api/games/{game}")).await["rematch"], rematch);
}

#[tokio::test(start_paused = true)]
async fn two_who_ask_at_once_get_one_game() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let game = played(&ann, &bob).await;
    let (one, other) =
        tokio::join!(ann.posted("/api/challenges", request(&game)), bob.posted("/api/challenges", request(&game)));
    assert_eq!(one["id"], other["id"]);
    assert!(one["game"].is_string() || other["game"].is_string());
}
