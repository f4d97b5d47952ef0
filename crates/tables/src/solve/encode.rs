//! Encoder of compressed streams. Many positions may have any of several symbols, since the stream is not read there or a capture
//! gives the value. They get the symbol with the least cost.

use rayon::prelude::*;
use saffron_rules::Color;

use crate::format::features::{Attacks, Features, LEFT, Scan};
use crate::format::rans::{Encoder, Models};
use crate::format::rows::{MAX_WIDTH, Rows};
use crate::format::stream::{Choice, Coding, GROUP, lengths_bytes};
use crate::format::tree::{Parts, Tree};
use crate::solve::clusters::cluster;
use crate::solve::grow::{Grown, Sample, grow};

/// Minimum and maximum symbol of a place.
pub(crate) type Range = (u8, u8);

/// Symbols to be coded.
pub(crate) struct Source<'a> {
    pub(crate) rows: &'a Rows,
    pub(crate) turn: Color,
    /// Number of symbols, at most 255.
    pub(crate) symbols: usize,
    /// Returns the range of an index in memory.
    pub(crate) range: &'a (dyn Fn(usize) -> Range + Sync),
}

/// Coded stream.
#[derive(Debug)]
pub(crate) struct Encoded {
    pub(crate) coding: Coding,
    /// Stored trees and shares, for the heads of rows and for places.
    pub(crate) written: [Written; 2],
    /// True if the lengths of blocks have two bytes.
    pub(crate) wide: bool,
    /// Size of each group in bytes.
    pub(crate) groups: Vec<u32>,
    /// Bytes of all groups.
    pub(crate) data: Vec<u8>,
    /// Cost of all symbols by their models, in bits.
    pub(crate) bits: f64,
}

/// Tree and shares of its models, in their stored form.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) tree: Parts,
    pub(crate) shares: Vec<u16>,
}

/// Number of consecutive rows of a sample.
const SAMPLE_ROWS: usize = 12;
/// Approximate number of positions in a sample: to compare arrangements, and to make models.
const DRAFT_POSITIONS: usize = 150_000;
const PLAN_POSITIONS: usize = 900_000;
/// Approximate maximum size of a block, in bytes and in coded symbols; that of results is smaller, since they are looked up more often.
const BLOCK_BYTES: f64 = 96.0;
const BLOCK_SYMBOLS: [f64; 2] = [130.0, 260.0];
const MAX_ROWS: f64 = 48.0;
/// Number of classes of pairs of kings.
const CLASSES: f64 = 40.0;
/// Maximum number of models.
const MODELS: [usize; 4] = [24, 64, 128, 240];

/// Visitor of the symbols that are to be coded.
trait Visitor {
    /// Visits the head of a row. If a range is given, the row can be constant, and the returned value is its symbol.
    fn head(&mut self, features: &Features, range: Option<Range>) -> u8;
    /// Visits a place with its range; returns its symbol.
    fn place(&mut self, features: &Features, range: Range) -> u8;
}

/// Passes consecutive rows to a visitor; the first has none above it.
fn walk<V: Visitor>(
    source: &Source<'_>,
    (classes, attacks): (&[u8], Attacks),
    rows: std::ops::Range<usize>,
    visitor: &mut V,
) {
    let mut ranges = [(0, 0); MAX_WIDTH];
    let mut scan = Scan::new(source.rows, source.turn, classes, attacks);
    for row in rows {
        scan.start(row);
        let mut common = (0, (source.symbols - 1) as u8);
        for (place, (range, index)) in ranges.iter_mut().zip(source.rows.indices(row)).enumerate() {
            if scan.row().is_legal(source.rows.cell(place)) {
                *range = (source.range)(index);
                common = (common.0.max(range.0), common.1.min(range.1));
            }
        }
        if common.0 <= common.1 {
            let symbol = visitor.head(scan.beginning(), Some(common));
            scan.constant(symbol);
            continue;
        }
        visitor.head(scan.beginning(), None);
        scan.coded();
        for (place, range) in ranges.iter().enumerate().take(source.rows.width()) {
            if scan.row().is_legal(source.rows.cell(place)) {
                let symbol = visitor.place(scan.features(place), *range);
                scan.put(place, symbol);
            } else {
                scan.skip(place);
            }
        }
        scan.end();
    }
}

/// Costs of symbols by their models, in bits.
#[derive(Debug)]
struct Costs {
    heads: Vec<Vec<f32>>,
    places: Vec<Vec<f32>>,
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
        Self { heads: of(&coding.heads.models, coding.symbols + 1), places: of(&coding.places.models, coding.symbols) }
    }
}

/// Returns the difference of a symbol from the one to the left, modulo the number of symbols.
fn added(symbols: usize, symbol: u8, left: u8) -> u8 {
    ((usize::from(symbol) + symbols - usize::from(left)) % symbols) as u8
}

/// Coding with its costs, by which it chooses symbols.
#[derive(Clone, Copy)]
struct Chooser<'a> {
    coding: &'a Coding,
    costs: &'a Costs,
}

