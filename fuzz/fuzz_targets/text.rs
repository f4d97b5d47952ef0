//! A text of any encoding is the same in pieces as at once, loses no byte to the replacement character, and has one kind of line end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saffron_text::{Decoder, Encoding, decode};

const ENCODINGS: [&str; 6] = ["utf-8", "windows-1250", "windows-1253", "koi8-r", "shift_jis", "gb18030"];

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (which, length, bytes) = input;
    let encoding = ENCODINGS.get(usize::from(which)).and_then(|label| Encoding::for_label(label));
    let whole = decode(bytes, encoding);
    assert!(!whole.contains(['\r', '\0', '\u{85}', '\u{2028}', '\u{2029}']));
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || bytes.len() > 1 && (bytes[0] == 0) != (bytes[1] == 0) && encoding.is_none();
    // One that is written in the text stays.
    let is_written = bytes.windows(3).any(|window| window == "\u{fffd}".as_bytes());
    if !is_utf16 && !is_written && which != 5 {
        assert!(!whole.contains('\u{fffd}'), "{whole:?}");
    }
    let (mut decoder, mut text) = (Decoder::new(encoding), String::new());
    for piece in bytes.chunks(usize::from(length).max(1)) {
        decoder.push(piece, &mut text);
    }
    decoder.finish(&mut text);
    assert_eq!(text, whole);
});
