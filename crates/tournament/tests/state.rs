//! Tournaments as their organisers run them: commands, events, and the state that they fold to.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use saffron_rules::Color;
use saffron_tournament::state::{
    Board, Command, Entrant, Event, GameResult, MAX_GAME, MAX_GAMES, PairedRound, PlayerId, RoundBye, Settings, State,
    System, TournamentRefusal,
};
use saffron_tournament::trf::Report;
use saffron_tournament::{Bye, Points, Round};

fn settings(system: System) -> Settings {
    Settings {
        name: "Tavaszi kupa".to_owned(),
        variant: "glinski".to_owned(),
        system,
        tie_breaks: ["BH-C1", "SB"].map(|code| code.parse().expect("a code")).to_vec(),
        bye: Points::ONE,
        quarters: true,
        place: "Budapest".to_owned(),
        dates: String::new(),
        time_control: "15+10".to_owned(),
        arbiter: String::new(),
    }
}

fn swiss(rounds: u8) -> Settings {
    settings(System::Swiss { rounds, initial: Color::White, accelerated: false })
}

/// Tournament and all its events.
struct Run {
    state: State,
    events: Vec<Event>,
}

impl Run {
    fn new(settings: Settings) -> Self {
        let events = State::create(settings).expect("good settings");
        Self { state: State::replay(&events).expect("a beginning"), events }
    }

    /// Tournament with players named `A`, `B` and so on, with falling ratings.
    fn with_players(settings: Settings, players: u8) -> Self {
        let mut run = Self::new(settings);
        run.enter((0..players).map(entrant).collect());
        run
    }

    fn enter(&mut self, entrants: Vec<Entrant>) {
        self.carry_out(&Command::Enter { entrants }).expect("entries");
    }

    /// Carries out a command; the state is the fold of all events, before and after they were written.
    fn carry_out(&mut self, command: &Command) -> Result<usize, TournamentRefusal> {
        let events = self.state.decide(command)?;
        for event in &events {
            assert_eq!(self.state.apply(event), Some(()), "{command:?}: {event:?}");
        }
        let count = events.len();
        self.events.extend(events);
        let text = serde_json::to_string(&self.events).expect("JSON");
        let read: Vec<Event> = serde_json::from_str(&text).expect("the same");
        assert_eq!(read, self.events);
        assert_eq!(State::replay(&read).as_ref(), Ok(&self.state), "{command:?}");
        Ok(count)
    }

    fn must(&mut self, command: &Command) {
        self.carry_out(command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    }

    fn refused(&self, command: &Command) -> TournamentRefusal {
        self.state.decide(command).expect_err("a refusal")
    }

    /// Enters a result on a board of a round, from 1.
    fn result(&mut self, round: u8, board: usize, text: &str) {
        let Board { white, black, .. } = self.state.rounds()[usize::from(round) - 1].boards[board];
        let result = Some(text.parse().expect("a result"));
        self.must(&Command::SetResult { round, white, black, result });
    }

    /// Enters the same result on all open boards.
    fn results(&mut self, text: &str) {
        for round in 1..=self.state.rounds().len() {
            for board in 0..self.state.rounds()[round - 1].boards.len() {
                if self.state.rounds()[round - 1].boards[board].result.is_none() {
                    self.result(u8::try_from(round).expect("a small number"), board, text);
                }
            }
        }
    }

    /// Pairs of the last round, by players.
    fn pairs(&self) -> Vec<(PlayerId, PlayerId)> {
        let last = self.state.rounds().last().expect("a round");
        last.boards.iter().map(|board| (board.white, board.black)).collect()
    }

    /// Points of all players who were not removed, by their ids.
    fn points(&self) -> Vec<String> {
        let mut points = vec![String::new(); self.state.players().len()];
        let active = self.state.active();
        for standing in self.state.standings(self.state.ranked_rounds()) {
            points[active[standing.player] as usize] = standing.points.to_string();
        }
        points
    }
}

fn entrant(number: u8) -> Entrant {
    let name = char::from(b'A' + number).to_string();
    Entrant { name, rating: Some(2000 - 10 * u16::from(number)), ..Entrant::default() }
}

#[test]
fn a_swiss_tournament_from_entry_to_end() {
    let mut run = Run::with_players(swiss(3), 5);
    run.must(&Command::Pair);
    assert_eq!(run.pairs(), [(0, 2), (3, 1)]);
    assert_eq!(run.state.rounds()[0].byes, [RoundBye { player: 4, bye: Bye::Allocated }]);
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::ResultsMissing { round: 1 });
    run.result(1, 0, "3/4-1/4");
    run.result(1, 1, "0-1");
    assert_eq!(run.points(), ["0.75", "1.0", "0.25", "0.0", "1.0"]);
    run.must(&Command::Pair);
    // An earlier result is corrected; the pairs stay.
    let pairs = run.pairs();
    run.result(1, 0, "1/2-1/2");
    assert_eq!(run.pairs(), pairs);
    assert_eq!(run.points(), ["0.5", "1.0", "0.5", "0.0", "1.0"]);
    run.results("1/2-1/2");
    run.must(&Command::Pair);
    assert_eq!(run.refused(&Command::Finish), TournamentRefusal::ResultsMissing { round: 3 });
    run.results("1-0");
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::AllPaired);
    run.must(&Command::Finish);
    assert_eq!(run.refused(&Command::Unpair), TournamentRefusal::TournamentOver);
    run.must(&Command::Reopen);
    assert_eq!(run.carry_out(&Command::Reopen), Ok(0));
}

