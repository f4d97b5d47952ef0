//! `--variants FILE`: user-defined variants, for every subcommand that names a variant.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use saffron_rules::Variant;

use crate::error::CliError;
use crate::network;

const OPTION: &str = "--variants";

/// Hides the option in the help of a subcommand that takes no variants, and refuses it there.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct NoVariants {
    #[arg(long, hide = true, value_name = "FILE")]
    variants: Vec<PathBuf>,
}

/// File whose variants are registered.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    /// Ids of the file's variants.
    pub(crate) variants: Vec<String>,
}

/// Registers the variants of all files named in the arguments, and returns the files.
///
/// This runs before the arguments are parsed, because other arguments may name these variants.
pub(crate) fn load(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<Loaded>, CliError> {
    load_files(files(arguments))
}

/// Registers the variants of these files with their networks, and returns the files.
///
/// The network of a variant is the file `ID.nnue` next to the file of the variant, if there is one.
pub(crate) fn load_files(files: Vec<PathBuf>) -> Result<Vec<Loaded>, CliError> {
    let load = |path: PathBuf| {
        let failed = |reason: &dyn std::fmt::Display| CliError::new(format_args!("{}: {reason}", path.display()));
        let text = read(&path).map_err(|error| failed(&error))?;
        let added = saffron_variants::add(&text).map_err(|error| failed(&error))?;
        for variant in &added {
            add_network_of(variant, &path)?;
        }
        let variants = added.iter().map(|variant| variant.id().to_owned()).collect();
        Ok(Loaded { path, text, variants })
    };
    files.into_iter().map(load).collect()
}

/// Adds the network of a variant of this file, if there is one. A network that cannot be used is an error: without it the engine
/// would play worse than its user expects.
fn add_network_of(variant: &'static Variant, file: &Path) -> Result<(), CliError> {
    let path = file.with_file_name(format!("{}.nnue", variant.id()));
    if path.exists() {
        saffron_engine::add_network(network::open(&path, variant)?);
    }
    Ok(())
}

/// Returns the values of the option. The argument parser reports a missing value at the end.
fn files(arguments: impl IntoIterator<Item = OsString>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut arguments = arguments.into_iter().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            break;
        } else if argument == OPTION {
            files.extend(arguments.next().map(PathBuf::from));
        } else if let Some(file) = argument.to_str().and_then(|text| text.strip_prefix(OPTION)?.strip_prefix('=')) {
            files.push(PathBuf::from(file));
        }
    }
    files
}

fn read(file: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    // One byte more than the maximum is enough to detect a file that is too large.
    File::open(file)?.take(saffron_variants::MAX_TEXT_BYTES as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_the_option_are_found_anywhere() {
        let files = |line: &str| files(line.split(' ').map(OsString::from));
        let named = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(files("saffron perft mini 3"), named(&[]));
        assert_eq!(files("saffron --variants a perft mini 3 --variants=b"), named(&["a", "b"]));
        assert_eq!(files("saffron perft mini 3 --variants"), named(&[]));
        assert_eq!(files("saffron perft -- --variants a"), named(&[]));
        assert_eq!(files("--variants a"), named(&[]));
    }
}
