//! Making a compressed stream. Many positions may have any of several symbols, since the stream is not read there or a capture
//! gives the value: those get the symbol that costs least.

use rayon::prelude::*;
use saffron_rules::Color;

use crate::clusters::{Clusters, Histogram, cluster};
use crate::rans::{Encoder, Models};
use crate::rows::Rows;
use crate::stream::{Coding, GROUP, Levels, MOST_WIDTH, base, context, contexts, level, neighbours};

/// The least and the greatest symbol that a place may have.
pub(crate) type Range = (u8, u8);

/// What is to be coded.
pub(crate) struct Source<'a> {
    pub(crate) rows: &'a Rows,
    pub(crate) turn: Color,
    /// Only each so many-th pair of kings is coded, for an estimate; 1 for all.
    pub(crate) step: usize,
    /// The number of symbols, at most 255.
    pub(crate) symbols: usize,
    /// The range of an index in memory.
    pub(crate) range: &'a (dyn Fn(usize) -> Range + Sync),
}

impl Source<'_> {
    fn pairs(&self) -> usize {
        (self.rows.len() / self.rows.per_pair).div_ceil(self.step)
    }

    /// The row of those that are coded.
    fn row(&self, row: usize) -> usize {
        row / self.rows.per_pair * self.step * self.rows.per_pair + row % self.rows.per_pair
    }
}

/// A coded stream.
#[derive(Debug)]
pub(crate) struct Encoded {
    pub(crate) coding: Coding,
    /// The shares of the models of rows' beginnings, and of symbols.
    pub(crate) head_shares: Vec<u16>,
    pub(crate) shares: Vec<u16>,
    /// Whether the lengths of the directory have two bytes.
    pub(crate) wide: bool,
    pub(crate) directory: Vec<u8>,
    pub(crate) data: Vec<u8>,
    /// What all symbols cost by their models, in bits.
    pub(crate) bits: f64,
}

/// Rows that are looked at together when models are made.
const SAMPLE_ROWS: usize = 4;
/// The most places that are looked at when models are made.
const SAMPLE: usize = 6_000_000;
/// The most classes of pairs of kings, and models.
const CLASSES: [usize; 2] = [1, 12];
const MODELS: [usize; 4] = [4, 16, 64, 160];
/// About how many bytes and coded symbols a block may have.
const BLOCK_BYTES: f64 = 56.0;
const BLOCK_SYMBOLS: f64 = 150.0;
const MOST_ROWS: f64 = 32.0;

/// Looks at what would be coded.
trait Visitor {
    /// The symbol of a place, of those in the range; `last` is the one before it.
    fn choose(&self, pair: usize, context: usize, range: Range, last: u8) -> u8;
    /// The constant symbol of a row, of those in the range.
    fn choose_constant(&self, pair: usize, range: Range, last: u8) -> u8;
    /// A row that is constant, or is not (`None`).
    fn head(&mut self, pair: usize, symbol: Option<u8>);
    /// A symbol.
    fn symbol(&mut self, pair: usize, context: usize, symbol: u8);
    /// The end of a row.
    fn end(&mut self) {}
}

/// Shows rows to a visitor; the first has none above it.
fn walk<V: Visitor>(source: &Source<'_>, rows: std::ops::Range<usize>, visitor: &mut V) {
    let width = source.rows.width();
    let (n, base, symbols) = (neighbours(source.symbols), base(source.symbols), source.symbols);
    let mut ranges = [(0, 0); MOST_WIDTH];
    let ranges = &mut ranges[..width];
    let mut both: [Levels; 2] = [[0; 256]; 2];
    let mut last = 0;
    for row in rows {
        let pair = row / source.rows.per_pair;
        let row = source.row(row);
        let masks = source.rows.masks(row, source.turn);
        let mut common = (0, (symbols - 1) as u8);
        for (place, (range, index)) in ranges.iter_mut().zip(source.rows.indices(row)).enumerate() {
            if masks.legal(place) {
                *range = (source.range)(index);
                common = (common.0.max(range.0), common.1.min(range.1));
            }
        }
        let [above, here] = &mut both;
        if common.0 <= common.1 {
            last = visitor.choose_constant(pair, common, last);
            visitor.head(pair, Some(last));
            above[..width].fill(level(symbols, last));
        } else {
            visitor.head(pair, None);
            here[width] = 0;
            for (place, range) in ranges.iter().enumerate() {
                if !masks.legal(place) {
                    here[place] = here[usize::from(source.rows.before[0][place])];
                    continue;
                }
                let context = context(n, base, &source.rows.before, place, here, above, masks.converts(place));
                last = if range.0 == range.1 { range.0 } else { visitor.choose(pair, context, *range, last) };
                visitor.symbol(pair, context, last);
                here[place] = level(symbols, last);
            }
            both.swap(0, 1);
        }
        visitor.end();
    }
}