#[test]
fn players_who_enter_late_are_numbered_by_rating_before_the_fourth_round() {
    let number = |run: &Run, player: PlayerId| run.state.players()[player as usize].number;
    let mut run = Run::with_players(swiss(6), 6);
    run.must(&Command::Pair);
    run.results("1/2-1/2");
    let late = |name: &str| Entrant { name: name.to_owned(), rating: Some(1995), ..Entrant::default() };
    run.enter(vec![late("Late")]);
    run.must(&Command::Pair);
    assert_eq!((number(&run, 6), number(&run, 0), number(&run, 1)), (Some(2), Some(1), Some(3)));
    assert!(matches!(run.state.histories(2)[6].round(0), Round::Bye(Bye::Zero, Points::ZERO)));
    run.results("1/2-1/2");
    // The organiser gives half a point for the round that was missed.
    run.must(&Command::SetBye { round: 1, player: 6, bye: Bye::Half });
    run.must(&Command::Pair);
    run.results("1/2-1/2");
    run.enter(vec![late("Later")]);
    run.must(&Command::Pair);
    assert_eq!((number(&run, 7), number(&run, 6)), (Some(8), Some(2)));
}

#[test]
fn absent_players_are_not_paired() {
    let mut run = Run::with_players(swiss(4), 6);
    run.must(&Command::RequestBye { player: 0, round: 1, bye: Some(Bye::Half) });
    run.must(&Command::Withdraw { player: 1 });
    run.must(&Command::Forbid { players: (4, 2), forbidden: true });
    run.must(&Command::Pair);
    let round = &run.state.rounds()[0];
    let met: BTreeSet<PlayerId> = round.boards.iter().flat_map(|board| [board.white, board.black]).collect();
    assert_eq!(met, BTreeSet::from([2, 3, 4, 5]));
    assert!(!round.boards.iter().any(|board| met.len() == 4 && [(2, 4), (4, 2)].contains(&(board.white, board.black))));
    assert_eq!(round.byes, [RoundBye { player: 0, bye: Bye::Half }]);
    let late = Command::RequestBye { player: 2, round: 1, bye: Some(Bye::Half) };
    assert_eq!(run.refused(&late), TournamentRefusal::NoSuchGame { round: 1 });
    // Taken back and paired again, the requests still hold.
    let before = round.clone();
    run.must(&Command::Unpair);
    run.must(&Command::Return { player: 1 });
    run.must(&Command::Withdraw { player: 1 });
    run.must(&Command::Pair);
    assert_eq!(run.state.rounds()[0], before);
}

