//! Files with a line for each result, which are appended to while a run lasts.

use std::fs::{File, OpenOptions};
use std::path::Path;

/// Reads the complete lines of a file, which need not exist. An incomplete last line, of a run that was killed, is removed.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(String::new()),
        read => read.map_err(failed)?,
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        text.truncate(whole);
    }
    Ok(text)
}

/// Opens a file for appending, and creates it if needed.
pub(crate) fn append(path: &Path) -> Result<File, String> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map_err(|error| format!("{}: {error}", path.display()))
}
