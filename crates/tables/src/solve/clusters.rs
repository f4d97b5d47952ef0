//! Groups of histograms that share a model, found by Lloyd's algorithm with the cost in bits as the distance.

/// Symbols that occur, with their counts.
pub(crate) type Histogram = Vec<(u8, u32)>;

/// Groups of histograms.
#[derive(Debug, Default)]
pub(crate) struct Clusters {
    /// Group of each histogram.
    pub(crate) of: Vec<u8>,
    /// Sum of the histograms of each group.
    pub(crate) counts: Vec<Vec<u64>>,
    /// Cost of all symbols with the models of their groups, in bits.
    pub(crate) bits: f64,
}

/// Assumed count of a symbol in a group without it.
const UNSEEN: f64 = 0.02;
const ITERATIONS: usize = 8;

fn total(histogram: &Histogram) -> f64 {
    histogram.iter().map(|(_, count)| f64::from(*count)).sum()
}

/// Cost of a histogram with its own model, in bits.
fn entropy(histogram: &Histogram) -> f64 {
    let all = total(histogram);
    histogram.iter().map(|(_, count)| -f64::from(*count) * (f64::from(*count) / all).log2()).sum()
}

fn mean(histogram: &Histogram) -> f64 {
    histogram.iter().map(|(symbol, count)| f64::from(*symbol) * f64::from(*count)).sum::<f64>() / total(histogram)
}

/// Groups non-empty histograms of `symbols` symbols into at most `most` groups.
pub(crate) fn cluster(histograms: &[Histogram], symbols: usize, most: usize) -> Clusters {
    let mut order: Vec<usize> = (0..histograms.len()).collect();
    let means: Vec<f64> = histograms.iter().map(mean).collect();
    order.sort_by(|a, b| means[*a].total_cmp(&means[*b]).then(a.cmp(b)));
    let weights: Vec<f64> = histograms.iter().map(|histogram| entropy(histogram) + 1.0).collect();
    let all: f64 = weights.iter().sum();
    let mut of = vec![0_u8; histograms.len()];
    let mut sum = 0.0;
    for at in order {
        of[at] = ((sum / all * most as f64) as usize).min(most - 1) as u8;
        sum += weights[at];
    }
    let mut clusters = grouped(histograms, symbols, most, &of);
    for _ in 0..ITERATIONS {
        let costs: Vec<Vec<f64>> = clusters.counts.iter().map(|counts| costs(counts)).collect();
        let nearest = |histogram: &Histogram| {
            let cost = |costs: &Vec<f64>| -> f64 {
                histogram.iter().map(|(symbol, count)| f64::from(*count) * costs[usize::from(*symbol)]).sum()
            };
            let all = costs.iter().map(cost).enumerate();
            all.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(group, _)| group as u8)
        };
        let of: Vec<u8> = histograms.iter().map(nearest).collect();
        if of == clusters.of {
            break;
        }
        clusters = grouped(histograms, symbols, most, &of);
    }
    clusters
}

/// Cost of each symbol of a group, in bits.
fn costs(counts: &[u64]) -> Vec<f64> {
    let all = counts.iter().sum::<u64>() as f64 + UNSEEN * counts.len() as f64;
    counts.iter().map(|count| -((*count as f64 + UNSEEN) / all).log2()).collect()
}

/// Returns the groups, without empty ones.
fn grouped(histograms: &[Histogram], symbols: usize, most: usize, of: &[u8]) -> Clusters {
    let mut counts = vec![vec![0_u64; symbols]; most];
    for (histogram, group) in histograms.iter().zip(of) {
        for (symbol, count) in histogram {
            counts[usize::from(*group)][usize::from(*symbol)] += u64::from(*count);
        }
    }
    let mut renamed = vec![0_u8; most];
    let mut kept: Vec<Vec<u64>> = Vec::new();
    for (group, counts) in counts.into_iter().enumerate() {
        renamed[group] = kept.len() as u8;
        if counts.iter().any(|count| *count > 0) {
            kept.push(counts);
        }
    }
    let bits =
        kept.iter().map(|counts| counts.iter().zip(costs(counts)).map(|(n, cost)| *n as f64 * cost).sum::<f64>());
    let bits = bits.sum();
    Clusters { of: of.iter().map(|group| renamed[usize::from(*group)]).collect(), counts: kept, bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_that_are_alike_come_together() {
        let histograms: Vec<Histogram> = (0..60_u32)
            .map(|i| match i % 3 {
                0 => vec![(0, 100 + i), (1, 10)],
                1 => vec![(0, 10), (1, 100 + i)],
                _ => vec![(2, 50 + i)],
            })
            .collect();
        let clusters = cluster(&histograms, 3, 8);
        let of = |rest: usize| -> Vec<u8> { clusters.of.iter().skip(rest).step_by(3).copied().collect() };
        for (rest, other) in [(0, 1), (1, 2), (2, 0)] {
            assert!(of(rest).iter().all(|group| !of(other).contains(group)));
        }
        let alone: f64 = histograms.iter().map(entropy).sum();
        assert!(clusters.bits < alone * 1.1);
        assert_eq!(clusters.counts.iter().flatten().sum::<u64>(), histograms.iter().map(|h| total(h) as u64).sum());
    }
}
