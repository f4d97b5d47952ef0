//! Logs that are not those of a game: an error or a game, never a panic.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use saffron_live::{
    AbortCause, Clocks, Command, Context, Event, Fault, Live, Presence, Recorded, ReplayError, RoundTrip,
    SettingsError, TimeControl,
};
use saffron_rules::{Color, Outcome, Reason};

use crate::invariants::{Run, games, steps};
use crate::support::{BLITZ, Table, settings};

#[derive(Clone, Debug)]
enum Damage {
    Drop,
    Double,
    Swap(Index),
    Seq(u32),
    At(i64),
    Event(Event),
}

fn damages() -> impl Strategy<Value = Damage> {
    let number = select(vec![i64::MIN, -1, 0, 1, 180_000, 1_800_000_000_500, 253_402_300_799_999, i64::MAX]);
    let clocks = proptest::option::of((number.clone(), number.clone()).prop_map(|(w, b)| Clocks { w, b }));
    let side = select(Color::ALL.to_vec());
    let uci = select(vec!["e2e5", "e9e6", "b1a3", "a3b1", "", "é", "a1a1"]).prop_map(str::to_owned);
    let lines = proptest::collection::vec(proptest::collection::vec(uci.clone(), 0..4), 0..3);
    let event = prop_oneof![
        Just(Event::Created { settings: settings(BLITZ) }),
        (uci, any::<u32>(), clocks.clone()).prop_map(|(uci, lag, clocks)| Event::Moved {
            uci,
            spent: None,
            lag,
            round_trip: 0,
            clocks,
            conditional: false
        }),
        side.clone().prop_map(|by| Event::DrawOffered { by }),
        side.clone().prop_map(|by| Event::TakebackProposed { by }),
        side.clone().prop_map(|by| Event::TakebackDeclined { by }),
        (any::<u8>(), clocks.clone()).prop_map(|(plies, clocks)| Event::TakenBack { plies, clocks }),
        (1_u8..3, clocks.clone()).prop_map(|(plies, clocks)| Event::TakenBack { plies, clocks }),
        (side.clone(), number.clone()).prop_map(|(to, ms)| Event::TimeAdded { to, ms }),
        (side.clone(), number.clone()).prop_map(|(to, ms)| Event::Extended { to, ms }),
        (side.clone(), number.clone(), number.clone())
            .prop_map(|(by, w, b)| Event::Berserked { by, clocks: Clocks { w, b } }),
        (side, lines).prop_map(|(by, lines)| Event::ConditionalMovesSet { by, lines }),
        number.clone().prop_map(|stopped_at| Event::Resumed { stopped_at }),
        clocks.prop_map(|clocks| Event::Ended { outcome: Outcome::ABORTED, clocks, abort: None }),
    ];
    prop_oneof![
        1 => Just(Damage::Drop),
        1 => Just(Damage::Double),
        1 => any::<Index>().prop_map(Damage::Swap),
        1 => any::<u32>().prop_map(Damage::Seq),
        1 => number.prop_map(Damage::At),
        6 => event.prop_map(Damage::Event),
    ]
}

fn damage(log: &mut Vec<Recorded>, at: usize, damage: Damage) {
    match damage {
        Damage::Drop => drop(log.remove(at)),
        Damage::Double => log.insert(at, log[at].clone()),
        Damage::Swap(other) => {
            let other = other.index(log.len());
            log.swap(at, other);
        }
        Damage::Seq(seq) => log[at].seq = seq,
        Damage::At(moment) => log[at].at = moment,
        Damage::Event(event) => log[at].event = event,
    }
}