/// Counts symbols by class and context, before there are models.
struct Counting<'a> {
    symbols: usize,
    contexts: usize,
    /// For each pair its class; by pairs themselves, without contexts, where there is none.
    classes: Option<&'a [u8]>,
    /// The models of an earlier pass, which choose.
    models: Option<(&'a Coding, &'a Costs)>,
    counts: Vec<u32>,
    heads: Vec<u32>,
}

/// The bits of symbols by their models.
#[derive(Debug)]
struct Costs {
    symbols: Vec<Vec<f32>>,
    heads: Vec<Vec<f32>>,
}

impl Costs {
    fn new(coding: &Coding) -> Self {
        let of = |models: &Models, symbols: usize| -> Vec<Vec<f32>> {
            let cost = |model: usize, symbol: usize| match models.share(model, symbol) {
                0 => 8.0 + 11.0 - (models.share(model, symbols).max(1) as f32).log2(),
                share => 11.0 - (share as f32).log2(),
            };
            (0..models.len()).map(|model| (0..symbols).map(|symbol| cost(model, symbol)).collect()).collect()
        };
        Self { symbols: of(&coding.models, coding.symbols), heads: of(&coding.heads, coding.symbols + 1) }
    }
}

/// The cheapest symbol of a range.
fn cheapest(costs: &[f32], range: Range) -> u8 {
    let all = (range.0..=range.1).map(|symbol| (symbol, costs[usize::from(symbol)]));
    all.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(range.0, |(symbol, _)| symbol)
}

impl Counting<'_> {
    fn class(&self, pair: usize) -> usize {
        self.classes.map_or(pair, |classes| usize::from(classes[pair]))
    }
}

impl Visitor for Counting<'_> {
    fn choose(&self, pair: usize, context: usize, range: Range, last: u8) -> u8 {
        match self.models {
            None => last.clamp(range.0, range.1),
            Some((coding, costs)) => {
                let class = usize::from(coding.classes[pair]);
                cheapest(&costs.symbols[usize::from(coding.contexts[class * self.contexts + context])], range)
            }
        }
    }

    fn choose_constant(&self, pair: usize, range: Range, last: u8) -> u8 {
        match self.models {
            None => last.clamp(range.0, range.1),
            Some((coding, costs)) => cheapest(&costs.heads[usize::from(coding.classes[pair])], range),
        }
    }

    fn head(&mut self, pair: usize, symbol: Option<u8>) {
        let at = self.class(pair) * (self.symbols + 1) + symbol.map_or(self.symbols, usize::from);
        self.heads[at] += 1;
    }

    fn symbol(&mut self, pair: usize, context: usize, symbol: u8) {
        let context = if self.classes.is_some() { self.class(pair) * self.contexts + context } else { pair };
        self.counts[context * self.symbols + usize::from(symbol)] += 1;
    }
}

/// Writes blocks.
struct Writing<'a> {
    coding: &'a Coding,
    costs: &'a Costs,
    contexts: usize,
    encoder: Encoder,
    bits: f64,
    rows: usize,
    data: Vec<u8>,
    lengths: Vec<usize>,
}

impl Writing<'_> {
    fn end_block(&mut self) {
        let before = self.data.len();
        self.encoder.finish(&mut self.data);
        self.lengths.push(self.data.len() - before);
        self.rows = 0;
    }

    fn model(&self, pair: usize, context: usize) -> usize {
        usize::from(self.coding.contexts[usize::from(self.coding.classes[pair]) * self.contexts + context])
    }
}

impl Visitor for Writing<'_> {
    fn choose(&self, pair: usize, context: usize, range: Range, _: u8) -> u8 {
        cheapest(&self.costs.symbols[self.model(pair, context)], range)
    }

    fn choose_constant(&self, pair: usize, range: Range, _: u8) -> u8 {
        cheapest(&self.costs.heads[usize::from(self.coding.classes[pair])], range)
    }

    fn head(&mut self, pair: usize, symbol: Option<u8>) {
        let symbol = symbol.map_or(self.coding.symbols, usize::from);
        let class = usize::from(self.coding.classes[pair]);
        self.bits += f64::from(self.costs.heads[class][symbol]);
        self.encoder.push(&self.coding.heads, class, symbol as u8);
    }

    fn symbol(&mut self, pair: usize, context: usize, symbol: u8) {
        let model = self.model(pair, context);
        self.bits += f64::from(self.costs.symbols[model][usize::from(symbol)]);
        self.encoder.push(&self.coding.models, model, symbol);
    }

    fn end(&mut self) {
        self.rows += 1;
    }
}

