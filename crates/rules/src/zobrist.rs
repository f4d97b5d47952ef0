//! Keys for hashing positions (Albert Zobrist, 1970), the same in every build.

use crate::cell::Cell;
use crate::piece::Piece;

/// Whether keys are computed when they are needed. Otherwise they are a table of 16 KiB, which cannot be compressed.
const COMPUTED: bool = cfg!(feature = "computed-keys");

// The number of the first key of each kind.
const PIECES: usize = 0;
const CASTLING: usize = PIECES + 2 * 6 * 128;
const EN_PASSANT_CELL: usize = CASTLING + 256;
const EN_PASSANT_PAWN: usize = EN_PASSANT_CELL + 128;
const BLACK_TO_MOVE: usize = EN_PASSANT_PAWN + 128;

/// The numbers of Sebastiano Vigna's SplitMix64 after a seed.
const fn split_mix(seed: u64, number: usize) -> u64 {
    let z = seed.wrapping_add((number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn key(number: usize) -> u64 {
    split_mix(0x5af0_0019_3919_5600, number)
}

const fn keys<const N: usize>(first: usize) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = key(first + i);
        i += 1;
    }
    keys
}

struct Keys {
    pieces: [[[u64; 128]; 6]; 2],
    castling: [u64; 256],
    en_passant_cell: [u64; 128],
    en_passant_pawn: [u64; 128],
}

static KEYS: Keys = {
    let mut pieces = [[[0; 128]; 6]; 2];
    let mut piece = 0;
    while piece < 12 {
        pieces[piece / 6][piece % 6] = keys(PIECES + piece * 128);
        piece += 1;
    }
    Keys {
        pieces,
        castling: keys(CASTLING),
        en_passant_cell: keys(EN_PASSANT_CELL),
        en_passant_pawn: keys(EN_PASSANT_PAWN),
    }
};

#[inline]
pub(crate) fn piece(piece: Piece, cell: Cell) -> u64 {
    let (color, role, cell) = (piece.color.index(), piece.role.index(), cell.index());
    if COMPUTED { key(PIECES + (color * 6 + role) * 128 + cell) } else { KEYS.pieces[color][role][cell] }
}

#[inline]
pub(crate) fn castling(rights: u8) -> u64 {
    let rights = usize::from(rights);
    if COMPUTED { key(CASTLING + rights) } else { KEYS.castling[rights] }
}

/// For one cell on which the pawn can be taken en passant.
#[inline]
pub(crate) fn en_passant(cell: Cell, pawn: Cell) -> u64 {
    let (cell, pawn) = (cell.index(), pawn.index());
    if COMPUTED {
        key(EN_PASSANT_CELL + cell) ^ key(EN_PASSANT_PAWN + pawn)
    } else {
        KEYS.en_passant_cell[cell] ^ KEYS.en_passant_pawn[pawn]
    }
}

#[inline]
pub(crate) fn black_to_move() -> u64 {
    const { key(BLACK_TO_MOVE) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Color, Role};
    use alloc::vec;
    use alloc::vec::Vec;

    /// Known answers of the generator for the seed 0.
    #[test]
    fn numbers_are_those_of_split_mix() {
        assert_eq!(
            [0, 1, 2].map(|number| split_mix(0, number)),
            [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]
        );
    }

    /// Whatever two positions differ in, their hashes differ too.
    #[test]
    fn no_key_comes_twice() {
        let cells = || (0..Cell::COUNT).map(Cell::new);
        let mut keys: Vec<u64> = vec![0, black_to_move()];
        keys.extend((0..=u8::MAX).map(castling));
        for color in Color::ALL {
            for role in Role::ALL {
                keys.extend(cells().map(|cell| super::piece(Piece { color, role }, cell)));
            }
        }
        keys.extend(cells().flat_map(|cell| cells().map(move |pawn| en_passant(cell, pawn))));
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    /// The key of a passed cell does not depend on the pawn.
    #[test]
    fn the_passed_cell_and_the_pawn_count_each_for_itself() {
        let [a, b, p, q] = [3, 50, 64, 127].map(Cell::new);
        assert_eq!(en_passant(a, p) ^ en_passant(b, p), en_passant(a, q) ^ en_passant(b, q));
    }
}
