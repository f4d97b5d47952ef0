//! Test cases shared with the page's decoder: `cases.json`.

use saffron_text::{Decoder, Encoding, decode};
use serde_json::Value;

struct Case {
    name: String,
    bytes: Vec<u8>,
    text: String,
    encoding: Option<Encoding>,
}

fn cases() -> Vec<Case> {
    let file: Value = serde_json::from_str(include_str!("cases.json")).unwrap();
    // Pairs of a text and its number of repetitions.
    let joined = |pairs: &Value| -> String {
        let pair = |pair: &Value| pair[0].as_str().unwrap().repeat(pair[1].as_u64().unwrap() as usize);
        pairs.as_array().unwrap().iter().map(pair).collect()
    };
    let bytes = |hex: &str| -> Vec<u8> {
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        (0..hex.len()).step_by(2).map(byte).collect()
    };
    let case = |case: &Value| Case {
        name: case["name"].as_str().unwrap().to_owned(),
        bytes: bytes(&joined(&case["bytes"])),
        text: joined(&case["text"]),
        encoding: case["encoding"].as_str().map(|label| Encoding::for_label(label).unwrap()),
    };
    file.as_array().unwrap().iter().map(case).collect()
}

#[test]
fn every_case_is_decoded_as_it_should_be() {
    let cases = cases();
    assert!(cases.len() > 40);
    for Case { name, bytes, text, encoding } in cases {
        assert_eq!(decode(&bytes, encoding), text, "{name}");
    }
}

#[test]
fn pieces_of_any_length_give_the_same_text() {
    for Case { name, bytes, text, encoding } in cases() {
        for length in [1, 2, 3, 5, 4096, 65_537] {
            if bytes.len() > 1000 * length {
                continue;
            }
            let (mut decoder, mut found) = (Decoder::new(encoding), String::new());
            bytes.chunks(length).for_each(|piece| decoder.push(piece, &mut found));
            decoder.finish(&mut found);
            assert_eq!(found, text, "{name}, {length} bytes at a time");
        }
    }
}

#[test]
fn damaged_text_of_several_bytes_a_character_loses_no_byte() {
    for (label, bytes, wanted) in [
        ("shift_jis", b"\x83n\x83\xff a".as_slice(), "ハƒÿ a"),
        ("gbk", b"\xc6\xe5 \xff", "棋 ÿ"),
        ("utf-8", b"Gli\xc5\x84ski \xe9", "Gliński é"),
        ("windows-1253", b"\xe1\xd2", "αÒ"),
    ] {
        let encoding = Encoding::for_label(label);
        assert_eq!(decode(bytes, encoding), wanted, "{label}");
        let (mut decoder, mut found) = (Decoder::new(encoding), String::new());
        bytes.iter().for_each(|&byte| decoder.push(&[byte], &mut found));
        decoder.finish(&mut found);
        assert_eq!(found, wanted, "{label}, byte by byte");
    }
}

#[test]
fn labels_are_those_of_the_encoding_standard() {
    let name = |label| Encoding::for_label(label).map(Encoding::name);
    for (label, wanted) in [
        ("windows-1250", "windows-1250"),
        ("CP1250", "windows-1250"),
        ("latin2", "ISO-8859-2"),
        ("KOI8-R", "KOI8-R"),
        ("utf-16", "UTF-16LE"),
        ("latin1", "windows-1252"),
    ] {
        assert_eq!(name(label), Some(wanted), "{label}");
    }
    for label in ["", "polish", "utf-7", "iso-2022-kr"] {
        assert_eq!(name(label), None, "{label}");
    }
}
