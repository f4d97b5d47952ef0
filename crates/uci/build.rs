//! Names the commit in `SAFFRON_COMMIT`, for `id name`. Without a repository, as in an archive of the sources, the variable of
//! that name counts, if it is set.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=SAFFRON_COMMIT");
    let commit = std::env::var("SAFFRON_COMMIT").ok().or_else(|| {
        // This file changes with every commit and checkout.
        let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
        println!("cargo::rerun-if-changed={log}");
        git(&["rev-parse", "--short=8", "HEAD"])
    });
    println!("cargo::rustc-env=SAFFRON_COMMIT={}", commit.unwrap_or_default());
}

/// Output of git; `None` if there is no git, or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
