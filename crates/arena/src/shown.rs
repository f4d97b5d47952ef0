//! What an engine wrote, fit for a terminal and for a record.

use std::fmt::Write;

/// The text with its control characters as `\x1b`: an engine's words may not move the cursor or change colours.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for sign in text.chars() {
        if sign.is_control() {
            // All of them are below 256.
            let _ = write!(shown, "\\x{:02x}", u32::from(sign));
        } else {
            shown.push(sign);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn control_characters_are_spelled_out() {
        assert_eq!(shown("\u{1b}[31mRED\u{7}"), "\\x1b[31mRED\\x07");
        assert_eq!(shown("a\tb\rc\u{7f}\u{9b}"), "a\\x09b\\x0dc\\x7f\\x9b");
        assert_eq!(shown("e2e5 \\ {é}"), "e2e5 \\ {é}");
    }
}
