//! Boundaries between parts of the code: invariants of ARCHITECTURE.md that no type ensures.

mod common;

use common::{files, read, root};

/// Code of a Rust file, line by line: without comments, and without the items that are for tests only.
fn rust_code(text: &str) -> Vec<(usize, &str)> {
    let mut code = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.trim_start().starts_with("#[cfg(") && line.contains("test") && !line.contains("not(test") {
            let mut depth = 0;
            for (_, line) in lines.by_ref() {
                depth += line.matches('{').count();
                depth = depth.saturating_sub(line.matches('}').count());
                if depth == 0 && (line.ends_with(['}', ';', ','])) {
                    break;
                }
            }
        } else {
            code.push((number + 1, without_comment(line)));
        }
    }
    code
}

/// A line without the comment at its end. The slashes of an address are none.
fn without_comment(line: &str) -> &str {
    let comment = line.match_indices("//").find(|&(at, _)| !line[..at].ends_with(':'));
    comment.map_or(line, |(at, _)| &line[..at])
}

/// Code of a file of the page, line by line: without comments.
fn page_code(text: &str) -> Vec<(usize, &str)> {
    let mut in_comment = false;
    let mut code = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let start = line.trim_start();
        in_comment |= start.starts_with("/*") || start.starts_with("<!--");
        if !in_comment {
            code.push((number + 1, without_comment(line)));
        }
        in_comment &= !(line.contains("*/") || line.contains("-->"));
    }
    code
}

/// Returns whether a file is there for tests, examples or measurements only.
fn is_for_tests(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ["/tests/", "/examples/", "/benches/"].iter().any(|folder| path.contains(folder))
        || ["tests.rs", ".test.ts", "-for-tests.ts", "test-parts.ts", "scripted-worker.ts"]
            .iter()
            .any(|end| name.ends_with(end))
        || name.starts_with("testing")
}

/// Code of the program and the page that is not for tests: path, line number, line.
fn code(is_wanted: impl Fn(&str) -> bool) -> Vec<(String, usize, String)> {
    let mut code = Vec::new();
    for path in files().into_iter().filter(|path| is_wanted(path) && !is_for_tests(path)) {
        let text = read(&path);
        let lines = if path.ends_with(".rs") { rust_code(&text) } else { page_code(&text) };
        code.extend(lines.into_iter().map(|(number, line)| (path.clone(), number, line.to_owned())));
    }
    code
}

fn assert_none(found: &[String], what: &str) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

/// Lines of a folder's code that have one of these texts.
fn lines_with(folder: &str, texts: &[&str]) -> Vec<String> {
    let code = code(|path| path.starts_with(folder) && path.ends_with(".rs"));
    assert!(code.len() > 1_000, "{folder} has only {} lines", code.len());
    let found = code.into_iter().filter(|(_, _, line)| texts.iter().any(|text| line.contains(text)));
    found.map(|(path, number, line)| format!("{path}:{number}: {}", line.trim())).collect()
}

#[test]
fn the_rules_use_nothing_of_the_system() {
    let system = [
        "std::fs",
        "std::net",
        "std::time",
        "std::thread",
        "std::process",
        "std::env",
        "std::io",
        "print!",
        "println!",
    ];
    assert_none(&lines_with("crates/rules/src/", &system), "the rules use the system");
    // Errors, a lock without `std`; and for features, serialisation and TypeScript declarations.
    let manifest = read("crates/rules/Cargo.toml");
    let section = manifest.split("\n[dependencies]\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or("");
    let depended: Vec<&str> = section.lines().filter_map(|line| line.split(['.', ' ', '=']).next()).collect();
    assert_eq!(depended, ["serde", "spin", "thiserror", "ts-rs"]);
}

#[test]
fn the_engine_prints_nothing_and_opens_no_file() {
    let system = ["std::fs", "std::net", "std::process", "std::env", "stdout", "stderr", "print!", "println!", "dbg!"];
    assert_none(&lines_with("crates/engine/src/", &system), "the engine uses the system");
}

#[test]
fn the_service_depends_on_no_http_server() {
    let manifest = read("crates/service/Cargo.toml");
    let section = manifest.split("\n[dependencies]\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or("");
    assert!(section.lines().count() > 10, "{section}");
    let http = section.lines().filter(|line| ["axum", "hyper", "tower"].iter().any(|name| line.starts_with(name)));
    assert_none(&http.map(str::to_owned).collect::<Vec<_>>(), "the service depends on HTTP");
}

#[test]
fn every_select_is_biased() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in files() {
        if !["crates/server/src/", "crates/service/src/"].iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        let text = read(&path);
        for (at, found) in text.match_indices("select! {") {
            count += 1;
            let branches = text[at + found.len()..].trim_start();
            // No simulation sends the signals of an operating system.
            if !branches.starts_with("biased;") && !branches.starts_with("() = interrupt") {
                wrong.push(format!("{path}:{}", text[..at].lines().count()));
            }
        }
    }
    assert!(count > 3, "only {count} were found");
    assert_none(&wrong, "what runs first is left to chance");
}

#[test]
fn the_board_imports_only_its_own_files() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (path, number, line) in code(|path| path.starts_with("web/board/src/") && path.ends_with(".ts")) {
        let imported = ["from '", "import '", "import('"].iter().find_map(|start| line.split_once(start));
        let Some((_, rest)) = imported else { continue };
        count += 1;
        let is_own = rest.starts_with("./")
            || (rest.starts_with("../") && !rest.starts_with("../../") && path.matches('/').count() == 3);
        if !is_own {
            wrong.push(format!("{path}:{number}: {line}"));
        }
    }
    assert!(count > 20, "only {count} imports were found");
    assert_none(&wrong, "the board imports something else");
}

