//! Games between the tests' visitors.

use serde_json::{Value, json};

use crate::browser::Browser;

/// Starts a correspondence game with a number of days for each move; the first visitor has White. Returns its id.
pub(crate) async fn correspondence(white: &mut Browser, black: &mut Browser, days: u8) -> String {
    let offer = json!({
        "variant": "shafran",
        "control": { "kind": "correspondence", "days": days },
        "rated": false,
        "side": "white",
    });
    let challenge = white.post("/api/challenges", json!({ "offer": offer })).await.ok();
    let path = format!("/api/challenges/{}/accept", challenge["id"].as_str().expect("an id"));
    let started = black.post(&path, Value::Null).await.ok();
    started["game"].as_str().expect("an id").to_owned()
}

pub(crate) async fn play(player: &mut Browser, game: &str, uci: &str, ply: u16) {
    let command = json!({ "kind": "move", "uci": uci, "ply": ply });
    let body = json!({ "id": { "client": "test", "n": ply }, "command": command });
    player.post(&format!("/api/games/{game}/commands"), body).await.ok();
}

/// State of a game, as a player is sent it.
pub(crate) async fn view(player: &mut Browser, game: &str) -> Value {
    player.get(&format!("/api/games/{game}")).await.ok()
}

/// Time at which the side to move runs out of time, in milliseconds.
pub(crate) async fn deadline(player: &mut Browser, game: &str) -> i64 {
    view(player, game).await["state"]["deadline"].as_i64().expect("a deadline")
}
