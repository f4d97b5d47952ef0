//! Clocks, lag, flags, the first moves, and server downtime.

use saffron_live::{AbortCause, Clocks, Command, DAY, Event, Live, RoundTrip, Settings, SettingsError, TimeControl};
use saffron_rules::Color::{Black, White};

use crate::support::{BLITZ, START, THREE_DAYS, Table, from_position, settings};

const fn clock(initial: u32, increment: u32) -> TimeControl {
    TimeControl::Clock { initial, increment }
}

/// Sixteen plies, in which White moves four times to and fro.
const SHUTTLE: [&str; 4] = ["b1a3", "h10i8", "a3b1", "i8h10"];

/// Row of a table for one move: the time since the previous move, the thinking time that the client reports, the round trip, and the
/// clocks after the move.
type Row = (i64, Option<u32>, u32, (i64, i64));

#[test]
fn moves_cost_what_the_table_says() {
    let tables: &[(TimeControl, &[Row])] = &[
        // The first move of each side is free and adds no increment.
        (
            clock(180, 2),
            &[
                (9_000, None, 0, (180_000, 180_000)),
                (19_999, Some(0), 500, (180_000, 180_000)),
                (5_000, None, 0, (177_000, 180_000)),
                (0, None, 0, (177_000, 182_000)),
                (2_000, None, 0, (177_000, 182_000)),
            ],
        ),
        // Lag by the round trip, by the client's word, and within the quota: 3 seconds, one more with each move.
        (
            clock(180, 0),
            &[
                (0, None, 0, (180_000, 180_000)),
                (0, None, 0, (180_000, 180_000)),
                (5_000, None, 300, (175_300, 180_000)),
                (5_000, Some(4_800), 300, (175_300, 175_200)),
                (5_000, Some(0), 300, (170_600, 175_200)),
                (9_000, Some(9_500), 300, (170_600, 166_200)),
                (200, None, 300, (170_600, 166_200)),
            ],
        ),
        // A quota that runs out: 1170 ms for one minute, 390 more with each move.
        (
            clock(60, 0),
            &[
                (0, None, 0, (60_000, 60_000)),
                (0, None, 0, (60_000, 60_000)),
                (3_000, Some(0), 5_000, (58_170, 60_000)),
                (0, None, 0, (58_170, 60_000)),
                (3_000, Some(0), 5_000, (55_560, 60_000)),
                (0, None, 0, (55_560, 60_000)),
                (3_000, Some(3_000), 5_000, (52_560, 60_000)),
                (0, None, 0, (52_560, 60_000)),
                (3_000, Some(0), 5_000, (50_340, 60_000)),
            ],
        ),
        // Without time at the start: the increment, and at least 3 seconds.
        (clock(0, 1), &[(0, None, 0, (3_000, 3_000)), (0, None, 0, (3_000, 3_000)), (1_000, None, 0, (3_000, 3_000))]),
        (
            clock(0, 10),
            &[(0, None, 0, (10_000, 10_000)), (0, None, 0, (10_000, 10_000)), (4_000, None, 0, (16_000, 10_000))],
        ),
        // By correspondence every move has all its days.
        (
            THREE_DAYS,
            &[
                (DAY, None, 0, (3 * DAY, 3 * DAY)),
                (2 * DAY, Some(0), 500, (3 * DAY, 3 * DAY)),
                (3 * DAY - 1, None, 0, (3 * DAY, 3 * DAY)),
                (3 * DAY - 1, None, 0, (3 * DAY, 3 * DAY)),
            ],
        ),
    ];
    for (control, rows) in tables {
        let mut table = Table::with(*control);
        for (ply, &(elapsed, thought, round_trip, expected)) in rows.iter().enumerate() {
            table.context.round_trip = RoundTrip::steady(round_trip);
            let events = table.wait(elapsed).try_move(SHUTTLE[ply % 4], thought).expect("a legal move");
            let [Event::Moved { spent, lag, clocks: Some(clocks), .. }] = &events[..] else { panic!("{events:?}") };
            assert_eq!((clocks.w, clocks.b), expected, "{control:?}, half-move {ply}");
            assert_eq!(table.clocks(), expected);
            let free = ply < 2 && control.is_real_time();
            assert_eq!(spent.map(|spent| i64::from(spent) + i64::from(*lag)), (!free).then_some(elapsed));
        }
        let of_mover = |(ply, &(.., (w, b))): (usize, &Row)| if ply % 2 == 0 { w } else { b };
        let times: Vec<i64> = rows.iter().enumerate().map(of_mover).collect();
        let kept: Vec<i64> = table.live.times().iter().copied().map(i64::from).collect();
        assert_eq!(kept, if control.is_real_time() { times } else { vec![] });
    }
}