/// Models with what they were made from.
struct Made {
    coding: Coding,
    head_shares: Vec<u16>,
    shares: Vec<u16>,
    /// Estimated bits of the sample, with what the models themselves take.
    bits: f64,
    /// The bytes and the coded symbols of a row of the sample.
    row_bytes: f64,
    row_symbols: f64,
}

/// Codes a stream.
pub(crate) fn encode(source: &Source<'_>) -> Encoded {
    let made = models(source);
    if source.symbols == 1 {
        // Nothing needs to be told.
        let Made { coding, head_shares, shares, .. } = made;
        return Encoded {
            coding,
            head_shares,
            shares,
            wide: false,
            directory: Vec::new(),
            data: Vec::new(),
            bits: 0.0,
        };
    }
    let Made { mut coding, head_shares, shares, row_bytes, row_symbols, .. } = made;
    let rows = (BLOCK_BYTES / row_bytes).min(BLOCK_SYMBOLS / row_symbols).clamp(1.0, MOST_ROWS);
    coding.rows_per_block = rows as usize;
    let costs = Costs::new(&coding);
    let all = source.pairs() * source.rows.per_pair;
    let blocks_together = 512;
    let step = blocks_together * coding.rows_per_block;
    let parts: Vec<(Vec<u8>, Vec<usize>, f64)> = (0..all.div_ceil(step))
        .into_par_iter()
        .map(|part| {
            let mut writing = Writing {
                coding: &coding,
                costs: &costs,
                contexts: contexts(source.symbols),
                encoder: Encoder::default(),
                bits: 0.0,
                rows: 0,
                data: Vec::new(),
                lengths: Vec::new(),
            };
            let end = ((part + 1) * step).min(all);
            for first in (part * step..end).step_by(coding.rows_per_block) {
                walk(source, first..(first + coding.rows_per_block).min(end), &mut writing);
                writing.end_block();
            }
            (writing.data, writing.lengths, writing.bits)
        })
        .collect();
    let bits = parts.iter().map(|part| part.2).sum();
    let lengths: Vec<usize> = parts.iter().flat_map(|part| part.1.iter().copied()).collect();
    let data: Vec<u8> = parts.into_iter().flat_map(|part| part.0).collect();
    let wide = lengths.iter().any(|length| *length > usize::from(u8::MAX));
    let mut directory = Vec::new();
    let mut at = 0;
    for group in lengths.chunks(GROUP) {
        directory.extend((at as u32).to_le_bytes());
        for i in 0..GROUP {
            let length = group.get(i).copied().unwrap_or(0);
            directory.extend(&(length as u16).to_le_bytes()[..1 + usize::from(wide)]);
            at += length;
        }
    }
    Encoded { coding, head_shares, shares, wide, directory, data, bits }
}

/// Shows a sample of the rows to visitors and adds their counts up.
fn count<'a>(
    source: &Source<'_>,
    classes: Option<(&'a [u8], usize)>,
    models: Option<(&'a Coding, &'a Costs)>,
) -> Counting<'a> {
    let all = source.pairs() * source.rows.per_pair;
    let chunks = all.div_ceil(SAMPLE_ROWS);
    let step = (all * source.rows.width()).div_ceil(SAMPLE);
    let contexts = contexts(source.symbols);
    let (groups, each) = classes.map_or((source.pairs(), 1), |(_, count)| (count, contexts));
    let empty = || Counting {
        symbols: source.symbols,
        contexts,
        classes: classes.map(|(classes, _)| classes),
        models,
        counts: vec![0; groups * each * source.symbols],
        heads: vec![0; groups * (source.symbols + 1)],
    };
    let parts = 4;
    let visit = |part: usize| {
        let mut counting = empty();
        for chunk in (part * step..chunks).step_by(parts * step) {
            walk(source, chunk * SAMPLE_ROWS..((chunk + 1) * SAMPLE_ROWS).min(all), &mut counting);
        }
        counting
    };
    let add = |mut sum: Counting<'a>, other: Counting<'a>| {
        sum.counts.iter_mut().zip(other.counts).for_each(|(count, other)| *count += other);
        sum.heads.iter_mut().zip(other.heads).for_each(|(count, other)| *count += other);
        sum
    };
    (0..parts).into_par_iter().map(visit).reduce(empty, add)
}

