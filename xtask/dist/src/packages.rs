//! Third-party packages in a program: crates that are linked into it and into the page's WebAssembly, npm packages that are
//! bundled into the page, and the libraries of the language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::builds::Build;
use crate::compile;
use crate::process::{cargo, root, text};

/// Third-party package in a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) kind: Kind,
    /// Licence as an SPDX expression.
    pub(crate) license: String,
    /// SHA-256 of the crate or SHA-512 of the npm package, in hexadecimal.
    pub(crate) checksum: Option<String>,
    /// Licence texts, by file name.
    pub(crate) texts: Vec<(String, String)>,
}

/// Source of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Crate,
    Npm,
    /// Library that comes with the compiler.
    Runtime,
}

/// Third-party packages in this program, sorted.
pub(crate) fn packages(build: &Build) -> Result<Vec<Package>> {
    let mut names = crates("saffron-cli", build.target)?;
    names.extend(crates("saffron-wasm", "wasm32-unknown-unknown")?);
    let mut packages = described(&names)?;
    packages.extend(bundled()?);
    packages.extend(runtime()?);
    packages.sort();
    Ok(packages)
}

/// Names and versions of the third-party crates that are linked into a crate.
fn crates(package: &str, target: &str) -> Result<BTreeSet<(String, String)>> {
    let mut command = cargo();
    command.args(["tree", "--locked", "--package", package, "--target", target, "--prefix", "none"]);
    command.args(["--edges", "normal,no-proc-macro", "--format", "{p}"]);
    Ok(text(&mut command)?.lines().filter_map(tree_line).collect())
}

/// Name and version of a crate in a line of `cargo tree`; `None` for the crates of this repository.
fn tree_line(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let version = words.next()?.strip_prefix('v')?;
    if words.any(|word| word.starts_with("(/") || word == "(proc-macro)") {
        return None;
    }
    Some((name.to_owned(), version.to_owned()))
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<MetadataPackage>,
}

#[derive(Deserialize)]
struct MetadataPackage {
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<LockPackage>,
}

