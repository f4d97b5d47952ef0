//! Tests of solving contests.

use std::time::Duration;

use axum::http::Method;
use saffron_protocol::limits::MAX_CONTESTS;
use saffron_puzzles::{Puzzle, SolverTurn, text};
use saffron_store::accounts::{self, Kind};
use saffron_store::contests;
use serde_json::{Value, json};

use crate::tests::games::Site;
use crate::tests::site::{STARTED_AT, Visitor};

const PATH: &str = "/api/contests";
const MINUTE: i64 = 60_000;

/// Two rounds of ten minutes, open for an hour, which begins in five minutes.
fn request() -> Value {
    let round = json!({ "puzzles": 3, "minutes": 10, "theme": null, "least": 600, "most": 1500 });
    json!({
        "name": " Autumn of the club ",
        "variant": "shafran",
        "opensAt": STARTED_AT + 5 * MINUTE,
        "closesAt": STARTED_AT + 65 * MINUTE,
        "rounds": [round, { "puzzles": 2, "minutes": 10, "theme": "fork", "least": 600, "most": 1500 }],
    })
}

/// A contest, with the puzzles that the server has chosen.
struct Contest<'a> {
    site: &'a Site,
    id: String,
    rounds: Vec<Vec<Puzzle>>,
}

impl<'a> Contest<'a> {
    async fn set(site: &'a Site, by: &Visitor) -> Contest<'a> {
        let (status, info) = site.ask(Method::POST, PATH, Some(by), Some(request())).await;
        assert!(status.is_success(), "{info}");
        let id = info["id"].as_str().expect("an id").to_owned();
        let stored = contests::puzzles(&*site.app.database, id.parse().expect("an id")).await.expect("a store");
        let lines: Vec<Vec<String>> = serde_json::from_str(&stored.expect("a contest")).expect("JSON");
        let puzzle = |line: String| text::read_line(&line, None).expect("a puzzle");
        let rounds = lines.into_iter().map(|round| round.into_iter().map(puzzle).collect()).collect();
        Contest { site, id, rounds }
    }

    fn path(&self) -> String {
        format!("{PATH}/{}", self.id)
    }

    async fn show(&self, by: Option<&Visitor>) -> Value {
        self.site.ok(&self.path(), by).await
    }

    async fn start(&self, by: &Visitor, round: usize) -> Value {
        self.site.ask(Method::POST, &format!("{}/rounds/{round}", self.path()), Some(by), None).await.1
    }

    async fn play(&self, by: &Visitor, (round, puzzle): (usize, usize), found: usize, uci: &str) -> Value {
        let path = format!("{}/rounds/{round}/puzzles/{puzzle}", self.path());
        self.site.ask(Method::POST, &path, Some(by), Some(json!({ "found": found, "move": uci }))).await.1
    }

    fn turns(&self, (round, puzzle): (usize, usize)) -> Vec<SolverTurn> {
        self.rounds[round][puzzle].solver_turns()
    }

    /// Plays the whole solution.
    async fn solve(&self, by: &Visitor, place: (usize, usize)) -> Value {
        let mut last = Value::Null;
        for (found, turn) in self.turns(place).iter().enumerate() {
            last = self.play(by, place, found, &turn.position.uci(turn.mv)).await;
        }
        last
    }

    /// Plays a legal move that does not solve the puzzle.
    async fn fail(&self, by: &Visitor, place: (usize, usize)) -> Value {
        let turn = self.turns(place)[0];
        let wrong = turn.position.legal_moves().into_iter().find(|mv| !turn.is_solved_by(*mv)).expect("a wrong move");
        self.play(by, place, 0, &turn.position.uci(wrong)).await
    }
}

fn code(value: &Value) -> &str {
    value["error"]["code"].as_str().unwrap_or_default()
}

async fn wait(minutes: u64) {
    tokio::time::sleep(Duration::from_secs(60 * minutes)).await;
}

#[tokio::test(start_paused = true)]
async fn a_contest_is_solved_round_by_round() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let contest = Contest::set(&site, &anna).await;
    let list = site.ok(PATH, None).await;
    assert_eq!(list["past"], json!([]));
    let info = &list["current"][0];
    assert_eq!(
        (&info["name"], &info["organiser"], &info["solvers"]),
        (&json!("Autumn of the club"), &json!("Anna"), &json!(0))
    );
    let rounds =
        json!([{ "puzzles": 3, "minutes": 10, "theme": null }, { "puzzles": 2, "minutes": 10, "theme": "fork" }]);
    assert_eq!(info["rounds"], rounds);
    assert_eq!(code(&contest.start(&berta, 0).await), "not_open", "too early");

