//! Hashes of positions are the same in every version and on every platform: files such as opening books name positions by
//! them. When a value here changes, all of those files are of no use any more.

use saffron_rules::{Position, Variant};

/// Variant, FEN (the start where there is none), hash.
const HASHES: [(&str, &str, u64); 10] = [
    ("shafran", "", 0x25a4_5e7a_b6f0_cb28),
    ("glinski", "", 0x729e_7b06_efe1_223e),
    ("mccooey", "", 0x4261_cd47_ca4a_dbcf),
    ("hexofen", "", 0x67ed_7d68_e1b0_004a),
    ("devasa", "", 0x1f41_c8a3_06ff_e8e5),
    ("brusky", "", 0x5675_316a_a35e_59c8),
    // Black's turn; rights to castle that are left; a pawn that can be taken en passant on either of two cells.
    ("shafran", "kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK b QBqb - 0 1", 0x8fba_f968_4507_3372),
    ("shafran", "k4/6/7/8/9/8R/8/7/6/R3K b - - 3 7", 0xbaeb_126d_7b7b_ce31),
    ("shafran", "k4/6/7/8/9/8R/8/7/6/R3K b QB - 3 7", 0x1b9c_5c93_46d9_6ad8),
    ("shafran", "kB2r/1p2b1/1r1ppPp/7P/6n1P/2p1P3R/p1P2P2/PP4K/3P1N/RN1Qb b - e3e4 0 31", 0x2d64_c631_f905_a542),
];

#[test]
fn hashes_stay_as_they_are() {
    for (id, fen, hash) in HASHES {
        let variant = Variant::by_id(id).unwrap();
        let position = if fen.is_empty() { variant.start() } else { Position::from_fen(variant, fen).unwrap() };
        assert_eq!(format!("{:016x}", position.hash()), format!("{hash:016x}"), "{id} {fen}");
    }
}
