//! The bench signature: the node count of `saffron bench`, which every commit that changes it names in its message, so
//! that a change of search or evaluation is never made unawares and every match result says which engine it is of.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{Failed, run_lines, say};
use crate::repository::root;

/// How a commit message names it, at the start of a line.
const MARK: &str = "bench: nodes ";

/// Compares what the program's bench gives with what the last commit that names it says.
pub(crate) fn check(program: &Path) -> Result<(), Failed> {
    let Ok(message) = git(&["log", "-1", "--format=%B", &format!("--grep=^{MARK}")]) else {
        say("not checked: this is not a checkout with a history");
        return Ok(());
    };
    if git(&["status", "--porcelain", "--", "crates/engine", "crates/rules"]).is_ok_and(|changes| !changes.is_empty()) {
        say("not checked: the engine or the rules have changes that are not committed");
        return Ok(());
    }
    let Some(named) = named(&message) else {
        say("not checked: no commit of this history names a bench count");
        return Ok(());
    };
    let counted = counted(&output(Command::new(program).arg("bench"))?)
        .ok_or_else(|| Failed::new("`saffron bench` did not end with \"nodes N nps M\""))?;
    say(format_args!("bench gives nodes {counted}; the history says {named}"));
    if counted != named {
        return Err(Failed::new(format!(
            "the bench count has changed: the commit that changed it is to say \"{MARK}{counted}\" in its message"
        )));
    }
    Ok(())
}

fn git(arguments: &[&str]) -> Result<String, Failed> {
    output(Command::new("git").current_dir(root()).args(arguments).stderr(Stdio::null()))
}

/// What a command prints.
fn output(command: &mut Command) -> Result<String, Failed> {
    let mut text = String::new();
    run_lines(command, |line| {
        text.push_str(line);
        text.push('\n');
    })?;
    Ok(text)
}

/// The count that a commit message names.
fn named(message: &str) -> Option<u64> {
    message.lines().find_map(|line| line.strip_prefix(MARK))?.trim().parse().ok()
}

/// The count that the bench ends with.
fn counted(output: &str) -> Option<u64> {
    let words: Vec<&str> = output.lines().last()?.split_whitespace().collect();
    match words[..] {
        ["nodes", count, "nps", _] => count.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_messages_and_from_the_bench() {
        assert_eq!(named("Search: more\n\nWhy.\n\nbench: nodes 908817\n"), Some(908_817));
        assert_eq!(named("Talks of bench: nodes 5 in passing"), None);
        assert_eq!(counted("shafran depth 10 nodes 3\nnodes 728244 nps 531187\n"), Some(728_244));
        assert_eq!(counted("nodes many nps 1"), None);
    }
}