#[test]
fn pairs_can_be_set_by_hand_until_a_result_is_known() {
    let mut run = Run::with_players(swiss(4), 5);
    run.must(&Command::Pair);
    assert_eq!(run.pairs(), [(0, 2), (3, 1)]);
    let other = Command::SetPairs { boards: vec![(1, 0), (4, 3)], bye: Some(2) };
    run.must(&other);
    assert_eq!(run.pairs(), [(1, 0), (4, 3)]);
    assert_eq!(run.carry_out(&other), Ok(0));
    for (boards, bye) in
        [(vec![(1, 0), (4, 3)], None), (vec![(1, 1), (4, 3)], Some(2)), (vec![(1, 0)], Some(2)), (vec![], None)]
    {
        assert_eq!(run.refused(&Command::SetPairs { boards, bye }), TournamentRefusal::OtherPlayers);
    }
    run.result(1, 0, "-/+");
    assert_eq!(run.refused(&other), TournamentRefusal::ResultsKnown { round: 1 });
    assert_eq!(run.refused(&Command::Unpair), TournamentRefusal::ResultsKnown { round: 1 });
    run.must(&Command::SetResult { round: 1, white: 1, black: 0, result: None });
    run.must(&Command::Unpair);
    assert!(run.state.rounds().is_empty());
}

/// Two players who have met: no pairing is left for another round, but the organiser may set one.
#[test]
fn a_round_without_a_pairing_is_paired_by_hand() {
    let mut run = Run::with_players(swiss(3), 2);
    run.must(&Command::Pair);
    run.results("1-0");
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::NoPairing);
    let by_hand = |boards: Vec<(PlayerId, PlayerId)>, bye| Command::SetPairs { boards, bye };
    assert_eq!(run.refused(&by_hand(vec![], None)), TournamentRefusal::OtherPlayers);
    run.must(&by_hand(vec![(1, 0)], None));
    assert_eq!(run.pairs(), [(1, 0)]);
    run.must(&by_hand(vec![(0, 1)], None));
    run.results("0-1");
    run.enter(vec![entrant(7)]);
    run.must(&Command::RequestBye { player: 1, round: 3, bye: Some(Bye::Half) });
    run.must(&by_hand(vec![(2, 0)], None));
    assert_eq!(run.state.rounds()[2].byes, [RoundBye { player: 1, bye: Bye::Half }]);
    run.results("1-0");
    assert_eq!(run.refused(&by_hand(vec![(0, 2)], None)), TournamentRefusal::AllPaired);
}

#[test]
fn what_has_begun_stays_as_it_is() {
    let mut run = Run::with_players(swiss(4), 5);
    run.must(&Command::Remove { player: 4 });
    assert_eq!(run.refused(&Command::Withdraw { player: 4 }), TournamentRefusal::NoSuchPlayer { player: 4 });
    run.must(&Command::Pair);
    assert_eq!(run.refused(&Command::Remove { player: 0 }), TournamentRefusal::TournamentBegun);
    let change = |change: fn(&mut Settings)| {
        let mut settings = swiss(4);
        change(&mut settings);
        Command::ChangeSettings { settings }
    };
    for refused in [
        change(|settings| settings.variant = "shafran".to_owned()),
        change(|settings| settings.bye = Points::HALF),
        change(|settings| settings.quarters = false),
        change(|settings| settings.system = System::RoundRobin { double: false }),
        change(|settings| settings.system = System::Swiss { rounds: 0, initial: Color::White, accelerated: false }),
    ] {
        let refusal = run.refused(&refused);
        let expected =
            [TournamentRefusal::TournamentBegun, TournamentRefusal::InvalidEntry { field: "system.rounds".to_owned() }];
        assert!(expected.contains(&refusal), "{refusal:?}");
    }
    run.must(&change(|settings| {
        settings.system = System::Swiss { rounds: 1, initial: Color::White, accelerated: false };
        settings.name = "Őszi kupa".to_owned();
    }));
    run.results("1-0");
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::AllPaired);
}