impl Chooser<'_> {
    fn head(self, features: &Features, range: Range) -> u8 {
        let costs = &self.costs.heads[self.coding.heads.tree.model(features)];
        cheapest(range, |symbol| costs[usize::from(symbol)])
    }

    fn place(self, model: usize, left: u8, range: Range) -> u8 {
        if range.0 == range.1 {
            return range.0;
        }
        let costs = &self.costs.places[model];
        cheapest(range, |symbol| costs[usize::from(added(self.coding.symbols, symbol, left))])
    }
}

/// Returns the symbol of a range with the least cost.
fn cheapest(range: Range, cost: impl Fn(u8) -> f32) -> u8 {
    let all = (range.0..=range.1).map(|symbol| (symbol, cost(symbol)));
    all.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(range.0, |(symbol, _)| symbol)
}

/// Collector of samples. Without models, it chooses for a free place the symbol nearest to the one before.
struct Sampling<'a> {
    symbols: usize,
    chooser: Option<Chooser<'a>>,
    heads: Vec<Sample>,
    places: Vec<Sample>,
}

impl Visitor for Sampling<'_> {
    fn head(&mut self, features: &Features, range: Option<Range>) -> u8 {
        let choose = |range: Range| match self.chooser {
            Some(chooser) => chooser.head(features, range),
            None => features[LEFT].clamp(range.0, range.1),
        };
        let symbol = range.map_or(self.symbols as u8, choose);
        self.heads.push(Sample { features: *features, symbol });
        symbol
    }

    fn place(&mut self, features: &Features, range: Range) -> u8 {
        let left = features[LEFT];
        let symbol = match self.chooser {
            Some(chooser) => chooser.place(chooser.coding.places.tree.model(features), left, range),
            None => left.clamp(range.0, range.1),
        };
        self.places.push(Sample { features: *features, symbol: added(self.symbols, symbol, left) });
        symbol
    }
}

/// Writer of blocks.
struct Writing<'a> {
    chooser: Chooser<'a>,
    encoder: Encoder,
    bits: f64,
    data: Vec<u8>,
    lengths: Vec<usize>,
}

impl Visitor for Writing<'_> {
    fn head(&mut self, features: &Features, range: Option<Range>) -> u8 {
        let Chooser { coding, costs } = self.chooser;
        let model = coding.heads.tree.model(features);
        let symbol = range.map_or(coding.symbols as u8, |range| self.chooser.head(features, range));
        self.bits += f64::from(costs.heads[model][usize::from(symbol)]);
        self.encoder.push(&coding.heads.models, model, symbol);
        symbol
    }

    fn place(&mut self, features: &Features, range: Range) -> u8 {
        let Chooser { coding, costs } = self.chooser;
        let (model, left) = (coding.places.tree.model(features), features[LEFT]);
        let symbol = self.chooser.place(model, left, range);
        let added = added(coding.symbols, symbol, left);
        self.bits += f64::from(costs.places[model][usize::from(added)]);
        self.encoder.push(&coding.places.models, model, added);
        symbol
    }
}

/// Coding with the shares of its models.
#[derive(Debug)]
pub(crate) struct Plan {
    coding: Coding,
    written: [Written; 2],
    /// Estimated size of the stream, in bits.
    pub(crate) bits: f64,
}

/// Makes a coding from a few rows, to estimate the size of a stream.
pub(crate) fn draft(source: &Source<'_>) -> Plan {
    plan(source, &classes(source), DRAFT_POSITIONS, None)
}

/// Codes a stream.
pub(crate) fn encode(source: &Source<'_>, draft: &Plan) -> Encoded {
    let costs = Costs::new(&draft.coding);
    let chooser = Chooser { coding: &draft.coding, costs: &costs };
    let plan = plan(source, &draft.coding.classes, PLAN_POSITIONS, Some(chooser));
    let Plan { coding, written, .. } = plan;
    if source.symbols == 1 {
        // All positions have the same symbol, so no bytes are needed.
        return Encoded { coding, written, wide: false, groups: Vec::new(), data: Vec::new(), bits: 0.0 };
    }
    let costs = Costs::new(&coding);
    let all = source.rows.len();
    // Whole groups.
    let blocks_together = 16 * GROUP;
    let step = blocks_together * coding.rows_per_block;
    let parts: Vec<(Vec<u8>, Vec<usize>, f64)> = (0..all.div_ceil(step))
        .into_par_iter()
        .map(|part| {
            let chooser = Chooser { coding: &coding, costs: &costs };
            let (data, lengths) = (Vec::new(), Vec::new());
            let mut writing = Writing { chooser, encoder: Encoder::default(), bits: 0.0, data, lengths };
            let end = ((part + 1) * step).min(all);
            for first in (part * step..end).step_by(coding.rows_per_block) {
                let rows = first..(first + coding.rows_per_block).min(end);
                walk(source, (&coding.classes, coding.attacks), rows, &mut writing);
                let before = writing.data.len();
                writing.encoder.finish(&mut writing.data);
                writing.lengths.push(writing.data.len() - before);
            }
            (writing.data, writing.lengths, writing.bits)
        })
        .collect();
    let bits = parts.iter().map(|part| part.2).sum();
    let wide = parts.iter().flat_map(|part| &part.1).any(|length| *length > usize::from(u8::MAX));
    let (mut groups, mut data) = (Vec::new(), Vec::new());
    for (blocks, lengths, _) in &parts {
        let mut at = 0;
        for group in lengths.chunks(GROUP) {
            let before = data.len();
            let end = at + group.iter().sum::<usize>();
            data.extend(lengths_bytes(group, wide));
            data.extend(&blocks[at..end]);
            groups.push((data.len() - before) as u32);
            at = end;
        }
    }
    Encoded { coding, written, wide, groups, data, bits }
}

