//! Growing a decision tree from samples: each node asks the question that saves most bits.

use crate::format::features::{COUNT, Features};
use crate::format::tree::Parts;
use crate::solve::clusters::Histogram;

/// Symbol with the features of its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) features: Features,
    pub(crate) symbol: u8,
}

/// Grown tree, whose leaves have no models yet.
#[derive(Default, Debug)]
pub(crate) struct Grown {
    /// Questions, without models.
    pub(crate) parts: Parts,
    /// Symbols of each leaf.
    pub(crate) leaves: Vec<Histogram>,
}

/// Maximum number of symbols that are distinguished when questions are compared; rarer ones are taken together.
const MAX_SYMBOLS: usize = 48;
const MAX_DEPTH: usize = 40;
const MAX_LEAVES: usize = 4000;
/// Cost of a leaf in a file, and minimum saving of a question in the samples, so that chance does not choose it, in bits.
const LEAF_BITS: f64 = 40.0;
const MIN_SAVED: f64 = 72.0;

/// Grows a tree; `weight` is the number of symbols of the stream per sample.
pub(crate) fn grow(mut samples: Vec<Sample>, weight: f64) -> Grown {
    let mut counts = [0_u32; 256];
    samples.iter().for_each(|sample| counts[usize::from(sample.symbol)] += 1);
    let mut order: Vec<u8> = (0..=u8::MAX).filter(|symbol| counts[usize::from(*symbol)] > 0).collect();
    order.sort_by_key(|symbol| (std::cmp::Reverse(counts[usize::from(*symbol)]), *symbol));
    let mut code = [0_u8; 256];
    for (number, symbol) in order.iter().enumerate() {
        code[usize::from(*symbol)] = number.min(MAX_SYMBOLS - 1) as u8;
    }
    let mut values = [1_usize; COUNT];
    for sample in &samples {
        for (values, feature) in values.iter_mut().zip(sample.features) {
            *values = (*values).max(usize::from(feature) + 1);
        }
    }
    let symbols = order.len().clamp(1, MAX_SYMBOLS);
    let mut starts = [0; COUNT + 1];
    for feature in 0..COUNT {
        starts[feature + 1] = starts[feature] + values[feature] * symbols;
    }
    let least = MIN_SAVED.max(LEAF_BITS / weight);
    let logs = (0..1_u32 << 16).map(times_log).collect();
    let mut growing = Growing { code, symbols, starts, least, logs, grown: Grown::default() };
    let table = growing.table(&samples);
    growing.split(&mut samples, table, 0);
    growing.grown
}

fn times_log(count: u32) -> f64 {
    if count == 0 { 0.0 } else { f64::from(count) * f64::from(count).log2() }
}

struct Growing {
    /// Number of each symbol among those that are distinguished.
    code: [u8; 256],
    symbols: usize,
    /// Offset of the counts of each feature in a table of counts.
    starts: [usize; COUNT + 1],
    least: f64,
    logs: Vec<f64>,
    grown: Grown,
}

/// Number of occurrences of each symbol with each value of each feature.
type Table = Vec<u32>;

impl Growing {
    fn table(&self, samples: &[Sample]) -> Table {
        let mut table = vec![0; self.starts[COUNT]];
        for sample in samples {
            let symbol = usize::from(self.code[usize::from(sample.symbol)]);
            for (start, feature) in self.starts[..COUNT].iter().zip(sample.features) {
                table[start + usize::from(feature) * self.symbols + symbol] += 1;
            }
        }
        table
    }

    fn times_log(&self, count: u32) -> f64 {
        self.logs.get(count as usize).copied().unwrap_or_else(|| times_log(count))
    }

    /// Returns the question that saves most bits: the bits, the feature, and the number.
    fn best(&self, table: &Table, count: u32) -> (f64, usize, u8) {
        let values = |feature: usize| table[self.starts[feature]..self.starts[feature + 1]].chunks_exact(self.symbols);
        let mut all = vec![0_u32; self.symbols];
        values(0).for_each(|counts| all.iter_mut().zip(counts).for_each(|(all, count)| *all += count));
        let sum: f64 = all.iter().map(|count| self.times_log(*count)).sum();
        let before = self.times_log(count) - sum;
        let mut best = (0.0, 0, 0);
        let (mut low, mut high) = (all.clone(), all.clone());
        for feature in 0..COUNT {
            low.fill(0);
            high.copy_from_slice(&all);
            let (mut lows, mut low_sum, mut high_sum) = (0, 0.0, sum);
            for (value, counts) in (0_u8..=u8::MAX).zip(values(feature)) {
                let mut here = 0;
                for ((low, high), count) in low.iter_mut().zip(&mut high).zip(counts).filter(|(_, count)| **count > 0) {
                    low_sum += self.times_log(*low + count) - self.times_log(*low);
                    high_sum += self.times_log(*high - count) - self.times_log(*high);
                    (*low, *high) = (*low + count, *high - count);
                    here += count;
                }
                lows += here;
                if lows == count {
                    break;
                }
                if here > 0 {
                    let after = self.times_log(lows) - low_sum + self.times_log(count - lows) - high_sum;
                    if before - after > best.0 {
                        best = (before - after, feature, value);
                    }
                }
            }
        }
        best
    }

    fn split(&mut self, samples: &mut [Sample], table: Table, depth: usize) {
        let may = depth < MAX_DEPTH && self.grown.leaves.len() < MAX_LEAVES;
        let (saved, feature, most) = if may { self.best(&table, samples.len() as u32) } else { (0.0, 0, 0) };
        if saved < self.least {
            let mut counts = [0_u32; 256];
            samples.iter().for_each(|sample| counts[usize::from(sample.symbol)] += 1);
            let some = (0_u8..=u8::MAX).zip(counts).filter(|(_, count)| *count > 0);
            self.grown.parts.features.push(0);
            self.grown.leaves.push(some.collect());
            return;
        }
        self.grown.parts.features.push(feature as u8 + 1);
        self.grown.parts.most.push(most);
        // Those that answer no come first.
        let mut middle = 0;
        for at in 0..samples.len() {
            if samples[at].features[feature] > most {
                samples.swap(at, middle);
                middle += 1;
            }
        }
        let (no, yes) = samples.split_at_mut(middle);
        let smaller = self.table(if no.len() < yes.len() { no } else { yes });
        let mut larger = table;
        larger.iter_mut().zip(&smaller).for_each(|(count, other)| *count -= other);
        let (of_no, of_yes) = if no.len() < yes.len() { (smaller, larger) } else { (larger, smaller) };
        self.split(no, of_no, depth + 1);
        self.split(yes, of_yes, depth + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tree::Tree;

    #[test]
    fn a_tree_tells_apart_what_differs() {
        // Two features determine the symbol.
        let samples: Vec<Sample> = (0..20_000_u32)
            .map(|i| {
                let mut features = [0; 64];
                features[..COUNT]
                    .iter_mut()
                    .zip(0_u32..)
                    .for_each(|(feature, n)| *feature = (i * (n + 3) / 7 % 11) as u8);
                let symbol = if features[5] > 6 { 9 } else { u8::from(features[20] > 2) };
                Sample { features, symbol }
            })
            .collect();
        let grown = grow(samples.clone(), 1.0);
        assert_eq!(grown.leaves.len(), 3);
        let tree = Tree::new(&Parts { models: vec![0, 1, 2], ..grown.parts }, 3).unwrap();
        for sample in samples {
            let leaf = &grown.leaves[tree.model(&sample.features)];
            assert_eq!(leaf.iter().map(|(symbol, _)| *symbol).collect::<Vec<_>>(), [sample.symbol]);
        }
    }
}
