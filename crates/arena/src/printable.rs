//! Escaping of engine output for terminals and PGN.

use std::fmt::Write;

/// Returns the text with control characters escaped as `\x1b`, so that it cannot move the cursor or change colours.
pub(crate) fn printable(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            // Control characters are all below 256.
            let _ = write!(escaped, "\\x{:02x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(printable("\u{1b}[31mRED\u{7}"), "\\x1b[31mRED\\x07");
        assert_eq!(printable("a\tb\rc\u{7f}\u{9b}"), "a\\x09b\\x0dc\\x7f\\x9b");
        assert_eq!(printable("e2e5 \\ {é}"), "e2e5 \\ {é}");
    }
}
