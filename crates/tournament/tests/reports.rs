//! Tournament Report Files: what is read, refused and written.

use proptest::prelude::*;
use saffron_rules::Color;
use saffron_tournament::trf::{Forbidden, Report, ReportPlayer};
use saffron_tournament::{BakuAcceleration, Bye, History, Points, ResultPoints, Round};

/// Line of a player: number, name, points, and the rounds.
fn player(number: u32, name: &str, points: &str, rounds: &str) -> String {
    format!(
        "001 {number:>4} m    {name:<33} 1500 HUN {:>11} 1990/01/31 {points:>4} {number:>4}  {rounds}\n",
        100 + number
    )
}

fn four_players() -> String {
    [
        "012 Tavaszi kupa\n".to_owned(),
        player(1, "Erdős, Pál", "1.0", "   3 w 1"),
        player(2, "Kőnig, Dénes", "0.5", "   4 b ="),
        player(3, "Rényi, Alfréd", "0.0", "   1 b 0"),
        player(4, "Turán, Pál", "0.5", "   2 w ="),
    ]
    .concat()
}

#[test]
fn fields_are_read_from_their_columns() {
    let report = Report::read(&four_players()).expect("a report");
    assert_eq!(report.head, [("012".to_owned(), "Tavaszi kupa".to_owned())]);
    let first = &report.players[0];
    assert_eq!((first.name.as_str(), first.rating, first.federation.as_str()), ("Erdős, Pál", Some(1500), "HUN"));
    assert_eq!(
        (first.id.as_str(), first.birth.as_str(), first.sex, first.rank),
        ("101", "1990/01/31", Some('m'), Some(1))
    );
    assert_eq!(
        first.history.rounds,
        [Round::Game { opponent: 2, color: Color::White, points: Points::ONE, is_played: true }]
    );
    assert_eq!(report.initial_color(), Color::White);
    assert_eq!(report.paired_rounds(), 1);
}

#[test]
fn every_line_end_is_read() {
    let text = four_players();
    let report = Report::read(&text);
    assert_eq!(Report::read(&text.replace('\n', "\r")), report);
    assert_eq!(Report::read(&text.replace('\n', "\r\n")), report);
}

#[test]
fn additions_of_pairing_programs_are_read() {
    let text = four_players()
        + "XXR 5\nXXC black1\nXXZ 2\nXXP 1 4\nXXA    1  1.0  0.5\nBBW  3.0\nBBD  1.0\nBBL  0.5\nBBU  2.0\nBBZ  0.0\n";
    let report = Report::read(&text).expect("a report");
    assert_eq!((report.rounds, report.initial), (Some(5), Some(Color::Black)));
    assert_eq!(report.byes, [(1, 1, Bye::Zero)]);
    assert_eq!(report.forbidden_in(3), [(0, 3)]);
    assert_eq!(Report::read(&report.write()).as_ref(), Ok(&report), "written with the tags of 2026");
    assert_eq!(report.players[0].history.virtual_points, [Points::ONE, Points::HALF]);
    let scores: Vec<String> = report.players.iter().map(|player| player.history.score(1).to_string()).collect();
    assert_eq!(scores, ["3.0", "1.0", "0.5", "1.0"]);
    assert_eq!(report.points.allocated_bye, Points::from_quarters(8));
    assert_eq!(report.present(), [0, 2, 3]);
}

#[test]
fn records_of_2026_are_read() {
    let text = four_players()
        + "142 3\n152 B\n162  W 3.0    D 1.0\n240 H 002    3\n250      01.0 001 002    1    2\n260 002 003    1    4\n\
           299 D         2.0  001    2\n299          -1.0  001    1\n";
    let report = Report::read(&text).expect("a report");
    assert_eq!((report.rounds, report.initial), (Some(3), Some(Color::Black)));
    assert_eq!(
        (report.points.win, report.points.allocated_bye),
        (Points::from_quarters(12), Points::from_quarters(12))
    );
    assert_eq!(report.byes, [(1, 2, Bye::Half)]);
    assert_eq!(report.forbidden, [Forbidden { first: 1, last: 2, players: vec![0, 3] }]);
    assert!(report.forbidden_in(0).is_empty());
    assert_eq!(report.players[1].history.virtual_points, [Points::ONE, Points::ONE]);
    let scores: Vec<String> = report.players.iter().map(|player| player.history.score(1).to_string()).collect();
    // A draw with abnormal points, and a penalty.
    assert_eq!(scores, ["2.0", "2.0", "0.0", "1.0"]);
    assert_eq!(report.present(), [0, 1, 3]);
}

