//! What a line of a chat may be.

use saffron_protocol::error::ErrorCode;

use crate::marks::piles_up_marks;

/// The most characters of a line.
pub(crate) const MAX_LINE: usize = 140;

/// A text as a line: without spaces around it.
///
/// # Errors
/// `TooLong`; `InvalidField` for a text that is empty, has characters that control the display (line ends, directions of
/// writing, invisible ones), or piles up combining marks.
pub(crate) fn line(text: &str) -> Result<&str, ErrorCode> {
    let line = text.trim();
    if line.chars().nth(MAX_LINE).is_some() {
        return Err(ErrorCode::TooLong { field: "text".to_owned(), limit: MAX_LINE });
    }
    if line.is_empty() || line.chars().any(is_control) || piles_up_marks(line) {
        return Err(ErrorCode::InvalidField { field: "text".to_owned() });
    }
    Ok(line)
}

/// Control characters, and those of the format: marks and overrides of direction, separators of lines, the mark of the byte
/// order. Those that join letters and signs into one are allowed.
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
}