#[test]
fn the_clock_of_the_side_to_move_runs_from_the_third_ply() {
    let mut table = Table::with(BLITZ);
    assert_eq!((table.live.running(), table.wait(5_000).clocks()), (None, (180_000, 180_000)));
    table.play("b1a3");
    assert_eq!((table.live.running(), table.wait(5_000).clocks()), (None, (180_000, 180_000)));
    table.play("h10i8");
    assert_eq!((table.live.running(), table.wait(5_000).clocks()), (Some(White), (175_000, 180_000)));
    // A time before the last event counts as that of the last event.
    assert_eq!(table.live.clocks_at(START), Some(Clocks { w: 180_000, b: 180_000 }));
    assert_eq!(table.live.clocks_at(i64::MIN), table.live.clocks_at(START));
    assert_eq!(table.live.clocks_at(i64::MAX), Some(Clocks { w: 0, b: 180_000 }));
}

#[test]
fn a_game_that_is_not_begun_in_time_is_aborted() {
    let limits = [
        (clock(60, 0), 15_000),
        (clock(180, 2), 20_000),
        (clock(600, 0), 30_000),
        (clock(1_800, 0), 35_000),
        (THREE_DAYS, 3 * DAY),
    ];
    for (control, limit) in limits {
        for moves in ["", "b1a3"] {
            let mut table = Table::with(control);
            table.wait(7).play(moves);
            let began = if moves.is_empty() { START } else { table.now };
            assert_eq!(table.live.deadline(), Some(began + limit), "{control:?}");
            table.now = began + limit - 1;
            assert_eq!(table.tick(), []);
            assert_eq!(table.wait(1).tick().len(), 1);
            assert_eq!(table.end().as_deref(), Some("* abort"));
            let by = if moves.is_empty() { White } else { Black };
            assert_eq!(table.live.abort_cause(), Some(AbortCause::NoFirstMove { by }));
            assert_eq!((table.live.deadline(), table.tick()), (None, vec![]));
        }
    }
    let mut unlimited = Table::with(TimeControl::Unlimited);
    assert_eq!((unlimited.live.deadline(), unlimited.wait(1_000 * DAY).tick()), (None, vec![]));
    assert_eq!(unlimited.live.clocks_at(unlimited.now), None);
}

#[test]
fn a_game_by_challenge_waits_minutes_for_each_first_move() {
    let limits = [
        (clock(0, 1), 300_000),
        (clock(60, 0), 300_000),
        (clock(180, 2), 300_000),
        (clock(600, 0), 600_000),
        (clock(1_800, 0), 900_000),
        (THREE_DAYS, 3 * DAY),
    ];
    for (control, limit) in limits {
        let mut table = Table::new(settings(control).by_challenge());
        assert_eq!(table.live.deadline(), Some(START + limit), "{control:?}");
        table.wait(limit - 1).play("b1a3").wait(limit - 1);
        assert_eq!((table.tick(), table.live.deadline()), (vec![], Some(table.now + 1)));
        let (saved, state) = (table.log.clone(), table.live.clone());
        table.wait(1).tick();
        assert_eq!(table.end().as_deref(), Some("* abort"), "{control:?}");
        assert_eq!(table.live.abort_cause(), Some(AbortCause::NoFirstMove { by: Black }));
        // A first move is free, and the flag falls as in any other game.
        (table.log, table.live) = (saved, state);
        table.now -= 1;
        table.play("h10i8");
        let mut usual = Table::with(control);
        usual.play("b1a3 h10i8");
        assert_eq!(table.live.deadline().map(|at| at - table.now), usual.live.deadline().map(|at| at - usual.now));
    }
    let unlimited = settings(TimeControl::Unlimited);
    assert_eq!(unlimited.clone().by_challenge(), unlimited);
}

