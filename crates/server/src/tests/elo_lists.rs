//! Tests of Elo lists.

use axum::http::Method;
use saffron_protocol::limits::{MAX_ELO_GAMES, MAX_ELO_LISTS, MAX_ELO_PLAYERS, MAX_ELO_TOURNAMENTS};
use saffron_store::accounts::{self, Kind};
use saffron_tournament::elo;
use serde_json::{Value, json};

use crate::tests::games::Site;
use crate::tests::site::Visitor;
use crate::tests::team_tournaments::{self, teams};
use crate::tests::tournaments::{Event, entrants};

const PATH: &str = "/api/elo-lists";

fn settings() -> Value {
    json!({ "name": "Kispest", "variant": "glinski", "description": "Members\nand guests" })
}

fn entry(name: &str, rating: Option<u16>, games: u32) -> Value {
    json!({ "name": name, "title": "", "club": "", "birth": null, "rating": rating, "games": games })
}

/// Elo list of an organiser.
struct List<'a> {
    site: &'a Site,
    organiser: &'a Visitor,
    id: String,
}

impl<'a> List<'a> {
    async fn create(site: &'a Site, organiser: &'a Visitor) -> List<'a> {
        let (status, info) = site.ask(Method::POST, PATH, Some(organiser), Some(settings())).await;
        assert!(status.is_success(), "{info}");
        List { site, organiser, id: info["id"].as_str().expect("an id").to_owned() }
    }

    fn path(&self) -> String {
        format!("{PATH}/{}", self.id)
    }

    async fn show(&self) -> Value {
        self.site.ok(&self.path(), None).await
    }

    async fn send(&self, by: &Visitor, command: Value) -> Value {
        let version = self.show().await["version"].clone();
        let body = json!({ "version": version, "command": command });
        self.site.ask(Method::POST, &format!("{}/commands", self.path()), Some(by), Some(body)).await.1
    }

    /// Carries out a command, and returns the list.
    async fn command(&self, command: Value) -> Value {
        let answer = self.send(self.organiser, command.clone()).await;
        assert!(answer["error"].is_null(), "{command}: {answer}");
        answer
    }

    /// Code of a refused command.
    async fn refused(&self, command: Value) -> String {
        let answer = self.send(self.organiser, command.clone()).await;
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{command}: {answer}")).to_owned()
    }

    async fn propose(&self, event: &Event<'_>) -> Value {
        self.site.ok(&format!("{}/proposals/{}", self.path(), event.id), Some(self.organiser)).await
    }
}

/// Names with their ratings, the best first.
fn ratings(list: &Value) -> Vec<(String, Option<u64>)> {
    let players = list["players"].as_array().expect("players").iter();
    players.map(|row| (row["fields"]["name"].as_str().expect("a name").to_owned(), row["rating"].as_u64())).collect()
}

/// Tournament that is over: A (2000) won against C (1980), B (1990) drew with D (1970); round 2 was forfeited on board 1.
async fn finished<'a>(site: &'a Site, organiser: &'a Visitor) -> Event<'a> {
    let event = Event::create(site, organiser).await;
    event.command(entrants(&["A", "B", "C", "D"])).await;
    event.command(json!({ "kind": "pair" })).await;
    let first = event.show().await["rounds"][0]["boards"].clone();
    assert_eq!((&first[0]["white"], &first[0]["black"]), (&json!(0), &json!(2)));
    event.result(1, 0, "1-0").await;
    event.result(1, 1, "1/2-1/2").await;
    event.command(json!({ "kind": "pair" })).await;
    event.result(2, 0, "+/-").await;
    event.result(2, 1, "-/-").await;
    let mut settings = event.show().await["settings"].clone();
    settings["system"]["rounds"] = json!(2);
    settings["dates"] = json!("2026. 11. 24–26.");
    event.command(json!({ "kind": "changeSettings", "settings": settings })).await;
    event.command(json!({ "kind": "finish" })).await;
    event
}

