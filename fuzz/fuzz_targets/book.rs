//! An opening book: an error, or a book that is written back the same and whose moves are legal. The checksum of every input is
//! put right first, since nothing else would get past it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saffron_book::Book;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    saffron_book::fix_checksum(&mut bytes);
    match Book::from_bytes(&bytes) {
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        Ok(book) => {
            assert_eq!(book.to_bytes(), bytes);
            if let Err(flaw) = book.verify() {
                assert!(!flaw.to_string().contains('\n'), "{flaw}");
            }
            let mut position = book.variant().start();
            while let Some(known) = book.choose(&position, &[], 0.5) {
                assert!(position.is_legal(known.mv));
                position.play_unchecked(known.mv);
                if position.fullmove_number() > 100 {
                    break;
                }
            }
        }
    }
});
