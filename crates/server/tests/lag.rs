//! Tests that lag is compensated up to what the server has measured, whatever a client claims.

mod support;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use support::sockets::{Socket, game, open, post};
use support::{SOON, serve};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// Plays a move without thinking time. Returns the fields of its event.
async fn play(socket: &mut Socket, game: &str, ply: u32, uci: &str) -> Value {
    let command = json!({ "kind": "move", "uci": uci, "ply": ply, "thought": 0 });
    let message = json!({ "t": "do", "game": game, "id": { "client": "a", "n": ply }, "command": command });
    socket.send(Message::text(message.to_string())).await.expect("an open socket");
    moved(socket, uci).await
}

/// Waits for the event of a move.
async fn moved(socket: &mut Socket, uci: &str) -> Value {
    let event = async {
        loop {
            let message = socket.next().await.expect("an open socket").expect("a message");
            let Ok(message) = serde_json::from_str::<Value>(message.to_text().unwrap_or_default()) else { continue };
            let none = Vec::new();
            let events = message["events"].as_array().unwrap_or(&none);
            if let Some(event) = events.iter().map(|one| &one["event"]).find(|event| event["uci"] == uci) {
                return event.clone();
            }
        }
    };
    timeout(SOON, event).await.expect("the move in time")
}

/// Lets time pass while answering pings, as every client does.
async fn think(socket: &mut Socket, time: Duration) {
    let _ = timeout(time, async { while socket.next().await.is_some() {} }).await;
}

fn ms(event: &Value, field: &str) -> u64 {
    event[field].as_u64().unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn thinking_is_not_given_back_as_lag() {
    let address = serve(Default::default()).await;
    let mut cookies = Vec::new();
    for _ in 0..2 {
        cookies.push(post(address, "/api/guest", None, "{}").await.1.expect("a cookie"));
    }
    let offer = json!({
        "offer": {
            "variant": "shafran",
            "control": { "kind": "clock", "initial": 60, "increment": 0 },
            "rated": false,
            "side": "white",
        }
    });
    let game = game(address, &offer.to_string(), &cookies).await;
    let mut sockets = [open(address, Some(&cookies[0])).await, open(address, Some(&cookies[1])).await];
    for socket in &mut sockets {
        socket.send(Message::text(json!({ "t": "watch", "game": game }).to_string())).await.expect("an open socket");
    }
    let [white, black] = &mut sockets;
    let (mut spent, mut lag) = (0, 0);
    for (ply, uci) in (0..).zip(["b1a3", "h10i8", "a3b1", "i8h10", "b1a3", "h10i8", "a3b1"]) {
        let (mover, other) = if ply % 2 == 0 { (&mut *white, &mut *black) } else { (&mut *black, &mut *white) };
        if ply % 2 == 0 {
            think(mover, Duration::from_millis(380)).await;
        }
        let event = play(mover, &game, ply, uci).await;
        moved(other, uci).await;
        assert!(ms(&event, "lag") <= ms(&event, "roundTrip"), "{event}");
        if ply % 2 == 0 && ply >= 2 {
            spent += ms(&event, "spent");
            lag += ms(&event, "lag");
        }
    }
    assert!(spent + lag >= 3 * 380 && spent > 2 * lag, "{spent} ms were charged, {lag} ms given back");

    // The lag of a connection that stalls for a while is measured and compensated.
    think(white, Duration::from_millis(2_100)).await;
    play(black, &game, 7, "i8h10").await;
    sleep(Duration::from_millis(700)).await;
    moved(white, "i8h10").await;
    let event = play(white, &game, 8, "b1a3").await;
    assert!(ms(&event, "roundTrip") >= 700 && ms(&event, "lag") >= 700, "{event}");
}
