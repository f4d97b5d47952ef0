//! How many positions of an ending have each result.

use crate::bytes::Reader;
#[cfg(feature = "solver")]
use crate::bytes::Writer;

/// How many positions with one side to move have each result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// All legal positions; those that differ by the exchange of equal pieces count once.
    pub legal: u64,
    /// Positions by result to the side that is counted for: losses, lost by stalemate, draws, won by stalemate, wins.
    pub results: [u64; 5],
    /// The most plies to a mate.
    pub longest: u16,
    /// Mates.
    pub mates: u64,
    /// Stalemates, where they are not draws.
    pub stalemates: u64,
}

#[cfg(feature = "solver")]
impl Counts {
    /// Those of two sets of positions together.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.legal += other.legal;
        self.results.iter_mut().zip(other.results).for_each(|(sum, count)| *sum += count);
        self.longest = self.longest.max(other.longest);
        self.mates += other.mates;
        self.stalemates += other.stalemates;
        self
    }

    /// The same where each position was counted so many times.
    pub(crate) fn divided(mut self, times: u64) -> Self {
        let sums = [&mut self.legal, &mut self.mates, &mut self.stalemates];
        sums.into_iter().chain(&mut self.results).for_each(|count| *count /= times);
        self
    }
}

impl Counts {
    #[cfg(feature = "solver")]
    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u64(self.legal);
        self.results.iter().for_each(|count| writer.u64(*count));
        writer.u64(u64::from(self.longest));
        writer.u64(self.mates);
        writer.u64(self.stalemates);
    }

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
