//! A line of moves in UCI form: whatever is read is legal and is written back as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saffron_rules::Variant;

fuzz_target!(|text: &str| {
    for variant in Variant::all() {
        let mut position = variant.start();
        for word in text.split_whitespace() {
            let Ok(mv) = position.parse_uci(word) else { continue };
            assert!(position.is_legal(mv));
            assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
            position.play_unchecked(mv);
        }
    }
});
