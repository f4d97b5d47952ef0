//! Making the file of a solved ending.

use rayon::prelude::*;
use saffron_rules::Color;

use crate::format::ending::Ending;
use crate::format::file::Kind;
use crate::format::index::Board;
use crate::format::rows::{Arrangement, Rows};
use crate::format::value::{Packed, Value, Wdl};
use crate::solve::depths::Depths;
use crate::solve::encode::{Encoded, Plan, Range, Source, draft, encode};
use crate::solve::table::Table;
use crate::solve::write::{Description, StreamDescription, write};

/// Table as a file, with the sizes of its streams.
#[derive(Debug)]
pub struct Built {
    /// Bytes of the file.
    pub file: Vec<u8>,
    /// Sizes of its streams.
    pub streams: Vec<StreamSize>,
}

/// Size of a compressed stream.
#[derive(Clone, PartialEq, Debug)]
pub struct StreamSize {
    /// True for results, as opposed to distances or depths to zeroing.
    pub results: bool,
    /// True for depths to zeroing.
    pub zeroing: bool,
    /// Side to move.
    pub turn: Color,
    /// Number of legal positions of its indices, each counted once.
    pub legal: u64,
    /// Number of positions whose symbol cannot be chosen.
    pub needed: u64,
    /// Size of the blocks, their lengths, and the models, in bytes.
    pub bytes: u64,
    /// Cost of the symbols by their models alone, in bits.
    pub model_bits: f64,
}

/// Maximum number of symbols of a stream, so that the head of a row fits a byte.
const MAX_SYMBOLS: usize = 254;

/// Half the plies of a distance, rounded down; the result determines whether the number is odd.
fn half(value: Packed) -> Option<u16> {
    value.value()?.plies().map(|plies| plies / 2)
}

/// Symbols that may be stored for a result, by the numbers of the results.
fn result_range(value: Packed, capture: Packed, numbers: [u8; 5], symbols: usize) -> Range {
    let Some(value) = value.value() else { return (0, (symbols - 1) as u8) };
    let number = numbers[value.result()];
    // If the best capture gives the result, the stored one may be any that is no better.
    let is_by_capture = capture.value().is_some_and(|capture| capture.wdl() == value.wdl());
    (if is_by_capture { 0 } else { number }, number)
}

/// Symbols that may be stored for a distance.
fn distance_range(value: Packed, capture: Packed, symbols: usize) -> Range {
    let all = (0, (symbols - 1) as u8);
    let (Some(half), Some(wdl)) = (half(value), value.value().map(Value::wdl)) else { return all };
    let half = half as u8;
    match (value == capture, wdl) {
        (false, _) => (half, half),
        (true, Wdl::Win | Wdl::StalemateWin) => (half, all.1),
        (true, _) => (0, half),
    }
}

/// Symbols that may be stored for a depth to zeroing: the depth, or the last symbol for none.
fn zeroing_range(value: Packed, depth: Option<u16>, symbols: usize) -> Range {
    let last = (symbols - 1) as u8;
    match value.value() {
        Some(Value::Win(_) | Value::Loss(_)) => {
            let symbol = depth.map_or(last, |depth| depth as u8);
            (symbol, symbol)
        }
        _ => (0, last),
    }
}

/// Codes a stream in the arrangement in which a draft is the shortest.
fn code(
    board: &Board,
    ending: &Ending,
    turn: Color,
    symbols: usize,
    range: &(dyn Fn(usize) -> Range + Sync),
) -> (Rows, Arrangement, Encoded) {
    let pieces = ending.others();
    let inner = (0..pieces.len()).filter(|piece| *piece == 0 || pieces[piece - 1] != pieces[*piece]);
    // With three pieces, only the kings change from row to row.
    let arrangements: Vec<Arrangement> = inner
        .flat_map(|inner| [true, false].map(|kings_last| Arrangement { inner, kings_last }))
        .take(if pieces.len() == 1 || symbols == 1 { 1 } else { usize::MAX })
        .collect();
    let drafts = arrangements.into_par_iter().map(|arrangement| {
        let rows = Rows::new(board, ending, arrangement);
        let draft = draft(&Source { rows: &rows, turn, symbols, range });
        (draft, rows, arrangement)
    });
    let drafts: Vec<(Plan, Rows, Arrangement)> = drafts.collect();
    let best = drafts.into_iter().min_by(|a, b| a.0.bits.total_cmp(&b.0.bits));
    let (draft, rows, arrangement) = best.unwrap_or_else(|| unreachable!("an ending has a piece other than the kings"));
    let encoded = encode(&Source { rows: &rows, turn, symbols, range }, &draft);
    (rows, arrangement, encoded)
}

