//! Compressed streams: one symbol for each position, in rows.
//!
//! Positions that are not legal have no symbol. A row is constant, or its symbols are coded one by one, each by a model that a
//! decision tree chooses by [`features`](crate::format::features). Several rows form a block, which is decoded from its beginning.
//! Blocks form groups, each after the lengths of its blocks, so that one read of the disk gets both.

use saffron_rules::Color;

use crate::format::features::{Attacks, LEFT, Scan};
use crate::format::rans::{Decoder, Models};
use crate::format::rows::Rows;
use crate::format::tree::Tree;

/// Number of blocks of a group.
pub(crate) const GROUP: usize = 16;

/// Description of a stream, without its groups.
#[derive(Clone, Debug)]
pub(crate) struct Coding {
    /// Number of symbols.
    pub(crate) symbols: usize,
    pub(crate) rows_per_block: usize,
    /// Class of each pair of kings.
    pub(crate) classes: Vec<u8>,
    /// Coding of the first symbol of a row: its constant symbol, or `symbols` if it is not constant.
    pub(crate) heads: Choice,
    /// Coding of the other symbols, as differences from the symbol to the left, modulo `symbols`.
    pub(crate) places: Choice,
    /// Features of attacks that the tree of `places` asks for.
    pub(crate) attacks: Attacks,
}

/// Models, and the tree that chooses among them.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) tree: Tree,
    pub(crate) models: Models,
}

/// Size in bytes of the lengths before the blocks of a group. A `wide` length has two bytes, another one.
#[inline]
pub(crate) fn lengths_size(wide: bool) -> usize {
    GROUP * (1 + usize::from(wide))
}

/// Range of a block of a group in the bytes after the lengths.
#[inline]
pub(crate) fn block(lengths: &[u8], wide: bool, block: usize) -> std::ops::Range<usize> {
    let size = 1 + usize::from(wide);
    let length = |lengths: &[u8]| -> usize {
        if wide {
            lengths.chunks_exact(2).map(|length| usize::from(u16::from_le_bytes([length[0], length[1]]))).sum()
        } else {
            lengths.iter().map(|length| usize::from(*length)).sum()
        }
    };
    let (before, rest) = lengths.split_at(block % GROUP * size);
    let start = length(before);
    start..start + length(&rest[..size])
}

/// Encodes the lengths of a group's blocks. Missing blocks of the last group have length 0.
pub(crate) fn lengths_bytes(lengths: &[usize], wide: bool) -> Vec<u8> {
    let all = (0..GROUP).map(|block| lengths.get(block).copied().unwrap_or(0) as u16);
    all.flat_map(|length| length.to_le_bytes().into_iter().take(1 + usize::from(wide))).collect()
}

impl Coding {
    /// Decodes the rows of a block up to a row, and passes each to a function.
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
    fn blocks_of_a_group_are_found_by_their_lengths() {
        for wide in [false, true] {
            let lengths: Vec<usize> = (0..13).map(|i| i * 35 % 200 + if wide { 300 } else { 0 }).collect();
            let bytes = lengths_bytes(&lengths, wide);
            assert_eq!(bytes.len(), lengths_size(wide));
            let mut start = 0;
            for (i, length) in lengths.iter().enumerate() {
                assert_eq!(block(&bytes, wide, i), start..start + length);
                start += length;
            }
            assert_eq!(block(&bytes, wide, 15), start..start);
        }
    }
}
