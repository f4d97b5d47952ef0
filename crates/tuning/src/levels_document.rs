//! Tables of `LEVELS.md` in the engine's crate.

use std::path::{Path, PathBuf};

/// Returns the folder of the engine's crate, which has `LEVELS.md` and the ratings.
pub fn engine_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine")
}

/// Replaces a table of `LEVELS.md`: the text between the comments `<!-- NAME -->` and `<!-- end of NAME -->`.
///
/// # Errors
/// If the file cannot be read or written, or has no such comments.
pub fn replace_table(name: &str, table: &str) -> Result<(), String> {
    let path = engine_folder().join("LEVELS.md");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let place = text.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?.1)));
    let (before, after) = place.ok_or_else(|| format!("{}: no place for the table {name:?}", path.display()))?;
    write(&path, &format!("{before}{open}\n{table}\n{close}{after}"))
}

/// Writes a file.
///
/// # Errors
/// If the file cannot be written; the error names it.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
