//! Validation of texts that people write: combining marks, lines of a chat.

use saffron_protocol::error::ErrorCode;
use saffron_protocol::limits::MAX_MESSAGE_TEXT;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::config::limits::{MAX_CHAT_LINE, MAX_MARKS};

/// Returns whether a character of the text has more marks than any script needs, or the text starts with a mark. Marks
/// in composed letters count; invisible characters between marks do not separate them.
pub fn piles_up_marks(text: &str) -> bool {
    let mut marks = MAX_MARKS;
    for letter in text.nfd() {
        if is_combining_mark(letter) {
            marks += 1;
            if marks > MAX_MARKS {
                return true;
            }
        } else if !is_unseen(letter) {
            marks = 0;
        }
    }
    false
}

/// Returns whether a character only joins or tags others and has no shape of its own.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{e0001}'..='\u{e007f}')
}

/// Trims a line of a chat and validates it.
///
/// # Errors
/// As those of [`title`].
pub fn line(text: &str) -> Result<&str, ErrorCode> {
    title(text, "text", MAX_CHAT_LINE)
}

/// Trims a text of one line, which the field holds, and validates it; the limit is in characters.
///
/// # Errors
/// `TooLong` above the limit; `InvalidField` if the text is empty, contains characters that control the display (line
/// ends, directions of writing, invisible ones), or piles up combining marks.
pub fn title<'a>(text: &'a str, field: &str, limit: usize) -> Result<&'a str, ErrorCode> {
    let line = text.trim();
    if line.chars().nth(limit).is_some() {
        return Err(ErrorCode::TooLong { field: field.to_owned(), limit });
    }
    if line.is_empty() || line.chars().any(is_control) || piles_up_marks(line) {
        return Err(ErrorCode::InvalidField { field: field.to_owned() });
    }
    Ok(line)
}

/// Trims the ends of a text of several lines and validates it. Line ends become `\n`.
///
/// # Errors
/// As those of [`title`], but line ends and tabs are allowed.
pub fn message(text: &str) -> Result<String, ErrorCode> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim_end().trim_start_matches('\n');
    if text.chars().nth(MAX_MESSAGE_TEXT).is_some() {
        return Err(ErrorCode::TooLong { field: "text".to_owned(), limit: MAX_MESSAGE_TEXT });
    }
    let is_refused = |letter: char| is_control(letter) && !matches!(letter, '\n' | '\t');
    if text.trim().is_empty() || text.chars().any(is_refused) || text.lines().any(piles_up_marks) {
        return Err(ErrorCode::InvalidField { field: "text".to_owned() });
    }
    Ok(text.to_owned())
}

/// Trims a text of paragraphs, which the field holds, and validates it; the limit is in characters. Lines have no spaces at their ends,
/// and at most one empty line is between two paragraphs. It may be empty.
///
/// # Errors
/// As those of [`title`] for each line.
pub fn paragraphs(text: &str, field: &str, limit: usize) -> Result<String, ErrorCode> {
    let mut kept = String::new();
    let mut is_gap = false;
    for line in text.trim().lines().map(str::trim) {
        if line.is_empty() {
            is_gap = true;
            continue;
        }
        if !kept.is_empty() {
            kept.push_str(if is_gap { "\n\n" } else { "\n" });
        }
        is_gap = false;
        kept.push_str(title(line, field, limit)?);
    }
    if kept.chars().nth(limit).is_some() {
        return Err(ErrorCode::TooLong { field: field.to_owned(), limit });
    }
    Ok(kept)
}

