//! Checks of the documents: named files and headings exist, and so do the checks of the invariants of ARCHITECTURE.md.

mod common;

use std::collections::BTreeSet;

use common::{files, read};

/// Folders and files that a build or a run makes, so that a document may name them though a checkout has none.
const MADE: [&str; 9] = [
    "target/",
    "web/app/dist/",
    "web/app/src/wasm/",
    "web/app/src/paraglide/",
    "web/board/dist/",
    "web/test-results/",
    "fuzz/corpus/",
    "fuzz/artifacts/",
    "training/.venv/",
];

/// Endings of the names of sources, by which a name without a folder is known to be a file.
const SOURCES: [&str; 6] = [".rs", ".ts", ".svelte", ".mjs", ".md", ".tsv"];

/// Files and folders of the repository.
struct Tree {
    paths: BTreeSet<String>,
    top: BTreeSet<String>,
}

impl Tree {
    fn new() -> Self {
        let mut paths = BTreeSet::new();
        for file in files() {
            let ends = file.char_indices().filter(|&(_, letter)| letter == '/').map(|(at, _)| at);
            paths.extend(ends.map(|at| file[..at].to_owned()));
            paths.insert(file);
        }
        let top = paths.iter().filter(|path| !path.contains('/')).cloned().collect();
        Self { paths, top }
    }

    /// Returns whether a path, perhaps with placeholders such as `VARIANT`, is there: from the root, from a folder above the
    /// document, or, as in tables of one part, as the end of a path.
    fn has(&self, document: &str, named: &str) -> bool {
        let named = named.trim_end_matches('/');
        let mut folder = document;
        while let Some((above, _)) = folder.rsplit_once('/') {
            folder = above;
            if joined(folder, named).is_some_and(|path| self.matches(&path)) {
                return true;
            }
        }
        let Some(path) = joined("", named) else { return false };
        // The files of the example variant are kept under the paths that they get.
        if self.paths.contains(&format!("docs/skirmish/{path}")) {
            return true;
        }
        MADE.iter().any(|made| format!("{path}/").starts_with(made))
            || self.matches(&path)
            || (path == named && self.paths.iter().any(|file| file.ends_with(&format!("/{path}"))))
    }

    fn matches(&self, path: &str) -> bool {
        let pattern: Vec<&str> = path.split('/').collect();
        if !pattern.iter().any(|part| is_placeholder(part)) {
            return self.paths.contains(path);
        }
        self.paths.iter().any(|file| {
            let parts: Vec<&str> = file.split('/').collect();
            parts.len() == pattern.len() && parts.iter().zip(&pattern).all(|(part, pattern)| fits(part, pattern))
        })
    }

