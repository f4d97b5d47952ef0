//! Commands in comments: `[%csl Ga1]`, `[%cal Gb1c4]`, `[%eval 0.35]`, `[%clk 0:04:12]`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::board::Board;
use crate::cell::Cell;
use crate::notation::FileLetters;
use crate::pgn::annotation::{Annotation, Brush, Score, Shape, WrittenEval};
use crate::pgn::raw_game::{Comment, MovetextItem, RawGame};

/// The greatest evaluation that is read, in pawns; also the greatest number of moves to mate.
const MOST_PAWNS: i32 = 99_999;

/// The most hours that are read on a clock.
const MOST_HOURS: u64 = 99_999;

/// Reads a comment. What cannot be read of a command, and a second evaluation or clock, stays in the text.
pub(super) fn read(comment: &str, board: &Board, files: FileLetters) -> Annotation {
    let mut annotation = Annotation::default();
    let mut text = String::new();
    let mut rest = comment;
    while let Some(at) = rest.find("[%") {
        let Some(length) = rest[at..].find(']') else { break };
        let (before, command) = (&rest[..at], &rest[at..=at + length]);
        rest = &rest[at + length + 1..];
        text.push_str(before);
        match take(&command[2..length], board, files, &mut annotation) {
            Some(left) => {
                // The words on both sides of the command stay apart.
                text.push(' ');
                text.push_str(&left);
                text.push(' ');
            }
            None => text.push_str(command),
        }
    }
    text.push_str(rest);
    annotation.text = single_spaced(&text);
    annotation
}

/// Writes a comment: commands first, then the text. Empty if there is nothing to say.
pub(super) fn write(annotation: &Annotation, board: &Board) -> String {
    let mut parts = Vec::new();
    let mut shapes = annotation.shapes.as_slice();
    // Marks and arrows are of two commands; their order stays.
    while let Some(first) = shapes.first() {
        let is_arrow = first.to.is_some();
        let count = shapes.iter().take_while(|shape| shape.to.is_some() == is_arrow).count();
        let (alike, others) = shapes.split_at(count);
        let texts: Vec<String> = alike.iter().map(|shape| shape_text(shape, board)).collect();
        parts.push(format!("[%{} {}]", if is_arrow { "cal" } else { "csl" }, texts.join(",")));
        shapes = others;
    }
    parts.extend(annotation.eval.map(|eval| format!("[%eval {}]", eval_text(eval))));
    parts.extend(annotation.clock.map(|clock| format!("[%clk {}]", clock_text(clock))));
    parts.extend(Some(single_spaced(&annotation.text)).filter(|text| !text.is_empty()));
    parts.join(" ")
}

/// A text whose drawings name their cells in other letters. What is no drawing on the board stays.
pub(super) fn with_files(text: &str, board: &Board, read: FileLetters, write: FileLetters) -> String {
    let mut renamed = String::with_capacity(text.len());
    each_drawing(text, |before, drawing| {
        renamed.push_str(before);
        let Some(drawing) = drawing else { return };
        match read_shape(drawing.trim(), board, read) {
            Some(shape) => {
                let name = |cell: Cell| -> String {
                    board.name(cell).chars().map(|letter| write.write(board, letter)).collect()
                };
                let (start, end) = (drawing.len() - drawing.trim_start().len(), drawing.trim_end().len());
                renamed.push_str(&drawing[..start]);
                renamed.push(shape.brush.letter());
                renamed.push_str(&name(shape.from));
                renamed.extend(shape.to.map(name));
                renamed.push_str(&drawing[end..]);
            }
            None => renamed.push_str(drawing),
        }
    });
    renamed
}

/// Returns whether the board has all cells of a record's drawings by these names of its files.
pub(super) fn cells_fit(raw: &RawGame, board: &Board, files: FileLetters) -> bool {
    let mut fit = true;
    let mut check = |text: &str| {
        each_drawing(text, |_, drawing| {
            fit &= drawing.is_none_or(|text| read_shape(text.trim(), board, files).is_some());
        });
    };
    raw.leading_comments.iter().for_each(|comment| check(&comment.text));
    for item in &raw.items {
        match item {
            MovetextItem::Comment(Comment { text, .. }) | MovetextItem::Variation { text, .. } => check(text),
            MovetextItem::Move { .. } | MovetextItem::Nag(_) => {}
        }
    }
    fit
}

/// Calls `take` with the text before each mark or arrow, and with the mark or arrow; at the end with the rest and none.
fn each_drawing<'a>(text: &'a str, mut take: impl FnMut(&'a str, Option<&'a str>)) {
    let mut rest = text;
    let command = |rest: &str| ["[%csl", "[%cal"].iter().filter_map(|name| rest.find(name)).min();
    while let Some(at) = command(rest) {
        let Some(length) = rest[at..].find(']') else { break };
        let (mut before, value) = rest[..at + length].split_at(at + "[%csl".len());
        (before, rest) = (before, &rest[at + length..]);
        for part in value.split_inclusive(',') {
            let shape = part.strip_suffix(',').unwrap_or(part);
            take(before, Some(shape));
            before = &part[shape.len()..];
        }
        take(before, None);
    }
    take(rest, None);
}

