//! What is read of texts that are hard to read: `data/records/taken-apart.txt`.

use saffron_rules::{Comment, MovetextItem, PgnError, PgnReader, RawGame, Termination};

fn comment(comment: &Comment) -> String {
    let Comment { line, text, to_line_end, .. } = comment;
    if *to_line_end { format!(";{text}@{line}") } else { format!("{{{text}}}@{line}") }
}

fn item(item: &MovetextItem) -> String {
    match item {
        MovetextItem::Move { line, text, .. } => format!("{text}@{line}"),
        MovetextItem::Comment(inner) => comment(inner),
        MovetextItem::Nag(nag) => format!("${nag}"),
        MovetextItem::Variation { line, text } => format!("({text})@{line}"),
    }
}

fn fault(fault: &PgnError) -> String {
    let what = match fault {
        PgnError::Tag { .. } => "Tag".to_owned(),
        PgnError::Unclosed { what, .. } => format!("Unclosed({what})"),
        PgnError::TooLong { .. } => "TooLong".to_owned(),
        PgnError::Unopened { what, .. } => format!("Unopened({what})"),
        PgnError::AfterResult { text, .. } => format!("AfterResult({text})"),
        PgnError::SecondResult { text, .. } => format!("SecondResult({text})"),
        PgnError::SecondTag { name, .. } => format!("SecondTag({name})"),
        other => format!("{other}"),
    };
    format!("!{what}@{}", fault.line())
}

/// One game on one line.
fn summary(score: &RawGame) -> String {
    let mut words = vec![format!("{}@{}", score.number, score.line)];
    words.extend(score.tags.iter().map(|(name, value)| format!("[{name}|{value}]")));
    words.extend(score.leading_comments.iter().map(|before| format!("<{}", comment(before))));
    words.extend(score.items.iter().map(item));
    words.extend(score.result.map(|result| match result {
        Termination::Score(score) => format!("={score}"),
        Termination::Forfeit(score) => format!("=forfeit {score}"),
        Termination::Stalemate => "=stalemate".to_owned(),
        Termination::Unfinished => "=*".to_owned(),
    }));
    words.extend(score.errors.iter().map(fault));
    words.join(" ").replace('\n', "⏎")
}

/// Every game that a reader has, and what it has besides.
fn all(mut reader: PgnReader) -> String {
    reader.finish();
    let mut lines: Vec<String> = core::iter::from_fn(|| reader.next_game()).map(|score| summary(&score)).collect();
    let rest: Vec<String> = reader.trailing_comments().iter().map(comment).collect();
    if !rest.is_empty() {
        lines.push(format!("rest {}", rest.join(" ")));
    }
    lines.join("\n")
}

#[test]
fn every_text_is_read_as_it_is_told() {
    let file = include_str!("../data/records/taken-apart.txt");
    let cases: Vec<&str> = file.split("=== ").skip(1).collect();
    assert_eq!(cases.len(), 28);
    for case in cases {
        let (name, rest) = case.split_once('\n').unwrap();
        let (text, wanted) = rest.split_once("\n---\n").unwrap();
        let text = text.replace("<BOM>", "\u{feff}");
        let mut reader = PgnReader::new();
        text.lines().for_each(|line| reader.push_line(line));
        assert_eq!(all(reader), wanted.trim_end(), "{name}");
        // Line ends of another system make no difference.
        let mut reader = PgnReader::new();
        text.lines().for_each(|line| reader.push_line(&format!("{line}\r\n")));
        assert_eq!(all(reader), wanted.trim_end(), "{name}");
    }
}

/// A long line comes in parts, and only its beginning can be a line for another program.
#[test]
fn a_part_of_a_line_is_not_its_beginning() {
    let mut reader = PgnReader::new();
    for (part, end) in [("1. e5 ", ""), ("% e6", "\n"), ("% gone", ""), ("", "\n"), ("\u{feff}Nc4", "\n")] {
        if end.is_empty() { reader.push_part(part) } else { reader.push_line(part) }
    }
    assert_eq!(all(reader), "1@1 e5@1 %@1 e6@1 Nc4@3");
}

/// A word that goes on and on is cut after 64 bytes.
#[test]
fn a_torn_word_does_not_grow_without_bound() {
    let text = format!("1. e5{}", " !".repeat(100));
    let scores = PgnReader::read_all(&text);
    let moves: Vec<&str> = scores[0].moves().map(|(_, text)| text).collect();
    assert_eq!(moves, [format!("e5{}", "!".repeat(62))]);
    assert_eq!(scores[0].items.len(), 1 + 38);
}

/// Games of any sensible size are kept whole: a limit of a megabyte is met by what is really kept.
#[test]
fn long_games_are_kept_whole() {
    let tags: String =
        (0..8_000).map(|n| format!("[A_name_of_thirty_characters_{n} \"thirty characters of a value..\"]\n")).collect();
    let moves = "1. e5 e6\n".repeat(7_000);
    let comments = format!("{{{}}}\n", "a comment of fifty characters or so, all together ".repeat(2)).repeat(4_000);
    for (text, parts) in [(tags, 8_000), (moves, 14_000), (format!("e5 {comments}"), 4_001)] {
        let scores = PgnReader::read_all(&text);
        assert_eq!((scores.len(), &scores[0].errors), (1, &vec![]));
        assert_eq!(scores[0].tags.len() + scores[0].items.len(), parts);
    }
}

#[test]
fn long_comments_are_kept_whole() {
    let line = "one line of a long comment, which has about a hundred characters and is one of four hundred of them\n";
    for (open, close) in [("{", "}"), ("(", ")")] {
        let text = format!("1. e5 {open}{}{close} e6", line.repeat(400));
        let scores = PgnReader::read_all(&text);
        let [_, MovetextItem::Comment(Comment { text, .. }) | MovetextItem::Variation { text, .. }, _] =
            &scores[0].items[..]
        else {
            panic!("{:?}", scores[0].items)
        };
        assert_eq!(text.lines().count(), 400);
    }
}
