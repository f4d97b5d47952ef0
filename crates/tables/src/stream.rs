//! A compressed stream: one symbol for each position, in rows.
//!
//! Positions that are not legal have no symbol. A row is constant, or its symbols are coded one by one: each by a model that is
//! chosen by the symbols at the neighbouring cells before it, by whether there may be a capture or promotion, and by the class of
//! the pair of kings. Some rows make a block, which is decoded from its beginning. The lengths of the blocks are in a directory.

use saffron_rules::Color;

use crate::rans::{Decoder, Models};
use crate::rows::Rows;

/// The most places of a row.
pub(crate) const MOST_WIDTH: usize = 128;
/// Blocks for each base of the directory.
pub(crate) const GROUP: usize = 16;
/// The values of a neighbour that are told apart where contexts would be too many.
const LEVELS: usize = 63;
/// The most contexts of a class.
const MOST_CONTEXTS: usize = (LEVELS + 1) * (LEVELS + 1);

/// Everything about a stream but its directory and blocks.
#[derive(Clone, Debug)]
pub(crate) struct Coding {
    /// The number of symbols.
    pub(crate) symbols: usize,
    /// How many neighbours choose the model: two to four.
    pub(crate) neighbours: usize,
    pub(crate) rows_per_block: usize,
    /// The class of each pair of kings.
    pub(crate) classes: Vec<u8>,
    /// For each class, how a row begins: its constant symbol, or `symbols` where it is not constant.
    pub(crate) heads: Models,
    /// For each class and context, the model.
    pub(crate) contexts: Vec<u8>,
    pub(crate) models: Models,
}

/// How many neighbours choose the model, with so many symbols.
pub(crate) fn neighbours(symbols: usize) -> usize {
    [4, 3].into_iter().find(|n| (symbols + 1).pow(*n) <= MOST_CONTEXTS).unwrap_or(2) as usize
}

/// The number of contexts of a class.
pub(crate) fn contexts(symbols: usize) -> usize {
    2 * base(symbols).pow(neighbours(symbols) as u32)
}

/// The values of a neighbour, with one for none.
#[inline]
pub(crate) fn base(symbols: usize) -> usize {
    symbols.min(LEVELS) + 1
}

/// A symbol as a neighbour; 0 is for none.
#[inline(always)]
pub(crate) fn level(symbols: usize, symbol: u8) -> u8 {
    if symbols <= LEVELS { symbol + 1 } else { (usize::from(symbol) * LEVELS / symbols) as u8 + 1 }
}

/// The levels of a row, with one more place for none; as many as there are numbers of a byte, so that none is beyond them.
pub(crate) type Levels = [u8; 256];

/// The context of a place: its neighbours before it in the row, the same place of the row before, and whether there may be a
/// capture or promotion.
#[inline(always)]
pub(crate) fn context(
    n: usize,
    base: usize,
    before: &[Vec<u8>; 3],
    place: usize,
    row: &Levels,
    above: &Levels,
    converts: bool,
) -> usize {
    let at = |which: usize| usize::from(row[usize::from(before[which][place])]);
    let mut context = at(0) * base + at(1);
    if n > 2 {
        context = context * base + at(2);
    }
    if n > 3 {
        context = context * base + usize::from(above[place]);
    }
    2 * context + usize::from(converts)
}

/// The bytes of a stream's directory.
pub(crate) fn directory_length(blocks: usize, wide: bool) -> usize {
    blocks.div_ceil(GROUP) * (4 + GROUP * (1 + usize::from(wide)))
}

