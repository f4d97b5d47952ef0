//! Detects whether the inputs of a build step have changed, by a hash of file names and contents. Times of files are not
//! used: a checkout changes them.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::process::Error;

/// A hash of the inputs of a build step.
#[derive(Default)]
pub(crate) struct Fingerprint {
    hasher: DefaultHasher,
}

impl Fingerprint {
    /// Adds a file, or a folder with its contents, except the paths in `skip`.
    pub(crate) fn add(&mut self, path: &Path, skip: &[PathBuf]) -> Result<(), Error> {
        self.add_inner(path, skip).map_err(|error| Error::new(format!("cannot read {}: {error}", path.display())))
    }

    fn add_inner(&mut self, path: &Path, skip: &[PathBuf]) -> io::Result<()> {
        path.file_name().hash(&mut self.hasher);
        if !path.is_dir() {
            fs::read(path)?.hash(&mut self.hasher);
            return Ok(());
        }
        let mut entries: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        entries.retain(|entry| !skip.contains(entry));
        entries.sort();
        entries.len().hash(&mut self.hasher);
        entries.iter().try_for_each(|entry| self.add_inner(entry, skip))
    }

    /// Returns the hash in hexadecimal.
    pub(crate) fn finish(&self) -> String {
        format!("{:016x}", self.hasher.finish())
    }
}

/// Returns whether the stamp file holds this fingerprint.
pub(crate) fn is_stamped(stamp: &Path, fingerprint: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|found| found == fingerprint)
}

/// Writes the stamp file; to be called after the step has succeeded.
pub(crate) fn write_stamp(stamp: &Path, fingerprint: &str) -> Result<(), Error> {
    let written = stamp.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(stamp, fingerprint));
    written.map_err(|error| Error::new(format!("cannot write {}: {error}", stamp.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(folder: &Path) -> String {
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(folder, &[folder.join("skipped")]).expect("readable");
        fingerprint.finish()
    }

    #[test]
    fn changes_of_names_contents_and_presence_change_the_hash() {
        let folder = std::env::temp_dir().join(format!("saffron-fingerprint-{}", std::process::id()));
        fs::create_dir_all(folder.join("sub")).expect("a folder");
        fs::write(folder.join("sub/a.ts"), "one").expect("a file");
        let first = fingerprint(&folder);
        assert_eq!(fingerprint(&folder), first);

        fs::write(folder.join("skipped"), "nothing").expect("a file");
        assert_eq!(fingerprint(&folder), first);
        fs::write(folder.join("sub/a.ts"), "two").expect("a file");
        let second = fingerprint(&folder);
        assert_ne!(second, first);
        fs::rename(folder.join("sub/a.ts"), folder.join("sub/b.ts")).expect("renamed");
        assert_ne!(fingerprint(&folder), second);
        fs::remove_file(folder.join("sub/b.ts")).expect("removed");
        assert_ne!(fingerprint(&folder), second);

        let stamp = folder.join("deep/stamp");
        assert!(!is_stamped(&stamp, &first));
        write_stamp(&stamp, &first).expect("written");
        assert!(is_stamped(&stamp, &first));
        assert!(!is_stamped(&stamp, &second));
        fs::remove_dir_all(&folder).expect("cleaned up");
    }
}
