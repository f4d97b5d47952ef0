//! Debian packages.

use std::io::Write;

use anyhow::Result;
use flate2::{Compression, GzBuilder};
use md5::{Digest, Md5};

use crate::archive::{File, ar, tar_gz};
use crate::builds::ENGINE;
use crate::release::{Contents, Release, hex};

const MAINTAINER: &str = "The Saffron developers <developers@saffron.invalid>";

const PROGRAM: &str = "./usr/bin/saffron";

/// The file name and the bytes of a Debian package for this architecture.
pub(crate) fn package(release: &Release, contents: &Contents, architecture: &str) -> Result<(String, Vec<u8>)> {
    let files = files(release, contents)?;
    let size: usize = files.iter().map(|file| file.contents.len()).sum();
    let control = format!(
        "Package: saffron\nVersion: {}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {}\nSection: games\nPriority: optional\n\
         Description: hexagonal chess: page, engine and tools\n \
         Saffron plays and analyses Shafran's, Glinski's, McCooey's and other games of\n \
         hexagonal chess. It serves a page for the browser, is an engine for programs\n \
         that speak UCI, and checks, converts and analyses game records.\n",
        release.version,
        size.div_ceil(1024),
    );
    let sums: String = files
        .iter()
        .map(|file| {
            let contents = if file.link.is_some() { &contents.program } else { &file.contents };
            format!("{}  {}\n", hex(&Md5::digest(contents)), file.path.trim_start_matches("./"))
        })
        .collect();
    // What the operator has changed in it stays when the package is upgraded.
    let kept = File::new("./conffiles", "/etc/saffron.toml\n");
    let control = [File::new("./control", control), File::new("./md5sums", sums), kept];
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(&control, release.seconds)?),
        ("data.tar.gz", tar_gz(&files, release.seconds)?),
    ];
    Ok((format!("saffron_{}_{architecture}.deb", release.version), ar(&members, release.seconds)))
}

/// The files of the package where Debian expects them.
fn files(release: &Release, contents: &Contents) -> Result<Vec<File>> {
    let changelog = format!(
        "saffron ({}) unstable; urgency=medium\n\n  * The changes are in CHANGELOG.md.\n\n -- {MAINTAINER}  {}\n",
        release.version, release.debian_time
    );
    let doc = |name: &str| format!("./usr/share/doc/saffron/{name}");
    let mut files = vec![
        File::program(PROGRAM, contents.program.clone()),
        File::program_link(format!("./usr/bin/{ENGINE}"), PROGRAM),
        File::new(doc("copyright"), COPYRIGHT),
        File::new(doc("changelog.gz"), gzip(changelog.as_bytes())?),
        File::new(doc("CHANGELOG.md"), contents.changelog.clone()),
        File::new(doc("THIRD-PARTY-LICENSES.txt"), contents.third_party.clone()),
        File::new(doc("saffron.spdx.json"), contents.bill.clone()),
        File::new("./etc/saffron.toml", contents.settings.clone()),
        File::new("./usr/lib/systemd/system/saffron.service", contents.unit.clone()),
        // One package serves every release of Debian and its descendants.
        File::new("./usr/share/lintian/overrides/saffron", "saffron: statically-linked-binary [usr/bin/saffron]\n"),
    ];
    for (name, page) in &contents.manual {
        files.push(File::new(format!("./usr/share/man/man1/{name}.gz"), gzip(page)?));
    }
    for (name, script) in &contents.completions {
        let path = match name.as_str() {
            "_saffron" => "./usr/share/zsh/vendor-completions/_saffron",
            "saffron.fish" => "./usr/share/fish/vendor_completions.d/saffron.fish",
            _ => "./usr/share/bash-completion/completions/saffron",
        };
        files.push(File::new(path, script.clone()));
    }
    Ok(files)
}

const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: saffron
Comment: The licences of the libraries inside are in THIRD-PARTY-LICENSES.txt
 beside this file, and listed in saffron.spdx.json.

Files: *
Copyright: The Saffron developers
License: MIT or Apache-2.0

License: MIT
 Permission is hereby granted, free of charge, to any person obtaining a copy
 of this software and associated documentation files (the \"Software\"), to deal
 in the Software without restriction, including without limitation the rights
 to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 copies of the Software, and to permit persons to whom the Software is
 furnished to do so, subject to the following conditions:
 .
 The above copyright notice and this permission notice shall be included in all
 copies or substantial portions of the Software.
 .
 THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
 SOFTWARE.

License: Apache-2.0
 On Debian systems, the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
";

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archive_and_package_have_the_engine_by_its_name() {
        let contents = Contents {
            program: b"the program".to_vec(),
            readme: Vec::new(),
            changelog: Vec::new(),
            licenses: Vec::new(),
            third_party: Vec::new(),
            bill: Vec::new(),
            manual: Vec::new(),
            completions: Vec::new(),
            unit: Vec::new(),
            settings: Vec::new(),
            containerfile: Vec::new(),
        };
        let release = Release {
            version: "1.0.0",
            commit: String::new(),
            seconds: 7,
            time: String::new(),
            debian_time: "now".to_owned(),
        };
        let links = |files: Vec<File>| -> Vec<(String, Option<String>)> {
            files.into_iter().filter(|file| file.executable).map(|file| (file.path, file.link)).collect()
        };
        let named = |path: &str, link: Option<&str>| (path.to_owned(), link.map(str::to_owned));
        assert_eq!(
            links(contents.files("saffron-1")),
            [named("saffron-1/saffron", None), named("saffron-1/saffron-uci", Some("saffron-1/saffron"))]
        );
        assert_eq!(
            links(files(&release, &contents).unwrap()),
            [named("./usr/bin/saffron", None), named("./usr/bin/saffron-uci", Some("./usr/bin/saffron"))]
        );
        let (_, package) = package(&release, &contents, "amd64").unwrap();
        assert!(package.starts_with(b"!<arch>\n"));
    }
}
