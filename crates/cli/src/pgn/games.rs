//! Reads the games of a file one by one, with bounded memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use saffron_rules::{PgnReader, RawGame};

use crate::error::CliError;
use crate::files::display_name;

/// The maximum number of bytes of a line in memory.
const MOST_BYTES: u64 = 1 << 16;

/// Reads the games of a file (`-`: standard input) and calls `take` with each. Returns the reader, which knows the text after
/// the last game.
pub(crate) fn each_game(
    file: &Path,
    mut take: impl FnMut(&RawGame) -> Result<(), CliError>,
) -> Result<PgnReader, CliError> {
    let failed = |error: io::Error| CliError::new(format_args!("{}: {error}", display_name(file)));
    let input: Box<dyn Read> =
        if file == Path::new("-") { Box::new(io::stdin().lock()) } else { Box::new(File::open(file).map_err(failed)?) };
    let mut input = BufReader::with_capacity(1 << 16, input);
    let start = input.fill_buf().map_err(failed)?;
    if start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
        return Err(CliError::new(format_args!("{}: this is UTF-16; save it as UTF-8", display_name(file))));
    }
    let mut reader = PgnReader::new();
    let mut bytes = Vec::new();
    while read_piece(&mut input, &mut bytes).map_err(failed)? {
        // Old files are not always UTF-8, but their moves are ASCII.
        let text = String::from_utf8_lossy(&bytes);
        if bytes.ends_with(b"\n") {
            reader.push_line(&text);
            bytes.clear();
        } else {
            let cut = last_space(&bytes).filter(|_| bytes.len() as u64 >= MOST_BYTES).unwrap_or(bytes.len());
            reader.push_part(&String::from_utf8_lossy(&bytes[..cut]));
            bytes.drain(..cut);
        }
        while let Some(raw) = reader.next_game() {
            take(&raw)?;
        }
    }
    reader.finish();
    while let Some(raw) = reader.next_game() {
        take(&raw)?;
    }
    Ok(reader)
}

/// Adds bytes up to the end of the line, or a part of a long line. Returns false at the end of the file.
fn read_piece(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let room = MOST_BYTES.saturating_sub(bytes.len() as u64).max(1);
    let added = input.take(room).read_until(b'\n', bytes)?;
    Ok(added > 0 || !bytes.is_empty())
}

fn last_space(bytes: &[u8]) -> Option<usize> {
    bytes.iter().rposition(u8::is_ascii_whitespace).map(|at| at + 1)
}