/// Where a block lies in the data of a stream; `None` beyond the directory.
#[inline]
pub(crate) fn block(directory: &[u8], wide: bool, block: usize) -> Option<std::ops::Range<usize>> {
    let each = 1 + usize::from(wide);
    let group = 4 + GROUP * each;
    let entry = directory.get(block / GROUP * group..(block / GROUP + 1) * group)?;
    let (base, lengths) = entry.split_first_chunk::<4>()?;
    let length = |lengths: &[u8]| -> usize {
        if wide {
            lengths.chunks_exact(2).map(|length| usize::from(u16::from_le_bytes([length[0], length[1]]))).sum()
        } else {
            lengths.iter().map(|length| usize::from(*length)).sum()
        }
    };
    let (before, rest) = lengths.split_at(block % GROUP * each);
    let start = u32::from_le_bytes(*base) as usize + length(before);
    Some(start..start + length(&rest[..each]))
}

impl Coding {
    /// The symbol at a place of a row, from the bytes of the row's block.
    #[inline]
    pub(crate) fn symbol(&self, rows: &Rows, turn: Color, row: usize, place: usize, bytes: &[u8]) -> u8 {
        match self.neighbours {
            2 => self.decode::<2>(rows, turn, row, place, bytes),
            3 => self.decode::<3>(rows, turn, row, place, bytes),
            _ => self.decode::<4>(rows, turn, row, place, bytes),
        }
    }

    #[inline]
    fn decode<const N: usize>(&self, rows: &Rows, turn: Color, row: usize, place: usize, bytes: &[u8]) -> u8 {
        let mut decoder = Decoder::new(bytes);
        let width = rows.width();
        let base = base(self.symbols);
        let each = contexts(self.symbols);
        let mut both: [Levels; 2] = [[0; 256]; 2];
        let first = row - row % self.rows_per_block;
        for at in first..=row {
            let class = usize::from(self.classes[at / rows.per_pair]);
            let [above, here] = &mut both;
            let head = decoder.next(&self.heads, class);
            if usize::from(head) < self.symbols {
                if at == row {
                    return head;
                }
                if N > 3 {
                    above[..width].fill(level(self.symbols, head));
                }
                continue;
            }
            let masks = rows.masks(at, turn);
            let contexts = &self.contexts[class * each..(class + 1) * each];
            here[width] = 0;
            let last = if at == row { place } else { width - 1 };
            let mut symbol = 0;
            for place in 0..=last {
                if masks.legal(place) {
                    let context = context(N, base, &rows.before, place, here, above, masks.converts(place));
                    symbol = decoder.next(&self.models, usize::from(contexts[context]));
                    here[place] = level(self.symbols, symbol);
                } else {
                    here[place] = here[usize::from(rows.before[0][place])];
                }
            }
            if at == row {
                return symbol;
            }
            both.swap(0, 1);
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_are_bounded() {
        for symbols in 1..256 {
            assert!(contexts(symbols) <= 2 * MOST_CONTEXTS, "{symbols}");
            assert!((0..symbols).all(|symbol| usize::from(level(symbols, symbol as u8)) < base(symbols)));
        }
        assert_eq!([1, 3, 5, 7, 8, 15, 16, 200].map(neighbours), [4, 4, 4, 4, 3, 3, 2, 2]);
    }

    #[test]
    fn blocks_are_found_in_the_directory() {
        for wide in [false, true] {
            let lengths: Vec<usize> = (0..40).map(|i| i * 5 % 200 + if wide { 300 } else { 0 }).collect();
            let mut directory = Vec::new();
            let mut at = 0_usize;
            for group in lengths.chunks(GROUP) {
                directory.extend((at as u32).to_le_bytes());
                for i in 0..GROUP {
                    let length = group.get(i).copied().unwrap_or(0);
                    directory.extend(&(length as u16).to_le_bytes()[..if wide { 2 } else { 1 }]);
                    at += length;
                }
            }
            assert_eq!(directory.len(), directory_length(lengths.len(), wide));
            let mut start = 0;
            for (i, length) in lengths.iter().enumerate() {
                assert_eq!(block(&directory, wide, i), Some(start..start + length));
                start += length;
            }
            assert_eq!(block(&directory, wide, 48), None);
        }
    }
}