/// Makes the file of a solved ending, given the best values by a capture, and depths to zeroing if it has any; `None` if a distance
/// is too long for a file.
pub(crate) fn build(
    board: &Board,
    table: &Table,
    captures: &[Vec<Packed>; 2],
    depths: Option<&Depths>,
) -> Option<Built> {
    let ending = table.ending();
    let sides: &[Color] = if ending.is_symmetric() { &[Color::White] } else { &Color::ALL };
    let kinds = [Kind::Result, Kind::Distance, Kind::Zeroing];
    let kinds = &kinds[..if depths.is_some() { 3 } else { 2 }];
    let jobs: Vec<(Kind, Color)> = sides.iter().flat_map(|side| kinds.iter().map(|kind| (*kind, *side))).collect();
    let streams: Vec<Option<((StreamDescription, Encoded), StreamSize)>> = jobs
        .into_par_iter()
        .map(|(kind, turn)| {
            let (values, captures) = (&table.values[turn.index()], &captures[turn.index()]);
            let present: [bool; 5] = values
                .par_iter()
                .filter_map(|value| value.value())
                .fold(
                    || [false; 5],
                    |mut all, value| {
                        all[value.result()] = true;
                        all
                    },
                )
                .reduce(|| [false; 5], |a, b| std::array::from_fn(|i| a[i] || b[i]));
            let results: Vec<Wdl> = Wdl::ALL.into_iter().filter(|wdl| present[*wdl as usize]).collect();
            let mut numbers = [0; 5];
            (0_u8..).zip(&results).for_each(|(number, wdl)| numbers[*wdl as usize] = number);
            let longest = values.par_iter().filter_map(|value| half(*value)).max().unwrap_or(0);
            let symbols = match kind {
                Kind::Result => results.len().max(1),
                Kind::Distance => usize::from(longest) + 1,
                Kind::Zeroing => {
                    depths.and_then(|depths| depths.longest(turn)).map_or(0, |depth| usize::from(depth) + 1) + 1
                }
            };
            if symbols > MAX_SYMBOLS {
                return None;
            }
            let range = |index: usize| {
                let (value, capture) = (values[index], captures[index]);
                match kind {
                    Kind::Result => result_range(value, capture, numbers, symbols),
                    Kind::Distance => distance_range(value, capture, symbols),
                    Kind::Zeroing => zeroing_range(value, depths.and_then(|depths| depths.at(turn, index)), symbols),
                }
            };
            let (rows, arrangement, encoded) = code(board, ending, turn, symbols, &range);
            let count = |row: usize| -> [u64; 2] {
                let known = rows.row(row, turn);
                let here = rows.indices(row).enumerate().filter(|(place, _)| known.is_legal(rows.cell(*place)));
                here.map(|(_, index)| range(index))
                    .fold([0; 2], |[legal, needed], range| [legal + 1, needed + u64::from(range.0 == range.1)])
            };
            let [legal, needed] =
                (0..rows.len()).into_par_iter().map(count).reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
            let description = StreamDescription { kind, turn, arrangement, results, wide: encoded.wide };
            let size = StreamSize {
                results: kind == Kind::Result,
                zeroing: kind == Kind::Zeroing,
                turn,
                legal,
                needed,
                bytes: encoded.data.len() as u64,
                model_bits: encoded.bits,
            };
            Some(((description, encoded), size))
        })
        .collect();
    let streams: Vec<_> = streams.into_iter().collect::<Option<_>>()?;
    let (streams, mut sizes): (Vec<_>, Vec<_>) = streams.into_iter().unzip();
    let description = Description {
        variant: board.geometry.variant.id().to_owned(),
        rules: board.geometry.fingerprint(),
        ending: ending.clone(),
        pairs: board.kings(ending).len(),
        counts: Color::ALL.map(|turn| table.counts(turn)),
    };
    let (file, model_bytes) = write(&description, &streams);
    sizes.iter_mut().zip(model_bytes).for_each(|(size, bytes)| size.bytes += bytes);
    Some(Built { file, streams: sizes })
}
