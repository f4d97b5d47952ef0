//! Draw offers and takebacks.

use saffron_live::{Command, DAY, Event, Refusal, TimeControl};
use saffron_rules::Color::{self, Black, White};

use crate::support::{BLITZ, THREE_DAYS, Table};

fn begun() -> Table {
    let mut table = Table::with(BLITZ);
    table.play("b1a3 h10i8");
    table
}

#[test]
fn an_offer_that_is_answered_by_an_offer_is_an_agreement() {
    let mut table = begun();
    assert_eq!(table.act(White, &Command::OfferDraw), Ok(vec![Event::DrawOffered { by: White }]));
    assert_eq!(table.live.draw_offer(), Some(White));
    assert_eq!(table.act(White, &Command::OfferDraw), Err(Refusal::CannotOfferDraw));
    table.act(Black, &Command::OfferDraw).expect("an agreement");
    assert_eq!((table.end().as_deref(), table.live.draw_offer()), (Some("1/2-1/2 agreement"), None));
}

#[test]
fn a_draw_is_not_offered_before_both_sides_have_moved_nor_again_soon() {
    let mut table = Table::with(BLITZ);
    for moves in ["", "b1a3"] {
        table.play(moves);
        for side in Color::ALL {
            assert!(!table.live.can_offer_draw(side));
            assert_eq!(table.act(side, &Command::OfferDraw), Err(Refusal::CannotOfferDraw));
        }
    }
    table.play("h10i8");
    table.act(Black, &Command::OfferDraw).expect("an offer");
    assert_eq!(table.act(White, &Command::DeclineDraw), Ok(vec![Event::DrawDeclined { by: White }]));
    assert_eq!(table.act(White, &Command::DeclineDraw), Err(Refusal::NothingOffered));
    assert_eq!(table.act(Black, &Command::OfferDraw), Err(Refusal::CannotOfferDraw));
    table.play(&"a3b1 i8h10 b1a3 h10i8 ".repeat(2)).play("e2e5 e9e6").play(&"a3b1 i8h10 b1a3 h10i8 ".repeat(2));
    table.play("a3b1 i8h10");
    assert_eq!(table.live.ply(), 22);
    assert!(table.live.can_offer_draw(White) && !table.live.can_offer_draw(Black));
    table.play("b1a3");
    assert!(table.live.can_offer_draw(Black));
}

#[test]
fn a_move_of_the_other_side_declines_an_offer() {
    let mut table = begun();
    table.act(White, &Command::OfferDraw).expect("an offer");
    table.play("a3b1");
    assert_eq!(table.live.draw_offer(), Some(White));
    table.play("i8h10");
    assert_eq!(table.live.draw_offer(), None);
    assert_eq!(table.act(Black, &Command::DeclineDraw), Err(Refusal::NothingOffered));
}

#[test]
fn a_side_withdraws_its_own_offer() {
    let mut table = begun();
    table.act(White, &Command::OfferDraw).expect("an offer");
    table.act(White, &Command::DeclineDraw).expect("a withdrawal");
    assert_eq!(table.live.draw_offer(), None);
    assert_eq!(table.act(Black, &Command::OfferDraw), Ok(vec![Event::DrawOffered { by: Black }]));
    table.act(Black, &Command::ProposeTakeback).expect("a proposal");
    table.act(Black, &Command::DeclineTakeback).expect("a withdrawal");
    assert_eq!(table.live.takeback_proposal(), None);
}

