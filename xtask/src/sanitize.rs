//! Runs the tests of the rules and the engine under AddressSanitizer and ThreadSanitizer.
//!
//! RUSTC_BOOTSTRAP lets the stable compiler use sanitizers. ThreadSanitizer has to see all accesses to memory, so the
//! standard library is compiled with it.

use std::process::Command;

use clap::ValueEnum;

use crate::prerequisites;
use crate::process::{Error, announce, cargo, host, run};
use crate::repository::root;

/// A sanitizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sanitizer {
    /// Finds accesses outside of allocated memory and after it was freed.
    Address,
    /// Finds data races.
    Thread,
}

/// Runs the tests under each of these sanitizers, or under all if none is given. Stops at the first failure.
pub(crate) fn check(sanitizers: &[Sanitizer]) -> Result<(), Error> {
    let host = host()?;
    let sanitizers = if sanitizers.is_empty() { Sanitizer::value_variants() } else { sanitizers };
    for sanitizer in sanitizers {
        let mut command = match sanitizer {
            Sanitizer::Address => {
                announce("the tests of the rules and the engine under AddressSanitizer");
                tests("address", &host)
            }
            Sanitizer::Thread => {
                prerequisites::find_rust_src().map_err(Error::new)?;
                announce("the tests of the rules and the engine under ThreadSanitizer");
                let mut command = tests("thread", &host);
                command.arg("-Zbuild-std");
                command
            }
        };
        // The tests of limited strength play whole games with the search that the others run, and take very long here.
        command.args(["--", "--skip", "strength::"]);
        run(&mut command)?;
    }
    Ok(())
}

fn tests(sanitizer: &str, host: &str) -> Command {
    let mut command = cargo();
    command.args(["test", "--locked", "--package", "saffron-rules", "--package", "saffron-engine", "--lib"]);
    command.args(["--target", host, "--target-dir"]).arg(root().join("target/sanitizers").join(sanitizer));
    command.env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTFLAGS");
    let flags = [format!("-Zsanitizer={sanitizer}"), "-Ctarget-cpu=native".to_owned()];
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    // What is in use when the tests end is no leak that matters; a test asks for more memory than there can be.
    command
        .env("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1")
        .env("TSAN_OPTIONS", "halt_on_error=1:allocator_may_return_null=1");
    command
}
