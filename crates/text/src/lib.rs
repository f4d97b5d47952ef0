//! Text files of unknown encoding, decoded so that no name is lost.
//!
//! A byte order mark says what a file is. Without one, a NUL among the first two bytes tells UTF-16. Any other file is
//! decoded line by line: as UTF-8 where the line is UTF-8, byte by byte as Windows-1252 where it is not. In a line that is mostly
//! UTF-8, only the bytes that do not fit are Windows-1252: one damaged byte does not damage the names beside it. An encoding that is
//! [asked for](Encoding::for_label) takes the place of all this, but not of a byte order mark.
//!
//! ```
//! use saffron_text::{Encoding, decode};
//!
//! assert_eq!(decode("Gliński".as_bytes(), None), "Gliński");
//! assert_eq!(decode(b"Bo\xefs\r\nL\xe9ko", None), "Boïs\nLéko");
//! let polish = Encoding::for_label("windows-1250").unwrap();
//! assert_eq!(decode(b"Gli\xf1ski", Some(polish)), "Gliński");
//! ```
//!
//! Every line end (LF, CRLF, CR, NEL, LINE SEPARATOR, PARAGRAPH SEPARATOR) becomes LF. NUL and the end mark of DOS (0x1A)
//! become spaces. The page decodes files by the same rules (`web/app/src/ui/decode-text.ts`); both have to pass the cases in
//! `tests/cases.json`.

mod decoder;
mod lines;

pub use decoder::{Decoder, Encoding};

/// Decodes a whole text; see [`Decoder`] for files that are read in pieces.
pub fn decode(bytes: &[u8], encoding: Option<Encoding>) -> String {
    let mut decoder = Decoder::new(encoding);
    let mut text = String::with_capacity(bytes.len());
    decoder.push(bytes, &mut text);
    decoder.finish(&mut text);
    text
}