    /// Returns whether a word is meant as a path of the repository.
    fn is_path(&self, word: &str) -> bool {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./*".contains(letter);
        if !word.chars().all(plain) || word.starts_with(['/', '-']) || word.contains("//") {
            return false;
        }
        match word.split_once('/') {
            Some((first, _)) => {
                first == ".." || self.top.contains(first) || SOURCES.iter().any(|end| word.ends_with(end))
            }
            None => word.len() > 4 && !is_placeholder(word) && SOURCES[..4].iter().any(|end| word.ends_with(end)),
        }
    }
}

/// A path from the root, without `.` and `..`; `None` above it.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns whether a part of a path stands for any name: `*`, or a word in capitals in place of one.
fn is_placeholder(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part);
    let capitals = stem.len() > 1 && stem.chars().all(|letter| letter.is_ascii_uppercase());
    part.contains('*') || (capitals && part != "README.md" && !part.starts_with("LICENSE"))
}

fn fits(part: &str, pattern: &str) -> bool {
    if !is_placeholder(pattern) || part == pattern {
        return part == pattern;
    }
    match pattern.split_once('*') {
        Some((start, end)) => part.len() >= start.len() + end.len() && part.starts_with(start) && part.ends_with(end),
        None => pattern.split_once('.').is_none_or(|(_, end)| part.ends_with(&format!(".{end}"))),
    }
}

/// Words in code of a line: of its spans, or all of them in a block of code.
fn code_words(line: &str, is_block: bool) -> Vec<&str> {
    let parts: Vec<&str> = if is_block { vec![line] } else { line.split('`').skip(1).step_by(2).collect() };
    let words = parts.into_iter().flat_map(str::split_whitespace);
    words.map(|word| word.trim_matches(|letter| "()[],;:'\"".contains(letter)).trim_end_matches('.')).collect()
}

/// Targets of the links of a line.
fn links(line: &str) -> Vec<&str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

/// The anchors of a document's headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let slug = |heading: &str| {
        let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
        heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
    };
    headings.map(slug).collect()
}

/// The folder from which a document's links lead. The templates of the endings are filled in in `docs`.
fn folder_of(document: &str) -> &str {
    if document.starts_with("crates/endings/") {
        "docs"
    } else {
        document.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// Documents with their texts, without the changelog, which names files that no longer exist, and a document that inlang writes.
fn documents() -> Vec<(String, String)> {
    let names = files()
        .into_iter()
        .filter(|name| name.ends_with(".md") && name != "CHANGELOG.md" && !name.starts_with("web/app/project.inlang/"));
    names.map(|name| (name.clone(), read(&name))).collect()
}

#[test]
fn every_path_in_a_document_exists() {
    let tree = Tree::new();
    let (mut missing, mut checked) = (Vec::new(), 0);
    for (document, text) in documents() {
        let mut is_fenced = false;
        for (number, line) in text.lines().enumerate() {
            let mut report = |named: &str| missing.push(format!("{document}:{}: {named}", number + 1));
            if line.trim_start().starts_with("```") {
                is_fenced = !is_fenced;
                continue;
            }
            for word in code_words(line, is_fenced || line.starts_with("    ")) {
                if tree.is_path(word) {
                    checked += 1;
                    if !tree.has(&document, word) {
                        report(word);
                    }
                }
            }
            if is_fenced {
                continue;
            }
            for link in links(line).into_iter().filter(|link| !link.contains("://")) {
                checked += 1;
                let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
                let folder = folder_of(&document);
                let target = if path.is_empty() { Some(document.clone()) } else { joined(folder, path) };
                let target = target.filter(|target| tree.paths.contains(target));
                if target.is_none_or(|target| !anchor.is_empty() && !anchors(&read(&target)).contains(anchor)) {
                    report(link);
                }
            }
        }
    }
    assert!(checked > 500, "only {checked} paths were found");
    assert!(missing.is_empty(), "{} of {checked} do not exist:\n{}", missing.len(), missing.join("\n"));
}

/// Says what is wrong with an invariant's last sentence, "Held by ...", which names in code what holds it: tests, or the manifest of a
/// crate, with all the crates of the workspace that it depends on behind it.
fn unheld(tree: &Tree, sources: &[String], invariant: &str) -> Option<String> {
    let Some((_, holders)) = invariant.rsplit_once("Held\nby").or_else(|| invariant.rsplit_once("Held by")) else {
        return Some("nothing is named".to_owned());
    };
    let names: Vec<&str> = holders.split('`').skip(1).step_by(2).collect();
    if names.is_empty() {
        return Some("nothing is named".to_owned());
    }
    let is_crate = |name: &&&str| name.starts_with("saffron-");
    for (at, name) in names.iter().enumerate() {
        if name.ends_with("Cargo.toml") {
            if !tree.paths.contains(*name) {
                return Some(format!("{name} does not exist"));
            }
            let named: BTreeSet<String> =
                names[at + 1..].iter().take_while(is_crate).map(|&name| name.to_owned()).collect();
            let depended = dependencies(&read(name));
            if depended != named {
                return Some(format!("{name} depends on {depended:?}, not on {named:?}"));
            }
        } else if !is_crate(&name) && !sources.iter().any(|text| defines(text, name)) {
            return Some(format!("there is no test {name}"));
        }
    }
    None
}

/// Sources in Rust and TypeScript.
fn sources() -> Vec<String> {
    files().iter().filter(|name| name.ends_with(".rs") || name.ends_with(".ts")).map(|name| read(name)).collect()
}

/// Crates of the workspace that a manifest's own dependencies name.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or("").split("\n[").next().unwrap_or("");
    let names = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| name.starts_with("saffron-")).map(str::to_owned).collect()
}

/// Returns whether a source has a function of this name, or a test of the page with this title.
fn defines(text: &str, name: &str) -> bool {
    text.contains(&format!("fn {name}(")) || text.contains(&format!("('{name}'"))
}

#[test]
fn every_invariant_is_held() {
    let (tree, sources) = (Tree::new(), sources());
    let text = read("ARCHITECTURE.md");
    let invariants = text.split("\n\n").filter(|part| part.contains("Architecture invariant:**"));
    let mut wrong = Vec::new();
    let mut count = 0;
    for invariant in invariants {
        count += 1;
        if let Some(reason) = unheld(&tree, &sources, invariant) {
            let start: String = invariant.chars().take(100).collect();
            wrong.push(format!("{reason}: {}...", start.replace('\n', " ")));
        }
    }
    assert!(count > 10, "only {count} invariants were found");
    assert!(wrong.is_empty(), "{} of {count} invariants are not held:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_does_not_exist_is_found() {
    let tree = Tree::new();
    assert!(tree.has("docs/page.md", "xtask/tests/documents.rs") && tree.has("docs/page.md", "../README.md"));
    assert!(tree.has("crates/rules/README.md", "tests/data/perft.tsv") && tree.has("README.md", "crates/*/Cargo.toml"));
    assert!(tree.has("README.md", "target/release/saffron") && tree.has("README.md", "documents.rs"));
    for dead in ["xtask/tests/none.rs", "../README.md", "docs/VARIANT.rs", "none.rs"] {
        assert!(!tree.has("README.md", dead), "{dead}");
    }
    assert!(tree.is_path("xtask/none") && tree.is_path("none/none.rs") && tree.is_path("none.rs"));
    for word in ["1/2", "/api/games", "and/or", "GET", ".rs", "https://none.rs"] {
        assert!(!tree.is_path(word), "{word}");
    }
    assert_eq!(code_words("see `a/b.rs`, and (`c`).", false), ["a/b.rs", "c"]);
    assert_eq!(links("[a](b.md#c) and [d](e)"), ["b.md#c", "e"]);
    assert!(anchors("# Add a variant\n## `saffron` & co").contains("add-a-variant"));
    let sources = ["fn a_test() {}".to_owned(), "it('is held', f)".to_owned()];
    let held = |text: &str| unheld(&tree, &sources, text).is_none();
    assert!(held("It is so. Held by `a_test` and `is held`."));
    assert!(held("It is so. Held by `crates/mates/Cargo.toml`: `saffron-rules`, and `a_test`."));
    assert!(!held("It is so.") && !held("Held by tests.") && !held("Held by `a_tes`.") && !held("Held by `none`."));
    assert!(
        !held("Held by `crates/mates/Cargo.toml`: `saffron-engine`.") && !held("Held by `crates/none/Cargo.toml`.")
    );
}