/// Returns whether a character controls the display: control characters, marks and overrides of direction, separators
/// of lines, the byte order mark. Those that join letters or emoji are allowed.
fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_real_scripts_are_none_too_many() {
        let texts = [
            "",
            "Zoe\u{308}",
            "tiếng Việt",
            "ё и й",
            "בְּרֵאשִׁ֖ית בָּרָ֣א",
            "สวัสดีที่นี่",
            "नमस्ते क्ष्म्य",
            "བསྒྲུབས",
            "❤\u{fe0f} 👩\u{200d}💻 1\u{fe0f}\u{20e3} 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
        ];
        for text in texts {
            assert!(!piles_up_marks(text), "{text}");
        }
    }

    #[test]
    fn a_pile_of_marks_is_seen_however_it_is_written() {
        let pile = |count: usize, between: &str| format!("a{}", format!("\u{301}{between}").repeat(count));
        assert!(!piles_up_marks(&pile(MAX_MARKS, "")));
        for between in ["", "\u{200d}", "\u{200c}", "\u{2060}"] {
            assert!(piles_up_marks(&pile(MAX_MARKS + 1, between)), "{between:?}");
        }
        assert!(piles_up_marks(&format!("á{}", "\u{323}".repeat(MAX_MARKS))), "a composed letter has one");
        assert!(piles_up_marks("\u{301}a"), "a mark without a letter");
        assert!(piles_up_marks(&"\u{301}".repeat(130)));
        assert!(piles_up_marks(&format!("hello {}", "\u{489}".repeat(5))), "enclosing marks on a space");
    }

    #[test]
    fn paragraphs_are_lines_with_at_most_one_empty_one_between() {
        let text = |text: &str| paragraphs(text, "text", 20);
        assert_eq!(text(" one \r\n two\n\n\n\tthree\n"), Ok("one\ntwo\n\nthree".to_owned()));
        assert_eq!(text(" \n\n "), Ok(String::new()));
        assert_eq!(text(&"ő".repeat(20)), Ok("ő".repeat(20)));
        assert_eq!(text("ten letters\nand more"), Ok("ten letters\nand more".to_owned()));
        assert_eq!(text("ten letters\nand more."), Err(ErrorCode::TooLong { field: "text".to_owned(), limit: 20 }));
        for wrong in ["a\u{0}", "a\n\u{202e}b", "a\n\u{301}b", "a\u{2028}b"] {
            assert_eq!(text(wrong), Err(ErrorCode::InvalidField { field: "text".to_owned() }), "{wrong:?}");
        }
    }

    #[test]
    fn a_line_is_1_to_140_characters_without_control_characters() {
        assert_eq!(line("  good luck \n"), Ok("good luck"));
        let [longest, longer] = [140, 141].map(|count| "ё".repeat(count));
        assert_eq!(line(&longest), Ok(longest.as_str()));
        assert_eq!(line(&longer), Err(ErrorCode::TooLong { field: "text".to_owned(), limit: 140 }));
        for text in ["", " ", "a\nb", "a\u{0}b", "a\u{7f}", "a\u{85}b", "\u{202e}abc", "a\u{200b}b", "a\u{2028}b"] {
            assert_eq!(line(text), Err(ErrorCode::InvalidField { field: "text".to_owned() }), "{text:?}");
        }
        let marks = format!("a{}", "\u{301}".repeat(130));
        assert_eq!(line(&marks), Err(ErrorCode::InvalidField { field: "text".to_owned() }));
        assert_eq!(line("<b>&amp;</b> 👩‍💻"), Ok("<b>&amp;</b> 👩‍💻"));
    }
    #[test]
    fn a_message_keeps_its_lines_and_spaces() {
        assert_eq!(message("\n  a\r\n\n\tb  c \n"), Ok("  a\n\n\tb  c".to_owned()));
        let [longest, longer] = [2000, 2001].map(|count| "ё".repeat(count));
        assert_eq!(message(&longest), Ok(longest.clone()));
        assert_eq!(message(&longer), Err(ErrorCode::TooLong { field: "text".to_owned(), limit: 2000 }));
        for text in ["", " \n\t ", "a\u{0}", "a\rb", "\u{202e}abc", "a\u{200b}b", "a\n\u{301}b"] {
            assert_eq!(message(text), Err(ErrorCode::InvalidField { field: "text".to_owned() }), "{text:?}");
        }
    }
}
