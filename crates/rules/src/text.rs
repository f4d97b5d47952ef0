//! Shortening and comparing texts.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

/// The first 40 characters of a text, with `...` where it is longer: enough to recognise it in an error.
pub(crate) fn truncated(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// A name in lower case, without the accent of Gliński and without a possessive s; other characters than letters and digits become
/// spaces.
pub(crate) fn plain_words(text: &str) -> String {
    let lower = text.to_lowercase().replace('ń', "n").replace("'s", "").replace("’s", "");
    lower.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect()
}
