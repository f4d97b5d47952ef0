//! What is read as a FEN is written back the same and can be played on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saffron_rules::{Position, Variant};

fuzz_target!(|text: &str| {
    for variant in Variant::all() {
        // Of other programs, with fewer fields, or from an address.
        let any = Position::from_any_fen(variant, text);
        if let Ok(position) = &any {
            assert_eq!(Position::from_fen(variant, &position.to_fen()).as_ref(), Ok(position));
        }
        let Ok(position) = Position::from_fen(variant, text) else { continue };
        assert_eq!(any, Ok(position));
        assert_eq!(Position::from_fen(variant, &position.to_fen()), Ok(position));
        let moves = position.legal_moves();
        assert_eq!(moves.len(), position.count_legal_moves());
        for mv in moves {
            assert!(position.is_legal(mv));
            let mut next = position;
            next.play_unchecked(mv);
            // The incremental state is the one that is computed afresh.
            let fresh = Position::from_fen(variant, &next.to_fen());
            assert_eq!(fresh.as_ref(), Ok(&next));
            assert_eq!(fresh.map(|fresh| fresh.hash()), Ok(next.hash()));
        }
    }
});
