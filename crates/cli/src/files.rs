//! Names of files in messages, and detection of paths that name the same file.

use std::path::{Path, PathBuf};

/// Error message for an output file that is also the input file.
pub(crate) const IS_INPUT_FILE: &str = "this is the input file";

/// Returns the name of a file for messages; `-` is standard input.
pub(crate) fn display_name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

/// Returns the path with a further extension, such as `positions.book.journal`.
pub(crate) fn with_further_extension(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

/// Writes a file under a temporary name and renames it, so that a failed write does not lose the previous file.
pub(crate) fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> std::io::Result<()> {
    let partial = with_further_extension(path, "partial");
    std::fs::write(&partial, bytes)?;
    std::fs::rename(&partial, path)
}

/// Returns whether both paths name one existing file, through any spelling and links.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let (Ok(first), Ok(second)) = (one.canonicalize(), other.canonicalize()) else { return false };
    first == second || has_both_names(&first, &second)
}

/// Returns whether two existing paths are hard links to one file.
#[cfg(unix)]
fn has_both_names(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path: &Path| path.metadata().ok().map(|file| (file.dev(), file.ino()));
    id(one).is_some_and(|file| id(other) == Some(file))
}

#[cfg(not(unix))]
fn has_both_names(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::create_dir_all(folder.join("in")).unwrap();
        let [file, other, symbolic, hard] = ["file", "other", "symbolic", "hard"].map(|name| folder.join(name));
        std::fs::write(&file, "1").unwrap();
        std::fs::write(&other, "1").unwrap();
        std::os::unix::fs::symlink(&file, &symbolic).unwrap();
        std::fs::hard_link(&file, &hard).unwrap();
        for same in [&file, &folder.join("in/../file"), &symbolic, &hard] {
            assert!(is_same(&file, same) && is_same(same, &file), "{}", same.display());
        }
        let missing = folder.join("missing");
        assert!(!is_same(&file, &other) && !is_same(&file, &missing) && !is_same(&missing, &missing));
    }
}