#[test]
fn entries_outside_their_limits_are_refused() {
    let run = Run::with_players(swiss(4), 2);
    let enter = |change: fn(&mut Entrant)| {
        let mut new = entrant(9);
        change(&mut new);
        run.refused(&Command::Enter { entrants: vec![new] })
    };
    assert_eq!(enter(|new| new.name = "A".to_owned()), TournamentRefusal::SameName { name: "A".to_owned() });
    type Change = fn(&mut Entrant);
    let cases: [(&str, Change); 7] = [
        ("name", |new| new.name = String::new()),
        ("name", |new| new.name = " J".to_owned()),
        ("name", |new| new.name = "J\n".to_owned()),
        ("name", |new| new.name = "J".repeat(81)),
        ("rating", |new| new.rating = Some(0)),
        ("sex", |new| new.sex = "x".to_owned()),
        ("federation", |new| new.federation = "HUNG".to_owned()),
    ];
    for (field, change) in cases {
        assert_eq!(enter(change), TournamentRefusal::InvalidEntry { field: field.to_owned() });
    }
    let twice = Command::Enter { entrants: vec![entrant(7), entrant(7)] };
    assert_eq!(run.refused(&twice), TournamentRefusal::SameName { name: "H".to_owned() });
    let mut plain = swiss(4);
    plain.quarters = false;
    let mut run = Run::with_players(plain, 2);
    run.must(&Command::Pair);
    let result = Some("3/4-1/4".parse::<GameResult>().expect("a result"));
    let set = Command::SetResult { round: 1, white: 0, black: 1, result };
    assert_eq!(run.refused(&set), TournamentRefusal::NoSuchResult);
}

#[test]
fn a_round_robin_is_paired_at_once() {
    let mut run = Run::with_players(settings(System::RoundRobin { double: false }), 5);
    run.must(&Command::SetNumbers { order: vec![4, 3, 2, 1, 0] });
    assert_eq!(run.state.planned_rounds(), 5);
    run.must(&Command::Pair);
    assert_eq!(run.state.rounds().len(), 5);
    // Berger's first round of five: 2-5 and 3-4, number 1 is free.
    assert_eq!(run.state.rounds()[0].boards.iter().map(|b| (b.white, b.black)).collect::<Vec<_>>(), [(3, 0), (2, 1)]);
    assert_eq!(run.state.rounds()[0].byes, [RoundBye { player: 4, bye: Bye::Zero }]);
    let late = Command::Enter { entrants: vec![entrant(9)] };
    assert_eq!(run.refused(&late), TournamentRefusal::TournamentBegun);
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::ResultsMissing { round: 1 });
    // Games are played in any order, and all known ones count.
    run.result(5, 0, "1-0");
    assert_eq!(run.points().iter().filter(|points| *points == "1.0").count(), 1);
    assert_eq!(run.refused(&Command::Unpair), TournamentRefusal::ResultsKnown { round: 5 });
}

#[test]
fn games_of_who_leaves_a_round_robin_early_do_not_count() {
    let board_of = |run: &Run, round: usize, player: PlayerId| {
        run.state.rounds()[round].boards.iter().position(|board| [board.white, board.black].contains(&player))
    };
    for (played, points_of_opponents) in [(1, false), (2, true)] {
        let mut run = Run::with_players(settings(System::RoundRobin { double: false }), 4);
        run.must(&Command::Pair);
        for round in 0..played {
            let board = board_of(&run, round, 3).expect("a board");
            run.result(u8::try_from(round).expect("small") + 1, board, "1/2-1/2");
        }
        run.must(&Command::Withdraw { player: 3 });
        assert_eq!(run.state.is_annulled(3), !points_of_opponents);
        let points: Vec<String> = run.points();
        // Half a point for the games that were played, and a point for the others, or nothing at all.
        let expected = if points_of_opponents { ["0.5", "0.5", "1.0"] } else { ["0.0", "0.0", "0.0"] };
        let mut others = points[..3].to_vec();
        others.sort();
        assert_eq!(others, expected, "{played} played");
    }
}