#[test]
fn the_flag_waits_for_a_move_under_way() {
    let mut table = Table::with(clock(60, 0));
    table.play("b1a3 h10i8").wait(60_000);
    // The clock has run out; 1170 ms of lag may still explain a later move.
    assert_eq!((table.clocks(), table.tick()), ((0, 60_000), vec![]));
    assert_eq!(table.live.deadline(), Some(table.now + 1_170));
    assert_eq!(table.wait(1_169).tick(), []);
    let (saved, state) = (table.log.clone(), table.live.clone());
    // A move that took less than the clock had counts,
    table.context.round_trip = RoundTrip::steady(2_000);
    table.try_move("a3b1", Some(59_000)).expect("a move in time");
    assert_eq!((table.clocks(), table.end()), ((1, 60_000), None));
    // one that took longer ends the game,
    (table.log, table.live) = (saved, state);
    let events = table.try_move("a3b1", Some(60_500)).expect("events");
    assert!(matches!(events[..], [Event::Ended { clocks: Some(Clocks { w: 0, b: 60_000 }), .. }]));
    assert_eq!(table.end().as_deref(), Some("0-1 time"));
    // and without a move the flag falls.
    let mut table = Table::with(clock(60, 0));
    table.play("b1a3 h10i8").wait(61_170);
    let refused = table.try_move("a3b1", Some(0));
    assert_eq!(refused.unwrap_err().to_string(), "the game is over: 0-1 time");
    assert_eq!(table.tick().len(), 1);
    assert_eq!((table.end().as_deref(), table.clocks()), (Some("0-1 time"), (0, 60_000)));
}

#[test]
fn a_client_that_says_that_it_never_thinks_runs_out_of_time() {
    // The player needs 0.38 s a move; the quota alone would compensate all of it.
    let cost_of_a_move = |thought, round_trip| {
        let mut table = Table::with(clock(60, 0));
        table.play("b1a3 h10i8");
        table.context.round_trip = RoundTrip::steady(round_trip);
        let moves = std::iter::repeat(["a3b1", "i8h10", "b1a3", "h10i8"]).flatten();
        let mut count = 0;
        for uci in moves.take(14) {
            let white = table.live.turn() == White;
            table.wait(if white { 380 } else { 0 }).try_move(uci, white.then_some(thought)).expect("a legal move");
            count += i64::from(white);
        }
        (60_000 - table.clocks().0) / count
    };
    assert_eq!(cost_of_a_move(0, 5), 375);
    assert_eq!(cost_of_a_move(0, 0), 380);
    // A client that is far away reports its thinking time, so that the rest counts as lag.
    assert_eq!(cost_of_a_move(100, 280), 100);
    assert_eq!(cost_of_a_move(0, 280), 100);
}

#[test]
fn a_move_that_takes_all_the_time_is_too_late() {
    for (thought, end) in [(59_999, None), (60_000, Some("0-1 time"))] {
        let mut table = Table::with(clock(60, 0));
        table.context.round_trip = RoundTrip::steady(1);
        table.play("b1a3 h10i8").wait(60_000);
        table.try_move("a3b1", Some(thought)).expect("events");
        assert_eq!(table.end().as_deref(), end);
    }
}

#[test]
fn by_correspondence_the_flag_falls_with_the_last_day() {
    let mut table = Table::with(THREE_DAYS);
    table.play("b1a3 h10i8").wait(DAY).play("a3b1");
    assert_eq!((table.live.running(), table.live.deadline()), (Some(Black), Some(table.now + 3 * DAY)));
    assert_eq!(table.wait(DAY).clocks(), (3 * DAY, 2 * DAY));
    assert_eq!(table.wait(2 * DAY - 1).tick(), []);
    assert_eq!(table.wait(1).tick().len(), 1);
    assert_eq!((table.end().as_deref(), table.clocks()), (Some("1-0 time"), (3 * DAY, 0)));
}

#[test]
fn a_fallen_flag_is_a_draw_if_the_other_side_cannot_win() {
    // White's flag falls; Black has these pieces.
    for (variant, fen, moves, end) in [
        ("shafran", "5/6/7/8/9/2R6/1K4p1/5k1/6/5 w - - 0 1", "c5a5 g4g3q", "0-1 time"),
        ("shafran", "5/R5/3k3/1K6/9/9/8/7/6/5 w - - 0 1", "d9a6 f8e7", "1/2-1/2 time"),
        ("glinski", "1/3/5/k6/9/10K/11/11/11/4Q6/11 w - - 0 1", "e2a2 c8b6", "1/2-1/2 time"),
    ] {
        let mut table = Table::new(from_position(variant, fen, BLITZ));
        table.play(moves).wait(200_000).tick();
        assert_eq!(table.end().as_deref(), Some(end), "{fen}");
    }
}