/// A text with single spaces between its words.
pub(super) fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Takes over what a command says, and returns what of it remains as text; none if nothing was taken.
fn take(command: &str, board: &Board, files: FileLetters, annotation: &mut Annotation) -> Option<String> {
    let (name, value) = command.split_once(char::is_whitespace)?;
    let value = value.trim();
    match name {
        "eval" if annotation.eval.is_none() => annotation.eval = Some(read_eval(value)?),
        "clk" if annotation.clock.is_none() => annotation.clock = Some(read_clock(value)?),
        "csl" | "cal" => return take_shapes(name, value, board, files, &mut annotation.shapes),
        _ => return None,
    }
    Some(String::new())
}

/// As [`take`], of marks or arrows.
fn take_shapes(name: &str, value: &str, board: &Board, files: FileLetters, shapes: &mut Vec<Shape>) -> Option<String> {
    let known = shapes.len();
    let mut left = Vec::new();
    for part in value.split(',') {
        match read_shape(part.trim(), board, files).filter(|shape| shape.to.is_some() == (name == "cal")) {
            Some(shape) => shapes.push(shape),
            None => left.push(part),
        }
    }
    if shapes.len() == known {
        return None;
    }
    Some(if left.is_empty() { String::new() } else { format!("[%{name} {}]", left.join(",")) })
}

/// Reads `Ga1` or `Gb1c4`.
fn read_shape(text: &str, board: &Board, files: FileLetters) -> Option<Shape> {
    let brush = Brush::ALL.into_iter().find(|brush| text.starts_with(brush.letter()))?;
    let cells = &text[1..];
    let second = cells.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit()).map(|(at, _)| at);
    let (from, to) = match second {
        None => (cells, None),
        Some(at) => (&cells[..at], Some(&cells[at..])),
    };
    let from = cell(from, board, files)?;
    let to = match to {
        None => None,
        Some(to) => Some(cell(to, board, files).filter(|&to| to != from)?),
    };
    Some(Shape { brush, from, to })
}

fn cell(name: &str, board: &Board, files: FileLetters) -> Option<Cell> {
    let letter = name.chars().next()?;
    let rank = &name[letter.len_utf8()..];
    board.cell(&format!("{}{rank}", files.read(board, letter)?))
}

fn shape_text(shape: &Shape, board: &Board) -> String {
    let to = shape.to.map_or("", |to| board.name(to));
    format!("{}{}{to}", shape.brush.letter(), board.name(shape.from))
}

/// Reads `0.35`, `-1.2`, `#-3`, each with a depth behind a comma or without.
fn read_eval(text: &str) -> Option<WrittenEval> {
    let (score, depth) = match text.split_once(',') {
        None => (text, None),
        Some((score, depth)) => (score.trim_end(), Some(number(depth.trim())?)),
    };
    let depth = match depth {
        None => None,
        Some(depth) => Some(u32::try_from(depth).ok()?),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => {
            let (sign, moves) = signed(moves);
            Score::Mate(Some(sign * number(moves)?).filter(|&moves| moves != 0)?)
        }
        None => {
            let (sign, value) = signed(score);
            let (pawns, fraction) = value.split_once('.').unwrap_or((value, "0"));
            Score::Centipawns(sign * (number(pawns)? * 100 + hundredths(fraction)?))
        }
    };
    Some(WrittenEval { score, depth })
}

fn signed(text: &str) -> (i32, &str) {
    match text.strip_prefix('-') {
        Some(value) => (-1, value),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Reads decimal digits.
fn number(text: &str) -> Option<i32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|&value| digits && value <= MOST_PAWNS)
}

/// The digits behind a decimal point, rounded to two.
fn hundredths(digits: &str) -> Option<i32> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let digit = |at: usize| digits.as_bytes().get(at).map_or(0, |b| i32::from(b - b'0'));
    all_digits.then(|| 10 * digit(0) + digit(1) + i32::from(digit(2) >= 5))
}

fn eval_text(eval: WrittenEval) -> String {
    let score = match eval.score {
        Score::Mate(moves) => format!("#{moves}"),
        Score::Centipawns(value) => {
            let (sign, size) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
    };
    match eval.depth {
        None => score,
        Some(depth) => format!("{score},{depth}"),
    }
}

/// Reads hours, minutes and seconds, `1:04:12` or `0:00:09.5`, as milliseconds.
fn read_clock(text: &str) -> Option<u64> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if parts.next().is_some() || fraction.is_empty() || fraction.len() > 3 {
        return None;
    }
    let count = |text: &str, most: u64| u64::try_from(number(text)?).ok().filter(|&value| value <= most);
    let milliseconds = count(fraction, 999)? * [100, 10, 1][fraction.len() - 1];
    let minutes = count(hours, MOST_HOURS)? * 60 + count(minutes, 59)?;
    Some((minutes * 60 + count(seconds, 59)?) * 1000 + milliseconds)
}

