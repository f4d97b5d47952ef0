//! Combining marks in texts that people write: some belong to a letter, dozens of them cover the lines above and below.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most marks on one character, as many as any living script needs: Vietnamese has two, pointed Hebrew and Tibetan four.
const MAX_MARKS: usize = 4;

/// Whether a character of the text carries more marks than any script needs, or its first character is a mark. Those that are
/// part of a composed letter count; what is not seen between marks changes nothing.
pub(crate) fn piles_up_marks(text: &str) -> bool {
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

/// Characters that join or tag others and have no shape of their own.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{e0001}'..='\u{e007f}')
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
}