#[test]
fn time_is_given_to_the_other_side() {
    let mut table = Table::with(BLITZ);
    table.act(White, &Command::AddTime).expect("before the first move too");
    assert_eq!(table.clocks(), (180_000, 195_000));
    table.play("b1a3 h10i8").wait(10_000);
    table.act(Black, &Command::AddTime).expect("during the other side's turn");
    assert_eq!(table.clocks(), (185_000, 195_000));
    // Not above three hours.
    let mut long = Table::with(clock(10_800, 0));
    assert!(long.act(White, &Command::AddTime).is_err());
    long.play("b1a3 h10i8").wait(15_000);
    assert!(long.act(White, &Command::AddTime).is_err());
    long.act(Black, &Command::AddTime).expect("15 seconds that were used");
    assert_eq!(long.clocks(), (10_800_000, 10_800_000));

    let mut days = Table::with(THREE_DAYS);
    days.play("b1a3 h10i8").wait(DAY);
    for more in 1..=14 {
        days.act(Black, &Command::AddTime).expect("up to 14 days");
        assert_eq!(days.clocks(), ((2 + more) * DAY, 3 * DAY));
    }
    assert!(days.act(Black, &Command::AddTime).is_err());
    days.act(White, &Command::AddTime).expect("for the next move");
    assert_eq!(days.live.deadline(), Some(days.now + 16 * DAY));
    days.wait(16 * DAY - 1).play("a3b1");
    assert_eq!(days.clocks(), (3 * DAY, 4 * DAY));
    assert!(Table::with(TimeControl::Unlimited).act(White, &Command::AddTime).is_err());
}

#[test]
fn the_server_extends_the_time_for_a_move() {
    let mut table = Table::with(THREE_DAYS);
    table.play("b1a3 h10i8").wait(DAY);
    let events = table.live.extend(White, 20 * DAY);
    assert_eq!(events, [Event::Extended { to: White, ms: 20 * DAY }]);
    table.record(events, None);
    assert_eq!(table.clocks(), (22 * DAY, 3 * DAY));
    for ms in [0, -DAY, 4_000 * DAY, i64::MAX, i64::MIN] {
        assert_eq!(table.live.extend(White, ms), []);
    }
    table.wait(21 * DAY).play("a3b1");
    assert_eq!(table.clocks(), (3 * DAY, 3 * DAY));
    assert_eq!(Table::with(TimeControl::Unlimited).live.extend(White, DAY), []);
}

#[test]
fn server_downtime_does_not_count() {
    // Before the first move: its limit is later.
    let mut table = Table::with(BLITZ);
    table.wait(60_000);
    assert_eq!(table.resume(START + 5_000), [Event::Resumed { stopped_at: START + 5_000 }]);
    assert_eq!(table.live.deadline(), Some(table.now + 15_000));
    // During a turn.
    table.play("b1a3 h10i8").wait(10_000);
    let stopped_at = table.now;
    table.wait(3_600_000).resume(stopped_at);
    assert_eq!(table.clocks(), (170_000, 180_000));
    assert_eq!(table.wait(1_000).clocks(), (169_000, 180_000));
    // Twice in a turn.
    let stopped_at = table.now;
    table.wait(500).resume(stopped_at);
    table.play("a3b1");
    assert_eq!(table.clocks(), (171_000, 180_000));
    // The last known moment is before the last event: only the time since that was away.
    table.wait(4_000).resume(START);
    assert_eq!(table.clocks(), (171_000, 180_000));
    // Not away at all, or in the future.
    table.wait(5_000);
    for stopped_at in [table.now, table.now + 9] {
        assert_eq!(table.resume(stopped_at), []);
    }
    assert_eq!(table.clocks(), (171_000, 175_000));
}

