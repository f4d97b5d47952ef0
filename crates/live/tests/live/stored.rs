//! Stored form of events and wire form of commands: a stored game must remain readable for ever.

use saffron_live::{
    AbortCause, Clocks, Command, CommandId, Event, Host, Live, Recorded, Refusal, Settings, TimeControl,
};
use saffron_rules::Color::{Black, White};
use saffron_rules::{Outcome, Reason};

fn clocks(w: i64, b: i64) -> Option<Clocks> {
    Some(Clocks { w, b })
}

fn settings(start_fen: Option<&str>, control: TimeControl) -> Settings {
    let rated = start_fen.is_none();
    Settings { start_fen: start_fen.map(Into::into), rated, ..Settings::casual("shafran", control) }
}

fn events() -> Vec<(Event, &'static str)> {
    let clock = TimeControl::Clock { initial: 180, increment: 2 };
    vec![
        (
            Event::Created { settings: settings(None, clock) },
            r#"{"kind":"created","settings":{"variant":"shafran","control":{"kind":"clock","initial":180,"increment":2},"rated":true}}"#,
        ),
        (
            Event::Created { settings: settings(Some("k4/6 w"), TimeControl::Correspondence { days: 3 }) },
            r#"{"kind":"created","settings":{"variant":"shafran","startFen":"k4/6 w","control":{"kind":"correspondence","days":3},"rated":false}}"#,
        ),
        (
            Event::Created { settings: settings(None, TimeControl::Unlimited) },
            r#"{"kind":"created","settings":{"variant":"shafran","control":{"kind":"unlimited"},"rated":true}}"#,
        ),
        (
            Event::Created { settings: settings(Some("k4/6 w"), clock).by_challenge() },
            r#"{"kind":"created","settings":{"variant":"shafran","startFen":"k4/6 w","control":{"kind":"clock","initial":180,"increment":2},"rated":false,"firstMoveTime":300}}"#,
        ),
        (
            Event::Created {
                settings: Settings {
                    host: Some(Host { side: Black, extra: 600 }),
                    ..Settings::casual("shafran", clock)
                },
            },
            r#"{"kind":"created","settings":{"variant":"shafran","control":{"kind":"clock","initial":180,"increment":2},"rated":false,"host":{"side":"b","extra":600}}}"#,
        ),
        (
            Event::Moved { uci: "e2e5".into(), spent: None, lag: 0, round_trip: 0, clocks: None, conditional: false },
            r#"{"kind":"moved","uci":"e2e5"}"#,
        ),
        (
            Event::Moved {
                uci: "e2e5".into(),
                spent: Some(7),
                lag: 3,
                round_trip: 5,
                clocks: clocks(1, 2),
                conditional: true,
            },
            r#"{"kind":"moved","uci":"e2e5","spent":7,"lag":3,"roundTrip":5,"clocks":{"w":1,"b":2},"conditional":true}"#,
        ),
        (Event::DrawOffered { by: White }, r#"{"kind":"drawOffered","by":"w"}"#),
        (Event::DrawDeclined { by: Black }, r#"{"kind":"drawDeclined","by":"b"}"#),
        (Event::TakebackProposed { by: White }, r#"{"kind":"takebackProposed","by":"w"}"#),
        (Event::TakebackDeclined { by: Black }, r#"{"kind":"takebackDeclined","by":"b"}"#),
        (
            Event::TakenBack { plies: 2, clocks: clocks(1, 2) },
            r#"{"kind":"takenBack","plies":2,"clocks":{"w":1,"b":2}}"#,
        ),
        (Event::TimeAdded { to: Black, ms: 15_000 }, r#"{"kind":"timeAdded","to":"b","ms":15000}"#),
        (
            Event::Berserked { by: White, clocks: Clocks { w: 1, b: 2 } },
            r#"{"kind":"berserked","by":"w","clocks":{"w":1,"b":2}}"#,
        ),
        (Event::Extended { to: White, ms: 86_400_000 }, r#"{"kind":"extended","to":"w","ms":86400000}"#),
        (
            Event::ConditionalMovesSet { by: Black, lines: vec![vec!["e2e5".into(), "e9e6".into()]] },
            r#"{"kind":"conditionalMovesSet","by":"b","lines":[["e2e5","e9e6"]]}"#,
        ),
        (Event::Resumed { stopped_at: 5 }, r#"{"kind":"resumed","stoppedAt":5}"#),
        (
            Event::Ended { outcome: Outcome::win(White, Reason::TimeForfeit), clocks: clocks(1, 0), abort: None },
            r#"{"kind":"ended","outcome":{"reason":"TimeForfeit","white_quarters":4},"clocks":{"w":1,"b":0}}"#,
        ),
        (
            Event::Ended { outcome: Outcome::ABORTED, clocks: None, abort: None },
            r#"{"kind":"ended","outcome":{"reason":"Abort","white_quarters":null}}"#,
        ),
        (
            Event::Ended {
                outcome: Outcome::ABORTED,
                clocks: None,
                abort: Some(AbortCause::NoFirstMove { by: Black }),
            },
            r#"{"kind":"ended","outcome":{"reason":"Abort","white_quarters":null},"abort":{"kind":"noFirstMove","by":"b"}}"#,
        ),
        (
            Event::Ended { outcome: Outcome::ABORTED, clocks: None, abort: Some(AbortCause::Player { by: White }) },
            r#"{"kind":"ended","outcome":{"reason":"Abort","white_quarters":null},"abort":{"kind":"player","by":"w"}}"#,
        ),
        (
            Event::Ended { outcome: Outcome::ABORTED, clocks: None, abort: Some(AbortCause::Server) },
            r#"{"kind":"ended","outcome":{"reason":"Abort","white_quarters":null},"abort":{"kind":"server"}}"#,
        ),
    ]
}

/// Returns a number for each kind of event, so that a new kind does not compile until it is tested.
fn kind(event: &Event) -> usize {
    match event {
        Event::Created { .. } => 0,
        Event::Moved { .. } => 1,
        Event::DrawOffered { .. } => 2,
        Event::DrawDeclined { .. } => 3,
        Event::TakebackProposed { .. } => 4,
        Event::TakebackDeclined { .. } => 5,
        Event::TakenBack { .. } => 6,
        Event::TimeAdded { .. } => 7,
        Event::Extended { .. } => 8,
        Event::ConditionalMovesSet { .. } => 9,
        Event::Resumed { .. } => 10,
        Event::Ended { .. } => 11,
        Event::Berserked { .. } => 12,
    }
}

#[test]
fn every_event_has_its_text() {
    let mut kinds = [false; 13];
    for (event, text) in events() {
        assert_eq!(serde_json::to_string(&event).expect("JSON"), text);
        assert_eq!(serde_json::from_str::<Event>(text).expect("an event"), event);
        kinds[kind(&event)] = true;
    }
    assert_eq!(kinds, [true; 13]);
}

#[test]
fn a_recorded_event_has_its_text() {
    let event = Event::DrawOffered { by: White };
    let command = Some(CommandId { client: "x1".into(), n: 3 });
    let recorded = Recorded { seq: 4, at: 1_800_000_000_000, command, digest: None, event: event.clone() };
    let text =
        r#"{"seq":4,"at":1800000000000,"command":{"client":"x1","n":3},"event":{"kind":"drawOffered","by":"w"}}"#;
    assert_eq!(serde_json::to_string(&recorded).expect("JSON"), text);
    assert_eq!(serde_json::from_str::<Recorded>(text).expect("an event"), recorded);
    let text = r#"{"seq":4,"at":5,"event":{"kind":"drawOffered","by":"w"}}"#;
    let recorded = Recorded { seq: 4, at: 5, command: None, digest: None, event };
    assert_eq!(serde_json::to_string(&recorded).expect("JSON"), text);
    assert_eq!(serde_json::from_str::<Recorded>(text).expect("an event"), recorded);
}

#[test]
fn every_command_has_its_text() {
    for (command, text) in [
        (
            Command::Move { uci: "e2e5".into(), ply: 0, thought: Some(9) },
            r#"{"kind":"move","uci":"e2e5","ply":0,"thought":9}"#,
        ),
        (Command::Move { uci: "e2e5".into(), ply: 0, thought: None }, r#"{"kind":"move","uci":"e2e5","ply":0}"#),
        (Command::OfferDraw, r#"{"kind":"offerDraw"}"#),
        (Command::DeclineDraw, r#"{"kind":"declineDraw"}"#),
        (Command::ClaimDraw, r#"{"kind":"claimDraw"}"#),
        (Command::ProposeTakeback, r#"{"kind":"proposeTakeback"}"#),
        (Command::DeclineTakeback, r#"{"kind":"declineTakeback"}"#),
        (Command::AddTime, r#"{"kind":"addTime"}"#),
        (Command::Abort, r#"{"kind":"abort"}"#),
        (Command::Resign, r#"{"kind":"resign"}"#),
        (Command::ClaimVictory, r#"{"kind":"claimVictory"}"#),
        (Command::ClaimAbandonedDraw, r#"{"kind":"claimAbandonedDraw"}"#),
        (
            Command::SetConditionalMoves { lines: vec![vec!["e2e5".into()]] },
            r#"{"kind":"setConditionalMoves","lines":[["e2e5"]]}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&command).expect("JSON"), text);
        assert_eq!(serde_json::from_str::<Command>(text).expect("a command"), command);
    }
    for wrong in [
        r#"{"kind":"move","uci":"e2e5","ply":0,"more":1}"#,
        r#"{"kind":"move","uci":"e2e5","ply":-1}"#,
        r#"{"kind":"move","uci":"e2e5","ply":0,"thought":-1}"#,
        r#"{"kind":"castle"}"#,
    ] {
        assert!(serde_json::from_str::<Command>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn refusals_are_codes_with_parameters() {
    for (refusal, text) in [
        (Refusal::NotYourTurn, r#"{"code":"not_your_turn"}"#),
        (Refusal::WrongPly { ply: 3 }, r#"{"code":"wrong_ply","params":{"ply":3}}"#),
        (Refusal::NotAbandoned { from: Some(5) }, r#"{"code":"not_abandoned","params":{"from":5}}"#),
        (
            Refusal::GameOver(Outcome::draw(Reason::Agreement)),
            r#"{"code":"game_over","params":{"reason":"Agreement","white_quarters":2}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&refusal).expect("JSON"), text);
        assert_eq!(serde_json::from_str::<Refusal>(text).expect("a refusal"), refusal);
    }
}

#[test]
fn names_of_clients_are_letters_and_digits() {
    let is_valid = |client: &str| CommandId { client: client.into(), n: 0 }.is_valid();
    assert!(is_valid("a") && is_valid("Zz09") && is_valid(&"x".repeat(24)));
    assert!(!is_valid("") && !is_valid("a b") && !is_valid("é") && !is_valid(&"x".repeat(25)));
}

/// A game stored by the first version, with a field that a later version may add.
const STORED: &str = r#"
{"seq":0,"at":1800000000000,"event":{"kind":"created","settings":{"variant":"shafran","control":{"kind":"clock","initial":180,"increment":2},"rated":true}}}
{"seq":1,"at":1800000001000,"command":{"client":"white1","n":1},"event":{"kind":"moved","uci":"b1a3","clocks":{"w":180000,"b":180000}}}
{"seq":2,"at":1800000002000,"command":{"client":"black1","n":1},"event":{"kind":"moved","uci":"h10i8","clocks":{"w":180000,"b":180000},"later":true}}
{"seq":3,"at":1800000012000,"event":{"kind":"resumed","stoppedAt":1800000003000}}
{"seq":4,"at":1800000013000,"event":{"kind":"drawOffered","by":"w"}}
{"seq":5,"at":1800000014000,"event":{"kind":"drawDeclined","by":"b"}}
{"seq":6,"at":1800000015000,"command":{"client":"white1","n":2},"event":{"kind":"moved","uci":"a3b1","spent":3800,"lag":200,"clocks":{"w":178200,"b":180000}}}
{"seq":7,"at":1800000016000,"event":{"kind":"takebackProposed","by":"w"}}
{"seq":8,"at":1800000017000,"event":{"kind":"takebackDeclined","by":"b"}}
{"seq":9,"at":1800000018000,"event":{"kind":"takebackProposed","by":"w"}}
{"seq":10,"at":1800000019000,"command":{"client":"black1","n":2},"event":{"kind":"takenBack","plies":1,"clocks":{"w":178200,"b":176000}}}
{"seq":11,"at":1800000020000,"command":{"client":"black1","n":3},"event":{"kind":"timeAdded","to":"w","ms":15000}}
{"seq":12,"at":1800000021000,"event":{"kind":"ended","outcome":{"reason":"Resignation","white_quarters":0},"clocks":{"w":191200,"b":176000}}}
"#;

#[test]
fn a_stored_game_is_read() {
    let events = STORED.trim().lines().map(|line| serde_json::from_str::<Recorded>(line).expect("an event"));
    let events: Vec<_> = events.collect();
    let running = Live::replay(events[..12].iter().cloned()).expect("a game");
    assert_eq!((running.moves(), running.times()), (vec!["b1a3".into(), "h10i8".into()], &[180_000, 180_000][..]));
    assert_eq!(running.clocks_at(1_800_000_021_000), clocks(191_200, 176_000));
    // 193.2 s from the beginning of the turn, and 2 s of lag.
    assert_eq!(running.deadline(), Some(1_800_000_019_000 + 193_200 + 2_000));
    let id = |client: &str, n| CommandId { client: client.into(), n };
    assert_eq!(running.executed(White, &id("white1", 2), &Command::Resign), Ok(Some(6)));
    assert_eq!(
        [2, 3].map(|n| running.executed(Black, &id("black1", n), &Command::Resign)),
        [Ok(Some(10)), Ok(Some(11))]
    );
    assert_eq!(running.executed(Black, &id("white1", 2), &Command::Resign), Ok(None));
    let ended = Live::replay(events).expect("a game");
    assert_eq!(ended.outcome(), Some(Outcome::win(Black, Reason::Resignation)));
    assert_eq!((ended.next_seq(), ended.created_at(), ended.last_at()), (13, 1_800_000_000_000, 1_800_000_021_000));
}

/// Games that ended when a resignation was always a loss, and two knights won on time in Gliński's game.
#[test]
fn a_stored_end_is_not_judged_again() {
    for (variant, fen, reason) in [
        ("shafran", "k4/6/7/8/9/9/8/7/6/3RK w - - 0 60", "Resignation"),
        ("shafran", "k4/6/7/8/9/9/8/7/6/3RK w - - 0 60", "Forfeit"),
        ("glinski", "k/3/5/7/9/nn9/11/11/11/11/K9R w - - 0 60", "TimeForfeit"),
        ("glinski", "k/3/5/7/9/nn9/11/11/11/11/K9R w - - 0 60", "Abandonment"),
    ] {
        let created = format!(
            r#"{{"seq":0,"at":1800000000000,"event":{{"kind":"created","settings":{{"variant":"{variant}","startFen":"{fen}","control":{{"kind":"unlimited"}},"rated":false}}}}}}"#
        );
        let ended = format!(
            r#"{{"seq":1,"at":1800000001000,"event":{{"kind":"ended","outcome":{{"reason":"{reason}","white_quarters":0}}}}}}"#
        );
        let events = [created, ended].map(|line| serde_json::from_str::<Recorded>(&line).expect("an event"));
        let live = Live::replay(events.clone()).expect("a game");
        assert_eq!(live.outcome().map(Outcome::result), Some("0-1"), "{reason}");
        assert_eq!(live.game().outcome(), live.outcome());
        assert_eq!(live.position().max_score(Black), 2, "today it would be a draw");
        // Writing it again gives the text that was read.
        assert_eq!(serde_json::to_value(&events[1]).expect("JSON")["event"]["outcome"]["white_quarters"], 0);
    }
}
