//! Range asymmetric numeral systems with static models (Duda, arXiv:1311.2540), one byte at a time.

/// Number of bits of probabilities, which are multiples of 1/2048.
const BITS: u32 = 11;
const TOTAL: u32 = 1 << BITS;
/// Minimum state; the maximum is less than 256 times this. Near the end of a block the state may be less, down to 0: a block has
/// few symbols, and would have two bytes more otherwise.
const MIN_STATE: u32 = 1 << 16;
/// Maximum number of bytes of a state.
const STATE: usize = 3;

/// End of an unused entry, beyond all slots.
const BEYOND: u16 = 1 << 14;

/// Number of entries that are compared at once.
const LANES: usize = 8;

/// Models of symbols from 0 up to an escape, which is the last one. The symbols of a model are sorted by their shares, the largest
/// first, so that most are found in a few entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Models {
    /// Number of symbols, the escape included.
    symbols: usize,
    /// Number of entries of a model.
    width: usize,
    /// Slot after the last one of each entry.
    ends: Vec<u16>,
    /// Symbol of each entry.
    order: Vec<u8>,
    /// Share (lower half) and first slot (upper half) of each symbol of each model.
    shares: Vec<u32>,
}

impl Models {
    /// Returns the models with these shares, one for each symbol and the escape; `None` if a model's shares do not add up to 2048.
    pub(crate) fn new(symbols: usize, shares: &[u16]) -> Option<Self> {
        if symbols == 0 || symbols > 256 || !shares.len().is_multiple_of(symbols) {
            return None;
        }
        let width = symbols.next_multiple_of(LANES);
        let mut models = Self { symbols, width, ends: Vec::new(), order: Vec::new(), shares: vec![0; shares.len()] };
        for (model, shares) in shares.chunks(symbols).enumerate() {
            let mut order: Vec<u8> = (0..=u8::MAX).take(symbols).collect();
            order.sort_by_key(|symbol| std::cmp::Reverse(shares[usize::from(*symbol)]));
            let mut end = 0;
            for symbol in order {
                let share = u32::from(shares[usize::from(symbol)]);
                models.shares[model * symbols + usize::from(symbol)] = share | end << 16;
                end += share;
                models.ends.push(u16::try_from(end).ok().filter(|end| u32::from(*end) <= TOTAL)?);
                models.order.push(symbol);
            }
            if end != TOTAL {
                return None;
            }
            models.ends.resize((model + 1) * width, BEYOND);
            models.order.resize((model + 1) * width, 0);
        }
        Some(models)
    }

    /// Returns the shares of 2048 for symbols with these counts; the escape follows and has a share of at least one.
    pub(crate) fn shares(counts: &[u64]) -> Vec<u16> {
        let total = counts.iter().sum::<u64>().max(1);
        let mut shares: Vec<u32> = counts
            .iter()
            .map(|count| {
                let share = (count * u64::from(TOTAL) + total / 2) / total;
                if *count == 0 { 0 } else { u32::try_from(share).unwrap_or(TOTAL).max(1) }
            })
            .collect();
        shares.push(1);
        // Correct the sum by the largest share.
        loop {
            let sum: u32 = shares.iter().sum();
            let Some(largest) = (0..shares.len()).rev().max_by_key(|i| shares[*i]) else { break };
            match sum.cmp(&TOTAL) {
                std::cmp::Ordering::Equal => break,
                std::cmp::Ordering::Less => shares[largest] += TOTAL - sum,
                std::cmp::Ordering::Greater => shares[largest] -= (sum - TOTAL).min(shares[largest].div_ceil(4)),
            }
        }
        shares.into_iter().map(|share| u16::try_from(share).unwrap_or(0)).collect()
    }

    /// Share of a symbol in a model, of 2048; 0 if it needs the escape.
    pub(crate) fn share(&self, model: usize, symbol: usize) -> u32 {
        self.shares[model * self.symbols + symbol] & 0xffff
    }

    /// Number of models.
    pub(crate) fn len(&self) -> usize {
        self.shares.len() / self.symbols.max(1)
    }
}

/// Encoder of a block's symbols.
#[derive(Debug, Default)]
pub(crate) struct Encoder {
    /// First slots and shares, in the order of the symbols.
    steps: Vec<(u32, u32)>,
}

impl Encoder {
    /// Adds a symbol.
    pub(crate) fn push(&mut self, models: &Models, model: usize, symbol: u8) {
        let entry = models.shares[model * models.symbols + usize::from(symbol)];
        if entry & 0xffff != 0 {
            self.steps.push((entry >> 16, entry & 0xffff));
            return;
        }
        let escape = models.shares[(model + 1) * models.symbols - 1];
        self.steps.push((escape >> 16, escape & 0xffff));
        self.steps.push((u32::from(symbol) << (BITS - 8), 1 << (BITS - 8)));
    }

