//! A line of moves in algebraic notation: whatever is read is legal, and both notations that
//! are written for it are read as the same move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saffron_rules::Variant;

fuzz_target!(|text: &str| {
    for variant in Variant::all() {
        let mut position = variant.start();
        for word in text.split_whitespace() {
            let Ok(mv) = position.parse_san(word) else { continue };
            assert!(position.is_legal(mv));
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
            assert_eq!(position.parse_san(&position.long_san(mv)), Ok(mv));
            position.play_unchecked(mv);
        }
    }
});
