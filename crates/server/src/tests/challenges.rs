//! Tests of challenges over HTTP and by WebSocket messages.

use saffron_protocol::lobby::ChallengeStatus;
use saffron_protocol::socket::ServerMessage;
use saffron_service::config::{ComputerLimits, ServerConfig, ServiceConfig};
use saffron_store::accounts;
use saffron_store::relations::{self, Relation};
use serde_json::{Value, json};

use crate::tests::site::{Site, Visitor, code};

fn offer() -> Value {
    let control = json!({ "kind": "clock", "initial": 300, "increment": 3 });
    json!({ "variant": "glinski", "control": control, "rated": false, "side": "white" })
}

fn to(name: &str) -> Value {
    json!({ "offer": offer(), "to": name })
}

async fn made(visitor: &Visitor, request: Value) -> String {
    let challenge = visitor.posted("/api/challenges", request).await;
    assert_eq!(challenge["status"], "open", "{challenge}");
    challenge["id"].as_str().expect("an id").to_owned()
}

async fn status(visitor: &Visitor, id: &str) -> Value {
    visitor.got(&format!("/api/challenges/{id}")).await["status"].clone()
}

#[tokio::test(start_paused = true)]
async fn a_link_is_accepted_by_whoever_opens_it_first() {
    let site = Site::new().await;
    let (ann, bob, eve) = (site.guest().await, site.guest().await, site.guest().await);
    let mut at_ann = site.connect(&ann);
    let mut request = json!({ "offer": offer() });
    request["offer"]["fen"] = json!("b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 b - - 0 1");
    let id = made(&ann, request).await;
    assert!(matches!(at_ann.next().await, ServerMessage::Challenge { challenge } if challenge.id == id));
    assert_eq!(status(&site.nobody(), &id).await, "open");
    let accept = format!("/api/challenges/{id}/accept");
    assert_eq!(ann.refused(&accept, Value::Null).await, "oneself");
    assert_eq!(code(bob.post(&format!("/api/challenges/{id}/decline"), Value::Null).await), "forbidden");
    let (one, other) = tokio::join!(bob.post(&accept, Value::Null), eve.post(&accept, Value::Null));
    let (won, lost) = if one.0.is_success() { (one, other) } else { (other, one) };
    assert_eq!(code(lost), "gone");
    let game = won.1["game"].as_str().expect("an id").to_owned();
    assert_eq!(at_ann.next().await, ServerMessage::Started { game: game.clone(), of: Some(id.clone()) });
    let ServerMessage::Challenge { challenge } = at_ann.next().await else { panic!("the challenge") };
    assert_eq!((challenge.status, challenge.game.as_ref()), (ChallengeStatus::Accepted, Some(&game)));
    assert_eq!(status(&site.nobody(), &id).await, "accepted");
    let view = ann.got(&format!("/api/games/{game}")).await;
    assert_eq!((&view["you"], &view["state"]["turn"]), (&json!("w"), &json!("b")));
}

