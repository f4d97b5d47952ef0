//! Tests of the access to both chats of a game.

use axum::http::{Method, StatusCode};
use saffron_live::Command;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::Room;
use saffron_service::games::outbox::Inbox;
use saffron_service::{Error, chat};
use saffron_store::accounts::{self, Kind};
use saffron_store::relations::{self, Relation};
use saffron_store::{GameId, chat as lines};
use serde_json::{Value, json};

use crate::tests::games::{Site, blitz, messages};
use crate::tests::site::{STARTED_AT, Visitor};

async fn say(site: &Site, by: &Visitor, game: GameId, room: Room, text: &str) -> Result<(), ErrorCode> {
    chat::say(&site.app, Some(&site.viewer(by).await), game.as_str(), room, text).await.map_err(Error::into_code)
}

/// Texts of a room among the messages in an inbox; other messages are dropped.
fn texts(inbox: &mut Inbox, room: &str) -> Vec<String> {
    let chats = messages(inbox, "chat").into_iter().filter(|message| message["room"] == room);
    let lines = chats.flat_map(|message| message["lines"].as_array().expect("lines").clone());
    lines.map(|line| line["text"].as_str().expect("a text").to_owned()).collect()
}

fn shown(value: &Value) -> Vec<&str> {
    value["lines"].as_array().expect("lines").iter().filter_map(|line| line["text"].as_str()).collect()
}

#[tokio::test(start_paused = true)]
async fn players_and_spectators_are_apart_until_the_end() {
    let site = Site::start().await;
    let (anna, berta, clara) = (site.person("Anna").await, site.person("Berta").await, site.person("Clara").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    let (_a, mut of_berta) = site.watch(game, Some(&berta)).await;
    let (_b, mut of_stranger) = site.watch(game, None).await;
    say(&site, &anna, game, Room::Players, "good luck").await.expect("a line");
    say(&site, &clara, game, Room::Spectators, "e2e5 is best").await.expect("a line");
    assert_eq!(say(&site, &clara, game, Room::Players, "hello").await, Err(ErrorCode::Forbidden));
    assert_eq!(say(&site, &anna, game, Room::Spectators, "hello").await, Err(ErrorCode::Forbidden));
    let sent = messages(&mut of_berta, "chat");
    assert_eq!(sent.len(), 1);
    let account = anna.account.to_string();
    let line = json!({ "account": account, "name": "Anna", "at": sent[0]["lines"][0]["at"], "text": "good luck" });
    assert_eq!(sent[0]["lines"], json!([line]));
    assert!(sent[0]["lines"][0]["at"].as_i64() >= Some(STARTED_AT));
    assert_eq!(texts(&mut of_stranger, "spectators"), ["e2e5 is best"]);

    // Newcomers get the existing lines.
    let (_c, mut late) = site.watch(game, Some(&anna)).await;
    let all = messages(&mut late, "chat");
    assert_eq!(all.len(), 1, "a player gets the players' chat only: {all:?}");
    let path = |room: &str| format!("/api/games/{game}/chat/{room}");
    assert_eq!(shown(&site.ok(&path("spectators"), None).await), ["e2e5 is best"]);
    assert_eq!(site.refused(Method::GET, &path("players"), None, None).await, "forbidden");
    assert_eq!(site.refused(Method::GET, &path("spectators"), Some(&anna), None).await, "forbidden");
    assert_eq!(site.refused(Method::GET, &path("kibitz"), None, None).await, "not_found");

    site.moves(game, [&anna, &berta], "e2e5 e9e6").await;
    site.command(game, &anna, Command::Resign).await.expect("it can be resigned");
    site.settle().await;
    assert_eq!(texts(&mut of_berta, "spectators"), ["e2e5 is best"]);
    assert_eq!(shown(&site.ok(&path("spectators"), Some(&anna)).await), ["e2e5 is best"]);
    say(&site, &berta, game, Room::Spectators, "it was").await.expect("a line after the end");
    assert_eq!(texts(&mut of_stranger, "spectators"), ["it was"]);
}

#[tokio::test(start_paused = true)]
async fn lines_over_http_are_those_of_the_socket() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    let (_outbox, mut of_berta) = site.watch(game, Some(&berta)).await;
    let path = format!("/api/games/{game}/chat/players");
    let (status, answer) = site.ask(Method::POST, &path, Some(&anna), Some(json!({ "text": " <i>hi</i> " }))).await;
    assert_eq!((status, shown(&answer)), (StatusCode::OK, vec!["<i>hi</i>"]));
    assert_eq!(texts(&mut of_berta, "players"), ["<i>hi</i>"]);
    let post = |by, text: String| site.refused(Method::POST, &path, by, Some(json!({ "text": text })));
    assert_eq!(post(None, "hi".into()).await, "sign_in_required");
    assert_eq!(post(Some(&anna), "a\u{7}".into()).await, "invalid_field");
    assert_eq!(post(Some(&anna), "a".repeat(141)).await, "too_long");
    assert_eq!(post(Some(&anna), "<I>HI</I>".into()).await, "rate_limited");
    let missing = "/api/games/aaaaaaaaaa/chat/players";
    assert_eq!(site.refused(Method::POST, missing, Some(&anna), Some(json!({ "text": "hi" }))).await, "not_found");
}