#[test]
fn faults_are_named_with_their_line() {
    let text = four_players();
    let cases = [
        ("012 Nothing\n".to_owned(), "line 1: the report has no players (lines that begin with 001)"),
        (text.replace("   3 w 1", "   3 x 1"), "line 2: columns 97 to 97 have \"x\", not w, b or -"),
        (text.replace("   3 w 1", "   9 w 1"), "line 2: there is no player 9"),
        (text.replace("   3 w 1", "   4 w 1"), "line 2: round 1: player 1 meets 4, whose line does not say so"),
        (text.replace("   3 w 1", "   1 w 1"), "line 2: round 1: player 1 meets 1, whose line does not say so"),
        (text.replace("   3 w 1", "   3 b 1"), "line 2: round 1: player 1 meets 3, whose line does not say so"),
        (
            text.replace("   3 w 1", "   3 w 7"),
            "line 2: columns 99 to 99 have \"7\", not a result: 1, =, 0, +, -, W, D, L, or a bye: H, F, U, Z",
        ),
        (text.replace("001    2", "001    1"), "line 3: player 1 is on a line before this one, too"),
        (text.replace("001    2", "001    x"), "line 3: columns 5 to 8 have \"x\", not a number of a player"),
        (text.clone() + "XXR many\n", "line 6: columns 5 to 8 have \"many\", not a round from 1 to 999"),
        (text.clone() + "260 001 000    1    2\n", "line 6: columns 9 to 11 have \"000\", not a round from 1 to 999"),
        (text + "162  W 1.3\n", "line 6: columns 7 to 10 have \"1.3\", not points such as 1.5"),
    ];
    for (text, message) in cases {
        assert_eq!(Report::read(&text).map(|_| ()).map_err(|error| error.to_string()), Err(message.to_owned()));
    }
}

#[test]
fn quarter_points_survive_a_report() {
    let mut players: Vec<ReportPlayer> = (1..=2)
        .map(|number| ReportPlayer { history: History { number, ..History::default() }, ..ReportPlayer::default() })
        .collect();
    for (own, opponent, color, quarters) in [(0, 1, Color::White, 3), (1, 0, Color::Black, 1)] {
        let points = Points::from_quarters(quarters);
        players[own].history.rounds.push(Round::Game { opponent, color, points, is_played: true });
        players[own].written_points = Some(points);
    }
    let report = Report { players, points: ResultPoints::default(), ..Report::default() };
    let text = report.write();
    // The points are written fourfold: 3.0 of 4.0.
    assert!(text.contains("\n299 D         3.0  001    1\n"), "{text}");
    assert_eq!(Report::read(&text), Ok(report));
}

#[test]
fn accelerated_rounds_are_paired_by_virtual_points() {
    // Eight players: the higher four meet each other in the first round.
    let baku = BakuAcceleration::new(8, 5);
    let players = (1..=8).map(|number| {
        let mut history = History { number, ..History::default() };
        if number as usize <= baku.higher {
            history.virtual_points = baku.virtual_points(Points::ONE);
        }
        ReportPlayer { history, ..ReportPlayer::default() }
    });
    let report = Report { players: players.collect(), rounds: Some(5), ..Report::default() };
    let report = Report::read(&report.write()).expect("a report");
    let pairing = report.pair(0, &report.present()).expect("a pairing");
    let pairs: Vec<(usize, usize)> = pairing.pairs.iter().map(|pair| (pair.white + 1, pair.black + 1)).collect();
    assert_eq!(pairs, [(1, 3), (4, 2), (5, 7), (8, 6)]);
    // The same from the type of the tournament.
    let players: String = (1..=8).map(|number| player(number, "", "0.0", "")).collect();
    let named = Report::read(&format!("092 Swiss Dutch, Baku acceleration\n142 5\n{players}")).expect("a report");
    let points = |report: &Report| -> Vec<Vec<Points>> {
        report.players.iter().map(|player| player.history.virtual_points.clone()).collect()
    };
    assert_eq!(points(&named), points(&report));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A damaged report is refused or read; what was read is paired or refused, and written.
    #[test]
    fn no_text_makes_the_reader_panic(
        damage in prop::collection::vec((any::<prop::sample::Index>(), "[ 0-9A-Za-z.=+\\r\\n-]{1,4}"), 1..4),
        lines in prop::collection::vec("(001|142|152|162|240|250|260|299|XXR|XXZ|XXP|XXA|BBW)[ 0-9WDLHF.-]{0,30}", 0..4),
    ) {
        let mut text: Vec<char> = (four_players() + &lines.join("\n")).chars().collect();
        for (at, new) in damage {
            let at = at.index(text.len());
            text.splice(at..(at + new.len()).min(text.len()), new.chars());
        }
        if let Ok(report) = Report::read(&text.into_iter().collect::<String>()) {
            let _ = report.pair(report.paired_rounds(), &report.present());
            let _ = report.write();
        }
    }
}
