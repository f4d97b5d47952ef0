//! Tests of messages between two accounts: who may write, what each of the two has, reports.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use saffron_protocol::limits::{CONTACT_BURST, MAX_MESSAGE_TEXT, NEW_ACCOUNT_CONTACT_BURST};
use saffron_protocol::socket::ServerMessage;
use saffron_service::config::limits::{MESSAGE_PAGE, NEW_ACCOUNT_TTL};
use saffron_service::names::key::key;
use saffron_store::accounts::{self, Kind};
use saffron_store::messages::Message;
use saffron_store::{Statement, erasure, messages};
use serde_json::{Value, json};

use crate::tests::site::{Connected, Site, Visitor, code};

const PATH: &str = "/api/messages";

fn to(name: &str) -> String {
    format!("{PATH}/{name}")
}

async fn write(from: &Visitor, name: &str, text: &str) -> Value {
    from.posted(&to(name), json!({ "text": text })).await
}

async fn refused(from: &Visitor, name: &str, text: &str) -> String {
    from.refused(&to(name), json!({ "text": text })).await
}

/// Texts of a conversation with their authors: `true` for the visitor.
async fn texts(visitor: &Visitor, name: &str) -> Vec<(bool, String)> {
    let list = visitor.got(&to(name)).await["messages"].as_array().expect("messages").clone();
    list.iter().map(|one| (one["mine"] == json!(true), one["text"].as_str().expect("a text").to_owned())).collect()
}

/// Names in the list of conversations with what is unread.
async fn listed(visitor: &Visitor) -> Vec<(Value, Value)> {
    let list = visitor.got(PATH).await["conversations"].as_array().expect("a list").clone();
    list.iter().map(|one| (one["with"]["name"].clone(), one["unread"].clone())).collect()
}

async fn prefer(visitor: &Visitor, messages: &str) {
    let mut preferences = visitor.got("/api/me").await["preferences"].clone();
    preferences["messages"] = json!(messages);
    let (status, answer) = visitor.send(Method::PUT, "/api/account/preferences", Some(preferences)).await;
    assert!(status.is_success(), "{answer}");
}

async fn put(visitor: &Visitor, path: &str, body: Option<Value>) {
    let (status, answer) = visitor.send(Method::PUT, path, body).await;
    assert!(status.is_success(), "{path}: {answer}");
}

async fn read(visitor: &Visitor, name: &str, position: &Value) {
    put(visitor, &format!("{}/read", to(name)), Some(json!({ "position": position }))).await;
}

/// Texts and unread conversations of the messages that have arrived at a connection.
fn arrived(connected: &mut Connected) -> Vec<(String, u32)> {
    let of = |message| match message {
        ServerMessage::Message { message, unread, .. } => Some((message.text, unread)),
        ServerMessage::Messages { unread } => Some((String::new(), unread)),
        _ => None,
    };
    connected.waiting().into_iter().filter_map(of).collect()
}

/// Waits until an account may write the next line.
async fn pause() {
    tokio::time::sleep(Duration::from_secs(61)).await;
}

