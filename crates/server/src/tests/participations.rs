//! Tests of the tournaments of an account, and of the search of names.

use std::sync::Arc;
use std::time::Duration;

use saffron_service::Clock;
use saffron_service::config::limits::PARTICIPATION_PAGE;
use saffron_service::config::{ComputerLimits, ServiceConfig};
use saffron_store::{MemoryDisk, MemoryOptions, Statement};
use serde_json::{Value, json};

use crate::tests::site::{Site, Visitor, code};

const PATH: &str = "/api/arenas";

async fn arena(site: &Site, organiser: &Visitor, minutes: u32) -> String {
    let settings = json!({
        "name": "Evening arena", "description": "", "variant": "shafran", "initial": 180, "increment": 0, "rated": true,
        "startsAt": site.app.clock.now() + 10_000, "minutes": minutes, "berserk": true, "streaks": true, "computers": 0,
    });
    organiser.posted(PATH, settings).await["id"].as_str().expect("an id").to_owned()
}

async fn join(visitor: &Visitor, arena: &str) {
    visitor.posted(&format!("{PATH}/{arena}/join"), Value::Null).await;
}

/// Ids and ranks of a user's tournaments.
async fn listed(site: &Site, name: &str) -> Vec<(String, Value)> {
    let list = site.nobody().got(&format!("/api/users/{name}/tournaments")).await["participations"].clone();
    let list = list.as_array().expect("a list").iter();
    list.map(|one| (one["arena"]["id"].as_str().expect("an id").to_owned(), one["rank"].clone())).collect()
}

#[tokio::test(start_paused = true)]
async fn an_arena_is_on_the_profile_with_its_rank() {
    let site = Site::new().await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    let id = arena(&site, &anna, 5).await;
    join(&anna, &id).await;
    join(&bela, &id).await;
    join(&anna, &id).await;
    let page = site.nobody().got("/api/users/anna/tournaments").await;
    assert_eq!(page["participations"].as_array().map(Vec::len), Some(1));
    let one = &page["participations"][0];
    assert_eq!(
        (&one["rank"], &one["arena"]["players"], &one["arena"]["stage"]),
        (&Value::Null, &json!(2), &json!("upcoming"))
    );
    tokio::time::sleep(Duration::from_secs(320)).await;
    assert_eq!(listed(&site, "Anna").await, [(id.clone(), json!(1))]);
    assert_eq!(listed(&site, "Bela").await, [(id, json!(2))]);
    let cancelled = arena(&site, &anna, 5).await;
    join(&anna, &cancelled).await;
    assert!(anna.delete(&format!("{PATH}/{cancelled}")).await.0.is_success());
    assert_eq!(listed(&site, "Anna").await[0], (cancelled, Value::Null));
    assert_eq!(code(site.nobody().get("/api/users/clara/tournaments").await), "not_found");
    assert_eq!(code(site.nobody().get("/api/users/anna/tournaments?before=1").await), "invalid_field");
}

#[tokio::test(start_paused = true)]
async fn tournaments_have_pages() {
    let site = Site::new().await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    for number in 0..=PARTICIPATION_PAGE {
        let organiser = if number % 2 == 0 { &anna } else { &bela };
        let id = arena(&site, organiser, 5).await;
        join(&anna, &id).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let first = site.nobody().got("/api/users/Anna/tournaments").await;
    let next = first["next"].as_str().expect("another page");
    let second = site.nobody().got(&format!("/api/users/Anna/tournaments?before={next}")).await;
    let count = |page: &Value| page["participations"].as_array().map(Vec::len);
    assert_eq!((count(&first), count(&second), &second["next"]), (Some(20), Some(1), &Value::Null));
}

#[tokio::test(start_paused = true)]
async fn players_of_earlier_arenas_are_recorded_at_the_start() {
    let disk = MemoryDisk::new(MemoryOptions::default()).expect("a database");
    let site = Site::on_disk(&disk).await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    let over = arena(&site, &anna, 5).await;
    join(&bela, &over).await;
    join(&anna, &over).await;
    tokio::time::sleep(Duration::from_secs(320)).await;
    let running = arena(&site, &anna, 60).await;
    join(&anna, &running).await;
    // As a server that recorded no players left it.
    site.transact(Statement::new("DELETE FROM tournament_players")).await;
    let now = site.app.clock.now();
    site.stop().await;
    let config = ServiceConfig { computers: ComputerLimits::none(), ..ServiceConfig::default() };
    let site = Site::by_clock(Arc::new(disk.open()), Clock::starting_at(now), None, config).await.expect("a server");
    let bela = site.again(&bela);
    join(&bela, &running).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(listed(&site, "Anna").await, [(running.clone(), Value::Null), (over.clone(), json!(2))]);
    assert_eq!(listed(&site, "Bela").await, [(running, Value::Null), (over, json!(1))]);
}

#[tokio::test(start_paused = true)]
async fn names_are_found_by_their_beginnings() {
    let site = Site::new().await;
    for name in ["Anna", "Annabel", "Annamari", "Änne", "Berta", "Max", "Жанна"] {
        site.person(name).await;
    }
    site.guest().await;
    let seen = site.app.clock.now() + 1000;
    let sql = "UPDATE accounts SET seen_at = $1 WHERE name = $2";
    site.transact(Statement::new(sql).with(seen).with("Annamari")).await;
    let found = async |prefix: &str| {
        let encoded: String = form_urlencoded::byte_serialize(prefix.as_bytes()).collect();
        let list = site.nobody().got(&format!("/api/people/search?prefix={encoded}")).await["people"].clone();
        let list = list.as_array().expect("people").iter();
        list.map(|one| one["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("ann").await, ["Annamari", "Anna", "Annabel", "Änne"]);
    assert_eq!(found("ANNA").await, ["Anna", "Annamari", "Annabel"]);
    assert_eq!(found(" än").await[0], "Änne");
    assert_eq!(found("жа").await, ["Жанна"]);
    assert_eq!(found("ma").await, ["Max"]);
    for prefix in ["", "a", " ", "zz", "an%", "an_"] {
        assert_eq!(found(prefix).await, [""; 0], "{prefix:?}");
    }
    for number in 0..30 {
        site.person(&format!("Berta{number}")).await;
    }
    assert_eq!(found("berta").await.len(), 10);
    assert_eq!(found("berta").await[0], "Berta");
    site.transact(Statement::new("UPDATE accounts SET kind = 'closed' WHERE name = $1").with("Max")).await;
    assert_eq!(found("max").await, [""; 0]);
    assert_eq!(code(site.nobody().get("/api/people/search").await), "invalid_field");
}