fn clock_text(clock: u64) -> String {
    let (seconds, milliseconds) = (clock / 1000, clock % 1000);
    let text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match milliseconds {
        0 => text,
        _ => format!("{text}.{}", format!("{milliseconds:03}").trim_end_matches('0')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    fn board() -> &'static Board {
        Variant::by_id("glinski").unwrap().board()
    }

    /// Returns a comment read and written again.
    fn again(comment: &str) -> String {
        let annotation = read(comment, board(), FileLetters::WithoutJ);
        let written = write(&annotation, board());
        assert_eq!(read(&written, board(), FileLetters::WithoutJ), annotation, "{comment}");
        written
    }

    #[test]
    fn commands_are_read_and_written() {
        for (comment, wanted) in [
            ("a  b\nc", "a b c"),
            ("[%csl Ga1,Re5]text", "[%csl Ga1,Re5] text"),
            ("a [%cal Yb1c4,Bl6k7] b", "[%cal Yb1c4,Bl6k7] a b"),
            ("[%cal Gf11f10][%csl Rf1]", "[%cal Gf11f10] [%csl Rf1]"),
            ("[%eval 0.31]", "[%eval 0.31]"),
            ("[%eval +1]", "[%eval 1.00]"),
            ("[%eval -0.05]", "[%eval -0.05]"),
            ("[%eval 0.125,18]", "[%eval 0.13,18]"),
            ("[%eval #-3]", "[%eval #-3]"),
            ("[%eval   #12 , 30 ]", "[%eval #12,30]"),
            ("[%clk 0:04:12]", "[%clk 0:04:12]"),
            ("[%clk 101:59:59.250]", "[%clk 101:59:59.25]"),
            ("[%clk 0:00:09.5]x[%eval 0]", "[%eval 0.00] [%clk 0:00:09.5] x"),
            // A second one stays where it stands.
            ("[%eval 1] then [%eval 2]", "[%eval 1.00] then [%eval 2]"),
        ] {
            assert_eq!(again(comment), wanted, "{comment}");
        }
    }

    #[test]
    fn what_is_not_understood_stays_in_the_text() {
        for comment in [
            "[%emt 0:00:03]",
            "[%csl]",
            "[%csl ]",
            "[%csl Ga1b2]",
            "[%cal Ga1]",
            "[%cal Ga1a1]",
            "[%cal Gf1f2f3]",
            "[%csl Gj1]",
            "[%csl Gz9]",
            "[%csl Ga0]",
            "[%csl Ga01]",
            "[%csl ♞a1]",
            "[%csl G♞1]",
            "[%csl ga1]",
            "[%eval]",
            "[%eval x]",
            "[%eval 1.]",
            "[%eval .5]",
            "[%eval 1e3]",
            "[%eval --1]",
            "[%eval #0]",
            "[%eval 999999999999]",
            "[%eval 0.1,x]",
            "[%clk 1]",
            "[%clk 4:12]",
            "[%clk 0:60:00]",
            "[%clk 0:00:1.]",
            "[%clk -1:00:00]",
            "[%clk 0:00:00.1234]",
            "[%clk 0:0:0:0]",
            "[%csl [%clk 0:00:01] Ga1]",
            "[%csl Ga1",
            "[% csl Ga1]",
        ] {
            assert_eq!(again(comment), comment);
        }
        assert_eq!(again("[%csl Ga1,Rzz,Yb1] x"), "[%csl Ga1,Yb1] [%csl Rzz] x");
        assert_eq!(again("[%cs[%clk 0:00:01]l Ga1]"), "[%cs[%clk 0:00:01]l Ga1]");
        assert_eq!(again("[[%clk 0:00:01]%csl Ga1]"), "[%clk 0:00:01] [ %csl Ga1]");
    }

    #[test]
    fn cells_are_named_as_the_files_of_the_record_are() {
        let with_j = read("[%csl Gj5,Gk6][%cal Ri1j2]", board(), FileLetters::WithJ);
        assert_eq!(write(&with_j, board()), "[%csl Gk5,Gl6] [%cal Ri1k2]");
        let devasa = Variant::by_id("devasa").unwrap().board();
        let last = devasa.cells().iter().last().unwrap();
        let text = format!("[%csl B{}]", devasa.name(last));
        assert_eq!(write(&read(&text, devasa, FileLetters::WithJ), devasa), text);
    }
}
