//! Copy of the toolchain, by links, that keeps local paths out of compiled programs.

use std::path::PathBuf;

use crate::prerequisites;
use crate::process::Error;

/// Returns the path of a toolchain folder, `target/sysroot`, with links to the libraries of all targets, but without the
/// sources of the standard library: if these are installed, the compiler writes their local path into programs, and no
/// option of stable Rust prevents it. Returns `None` if links cannot be made.
pub(crate) fn without_sources() -> Result<Option<PathBuf>, Error> {
    let Some(from) = prerequisites::rustlib().filter(|_| cfg!(unix)) else { return Ok(None) };
    let to = crate::repository::root().join("target/sysroot");
    let libraries = to.join("lib/rustlib");
    std::fs::create_dir_all(&libraries)
        .map_err(|error| Error::new(format!("cannot make {}: {error}", libraries.display())))?;
    let entries = from.read_dir().map_err(|error| Error::new(format!("cannot list {}: {error}", from.display())))?;
    for target in entries.flatten().filter(|entry| entry.path().join("lib").is_dir()) {
        let link = libraries.join(target.file_name());
        if std::fs::read_link(&link).is_ok_and(|known| known == target.path()) {
            continue;
        }
        let _ = std::fs::remove_file(&link);
        make_link(&target.path(), &link)
            .map_err(|error| Error::new(format!("cannot make the link {}: {error}", link.display())))?;
    }
    Ok(Some(to))
}

#[cfg(unix)]
fn make_link(from: &std::path::Path, to: &std::path::Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(from, to)
}

#[cfg(not(unix))]
fn make_link(_: &std::path::Path, _: &std::path::Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
