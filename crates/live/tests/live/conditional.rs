//! Conditional moves.

use saffron_live::{Command, DAY, Event, Live, Refusal, TimeControl};
use saffron_rules::Color::{self, Black, White};

use crate::support::{BLITZ, THREE_DAYS, Table, from_position};

fn set(lines: &[&str]) -> Command {
    let line = |line: &&str| line.split_whitespace().map(str::to_owned).collect();
    Command::SetConditionalMoves { lines: lines.iter().map(line).collect() }
}

fn lines(table: &Table, side: Color) -> Vec<String> {
    table.live.conditional_moves(side).iter().map(|line| line.join(" ")).collect()
}

/// Returns the moves played, conditional moves in brackets.
fn played(events: &[Event]) -> Vec<String> {
    let text = |event: &Event| match event {
        Event::Moved { uci, conditional: false, .. } => uci.clone(),
        Event::Moved { uci, conditional: true, .. } => format!("[{uci}]"),
        Event::Ended { outcome, .. } => outcome.to_string(),
        other => panic!("{other:?}"),
    };
    events.iter().map(text).collect()
}

#[test]
fn an_answer_is_played_at_once() {
    let mut table = Table::with(THREE_DAYS);
    table.act(Black, &set(&["e2e5 e9e6 d1f5 f9f8", "b1a3 h10i8"])).expect("lines");
    let events = table.wait(DAY).try_move("e2e5", None).expect("a move");
    assert_eq!(played(&events), ["e2e5", "[e9e6]"]);
    let [.., Event::Moved { spent, clocks: Some(clocks), .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((*spent, clocks.w, clocks.b), (Some(0), 3 * DAY, 3 * DAY));
    // Both events have the same moment; the command is the first one's.
    let [.., first, second] = &table.log[..] else { panic!("events") };
    assert_eq!((first.at, first.command.is_some()), (second.at, true));
    assert_eq!(second.command, None);
    assert_eq!(lines(&table, Black), ["d1f5 f9f8"]);
    assert_eq!(played(&table.try_move("d1f5", None).expect("a move")), ["d1f5", "[f9f8]"]);
    assert!(lines(&table, Black).is_empty());
    assert_eq!(table.live.moves(), ["e2e5", "e9e6", "d1f5", "f9f8"]);
}

#[test]
fn another_move_drops_the_lines() {
    let mut table = Table::with(TimeControl::Unlimited);
    table.act(Black, &set(&["e2e5 e9e6 d1f5 f9f8"])).expect("lines");
    assert_eq!(played(&table.try_move("b1a3", None).expect("a move")), ["b1a3"]);
    assert!(lines(&table, Black).is_empty());
}

/// The side to move never has lines, so an answer is never answered by a line of the other side.
#[test]
fn long_lines_of_both_sides_are_kept_one_after_the_other() {
    let mut table = Table::with(THREE_DAYS);
    table.play("b1a3");
    table.act(White, &set(&["h10i8 a3b1 i8h10 e2e5 e9e6 d1f5"])).expect("lines");
    assert_eq!(played(&table.try_move("h10i8", None).expect("a move")), ["h10i8", "[a3b1]"]);
    assert_eq!(lines(&table, White), ["i8h10 e2e5 e9e6 d1f5"]);
    let refused = Err(Refusal::BadConditionalMove { line: 0, ply: 0 });
    assert_eq!(table.act(Black, &set(&["i8h10 e2e5"])), refused);
    assert_eq!(played(&table.try_move("i8h10", None).expect("a move")), ["i8h10", "[e2e5]"]);
    assert_eq!(played(&table.try_move("f9f8", None).expect("a move")), ["f9f8"]);
    assert!(lines(&table, White).is_empty());
    table.act(Black, &set(&["d1f5 f8f7"])).expect("lines");
    assert_eq!(played(&table.try_move("d1f5", None).expect("a move")), ["d1f5", "[f8f7]"]);
}

#[test]
fn an_answer_ends_the_game() {
    let fen = "5/6/7/8/8Q/9/6K1/7/6/1k3 b - - 0 1";
    let mut table = Table::new(from_position("shafran", fen, THREE_DAYS));
    table.act(White, &set(&["b1a1 i6c3"])).expect("a line");
    let events = table.try_move("b1a1", None).expect("a move");
    assert_eq!(played(&events), ["b1a1", "[i6c3]", "1-0 checkmate"]);
    assert!(lines(&table, White).is_empty());
}

#[test]
fn lines_are_replaced_withdrawn_and_dropped_by_a_takeback() {
    let mut table = Table::with(THREE_DAYS);
    table.play("b1a3 h10i8");
    table.act(Black, &set(&["a3b1 i8h10"])).expect("lines");
    table.act(Black, &set(&["e2e5 e9e6"])).expect("other lines");
    assert_eq!(lines(&table, Black), ["e2e5 e9e6"]);
    table.act(Black, &set(&[])).expect("no lines");
    assert!(lines(&table, Black).is_empty());
    table.act(Black, &set(&["a3b1 i8h10"])).expect("lines");
    table.act(Black, &Command::ProposeTakeback).expect("a proposal");
    table.act(White, &Command::ProposeTakeback).expect("an acceptance");
    assert!(lines(&table, Black).is_empty());
    // In its own turn a side has no move to answer; an empty list of lines is no fault.
    assert_eq!(table.act(Black, &set(&["a3b1 i8h10"])), Err(Refusal::BadConditionalMove { line: 0, ply: 0 }));
    table.act(Black, &set(&[])).expect("no lines");
}

#[test]
fn impossible_lines_are_refused() {
    assert_eq!(Table::with(BLITZ).act(Black, &set(&[])), Err(Refusal::NoConditionalMoves));
    let mut table = Table::with(THREE_DAYS);
    let refused = table.act(Black, &set(&["e2e5 e9e6", "b1a3 h10i8 b1a3"]));
    assert_eq!(refused, Err(Refusal::BadConditionalMove { line: 1, ply: 2 }));
    let events = table.act(Black, &set(&["e2e5 e9e6 d1f5", "e2e5 e9e6"])).expect("lines");
    let expected = vec![vec!["e2e5".to_owned(), "e9e6".to_owned()]];
    assert_eq!(events, [Event::ConditionalMovesSet { by: Black, lines: expected }]);
}

#[test]
fn conditional_moves_are_shown_to_their_own_side_only() {
    let event = Event::ConditionalMovesSet { by: Black, lines: vec![] };
    let seen = [Some(White), Some(Black), None].map(|to| Live::visible(&event, to));
    assert_eq!(seen, [false, true, false]);
    let offer = Event::DrawOffered { by: Black };
    assert!([Some(White), Some(Black), None].iter().all(|&to| Live::visible(&offer, to)));
}

#[test]
fn a_position_takes_a_hundred_sets_of_a_side() {
    let mut table = Table::with(TimeControl::Unlimited);
    for n in 0..100 {
        let answer = if n % 2 == 0 { "b1a3 h10i8" } else { "b1a3 e9e6" };
        table.act(Black, &set(&[answer])).expect("lines");
    }
    assert_eq!(table.act(Black, &set(&["b1a3 h10i8"])), Err(Refusal::TooManyEvents));
    table.play("e2e5 e9e6 d1f5");
    table.act(White, &set(&["f9f8 f5d1"])).expect("lines of the other side");
    table.play("f9f8").act(White, &set(&[])).expect("lines in another position");
}

#[test]
fn a_set_has_at_most_512_moves() {
    let mut table = Table::with(TimeControl::Unlimited);
    let line = "b1a3 h10i8 a3b1 i8h10 ".repeat(5);
    let long = |count: usize| vec![line.as_str(); count];
    table.act(Black, &set(&long(25))).expect("500 moves");
    assert_eq!(table.act(Black, &set(&long(26))), Err(Refusal::BadConditionalMove { line: 25, ply: 12 }));
}
