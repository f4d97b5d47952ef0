//! Fields of separated values, as spreadsheets read them.

use saffron_tournament::Points;

/// Text as a field of values with this separator: quoted if it has separators or quotes. Spreadsheets take some first characters for
/// formulas, so such a text gets an apostrophe.
pub fn field(text: &str, separator: char) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([separator, '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Points without a decimal that is 0.
pub fn points(points: Points) -> String {
    let text = points.to_string();
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_by_their_separator() {
        for (text, by_comma, by_semicolon) in [
            ("Kiss, Anna", "\"Kiss, Anna\"", "Kiss, Anna"),
            ("Győr; Pécs", "Győr; Pécs", "\"Győr; Pécs\""),
            ("\"Hex\"", "\"\"\"Hex\"\"\"", "\"\"\"Hex\"\"\""),
            ("two\nlines", "\"two\nlines\"", "\"two\nlines\""),
            ("=1+1", "'=1+1", "'=1+1"),
        ] {
            assert_eq!([field(text, ','), field(text, ';')], [by_comma, by_semicolon]);
        }
    }

    #[test]
    fn points_have_no_needless_decimal() {
        let texts = [0, 4, 6, 7].map(|quarters| points(Points::from_quarters(quarters)));
        assert_eq!(texts, ["0", "1", "1.5", "1.75"]);
    }
}
