//! Parts of a release: the version, the time, and the files next to the program.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::archive::File;
use crate::bom::{Subject, spdx};
use crate::builds::{Build, ENGINE};
use crate::check;
use crate::compile;
use crate::packages::{Package, packages};
use crate::process::{git, root, text};

/// Version and time of a release.
#[derive(Clone, Debug)]
pub(crate) struct Release {
    pub(crate) version: &'static str,
    /// Commit that it is built from; with `-modified` if files differ from it.
    pub(crate) commit: String,
    /// Time of the commit: in seconds since 1970, and in the formats of the bill of materials and of Debian.
    pub(crate) seconds: u64,
    pub(crate) time: String,
    pub(crate) debian_time: String,
}

impl Release {
    /// Reads the release of the commit that is checked out.
    pub(crate) fn read() -> Result<Self> {
        let date = |format: &str| git(&["log", "-1", "--format=%cd", &format!("--date=format-local:{format}")]);
        Ok(Self {
            version: env!("CARGO_PKG_VERSION"),
            commit: git(&["describe", "--always", "--abbrev=40", "--dirty=-modified", "--exclude=*"])?,
            seconds: git(&["log", "-1", "--format=%ct"])?.parse().context("git gives no time of the last commit")?,
            time: date("%Y-%m-%dT%H:%M:%SZ")?,
            debian_time: date("%a, %d %b %Y %H:%M:%S +0000")?,
        })
    }

    /// Name of a build's archive, without the extension, and of the folder in it.
    pub(crate) fn name(&self, build: &Build) -> String {
        format!("saffron-{}-{}", self.version, build.name)
    }
}

/// Files of a release. Texts are given as bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) program: Vec<u8>,
    pub(crate) readme: Vec<u8>,
    pub(crate) changelog: Vec<u8>,
    /// File names and texts of Saffron's licences.
    pub(crate) licenses: Vec<(String, Vec<u8>)>,
    pub(crate) third_party: Vec<u8>,
    /// Bill of materials.
    pub(crate) bill: Vec<u8>,
    /// File names and texts of the manual pages.
    pub(crate) manual: Vec<(String, Vec<u8>)>,
    /// File names and texts of the shell completions.
    pub(crate) completions: Vec<(String, Vec<u8>)>,
    /// Unit file for systemd.
    pub(crate) unit: Vec<u8>,
    /// Commented example of the settings.
    pub(crate) settings: Vec<u8>,
    pub(crate) containerfile: Vec<u8>,
}

impl Contents {
    /// Collects the files. `guide` is a program that runs on this machine, which writes the manual and the completions.
    pub(crate) fn gather(release: &Release, build: &Build, program: &Path, guide: (&Build, &Path)) -> Result<Self> {
        let program = read(program)?;
        let packages = packages(build)?;
        let name = release.name(build);
        let subject = Subject {
            name: &name,
            version: release.version,
            commit: &release.commit,
            time: &release.time,
            program: &hex(&Sha256::digest(&program)),
        };
        let own = |name: &str| Ok::<_, anyhow::Error>((name.to_owned(), read(&root().join(name))?));
        Ok(Self {
            bill: spdx(&subject, &packages).into_bytes(),
            third_party: third_party(&packages).into_bytes(),
            program,
            readme: read(&root().join("packaging/README.md"))?,
            changelog: read(&root().join("CHANGELOG.md"))?,
            licenses: vec![own("LICENSE-APACHE")?, own("LICENSE-MIT")?],
            manual: manual(guide)?,
            completions: vec![
                ("saffron.bash".to_owned(), generated(guide, &["completions", "bash"])?),
                ("_saffron".to_owned(), generated(guide, &["completions", "zsh"])?),
                ("saffron.fish".to_owned(), generated(guide, &["completions", "fish"])?),
            ],
            unit: read(&root().join("packaging/saffron.service"))?,
            settings: read(&root().join("packaging/saffron.toml"))?,
            containerfile: read(&root().join("packaging/Containerfile"))?,
        })
    }

