//! A compressed stream: one symbol for each position, in rows.
//!
//! Positions that are not legal have no symbol. A row is constant, or its symbols are coded one by one, each by a model that a
//! decision tree chooses by [`features`](crate::features). Some rows make a block, which is decoded from its beginning. The lengths
//! of the blocks are in a directory.

use saffron_rules::Color;

use crate::features::{Attacks, LEFT, Scan};
use crate::rans::{Decoder, Models};
use crate::rows::Rows;
use crate::tree::Tree;

/// Blocks for each base of the directory.
pub(crate) const GROUP: usize = 16;

/// Everything about a stream but its directory and blocks.
#[derive(Clone, Debug)]
pub(crate) struct Coding {
    /// The number of symbols.
    pub(crate) symbols: usize,
    pub(crate) rows_per_block: usize,
    /// The class of each pair of kings.
    pub(crate) classes: Vec<u8>,
    /// How a row begins: its constant symbol, or `symbols` where it is not constant.
    pub(crate) heads: Choice,
    /// The other symbols: how much is added to the symbol to the left, modulo `symbols`.
    pub(crate) places: Choice,
    /// The features of attacks that choose for places.
    pub(crate) attacks: Attacks,
}

/// Models, and which of them is used.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) tree: Tree,
    pub(crate) models: Models,
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
    /// Decodes the rows of a block up to one, given its bytes, and shows each.
    pub(crate) fn decode(
        &self,
        rows: &Rows,
        turn: Color,
        row: usize,
        bytes: &[u8],
        mut show: impl FnMut(usize, &[u8]),
    ) {
        let mut decoder = Decoder::new(bytes);
        let mut scan = Scan::new(rows, turn, &self.classes, self.attacks);
        for at in row - row % self.rows_per_block..=row {
            let model = self.heads.tree.model(scan.start(at));
            let head = decoder.next(&self.heads.models, model);
            if usize::from(head) < self.symbols {
                scan.constant(head);
            } else {
                scan.coded();
                for place in 0..rows.width() {
                    if !scan.row().is_legal(rows.cell(place)) {
                        scan.skip(place);
                        continue;
                    }
                    let features = scan.features(place);
                    let model = self.places.tree.model(features);
                    let mut symbol =
                        usize::from(features[LEFT]) + usize::from(decoder.next(&self.places.models, model));
                    if symbol >= self.symbols {
                        symbol -= self.symbols;
                    }
                    scan.put(place, symbol as u8);
                }
                scan.end();
            }
            show(at, scan.last());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
