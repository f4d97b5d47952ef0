//! Reader of the games of a file one by one, in bounded memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use saffron_rules::{PgnReader, RawGame};
use saffron_text::{Decoder, Encoding};

use crate::error::CliError;
use crate::files::display_name;

/// Maximum number of bytes of a line in memory.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Reads the games of a file (`-`: standard input) and calls `take` for each. Returns the reader, which holds the text after
/// the last game.
pub(crate) fn each_game(
    file: &Path,
    encoding: Option<Encoding>,
    mut take: impl FnMut(&RawGame) -> Result<(), CliError>,
) -> Result<PgnReader, CliError> {
    let failed = |error: io::Error| CliError::new(format_args!("{}: {error}", display_name(file)));
    let input: Box<dyn Read> =
        if file == Path::new("-") { Box::new(io::stdin().lock()) } else { Box::new(File::open(file).map_err(failed)?) };
    let mut input = BufReader::with_capacity(MAX_LINE_BYTES, input);
    let (mut decoder, mut reader, mut text) = (Decoder::new(encoding), PgnReader::new(), String::new());
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(failed(error)),
        };
        let length = bytes.len();
        if length == 0 {
            decoder.finish(&mut text);
            take_lines(&mut reader, &mut text);
            if !text.is_empty() {
                reader.push_line(&text);
            }
            reader.finish();
        } else {
            decoder.push(bytes, &mut text);
            input.consume(length);
            take_lines(&mut reader, &mut text);
        }
        while let Some(raw) = reader.next_game() {
            take(&raw)?;
        }
        if length == 0 {
            return Ok(reader);
        }
    }
}

/// Passes the complete part of the text to the reader: whole lines, and the words of a long line.
fn take_lines(reader: &mut PgnReader, text: &mut String) {
    let mut rest = text.as_str();
    while let Some((line, after)) = rest.split_once('\n') {
        reader.push_line(line);
        rest = after;
    }
    if rest.len() >= MAX_LINE_BYTES {
        let cut = rest.rfind([' ', '\t']).map_or(rest.len(), |at| at + 1);
        reader.push_part(&rest[..cut]);
        rest = &rest[cut..];
    }
    let done = text.len() - rest.len();
    text.drain(..done);
}
