//! Ends of games.

use saffron_live::{AbortCause, Command, DAY, Event, Presence, Refusal, TimeControl};
use saffron_rules::Color::{Black, White};
use saffron_rules::{Claim, Outcome, Reason};

use crate::support::{BLITZ, START, THREE_DAYS, Table, from_position};

const ROUND: &str = "b1a3 h10i8 a3b1 i8h10 ";

#[test]
fn a_game_is_aborted_before_both_sides_have_moved_and_resigned_after() {
    for moves in ["", "b1a3"] {
        for side in [White, Black] {
            let mut table = Table::with(BLITZ);
            table.play(moves);
            assert!(table.live.can_abort());
            assert_eq!(table.act(side, &Command::Resign), Err(Refusal::CannotResign));
            table.act(side, &Command::Abort).expect("an abort");
            assert_eq!(table.end().as_deref(), Some("* abort"));
            assert_eq!(table.live.abort_cause(), Some(AbortCause::Player { by: side }));
        }
    }
    for (side, end) in [(White, "0-1 resignation"), (Black, "1-0 resignation")] {
        let mut table = Table::with(BLITZ);
        table.play("b1a3 h10i8");
        assert!(!table.live.can_abort());
        assert_eq!(table.act(side, &Command::Abort), Err(Refusal::CannotAbort));
        table.act(side, &Command::Resign).expect("a resignation");
        assert_eq!(table.end().as_deref(), Some(end));
    }
}

#[test]
fn after_the_end_nothing_happens() {
    let mut table = Table::with(BLITZ);
    table.play("b1a3 h10i8").wait(3_000).act(White, &Command::Resign).expect("a resignation");
    let outcome = table.live.outcome().expect("an end");
    assert_eq!(table.clocks(), (177_000, 180_000));
    table.wait(DAY);
    let mv = Command::Move { uci: "a3b1".into(), ply: 2, thought: None };
    for command in [mv, Command::Resign, Command::Abort, Command::OfferDraw, Command::AddTime, Command::ClaimVictory] {
        assert_eq!(table.act(White, &command), Err(Refusal::GameOver(outcome)));
    }
    assert_eq!((table.tick(), table.resume(START), table.live.deadline()), (vec![], vec![], None));
    assert_eq!((table.live.abort(table.now), table.live.forfeit(White, table.now)), (vec![], vec![]));
    assert_eq!((table.live.extend(White, DAY), table.live.running()), (vec![], None));
    assert_eq!(table.clocks(), (177_000, 180_000));
    assert_eq!(table.live.game().outcome(), Some(outcome));
    let again = Event::Ended { outcome, clocks: None, abort: None };
    assert!(table.live.record(vec![again], table.now, None).is_err());
}

#[test]
fn moves_are_refused_for_a_reason() {
    let mut table = Table::with(BLITZ);
    let mv = |uci: &str, ply| Command::Move { uci: uci.into(), ply, thought: None };
    assert_eq!(table.act(Black, &mv("e9e6", 0)), Err(Refusal::NotYourTurn));
    assert_eq!(table.act(White, &mv("b1a3", 1)), Err(Refusal::WrongPly { ply: 0 }));
    assert_eq!(table.act(White, &mv("b1b9", 0)), Err(Refusal::IllegalMove { uci: "b1b9".into() }));
    let long = "é".repeat(1_000);
    assert_eq!(table.act(White, &mv(&long, 0)), Err(Refusal::IllegalMove { uci: "é".repeat(16) }));
    assert_eq!((table.log.len(), table.live.next_seq()), (1, 1));
}

#[test]
fn the_rules_end_a_game_with_its_last_move() {
    for (variant, fen, mv, end) in [
        // Stalemate is three quarters in Gliński's game.
        ("glinski", "1/3/5/7/9/11/7Q3/11/7K3/11/7k3 w - - 0 1", "h5c2", "3/4-1/4 stalemate"),
        ("shafran", "5/6/7/8/4Kr3/9/8/6k/6/5 w - - 0 1", "e6f6", "1/2-1/2 dead"),
        ("shafran", "k4/6/7/8/9/8R/8/7/6/R3K w - - 149 90", "a1a2", "1/2-1/2 seventyfive"),
    ] {
        let mut table = Table::new(from_position(variant, fen, BLITZ));
        assert_eq!(table.try_move(mv, None).expect("a legal move").len(), 2);
        assert_eq!(table.end().as_deref(), Some(end));
    }
}

