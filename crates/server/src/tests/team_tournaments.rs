//! Tests of team tournaments over the board.

use axum::http::Method;
use serde_json::{Value, json};

use crate::tests::games::Site;
use crate::tests::site::Visitor;

const PATH: &str = "/api/team-tournaments";

fn settings() -> Value {
    json!({
        "name": "Csapatbajnokság",
        "variant": "glinski",
        "system": { "kind": "swiss", "rounds": 3, "initial": "w", "preferences": "typeA" },
        "boards": 2,
        "reserves": 1,
        "primary": "match",
        "matchPoints": { "win": 8, "draw": 4, "loss": 0 },
        "bye": { "matchPoints": 4, "gamePoints": 4 },
        "quarters": true,
        "tieBreaks": ["MPvGP", "EMGSB-C1", "TBR"],
        "place": "Budapest",
        "dates": "",
        "timeControl": "15+10",
        "arbiter": "",
    })
}

fn teams(names: &[&str]) -> Value {
    let player = |name: &str, board: usize| json!({ "name": format!("{name}{board}"), "rating": 2000 - 10 * board });
    let entry = |name: &&str| json!({ "name": name, "players": [player(name, 1), player(name, 2), player(name, 3)] });
    json!({ "kind": "enter", "teams": names.iter().map(entry).collect::<Vec<_>>() })
}

/// Team tournament of an organiser.
struct Event<'a> {
    site: &'a Site,
    organiser: &'a Visitor,
    path: String,
}

impl<'a> Event<'a> {
    async fn create(site: &'a Site, organiser: &'a Visitor) -> Event<'a> {
        let (status, info) = site.ask(Method::POST, PATH, Some(organiser), Some(settings())).await;
        assert!(status.is_success(), "{info}");
        Event { site, organiser, path: format!("{PATH}/{}", info["id"].as_str().expect("an id")) }
    }

    async fn show(&self) -> Value {
        self.site.ok(&self.path, None).await
    }

    async fn send(&self, by: &Visitor, body: Value) -> Value {
        self.site.ask(Method::POST, &format!("{}/commands", self.path), Some(by), Some(body)).await.1
    }

    /// Carries out a command, and returns the tournament.
    async fn command(&self, command: Value) -> Value {
        let answer = self.send(self.organiser, json!({ "command": command })).await;
        assert!(answer["error"].is_null(), "{command}: {answer}");
        answer
    }

    /// Code of a refused command.
    async fn refused(&self, by: &Visitor, command: Value) -> String {
        let answer = self.send(by, json!({ "command": command })).await;
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{command}: {answer}")).to_owned()
    }

    /// Enters the same result on all open boards of a round, from 1.
    async fn fill(&self, round: usize, result: &str) -> Value {
        let before = self.show().await;
        for game in before["rounds"][round - 1]["matches"].as_array().expect("matches") {
            for (board, row) in (1..).zip(game["boards"].as_array().expect("boards")) {
                if row["result"].is_null() {
                    let first = &game["first"];
                    self.command(
                        json!({ "kind": "setResult", "round": round, "first": first, "board": board, "result": result }),
                    )
                    .await;
                }
            }
        }
        self.show().await
    }
}

