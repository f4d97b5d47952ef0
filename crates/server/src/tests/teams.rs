//! Tests of teams: who may do what, races, messages to all members, and what is left after a server was killed.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use saffron_live::DAY;
use saffron_protocol::limits::{MAX_TEAM_MESSAGES_A_DAY, MAX_TEAMS, MAX_TEAMS_LED};
use saffron_service::config::limits::{TEAM_MESSAGE_BATCH, TEAM_RENAME_TTL};
use saffron_store::accounts::{self, Account, Kind};
use saffron_store::teams::{self, TeamMember, TeamRole};
use saffron_store::{
    AccountId, Database, MemoryDisk, MemoryOptions, Row, Statement, TeamId, erasure, notifications, server,
};
use serde_json::{Value, json};

use crate::tests::site::{Site, Visitor, code};

const PATH: &str = "/api/teams";

fn settings(name: &str, open: bool) -> Value {
    json!({ "name": name, "description": "Chess on hexagons.\n\nEvery Friday.", "open": open })
}

/// Creates a team, and returns its path.
async fn create(leader: &Visitor, name: &str, open: bool) -> String {
    let info = leader.posted(PATH, settings(name, open)).await;
    format!("{PATH}/{}", info["id"].as_str().expect("an id"))
}

async fn join(visitor: &Visitor, team: &str) -> Value {
    visitor.posted(&format!("{team}/join"), json!({ "text": "" })).await
}

async fn act(leader: &Visitor, team: &str, on: &Visitor, action: &str) -> (axum::http::StatusCode, Value) {
    leader.post(&format!("{team}/members/{}", on.account), json!({ "action": action })).await
}

/// Carries out a leader's action.
async fn acts(leader: &Visitor, team: &str, on: &Visitor, action: &str) {
    let (status, answer) = act(leader, team, on, action).await;
    assert!(status.is_success(), "{action}: {answer}");
}

async fn write(leader: &Visitor, team: &str, text: &str) -> (axum::http::StatusCode, Value) {
    leader.post(&format!("{team}/messages"), json!({ "text": text })).await
}

/// Notifications of an account about teams: their kinds and whether they were read.
async fn notified(visitor: &Visitor) -> Vec<(String, bool)> {
    tokio::time::sleep(Duration::from_secs(3)).await;
    let list = visitor.got("/api/notifications").await;
    let entries = list["entries"].as_array().expect("entries").iter();
    entries
        .map(|entry| (entry["about"]["kind"].as_str().expect("a kind").to_owned(), entry["read"] == json!(true)))
        .collect()
}

fn unread(kind: &str) -> Vec<(String, bool)> {
    vec![(kind.to_owned(), false)]
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(|row| row["name"].as_str()).collect()
}

async fn mute(site: &Site, account: AccountId) {
    let until = Some(site.app.clock.now() + DAY);
    site.transact(accounts::mute(account, until)).await;
    saffron_service::session::changed(&site.app, account);
}