/// Baku acceleration, 2.2: those who enter above the last player of the higher group belong to it.
#[test]
fn late_entries_of_an_accelerated_tournament() {
    let mut run = Run::with_players(settings(System::Swiss { rounds: 9, initial: Color::White, accelerated: true }), 8);
    run.must(&Command::Pair);
    run.results("1/2-1/2");
    let late = |name: &str, rating| Entrant { name: name.to_owned(), rating: Some(rating), ..Entrant::default() };
    run.enter(vec![late("High", 2100), late("Low", 1000)]);
    run.must(&Command::Pair);
    let accelerated: Vec<bool> =
        run.state.histories(1).iter().map(|history| !history.virtual_points.is_empty()).collect();
    assert_eq!(accelerated, [true, true, true, true, false, false, false, false, true, false]);
    run.results("1/2-1/2");
    let more = swiss(11);
    assert_eq!(run.refused(&Command::ChangeSettings { settings: more }), TournamentRefusal::TournamentBegun);
}

#[test]
fn penalties_count_from_their_round_on() {
    let mut run = Run::with_players(swiss(4), 4);
    run.must(&Command::Pair);
    run.results("1-0");
    let penalty = |points| Command::Correct {
        player: 0,
        round: 2,
        points: Points::from_quarters(points),
        reason: "a telephone".to_owned(),
    };
    run.must(&penalty(-2));
    assert_eq!(run.points()[0], "1.0");
    run.must(&Command::Pair);
    run.results("1/2-1/2");
    assert_eq!(run.points()[0], "1.0");
    assert_eq!(run.refused(&penalty(0)), TournamentRefusal::InvalidEntry { field: "points".to_owned() });
}

/// Reports of the repository: what they have comes back, and every round is paired as it was, by commands.
#[test]
fn recorded_tournaments_are_run_again() {
    let all = include_str!("data/dutch.trf");
    let mut rounds = 0;
    for text in all.split("012 ").filter(|text| !text.is_empty()) {
        let text = format!("012 {text}");
        let report = Report::read(&text).expect("a report");
        let tie_breaks = vec!["BH".parse().expect("a code")];
        let events = State::import(&report, "glinski", tie_breaks).expect("a tournament");
        let whole = State::replay(&events).expect("its state");
        assert_eq!(whole.histories(report.paired_rounds()).len(), report.players.len());
        let scores = |report: &Report| -> Vec<Points> {
            report.players.iter().map(|player| player.history.score(usize::MAX)).collect()
        };
        let again = whole.report();
        assert_eq!(scores(&again), scores(&report));
        let back = Report::read(&again.write()).expect("a report again");
        let same = State::import(&back, "glinski", whole.settings().tie_breaks.clone()).expect("the same tournament");
        let same = State::replay(&same).expect("its state");
        assert_eq!(same.rounds(), whole.rounds());
        assert_eq!(same.standings(report.paired_rounds()), whole.standings(report.paired_rounds()));
        rounds += pair_again(&events, &text);
    }
    assert!(rounds >= 150, "{rounds}");
}

/// Pairs every round of a tournament again, and returns their number.
fn pair_again(events: &[Event], name: &str) -> usize {
    let mut state = State::replay(&events[..1]).expect("settings");
    let mut rounds = 0;
    for event in &events[1..] {
        if let Event::Paired { round, pairs } = event {
            let mut before = state.clone();
            let paired: BTreeSet<PlayerId> = pairs.boards.iter().flat_map(|board| [board.white, board.black]).collect();
            let allocated = pairs.byes.iter().find(|bye| bye.bye == Bye::Allocated).map(|bye| bye.player);
            for player in before.active() {
                if !paired.contains(&player) && allocated != Some(player) {
                    let bye = Event::ByeRequested { player, round: *round, bye: Some(Bye::Zero) };
                    before.apply(&bye).expect("a request");
                }
            }
            let found = before.decide(&Command::Pair).expect("a pairing");
            let Some(Event::Paired { pairs: found, .. }) = found.last() else { panic!("{name}: no pairs") };
            let set = |pairs: &PairedRound| -> BTreeSet<(PlayerId, PlayerId)> {
                pairs.boards.iter().map(|board| (board.white, board.black)).collect()
            };
            assert_eq!(set(found), set(pairs), "{name}, round {round}");
            rounds += 1;
            // The boards of the report are in the order of C.04.2, too.
            let order = |pairs: &PairedRound| -> Vec<PlayerId> { pairs.boards.iter().map(|b| b.white).collect() };
            assert_eq!(order(found), order(pairs), "{name}, round {round}");
            // Results come with the pairs of a report.
            state.apply(&Event::Paired { round: *round, pairs: pairs.clone() }).expect("a round");
        } else {
            state.apply(event).expect("an event");
        }
    }
    rounds
}

