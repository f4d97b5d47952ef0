//! Keys for hashing positions (Albert Zobrist, 1970), the same in every build.

use crate::cell::Cell;
use crate::piece::Piece;

struct Keys {
    pieces: [[[u64; 128]; 6]; 2],
    castling: [u64; 256],
    en_passant_cell: [u64; 128],
    en_passant_pawn: [u64; 128],
    black_to_move: u64,
}

/// Sebastiano Vigna's SplitMix64: the next state and the number that it gives.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

const fn fill<const N: usize>(mut state: u64) -> ([u64; N], u64) {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        (state, keys[i]) = split_mix(state);
        i += 1;
    }
    (keys, state)
}

static KEYS: Keys = {
    let mut state = 0x5af0_0019_3919_5600;
    let mut pieces = [[[0; 128]; 6]; 2];
    let mut piece = 0;
    while piece < 12 {
        (pieces[piece / 6][piece % 6], state) = fill(state);
        piece += 1;
    }
    let (castling, state) = fill(state);
    let (en_passant_cell, state) = fill(state);
    let (en_passant_pawn, state) = fill(state);
    let (_, black_to_move) = split_mix(state);
    Keys { pieces, castling, en_passant_cell, en_passant_pawn, black_to_move }
};

#[inline]
pub(crate) fn piece(piece: Piece, cell: Cell) -> u64 {
    KEYS.pieces[piece.color.index()][piece.role.index()][cell.index()]
}

#[inline]
pub(crate) fn castling(rights: u8) -> u64 {
    KEYS.castling[usize::from(rights)]
}

/// For one cell on which the pawn can be taken en passant.
#[inline]
pub(crate) fn en_passant(cell: Cell, pawn: Cell) -> u64 {
    KEYS.en_passant_cell[cell.index()] ^ KEYS.en_passant_pawn[pawn.index()]
}

#[inline]
pub(crate) fn black_to_move() -> u64 {
    KEYS.black_to_move
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
        let (state, first) = split_mix(0);
        let (state, second) = split_mix(state);
        let (_, third) = split_mix(state);
        assert_eq!([first, second, third], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
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

    /// What a passed cell adds to a hash does not depend on the pawn.
    #[test]
    fn the_passed_cell_and_the_pawn_count_each_for_itself() {
        let [a, b, p, q] = [3, 50, 64, 127].map(Cell::new);
        assert_eq!(en_passant(a, p) ^ en_passant(b, p), en_passant(a, q) ^ en_passant(b, q));
    }
}
