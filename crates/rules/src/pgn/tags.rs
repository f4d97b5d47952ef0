//! Tags of records: `[Name "value"]`, and what people make of it.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// The names of tags that are taken for tags wherever they stand: the seven of every record, and those that set up a game.
pub(super) const USUAL_TAGS: [&str; 12] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "Variant",
    "SetUp",
    "FEN",
    "Termination",
    "TimeControl",
];

/// The names of tags that tell what game it is; two of them with different values contradict each other.
pub(super) const TELLING_TAGS: [&str; 4] = ["Variant", "FEN", "SetUp", "Result"];

/// Returns whether a line begins like a tag: a bracket, a name, and a space or the value.
pub(super) fn looks_like_tag(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('[') else { return false };
    let name = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inner.len());
    name > 0 && inner[name..].starts_with([' ', '\t', '"', '“', '„'])
}

pub(super) type Tag = (String, String);

/// Splits a tag off the beginning: read, or as text where it is not of the right form; and
/// what follows it.
pub(super) fn split_tag(text: &str) -> Option<(Result<Tag, &str>, &str)> {
    let inner = text.strip_prefix('[')?;
    let name_end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (name, rest) = inner.split_at(name_end);
    if let Some(quoted) = rest.trim_start().strip_prefix('"') {
        let mut escaped = false;
        for (at, sign) in quoted.char_indices() {
            let after = quoted[at + sign.len_utf8()..].trim_start();
            // A quotation mark inside a value is forgiven where no bracket follows it.
            if sign == '"' && !escaped && after.starts_with(']') {
                return Some((Ok((name.to_owned(), unescaped(&quoted[..at]))), &after[1..]));
            }
            escaped = sign == '\\' && !escaped;
        }
    }
    // Up to the bracket, or the whole line.
    let end = text.find(']').map_or(text.len(), |end| end + 1);
    let tag = unquoted(name, rest).ok_or(&text[..end]);
    Some((tag, &text[end..]))
}

/// A tag whose value has no quotation marks, or typographic ones: `[Site Rome]`, `[White “N.N.”]`.
fn unquoted(name: &str, rest: &str) -> Option<Tag> {
    let (value, _) = rest.split_once(']')?;
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) || value.contains(['[', '"']) {
        return None;
    }
    let value = value.trim();
    let inner = value.strip_prefix(['“', '„', '”']).and_then(|inner| inner.strip_suffix(['”', '“']));
    Some((name.to_owned(), unescaped(inner.unwrap_or(value))))
}

/// The probable meaning of a damaged tag, such as `[Round "3]` or `[site Rome`.
pub(super) fn recovered_tag(text: &str) -> Option<Tag> {
    let inner = text.strip_prefix('[')?;
    let inner = inner.strip_suffix(']').unwrap_or(inner);
    let name_end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let value = inner[name_end..].trim().trim_matches(['"', '“', '”', '„', '\'']);
    (!value.is_empty()).then(|| (inner[..name_end].to_owned(), unescaped(value)))
}

fn unescaped(quoted: &str) -> String {
    let mut value = String::new();
    let mut signs = quoted.chars().peekable();
    while let Some(sign) = signs.next() {
        let sign = match (sign, signs.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                signs.next();
                next
            }
            // A control character would not survive being written again.
            _ if sign.is_control() => ' ',
            _ => sign,
        };
        value.push(sign);
    }
    value
}
