//! Parts of a file: the header `Range`.

use std::ops::Range;

/// What a request asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All of it: there is no range, or one that the server need not understand.
    Whole,
    /// These bytes.
    Part(Range<u64>),
    /// No byte that there is.
    Nothing,
}

/// Reads `bytes=FIRST-LAST`, `bytes=FIRST-` and `bytes=-COUNT`. Several ranges at once are answered with the whole.
pub(crate) fn wanted(header: Option<&str>, length: u64) -> Wanted {
    let Some((unit, range)) = header.and_then(|header| header.split_once('=')) else { return Wanted::Whole };
    let Some((first, last)) = range.trim().split_once('-') else { return Wanted::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Wanted::Whole;
    }
    let number = |text: &str| -> Option<u64> {
        (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().unwrap_or(u64::MAX))
    };
    let range = match (number(first), number(last)) {
        (Some(first), Some(last)) if first > last => return Wanted::Whole,
        (Some(first), Some(last)) => first..last.saturating_add(1).min(length),
        (Some(first), None) if last.is_empty() => first..length,
        (None, Some(count)) if first.is_empty() => length.saturating_sub(count)..length,
        _ => return Wanted::Whole,
    };
    if range.is_empty() { Wanted::Nothing } else { Wanted::Part(range) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let cases = [
            ("bytes=0-3", Wanted::Part(0..4)),
            ("bytes=4-", Wanted::Part(4..10)),
            ("bytes=-3", Wanted::Part(7..10)),
            ("bytes=-30", Wanted::Part(0..10)),
            ("Bytes = 9-9", Wanted::Part(9..10)),
            ("bytes=5-99999999999999999999999", Wanted::Part(5..10)),
            ("bytes=10-", Wanted::Nothing),
            ("bytes=10-12", Wanted::Nothing),
            ("bytes=-0", Wanted::Nothing),
        ];
        for (header, expected) in cases {
            assert_eq!(wanted(Some(header), 10), expected, "{header}");
        }
    }

    #[test]
    fn what_is_no_range_asks_for_all() {
        for header in
            ["", "bytes", "bytes=", "bytes=-", "bytes=3-1", "bytes=a-b", "bytes=+1-2", "lines=0-1", "bytes=0-1,3-4"]
        {
            assert_eq!(wanted(Some(header), 10), Wanted::Whole, "{header}");
        }
        assert_eq!(wanted(None, 10), Wanted::Whole);
        assert_eq!(wanted(Some("bytes=0-"), 0), Wanted::Nothing);
    }
}