#[tokio::test(start_paused = true)]
async fn an_organiser_rates_a_tournament_and_everyone_reads_the_list() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let list = List::create(&site, &anna).await;
    list.command(json!({ "kind": "enter", "entries": [entry("Á", Some(1900), 30), entry("E", None, 0)] })).await;
    let event = finished(&site, &anna).await;
    let open = Event::create(&site, &anna).await;
    let candidates = site.ok(&format!("{}/proposals", list.path()), Some(&anna)).await;
    let ids: Vec<&str> = candidates["tournaments"]
        .as_array()
        .expect("tournaments")
        .iter()
        .filter_map(|info| info["id"].as_str())
        .collect();
    assert_eq!(ids, [event.id.as_str()], "without {}, which is not over", open.id);
    let proposal = list.propose(&event).await;
    assert_eq!((&proposal["date"], &proposal["games"]), (&json!("2026-11-26"), &json!(2)));
    let matches: Vec<Value> =
        proposal["players"].as_array().expect("players").iter().map(|row| row["entry"].clone()).collect();
    assert_eq!(matches, [json!(0), json!(null), json!(null), json!(null)], "A is Á");
    assert_eq!(proposal["players"][1]["fields"]["rating"], json!(1990));

    let players = json!([{ "player": 0, "entry": 0 }]);
    let add = json!({ "kind": "addTournament", "tournament": event.id, "date": proposal["date"], "players": players });
    let after = list.command(add.clone()).await;
    // Á, 1900, won against 1980: 20 * (1 - 0.39) = 12.2. C lost as a new player: 40 * (0 - 0.61) = -24.4. The draw of B and D, 20
    // points apart: 40 * (0.5 - 0.53) = -1.2.
    let named = |name: &str, rating| (name.to_owned(), rating);
    let expected = [
        named("B", Some(1989)),
        named("D", Some(1971)),
        named("C", Some(1956)),
        named("Á", Some(1912)),
        named("E", None),
    ];
    assert_eq!(ratings(&after), expected);
    let best = &after["players"][0];
    assert_eq!(
        (&best["rank"], &best["games"], &best["k"], &best["change"]),
        (&json!(1), &json!(1), &json!(40), &json!(-1))
    );
    assert_eq!(after["players"][4]["rank"], json!(null));
    assert_eq!((&after["editable"], &after["tournaments"][0]["games"]), (&json!(true), &json!(2)));

    let seen = list.show().await;
    assert_eq!((&seen["editable"], &seen["players"]), (&json!(false), &after["players"]));
    let history = site.ok(&format!("{}/players/0", list.path()), None).await;
    let change = &history["changes"][0];
    assert_eq!(
        (&change["k"], &change["sum"], &change["before"], &change["after"]),
        (&json!(20), &json!(61), &json!(1900), &json!(1912))
    );
    assert_eq!(
        change["games"],
        json!([{ "round": 1, "opponent": 3, "rating": 1980, "points": 4, "difference": -80, "expected": 39 }])
    );
    let info = &site.ok(PATH, None).await["lists"][0];
    assert_eq!(
        (&info["name"], &info["organiser"], &info["variant"], &info["players"], &info["tournaments"]),
        (&json!("Kispest"), &json!("Anna"), &json!("glinski"), &json!(5), &json!(1))
    );

    // The tournament is corrected, and taken over again with the matches of before.
    event.command(json!({ "kind": "reopen" })).await;
    assert_eq!(list.refused(add).await, "invalid_entry", "it is not over");
    event.result(1, 0, "3/4-1/4").await;
    event.command(json!({ "kind": "finish" })).await;
    let proposal = list.propose(&event).await;
    let players: Vec<Value> = proposal["players"]
        .as_array()
        .expect("players")
        .iter()
        .map(|row| json!({ "player": row["player"], "entry": row["entry"] }))
        .collect();
    assert_eq!(players[3], json!({ "player": 3, "entry": 4 }));
    let again = json!({ "kind": "addTournament", "tournament": event.id, "date": "2026-11-25", "players": players });
    let corrected = list.command(again).await;
    // 20 * (0.75 - 0.39) = 7.2.
    assert_eq!(ratings(&corrected)[3], named("Á", Some(1907)));
    assert_eq!(corrected["tournaments"].as_array().map(Vec::len), Some(1));

    let without = list.command(json!({ "kind": "removeTournament", "index": 0 })).await;
    assert_eq!(ratings(&without)[3], named("Á", Some(1900)));
}

