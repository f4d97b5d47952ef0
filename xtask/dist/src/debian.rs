//! Debian packages: arranges the files in Debian's layout, and packs them with cargo-deb. The description and the list of files
//! are in `crates/cli/Cargo.toml`.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::builds::Build;
use crate::compile;
use crate::process::{cargo, run, text};
use crate::release::{Contents, Release, read};

/// Release of cargo-deb to install.
const CARGO_DEB: &str = "3.8.0";

/// Makes the Debian package of a program: its file name and bytes.
///
/// # Errors
/// If cargo-deb is missing and cannot be installed, or fails.
pub(crate) fn package(
    release: &Release,
    build: &Build,
    contents: &Contents,
    architecture: &str,
) -> Result<(String, Vec<u8>)> {
    require_cargo_deb()?;
    let folder = compile::folder().join("debian");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    for (path, bytes) in files(release, contents)? {
        write(&folder.join(path), &bytes)?;
    }
    let name = format!("saffron_{}_{architecture}.deb", release.version);
    let package = compile::folder().join(&name);
    let mut command = cargo();
    command.args(["deb", "--quiet", "--locked", "--no-build", "--no-strip", "--package", "saffron-cli"]);
    command.args(["--target", build.target, "--deb-version", release.version, "--output"]).arg(&package);
    command.env("SOURCE_DATE_EPOCH", release.seconds.to_string());
    // It prints the path of the package, which is read and then removed.
    text(&mut command)?;
    let bytes = read(&package)?;
    std::fs::remove_file(&package).with_context(|| format!("cannot remove {}", package.display()))?;
    Ok((name, bytes))
}

/// Installs cargo-deb if it is missing.
fn require_cargo_deb() -> Result<()> {
    let is_there = || text(cargo().args(["deb", "--version"])).is_ok();
    if !is_there() {
        println!("==> installing cargo-deb");
        run(cargo().args(["install", "--quiet", "--locked", "--version", CARGO_DEB, "cargo-deb"]))?;
        ensure!(is_there(), "cargo-deb was installed, but `cargo deb --version` fails");
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().context("a file lies in a folder")?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Files of the package by their paths. cargo-deb compresses the manual.
fn files(release: &Release, contents: &Contents) -> Result<Vec<(String, Vec<u8>)>> {
    const DOC: &str = "usr/share/doc/saffron";
    let file = |path: &str, bytes: &[u8]| (path.to_owned(), bytes.to_vec());
    let mut files = vec![
        file("usr/bin/saffron", &contents.program),
        file("etc/saffron.toml", &contents.settings),
        file("usr/lib/systemd/system/saffron.service", &contents.unit),
        file(&format!("{DOC}/CHANGELOG.md"), &contents.changelog),
        file(&format!("{DOC}/THIRD-PARTY-LICENSES.txt"), &contents.third_party),
        file(&format!("{DOC}/saffron.spdx.json"), &contents.bill),
        file("changelog", changelog(release).as_bytes()),
        // One package serves every release of Debian and its descendants.
        file("usr/share/lintian/overrides/saffron", b"saffron: statically-linked-binary [usr/bin/saffron]\n"),
    ];
    for (name, page) in &contents.manual {
        files.push(file(&format!("usr/share/man/man1/{name}"), page));
    }
    for (name, script) in &contents.completions {
        let path = match name.as_str() {
            "_saffron" => "usr/share/zsh/vendor-completions/_saffron",
            "saffron.fish" => "usr/share/fish/vendor_completions.d/saffron.fish",
            _ => "usr/share/bash-completion/completions/saffron",
        };
        files.push(file(path, script));
    }
    Ok(files)
}

/// Changelog in Debian's format.
fn changelog(release: &Release) -> String {
    format!(
        "saffron ({}) unstable; urgency=medium\n\n  * The changes are in CHANGELOG.md.\n\n -- The Saffron developers \
         <developers@saffron.invalid>  {}\n",
        release.version, release.debian_time
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::root;

    #[test]
    fn the_manifest_lists_every_file() {
        let release = Release {
            version: "1.0.0",
            commit: String::new(),
            seconds: 7,
            time: String::new(),
            debian_time: "now".to_owned(),
        };
        let named = |name: &str| vec![(name.to_owned(), Vec::new())];
        let contents = Contents { manual: named("saffron.1"), completions: named("_saffron"), ..Contents::default() };
        let manifest = std::fs::read_to_string(root().join("crates/cli/Cargo.toml")).unwrap();
        let manifest: toml::Table = toml::from_str(&manifest).unwrap();
        let deb = &manifest["package"]["metadata"]["deb"];
        let assets = deb["assets"].as_array().unwrap();
        let sources: Vec<&str> = assets.iter().filter_map(|asset| asset.get("source")?.as_str()).collect();
        let is_packed = |path: &str| {
            let path = format!("../../target/dist/debian/{path}");
            deb["changelog"].as_str() == Some(path.as_str())
                || sources.iter().any(|source| path.starts_with(source.trim_end_matches(['*', '/'])))
        };
        for (path, _) in files(&release, &contents).unwrap() {
            assert!(is_packed(&path), "{path}");
        }
        assert!(!is_packed("var/lib/saffron"));
        let link = |asset: &&toml::Value| asset["dest"].as_str() == Some("usr/bin/saffron-uci");
        assert_eq!(assets.iter().find(link).unwrap()["link_name"].as_str(), Some("saffron"));
    }
}
