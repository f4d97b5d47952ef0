//! Berserk, and games without takebacks and added time.

use saffron_live::{Clocks, Command, Event, Live, Refusal, Settings, SettingsError, TimeControl};
use saffron_rules::Color::{Black, White};

use crate::support::{BLITZ, START, THREE_DAYS, Table, settings};

fn berserk(control: TimeControl) -> Settings {
    Settings { berserk: true, ..settings(control) }
}

#[test]
fn a_side_gives_up_half_of_its_time_and_its_increments_before_its_first_move() {
    let mut table = Table::new(berserk(BLITZ));
    let clocks = Clocks { w: 180_000, b: 90_000 };
    assert!(table.live.can_berserk(Black));
    assert_eq!(table.act(Black, &Command::Berserk), Ok(vec![Event::Berserked { by: Black, clocks }]));
    assert_eq!(table.act(Black, &Command::Berserk), Err(Refusal::CannotBerserk), "once only");
    table.play("b1a3");
    assert_eq!(table.act(White, &Command::Berserk), Err(Refusal::CannotBerserk), "White has moved");
    table.play("h10i8");
    table.wait(1_000).play("a3b1");
    table.wait(1_000).play("i8h10");
    assert_eq!(table.clocks(), (181_000, 89_000), "White has an increment, Black has none");
    assert_eq!([White, Black].map(|side| table.live.has_berserked(side)), [false, true]);
}

#[test]
fn berserk_needs_settings_that_allow_it_and_an_initial_time() {
    let mut table = Table::with(BLITZ);
    assert!(!table.live.can_berserk(White));
    assert_eq!(table.act(White, &Command::Berserk), Err(Refusal::CannotBerserk));
    for control in [TimeControl::Clock { initial: 0, increment: 2 }, THREE_DAYS, TimeControl::Unlimited] {
        assert_eq!(Live::create(berserk(control), START).map(|_| ()), Err(SettingsError::Control), "{control:?}");
    }
}

#[test]
fn a_strict_game_has_no_takebacks_and_no_added_time() {
    let strict = Settings { strict: true, ..settings(BLITZ) };
    let mut table = Table::new(strict);
    table.play("b1a3 h10i8");
    assert!(!table.live.can_propose_takeback(White));
    assert_eq!(table.act(White, &Command::ProposeTakeback), Err(Refusal::CannotTakeBack));
    assert_eq!(table.act(White, &Command::AddTime), Err(Refusal::CannotAddTime));
}

#[test]
fn a_rematch_is_an_ordinary_game() {
    let table = Table::new(Settings { strict: true, ..berserk(BLITZ) });
    assert_eq!(table.live.rematch(), settings(BLITZ));
}