#[tokio::test(start_paused = true)]
async fn a_team_accepts_requests_and_its_leader_writes_to_all() {
    let site = Site::new().await;
    let (anna, bela, cili) = (site.person("Anna").await, site.person("Bela").await, site.person("Cili").await);
    let team = create(&anna, "Kispesti Hatszög", false).await;
    let asked = bela.posted(&format!("{team}/join"), json!({ "text": "Szia!\r\n\r\n\r\nBela" })).await;
    assert_eq!((&asked["you"]["role"], &asked["info"]["members"]), (&json!("request"), &json!(1)));
    assert_eq!(join(&bela, &team).await["you"]["role"], json!("request"), "again");
    assert_eq!(notified(&anna).await, unread("teamRequest"));
    assert_eq!(anna.got(&team).await["requests"], json!(1));
    let requests = anna.got(&format!("{team}/requests")).await;
    assert_eq!(
        (names(&requests["requests"]), &requests["requests"][0]["text"]),
        (vec!["Bela"], &json!("Szia!\n\nBela"))
    );
    assert_eq!(code(bela.get(&format!("{team}/requests")).await), "forbidden");
    assert_eq!(code(bela.get(&format!("{team}/messages")).await), "forbidden");

    acts(&anna, &team, &bela, "accept").await;
    assert_eq!(notified(&bela).await, unread("teamAccepted"));
    assert_eq!(notified(&anna).await, [("teamRequest".to_owned(), true)], "nothing is left to answer");
    let seen = bela.got(&team).await;
    assert_eq!((&seen["you"]["role"], &seen["info"]["members"]), (&json!("member"), &json!(2)));
    assert_eq!(names(&site.nobody().got(&format!("{team}/members")).await["members"]), ["Anna", "Bela"]);
    assert_eq!(bela.got(PATH).await["own"][0]["role"], json!("member"));
    assert_eq!(site.nobody().got("/api/users/bela").await["teams"][0]["team"]["name"], json!("Kispesti Hatszög"));

    assert_eq!(code(write(&bela, &team, "Hello").await), "forbidden");
    assert_eq!(code(write(&anna, &team, " \n ").await), "invalid_field");
    assert!(write(&anna, &team, "Friday at 6 p. m.\n\nBring clocks.").await.0.is_success());
    assert_eq!(notified(&bela).await[0], ("teamMessage".to_owned(), false));
    let about = &bela.got("/api/notifications").await["entries"][0]["about"];
    assert_eq!(about["text"], json!("Friday at 6 p. m. Bring clocks."));
    assert_eq!(about["name"], json!("Kispesti Hatszög"));
    let messages = bela.got(&format!("{team}/messages")).await;
    assert_eq!(messages["messages"][0]["author"], json!("Anna"));
    assert_eq!(messages["messages"][0]["text"], json!("Friday at 6 p. m.\n\nBring clocks."));
    assert_eq!(code(cili.get(&format!("{team}/messages")).await), "forbidden");
    assert_eq!(notified(&anna).await.len(), 1, "its author is not notified");

    let path = format!("{team}/messages/{}", messages["messages"][0]["id"]);
    assert_eq!(code(bela.delete(&path).await), "forbidden");
    assert!(anna.delete(&path).await.0.is_success());
    assert_eq!(code(anna.delete(&path).await), "not_found");
    assert_eq!(notified(&bela).await, unread("teamAccepted"));
    assert_eq!(bela.got("/api/notifications").await["unread"], json!(1));

    bela.posted(&format!("{team}/leave"), Value::Null).await;
    let left = site.nobody().got(&team).await;
    assert_eq!((&left["info"]["members"], &left["you"]), (&json!(1), &Value::Null));
    assert_eq!(bela.got("/api/notifications").await["unread"], json!(0));
}

#[tokio::test(start_paused = true)]
async fn a_name_is_one_teams() {
    let site = Site::new().await;
    let (anna, guest) = (site.person("Anna").await, site.guest().await);
    assert_eq!(code(guest.post(PATH, settings("Kispest", true)).await), "account_required");
    assert_eq!(code(site.nobody().post(PATH, settings("Kispest", true)).await), "sign_in_required");
    let team = create(&anna, "Kispesti Hatszög", true).await;
    let other = create(&anna, "Vasas", true).await;
    for (name, expected) in [
        ("KISPESTI  hatszog", "name_taken"),
        ("Saffron", "name_taken"),
        ("..", "invalid_field"),
        ("a\u{202e}bc", "invalid_field"),
    ] {
        assert_eq!(anna.refused(PATH, settings(name, true)).await, expected, "{name}");
    }
    let change = async |team: &str, name: &str| anna.send(Method::PUT, team, Some(settings(name, false))).await;
    assert_eq!(code(change(&other, "Kispesti hatszög").await), "name_taken");
    let (_, changed) = change(&other, "Újpest").await;
    assert_eq!((&changed["info"]["name"], &changed["renamable"]), (&json!("Újpest"), &json!(true)));
    site.transact(Statement::new("UPDATE teams SET created_at = created_at - $1").with(TEAM_RENAME_TTL)).await;
    assert_eq!(code(change(&other, "Ferencváros").await), "invalid_field", "members know it by its name");
    let (_, spelled) = change(&other, "ÚJPEST").await;
    assert_eq!((&spelled["info"]["name"], &spelled["renamable"]), (&json!("ÚJPEST"), &json!(false)));
    let found = site.nobody().got(&format!("{PATH}?search=kispEST")).await;
    assert_eq!(names(&found["teams"]), ["Kispesti Hatszög"]);
    assert_eq!(names(&site.nobody().got(&format!("{PATH}?search=xyz")).await["teams"]), Vec::<&str>::new());
    assert_eq!(code(site.nobody().get(&format!("{PATH}?after=x")).await), "invalid_field");
    mute(&site, anna.account).await;
    assert_eq!(code(change(&team, "Kispesti Hatszög").await), "muted");
    assert_eq!(anna.refused(PATH, settings("Third", true)).await, "muted");
}

