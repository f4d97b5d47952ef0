//! Tests of team tournaments over the board.

use axum::http::Method;
use saffron_rules::{PgnReader, Replayer};
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

pub(super) fn teams(names: &[&str]) -> Value {
    let player = |name: &str, board: usize| json!({ "name": format!("{name}{board}"), "rating": 2000 - 10 * board });
    let entry = |name: &&str| json!({ "name": name, "players": [player(name, 1), player(name, 2), player(name, 3)] });
    json!({ "kind": "enter", "teams": names.iter().map(entry).collect::<Vec<_>>() })
}

/// Team tournament of an organiser.
pub(super) struct Event<'a> {
    site: &'a Site,
    organiser: &'a Visitor,
    pub(super) path: String,
}

impl<'a> Event<'a> {
    pub(super) async fn create(site: &'a Site, organiser: &'a Visitor) -> Event<'a> {
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
    pub(super) async fn command(&self, command: Value) -> Value {
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
    pub(super) async fn fill(&self, round: usize, result: &str) -> Value {
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
    assert_eq!(first["boards"][0], json!({ "first": 1, "second": 0, "result": null, "game": false }));
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
    event.command(json!({ "kind": "requestBye", "team": 2, "round": 1, "bye": "half" })).await;
    event.command(json!({ "kind": "pair" })).await;
    event.fill(1, "1-0").await;
    let penalty =
        json!({ "kind": "correct", "team": 0, "round": 1, "matchPoints": -4, "gamePoints": 0, "reason": "late" });
    event.command(penalty).await;
    event.command(json!({ "kind": "setGame", "round": 1, "first": 0, "board": 1, "moves": "1. e5 e6 2. f6" })).await;
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
    assert_eq!(before["rounds"][0]["byes"], json!([{ "team": 2, "bye": "half" }]));
    assert_eq!(before["rounds"][0]["matches"][0]["boards"][0]["game"], json!(true));
    let site = &site;
    let pgn = |path: String| async move { site.text(&format!("{path}/games.pgn")).await };
    let copied = pgn(format!("{PATH}/{}", info["id"].as_str().expect("an id"))).await;
    assert_eq!(copied, pgn(event.path.clone()).await);
    // A game that cannot be played comes in by no file.
    let wrong = file.to_string().replace("e5 e6 f6", "e5 e6 a9");
    let body = Some(json!({ "text": wrong }));
    assert_eq!(site.refused(Method::POST, &format!("{PATH}/import"), Some(&berta), body).await, "wrong_move");
    for text in ["", "{}", r#"{"saffronTeamTournament":1,"events":[]}"#] {
        let body = Some(json!({ "text": text }));
        let code = site.refused(Method::POST, &format!("{PATH}/import"), Some(&berta), body).await;
        assert_eq!(code, "foreign_report", "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn standings_have_byes_and_penalties_with_their_reasons() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let event = Event::create(&site, &anna).await;
    event.command(teams(&["A", "B", "C, \"the third\""])).await;
    let request = |bye: &str| json!({ "kind": "requestBye", "team": 1, "round": 1, "bye": bye });
    assert_eq!(event.refused(&anna, request("allocated")).await, "no_such_game");
    let asked = event.command(request("full")).await;
    assert_eq!(asked["teams"][1]["requests"], json!([{ "round": 1, "bye": "full" }]));
    event.command(json!({ "kind": "pair" })).await;
    event.fill(1, "1/2-1/2").await;
    let penalty = |reason: &str, round: u32| json!({ "kind": "correct", "team": 1, "round": round, "matchPoints": -4, "gamePoints": -2, "reason": reason });
    assert_eq!(event.refused(&anna, penalty("", 1)).await, "invalid_entry");
    assert_eq!(event.refused(&anna, penalty("a\u{202e}b", 1)).await, "invalid_field");
    event.command(penalty("telephone", 1)).await;
    let after = event.command(penalty("next round", 2)).await;
    let rows = after["standings"].as_array().expect("rows");
    let points: Vec<(i64, i64, i64)> = rows
        .iter()
        .map(|row| ["team", "matchPoints", "gamePoints"].map(|field| row[field].as_i64().expect("a number")).into())
        .collect();
    assert_eq!(points, [(1, 4, 6), (0, 4, 4), (2, 4, 4)]);
    let explained = site.ok(&format!("{}/teams/1/tie-breaks", event.path), None).await;
    let first = json!({ "round": 1, "matchPoints": -4, "gamePoints": -2, "reason": "telephone" });
    assert_eq!(explained["corrections"], json!([first]), "the other one does not count yet");
    assert_eq!(after["teams"][1]["corrections"].as_array().map(Vec::len), Some(2));

    // The file has the numbers of the page, and names with their quotes.
    let csv = site.text(&format!("{}/standings.csv", event.path)).await;
    let names = ["B", "A", "\"C, \"\"the third\"\"\""];
    let numbers = |quarters: i64| (quarters as f64 / 4.0).to_string();
    for ((line, name), (row, (_, of_match, of_game))) in csv.lines().skip(1).zip(names).zip(rows.iter().zip(points)) {
        let number = &after["teams"][row["team"].as_u64().expect("a team") as usize]["number"];
        let values: Vec<&str> = row["values"].as_array().expect("values").iter().filter_map(Value::as_str).collect();
        let [of_match, of_game] = [of_match, of_game].map(numbers);
        let values = values.join(",");
        assert_eq!(line, format!("{},{number},{name},,{of_match},{of_game},{values}", row["rank"]));
    }
}

#[tokio::test(start_paused = true)]
async fn games_of_boards_are_published_as_pgn() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let event = Event::create(&site, &anna).await;
    event.command(teams(&["A", "B", "C", "D"])).await;
    event.command(json!({ "kind": "pair" })).await;
    event.fill(1, "3/4-1/4").await;
    let game = |first: u32, board: u32, moves: &str| json!({ "kind": "setGame", "round": 1, "first": first, "board": board, "moves": moves });
    event.command(game(0, 1, "1. Hdf4 Hdf8 2. Fd4 remi")).await;
    event.command(game(3, 2, "e4-e5 e7-e6")).await;
    assert_eq!(event.refused(&anna, game(0, 2, "e5 e6 Kxa1")).await, "wrong_move");
    assert_eq!(event.refused(&anna, game(2, 1, "e5")).await, "no_such_game");
    assert_eq!(event.refused(&berta, game(0, 1, "e5")).await, "forbidden");
    let games = site.ok(&format!("{}/games", event.path), None).await;
    let rows = json!([
        { "round": 1, "table": 1, "board": 1, "moves": "Ndf4 Ndf8 Bd4" },
        { "round": 1, "table": 2, "board": 2, "moves": "e5 e6" },
    ]);
    assert_eq!(games["games"], rows);
    let one = site.ok(&format!("{}/games?table=2&board=2", event.path), None).await;
    assert_eq!(one["games"], json!([rows[1]]));
    assert_eq!(site.ok(&format!("{}/games?round=2", event.path), None).await["games"], json!([]));

    let pgn = site.text(&format!("{}/games.pgn", event.path)).await;
    let tags: Vec<&str> = pgn.split("\n\n").nth(2).expect("the second game").lines().collect();
    // The second team has White on board 2, so the result is turned.
    for tag in [
        "[Round \"1.2.2\"]",
        "[White \"B2\"]",
        "[Black \"D2\"]",
        "[Result \"1/4-3/4\"]",
        "[WhiteElo \"1980\"]",
        "[WhiteTeam \"B\"]",
        "[BlackTeam \"D\"]",
        "[Board \"2\"]",
    ] {
        assert!(tags.contains(&tag), "{tag} in {tags:?}");
    }
    // What was published, entered again, is what is there.
    let version = event.show().await["version"].clone();
    for (at, raw) in PgnReader::read_all(&pgn).iter().enumerate() {
        let replay = Replayer::new().replay(raw);
        assert!(replay.error.is_none(), "{:?}", replay.error);
        let text = pgn.split("\n\n").skip(2 * at).take(2).collect::<Vec<_>>().join("\n\n");
        let command = if at == 0 { game(0, 1, &text) } else { game(3, 2, &text) };
        assert_eq!(event.command(command).await["version"], version, "{text}");
    }
}