/// Ids of the built-in variants, from the files of the rules.
fn variant_ids() -> Vec<String> {
    let mut ids = Vec::new();
    for path in files().iter().filter(|path| path.starts_with("crates/rules/src/variants/")) {
        let text = read(path);
        if text.contains("static SPEC: VariantSpec") {
            let id = text.split("id: \"").nth(1).and_then(|rest| rest.split('"').next());
            ids.push(id.unwrap_or_else(|| panic!("{path}: the variant has no id")).to_owned());
        }
    }
    assert!(ids.len() >= 6, "{ids:?}");
    ids
}

/// Files outside a folder `variants` that may name variants, with the reason.
const NAMING: [(&str, &str); 4] = [
    (
        "crates/engine/src/evaluation/handcrafted/weights.rs",
        "weights that a match has shown to be better, and a default",
    ),
    ("crates/tuning/src/bin/level_ladder/plan.rs", "the games in which the published levels were measured"),
    ("web/app/src/features/variants/examples.ts", "names of example files, which vary a built-in game"),
    ("web/app/src/ui/board-aspects.css", "shapes of the boards, written by a test"),
];

/// Returns whether a line has a word as a name of its own or as a part of one, such as `variant_glinski`.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let is_letter = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphabetic());
        !is_letter(line[..at].chars().next_back()) && !is_letter(line[at + word.len()..].chars().next())
    })
}

#[test]
fn no_code_names_a_variant() {
    let ids = variant_ids();
    let is_source = |path: &str| {
        let is_rust = path.starts_with("crates/") && path.ends_with(".rs");
        let is_page = ["web/app/src/", "web/board/src/", "web/build/"].iter().any(|folder| path.starts_with(folder));
        let is_named = [".ts", ".svelte", ".css"].iter().any(|end| path.ends_with(end));
        (is_rust || (is_page && is_named)) && !path.contains("/variants/") && !path.contains("/generated/")
            || NAMING.iter().any(|(naming, _)| *naming == path)
    };
    let mut named = Vec::new();
    let mut naming = Vec::new();
    for (path, number, line) in code(is_source) {
        // The default variant is one constant.
        let is_default = path == "crates/rules/src/variants/library.rs";
        if !is_default && ids.iter().any(|id| names(&line, id)) {
            match NAMING.iter().find(|(file, _)| *file == path) {
                Some((file, _)) => naming.push(*file),
                None => named.push(format!("{path}:{number}: {}", line.trim())),
            }
        }
    }
    assert_none(&named, "code depends on a variant; what belongs to one is in a folder `variants`");
    for (file, reason) in NAMING {
        assert!(naming.contains(&file), "{file} names no variant any more ({reason})");
    }
}

/// The ids in a help text are those of the library, not a list by hand.
#[test]
fn no_help_text_lists_the_variants() {
    let ids = variant_ids();
    let mut listed = Vec::new();
    for path in files().into_iter().filter(|path| path.starts_with("crates/cli/src/") && !is_for_tests(path)) {
        for (number, line) in read(&path).lines().enumerate() {
            if line.trim_start().starts_with("///") && ids.iter().any(|id| names(line, id)) {
                listed.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert_none(&listed, "a help text names variants");
}

#[test]
fn what_is_code_is_told_from_what_is_not() {
    let text = "a\n#[cfg(test)]\nmod tests {\n    b {\n    }\n}\nc // d\n/// e\n#[cfg(test)]\nmod tests;\n\"http://f\"";
    assert_eq!(rust_code(text), [(1, "a"), (7, "c "), (8, ""), (11, "\"http://f\"")]);
    assert_eq!(page_code("/* a\n * b */\nc // d"), [(3, "c ")]);
    assert!(names("m.variant_glinski", "glinski") && !names("glinskis", "glinski"));
    assert!(is_for_tests("crates/engine/src/see_tests.rs") && !is_for_tests("crates/engine/src/see.rs"));
    assert!(root().join("Cargo.toml").exists());
}