#[tokio::test(start_paused = true)]
async fn leaders_act_on_those_who_lead_for_a_shorter_time() {
    let site = Site::new().await;
    let (anna, bela, cili) = (site.person("Anna").await, site.person("Bela").await, site.person("Cili").await);
    let team = create(&anna, "Kispest", true).await;
    join(&bela, &team).await;
    join(&cili, &team).await;
    assert_eq!(code(anna.post(&format!("{team}/leave"), Value::Null).await), "last_leader");
    assert_eq!(code(act(&anna, &team, &anna, "demote").await), "last_leader");
    assert_eq!(code(act(&anna, &team, &anna, "remove").await), "oneself");
    assert_eq!(code(act(&bela, &team, &cili, "remove").await), "forbidden");
    acts(&anna, &team, &bela, "promote").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    acts(&bela, &team, &cili, "promote").await;
    assert_eq!(names(&anna.got(&team).await["leaders"]), ["Anna", "Bela", "Cili"]);
    for action in ["demote", "remove", "block"] {
        assert_eq!(code(act(&cili, &team, &bela, action).await), "forbidden", "{action}");
    }
    assert_eq!(code(bela.delete(&team).await), "forbidden");
    acts(&bela, &team, &cili, "demote").await;
    anna.posted(&format!("{team}/leave"), Value::Null).await;
    assert_eq!(names(&anna.got(&team).await["leaders"]), ["Bela"]);

    // Who is kept out cannot come back before a leader allows it.
    acts(&bela, &team, &cili, "block").await;
    assert_eq!(code(cili.post(&format!("{team}/join"), json!({ "text": "" })).await), "forbidden");
    assert_eq!(cili.got(&team).await["you"], Value::Null);
    assert_eq!(names(&bela.got(&format!("{team}/requests")).await["blocked"]), ["Cili"]);
    assert_eq!(code(act(&bela, &team, &cili, "accept").await), "not_found");
    acts(&bela, &team, &cili, "unblock").await;
    join(&cili, &team).await;
    acts(&bela, &team, &cili, "remove").await;
    assert_eq!(join(&cili, &team).await["info"]["members"], json!(2));
    assert!(bela.delete(&team).await.0.is_success());
    assert_eq!(code(cili.get(&team).await), "not_found");
    assert_eq!(cili.got(PATH).await["own"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn changes_at_the_same_time_leave_the_right_numbers() {
    let site = Site::new().await;
    let leader = site.person("Anna").await;
    let team = create(&leader, "Kispest", false).await;
    let mut people = Vec::new();
    for number in 0..8 {
        people.push(site.person(&format!("Player{}", char::from(b'a' + number))).await);
    }
    let second = &people[0];
    join(second, &team).await;
    acts(&leader, &team, second, "accept").await;
    acts(&leader, &team, second, "promote").await;
    // All ask at once, and two leaders accept each at the same time.
    let path = format!("{team}/join");
    let asked = people[1..].iter().map(|person| person.post(&path, json!({ "text": "please" })));
    for (status, answer) in futures_util::future::join_all(asked).await {
        assert!(status.is_success(), "{answer}");
    }
    for person in &people[1..] {
        let (one, two) = tokio::join!(act(&leader, &team, person, "accept"), act(second, &team, person, "accept"));
        assert_eq!([one.0, two.0].iter().filter(|status| status.is_success()).count(), 1, "{one:?} {two:?}");
    }
    let shown = leader.got(&team).await;
    assert_eq!((&shown["info"]["members"], &shown["requests"]), (&json!(9), &json!(0)));
    // One accepts while the other keeps out: one of the two counts.
    leader.send(Method::PUT, &team, Some(settings("Kispest", true))).await;
    let person = &people[7];
    let (one, two) = tokio::join!(act(&leader, &team, person, "block"), act(second, &team, person, "promote"));
    let _ = (one, two);
    let rows =
        site.app.database.read(Statement::new("SELECT COUNT(*) FROM team_members WHERE role IN ('leader', 'member')"));
    let count: u32 = rows.await.expect("rows").pop().map(Row::first).expect("a row").expect("a number");
    assert_eq!(leader.got(&team).await["info"]["members"], json!(count));
    // Of two leaders who leave at once, one stays.
    if people[7].got(&team).await["you"]["role"] == json!("leader") {
        acts(&leader, &team, person, "demote").await;
    }
    let leave = format!("{team}/leave");
    let (one, two) = tokio::join!(leader.post(&leave, Value::Null), second.post(&leave, Value::Null));
    assert_eq!([one.0, two.0].iter().filter(|status| status.is_success()).count(), 1, "{one:?} {two:?}");
    assert_eq!(site.nobody().got(&team).await["leaders"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(start_paused = true)]
async fn who_blocks_an_account_hears_nothing_of_it() {
    let site = Site::new().await;
    let (anna, bela, cili) = (site.person("Anna").await, site.person("Bela").await, site.person("Cili").await);
    let team = create(&anna, "Kispest", false).await;
    join(&bela, &team).await;
    acts(&anna, &team, &bela, "accept").await;
    acts(&anna, &team, &bela, "promote").await;
    assert!(anna.send(Method::PUT, "/api/users/Cili/block", None).await.0.is_success());
    join(&cili, &team).await;
    assert_eq!(notified(&anna).await.iter().filter(|(_, read)| !read).count(), 0);
    assert_eq!(anna.got(&team).await["requests"], json!(0));
    assert_eq!(anna.got(&format!("{team}/requests")).await["requests"], json!([]));
    assert!(notified(&bela).await.contains(&("teamRequest".to_owned(), false)));
    acts(&bela, &team, &cili, "accept").await;
    assert!(write(&anna, &team, "By Anna").await.0.is_success());
    assert_eq!(notified(&cili).await, unread("teamAccepted"));
    assert_eq!(cili.got(&format!("{team}/messages")).await["messages"], json!([]));
    assert!(notified(&bela).await.contains(&("teamMessage".to_owned(), false)));
    // Members switch the messages of a team off.
    for (visitor, quiet) in [(&cili, true), (&bela, false)] {
        let (status, _) = visitor.send(Method::PUT, &format!("{team}/quiet"), Some(json!({ "quiet": quiet }))).await;
        assert!(status.is_success());
    }
    assert!(write(&bela, &team, "By Bela").await.0.is_success());
    assert_eq!(notified(&cili).await, unread("teamAccepted"));
    assert_eq!(cili.got(&format!("{team}/messages")).await["messages"][0]["text"], json!("By Bela"));
    assert_eq!(cili.got(&team).await["you"]["quiet"], json!(true));
}

#[tokio::test(start_paused = true)]
async fn messages_are_few_a_day_and_not_by_muted_leaders() {
    let site = Site::new().await;
    let anna = site.person("Anna").await;
    let team = create(&anna, "Kispest", true).await;
    for number in 0..MAX_TEAM_MESSAGES_A_DAY {
        assert!(write(&anna, &team, &format!("Message {number}")).await.0.is_success());
        tokio::time::sleep(Duration::from_secs(10)).await;
    }
    // Messages that were removed count, too.
    let newest = anna.got(&format!("{team}/messages")).await["messages"][0]["id"].clone();
    assert!(anna.delete(&format!("{team}/messages/{newest}")).await.0.is_success());
    let (_, answer) = write(&anna, &team, "One more").await;
    assert_eq!(answer["error"]["code"], json!("rate_limited"));
    let wait = answer["error"]["params"]["retryAfter"].as_u64().expect("seconds");
    assert!((86_000..86_400).contains(&wait), "{wait}");
    let id: TeamId = team.rsplit('/').next().expect("an id").parse().expect("an id");
    let now = site.app.clock.now();
    for (ago, expected) in [(DAY - 1000, false), (DAY + 1, true)] {
        let times = vec![now - ago; MAX_TEAM_MESSAGES_A_DAY as usize];
        let data = json!({ "description": "", "open": true, "messagesAt": times }).to_string();
        site.transact(Statement::new("UPDATE teams SET data = $1 WHERE id = $2").with(data).with(id)).await;
        assert_eq!(write(&anna, &team, "Later").await.0.is_success(), expected, "{ago} ms ago");
    }
    assert!(write(&anna, &team, "One more").await.0.is_success());
    assert_eq!(code(write(&anna, &team, &"x".repeat(2001)).await), "too_long");
    mute(&site, anna.account).await;
    assert_eq!(code(write(&anna, &team, "Another").await), "muted");
}

#[tokio::test(start_paused = true)]
async fn an_account_has_as_many_teams_as_it_may() {
    let site = Site::new().await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    let mut own = Vec::new();
    for number in 0..MAX_TEAMS_LED {
        own.push(
            create(&anna, &format!("Team {}", char::from(b'A' + u8::try_from(number).expect("small"))), true).await,
        );
    }
    assert_eq!(anna.refused(PATH, settings("One more", true)).await, "too_many");
    let others = create(&bela, "Vasas", true).await;
    join(&anna, &others).await;
    assert_eq!(code(act(&bela, &others, &anna, "promote").await), "too_many");
    // Rows of teams that are there already.
    let epoch = site.app.jobs.epoch;
    for number in 4..MAX_TEAMS {
        let id = TeamId::from_random(number as u128);
        let team = teams::Team {
            id,
            name: format!("t{number}"),
            name_key: format!("t{number}"),
            created_at: 1,
            members: 1,
            version: 1,
            data: "{}".to_owned(),
        };
        let member = TeamMember {
            team: id,
            account: anna.account,
            role: TeamRole::Member,
            since: 1,
            note: String::new(),
            quiet: false,
        };
        site.app.database.transact(vec![teams::insert(&team, epoch), teams::set_member(&member)]).await.expect("rows");
    }
    let more = create(&bela, "Honvéd", true).await;
    assert_eq!(code(anna.post(&format!("{more}/join"), json!({ "text": "" })).await), "too_many");
    anna.posted(&format!("{others}/leave"), Value::Null).await;
    join(&anna, &more).await;
}

#[tokio::test(start_paused = true)]
async fn an_arena_of_a_team_is_for_its_members() {
    let site = Site::new().await;
    let (anna, bela, cili) = (site.person("Anna").await, site.person("Bela").await, site.person("Cili").await);
    let team = create(&anna, "Kispest", true).await;
    join(&bela, &team).await;
    let id = team.rsplit('/').next().expect("an id");
    let mut arena = json!({
        "name": "Friday arena", "description": "", "variant": "shafran", "initial": 180, "increment": 0, "rated": true,
        "startsAt": site.app.clock.now() + 10_000, "minutes": 5, "berserk": true, "streaks": true, "computers": 0,
        "team": id,
    });
    for (by, named, expected) in [(&bela, id, "forbidden"), (&anna, "xxxx", "forbidden"), (&cili, id, "forbidden")] {
        let mut other = arena.clone();
        other["team"] = json!(named);
        assert_eq!(code(by.post("/api/arenas", other).await), expected, "{named}");
    }
    let info = anna.posted("/api/arenas", arena.clone()).await;
    assert_eq!(info["team"], json!({ "id": id, "name": "Kispest" }));
    let path = format!("/api/arenas/{}", info["id"].as_str().expect("an id"));
    assert_eq!(code(cili.post(&format!("{path}/join"), Value::Null).await), "team_members_only");
    bela.posted(&format!("{path}/join"), Value::Null).await;
    assert_eq!(names(&json!([site.nobody().got(&team).await["arenas"][0]["settings"].clone()])), ["Friday arena"]);
    // A player who has left the team stays in the arena.
    bela.posted(&format!("{team}/leave"), Value::Null).await;
    bela.posted(&format!("{path}/pause"), Value::Null).await;
    bela.posted(&format!("{path}/join"), Value::Null).await;
    // The organiser opens the arena for everyone, and closes it again.
    let closed = arena.clone();
    arena.as_object_mut().expect("an object").remove("team");
    let (_, opened) = anna.send(Method::PUT, &path, Some(arena)).await;
    assert_eq!(opened["team"], Value::Null);
    assert_eq!(site.nobody().got(&team).await["arenas"], json!([]));
    cili.posted(&format!("{path}/join"), Value::Null).await;
    assert!(anna.send(Method::PUT, &path, Some(closed)).await.0.is_success());
    // The arena outlives its team, but takes no one else.
    assert!(anna.delete(&team).await.0.is_success());
    let shown = site.nobody().got(&path).await;
    assert_eq!(shown["info"]["team"], json!({ "id": id, "name": "" }));
    let dora = site.person("Dora").await;
    assert_eq!(code(dora.post(&format!("{path}/join"), Value::Null).await), "team_members_only");
}

#[tokio::test(start_paused = true)]
async fn moderators_read_and_remove_what_was_reported() {
    let site = Site::new().await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    let mut account = Account::new(AccountId::from_random(7), Kind::Person, 1);
    account.moderator = true;
    (account.name, account.name_key) = (Some("Olga".to_owned()), Some("olga".to_owned()));
    let olga = site.visitor(account).await;
    let team = create(&anna, "Kispest", true).await;
    let id = team.rsplit('/').next().expect("an id");
    join(&bela, &team).await;
    assert!(write(&anna, &team, "Insults").await.0.is_success());
    assert_eq!(notified(&bela).await, unread("teamMessage"));
    let message = olga.got(&format!("{team}/messages")).await["messages"][0]["id"].clone();
    let does = async |action: Value| {
        let body = json!({ "action": action, "note": "insults" });
        let (status, answer) = olga.post("/api/moderation/actions", body).await;
        assert!(status.is_success(), "{answer}");
        assert_eq!(olga.got("/api/moderation/audit").await["lines"][0]["action"], action);
    };
    does(json!({ "kind": "removeTeamMessage", "team": id, "message": message })).await;
    assert_eq!(bela.got(&format!("{team}/messages")).await["messages"], json!([]));
    assert_eq!((notified(&bela).await, &bela.got("/api/notifications").await["unread"]), (vec![], &json!(0)));
    does(json!({ "kind": "removeTeam", "team": id })).await;
    assert_eq!(code(anna.get(&team).await), "not_found");
    assert_eq!(
        code(
            anna.post(
                "/api/moderation/actions",
                json!({
                    "action": { "kind": "removeTeam", "team": id }, "note": "x",
                })
            )
            .await
        ),
        "forbidden"
    );
}

#[tokio::test(start_paused = true)]
async fn an_account_takes_its_traces_along() {
    let site = Site::new().await;
    let (anna, bela) = (site.person("Anna").await, site.person("Bela").await);
    let team = create(&anna, "Kispest", true).await;
    join(&bela, &team).await;
    assert!(write(&anna, &team, "Hello").await.0.is_success());
    let export = anna.got("/api/account/export").await;
    assert_eq!((&export["teams"][0]["role"], &export["teamMessages"][0]["text"]), (&json!("leader"), &json!("Hello")));
    site.app.database.transact(erasure::close(anna.account)).await.expect("a store");
    let shown = bela.got(&team).await;
    assert_eq!((&shown["you"]["role"], &shown["info"]["members"]), (&json!("leader"), &json!(1)));
    assert_eq!(bela.got(&format!("{team}/messages")).await["messages"][0]["author"], Value::Null);
    site.app.database.transact(erasure::erase(anna.account, None)).await.expect("a store");
    assert_eq!(bela.got(&format!("{team}/messages")).await["messages"], json!([]));
    // The last member takes the team along.
    site.app.database.transact(erasure::close(bela.account)).await.expect("a store");
    assert_eq!(code(site.nobody().get(&team).await), "not_found");
}

/// Adds a number of members to a team without requests.
async fn fill(site: &Site, id: TeamId, number: u32) -> Vec<AccountId> {
    let members: Vec<AccountId> = (0..number).map(|_| AccountId::from_random(site.app.random.bits())).collect();
    let mut statements = Vec::new();
    for account in &members {
        let member = TeamMember {
            team: id,
            account: *account,
            role: TeamRole::Member,
            since: 1,
            note: String::new(),
            quiet: false,
        };
        statements.push(accounts::insert(&Account::new(*account, Kind::Person, 1)));
        statements.push(teams::set_member(&member));
    }
    statements.push(Statement::new("UPDATE teams SET members = members + $1 WHERE id = $2").with(number).with(id));
    site.app.database.transact(statements).await.expect("rows");
    members
}

#[tokio::test(start_paused = true)]
async fn a_killed_server_notifies_every_member_of_a_message() {
    let mut kills = 0;
    for seed in 0_u64..12 {
        let sync = (Duration::from_millis(1), Duration::from_millis(60));
        let healthy = MemoryOptions { seed, ..MemoryOptions::default() };
        let faulty = MemoryOptions { sync, failing: 100, unknown: 100, ..healthy.clone() };
        let disk = MemoryDisk::new(healthy.clone()).expect("a database");
        let mut site = Site::on_disk(&disk).await;
        let mut anna = site.person("Anna").await;
        let team = create(&anna, "Kispest", true).await;
        let id: TeamId = team.rsplit('/').next().expect("an id").parse().expect("an id");
        let members = fill(&site, id, 3 * TEAM_MESSAGE_BATCH + 20).await;
        assert!(write(&anna, &team, "First").await.0.is_success());
        disk.set_options(faulty.clone());
        for round in 0..4 {
            tokio::time::sleep(Duration::from_millis(1 + 37 * (seed + round) % 150)).await;
            if round == 1 {
                // A newer message while the first one is under way.
                let _ = tokio::time::timeout(Duration::from_secs(1), write(&anna, &team, "Second")).await;
            }
            disk.crash();
            kills += 1;
            disk.set_options(healthy.clone());
            site = Site::on_disk(&disk).await;
            anna = site.again(&anna);
            disk.set_options(faulty.clone());
        }
        disk.set_options(healthy);
        disk.crash();
        site = Site::on_disk(&disk).await;
        anna = site.again(&anna);
        tokio::time::sleep(Duration::from_secs(60)).await;
        let newest = anna.got(&format!("{team}/messages")).await["messages"][0]["text"].clone();
        let database: Arc<dyn Database> = Arc::new(disk.open());
        let version = teams::find(&*database, id).await.expect("a store").expect("a team").version;
        for account in &members {
            let found = notifications::newest(&*database, *account, 9).await.expect("a store");
            let found: Vec<(&str, &str)> = found.iter().map(|one| (one.kind.as_str(), one.data.as_str())).collect();
            assert_eq!(found, [("teamMessage", version.to_string().as_str())], "seed {seed}: {newest}");
        }
        let own = notifications::newest(&*database, anna.account, 9).await.expect("a store");
        assert_eq!(own, [], "seed {seed}");
        let jobs = database.read(Statement::new("SELECT COUNT(*) FROM jobs WHERE kind = 'team-message'")).await;
        let left: u32 = jobs.expect("rows").pop().map(Row::first).expect("a row").expect("a number");
        assert_eq!(left, 0, "seed {seed}");
    }
    println!("{kills} kills");
}

#[tokio::test(start_paused = true)]
async fn a_wall_clock_that_was_ahead_stops_no_messages() {
    let site = Site::new().await;
    let anna = site.person("Anna").await;
    let team = create(&anna, "Kispest", true).await;
    let id: TeamId = team.rsplit('/').next().expect("an id").parse().expect("an id");
    let later = site.app.clock.now() + 400 * DAY;
    let data = json!({ "description": "", "open": true, "messagesAt": [later, later] }).to_string();
    site.transact(Statement::new("UPDATE teams SET data = $1 WHERE id = $2").with(data).with(id)).await;
    site.app.database.transact(server::accept_time(site.app.clock.now())).await.expect("a store");
    assert!(write(&anna, &team, "Hello").await.0.is_success());
}
