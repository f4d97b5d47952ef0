//! Templates: sentences with placeholders for figures.
//!
//! `{shafran KQKR won}` is replaced by a figure. `{holds shafran KQKR won w >= 90}` is removed, and is an error if it is false, so
//! that a sentence without a number is checked, too.

use crate::figures::{Book, Figure, figure};

/// Fills in the placeholders.
///
/// # Errors
/// The first placeholder that names no figure, or whose condition is false.
pub(crate) fn fill(template: &str, book: &Book) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').ok_or("an open place has no end")?;
        text.push_str(before);
        match place.split_once(' ') {
            Some(("holds", condition)) => holds(book, condition)?,
            _ => text.push_str(&figure(book, place)?.text()),
        }
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

/// Maximum length of a line of a paragraph, in characters.
const WIDTH: usize = 120;

/// Percent sign that stays on the line of its number.
const GLUED: &str = "\u{a0}%";

/// Wraps the paragraphs and list items of a Markdown text. Other lines stay as they are.
pub(crate) fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.replace(" %", GLUED).lines() {
        let is_text = !line.is_empty() && !line.starts_with(['#', '|', '>', '!']);
        if is_text && open && !line.starts_with("- ") {
            if let Some(last) = lines.last_mut() {
                last.push(' ');
                last.push_str(line.trim_start());
            }
        } else {
            lines.push(line.to_owned());
        }
        open = is_text;
    }
    let mut out = String::new();
    for line in lines {
        let kept = line.is_empty() || line.starts_with(['#', '|', '>', '!']);
        let indent = if line.starts_with("- ") { "  " } else { "" };
        let mut width = 0;
        for word in line.split(if kept { '\n' } else { ' ' }).filter(|word| kept || !word.is_empty()) {
            if width > 0 && width + 1 + word.chars().count() > WIDTH {
                out.push('\n');
                out.push_str(indent);
                width = indent.len();
            } else if width > 0 {
                out.push(' ');
                width += 1;
            }
            out.push_str(word);
            width += word.chars().count();
        }
        out.push('\n');
    }
    out.replace(GLUED, " %")
}

/// Checks a condition: a figure, a comparison, and a number or another figure.
fn holds(book: &Book, condition: &str) -> Result<(), String> {
    let found = ["<=", ">=", "<", ">", "="].iter().find_map(|sign| {
        let (left, right) = condition.split_once(&format!(" {sign} "))?;
        Some((left, *sign, right))
    });
    let (left, sign, right) = found.ok_or_else(|| format!("{condition:?} has no comparison"))?;
    let one = figure(book, left)?.number();
    let other = match right.trim().parse::<f64>() {
        Ok(number) => number,
        Err(_) => figure(book, right).map(Figure::number)?,
    };
    let is_true = match sign {
        "<=" => one <= other,
        ">=" => one >= other,
        "<" => one < other,
        ">" => one > other,
        _ => (one - other).abs() < f64::EPSILON,
    };
    if is_true { Ok(()) } else { Err(format!("{condition} does not hold: {one} and {other}")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Endings;

    fn book() -> Book {
        let json = r#"{"variant":"x","endings":[
            {"ending":"KQK","toMove":[[200,199,0,1,0,0],[100,80,0,20,0,0]],
             "quiet":[[200,199,0,1,0,0],[90,79,0,11,0,0]],
             "longest":[{"winner":"w","end":"mate","plies":27,"fen":"","line":""}],
             "zugzwangs":{"count":1234,"examples":[]}}]}"#;
        [("x".to_owned(), Endings::parse(json).unwrap())].into()
    }

    #[test]
    fn places_are_filled_with_figures() {
        let text =
            "Won {x KQK won w} and {x KQK won}, in {x KQK longest} moves ({chess KQK longest}); {x KQK zugzwangs}.";
        assert_eq!(fill(text, &book()).as_deref(), Ok("Won 99.50 % and 95.9 % (93.0 %), in 14 moves (10); 1,234."));
    }

    #[test]
    fn paragraphs_are_broken_anew() {
        let long = "word ".repeat(40);
        let shares = "41.5 % ".repeat(20);
        assert!(!wrapped(&shares).lines().any(|line| line.starts_with('%')));
        let text = format!("# A heading\n\nOne\ntwo.\n\n- {long}\n  end\n- b\n\n| a | {long}|\n");
        let lines: Vec<String> = wrapped(&text).lines().map(str::to_owned).collect();
        assert_eq!(lines[..4], ["# A heading", "", "One two.", ""]);
        assert!(lines[4].starts_with("- word") && lines[4].len() <= WIDTH && lines[5].starts_with("  word"));
        assert!(lines[5].ends_with("word end"));
        assert_eq!(lines[6], "- b");
        assert_eq!(lines[8], format!("| a | {long}|"));
    }

    #[test]
    fn what_does_not_hold_is_an_error() {
        assert_eq!(fill("a{holds x KQK won w > 99}b", &book()).as_deref(), Ok("ab"));
        assert_eq!(fill("{holds x KQK longest > chess KQK longest}", &book()).as_deref(), Ok(""));
        for wrong in ["{holds x KQK won w < 99}", "{holds x KQK won}", "{x KRK won}", "{x KQK won", "{y KQK won}", "{}"]
        {
            assert!(fill(wrong, &book()).is_err(), "{wrong}");
        }
    }
}