#[derive(Deserialize)]
struct LockPackage {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// Adds licences and checksums to the names of crates.
fn described(names: &BTreeSet<(String, String)>) -> Result<Vec<Package>> {
    let json = text(cargo().args(["metadata", "--locked", "--format-version", "1"]))?;
    let metadata: Metadata = serde_json::from_str(&json).context("`cargo metadata` printed something else")?;
    let path = root().join("Cargo.lock");
    let lock = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let lock: Lock = toml::from_str(&lock).context("Cargo.lock is not a lock file")?;
    let checksums: BTreeMap<(&str, &str), Option<String>> =
        lock.package.iter().map(|one| ((one.name.as_str(), one.version.as_str()), one.checksum.clone())).collect();
    let mut packages = Vec::new();
    for (name, version) in names {
        let found = metadata.packages.iter().find(|one| one.name == *name && one.version == *version);
        let found = found.with_context(|| format!("`cargo metadata` does not name {name} {version}"))?;
        let license = found.license.as_deref().with_context(|| format!("{name} names no licence"))?;
        let folder = found.manifest_path.parent().with_context(|| format!("{name} lies in no folder"))?;
        let mut texts = license_texts(folder)?;
        let added = root().join(format!("packaging/licenses/{name}.txt"));
        if texts.is_empty() && added.exists() {
            let text = std::fs::read_to_string(&added).with_context(|| format!("cannot read {}", added.display()))?;
            texts.push(("LICENSE".to_owned(), text));
        }
        ensure!(!texts.is_empty(), "{name} {version} has no licence text");
        packages.push(Package {
            name: name.clone(),
            version: version.clone(),
            kind: Kind::Crate,
            // The slash is an older form of `OR`.
            license: license.replace('/', " OR "),
            checksum: checksums.get(&(name.as_str(), version.as_str())).cloned().flatten(),
            texts,
        });
    }
    Ok(packages)
}

/// Files of a folder that are licences or notices by their names.
fn license_texts(folder: &Path) -> Result<Vec<(String, String)>> {
    const STARTS: [&str; 5] = ["license", "licence", "copying", "unlicense", "notice"];
    let mut texts = Vec::new();
    for entry in folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() && STARTS.iter().any(|start| name.to_lowercase().starts_with(start)) {
            let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            texts.push((name, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    texts.sort();
    Ok(texts)
}

#[derive(Deserialize)]
struct Bundled {
    name: String,
    version: String,
    identifier: Option<String>,
    text: Option<String>,
}

#[derive(Deserialize)]
struct NpmLock {
    packages: BTreeMap<String, NpmLockPackage>,
}

#[derive(Deserialize)]
struct NpmLockPackage {
    integrity: Option<String>,
}

/// Script that builds the page into `target/dist/page`, with a list of its packages. The path is relative to `web/app`.
const LIST_LICENSES: &str = "import { build } from 'vite';
await build({
  logLevel: 'error',
  build: { outDir: '../../target/dist/page', emptyOutDir: true, license: { fileName: 'licenses.json' } },
});";

/// npm packages with code in the page, as the bundler lists them.
fn bundled() -> Result<Vec<Package>> {
    let folder = compile::folder().join("page");
    let mut command = Command::new("node");
    command.current_dir(root().join("web")).args(["--input-type=module", "--eval", LIST_LICENSES]);
    text(&mut command)?;
    let list = folder.join("licenses.json");
    let json = std::fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    let bundled: Vec<Bundled> = serde_json::from_str(&json).context("the bundler's list of licences is another")?;
    let json =
        std::fs::read_to_string(root().join("web/package-lock.json")).context("cannot read package-lock.json")?;
    let lock: NpmLock = serde_json::from_str(&json).context("package-lock.json is not a lock file")?;
    let mut packages = Vec::new();
    for Bundled { name, version, identifier, text } in bundled {
        let license = identifier.with_context(|| format!("the npm package {name} names no licence"))?;
        let text = text.with_context(|| format!("the npm package {name} has no licence text"))?;
        let locked = lock.packages.get(&format!("node_modules/{name}"));
        let checksum = locked.and_then(|locked| integrity(locked.integrity.as_deref()?));
        packages.push(Package {
            name,
            version,
            kind: Kind::Npm,
            license,
            checksum,
            texts: vec![("LICENSE".to_owned(), text)],
        });
    }
    Ok(packages)
}

/// Converts npm's `sha512-BASE64` to hexadecimal.
fn integrity(text: &str) -> Option<String> {
    let mut bits = 0_u32;
    let mut held = 0;
    let mut hex = String::new();
    for letter in text.strip_prefix("sha512-")?.trim_end_matches('=').bytes() {
        const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let value = ALPHABET.iter().position(|&one| one == letter)?;
        bits = bits << 6 | u32::try_from(value).ok()?;
        held += 6;
        if held >= 8 {
            held -= 8;
            hex.push_str(&format!("{:02x}", bits >> held & 0xff));
        }
    }
    Some(hex).filter(|hex| hex.len() == 128)
}

/// Rust's standard library, and the libraries that it is linked with.
fn runtime() -> Result<Vec<Package>> {
    let version = text(Command::new("rustc").current_dir(root()).arg("--version"))?;
    let version = version.split_whitespace().nth(1).context("`rustc --version` prints no version")?.to_owned();
    let folder = root().join("packaging/licenses");
    let read = |name: &str| {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok::<_, anyhow::Error>(vec![(name.to_owned(), text)])
    };
    let package = |name: &str, version: &str, license: &str, text: &str| {
        Ok::<_, anyhow::Error>(Package {
            name: name.to_owned(),
            version: version.to_owned(),
            kind: Kind::Runtime,
            license: license.to_owned(),
            checksum: None,
            texts: read(text)?,
        })
    };
    Ok(vec![
        package("rust-std", &version, "MIT OR Apache-2.0", "rust-std.txt")?,
        package("musl", MUSL, "MIT", "musl.txt")?,
        package("llvm-libunwind", &version, "Apache-2.0 WITH LLVM-exception", "llvm-libunwind.txt")?,
    ])
}

/// Version of musl in the toolchain.
const MUSL: &str = "1.2.5";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_others_are_told_from_ours() {
        let named = |line| tree_line(line).map(|(name, version)| format!("{name} {version}"));
        assert_eq!(named("clap v4.6.7").as_deref(), Some("clap 4.6.7"));
        assert_eq!(named("toml v1.2.1+spec-1.1.0 (*)").as_deref(), Some("toml 1.2.1+spec-1.1.0"));
        assert_eq!(named("saffron-rules v0.1.0 (/home/somebody/saffron/crates/rules)"), None);
        assert_eq!(named("serde_derive v1.0.229 (proc-macro)"), None);
        assert_eq!(named(""), None);
    }

    #[test]
    fn integrity_is_given_in_hexadecimal() {
        // The SHA-512 of empty data.
        let base64 = "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==";
        let hex = integrity(base64).unwrap();
        assert!(hex.starts_with("cf83e1357eefb8bdf1542850d66d8007"));
        assert!(hex.ends_with("f927da3e"));
        assert_eq!(integrity("sha1-abc="), None);
        assert_eq!(integrity("sha512-?"), None);
    }
}
