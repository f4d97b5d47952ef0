//! Decoder of text files in unknown encodings that keeps every name readable.
//!
//! A byte order mark determines the encoding. Without one, a NUL among the first two bytes means UTF-16. Any other file is
//! decoded line by line: as UTF-8 if the line is valid UTF-8, otherwise byte by byte as Windows-1252. In a line that is mostly
//! UTF-8, only the invalid bytes are Windows-1252, so one damaged byte does not damage the names next to it. An [explicit
//! encoding](Encoding::for_label) replaces this detection, but not a byte order mark.
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
//! Every line end (LF, CRLF, CR, NEL, LINE SEPARATOR, PARAGRAPH SEPARATOR) becomes LF. NUL and the DOS end-of-file mark (0x1A)
//! become spaces. The page decodes files by the same rules (`web/app/src/ui/decode-text.ts`); both must pass the cases in
//! `tests/cases.json`.

mod decoder;

pub use decoder::{Decoder, Encoding};

/// Decodes a whole text. [`Decoder`] decodes files in pieces.
pub fn decode(bytes: &[u8], encoding: Option<Encoding>) -> String {
    let mut decoder = Decoder::new(encoding);
    let mut text = String::with_capacity(bytes.len());
    decoder.push(bytes, &mut text);
    decoder.finish(&mut text);
    text
}