/// Returns the classes of the pairs of kings by their mean symbols in some rows. With three pieces a pair has only one row, and no
/// class.
fn classes(source: &Source<'_>) -> Vec<u8> {
    let rows = source.rows;
    let placements = rows.placements();
    if placements == 1 {
        return vec![0; rows.len()];
    }
    let class = |pair: usize| {
        let (mut sum, mut count) = (0, 0_u32);
        for placement in (pair % 7..placements).step_by(placements.div_ceil(16)) {
            let number = rows.number(pair, placement);
            let row = rows.row(number, source.turn);
            for (place, index) in rows.indices(number).enumerate() {
                if row.is_legal(rows.cell(place)) {
                    let range = (source.range)(index);
                    let known = u32::from(range.0 == range.1);
                    sum += known * u32::from(range.0);
                    count += known;
                }
            }
        }
        let mean = f64::from(sum) / f64::from(count.max(1));
        (mean / (source.symbols.max(2) - 1) as f64 * (CLASSES - 1.0)).round() as u8
    };
    (0..rows.len() / placements).into_par_iter().map(class).collect()
}

/// Makes models from about `positions` positions.
fn plan(source: &Source<'_>, classes: &[u8], positions: usize, chooser: Option<Chooser<'_>>) -> Plan {
    let all = source.rows.len();
    let chunks = all.div_ceil(SAMPLE_ROWS);
    let step = (all * source.rows.width()).div_ceil(positions);
    let sampled: Vec<Sampling<'_>> = (0..chunks.div_ceil(step))
        .into_par_iter()
        .map(|number| {
            // An offset, so that the samples do not have the same row of each placement.
            let chunk = (number * step + number * 7919 % step).min(chunks - 1);
            let mut sampling = Sampling { symbols: source.symbols, chooser, heads: Vec::new(), places: Vec::new() };
            let rows = chunk * SAMPLE_ROWS..((chunk + 1) * SAMPLE_ROWS).min(all);
            walk(source, (classes, Attacks::ALL), rows, &mut sampling);
            sampling
        })
        .collect();
    let mut heads = Vec::new();
    let mut places = Vec::new();
    for mut sampling in sampled {
        heads.append(&mut sampling.heads);
        places.append(&mut sampling.places);
    }
    let rows = heads.len().max(1) as f64;
    let row_symbols = (places.len() as f64 / rows).max(0.01);
    let weight = all as f64 / rows;
    let (heads, head, head_bits) = choice(grow(heads, weight), source.symbols + 1, weight);
    let (places, place, place_bits) = choice(grow(places, weight), source.symbols, weight);
    let bits = head_bits + place_bits;
    let row_bytes = (bits / 8.0 / all as f64).max(0.01);
    let block = (BLOCK_BYTES / row_bytes)
        .min(BLOCK_SYMBOLS[usize::from(source.symbols > 5)] / row_symbols)
        .clamp(1.0, MAX_ROWS) as usize;
    let (classes, attacks) = (classes.to_vec(), places.tree.attacks());
    let coding = Coding { symbols: source.symbols, rows_per_block: block, classes, heads, places, attacks };
    Plan { coding, written: [head, place], bits }
}

/// Makes models for the leaves of a tree. Returns them with their stored form, and the estimated bits of the symbols and models.
fn choice(grown: Grown, symbols: usize, weight: f64) -> (Choice, Written, f64) {
    let count = grown.leaves.len();
    let (clusters, bits) = MODELS
        .iter()
        .filter(|most| **most < 2 * count || **most == MODELS[0])
        .map(|most| {
            let clusters = cluster(&grown.leaves, symbols, *most);
            let entries = clusters.counts.iter().flatten().filter(|count| **count > 0).count();
            let leaf = 16.0 + 0.8 * (clusters.counts.len() as f64).log2();
            let bits = clusters.bits * weight + 9.0 * entries as f64 + leaf * count as f64;
            (clusters, bits)
        })
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or_default();
    let counts = if clusters.counts.is_empty() { vec![vec![0; symbols]] } else { clusters.counts };
    let shares: Vec<u16> = counts.iter().flat_map(|counts| Models::shares(counts)).collect();
    let models = Models::new(symbols + 1, &shares).unwrap_or_default();
    let parts = Parts { models: clusters.of, ..grown.parts };
    let tree = Tree::new(&parts, models.len()).unwrap_or_else(|| unreachable!("grown parts are a tree"));
    (Choice { tree, models }, Written { tree: parts, shares }, bits)
}