#[test]
fn repetitions_are_claimed_and_end_the_game() {
    let mut table = Table::with(BLITZ);
    table.play(&ROUND.repeat(2));
    assert_eq!(table.live.claims(), [Claim::Threefold]);
    assert_eq!(table.act(Black, &Command::ClaimDraw), Err(Refusal::NotYourTurn));
    table.play("b1a3");
    assert_eq!(table.act(White, &Command::ClaimDraw), Err(Refusal::NotYourTurn));
    table.play("h10i8 a3b1 i8h10");
    let mut claimed = Table::with(BLITZ);
    claimed.play(&ROUND.repeat(2)).act(White, &Command::ClaimDraw).expect("a claim");
    assert_eq!(claimed.end().as_deref(), Some("1/2-1/2 threefold"));
    assert_eq!(claimed.live.claims(), []);
    table.play(ROUND);
    assert_eq!(table.end().as_deref(), Some("1/2-1/2 fivefold"));
    assert_eq!(table.live.game().outcome().map(Outcome::reason), Some(Reason::FivefoldRepetition));

    let mut none = Table::with(BLITZ);
    assert_eq!(none.act(White, &Command::ClaimDraw), Err(Refusal::NoClaim));
    let mut fifty = Table::new(from_position("shafran", "k4/6/7/8/9/8R/8/7/6/R3K w - - 100 90", BLITZ));
    fifty.act(White, &Command::ClaimDraw).expect("a claim");
    assert_eq!(fifty.end().as_deref(), Some("1/2-1/2 fifty"));
}

#[test]
fn a_game_that_the_other_side_has_left_is_claimed_in_its_turn() {
    let classical = TimeControl::Clock { initial: 1_800, increment: 0 };
    for (control, gone, wait) in [
        (BLITZ, Presence::Gone(START), 40_000),
        (TimeControl::Clock { initial: 600, increment: 0 }, Presence::Gone(START), 80_000),
        (classical, Presence::Gone(START), 120_000),
        (classical, Presence::Left(START), 10_000),
    ] {
        for (command, end) in
            [(Command::ClaimVictory, "1-0 abandonment"), (Command::ClaimAbandonedDraw, "1/2-1/2 abandonment")]
        {
            let mut table = Table::with(control);
            table.context.opponent = gone;
            table.play("b1a3");
            assert_eq!(table.act(White, &command), Err(Refusal::NotAbandoned { from: None }), "not begun");
            table.play("h10i8");
            assert_eq!(table.act(White, &command), Err(Refusal::NotAbandoned { from: None }), "the own turn");
            table.play("a3b1").wait(wait - 1);
            let from = Some(START + wait);
            assert_eq!(table.live.claimable_from(White, gone), from);
            assert_eq!(table.act(White, &command), Err(Refusal::NotAbandoned { from }));
            table.wait(1).context.opponent = Presence::Present;
            assert_eq!(table.act(White, &command), Err(Refusal::NotAbandoned { from: None }));
            table.context.opponent = gone;
            table.act(White, &command).expect("a claim");
            assert_eq!(table.end().as_deref(), Some(end));
        }
    }
    let mut days = Table::with(THREE_DAYS);
    days.context.opponent = Presence::Left(START);
    days.play("b1a3 h10i8 a3b1").wait(DAY);
    assert_eq!(days.act(White, &Command::ClaimVictory), Err(Refusal::NotAbandoned { from: None }));
}

/// A game in which both kings have moved once, White's turn.
fn begun(variant: &str, fen: &str) -> Table {
    let mut table = Table::new(from_position(variant, fen, BLITZ));
    for _ in 0..2 {
        let position = *table.live.position();
        let king = position.king(position.turn());
        let mv = position.legal_moves().into_iter().find(|mv| mv.from == king && position.captured(*mv).is_none());
        table.play(&position.uci(mv.expect("a move of the king")));
    }
    table
}