#[tokio::test(start_paused = true)]
async fn an_organiser_runs_a_team_tournament_and_everyone_reads_it() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    event.command(teams(&["A", "B", "C", "D", "E"])).await;
    assert_eq!(event.refused(&anna, teams(&["A"])).await, "same_name");
    event.command(json!({ "kind": "setAbsent", "team": 0, "player": 0, "absent": true })).await;
    let paired = event.command(json!({ "kind": "pair" })).await;
    assert_eq!(paired["rounds"][0]["bye"], json!(4));
    let first = &paired["rounds"][0]["matches"][0];
    assert_eq!((&first["first"], &first["second"]), (&json!(0), &json!(2)));
    assert_eq!(first["boards"][0], json!({ "first": 1, "second": 0, "result": null }));
    assert_eq!(event.refused(&anna, json!({ "kind": "pair" })).await, "results_missing");
    let after = event.fill(1, "3/4-1/4").await;
    let rows: Vec<(i64, i64, i64)> = after["standings"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| ["team", "matchPoints", "gamePoints"].map(|field| row[field].as_i64().expect("a number")).into())
        .collect();
    assert_eq!(rows, [(0, 8, 6), (3, 8, 6), (4, 4, 4), (1, 0, 2), (2, 0, 2)], "quarters of a point, best first");
    assert_eq!(after["rounds"][0]["matches"][0]["matchPoints"], json!([8, 0]));
    assert_eq!(after["players"].as_array().map(Vec::len), Some(8));
    assert_eq!(after["editable"], json!(false));

    let leader = &after["standings"][0]["team"];
    let explained = site.ok(&format!("{}/teams/{leader}/tie-breaks", event.path), None).await;
    assert_eq!(explained["tieBreaks"][1]["code"], json!("EMGSB-C1"));
    let by_boards = &explained["tieBreaks"][2]["parts"][1];
    assert_eq!(
        (&by_boards["board"], &by_boards["round"], &by_boards["value"]),
        (&json!(2), &json!(null), &json!("0.75"))
    );

    let info = &site.ok(PATH, None).await["current"][0];
    assert_eq!(
        (&info["name"], &info["organiser"], &info["teams"], &info["boards"], &info["rounds"], &info["paired"]),
        (&json!("Csapatbajnokság"), &json!("Anna"), &json!(5), &json!(2), &json!(3), &json!(1))
    );
    // Team tournaments and individual ones are not in the lists of one another.
    assert_eq!(site.ok("/api/tournaments", None).await["current"], json!([]));
    let other = event.path.replace("team-tournaments", "tournaments");
    assert_eq!(site.refused(Method::GET, &other, None, None).await, "not_found");

    let csv = site.text(&format!("{}/standings.csv", event.path)).await;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "rank,number,team,captain,matchPoints,gamePoints,MPvGP,EMGSB-C1,TBR");
    assert!(lines[1].starts_with("1,1,A,,2,1.5,1.5,"), "{}", lines[1]);
    for round in 2..=3 {
        event.command(json!({ "kind": "pair" })).await;
        event.fill(round, "1/2-1/2").await;
    }
    event.command(json!({ "kind": "finish" })).await;
    assert_eq!(event.refused(&anna, json!({ "kind": "unpair" })).await, "tournament_over");
    let lists = site.ok(PATH, None).await;
    assert_eq!((lists["current"].as_array().map(Vec::len), lists["past"].as_array().map(Vec::len)), (Some(0), Some(1)));
}

#[tokio::test(start_paused = true)]
async fn arbiters_give_commands_and_others_do_not() {
    let site = Site::start().await;
    let (anna, berta, cili) = (site.person("Anna").await, site.person("Berta").await, site.person("Cili").await);
    let event = Event::create(&site, &anna).await;
    let appoint = json!({ "kind": "setArbiter", "account": berta.account.to_string(), "appointed": true });
    assert_eq!(event.refused(&berta, appoint.clone()).await, "forbidden");
    let after = event.command(appoint).await;
    assert_eq!(after["arbiters"][0]["name"], json!("Berta"));
    let entered = event.send(&berta, json!({ "command": teams(&["A", "B"]) })).await;
    assert_eq!(entered["teams"].as_array().map(Vec::len), Some(2), "{entered}");
    assert_eq!(event.refused(&cili, json!({ "kind": "pair" })).await, "forbidden");
    let version = &entered["version"];
    let late = event.send(&berta, json!({ "version": 1, "command": { "kind": "pair" } })).await;
    assert_eq!(late["error"]["code"], json!("changed"));
    let paired = event.send(&berta, json!({ "version": version, "command": { "kind": "pair" } })).await;
    assert_eq!(paired["rounds"].as_array().map(Vec::len), Some(1), "{paired}");
    assert_eq!(site.refused(Method::DELETE, &event.path, Some(&berta), None).await, "forbidden");
    assert_eq!(site.refused(Method::DELETE, &event.path, Some(&anna), None).await, "tournament_begun");
    event.command(json!({ "kind": "unpair" })).await;
    let (status, _) = site.ask(Method::DELETE, &event.path, Some(&anna), None).await;
    assert!(status.is_success());
    assert_eq!(site.refused(Method::GET, &event.path, None, None).await, "not_found");
}

#[tokio::test(start_paused = true)]
async fn a_file_of_events_moves_a_team_tournament() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let event = Event::create(&site, &anna).await;
    event.command(teams(&["A", "B", "C"])).await;
    event.command(json!({ "kind": "setArbiter", "account": berta.account.to_string(), "appointed": true })).await;
    event.command(json!({ "kind": "pair" })).await;
    event.fill(1, "1-0").await;
    let file = site.ok(&format!("{}/events", event.path), None).await;
    let (status, info) = site
        .ask(Method::POST, &format!("{PATH}/import"), Some(&berta), Some(json!({ "text": file.to_string() })))
        .await;
    assert!(status.is_success(), "{info}");
    let copy = site.ok(&format!("{PATH}/{}", info["id"].as_str().expect("an id")), None).await;
    let before = event.show().await;
    for field in ["settings", "teams", "rounds", "standings", "players"] {
        assert_eq!(copy[field], before[field], "{field}");
    }
    assert_eq!(copy["arbiters"], json!([]));
    for text in ["", "{}", r#"{"saffronTeamTournament":1,"events":[]}"#] {
        let body = Some(json!({ "text": text }));
        let code = site.refused(Method::POST, &format!("{PATH}/import"), Some(&berta), body).await;
        assert_eq!(code, "foreign_report", "{text}");
    }
}