#[tokio::test(start_paused = true)]
async fn a_message_arrives_at_all_connections_of_both() {
    let site = Site::new().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let (mut at_anna, mut at_berta, mut also_berta) = (site.connect(&anna), site.connect(&berta), site.connect(&berta));
    let sent = write(&anna, "berta", " Hello\r\n  there \n").await;
    assert_eq!((&sent["text"], &sent["mine"]), (&json!(" Hello\n  there"), &json!(true)));
    assert_eq!(arrived(&mut at_anna), [(" Hello\n  there".to_owned(), 0)]);
    for connected in [&mut at_berta, &mut also_berta] {
        assert_eq!(arrived(connected), [(" Hello\n  there".to_owned(), 1)]);
    }
    assert_eq!(berta.got("/api/me").await["messages"], json!(1));
    assert_eq!(listed(&berta).await, [(json!("Anna"), json!(1))]);
    assert_eq!(listed(&anna).await, [(json!("Berta"), json!(0))]);
    assert_eq!(texts(&berta, "Anna").await, [(false, " Hello\n  there".to_owned())]);
    let answered = write(&berta, "Anna", "Hello yourself").await;
    arrived(&mut at_berta);
    arrived(&mut also_berta);
    // An old position leaves what came later unread.
    let later = write(&anna, "Berta", "A game?").await;
    read(&berta, "Anna", &sent["position"]).await;
    assert_eq!(listed(&berta).await, [(json!("Anna"), json!(1))]);
    read(&berta, "Anna", &later["position"]).await;
    assert_eq!(arrived(&mut also_berta).last(), Some(&(String::new(), 0)));
    assert_eq!((berta.got("/api/me").await["messages"].clone(), listed(&berta).await.len()), (json!(0), 1));
    assert_eq!(anna.got("/api/me").await["messages"], json!(1));
    assert!(answered["position"].as_i64() < later["position"].as_i64());
    // By the id, as for accounts without a name.
    assert_eq!(texts(&berta, &format!("-{}", anna.account)).await.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn only_accounts_with_a_name_write_to_people() {
    let site = Site::new().await;
    let (anna, guest) = (site.person("Anna").await, site.guest().await);
    site.person("Berta").await;
    let mut computer = accounts::Account::new(saffron_store::AccountId::from_random(5), Kind::Computer, 1);
    (computer.name, computer.name_key) = (Some("Saffron 1".into()), Some(key("Saffron 1")));
    site.visitor(computer).await;
    assert_eq!(refused(&guest, "Berta", "hello").await, "account_required");
    assert_eq!(code(guest.get(PATH).await), "account_required");
    assert_eq!(code(site.nobody().get(PATH).await), "sign_in_required");
    for (name, expected) in
        [("Clara", "not_found"), ("ANNA", "oneself"), ("Saffron%201", "not_accepted"), ("-aaaaaaaaaa", "not_found")]
    {
        assert_eq!(refused(&anna, name, "hello").await, expected, "{name}");
    }
    assert_eq!(refused(&anna, &format!("-{}", guest.account), "hello").await, "not_found");
    for (text, expected) in [
        (" \n ".to_owned(), "invalid_field"),
        ("a\u{7}".to_owned(), "invalid_field"),
        ("ё".repeat(MAX_MESSAGE_TEXT + 1), "too_long"),
    ] {
        assert_eq!(refused(&anna, "Berta", &text).await, expected, "{text:?}");
    }
    write(&anna, "Berta", &"ё".repeat(MAX_MESSAGE_TEXT)).await;
    let until = site.app.clock.now() + 60_000;
    site.transact(accounts::mute(anna.account, Some(until))).await;
    assert_eq!(refused(&anna, "Berta", "hello").await, "muted");
    pause().await;
    write(&anna, "Berta", "hello").await;
}

#[tokio::test(start_paused = true)]
async fn a_block_in_either_direction_keeps_both_from_writing() {
    let site = Site::new().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    write(&anna, "Berta", "hello").await;
    put(&berta, "/api/users/Anna/block", None).await;
    assert_eq!(refused(&anna, "Berta", "are you there").await, "not_accepted");
    assert_eq!(refused(&berta, "Anna", "go away").await, "not_accepted");
    // What was written stays, and only the one who has blocked knows of it.
    assert_eq!(texts(&anna, "Berta").await.len(), 1);
    assert_eq!(anna.got(&to("Berta")).await["blocked"], json!(false));
    assert_eq!(berta.got(&to("Anna")).await["blocked"], json!(true));
    assert!(berta.delete("/api/users/Anna/block").await.0.is_success());
    write(&berta, "Anna", "hello again").await;
}

#[tokio::test(start_paused = true)]
async fn an_account_chooses_who_may_write_to_it() {
    let site = Site::new().await;
    let (anna, berta, clara) = (site.person("Anna").await, site.person("Berta").await, site.person("Clara").await);
    prefer(&berta, "followed").await;
    put(&berta, "/api/users/Clara/follow", None).await;
    assert_eq!(refused(&anna, "Berta", "hello").await, "not_accepted");
    write(&clara, "Berta", "hello").await;
    prefer(&berta, "none").await;
    pause().await;
    assert_eq!(refused(&clara, "Berta", "hello?").await, "not_accepted");
    // Who was written to may answer, until the conversation is deleted.
    write(&berta, "Anna", "hello").await;
    write(&anna, "Berta", "yes?").await;
    assert!(berta.delete(&to("Anna")).await.0.is_success());
    assert_eq!(refused(&anna, "Berta", "and now?").await, "not_accepted");
}

#[tokio::test(start_paused = true)]
async fn floods_and_new_conversations_are_limited() {
    let site = Site::new().await;
    let anna = site.person("Anna").await;
    let names: Vec<String> = (0..6).map(|number| format!("Berta{number}")).collect();
    for name in &names {
        site.person(name).await;
    }
    write(&anna, "Berta0", "one").await;
    assert_eq!(refused(&anna, "Berta0", "ONE").await, "rate_limited", "the same again");
    for text in ["two", "three", "four", "five"] {
        write(&anna, "Berta0", text).await;
    }
    assert_eq!(refused(&anna, "Berta0", "six").await, "rate_limited", "too fast");
    pause().await;
    for name in &names[1..NEW_ACCOUNT_CONTACT_BURST as usize] {
        write(&anna, name, name).await;
    }
    assert_eq!(refused(&anna, &names[5], "hello").await, "rate_limited", "a new account");
}

#[tokio::test(start_paused = true)]
async fn an_old_account_begins_ten_conversations_a_day() {
    let site = Site::new().await;
    let anna = site.person("Anna").await;
    let created = site.app.clock.now() - NEW_ACCOUNT_TTL;
    let sql = "UPDATE accounts SET created_at = $1 WHERE id = $2";
    site.transact(Statement::new(sql).with(created).with(anna.account)).await;
    for number in 0..=CONTACT_BURST {
        let name = format!("Berta{number}");
        site.person(&name).await;
        tokio::time::sleep(Duration::from_secs(5)).await;
        if number < CONTACT_BURST {
            write(&anna, &name, &name).await;
        } else {
            assert_eq!(refused(&anna, &name, &name).await, "rate_limited");
        }
    }
    // Answers in known conversations are none.
    write(&anna, "Berta0", "hello").await;
}

#[tokio::test(start_paused = true)]
async fn deleting_is_for_one_side() {
    let site = Site::new().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    write(&anna, "Berta", "one").await;
    assert!(berta.delete(&to("Anna")).await.0.is_success());
    assert_eq!(code(berta.delete(&to("Anna")).await), "not_found");
    assert_eq!((listed(&berta).await, texts(&berta, "Anna").await), (vec![], vec![]));
    assert_eq!(berta.got("/api/me").await["messages"], json!(0));
    assert_eq!(texts(&anna, "Berta").await, [(true, "one".to_owned())]);
    write(&anna, "Berta", "two").await;
    assert_eq!(texts(&berta, "Anna").await, [(false, "two".to_owned())]);
    assert_eq!(texts(&anna, "Berta").await.len(), 2);
    assert!(anna.delete(&to("Berta")).await.0.is_success());
    assert_eq!(texts(&berta, "Anna").await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn long_conversations_and_lists_have_pages() {
    let site = Site::new().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    for number in 0..=MESSAGE_PAGE {
        let at = site.app.clock.now();
        let statements = messages::send(berta.account, anna.account, at, &number.to_string());
        site.app.database.transact(statements).await.expect("a message");
    }
    let page = anna.got(&to("Berta")).await;
    let list = page["messages"].as_array().expect("messages");
    assert_eq!((list.len(), &list[0]["text"]), (MESSAGE_PAGE as usize, &json!("1")));
    assert_eq!(list.last().expect("messages")["text"], json!(MESSAGE_PAGE.to_string()));
    let older = anna.got(&format!("{}?before={}", to("Berta"), page["next"])).await;
    assert_eq!((&older["messages"][0]["text"], &older["next"]), (&json!("0"), &Value::Null));
    for number in 0..40 {
        let other = site.person(&format!("Clara{number}")).await;
        let statements = messages::send(other.account, anna.account, site.app.clock.now(), "hello");
        site.app.database.transact(statements).await.expect("a message");
    }
    let first = anna.got(PATH).await;
    let next = first["next"].as_str().expect("another page");
    let second = anna.got(&format!("{PATH}?before={next}")).await;
    let count = |page: &Value| page["conversations"].as_array().map(Vec::len);
    assert_eq!((count(&first), count(&second), &second["next"]), (Some(30), Some(11), &Value::Null));
    assert_eq!(first["unread"], json!(41));
    assert_eq!(code(anna.get(&format!("{PATH}?before=x")).await), "invalid_field");
}

#[tokio::test(start_paused = true)]
async fn a_message_is_notified_once_unless_it_is_read_at_once() {
    let site = Site::new().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let mut at_berta = site.connect(&berta);
    let counts = |connected: &mut Connected| {
        let waiting = connected.waiting().into_iter();
        waiting
            .filter_map(|message| match message {
                ServerMessage::Notifications { unread } => Some(unread),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    let sent = write(&anna, "Berta", "one").await;
    read(&berta, "Anna", &sent["position"]).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(counts(&mut at_berta).iter().all(|unread| *unread == 0), "it was read at once");
    write(&anna, "Berta", "two").await;
    write(&anna, "Berta", "three").await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(counts(&mut at_berta).last(), Some(&1));
    let list = berta.got("/api/notifications").await;
    assert_eq!(list["entries"].as_array().map(Vec::len), Some(1));
    assert_eq!(list["entries"][0]["about"]["sender"]["name"], json!("Anna"));
    assert!(!list.to_string().contains("three"), "{list}");
    let last = berta.got(&to("Anna")).await["messages"][2]["position"].clone();
    read(&berta, "Anna", &last).await;
    assert_eq!(berta.got("/api/notifications").await["unread"], json!(0));
}

#[tokio::test(start_paused = true)]
async fn an_erased_account_leaves_the_texts_of_the_others() {
    let site = Site::new().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    write(&anna, "Berta", "by Anna").await;
    write(&berta, "Anna", "by Berta").await;
    write(&anna, "Berta", "by Anna again").await;
    site.app.database.transact(erasure::close(anna.account)).await.expect("closed");
    assert_eq!(texts(&berta, "Anna").await.len(), 3);
    assert_eq!(berta.got(&to("Anna")).await["with"]["open"], json!(false));
    assert_eq!(refused(&berta, "Anna", "are you gone").await, "not_found");
    site.app.database.transact(erasure::erase(anna.account, None)).await.expect("erased");
    assert_eq!(listed(&berta).await, [(Value::Null, json!(0))]);
    assert_eq!(berta.got("/api/notifications").await["entries"], json!([]));
    let address = format!("-{}", anna.account);
    assert_eq!(texts(&berta, &address).await, [(true, "by Berta".to_owned())]);
    assert!(berta.delete(&to(&address)).await.0.is_success());
    assert_eq!(listed(&berta).await, []);
    assert_eq!(code(berta.get(&to(&address)).await), "not_found");
}

#[tokio::test(start_paused = true)]
async fn moderators_read_reported_messages_only_and_the_log_says_so() {
    let site = Site::new().await;
    let (anna, berta, clara) = (site.person("Anna").await, site.person("Berta").await, site.person("Clara").await);
    let maria = site.person("Maria").await;
    site.transact(Statement::new("UPDATE accounts SET moderator = 1 WHERE id = $1").with(maria.account)).await;
    write(&anna, "Berta", "you fool").await;
    write(&anna, "Clara", "nice to meet you").await;
    let report = |messages: bool| json!({ "reason": "abuse", "text": "rude", "messages": messages });
    // Someone who was not written to has no evidence.
    assert_eq!(anna.refused("/api/users/Berta/report", report(true)).await, "invalid_field");
    assert_eq!(berta.refused("/api/users/Clara/report", report(true)).await, "invalid_field");
    berta.posted("/api/users/Anna/report", report(true)).await;
    clara.posted("/api/users/Anna/report", report(false)).await;
    // Deleting does not remove the evidence.
    assert!(anna.delete(&to("Berta")).await.0.is_success());
    assert!(berta.delete(&to("Anna")).await.0.is_success());

    let open = maria.got("/api/moderation/reports").await["open"].clone();
    let of = |by: &str| open.as_array().expect("reports").iter().find(|one| one["by"] == by).expect("a report").clone();
    assert_eq!((of("Berta")["messages"].clone(), of("Clara")["messages"].clone()), (json!(1), json!(0)));
    let path = |report: &Value| format!("/api/moderation/reports/{}/messages", report["id"].as_str().expect("an id"));
    assert_eq!(anna.refused(&path(&of("Berta")), Value::Null).await, "forbidden");
    assert_eq!(maria.refused(&path(&of("Clara")), Value::Null).await, "not_found");
    assert_eq!(maria.got("/api/moderation/audit").await["lines"], json!([]));
    let read = maria.posted(&path(&of("Berta")), Value::Null).await;
    assert_eq!(read["messages"].as_array().map(Vec::len), Some(1));
    assert_eq!((&read["messages"][0]["by"], &read["messages"][0]["text"]), (&json!("Anna"), &json!("you fool")));
    let log = maria.got("/api/moderation/audit").await;
    assert_eq!(log["lines"][0]["action"], json!({ "kind": "readMessages", "id": of("Berta")["id"] }));
    let pretend = json!({ "action": { "kind": "readMessages", "id": of("Berta")["id"] }, "note": "x" });
    assert_eq!(maria.refused("/api/moderation/actions", pretend).await, "invalid_field");
}

#[tokio::test(start_paused = true)]
async fn the_export_has_the_messages() {
    let site = Site::new().await;
    let (anna, _berta) = (site.person("Anna").await, site.person("Berta").await);
    write(&anna, "Berta", "remember this").await;
    let (status, bytes) = anna.bytes(Method::GET, "/api/account/export", None).await;
    assert_eq!(status, StatusCode::OK);
    let export: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert_eq!(export["messages"][0]["text"], json!("remember this"));
    let stored = messages::of_account(&*site.app.database, anna.account).await.expect("a store");
    let texts: Vec<&str> = stored.iter().map(|(_, Message { text, .. })| text.as_str()).collect();
    assert_eq!(texts, ["remember this"]);
}
