//! Keys for hashing positions (Albert Zobrist, 1970), the same in every build.

use crate::{Cell, Piece};

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
