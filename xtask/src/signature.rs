//! Checks the bench signature: the node count of `saffron bench`. A commit that changes it names the new one in its
//! message, so that no change of the search or the evaluation goes unnoticed.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{Error, print_line, run_lines};
use crate::repository::root;

/// The start of the line in a commit message that names the node count.
const MARK: &str = "bench: nodes ";

/// Compares the node count of the program's bench with the one that the last commit with a count names.
pub(crate) fn check(program: &Path) -> Result<(), Error> {
    let Ok(message) = git(&["log", "-1", "--format=%B", &format!("--grep=^{MARK}")]) else {
        print_line("not checked: this is not a checkout with a history");
        return Ok(());
    };
    if git(&["status", "--porcelain", "--", "crates/engine", "crates/rules"]).is_ok_and(|changes| !changes.is_empty()) {
        print_line("not checked: the engine or the rules have changes that are not committed");
        return Ok(());
    }
    let Some(named) = named(&message) else {
        print_line("not checked: no commit of this history names a bench count");
        return Ok(());
    };
    let counted = counted(&output(Command::new(program).arg("bench"))?)
        .ok_or_else(|| Error::new("`saffron bench` did not end with \"N nodes M nps\""))?;
    print_line(format_args!("bench gives nodes {counted}; the history says {named}"));
    if counted != named {
        return Err(Error::new(format!(
            "the bench count has changed: the message of the commit that changed it must have the line \"{MARK}{counted}\""
        )));
    }
    Ok(())
}

fn git(arguments: &[&str]) -> Result<String, Error> {
    output(Command::new("git").current_dir(root()).args(arguments).stderr(Stdio::null()))
}

/// Returns the standard output of a command.
fn output(command: &mut Command) -> Result<String, Error> {
    let mut text = String::new();
    run_lines(command, |line| {
        text.push_str(line);
        text.push('\n');
    })?;
    Ok(text)
}

/// Returns the count that a commit message names.
fn named(message: &str) -> Option<u64> {
    message.lines().find_map(|line| line.strip_prefix(MARK))?.trim().parse().ok()
}

/// Returns the count in the last line of the bench's output.
fn counted(output: &str) -> Option<u64> {
    let words: Vec<&str> = output.lines().last()?.split_whitespace().collect();
    match words[..] {
        [count, "nodes", _, "nps"] => count.parse().ok(),
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
        assert_eq!(counted("shafran depth 10 nodes 3\n728244 nodes 531187 nps\n"), Some(728_244));
        assert_eq!(counted("many nodes 1 nps"), None);
    }
}