/// The best models for a stream.
fn models(source: &Source<'_>) -> Made {
    let by_pair = count(source, None, None);
    let histogram = |counts: &[u32]| -> Histogram {
        (0_u8..=u8::MAX).zip(counts).filter(|(_, count)| **count > 0).map(|(symbol, count)| (symbol, *count)).collect()
    };
    let pairs: Vec<(usize, Histogram)> =
        by_pair.counts.chunks(source.symbols).map(histogram).enumerate().filter(|(_, h)| !h.is_empty()).collect();
    let histograms: Vec<Histogram> = pairs.iter().map(|(_, histogram)| histogram.clone()).collect();
    let mut best: Option<Made> = None;
    for most in CLASSES {
        let groups = cluster(&histograms, source.symbols, most);
        let mut classes = vec![0; source.pairs()];
        pairs.iter().zip(&groups.of).for_each(|((pair, _), class)| classes[*pair] = *class);
        let count_of = groups.counts.len().max(1);
        let first = made(source, &classes, count_of, &count(source, Some((&classes, count_of)), None));
        let costs = Costs::new(&first.coding);
        let counted = count(source, Some((&classes, count_of)), Some((&first.coding, &costs)));
        let second = made(source, &classes, count_of, &counted);
        if best.as_ref().is_none_or(|best| second.bits < best.bits) {
            best = Some(second);
        }
    }
    best.unwrap_or_else(|| unreachable!("there are numbers of classes to try"))
}

/// Models from counts.
fn made(source: &Source<'_>, classes: &[u8], class_count: usize, counted: &Counting<'_>) -> Made {
    let symbols = source.symbols;
    let each = contexts(symbols);
    let seen: Vec<(usize, Histogram)> = counted
        .counts
        .chunks(symbols)
        .enumerate()
        .filter(|(_, counts)| counts.iter().any(|count| *count > 0))
        .map(|(at, counts)| {
            let histogram = (0_u8..=u8::MAX).zip(counts).filter(|(_, count)| **count > 0);
            (at, histogram.map(|(symbol, count)| (symbol, *count)).collect())
        })
        .collect();
    let histograms: Vec<Histogram> = seen.iter().map(|(_, histogram)| histogram.clone()).collect();
    let size = |clusters: &Clusters| {
        let models: usize = clusters.counts.iter().flatten().filter(|count| **count > 0).count();
        clusters.bits + 8.0 * models as f64 + 0.8 * (clusters.counts.len() as f64).log2() * seen.len() as f64
    };
    let groups = MODELS
        .into_par_iter()
        .map(|most| cluster(&histograms, symbols, most))
        .collect::<Vec<_>>()
        .into_iter()
        .min_by(|a, b| size(a).total_cmp(&size(b)))
        .unwrap_or_default();
    let bits = size(&groups);
    let mut of = vec![0_u8; class_count * each];
    let mut next = 0;
    for ((at, _), group) in seen.iter().zip(&groups.of) {
        // What was not seen is as what comes before it, which compresses well.
        let fill = if next > 0 { of[next - 1] } else { *group };
        of[next..*at].fill(fill);
        of[*at] = *group;
        next = at + 1;
    }
    if next > 0 {
        let last = of[next - 1];
        of[next..].fill(last);
    }
    let counts = if groups.counts.is_empty() { vec![vec![0; symbols]] } else { groups.counts };
    let shares: Vec<u16> = counts.iter().flat_map(|counts| Models::shares(counts)).collect();
    let heads: Vec<Vec<u64>> = counted
        .heads
        .chunks(symbols + 1)
        .map(|counts| counts.iter().map(|count| u64::from(*count)).collect())
        .collect();
    let head_shares: Vec<u16> = heads.iter().flat_map(|counts| Models::shares(counts)).collect();
    let rows = heads.iter().flatten().sum::<u64>().max(1) as f64;
    let coding = Coding {
        symbols,
        neighbours: neighbours(symbols),
        rows_per_block: 1,
        classes: classes.to_vec(),
        heads: Models::new(symbols + 2, &head_shares).unwrap_or_default(),
        contexts: of,
        models: Models::new(symbols + 1, &shares).unwrap_or_default(),
    };
    let coded = counts.iter().flatten().sum::<u64>() as f64;
    let row_bytes = (groups.bits / 8.0 / rows).max(0.01);
    Made { coding, head_shares, shares, bits, row_bytes, row_symbols: (coded / rows).max(0.01) }
}