#[tokio::test(start_paused = true)]
async fn muted_accounts_are_silent_and_guests_write_in_their_own_games_only() {
    let site = Site::start().await;
    let (anna, guest) = (site.person("Anna").await, site.account(Kind::Guest, None).await);
    let other = site.account(Kind::Guest, None).await;
    let game = site.game(blitz(false), &anna, &guest).await;
    say(&site, &guest, game, Room::Players, "hello").await.expect("a player's line");
    assert_eq!(say(&site, &other, game, Room::Spectators, "hello").await, Err(ErrorCode::AccountRequired));
    let until = site.app.clock.now() + 60_000;
    site.app.database.transact(vec![accounts::mute(anna.account, Some(until))]).await.expect("a mute");
    assert_eq!(say(&site, &anna, game, Room::Players, "you").await, Err(ErrorCode::Muted));
    tokio::time::sleep(std::time::Duration::from_secs(61)).await;
    assert_eq!(say(&site, &anna, game, Room::Players, "you").await, Ok(()));
}

#[tokio::test(start_paused = true)]
async fn who_has_blocked_whom_sees_none_of_their_lines() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let (clara, dora) = (site.person("Clara").await, site.person("Dora").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    let (_c, mut of_clara) = site.watch(game, Some(&clara)).await;
    let (_d, mut of_dora) = site.watch(game, Some(&dora)).await;
    let block = relations::set(clara.account, dora.account, Relation::Block, STARTED_AT);
    site.app.database.transact(vec![block]).await.expect("a block");
    say(&site, &dora, game, Room::Spectators, "by dora").await.expect("a line");
    say(&site, &clara, game, Room::Spectators, "by clara").await.expect("a line");
    assert_eq!(texts(&mut of_clara, "spectators"), ["by clara"]);
    assert_eq!(texts(&mut of_dora, "spectators"), ["by dora"]);
    let path = format!("/api/games/{game}/chat/spectators");
    assert_eq!(shown(&site.ok(&path, Some(&clara)).await), ["by clara"]);
    assert_eq!(shown(&site.ok(&path, Some(&dora)).await), ["by dora"]);
    assert_eq!(shown(&site.ok(&path, None).await), ["by dora", "by clara"]);
    // No one sees the lines that a moderator has hidden.
    site.app.database.transact(vec![lines::hide(dora.account, None)]).await.expect("hidden");
    assert_eq!(shown(&site.ok(&path, None).await), ["by clara"]);
}

#[tokio::test(start_paused = true)]
async fn parameters_that_cannot_be_read_are_refused_by_a_code() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let game = site.game(blitz(false), &anna, &berta).await;
    for (path, code) in [
        (format!("/api/games/{game}/events?from="), "invalid_field"),
        (format!("/api/games/{game}/events?from=0&from=1"), "invalid_field"),
        ("/api/games/current?variant=x&variant=y".to_owned(), "invalid_field"),
        ("/api/games/%FF".to_owned(), "not_found"),
        (format!("/api/games/{game}/chat/%FF"), "not_found"),
    ] {
        assert_eq!(site.refused(Method::GET, &path, None, None).await, code, "{path}");
    }
}