    /// Files of an archive, in a folder of this name.
    pub(crate) fn files(&self, name: &str) -> Vec<File> {
        let path = |file: &str| format!("{name}/{file}");
        let mut files = vec![
            File::program(path("saffron"), self.program.clone()),
            File::program_link(path(ENGINE), path("saffron")),
            File::new(path("README.md"), self.readme.clone()),
            File::new(path("CHANGELOG.md"), self.changelog.clone()),
            File::new(path("THIRD-PARTY-LICENSES.txt"), self.third_party.clone()),
            File::new(path("saffron.spdx.json"), self.bill.clone()),
            File::new(path("saffron.service"), self.unit.clone()),
            File::new(path("saffron.toml"), self.settings.clone()),
            // The folder that becomes the volume of a container.
            File::new(path("data/.keep"), ""),
            File::new(path("Containerfile"), self.containerfile.clone()),
        ];
        let in_folder = |folder: &'static str, all: &[(String, Vec<u8>)]| -> Vec<File> {
            all.iter().map(|(file, text)| File::new(path(&format!("{folder}{file}")), text.clone())).collect()
        };
        files.extend(in_folder("", &self.licenses));
        files.extend(in_folder("man/man1/", &self.manual));
        files.extend(in_folder("completions/", &self.completions));
        files
    }
}

/// Manual pages, sorted.
fn manual(guide: (&Build, &Path)) -> Result<Vec<(String, Vec<u8>)>> {
    let folder = compile::folder().join("manual");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    generated(guide, &["manual", folder.to_str().context("the folder's path is not text")?])?;
    let mut pages = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        pages.push((name, read(&path)?));
    }
    pages.sort();
    anyhow::ensure!(!pages.is_empty(), "`saffron generate manual` wrote no page");
    Ok(pages)
}

/// Returns the output of `saffron generate`.
fn generated((build, program): (&Build, &Path), arguments: &[&str]) -> Result<Vec<u8>> {
    let mut command = check::command(build, program).context("no program of the release runs on this machine")?;
    Ok(text(command.arg("generate").args(arguments))?.into_bytes())
}

/// Licence texts of all packages, each text once.
fn third_party(packages: &[Package]) -> String {
    let rule = "=".repeat(80);
    let mut text = "What of others is in Saffron, and under which licences.\n\n".to_owned();
    let mut texts: Vec<(&str, Vec<String>)> = Vec::new();
    for package in packages {
        let title = format!("{} {}", package.name, package.version);
        let _ = writeln!(text, "{title}: {}", package.license);
        for (file, license) in &package.texts {
            let title = format!("{title}, {file}");
            match texts.iter_mut().find(|(known, _)| *known == license) {
                Some((_, titles)) => titles.push(title),
                None => texts.push((license, vec![title])),
            }
        }
    }
    for (license, titles) in texts {
        let _ = write!(text, "\n{rule}\n{}\n{rule}\n\n{}\n", titles.join("\n"), license.trim_end());
    }
    text
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Formats bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packages::Kind;

    #[test]
    fn an_archive_has_the_engine_by_its_name() {
        let files = Contents { program: b"the program".to_vec(), ..Contents::default() }.files("saffron-1");
        let programs: Vec<(&str, Option<&str>)> = files
            .iter()
            .filter(|file| file.executable)
            .map(|file| (file.path.as_str(), file.link.as_deref()))
            .collect();
        assert_eq!(programs, [("saffron-1/saffron", None), ("saffron-1/saffron-uci", Some("saffron-1/saffron"))]);
    }

    #[test]
    fn a_text_that_packages_share_stands_once() {
        let package = |name: &str, license: &str| Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            kind: Kind::Crate,
            license: "MIT".to_owned(),
            checksum: None,
            texts: vec![("LICENSE".to_owned(), license.to_owned())],
        };
        let text = third_party(&[package("a", "the text"), package("b", "another"), package("c", "the text")]);
        assert_eq!(text.matches("the text").count(), 1);
        assert!(text.contains("a 1.0.0, LICENSE\nc 1.0.0, LICENSE\n"));
        assert!(text.contains("b 1.0.0: MIT\n"));
    }
}
