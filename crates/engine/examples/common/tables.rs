//! The tables of `LEVELS.md`.

use std::path::Path;

/// Puts a table into `LEVELS.md` in the crate's folder, between the two comments with this name.
pub(crate) fn replace_table(crate_folder: &Path, name: &str, table: &str) -> Result<(), String> {
    let path = crate_folder.join("LEVELS.md");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let place = text.split_once(&open).and_then(|(before, rest)| Some((before, rest.split_once(&close)?.1)));
    let (before, after) = place.ok_or_else(|| format!("{}: no place for the table {name:?}", path.display()))?;
    write(&path, &format!("{before}{open}\n{table}\n{close}{after}"))
}

/// Writes a file whole; an error names it.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
