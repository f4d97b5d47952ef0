//! Games of a side that plays several at the same time.

use saffron_live::{Command, Context, Host, Live, Presence, Refusal, RoundTrip, Settings, SettingsError, TimeControl};
use saffron_rules::Color::{Black, White};

use crate::support::{BLITZ, START, THREE_DAYS, Table, settings};

fn hosted(control: TimeControl, extra: u32) -> Settings {
    Settings { host: Some(Host { side: Black, extra }), ..settings(control) }
}

#[test]
fn the_host_has_more_time_at_the_start_and_the_same_increments() {
    let mut table = Table::new(hosted(BLITZ, 600));
    assert_eq!(table.clocks(), (180_000, 780_000));
    table.play("b1a3 h10i8");
    table.wait(1_000).play("a3b1");
    table.wait(2_000).play("i8h10");
    assert_eq!(table.clocks(), (181_000, 780_000));
    let stored = table.log.clone();
    let again = Live::replay(stored).expect("the same game");
    assert_eq!(again.clocks_at(table.now), table.live.clocks_at(table.now));
}

#[test]
fn only_the_absence_of_the_host_gives_no_claim() {
    let mut table = Table::new(hosted(BLITZ, 0));
    table.play("b1a3 h10i8 a3b1");
    let gone = Presence::Left(table.now);
    let context = Context { round_trip: RoundTrip::default(), opponent: gone };
    let now = table.now + 100_000;
    assert_eq!(table.live.claimable_from(White, gone), None);
    let refused = table.live.decide(White, &Command::ClaimVictory, context, now);
    assert_eq!(refused, Err(Refusal::NotAbandoned { from: None }));
    table.play("i8h10");
    assert_eq!(table.live.claimable_from(Black, Presence::Left(table.now)), Some(table.now + 10_000));
}

#[test]
fn a_host_plays_casual_games_with_clocks() {
    let error = |settings: Settings| Live::create(settings, START).map(|_| ()).expect_err("no such game");
    for control in [THREE_DAYS, TimeControl::Unlimited] {
        assert_eq!(error(hosted(control, 0)), SettingsError::Control);
    }
    let increments = TimeControl::Clock { initial: 0, increment: 5 };
    assert_eq!(error(hosted(increments, 1)), SettingsError::Control);
    assert_eq!(error(hosted(BLITZ, 10_801)), SettingsError::Control);
    assert_eq!(error(Settings { rated: true, ..hosted(BLITZ, 600) }), SettingsError::RatedHost);
    assert!(Live::create(hosted(increments, 0), START).is_ok());
}

#[test]
fn a_rematch_has_no_host() {
    assert_eq!(Table::new(hosted(BLITZ, 600)).live.rematch(), settings(BLITZ));
}
