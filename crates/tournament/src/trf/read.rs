//! Reading of reports.

use std::collections::HashMap;

use saffron_rules::Color;

use super::columns::Line;
use super::write::FOURFOLD;
use super::{Forbidden, Report, ReportPlayer, TrfError, TrfProblem};
use crate::history::{Bye, Round};
use crate::points::{Points, ResultPoints};
use crate::swiss::BakuAcceleration;

/// Bound of rounds in a report.
const MAX_ROUNDS: usize = 999;
/// Next round of the tournament, which is known when all entries are.
const NEXT: usize = usize::MAX;
const ROUND: &str = "a round from 1 to 999";
const PLAYER: &str = "a number of a player";
const POINTS: &str = "points such as 1.5";

/// Entry of a player in a round, before opponents are known by their places.
struct Entry {
    opponent: Option<u32>,
    color: Option<Color>,
    result: char,
}

/// Points that a `299` record assigns to a player: for a result or as a correction, in a round or all.
#[derive(Clone)]
struct Abnormal {
    /// Kind of the result; a space for a correction.
    result: char,
    round: Option<usize>,
    points: Points,
}

pub(super) fn read(text: &str) -> Result<Report, TrfError> {
    // A CR alone ends a line, too.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<Line> = text.split('\n').enumerate().map(|(at, line)| Line::new(at + 1, line)).collect();
    let mut report = Report::default();
    let mut entries: Vec<Vec<Entry>> = Vec::new();
    let mut places: HashMap<u32, usize> = HashMap::new();
    let mut player_lines: Vec<&Line> = Vec::new();
    for line in lines.iter().filter(|line| line.text(1, 3) == "001") {
        let (player, rounds) = read_player(line)?;
        if places.insert(player.history.number, report.players.len()).is_some() {
            return Err(line.error(TrfProblem::DuplicatePlayer(player.history.number)));
        }
        report.players.push(player);
        entries.push(rounds);
        player_lines.push(line);
    }
    if report.players.is_empty() {
        return Err(TrfError { line: 1, problem: TrfProblem::NoPlayers });
    }
    let place = |line: &Line, number: u32| {
        places.get(&number).copied().ok_or_else(|| line.error(TrfProblem::UnknownPlayer(number)))
    };
    let mut abnormal: Vec<Vec<Abnormal>> = vec![Vec::new(); report.players.len()];
    for line in lines.iter().filter(|line| line.text(1, 3) != "001") {
        read_line(line, &mut report, &mut abnormal, &place)?;
    }
    for (at, rounds) in entries.iter().enumerate() {
        for (round, entry) in rounds.iter().enumerate() {
            let line = player_lines[at];
            let opponent = entry.opponent.map(|number| place(line, number)).transpose()?;
            if let (Some(number), Some(opponent)) = (entry.opponent, opponent) {
                let player = report.players[at].history.number;
                let agrees =
                    |other: &Entry| other.opponent == Some(player) && other.color == entry.color.map(|own| !own);
                if !entries[opponent].get(round).is_some_and(agrees) {
                    let round = round + 1;
                    return Err(line.error(TrfProblem::Disagreement { round, player, opponent: number }));
                }
            }
            if opponent.is_some() && entry.result == ' ' {
                report.open.push((round, at));
            }
            let round = round_of(entry, opponent, round, &report.points, &abnormal[at]);
            report.players[at].history.rounds.push(round);
        }
    }
    for (player, records) in report.players.iter_mut().zip(abnormal) {
        let corrections = records.into_iter().filter(|record| record.result == ' ');
        player.history.corrections.extend(corrections.map(|record| (record.round.unwrap_or(0), record.points)));
    }
    if text.lines().any(|line| line == FOURFOLD) {
        divide(&mut report);
    }
    accelerate(&mut report);
    let next = report.paired_rounds();
    for (round, ..) in report.byes.iter_mut().filter(|(round, ..)| *round == NEXT) {
        *round = next;
    }
    Ok(report)
}

