//! Reproducible archives: sorted, with one time and no owner, so that the bytes depend only on the contents.

use std::io::Write;

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

/// File of an archive.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// Path in the archive.
    pub(crate) path: String,
    pub(crate) contents: Vec<u8>,
    pub(crate) executable: bool,
    /// Path of another file of the archive, to which this one is a hard link.
    pub(crate) link: Option<String>,
}

impl File {
    pub(crate) fn new(path: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), contents: contents.into(), executable: false, link: None }
    }

    pub(crate) fn program(path: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        Self { executable: true, ..Self::new(path, contents) }
    }

    /// Returns a second name of a program, which must come before it in the order of paths.
    pub(crate) fn program_link(path: impl Into<String>, program: impl Into<String>) -> Self {
        Self { executable: true, link: Some(program.into()), ..Self::new(path, []) }
    }
}

/// Makes a `.tar.gz` with these files and their folders. The time is in seconds since 1970.
pub(crate) fn tar_gz(files: &[File], time: u64) -> Result<Vec<u8>> {
    let mut sorted: Vec<&File> = files.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    let mut tar = Builder::new(GzBuilder::new().mtime(0).write(Vec::new(), Compression::best()));
    let mut folders: Vec<&str> = Vec::new();
    for file in sorted {
        for (end, _) in file.path.match_indices('/') {
            let folder = &file.path[..=end];
            if folder != "./" && !folders.contains(&folder) {
                folders.push(folder);
                append(&mut tar, folder, EntryType::Directory, 0o755, time, &[])?;
            }
        }
        let mode = if file.executable { 0o755 } else { 0o644 };
        match &file.link {
            Some(target) => append_link(&mut tar, &file.path, target, mode, time)?,
            None => append(&mut tar, &file.path, EntryType::Regular, mode, time, &file.contents)?,
        }
    }
    Ok(tar.into_inner()?.finish()?)
}

fn append(
    tar: &mut Builder<impl Write>,
    path: &str,
    kind: EntryType,
    mode: u32,
    time: u64,
    contents: &[u8],
) -> Result<()> {
    let mut header = header(kind, mode, time);
    header.set_size(contents.len() as u64);
    tar.append_data(&mut header, path, contents).with_context(|| format!("cannot pack {path}"))
}

fn append_link(tar: &mut Builder<impl Write>, path: &str, target: &str, mode: u32, time: u64) -> Result<()> {
    let mut header = header(EntryType::Link, mode, time);
    header.set_size(0);
    tar.append_link(&mut header, path, target).with_context(|| format!("cannot pack {path}"))
}

fn header(kind: EntryType, mode: u32, time: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_files_makes_no_difference() {
        let files = [File::new("x/b/2", "two"), File::program("x/a", "one")];
        let turned = [files[1].clone(), files[0].clone()];
        let packed = tar_gz(&files, 1_000_000_000).unwrap();
        assert_eq!(packed, tar_gz(&turned, 1_000_000_000).unwrap());

        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(packed.as_slice()));
        let entries: Vec<String> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let header = entry.header();
                format!("{} {:o} {}", entry.path().unwrap().display(), header.mode().unwrap(), header.mtime().unwrap())
            })
            .collect();
        let expected = ["x/ 755 1000000000", "x/a 755 1000000000", "x/b/ 755 1000000000", "x/b/2 644 1000000000"];
        assert_eq!(entries, expected);
    }

    #[test]
    fn a_second_name_of_a_program_costs_no_space() {
        let program = File::program("x/saffron", vec![7; 100_000]);
        let alone = tar_gz(std::slice::from_ref(&program), 1).unwrap();
        let both = tar_gz(&[File::program_link("x/saffron-uci", "x/saffron"), program], 1).unwrap();
        assert!(both.len() < alone.len() + 200, "{} and {}", alone.len(), both.len());
        let folder = std::env::temp_dir().join(format!("saffron-dist-link-{}", std::process::id()));
        tar::Archive::new(flate2::read::GzDecoder::new(both.as_slice())).unpack(&folder).unwrap();
        let unpacked = std::fs::read(folder.join("x/saffron-uci")).unwrap();
        assert_eq!(unpacked, vec![7; 100_000]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let metadata = |name: &str| std::fs::symlink_metadata(folder.join("x").join(name)).unwrap();
            assert_eq!(metadata("saffron-uci").ino(), metadata("saffron").ino());
            assert_eq!(metadata("saffron-uci").mode() & 0o777, 0o755);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
