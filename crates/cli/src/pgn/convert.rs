//! `saffron pgn convert`: writes games in another notation.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use saffron_rules::{FileLetters, Form, Notation};

use crate::error::CliError;
use crate::files::display_name;
use crate::pgn::arguments::{LanguageName, ReadingArguments};
use crate::pgn::games;

/// Write the games of a file in another language or notation, on standard output
///
/// Tags, comments, glyphs and variations are kept. If a game is illegal, a line on standard error names the error, and the rest
/// of the game is kept in a comment.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// File to read; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Language to write: english, hungarian, polish, german, russian or swedish
    #[arg(long, value_name = "NAME", default_value = "english")]
    to_language: LanguageName,
    /// Write both cells of a move: Nb1-c4
    #[arg(long, conflicts_with_all = ["short", "uci"])]
    long: bool,
    /// Write the shortest unambiguous form: Nc4 (default)
    #[arg(long, conflicts_with = "uci")]
    short: bool,
    /// Write moves in UCI form: b1c4
    #[arg(long)]
    uci: bool,
    /// Names of the files on the boards with 91 cells
    #[arg(long, value_enum, value_name = "NAMES", default_value = "without-j")]
    files: Files,
    #[command(flatten)]
    reading: ReadingArguments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Files {
    /// a to k
    WithJ,
    /// a to l, as Gliński named them
    WithoutJ,
}

impl Arguments {
    fn notation(&self) -> Notation {
        let LanguageName(language) = self.to_language;
        let form = match (self.long, self.uci) {
            (true, _) => Form::Long,
            (_, true) => Form::Uci,
            _ => Form::Short,
        };
        let files = match self.files {
            Files::WithJ => FileLetters::WithJ,
            Files::WithoutJ => FileLetters::WithoutJ,
        };
        Notation { language, form, files }
    }
}

/// Converts the file.
pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let notation = arguments.notation();
    let mut replayer = arguments.reading.replayer();
    let name = display_name(&arguments.file);
    let mut first = true;
    let rest = games::each_game(&arguments.file, arguments.reading.encoding(), |raw| {
        let replay = replayer.replay(raw);
        if !std::mem::take(&mut first) {
            writeln!(out)?;
        }
        out.write_all(replay.write(raw, notation).as_bytes())?;
        if let Some(error) = &replay.error {
            let mut errors = std::io::stderr().lock();
            // If standard error is closed, the message is lost.
            let _ = writeln!(errors, "{name}:{}: game {}: {error}", error.line, raw.number);
        }
        Ok(())
    })?;
    for comment in rest.trailing_comments() {
        writeln!(out, "\n; {}", comment.text.replace('\n', "\n; "))?;
    }
    out.flush()?;
    Ok(())
}