fn read_player(line: &Line) -> Result<(ReportPlayer, Vec<Entry>), TrfError> {
    let mut player = ReportPlayer {
        name: line.text(15, 47),
        sex: line.text(10, 10).chars().next(),
        title: line.text(11, 13),
        rating: line.value(49, 52, "a rating")?,
        federation: line.text(54, 56),
        id: line.text(58, 68),
        birth: line.text(70, 79),
        written_points: line.value(81, 84, POINTS)?,
        rank: line.value(86, 89, "a rank")?,
        ..ReportPlayer::default()
    };
    player.history.number = line.required(5, 8, PLAYER)?;
    let mut entries = Vec::new();
    for round in 0..(line.len().saturating_sub(89)).div_ceil(10).min(MAX_ROUNDS) {
        let at = 92 + 10 * round;
        let opponent = line.value::<u32>(at, at + 3, PLAYER)?.filter(|number| *number != 0);
        let color = match line.text(at + 5, at + 5).as_str() {
            "w" | "W" => Some(Color::White),
            "b" | "B" => Some(Color::Black),
            "" | "-" => None,
            _ => return Err(line.wrong(at + 5, at + 5, "w, b or -")),
        };
        let result = line.text(at + 7, at + 7).chars().next().unwrap_or(' ').to_ascii_uppercase();
        let is_known = match opponent {
            Some(_) => "1=0+-WDL ".contains(result),
            None => "HFUZ+- ".contains(result),
        };
        if !is_known {
            return Err(line.wrong(at + 7, at + 7, "a result: 1, =, 0, +, -, W, D, L, or a bye: H, F, U, Z"));
        }
        if opponent.is_some() && color.is_none() {
            return Err(line.wrong(at + 5, at + 5, "w or b"));
        }
        entries.push(Entry { opponent, color, result });
    }
    // Blank columns at the end of a line say nothing.
    while entries.last().is_some_and(|entry| entry.opponent.is_none() && entry.result == ' ') {
        entries.pop();
    }
    Ok((player, entries))
}

/// Round of an entry with its points.
fn round_of(
    entry: &Entry,
    opponent: Option<usize>,
    round: usize,
    points: &ResultPoints,
    abnormal: &[Abnormal],
) -> Round {
    let result = entry.result;
    let normal = match result {
        '1' | 'W' | '+' | 'F' => points.win,
        '=' | 'D' | 'H' => points.draw,
        '0' | 'L' => points.loss,
        'U' => points.allocated_bye,
        ' ' if opponent.is_some() => points.unknown,
        _ => points.absence,
    };
    // `W`, `D` and `L` of a record mean games however they are written.
    let kind = match result {
        '1' => 'W',
        '=' => 'D',
        '0' => 'L',
        ' ' if opponent.is_none() => 'Z',
        other => other,
    };
    let assigned = abnormal.iter().rfind(|record| record.result == kind && record.round.is_none_or(|at| at == round));
    let points = assigned.map_or(normal, |record| record.points);
    match (opponent, entry.color) {
        (Some(opponent), Some(color)) => {
            Round::Game { opponent, color, points, is_played: !matches!(result, '+' | '-') }
        }
        _ => {
            let bye = match result {
                'U' => Bye::Allocated,
                'F' | '+' => Bye::Full,
                'H' => Bye::Half,
                _ => Bye::Zero,
            };
            Round::Bye(bye, points)
        }
    }
}

fn read_line(
    line: &Line,
    report: &mut Report,
    abnormal: &mut [Vec<Abnormal>],
    place: &impl Fn(&Line, u32) -> Result<usize, TrfError>,
) -> Result<(), TrfError> {
    let tag = line.text(1, 3);
    let rest = || line.text(5, line.len());
    let round = |first: usize, last: usize| -> Result<usize, TrfError> {
        let round: usize = line.required(first, last, ROUND)?;
        if (1..=MAX_ROUNDS).contains(&round) { Ok(round - 1) } else { Err(line.wrong(first, last, ROUND)) }
    };
    let single_points = || {
        let text = rest();
        text.parse::<Points>().map_err(|_| line.wrong(5, line.len(), POINTS))
    };
    match tag.as_str() {
        "" | "###" => {}
        "142" | "XXR" => report.rounds = Some(round(5, line.len().max(5))? + 1),
        "152" => {
            report.initial = match rest().as_str() {
                "W" | "w" => Some(Color::White),
                "B" | "b" => Some(Color::Black),
                _ => return Err(line.wrong(5, 5, "W or B")),
            };
        }
        "XXC" => {
            for word in rest().split_whitespace() {
                match word {
                    "white1" => report.initial = Some(Color::White),
                    "black1" => report.initial = Some(Color::Black),
                    // The order of the players is that of their numbers.
                    _ => {}
                }
            }
        }
        "162" => read_points(line, &mut report.points)?,
        "BBW" => report.points.win = single_points()?,
        "BBD" => report.points.draw = single_points()?,
        "BBL" => report.points.loss = single_points()?,
        "BBZ" | "BBF" => report.points.absence = single_points()?,
        "BBU" => report.points.allocated_bye = single_points()?,
        "240" => {
            let bye = match line.text(5, 5).as_str() {
                "F" => Bye::Full,
                "H" => Bye::Half,
                "Z" => Bye::Zero,
                _ => return Err(line.wrong(5, 5, "F, H or Z")),
            };
            let round = round(7, 9)?;
            for number in line.numbers(11)? {
                report.byes.push((round, place(line, number)?, bye));
            }
        }
        "XXZ" => {
            for number in line.words::<u32>(PLAYER)? {
                report.byes.push((NEXT, place(line, number)?, Bye::Zero));
            }
        }
        "250" => {
            let points: Points = line.required(10, 13, POINTS)?;
            let (first, last) = (round(15, 17)?, round(19, 21)?);
            let numbers = line.required::<u32>(23, 26, PLAYER)?..=line.required(28, 31, PLAYER)?;
            for player in report.players.iter_mut().filter(|player| numbers.contains(&player.history.number)) {
                for round in first..=last {
                    add_virtual(&mut player.history.virtual_points, round, points);
                }
            }
        }
        "XXA" => {
            let at = place(line, line.required(5, 8, PLAYER)?)?;
            for (round, column) in (10..=line.len()).step_by(5).enumerate() {
                if let Some(points) = line.value(column, column + 3, POINTS)? {
                    add_virtual(&mut report.players[at].history.virtual_points, round, points);
                }
            }
        }
        "260" => {
            let (first, last) = (round(5, 7)?, round(9, 11)?);
            let players = line.numbers(13)?.into_iter().map(|number| place(line, number)).collect::<Result<_, _>>()?;
            report.forbidden.push(Forbidden { first, last, players });
        }
        "XXP" => {
            let numbers = line.words::<u32>(PLAYER)?;
            let players = numbers.into_iter().map(|number| place(line, number)).collect::<Result<_, _>>()?;
            report.forbidden.push(Forbidden { first: 0, last: MAX_ROUNDS - 1, players });
        }
        "299" => {
            let result = line.text(5, 5).chars().next().unwrap_or(' ');
            let points: Points = line.required(13, 17, POINTS)?;
            let round = match line.value::<usize>(20, 22, ROUND)? {
                None | Some(0) => None,
                Some(_) => Some(round(20, 22)?),
            };
            for number in line.numbers(24)? {
                abnormal[place(line, number)?].push(Abnormal { result, round, points });
            }
        }
        _ if tag.len() == 3 && tag.ends_with('2') && tag.bytes().all(|byte| byte.is_ascii_digit()) => {
            report.head.push((tag, rest()));
        }
        _ => report.others.push(line.text(1, line.len())),
    }
    Ok(())
}