#[tokio::test(start_paused = true)]
async fn commands_are_for_the_organiser_and_for_their_version() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let guest = site.account(Kind::Guest, None).await;
    let create = async |by: Option<&Visitor>, body: Value| site.refused(Method::POST, PATH, by, Some(body)).await;
    assert_eq!(create(None, settings()).await, "sign_in_required");
    assert_eq!(create(Some(&guest), settings()).await, "account_required");
    let with = |field: &str, value: Value| {
        let mut settings = settings();
        settings[field] = value;
        settings
    };
    assert_eq!(create(Some(&anna), with("variant", json!("chess"))).await, "unknown_variant");
    assert_eq!(create(Some(&anna), with("name", json!(""))).await, "invalid_entry");
    assert_eq!(create(Some(&anna), with("name", json!("a\u{202e}b"))).await, "invalid_field");
    assert_eq!(create(Some(&anna), with("description", json!("a\n\u{202e}b"))).await, "invalid_field");

    let list = List::create(&site, &anna).await;
    let enter = |name: &str| json!({ "kind": "enter", "entries": [entry(name, Some(1500), 0)] });
    let code = |answer: &Value| answer["error"]["code"].as_str().unwrap_or_default().to_owned();
    assert_eq!(code(&list.send(&berta, enter("A")).await), "forbidden");
    let stale = json!({ "version": 7, "command": enter("A") });
    let commands = format!("{}/commands", list.path());
    assert_eq!(site.refused(Method::POST, &commands, Some(&anna), Some(stale)).await, "changed");
    list.command(enter("A")).await;
    assert_eq!(list.refused(enter("A")).await, "same_name");
    assert_eq!(list.refused(enter("B\u{202e}")).await, "invalid_field");
    assert_eq!(list.refused(json!({ "kind": "enter", "entries": [entry("B", Some(1399), 0)] })).await, "invalid_entry");
    let event = finished(&site, &berta).await;
    let add = json!({ "kind": "addTournament", "tournament": event.id, "date": "2026-11-26", "players": [] });
    assert_eq!(list.refused(add).await, "forbidden");
    let proposal = format!("{}/proposals/{}", list.path(), event.id);
    assert_eq!(site.refused(Method::GET, &proposal, Some(&anna), None).await, "forbidden");
    assert_eq!(site.refused(Method::GET, &format!("{}/players/9", list.path()), None, None).await, "not_found");
    assert_eq!(site.refused(Method::GET, &format!("{PATH}?after=x"), None, None).await, "invalid_field");

    assert_eq!(site.refused(Method::DELETE, &list.path(), Some(&berta), None).await, "forbidden");
    for _ in 1..MAX_ELO_LISTS {
        List::create(&site, &anna).await;
    }
    assert_eq!(create(Some(&anna), settings()).await, "too_many");
    assert!(site.ask(Method::DELETE, &list.path(), Some(&anna), None).await.0.is_success());
    assert_eq!(site.refused(Method::GET, &list.path(), None, None).await, "not_found");
    List::create(&site, &anna).await;
}

#[tokio::test(start_paused = true)]
async fn a_file_moves_a_list() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let list = List::create(&site, &anna).await;
    list.command(json!({ "kind": "enter", "entries": [entry("=E; \"x\"", None, 0)] })).await;
    let event = finished(&site, &anna).await;
    list.command(json!({ "kind": "addTournament", "tournament": event.id, "date": "2026-11-26", "players": [] })).await;
    let before = list.show().await;
    let csv = site.text(&format!("{}/ratings.csv", list.path())).await;
    assert!(csv.starts_with("\u{feff}name;birth;club;rating;games;K;change\r\nA;;;2019;1;40;19\r\n"), "{csv}");
    assert!(csv.ends_with("\"'=E; \"\"x\"\"\";;;;0;;\r\n"), "{csv}");

    let import = async |text: &str| {
        let body = json!({ "text": text });
        site.ask(Method::POST, &format!("{PATH}/import"), Some(&berta), Some(body)).await.1
    };
    let file = site.ok(&format!("{}/file", list.path()), None).await.to_string();
    let moved = import(&file).await;
    let moved = site.ok(&format!("{PATH}/{}", moved["id"].as_str().expect("an id")), Some(&berta)).await;
    for field in ["settings", "players"] {
        assert_eq!(moved[field], before[field], "{field}");
    }
    assert_eq!((&moved["tournaments"][0]["id"], &moved["editable"]), (&json!(""), &json!(true)));
    for (text, problem) in [
        ("", "EOF"),
        ("{}", "missing field"),
        (&file.replace("\"saffronEloList\":1", "\"saffronEloList\":2"), "version 2"),
        (&file.replace(" 1-0\"", " 2-0\""), "and a result"),
    ] {
        let answer = import(text).await;
        let found = answer["error"]["params"]["problem"].as_str().unwrap_or_default();
        assert!(found.contains(problem), "{text:.40}: {answer}");
    }
    let unknown = file.replace("\"1 1 3 1-0\"", "\"1 1 9 1-0\"");
    assert_ne!(unknown, file);
    assert_eq!(import(&unknown).await["error"]["code"], json!("invalid_entry"));
}