/// Calls every query of a game, at many times.
fn ask(live: &Live) {
    let context = Context { round_trip: RoundTrip::steady(u32::MAX), opponent: Presence::Gone(i64::MIN) };
    for now in [i64::MIN, 0, live.last_at(), i64::MAX] {
        for side in Color::ALL {
            let uci = live.position().legal_moves().first().map_or_else(String::new, |&mv| live.position().uci(mv));
            for command in [
                Command::Move { uci, ply: live.ply(), thought: Some(u32::MAX) },
                Command::ProposeTakeback,
                Command::AddTime,
                Command::ClaimVictory,
                Command::ClaimDraw,
                Command::OfferDraw,
            ] {
                if let Ok(events) = live.decide(side, &command, context, now) {
                    assert!(live.clone().record(events, now, None).is_ok(), "{side} {command:?}");
                }
            }
            for ms in [i64::MIN, 1, i64::MAX] {
                let events = live.extend(side, ms);
                assert!(live.clone().record(events, now, None).is_ok());
            }
        }
        for stopped_at in [i64::MIN, i64::MAX] {
            let events = live.resume(stopped_at, now);
            assert!(live.clone().record(events, now, None).is_ok());
        }
        // Time ends with the year 9999.
        let known = now.min(253_402_300_799_999).max(live.last_at());
        let nothing_due = live.deadline().is_none_or(|deadline| deadline > known);
        assert_eq!(live.tick(now).is_empty(), nothing_due);
        let _ = (live.clocks_at(now), live.game(), live.claims());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_log_is_an_error_or_a_game(
        settings in games(),
        steps in steps(),
        damages in proptest::collection::vec((any::<Index>(), damages()), 1..4),
        keeps_numbers in any::<bool>(),
    ) {
        let mut run = Run::new(&settings);
        for step in &steps {
            run.step(step);
        }
        let mut log = run.log;
        for (at, one) in damages {
            if log.is_empty() {
                break;
            }
            let at = at.index(log.len());
            damage(&mut log, at, one);
        }
        // With the numbers in order the fault is found later, or not at all.
        if keeps_numbers {
            for (seq, recorded) in (0..).zip(&mut log) {
                recorded.seq = seq;
            }
        }
        if let Ok(live) = Live::replay(log) {
            ask(&live);
        }
    }
}

#[test]
fn faults_are_named() {
    let mut table = Table::with(BLITZ);
    table.wait(1_000).play("b1a3").wait(1_000).play("h10i8").wait(1_000).play("a3b1");
    let log = table.log;
    let fault = |change: &dyn Fn(&mut Vec<Recorded>)| {
        let mut log = log.clone();
        change(&mut log);
        Live::replay(log).map(|_| ()).unwrap_err()
    };
    let at = |seq, fault| ReplayError { seq, fault };
    assert_eq!(fault(&|log| log.clear()), at(0, Fault::Missing));
    assert_eq!(fault(&|log| drop(log.remove(0))), at(0, Fault::Beginning));
    assert_eq!(fault(&|log| log[0].seq = 1), at(0, Fault::Number { found: 1 }));
    assert_eq!(fault(&|log| log[0].at = -1), at(0, Fault::Moment { at: -1 }));
    assert_eq!(fault(&|log| drop(log.remove(2))), at(2, Fault::Number { found: 3 }));
    assert_eq!(fault(&|log| log[2].at = 5), at(2, Fault::Moment { at: 5 }));
    let late = 253_402_300_800_000;
    assert_eq!(fault(&|log| log[3].at = late), at(3, Fault::Moment { at: late }));
    assert_eq!(fault(&|log| log[2].event = log[0].event.clone()), at(2, Fault::Beginning));
    assert_eq!(fault(&|log| log[2].event = log[1].event.clone()), at(2, Fault::Move { uci: "b1a3".into() }));
    let with = |seq: usize, event: Event| fault(&|log: &mut Vec<Recorded>| log[seq].event = event.clone());
    assert_eq!(with(1, Event::TakenBack { plies: 1, clocks: None }), at(1, Fault::Takeback { plies: 1 }));
    assert_eq!(with(3, Event::TakenBack { plies: 0, clocks: None }), at(3, Fault::Takeback { plies: 0 }));
    assert_eq!(with(3, Event::TakenBack { plies: 1, clocks: None }), at(3, Fault::Clocks));
    assert_eq!(with(3, Event::TimeAdded { to: Color::White, ms: -1 }), at(3, Fault::Clocks));
    let negative = Some(Clocks { w: -1, b: 0 });
    assert_eq!(
        with(2, Event::Ended { outcome: Outcome::ABORTED, clocks: negative, abort: None }),
        at(2, Fault::Clocks)
    );
    let clocks = Some(Clocks { w: 1, b: 0 });
    assert_eq!(with(2, Event::Ended { outcome: Outcome::ABORTED, clocks, abort: None }), at(3, Fault::AfterEnd));
    let abort = Some(AbortCause::Server);
    let drawn = Event::Ended { outcome: Outcome::draw(Reason::Agreement), clocks, abort };
    assert_eq!(with(2, drawn), at(2, Fault::Abort));
    let lines = vec![vec!["e2e5".to_owned(), "a1a1".to_owned()]];
    let event = Event::ConditionalMovesSet { by: Color::White, lines };
    assert_eq!(with(2, event), at(2, Fault::ConditionalMove { line: 0, ply: 0 }));
    let mut unknown = settings(TimeControl::Unlimited);
    unknown.variant = "chess".into();
    let error = with(0, Event::Created { settings: unknown });
    assert_eq!(error, at(0, Fault::Settings(SettingsError::UnknownVariant { variant: "chess".into() })));
    assert_eq!(error.to_string(), "event 0: there is no variant \"chess\"");
}

/// If one of several events is impossible, none is applied.
#[test]
fn events_of_another_state_change_nothing() {
    let mut table = Table::with(BLITZ);
    table.play("b1a3");
    let before = table.live.clone();
    let good = Event::DrawOffered { by: Color::White };
    let bad = Event::TakenBack { plies: 2, clocks: None };
    let error = table.live.record(vec![good, bad], table.now, None).unwrap_err();
    assert_eq!(error, ReplayError { seq: 3, fault: Fault::Takeback { plies: 2 } });
    assert_eq!(table.live, before);
}