    wait(6).await;
    assert_eq!(code(&contest.start(&berta, 1).await), "not_open", "the first round comes first");
    assert_eq!(code(&contest.start(&berta, 2).await), "not_found");
    assert_eq!(code(&contest.play(&berta, (0, 0), 0, "a1a2").await), "not_open", "it has not begun");
    let own = contest.start(&berta, 0).await;
    assert_eq!(
        own["endsAt"].as_i64().zip(own["startedAt"].as_i64()).map(|(end, start)| end - start),
        Some(10 * MINUTE)
    );
    assert_eq!(contest.start(&berta, 0).await, own, "it begins once");
    for (shown, puzzle) in own["puzzles"].as_array().expect("puzzles").iter().zip(&contest.rounds[0]) {
        let introduction: Vec<_> = puzzle.uci_moves().into_iter().take(puzzle.introduction()).collect();
        assert_eq!(shown["moves"], json!(introduction), "the solution stays on the server");
        assert_eq!((&shown["solved"], &shown["found"]), (&Value::Null, &json!(0)));
    }

    wait(4).await;
    let solved = contest.solve(&berta, (0, 1)).await;
    assert_eq!((&solved["solved"], &solved["points"]), (&json!(true), &json!(80)), "40 % of the time cost 20 points");
    assert_eq!(solved["moves"], json!(contest.rounds[0][1].uci_moves()));
    let failed = contest.fail(&berta, (0, 0)).await;
    assert_eq!((&failed["solved"], &failed["points"]), (&json!(false), &json!(0)));
    assert_eq!(contest.solve(&berta, (0, 0)).await["solved"], json!(false), "the first wrong move decides");
    assert_eq!(code(&contest.start(&berta, 1).await), "not_open", "one puzzle is left");

    wait(6).await;
    assert_eq!(code(&contest.fail(&berta, (0, 2)).await), "not_open", "the time is up");
    assert_eq!(contest.solve(&berta, (0, 1)).await["points"], json!(80), "what is decided stays");
    assert!(contest.start(&berta, 1).await["puzzles"].is_array(), "the next round");
    contest.start(&anna, 0).await;
    assert_eq!(contest.solve(&anna, (0, 0)).await["points"], json!(100), "its own clock, for the organiser too");

    let shown = contest.show(Some(&berta)).await;
    assert_eq!(shown["solutions"], json!([]), "before the end");
    assert_eq!(shown["own"].as_array().map(Vec::len), Some(2));
    assert_eq!(shown["own"][0]["puzzles"][1], solved);
    let row = |rank, name: &str, points, took: i64, rounds: &[u32]| {
        let (kind, solved) = ("person", 1);
        json!({ "rank": rank, "name": name, "kind": kind, "points": points, "solved": solved, "took": took, "rounds": rounds })
    };
    assert_eq!(shown["table"], json!([row(1, "Anna", 100, 0, &[100]), row(2, "Berta", 80, 4 * MINUTE, &[80, 0])]));

    wait(60).await;
    assert_eq!(code(&contest.start(&anna, 1).await), "not_open", "the contest is over");
    let over = contest.show(None).await;
    assert_eq!(over["own"], json!([]));
    let first = &over["solutions"][0][0];
    assert_eq!(first["puzzle"]["id"], json!(contest.rounds[0][0].id()));
    assert_eq!(first["puzzle"]["moves"], json!(contest.rounds[0][0].uci_moves()));
    assert_eq!((&first["tried"], &first["solved"]), (&json!(2), &json!(1)));
    assert_eq!(site.ok(PATH, None).await["past"][0]["solvers"], json!(2));
    let export = site.ok("/api/account/export", Some(&berta)).await;
    assert_eq!(export["solvedContests"][0]["answers"].as_array().map(Vec::len), Some(2));
}

#[tokio::test(start_paused = true)]
async fn moves_that_are_sent_twice_or_at_once_count_once() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let contest = Contest::set(&site, &anna).await;
    wait(6).await;
    contest.start(&anna, 0).await;
    let long = (0..3).map(|puzzle| (0, puzzle)).max_by_key(|place| contest.turns(*place).len()).expect("puzzles");
    let turn = contest.turns(long)[0];
    let uci = turn.position.uci(turn.mv);
    // A browser that lost the reply sends the move again, and another window of the account sends it too.
    let all = futures_util::future::join_all((0..4).map(|_| contest.play(&anna, long, 0, &uci))).await;
    assert!(all.iter().all(|one| *one == all[0] && one["found"] == 1), "{all:?}");
    assert_eq!(code(&contest.play(&anna, long, 9, &uci).await), "invalid_field");
    let other = (0, (long.1 + 1) % 3);
    for wrong in ["a1a1", "zz", "", "é"] {
        assert_eq!(code(&contest.play(&anna, other, 0, wrong).await), "invalid_field", "{wrong}");
    }
    assert_eq!(code(&contest.play(&anna, (0, 9), 0, &uci).await), "not_found");
    assert_eq!(code(&contest.play(&anna, (9, 0), 0, &uci).await), "not_found");
}