#[test]
fn a_report_in_the_middle_of_a_round_is_taken_over() {
    let mut run = Run::with_players(swiss(4), 5);
    run.must(&Command::RequestBye { player: 2, round: 2, bye: Some(Bye::Half) });
    run.must(&Command::Forbid { players: (0, 1), forbidden: true });
    run.must(&Command::Pair);
    run.result(1, 0, "3/4-1/4");
    let report = Report::read(&run.state.report().write()).expect("a report");
    let events = State::import(&report, "glinski", run.state.settings().tie_breaks.clone()).expect("a tournament");
    let mut other = Run { state: State::replay(&events).expect("a state"), events };
    assert_eq!(other.state.rounds(), run.state.rounds());
    assert_eq!(other.state.forbidden().collect::<Vec<_>>(), [(0, 1)]);
    for run in [&mut run, &mut other] {
        run.result(1, 1, "0-1");
        run.must(&Command::Pair);
    }
    assert_eq!(other.state.rounds(), run.state.rounds());
}

#[test]
fn reports_of_other_systems_are_refused() {
    let text = "012 Cup\n001    1      A                                 1500                              0.0    1\n";
    let mut report = Report::read(text).expect("a report");
    assert!(State::import(&report, "glinski", Vec::new()).is_ok());
    report.points.win = Points::from_quarters(12);
    let refusal = State::import(&report, "glinski", Vec::new()).expect_err("a refusal");
    assert!(matches!(refusal, TournamentRefusal::ForeignReport { .. }), "{refusal:?}");
}

fn game(round: u8, (white, black): (PlayerId, PlayerId), moves: Option<&str>) -> Command {
    Command::SetGame { round, white, black, moves: moves.map(str::to_owned) }
}

#[test]
fn games_are_kept_replaced_and_removed() {
    let mut run = Run::with_players(swiss(2), 4);
    run.must(&Command::Pair);
    let pair = |run: &Run, at: usize| (run.state.rounds()[0].boards[at].white, run.state.rounds()[0].boards[at].black);
    let (first, second) = (pair(&run, 0), pair(&run, 1));
    run.must(&game(1, second, Some("e4 e7")));
    run.must(&game(1, first, Some("Ndf4")));
    let shown = |run: &Run| -> Vec<(usize, String)> {
        run.state.games(0).map(|(at, _, moves)| (at, moves.to_owned())).collect()
    };
    assert_eq!(shown(&run), [(0, "Ndf4".to_owned()), (1, "e4 e7".to_owned())]);
    assert_eq!(run.carry_out(&game(1, first, Some("Ndf4"))), Ok(0), "the same game once more");
    run.must(&game(1, first, Some("Ndf4 Ndf8")));
    run.must(&game(1, second, None));
    assert_eq!(shown(&run), [(0, "Ndf4 Ndf8".to_owned())]);
    assert_eq!(run.carry_out(&game(1, second, None)), Ok(0));
    let none = TournamentRefusal::NoSuchGame { round: 1 };
    assert_eq!(run.refused(&game(1, (first.1, first.0), Some("e4"))), none, "the colours are the other way round");
    assert_eq!(run.refused(&game(2, first, Some("e4"))), TournamentRefusal::NoSuchGame { round: 2 });
    let invalid = TournamentRefusal::InvalidEntry { field: "moves".to_owned() };
    let longest = "e".repeat(MAX_GAME);
    for moves in ["", " e4", "e4  e7", "e4\te7", "♘f4", &format!("{longest}e")] {
        assert_eq!(run.refused(&game(1, first, Some(moves))), invalid, "{moves:.20}");
    }
    run.must(&game(1, first, Some(&longest)));
    // After the end, too.
    run.results("1/2-1/2");
    run.must(&Command::ChangeSettings { settings: swiss(1) });
    run.must(&Command::Finish);
    run.must(&game(1, second, Some("e4")));
    assert_eq!(run.refused(&Command::Pair), TournamentRefusal::TournamentOver);
}

