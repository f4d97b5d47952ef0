//! Writing of reports.

use std::collections::BTreeMap;
use std::fmt::Write;

use saffron_rules::Color;

use super::{Report, ReportPlayer};
use crate::history::{Bye, Round};
use crate::points::{Points, ResultPoints};

/// Comment of a report whose points are four times as many as they are.
pub(super) const FOURFOLD: &str = "### quarter points: all points are written fourfold";

/// Line of a report: characters at columns from 1.
#[derive(Default)]
struct Columns(Vec<char>);

impl Columns {
    /// Writes text from a column on, cut after the last one.
    fn left(&mut self, first: usize, last: usize, text: &str) {
        let text: Vec<char> = text.chars().filter(|c| !c.is_control()).take(last + 1 - first).collect();
        if self.0.len() < first - 1 + text.len() {
            self.0.resize(first - 1 + text.len(), ' ');
        }
        self.0[first - 1..first - 1 + text.len()].copy_from_slice(&text);
    }

    /// Writes text that ends at a column.
    fn right(&mut self, first: usize, last: usize, text: &str) {
        self.left(first, last, &format!("{text:>width$}", width = last + 1 - first));
    }

    fn finish(self, out: &mut String) {
        let line: String = self.0.into_iter().collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

/// How points become text.
#[derive(Clone, Copy)]
struct Scale(i32);

impl Scale {
    fn text(self, points: Points) -> String {
        Points::from_quarters(points.quarters() * self.0).to_string()
    }
}

pub(super) fn write(report: &Report) -> String {
    let mut out = String::new();
    let scale = Scale(if needs_fourfold(report) { 4 } else { 1 });
    for (tag, text) in &report.head {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let _ = writeln!(out, "{tag} {text}");
    }
    if let Some(rounds) = report.rounds {
        let _ = writeln!(out, "142 {rounds}");
    }
    if let Some(initial) = report.initial {
        let _ = writeln!(out, "152 {}", if initial == Color::White { 'W' } else { 'B' });
    }
    if scale.0 != 1 {
        out.push_str(FOURFOLD);
        out.push('\n');
    }
    if report.points != ResultPoints::default() || scale.0 != 1 {
        let ResultPoints { win, draw, loss, absence, allocated_bye, unknown } = report.points;
        let all = [('W', win), ('D', draw), ('L', loss), ('A', absence), ('P', allocated_bye), ('X', unknown)];
        let mut line = Columns::default();
        line.left(1, 3, "162");
        for (at, (letter, points)) in all.into_iter().enumerate() {
            line.left(6 + 9 * at, 6 + 9 * at, &letter.to_string());
            line.right(7 + 9 * at, 10 + 9 * at, &scale.text(points));
        }
        line.finish(&mut out);
    }
    let mut abnormal = Abnormal::default();
    for (place, player) in report.players.iter().enumerate() {
        write_player((place, player), report, scale, &mut abnormal).finish(&mut out);
    }
    write_virtual_points(report, scale, &mut out);
    write_lists(report, &mut out);
    abnormal.write(scale, &mut out);
    for line in &report.others {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// Returns whether some points are neither whole nor halves.
fn needs_fourfold(report: &Report) -> bool {
    let ResultPoints { win, draw, loss, absence, allocated_bye, unknown } = report.points;
    let of_rounds = report.players.iter().flat_map(|player| {
        let history = &player.history;
        let rounds = history.rounds.iter().map(Round::points);
        rounds
            .chain(history.corrections.iter().map(|(_, points)| *points))
            .chain(history.virtual_points.iter().copied())
    });
    let all = [win, draw, loss, absence, allocated_bye, unknown].into_iter().chain(of_rounds);
    all.into_iter().any(|points| points.quarters() % 2 != 0)
}

/// `299` records: numbers of players by result, round from 1 (0 for all) and points.
#[derive(Default)]
struct Abnormal(BTreeMap<(char, usize, Points), Vec<u32>>);

impl Abnormal {
    fn write(self, scale: Scale, out: &mut String) {
        for ((result, round, points), numbers) in self.0 {
            let mut line = Columns::default();
            line.left(1, 3, "299");
            line.left(5, 5, &result.to_string());
            line.right(13, 17, &scale.text(points));
            line.left(20, 22, &format!("{round:03}"));
            for (at, number) in numbers.iter().enumerate() {
                line.right(24 + 5 * at, 27 + 5 * at, &number.to_string());
            }
            line.finish(out);
        }
    }
}

fn write_player(
    (place, player): (usize, &ReportPlayer),
    report: &Report,
    scale: Scale,
    abnormal: &mut Abnormal,
) -> Columns {
    let history = &player.history;
    let mut line = Columns::default();
    line.left(1, 3, "001");
    line.right(5, 8, &history.number.to_string());
    line.left(10, 10, &player.sex.map(String::from).unwrap_or_default());
    line.right(11, 13, &player.title);
    line.left(15, 47, &player.name);
    line.right(49, 52, &player.rating.map(|rating| rating.to_string()).unwrap_or_default());
    line.left(54, 56, &player.federation);
    line.right(58, 68, &player.id);
    line.left(70, 79, &player.birth);
    let points = player.written_points.unwrap_or_else(|| history.score(usize::MAX));
    line.right(81, 84, &scale.text(points));
    line.right(86, 89, &player.rank.map(|rank| rank.to_string()).unwrap_or_default());
    for (round, entry) in history.rounds.iter().enumerate() {
        let at = 92 + 10 * round;
        let (opponent, color, code) = match entry {
            Round::Game { opponent, color, points, is_played } => {
                let number = report.players[*opponent].history.number;
                let color = if *color == Color::White { "w" } else { "b" };
                let is_open = report.open.contains(&(round, place));
                let code = if is_open { ' ' } else { code_of_game(*points, *is_played, &report.points) };
                (format!("{number:>4}"), color, code)
            }
            Round::Bye(bye, _) => ("0000".to_owned(), "-", code_of_bye(*bye)),
        };
        line.left(at, at + 3, &opponent);
        line.left(at + 5, at + 5, color);
        line.left(at + 7, at + 7, &code.to_string());
        let (kind, normal) = normal_points(code, &report.points);
        if normal != entry.points() {
            abnormal.0.entry((kind, round + 1, entry.points())).or_default().push(history.number);
        }
    }
    for &(round, points) in &history.corrections {
        abnormal.0.entry((' ', round + 1, points)).or_default().push(history.number);
    }
    line
}

/// Code of a game: of the result that is nearest to its points.
fn code_of_game(points: Points, is_played: bool, system: &ResultPoints) -> char {
    match (is_played, points >= system.win, points <= system.loss) {
        (true, true, _) => '1',
        (true, false, true) => '0',
        (true, false, false) => '=',
        (false, true, _) => '+',
        (false, false, _) => '-',
    }
}

fn code_of_bye(bye: Bye) -> char {
    match bye {
        Bye::Allocated => 'U',
        Bye::Full => 'F',
        Bye::Half => 'H',
        Bye::Zero => 'Z',
    }
}

/// Kind of a code in `299` records, and its points.
fn normal_points(code: char, points: &ResultPoints) -> (char, Points) {
    match code {
        '1' => ('W', points.win),
        '=' => ('D', points.draw),
        '0' => ('L', points.loss),
        // A game without a result.
        ' ' => (code, points.unknown),
        '+' | 'F' => (code, points.win),
        'H' => (code, points.draw),
        'U' => (code, points.allocated_bye),
        _ => (code, points.absence),
    }
}

/// Writes virtual points: a `250` record for each run of players and rounds.
fn write_virtual_points(report: &Report, scale: Scale, out: &mut String) {
    for player in &report.players {
        let all = &player.history.virtual_points;
        let mut first = 0;
        while first < all.len() {
            let points = all[first];
            let last = (first..all.len()).take_while(|round| all[*round] == points).last().unwrap_or(first);
            if points != Points::ZERO {
                let mut line = Columns::default();
                line.left(1, 3, "250");
                line.right(10, 13, &scale.text(points));
                line.left(15, 17, &format!("{:03}", first + 1));
                line.left(19, 21, &format!("{:03}", last + 1));
                line.right(23, 26, &player.history.number.to_string());
                line.right(28, 31, &player.history.number.to_string());
                line.finish(out);
            }
            first = last + 1;
        }
    }
}

/// Writes requested byes and forbidden pairs.
fn write_lists(report: &Report, out: &mut String) {
    let number = |place: usize| report.players[place].history.number.to_string();
    let mut byes: BTreeMap<(usize, char), Vec<usize>> = BTreeMap::new();
    for &(round, place, bye) in &report.byes {
        byes.entry((round, code_of_bye(bye))).or_default().push(place);
    }
    for ((round, code), places) in byes {
        let mut line = Columns::default();
        line.left(1, 3, "240");
        line.left(5, 5, &code.to_string());
        line.left(7, 9, &format!("{:03}", round + 1));
        for (at, place) in places.into_iter().enumerate() {
            line.right(11 + 5 * at, 14 + 5 * at, &number(place));
        }
        line.finish(out);
    }
    for group in &report.forbidden {
        let mut line = Columns::default();
        line.left(1, 3, "260");
        line.left(5, 7, &format!("{:03}", group.first + 1));
        line.left(9, 11, &format!("{:03}", group.last + 1));
        for (at, place) in group.players.iter().enumerate() {
            line.right(13 + 5 * at, 16 + 5 * at, &number(*place));
        }
        line.finish(out);
    }
}
