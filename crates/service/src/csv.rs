//! Fields of comma-separated values.

use saffron_tournament::Points;

/// Text as a field: quoted if it has commas or quotes. Spreadsheets take some first characters for formulas, so such a text gets an
/// apostrophe.
pub fn field(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Points without a decimal that is 0.
pub fn points(points: Points) -> String {
    let text = points.to_string();
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