    /// Appends the bytes of the symbols so far, and begins the next block.
    pub(crate) fn finish(&mut self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        let mut state = 0;
        for (first, share) in self.steps.drain(..).rev() {
            while state >= (MIN_STATE >> BITS << 8) * share {
                bytes.push((state & 0xff) as u8);
                state >>= 8;
            }
            state = ((state / share) << BITS) + state % share + first;
        }
        // A state below the minimum has no other bytes, so the number of bytes shows it.
        let zeros = state.leading_zeros() as usize / 8;
        bytes.extend(&state.to_le_bytes()[..4 - zeros]);
        bytes[start..].reverse();
    }
}

/// Decoder of a block's symbols. Past its end it returns arbitrary symbols.
#[derive(Debug)]
pub(crate) struct Decoder<'a> {
    state: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    #[inline]
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { state: 0, bytes: bytes.iter() };
        for _ in 0..STATE {
            decoder.refill();
        }
        decoder
    }

    /// Reads the next byte, if there is one.
    #[inline(always)]
    fn refill(&mut self) {
        if let Some(byte) = self.bytes.next() {
            self.state = self.state << 8 | u32::from(*byte);
        }
    }

    #[inline(always)]
    fn advance(&mut self, share: u32, first: u32) {
        let slot = self.state & (TOTAL - 1);
        self.state = share * (self.state >> BITS) + slot - first;
        if self.state < MIN_STATE {
            self.refill();
            if self.state < MIN_STATE {
                self.refill();
            }
        }
    }

    /// Decodes the next symbol by a model.
    #[inline(always)]
    pub(crate) fn next(&mut self, models: &Models, model: usize) -> u8 {
        let slot = (self.state & (TOTAL - 1)) as u16;
        let ends = &models.ends[model * models.width..(model + 1) * models.width];
        let mut entry = 0;
        for lanes in ends.as_chunks::<LANES>().0 {
            // The sign of a difference, since a comparison compiles to slower code.
            let passed = lanes.iter().map(|end| end.wrapping_sub(slot + 1) >> 15).sum::<u16>();
            entry += usize::from(passed);
            if usize::from(passed) < LANES {
                break;
            }
        }
        let first = if entry == 0 { 0 } else { u32::from(ends[entry - 1]) };
        self.advance(u32::from(ends[entry]) - first, first);
        let symbol = models.order[model * models.width + entry];
        if usize::from(symbol) + 1 == models.symbols { self.escaped() } else { symbol }
    }

    #[cold]
    fn escaped(&mut self) -> u8 {
        let symbol = (self.state & (TOTAL - 1)) >> (BITS - 8);
        self.advance(1 << (BITS - 8), symbol << (BITS - 8));
        (symbol & 0xff) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_come_back_with_rare_and_unknown_ones() {
        let counts = [[1_000_000_u64, 3, 0, 50, 0], [0, 0, 0, 0, 1], [5, 5, 5, 5, 5]];
        let shares: Vec<u16> = counts.iter().flat_map(|counts| Models::shares(counts)).collect();
        let models = Models::new(6, &shares).unwrap();
        assert_eq!(models.len(), 3);
        let symbols: Vec<(usize, u8)> = (0..4000_usize).map(|i| (i * i % 3, (i * i / 7 % 5) as u8)).collect();
        for length in [0, 1, 2, 17, 4000] {
            let mut encoder = Encoder::default();
            let mut bytes = Vec::new();
            symbols[..length].iter().for_each(|(model, symbol)| encoder.push(&models, *model, *symbol));
            encoder.finish(&mut bytes);
            let mut decoder = Decoder::new(&bytes);
            for (model, symbol) in &symbols[..length] {
                assert_eq!(decoder.next(&models, *model), *symbol);
            }
        }
    }

    #[test]
    fn size_is_close_to_the_entropy() {
        let shares = Models::shares(&[900, 90, 10]);
        let models = Models::new(4, &shares).unwrap();
        let mut encoder = Encoder::default();
        for i in 0..100_000 {
            encoder.push(&models, 0, if i % 10 != 0 { 0 } else { 1 + u8::from(i % 100 == 0) });
        }
        let mut bytes = Vec::new();
        encoder.finish(&mut bytes);
        let entropy = -(0.9 * 0.9_f64.log2() + 0.09 * 0.09_f64.log2() + 0.01 * 0.01_f64.log2());
        assert!((bytes.len() as f64 * 8.0 / 100_000.0) < entropy * 1.005);
    }

    #[test]
    fn many_rare_symbols_fit() {
        let counts: Vec<u64> = (0..255).map(|i| if i == 0 { 1 << 40 } else { 1 }).collect();
        let shares = Models::shares(&counts);
        assert_eq!(shares.iter().map(|share| u32::from(*share)).sum::<u32>(), 2048);
        assert!(Models::new(256, &shares).is_some());
        assert!(Models::new(256, &shares[1..]).is_none());
    }
}
