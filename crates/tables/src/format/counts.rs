//! Counts of the positions of an ending by result.

use crate::format::bytes::Reader;

/// Counts of the positions with one side to move, by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Number of legal positions; those that differ by the exchange of equal pieces count once.
    pub legal: u64,
    /// Numbers of positions by result to one side: losses, lost by stalemate, draws, won by stalemate, wins.
    pub results: [u64; 5],
    /// Maximum number of plies to a mate.
    pub longest: u16,
    /// Number of mates.
    pub mates: u64,
    /// Number of stalemates, if stalemate is not a draw.
    pub stalemates: u64,
}

impl Counts {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let legal = reader.u64()?;
        let mut results = [0; 5];
        for count in &mut results {
            *count = reader.u64()?;
        }
        let longest = u16::try_from(reader.u64()?).ok()?;
        Some(Self { legal, results, longest, mates: reader.u64()?, stalemates: reader.u64()? })
    }
}