#[test]
fn a_game_stays_with_its_pair_only() {
    let mut run = Run::with_players(swiss(3), 4);
    run.must(&Command::Pair);
    let [a, b] = [0, 1].map(|at| (run.state.rounds()[0].boards[at].white, run.state.rounds()[0].boards[at].black));
    run.must(&game(1, a, Some("e4")));
    run.must(&game(1, b, Some("f4")));
    // The second pair has the colours the other way round, the first one another board.
    run.must(&Command::SetPairs { boards: vec![(b.1, b.0), a], bye: None });
    assert_eq!(run.state.games(0).map(|(at, _, moves)| (at, moves)).collect::<Vec<_>>(), [(1, "e4")]);
    run.must(&Command::SetPairs { boards: vec![b, a], bye: None });
    assert_eq!(run.state.games(0).count(), 1, "a dropped game does not come back");
    run.must(&Command::Unpair);
    run.must(&Command::Pair);
    assert_eq!(run.state.games(0).count(), 0);
}

#[test]
fn all_games_together_have_a_limit() {
    let mut run = Run::with_players(swiss(3), 2);
    run.must(&Command::Pair);
    let pair = (run.state.rounds()[0].boards[0].white, run.state.rounds()[0].boards[0].black);
    let text = |at: usize| format!("{at:08}{}", "e".repeat(MAX_GAME - 8));
    for at in 0..MAX_GAMES / MAX_GAME {
        let events = run.state.decide(&game(1, pair, Some(&text(at)))).expect("a game");
        events.iter().for_each(|event| run.state.apply(event).expect("it fits"));
        run.events.extend(events);
    }
    // Games that were replaced are in the log, too.
    let limit = TournamentRefusal::TooManyGames { limit: MAX_GAMES };
    assert_eq!(run.state.decide(&game(1, pair, Some("e4"))), Err(limit.clone()));
    assert!(State::checked_replay(&run.events).is_ok());
    run.events.push(Event::Game { round: 1, white: pair.0, black: pair.1, moves: Some("e4".to_owned()) });
    assert_eq!(State::checked_replay(&run.events), Err(limit));
    let removed = run.state.decide(&game(1, pair, None)).expect("it can still be removed");
    let text = serde_json::to_string(&removed).expect("JSON");
    assert_eq!(text, format!(r#"[{{"kind":"game","round":1,"white":{},"black":{},"moves":null}}]"#, pair.0, pair.1));
}

#[test]
fn arbiters_are_appointed_once_and_there_are_twenty_at_most() {
    let mut run = Run::with_players(swiss(5), 2);
    let set = |number: u8, appointed| Command::SetArbiter { account: format!("a{number}"), appointed };
    for number in 0..20 {
        run.carry_out(&set(number, true)).expect("appointed");
    }
    assert!(run.carry_out(&set(20, true)).is_err());
    run.carry_out(&set(3, false)).expect("none any more");
    assert_eq!(run.state.decide(&set(3, false)), Ok(Vec::new()));
    assert_eq!(run.state.decide(&set(4, true)), Ok(Vec::new()));
    run.carry_out(&set(20, true)).expect("a place is free");
    assert_eq!(run.state.arbiters().len(), 20);
}

fn command() -> impl Strategy<Value = Command> {
    let player = 0..9_u32;
    let round = 0..6_u8;
    let result = prop::option::of(prop::sample::select(GameResult::all().collect::<Vec<_>>()));
    let bye = prop::sample::select(vec![Bye::Full, Bye::Half, Bye::Zero, Bye::Allocated]);
    prop_oneof![
        6 => Just(Command::Pair),
        1 => Just(Command::Unpair),
        1 => Just(Command::Finish),
        1 => Just(Command::Reopen),
        2 => (0..12_u8).prop_map(|number| Command::Enter { entrants: vec![entrant(number)] }),
        1 => player.clone().prop_map(|player| Command::Withdraw { player }),
        1 => player.clone().prop_map(|player| Command::Return { player }),
        1 => player.clone().prop_map(|player| Command::Remove { player }),
        1 => (player.clone(), 0..12_u8).prop_map(|(player, number)| Command::ChangeEntrant { player, entrant: entrant(number) }),
        1 => (player.clone(), round.clone(), prop::option::of(bye.clone()))
            .prop_map(|(player, round, bye)| Command::RequestBye { player, round, bye }),
        1 => (round.clone(), player.clone(), bye).prop_map(|(round, player, bye)| Command::SetBye { round, player, bye }),
        1 => (player.clone(), player.clone(), any::<bool>())
            .prop_map(|(a, b, forbidden)| Command::Forbid { players: (a, b), forbidden }),
        12 => (round, player.clone(), player.clone(), result)
            .prop_map(|(round, white, black, result)| Command::SetResult { round, white, black, result }),
        3 => (1..3_u8, player.clone(), player.clone(), prop::option::of(prop::sample::select(vec!["e4", "e4 e7", "e4  e7"])))
            .prop_map(|(round, white, black, moves)| game(round, (white, black), moves)),
        1 => (0..30_u8, any::<bool>())
            .prop_map(|(number, appointed)| Command::SetArbiter { account: format!("a{number}"), appointed }),
        1 => (prop::collection::vec((player.clone(), player.clone()), 0..4), prop::option::of(player))
            .prop_map(|(boards, bye)| Command::SetPairs { boards, bye }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is sent, the state stays the fold of its events, and no one meets twice or stands twice in a round.
    #[test]
    fn any_commands_leave_a_tournament(is_swiss in any::<bool>(), commands in prop::collection::vec(command(), 0..60)) {
        let system = if is_swiss {
            System::Swiss { rounds: 5, initial: Color::Black, accelerated: false }
        } else {
            System::RoundRobin { double: false }
        };
        let mut run = Run::with_players(settings(system), 6);
        let mut games = BTreeMap::new();
        for command in commands {
            let before = run.state.clone();
            if run.carry_out(&command).is_err() {
                prop_assert_eq!(&run.state, &before);
            } else if let Command::SetGame { round, white, black, moves } = &command {
                let key = (usize::from(*round) - 1, (*white, *black));
                match moves {
                    Some(moves) => games.insert(key, moves.clone()),
                    None => games.remove(&key),
                };
            }
            // Rounds are filled so that there are more of them.
            if matches!(command, Command::SetResult { .. }) && !run.state.is_over() {
                run.results("1/2-1/2");
            }
            for round in run.state.rounds() {
                let boards = round.boards.iter().flat_map(|board| [board.white, board.black]);
                let all: Vec<PlayerId> = boards.chain(round.byes.iter().map(|bye| bye.player)).collect();
                prop_assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
            }
            // A game goes with its board, and does not come back with it.
            games.retain(|(round, (white, black)), _| run.state.board(*round, *white, *black).is_some());
            let found = (0..run.state.rounds().len()).flat_map(|round| {
                run.state.games(round).map(move |(_, board, moves)| ((round, (board.white, board.black)), moves.to_owned()))
            });
            prop_assert_eq!(found.collect::<BTreeMap<_, _>>(), games.clone());
            let rounds = run.state.ranked_rounds();
            prop_assert_eq!(run.state.standings(rounds).len(), run.state.active().len());
            let report = Report::read(&run.state.report().write());
            prop_assert!(report.is_ok() || run.state.active().is_empty(), "{:?}", report);
        }
    }
}