/// White, with a rook, loses without being mated: Black gets no more than it can still score with these pieces.
#[test]
fn a_side_gets_no_more_than_it_can_still_score() {
    let cases = [
        ("shafran", "9", "1/2-1/2"),
        ("shafran", "n8", "0-1"),
        ("shafran", "q8", "0-1"),
        ("mccooey", "11", "1/2-1/2"),
        ("mccooey", "nn9", "0-1"),
        // A bishop on the colour of the central cell cannot mate against a rook.
        ("mccooey", "5b5", "1/2-1/2"),
        ("glinski", "11", "1/2-1/2"),
        ("glinski", "nn9", "1/2-1/2"),
        ("glinski", "bb9", "1/2-1/2"),
        ("glinski", "nbn8", "0-1"),
        ("glinski", "r10", "0-1"),
    ];
    for (variant, pieces, result) in cases {
        let fen = match variant {
            "shafran" => format!("k4/6/7/8/9/{pieces}/8/7/6/3RK w - - 0 60"),
            _ => format!("k/3/5/7/9/{pieces}/11/11/11/11/K9R w - - 0 60"),
        };
        let resigned = {
            let mut table = begun(variant, &fen);
            table.act(White, &Command::Resign).expect("a resignation");
            table.end()
        };
        let flagged = {
            let mut table = begun(variant, &fen);
            table.wait(200_000).tick();
            table.end()
        };
        let late = {
            let mut table = begun(variant, &fen);
            let position = *table.live.position();
            let mv = position.uci(position.legal_moves()[0]);
            table.wait(180_500).try_move(&mv, Some(180_500)).expect("the end");
            table.end()
        };
        let left = {
            let mut table = begun(variant, &fen);
            table.context.opponent = Presence::Left(START);
            table.wait(20_000).act(Black, &Command::ClaimVictory).expect("a claim");
            table.end()
        };
        let forfeited = {
            let mut table = begun(variant, &fen);
            table.record(table.live.forfeit(White, table.now), None);
            table.end()
        };
        let ends = [resigned, flagged, late, left, forfeited].map(|end| end.expect("an end"));
        let reasons = ["resignation", "time", "time", "abandonment", "forfeit"];
        assert_eq!(ends, reasons.map(|reason| format!("{result} {reason}")), "{variant} {pieces}");
        // Black resigns against a rook.
        let mut table = begun(variant, &fen);
        table.act(Black, &Command::Resign).expect("a resignation");
        assert_eq!(table.end().as_deref(), Some("1-0 resignation"), "{variant} {pieces}");
    }
}

#[test]
fn the_server_ends_a_game() {
    let mut table = Table::with(BLITZ);
    table.play("b1a3 h10i8").wait(1_000);
    let (aborted, forfeited) = (table.live.abort(table.now), table.live.forfeit(White, table.now));
    table.record(aborted, None);
    assert_eq!((table.end().as_deref(), table.clocks()), (Some("* abort"), (179_000, 180_000)));
    assert_eq!(table.live.abort_cause(), Some(AbortCause::Server));
    let mut table = Table::with(BLITZ);
    table.record(forfeited, None);
    assert_eq!(table.end().as_deref(), Some("0-1 forfeit"));
}

#[test]
fn a_game_of_very_many_events_takes_only_moves_and_ends() {
    let mut table = Table::with(BLITZ);
    table.play("b1a3 h10i8");
    while table.live.next_seq() < 5_000 {
        let event = Event::TimeAdded { to: White, ms: 1 };
        table.live.record(vec![event], table.now, None).expect("an event");
    }
    let decide = |command| table.live.decide(White, &command, table.context, table.now);
    for command in
        [Command::OfferDraw, Command::ProposeTakeback, Command::AddTime, Command::SetConditionalMoves { lines: vec![] }]
    {
        assert_eq!(decide(command), Err(Refusal::TooManyEvents));
    }
    assert!(decide(Command::Move { uci: "a3b1".into(), ply: 2, thought: None }).is_ok());
    assert!(decide(Command::Resign).is_ok());
    // So is a draw that was offered before.
    table.live.record(vec![Event::DrawOffered { by: Black }], table.now, None).expect("an event");
    assert!(table.live.decide(White, &Command::OfferDraw, table.context, table.now).is_ok());
    assert!(table.live.decide(Black, &Command::DeclineDraw, table.context, table.now).is_err());
}

/// The log lacks the event of an end by the rules, as if a program of another version had written it.
#[test]
fn a_missing_end_that_follows_from_the_moves_is_added() {
    let mut table = Table::with(BLITZ);
    table.play(&ROUND.repeat(4));
    let cut = table.log.len() - 1;
    let mut live = saffron_live::Live::replay(table.log[..cut].iter().cloned()).expect("the rest is a game");
    assert_eq!((live.outcome(), live.deadline()), (None, Some(table.now)));
    let refused = live.decide(White, &Command::Resign, table.context, table.now).unwrap_err();
    assert_eq!(refused.to_string(), "the game is over: 1/2-1/2 fivefold");
    let events = live.tick(table.now);
    // The server cannot abort a game that has ended.
    assert_eq!((live.abort(table.now), live.forfeit(White, table.now)), (events.clone(), events.clone()));
    assert_eq!((live.extend(White, DAY), live.resume(table.now, table.now)), (vec![], events.clone()));
    live.record(events, table.now, None).expect("the end");
    assert_eq!(live.outcome(), table.live.outcome());
}
