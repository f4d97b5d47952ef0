//! File of a run's results, from which an interrupted run is resumed. Its first line describes what the results depend on,
//! followed by one line per result.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Opens or creates the file. Returns the results in it, and the file open for appending. An incomplete last line is removed.
///
/// # Errors
/// If the file cannot be read or written, its first line is not `head`, or a line is not a result.
pub fn open<T>(path: &Path, head: &str, read: impl Fn(&str) -> Option<T>) -> Result<(Vec<T>, File), String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        other => other.map_err(|error| failed(&error))?,
    };
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let is_other = match whole.lines().next() {
        Some(first) => first != head,
        None => !head.starts_with(&text),
    };
    if is_other {
        return Err(failed(&"holds the results of another run or program; move it away or name another file"));
    }
    let mut results = Vec::new();
    for (number, line) in (1..).zip(whole.lines()).skip(1) {
        results.push(read(line).ok_or_else(|| failed(&format!("line {number} is no result")))?);
    }
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(|error| failed(&error))?;
    file.set_len(whole.len() as u64).map_err(|error| failed(&error))?;
    if whole.is_empty() {
        writeln!(file, "{head}").map_err(|error| failed(&error))?;
    }
    Ok((results, file))
}