#[tokio::test(start_paused = true)]
async fn who_opens_a_link_has_minutes_to_find_the_board_and_the_end_says_who_did_not_come() {
    let site = Site::new().await;
    let (ann, bob) = (site.person("Ann").await, site.person("Bob").await);
    let seconds = |seconds| tokio::time::sleep(std::time::Duration::from_secs(seconds));
    for (request, by) in [(json!({ "offer": offer() }), "w"), (to("Bob"), "b")] {
        let id = made(&ann, request).await;
        let game = bob.posted(&format!("/api/challenges/{id}/accept"), Value::Null).await;
        let path = format!("/api/games/{}", game["game"].as_str().expect("an id"));
        let mut moved = 0;
        if by == "b" {
            seconds(299).await;
            let command =
                json!({ "id": { "client": "ann", "n": 1 }, "command": { "kind": "move", "uci": "b1b3", "ply": 0 } });
            ann.posted(&format!("{path}/commands"), command).await;
            moved = 1;
        }
        seconds(299).await;
        let state = ann.got(&path).await["state"].clone();
        assert_eq!((&state["outcome"], &state["abort"], &state["ply"]), (&Value::Null, &Value::Null, &json!(moved)));
        assert!(
            (0..=1000)
                .contains(&(state["deadline"].as_i64().expect("a time") - state["now"].as_i64().expect("a time")))
        );
        seconds(2).await;
        let state = ann.got(&path).await["state"].clone();
        assert_eq!(state["outcome"]["reason"], "Abort");
        assert_eq!(state["abort"], json!({ "kind": "noFirstMove", "by": by }));
        let events = site.nobody().got(&format!("{path}/events")).await;
        let events = events["events"].as_array().expect("events");
        assert_eq!(events[0]["event"]["settings"]["firstMoveTime"], 300);
        assert_eq!(events[events.len() - 1]["event"]["abort"], state["abort"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_challenge_to_a_user_is_for_that_user() {
    let site = Site::new().await;
    let (ann, bob, eve) = (site.person("Ann").await, site.person("Bob").await, site.person("Eve").await);
    let mut at_bob = site.connect(&bob);
    let id = made(&ann, to("BOB")).await;
    assert!(matches!(at_bob.next().await, ServerMessage::Challenge { challenge } if challenge.id == id));
    assert_eq!(code(eve.get(&format!("/api/challenges/{id}")).await), "not_found");
    assert_eq!(eve.refused(&format!("/api/challenges/{id}/accept"), Value::Null).await, "not_found");
    assert_eq!(code(bob.delete(&format!("/api/challenges/{id}")).await), "forbidden");
    let list = bob.got("/api/challenges").await;
    assert_eq!((&list["incoming"][0]["id"], list["outgoing"].as_array().map(Vec::len)), (&json!(id), Some(0)));
    assert_eq!(list["incoming"][0]["from"]["rating"], 1500);
    assert!(bob.post(&format!("/api/challenges/{id}/decline"), Value::Null).await.0.is_success());
    assert_eq!(status(&ann, &id).await, "declined");
    assert_eq!(bob.refused(&format!("/api/challenges/{id}/accept"), Value::Null).await, "gone");

    let id = made(&ann, to("Bob")).await;
    assert!(ann.delete(&format!("/api/challenges/{id}")).await.0.is_success());
    assert_eq!(status(&bob, &id).await, "cancelled");
    let id = made(&ann, to("Bob")).await;
    let game = bob.posted(&format!("/api/challenges/{id}/accept"), Value::Null).await;
    assert!(game["game"].is_string());
    assert_eq!(ann.got("/api/challenges").await, json!({ "incoming": [], "outgoing": [] }));
}

#[tokio::test(start_paused = true)]
async fn who_may_challenge_is_the_choice_of_the_challenged() {
    let site = Site::new().await;
    let (ann, bob, guest) = (site.person("Ann").await, site.person("Bob").await, site.guest().await);
    let prefer = async |who: &str| {
        let preferences = json!({ "challenges": who }).to_string();
        site.transact(accounts::set_preferences(bob.account, &preferences)).await;
    };
    assert_eq!(ann.refused("/api/challenges", to("Ann")).await, "oneself");
    assert_eq!(ann.refused("/api/challenges", to("Nobody")).await, "not_found");
    made(&guest, to("Bob")).await;
    prefer("accounts").await;
    assert_eq!(guest.refused("/api/challenges", to("Bob")).await, "not_accepted");
    made(&ann, to("Bob")).await;
    prefer("followed").await;
    assert_eq!(ann.refused("/api/challenges", to("Bob")).await, "not_accepted");
    site.transact(relations::set(bob.account, ann.account, Relation::Follow, 0)).await;
    made(&ann, to("Bob")).await;
    prefer("nobody").await;
    assert_eq!(ann.refused("/api/challenges", to("Bob")).await, "not_accepted");
    prefer("everybody").await;
    let id = made(&ann, json!({ "offer": offer() })).await;
    site.transact(relations::set(bob.account, ann.account, Relation::Block, 0)).await;
    assert_eq!(ann.refused("/api/challenges", to("Bob")).await, "not_accepted");
    assert_eq!(bob.refused(&format!("/api/challenges/{id}/accept"), Value::Null).await, "not_accepted");
}

#[tokio::test(start_paused = true)]
async fn rated_challenges_are_for_accounts_and_challenges_end_in_time() {
    let site = Site::new().await;
    let (ann, guest) = (site.person("Ann").await, site.guest().await);
    let mut request = json!({ "offer": offer() });
    request["offer"]["rated"] = json!(true);
    assert_eq!(guest.refused("/api/challenges", request.clone()).await, "cannot_be_rated");
    let id = made(&ann, request).await;
    assert_eq!(guest.refused(&format!("/api/challenges/{id}/accept"), Value::Null).await, "account_required");
    tokio::time::advance(std::time::Duration::from_secs(24 * 3600)).await;
    assert_eq!(status(&ann, &id).await, "expired");
    let bob = site.person("Bob").await;
    assert_eq!(bob.refused(&format!("/api/challenges/{id}/accept"), Value::Null).await, "gone");
    tokio::time::advance(std::time::Duration::from_secs(31 * 24 * 3600)).await;
    saffron_service::lobby::challenges::clean_up(&site.app).await.expect("cleaned up");
    assert_eq!(code(ann.get(&format!("/api/challenges/{id}")).await), "not_found");
}

#[tokio::test(start_paused = true)]
async fn the_number_of_open_challenges_is_limited() {
    let site = Site::new().await;
    let guest = site.guest().await;
    for _ in 0..5 {
        made(&guest, json!({ "offer": offer() })).await;
    }
    assert_eq!(guest.refused("/api/challenges", json!({ "offer": offer() })).await, "too_many");
}

#[tokio::test(start_paused = true)]
async fn a_server_for_load_tests_has_no_limits_for_an_account() {
    let config = ServerConfig {
        service: ServiceConfig { computers: ComputerLimits::none(), ..ServiceConfig::default() },
        ..ServerConfig::default()
    };
    let site = Site::with(config.without_quotas().service).await;
    let guest = site.guest().await;
    for _ in 0..60 {
        made(&guest, json!({ "offer": offer() })).await;
    }
}