/// Reads the points of results: a letter in column 6, points from 7 to 10, and so on every nine columns.
fn read_points(line: &Line, points: &mut ResultPoints) -> Result<(), TrfError> {
    let mut has_bye = false;
    for at in (6..=line.len()).step_by(9) {
        let letter = line.text(at, at);
        if letter.is_empty() {
            continue;
        }
        let value: Points = line.required(at + 1, at + 4, POINTS)?;
        match letter.as_str() {
            "W" => points.win = value,
            "D" => points.draw = value,
            "L" => points.loss = value,
            "A" => points.absence = value,
            "P" => (points.allocated_bye, has_bye) = (value, true),
            "X" => points.unknown = value,
            _ => return Err(line.wrong(at, at, "W, D, L, A, P or X")),
        }
    }
    if !has_bye {
        points.allocated_bye = points.win;
    }
    Ok(())
}

fn add_virtual(all: &mut Vec<Points>, round: usize, points: Points) {
    if all.len() <= round {
        all.resize(round + 1, Points::ZERO);
    }
    all[round] += points;
}

/// Gives the virtual points of the Baku acceleration if the type of the tournament has it and no record has other ones.
fn accelerate(report: &mut Report) {
    let is_type = |tag: &str| tag == "092" || tag == "192";
    let is_baku = report.head.iter().any(|(tag, text)| is_type(tag) && text.to_ascii_uppercase().contains("BAKU"));
    if !is_baku || report.players.iter().any(|player| !player.history.virtual_points.is_empty()) {
        return;
    }
    let rounds = report.rounds.unwrap_or_else(|| report.paired_rounds());
    let baku = BakuAcceleration::new(report.players.len(), rounds);
    let mut order: Vec<usize> = (0..report.players.len()).collect();
    order.sort_by_key(|place| report.players[*place].history.number);
    for place in order.into_iter().take(baku.higher) {
        report.players[place].history.virtual_points = baku.virtual_points(report.points.win);
    }
}

/// Takes a quarter of all points, which were written fourfold.
fn divide(report: &mut Report) {
    let quarter = |points: &mut Points| *points = Points::from_quarters(points.quarters() / 4);
    let ResultPoints { win, draw, loss, absence, allocated_bye, unknown } = &mut report.points;
    for points in [win, draw, loss, absence, allocated_bye, unknown] {
        quarter(points);
    }
    for player in &mut report.players {
        player.written_points.iter_mut().for_each(quarter);
        player.history.virtual_points.iter_mut().for_each(quarter);
        player.history.corrections.iter_mut().for_each(|(_, points)| quarter(points));
        for round in &mut player.history.rounds {
            match round {
                Round::Game { points, .. } | Round::Bye(_, points) => quarter(points),
            }
        }
    }
}
