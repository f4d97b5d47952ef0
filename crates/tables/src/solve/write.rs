//! Writer of table files, in the format of [`file`](crate::format::file).

use std::io::Read;

use saffron_rules::Color;

use crate::format::counts::Counts;
use crate::format::ending::Ending;
use crate::format::file::Kind;
use crate::format::layout::{FRAME, HEADER, MAGIC, VERSION};
use crate::format::rows::Arrangement;
use crate::format::tree::Parts;
use crate::format::value::Wdl;
use crate::solve::encode::Encoded;

/// Description of a table.
#[derive(Debug)]
pub(crate) struct Description {
    pub(crate) variant: String,
    pub(crate) rules: u32,
    pub(crate) ending: Ending,
    pub(crate) pairs: usize,
    /// Counts of positions, by the side to move.
    pub(crate) counts: [Counts; 2],
}

/// Description of a stream.
#[derive(Debug)]
pub(crate) struct StreamDescription {
    pub(crate) kind: Kind,
    pub(crate) turn: Color,
    pub(crate) arrangement: Arrangement,
    pub(crate) results: Vec<Wdl>,
    pub(crate) wide: bool,
}

/// Writer of little-endian numbers and lists, which [`Reader`](crate::format::bytes::Reader) reads.
#[derive(Debug, Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn u8(&mut self, value: usize) {
        self.0.push(value as u8);
    }

    fn u32(&mut self, value: usize) {
        self.0.extend((value as u32).to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    /// Writes a list with its length.
    fn list(&mut self, bytes: &[u8]) {
        self.u32(bytes.len());
        self.0.extend(bytes);
    }

    /// Writes a list of numbers of four bytes with its length: all lowest bytes, then all next ones, and so on.
    fn numbers(&mut self, numbers: &[u32]) {
        self.u32(numbers.len());
        (0..4).for_each(|byte| self.0.extend(numbers.iter().map(|number| number.to_le_bytes()[byte])));
    }

    /// Writes a list of numbers of two bytes with its length: all low bytes, then all high ones.
    fn words(&mut self, words: &[u16]) {
        self.u32(words.len());
        self.0.extend(words.iter().map(|word| word.to_le_bytes()[0]));
        self.0.extend(words.iter().map(|word| word.to_le_bytes()[1]));
    }
}

fn write_counts(counts: &Counts, writer: &mut Writer) {
    writer.u64(counts.legal);
    counts.results.iter().for_each(|count| writer.u64(*count));
    writer.u64(u64::from(counts.longest));
    writer.u64(counts.mates);
    writer.u64(counts.stalemates);
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    let mut encoder = flate2::read::ZlibEncoder::new(bytes, flate2::Compression::best());
    // Reading from memory does not fail.
    encoder.read_to_end(&mut all).unwrap_or_default();
    all
}

/// Returns the bytes of a file, and for each stream the size of its models and of the lengths of its groups.
pub(crate) fn write(description: &Description, streams: &[(StreamDescription, Encoded)]) -> (Vec<u8>, Vec<u64>) {
    let mut text = Writer::default();
    text.list(description.variant.as_bytes());
    text.u32(description.rules as usize);
    text.list(description.ending.to_string().as_bytes());
    text.u32(description.pairs);
    description.counts.iter().for_each(|counts| write_counts(counts, &mut text));
    text.u8(streams.len());
    let mut frames = Vec::new();
    let mut sizes = Vec::new();
    for (stream, encoded) in streams {
        let mut models = Writer::default();
        models.u8(stream.kind as usize);
        models.u8(stream.turn.index());
        models.u8(stream.arrangement.inner);
        models.u8(usize::from(stream.arrangement.kings_last));
        models.u8(usize::from(stream.wide));
        models.list(&stream.results.iter().map(|wdl| *wdl as u8).collect::<Vec<_>>());
        models.u8(encoded.coding.symbols);
        models.u32(encoded.coding.rows_per_block);
        models.list(&encoded.coding.classes);
        for written in &encoded.written {
            models.words(&written.shares);
            let Parts { features, most, models: leaves } = &written.tree;
            [features, most, leaves].into_iter().for_each(|part| models.list(part));
        }
        models.numbers(&encoded.groups);
        models.u64(frames.len() as u64);
        frames.extend(&encoded.data);
        sizes.push(compressed(&models.0).len() as u64);
        text.0.extend(models.0);
    }
    text.u64(frames.len() as u64);
    let text = compressed(&text.0);
    let sums: Vec<u8> = frames.chunks(FRAME).flat_map(|frame| crc32fast::hash(frame).to_le_bytes()).collect();
    let length = HEADER + text.len() + sums.len() + 4 + frames.len();
    let mut file = Vec::with_capacity(length);
    file.extend(MAGIC);
    file.extend(VERSION.to_le_bytes());
    file.extend((text.len() as u32).to_le_bytes());
    file.extend((length as u64).to_le_bytes());
    file.extend(crc32fast::hash(&text).to_le_bytes());
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file.extend(text);
    file.extend(&sums);
    file.extend(crc32fast::hash(&sums).to_le_bytes());
    file.extend(frames);
    (file, sizes)
}
