//! A file of variants: an error on one line, or variants that are played by their own rules.
#![no_main]

use std::sync::atomic::{AtomicUsize, Ordering};

use libfuzzer_sys::fuzz_target;
use saffron_rules::Position;

/// Variants stay in memory, so a run that goes on for long checks them from some number on, and plays them no more.
const MOST: usize = 5_000;

static BUILT: AtomicUsize = AtomicUsize::new(0);

fuzz_target!(|text: &str| {
    let played = BUILT.load(Ordering::Relaxed) < MOST;
    let read = if played { saffron_variants::parse(text) } else { saffron_variants::check(text).map(|()| Vec::new()) };
    match read {
        Err(error) => {
            assert!((1..=text.lines().count() + 1).contains(&error.line()), "{error}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        Ok(variants) => {
            BUILT.fetch_add(variants.len(), Ordering::Relaxed);
            for variant in variants {
                let mut position = variant.start();
                for ply in 0..8 {
                    let moves = position.legal_moves();
                    assert_eq!(moves.len(), position.count_legal_moves());
                    assert_eq!(Position::from_fen(variant, &position.to_fen()), Ok(position));
                    let Some(&mv) = moves.get(ply * 7919 % moves.len().max(1)) else { break };
                    assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
                    assert_eq!(position.parse_san(&position.long_san(mv)), Ok(mv));
                    position.play_unchecked(mv);
                }
            }
        }
    }
});