#[tokio::test(start_paused = true)]
async fn a_list_outlives_its_tournament_but_not_a_moderator() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let list = List::create(&site, &anna).await;
    let event = finished(&site, &anna).await;
    list.command(json!({ "kind": "addTournament", "tournament": event.id, "date": "2026-11-26", "players": [] })).await;
    let before = list.show().await;
    let moderator = |account: &mut accounts::Account| account.moderator = true;
    let olga = site.account_with(Kind::Person, Some("Olga"), moderator).await;
    let act = async |action: Value| {
        let body = json!({ "action": action, "note": "insults" });
        let (status, answer) = site.ask(Method::POST, "/api/moderation/actions", Some(&olga), Some(body)).await;
        assert!(status.is_success(), "{answer}");
    };
    act(json!({ "kind": "removeTournament", "tournament": event.id })).await;
    assert_eq!(list.show().await, before);
    let action = json!({ "kind": "removeEloList", "list": list.id });
    act(action.clone()).await;
    assert_eq!(site.refused(Method::GET, &list.path(), None, None).await, "not_found");
    assert_eq!(site.ok("/api/moderation/audit", Some(&olga)).await["lines"][0]["action"], action);
}

#[tokio::test(start_paused = true)]
async fn what_its_organiser_wrote_goes_with_the_account() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let list = List::create(&site, &anna).await;
    let event = finished(&site, &anna).await;
    list.command(json!({ "kind": "addTournament", "tournament": event.id, "date": "2026-11-26", "players": [] })).await;
    let mut statements = saffron_store::erasure::close(anna.account);
    statements.extend(saffron_store::erasure::erase(anna.account, None));
    site.app.database.transact(statements).await.expect("a store");
    let shown = list.show().await;
    assert_eq!((&shown["info"]["name"], &shown["settings"]["name"]), (&json!(""), &json!("")));
    assert_eq!((&shown["settings"]["description"], &shown["tournaments"][0]["name"]), (&json!(""), &json!("")));
    let file = site.ok(&format!("{}/file", list.path()), None).await.to_string();
    assert!(!file.contains("Tavaszi") && !file.contains("Kispest"), "{file}");
}

#[test]
fn clients_know_the_limits_of_lists() {
    assert_eq!(MAX_ELO_PLAYERS, elo::MAX_ELO_ENTRIES);
    assert_eq!(MAX_ELO_TOURNAMENTS, elo::MAX_ELO_TOURNAMENTS);
    assert_eq!(MAX_ELO_GAMES, elo::MAX_ELO_GAMES);
}

#[tokio::test(start_paused = true)]
async fn boards_of_a_team_tournament_are_rated() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let list = List::create(&site, &anna).await;
    list.command(json!({ "kind": "enter", "entries": [entry("b1", Some(1900), 30)] })).await;
    let event = team_tournaments::Event::create(&site, &anna).await;
    event.command(teams(&["A", "B"])).await;
    event.command(json!({ "kind": "pair" })).await;
    event.fill(1, "1-0").await;
    let id = event.path.rsplit('/').next().expect("an id");
    let proposals = format!("{}/proposals", list.path());
    assert_eq!(site.ok(&proposals, Some(&anna)).await["teamTournaments"], json!([]), "it is not over");
    event.command(json!({ "kind": "finish" })).await;
    assert_eq!(site.ok(&proposals, Some(&anna)).await["teamTournaments"][0]["id"], json!(id));
    let proposal = site.ok(&format!("{proposals}/{id}"), Some(&anna)).await;
    assert_eq!(proposal["games"], json!(2));
    // A1, A2, B1 and B2; players of B follow after 20 places for those of A.
    let players = proposal["players"].as_array().expect("players");
    let named: Vec<_> = players.iter().map(|row| (&row["player"], &row["fields"]["name"], &row["entry"])).collect();
    assert_eq!(named[2], (&json!(20), &json!("B1"), &json!(0)), "{named:?}");
    assert_eq!(players[0]["fields"]["club"], json!("A"));
    let add = json!({
        "kind": "addTournament", "tournament": id, "date": proposal["date"], "players": [{ "player": 20, "entry": 0 }],
    });
    let after = list.command(add.clone()).await;
    // Board 1: A1, 1990, against 1900: 40 * (1 - 0.62) = 15.2 and 20 * (0 - 0.38) = -7.6. Board 2 is of equals, A2 has won.
    let expected = [("A1", Some(2005)), ("A2", Some(2000)), ("B2", Some(1960)), ("b1", Some(1892))];
    assert_eq!(ratings(&after), expected.map(|(name, rating)| (name.to_owned(), rating)));
    let rated = &after["tournaments"][0];
    assert_eq!((&rated["ofTeams"], &rated["players"], &rated["games"]), (&json!(true), &json!(4), &json!(2)));
    let history = site.ok(&format!("{}/players/0", list.path()), None).await;
    assert_eq!(history["changes"][0]["games"][0]["difference"], json!(-90), "{history}");
    // Another organiser's tournament is not theirs to rate.
    let other = List::create(&site, &berta).await;
    assert_eq!(other.refused(add).await, "forbidden");
}