#[test]
fn the_side_to_move_takes_two_plies_back_and_the_other_side_one() {
    let mut table = begun();
    table.play("a3b1");
    table.wait(4_000).act(White, &Command::ProposeTakeback).expect("a proposal");
    assert_eq!(table.live.takeback_proposal(), Some(White));
    let events = table.wait(1_000).act(Black, &Command::ProposeTakeback).expect("an acceptance");
    assert!(matches!(events[..], [Event::TakenBack { plies: 1, .. }]));
    assert_eq!((table.live.moves(), table.live.turn()), (vec!["b1a3".to_owned(), "h10i8".to_owned()], White));
    // Black's used time stays used; White's turn begins again.
    assert_eq!(table.clocks(), (182_000, 175_000));
    assert_eq!(table.live.times(), [180_000, 180_000]);
    assert_eq!(table.wait(1_000).clocks(), (181_000, 175_000));

    table.act(White, &Command::ProposeTakeback).expect("a proposal");
    let events = table.act(Black, &Command::ProposeTakeback).expect("an acceptance");
    assert!(matches!(events[..], [Event::TakenBack { plies: 2, .. }]));
    assert_eq!((table.live.ply(), table.live.turn()), (0, White));
    // As at the start: the first moves are free.
    assert_eq!((table.live.running(), table.live.can_abort()), (None, true));
    assert_eq!(table.clocks(), (181_000, 175_000));
}

#[test]
fn a_side_that_has_not_moved_takes_nothing_back() {
    let mut table = Table::with(THREE_DAYS);
    for (moves, white, black) in
        [("", false, false), ("b1a3", true, false), ("h10i8", true, true), ("a3b1", true, true)]
    {
        table.play(moves);
        for (side, can) in [(White, white), (Black, black)] {
            assert_eq!(table.live.can_propose_takeback(side), can);
            let refused = table.live.decide(side, &Command::ProposeTakeback, table.context, table.now).is_err();
            assert_eq!(refused, !can, "{side} after {moves}");
        }
    }
}

#[test]
fn a_takeback_is_proposed_at_most_three_times_in_a_position() {
    let mut table = begun();
    for _ in 0..3 {
        table.act(White, &Command::ProposeTakeback).expect("a proposal");
        assert_eq!(table.act(White, &Command::ProposeTakeback), Err(Refusal::CannotTakeBack));
        table.act(Black, &Command::DeclineTakeback).expect("a refusal");
    }
    assert_eq!(table.act(White, &Command::ProposeTakeback), Err(Refusal::CannotTakeBack));
    assert_eq!(table.act(Black, &Command::DeclineTakeback), Err(Refusal::NothingOffered));
    table.play("a3b1");
    table.act(White, &Command::ProposeTakeback).expect("in another position");
    table.play("i8h10");
    assert_eq!(table.live.takeback_proposal(), None, "a move declines it");
}

#[test]
fn a_takeback_ends_all_offers() {
    let mut table = begun();
    table.act(White, &Command::OfferDraw).expect("an offer");
    table.act(White, &Command::ProposeTakeback).expect("a proposal");
    table.act(Black, &Command::ProposeTakeback).expect("an acceptance");
    assert_eq!((table.live.draw_offer(), table.live.takeback_proposal()), (None, None));
    // The last offer was at a later ply than this one.
    table.play("b1a3 h10i8");
    assert!(!table.live.can_offer_draw(White));
}

#[test]
fn after_a_takeback_by_correspondence_the_turn_has_its_days_again() {
    let mut table = Table::with(THREE_DAYS);
    table.play("b1a3 h10i8 a3b1").wait(2 * DAY);
    table.act(White, &Command::ProposeTakeback).expect("a proposal");
    table.act(Black, &Command::ProposeTakeback).expect("an acceptance");
    assert_eq!(table.clocks(), (3 * DAY, 3 * DAY));
    assert_eq!(table.live.deadline(), Some(table.now + 3 * DAY));
    // Days that were added stay.
    table.act(Black, &Command::AddTime).expect("a day more");
    table.wait(DAY / 2).act(Black, &Command::ProposeTakeback).expect("a proposal");
    table.act(White, &Command::ProposeTakeback).expect("an acceptance");
    assert_eq!(table.clocks(), (3 * DAY + DAY / 2, 3 * DAY));
    let mut unlimited = Table::with(TimeControl::Unlimited);
    unlimited.play("b1a3 h10i8").act(White, &Command::ProposeTakeback).expect("a proposal");
    let events = unlimited.act(Black, &Command::ProposeTakeback);
    assert_eq!(events, Ok(vec![Event::TakenBack { plies: 2, clocks: None }]));
}