#[tokio::test(start_paused = true)]
async fn contests_are_for_accounts_and_have_limits() {
    let site = Site::start().await;
    let anna = site.person("Anna").await;
    let guest = site.account(Kind::Guest, None).await;
    let set = |by: Option<&Visitor>, body: Value| {
        let by = by.cloned();
        let site = &site;
        async move { site.refused(Method::POST, PATH, by.as_ref(), Some(body)).await }
    };
    let with = |field: &str, value: Value| {
        let mut request = request();
        request[field] = value;
        request
    };
    let round = |field: &str, value: Value| {
        let mut request = request();
        request["rounds"][1][field] = value;
        request
    };
    assert_eq!(set(None, request()).await, "sign_in_required");
    assert_eq!(set(Some(&guest), request()).await, "account_required");
    let refused = async |body: Value| set(Some(&anna), body).await;
    assert_eq!(refused(with("variant", json!("chess"))).await, "unknown_variant");
    for name in ["", "  ", "a\u{202e}b"] {
        assert_eq!(refused(with("name", json!(name))).await, "invalid_field", "{name}");
    }
    assert_eq!(refused(with("name", json!("a".repeat(81)))).await, "too_long");
    assert_eq!(refused(with("rounds", json!([]))).await, "invalid_field");
    assert_eq!(refused(with("rounds", json!(vec![request()["rounds"][0].clone(); 11]))).await, "too_many");
    for closes_at in [STARTED_AT, i64::MIN, i64::MAX, STARTED_AT + 400 * 24 * 60 * MINUTE] {
        assert_eq!(refused(with("closesAt", json!(closes_at))).await, "invalid_field", "{closes_at}");
    }
    assert_eq!(refused(with("opensAt", json!(i64::MAX))).await, "invalid_field");
    for (field, values) in [("puzzles", [0, 21]), ("minutes", [0, 10_081]), ("least", [1500, 4000])] {
        for value in values {
            let most = if field == "least" { 700 } else { 1500 };
            let mut request = round(field, json!(value));
            request["rounds"][1]["most"] = json!(most);
            assert_eq!(refused(request).await, "invalid_field", "{field} {value}");
        }
    }
    assert_eq!(refused(round("theme", json!("nothing"))).await, "invalid_field");
    assert_eq!(refused(round("unknown", json!(1))).await, "invalid_message");

    // A time in the past means now.
    let (_, now) = site.ask(Method::POST, PATH, Some(&anna), Some(with("opensAt", json!(i64::MIN)))).await;
    assert!(now["opensAt"].as_i64() >= Some(STARTED_AT), "{now}");
    for _ in 1..MAX_CONTESTS {
        Contest::set(&site, &anna).await;
    }
    assert_eq!(refused(request()).await, "too_many");
    for path in ["/api/contests/none", "/api/contests/aaaaaaaaaa"] {
        assert_eq!(site.refused(Method::GET, path, None, None).await, "not_found");
    }
    let start = format!("{PATH}/{}/rounds/0", now["id"].as_str().expect("an id"));
    assert_eq!(site.refused(Method::POST, &start, Some(&guest), None).await, "account_required");
    site.app.database.transact(vec![accounts::mute(anna.account, Some(i64::MAX))]).await.expect("a store");
    saffron_service::session::changed(&site.app, anna.account);
    assert_eq!(refused(request()).await, "muted");
}

#[tokio::test(start_paused = true)]
async fn an_organiser_removes_a_contest_without_solvers_and_a_moderator_any() {
    let site = Site::start().await;
    let (anna, berta) = (site.person("Anna").await, site.person("Berta").await);
    let contest = Contest::set(&site, &anna).await;
    assert_eq!(contest.show(Some(&anna)).await["removable"], json!(true));
    assert_eq!(contest.show(Some(&berta)).await["removable"], json!(false));
    assert_eq!(site.refused(Method::DELETE, &contest.path(), Some(&berta), None).await, "forbidden");
    assert!(site.ask(Method::DELETE, &contest.path(), Some(&anna), None).await.0.is_success());
    assert_eq!(site.refused(Method::GET, &contest.path(), None, None).await, "not_found");

    let contest = Contest::set(&site, &anna).await;
    wait(6).await;
    contest.start(&berta, 0).await;
    assert_eq!(contest.show(Some(&anna)).await["removable"], json!(false));
    assert_eq!(site.refused(Method::DELETE, &contest.path(), Some(&anna), None).await, "forbidden");
    let action = json!({ "action": { "kind": "removeContest", "contest": contest.id }, "note": "insults" });
    let by_anna = site.refused(Method::POST, "/api/moderation/actions", Some(&anna), Some(action.clone())).await;
    assert_eq!(by_anna, "forbidden");
    let moderator = |account: &mut accounts::Account| account.moderator = true;
    let olga = site.account_with(Kind::Person, Some("Olga"), moderator).await;
    let (status, answer) = site.ask(Method::POST, "/api/moderation/actions", Some(&olga), Some(action)).await;
    assert!(status.is_success(), "{answer}");
    assert_eq!(site.refused(Method::GET, &contest.path(), None, None).await, "not_found");
    let log = site.ok("/api/moderation/audit", Some(&olga)).await;
    assert_eq!(log["lines"][0]["action"], json!({ "kind": "removeContest", "contest": contest.id }));
}