#[test]
fn a_flag_that_fell_before_the_server_stopped_has_fallen() {
    let mut table = Table::with(BLITZ);
    table.play("b1a3 h10i8").wait(400_000);
    let events = table.resume(table.now - 100_000);
    assert!(matches!(events[..], [Event::Resumed { .. }, Event::Ended { clocks: Some(Clocks { w: 0, .. }), .. }]));
    assert_eq!(table.end().as_deref(), Some("0-1 time"));
    assert_eq!(table.wait(5).resume(START), []);
    // No time runs in these.
    let mut unlimited = Table::with(TimeControl::Unlimited);
    assert_eq!(unlimited.wait(DAY).resume(START), []);
}

#[test]
fn by_correspondence_server_downtime_costs_nothing() {
    let mut table = Table::with(THREE_DAYS);
    table.play("b1a3 h10i8").wait(DAY);
    let stopped_at = table.now;
    table.wait(30 * DAY).resume(stopped_at);
    assert_eq!((table.clocks(), table.live.deadline()), ((2 * DAY, 3 * DAY), Some(table.now + 2 * DAY)));
}

#[test]
fn time_does_not_go_back() {
    let mut table = Table::with(BLITZ);
    table.wait(1_000).play("b1a3").wait(1_000).play("h10i8").wait(-5_000);
    table.play("a3b1");
    let last = table.log.last().expect("an event");
    assert_eq!((last.at, table.clocks()), (START + 2_000, (182_000, 180_000)));
    assert_eq!(table.live.last_at(), START + 2_000);
}

#[test]
fn invalid_settings_are_refused() {
    let error = |settings: Settings| Live::create(settings, START).map(|_| ()).unwrap_err();
    let with = |change: &dyn Fn(&mut Settings)| {
        let mut settings = settings(BLITZ);
        change(&mut settings);
        error(settings)
    };
    assert!(
        matches!(with(&|s| s.variant = "chess".repeat(50)), SettingsError::UnknownVariant { variant } if variant.len() == 40)
    );
    assert!(matches!(with(&|s| s.start_fen = Some("x".into())), SettingsError::Fen(_)));
    assert!(matches!(with(&|s| s.start_fen = Some(" ".repeat(401))), SettingsError::FenTooLong { limit: 400 }));
    let dead = "k4/6/7/8/9/9/8/7/6/4K w - - 0 1";
    assert!(matches!(with(&|s| s.start_fen = Some(dead.into())), SettingsError::Over(_)));
    for control in [clock(0, 0), clock(10_801, 0), clock(60, 181), TimeControl::Correspondence { days: 4 }] {
        assert_eq!(with(&|s| s.control = control), SettingsError::Control);
    }
    for time in [0, 3_601, u32::MAX] {
        assert_eq!(with(&|s| s.first_move_time = Some(time)), SettingsError::Control);
    }
    for control in [THREE_DAYS, TimeControl::Unlimited] {
        assert_eq!(with(&|s| (s.control, s.first_move_time) = (control, Some(300))), SettingsError::Control);
    }
    let fen = "k4/6/7/8/9/8R/8/7/6/R3K w - - 0 1";
    let rated = |s: &mut Settings| (s.rated, s.start_fen) = (true, Some(fen.into()));
    assert_eq!(with(&rated), SettingsError::RatedPosition);
    assert_eq!(with(&|s| (s.rated, s.control) = (true, TimeControl::Unlimited)), SettingsError::RatedUnlimited);
    let json = serde_json::to_string(&SettingsError::RatedPosition).expect("JSON");
    assert_eq!(json, r#"{"code":"rated_position"}"#);
}

#[test]
fn the_start_position_of_the_variant_is_left_out() {
    let own = saffron_rules::Variant::by_id("shafran").expect("a variant").start().to_fen();
    let rated = Settings { start_fen: Some(own), rated: true, ..settings(BLITZ) };
    let (live, created) = Live::create(rated, START).expect("playable settings");
    assert_eq!(live.settings(), &Settings { rated: true, ..settings(BLITZ) });
    assert_eq!(created.event, Event::Created { settings: live.settings().clone() });
    // Any other one is written as the rules write it.
    let fen = "k4/6/7/8/9/8R/8/7/6/R3K   w - - 0 1";
    let (live, _) = Live::create(from_position("shafran", fen, BLITZ), START).expect("playable settings");
    assert_eq!(live.settings().start_fen.as_deref(), Some(live.start().to_fen().as_str()));
    assert_eq!(live.rematch(), *live.settings());
}
