//! `saffron pgn`: files of game records, checked and converted game by game.

mod check;
mod convert;
pub(crate) mod lines;

use std::path::Path;
use std::str::FromStr;

use saffron_rules::{Language, Replayer, Variant};

use crate::failure::Failure;

/// Check and convert files of game records
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Arguments),
    Convert(convert::Arguments),
}

/// How files are to be read.
#[derive(Debug, clap::Args)]
struct ReadingArguments {
    /// The language of the letters, such as hungarian or hu; without it, found out game by game
    #[arg(long, value_name = "NAME")]
    language: Option<LanguageName>,
    /// The game that records without a Variant tag are of
    #[arg(long, value_name = "NAME")]
    variant: Option<TagName>,
}

impl ReadingArguments {
    /// A replayer for one file.
    fn replayer(&self) -> Replayer {
        let mut replayer = Replayer::new();
        if let Some(LanguageName(language)) = self.language {
            replayer = replayer.with_language(language);
        }
        if let Some(TagName(variant)) = self.variant {
            replayer = replayer.with_variant(variant);
        }
        replayer
    }
}

/// A language on the command line.
#[derive(Clone, Copy, Debug)]
struct LanguageName(Language);

impl FromStr for LanguageName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Language::ALL.map(Language::name).join(", ");
        Language::by_name(text).map(Self).ok_or_else(|| format!("there is no language {text:?}; there are {}", known()))
    }
}

/// A variant as a `Variant` tag names it.
#[derive(Clone, Copy, Debug)]
struct TagName(&'static Variant);

impl FromStr for TagName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = || Variant::known().iter().map(|variant| variant.id()).collect::<Vec<_>>().join(", ");
        Variant::by_tag(text).map(Self).ok_or_else(|| format!("there is no variant {text:?}; there are {}", known()))
    }
}

/// Checks or converts.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
    }
}

/// What a file is called in messages.
pub(crate) fn display_name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}
