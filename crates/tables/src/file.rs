//! Files of tables.
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | `SAFTABLE` |
//! | 8 to 11 | the version of this format |
//! | 12 to 15 | the length of the description, compressed with zlib |
//! | 16 to 23 | the length of the file |
//! | 24 to 27 | the CRC-32 of the compressed description |
//! | 28 to 31 | the CRC-32 of bytes 0 to 27 |
//! | from 32 | the description: variant, a checksum of its rules, pieces, and the models of each stream |
//! | then | the CRC-32 of each frame, and one of all these |
//! | then | frames of 4096 bytes, the last one shorter: the directories and blocks of the streams |
//!
//! The description and the list of checksums are checked when a file is opened, a frame when it is first read: a file with any bit
//! changed, or cut short, gives an error and no value.

use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};

use saffron_rules::{Color, Role};

use crate::bytes::Reader;
use crate::cache::{Cache, RowKey};
use crate::counts::Counts;
use crate::ending::Ending;
use crate::index::Board;
use crate::placement::MOST_OTHERS;
use crate::rans::Models;
use crate::rows::{Arrangement, Rows};
use crate::stream::{Choice, Coding, GROUP, block, directory_length};
use crate::tree::{Parts, Tree};
use crate::value::{Wdl, Zeroing};

pub(crate) const MAGIC: &[u8; 8] = b"SAFTABLE";
pub(crate) const VERSION: u32 = 2;
/// The bytes before the description.
pub const HEADER: usize = 32;
/// The bytes of a frame.
pub const FRAME: usize = 4096;
/// The most bytes that a description may have when it is not compressed.
const MOST_DESCRIPTION: u64 = 64 << 20;

/// What a stream tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The number of a result among those that there are.
    Result,
    /// Half the plies to the end.
    Distance,
    /// The depth to zeroing, or none: the last symbol. Only some files have it.
    Zeroing,
}

/// Why a file is no table of a variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// It does not begin as a table does.
    #[error("this is no table")]
    Magic,
    /// Another version of the format.
    #[error("version {0} of the format is not known, only {VERSION}")]
    Version(u32),
    /// It is shorter or longer than it says.
    #[error("the file has {found} bytes instead of {expected}")]
    Length {
        /// What it says.
        expected: u64,
        /// What it has.
        found: u64,
    },
    /// A checksum is wrong.
    #[error("the file is damaged: the checksum of {0} is wrong")]
    Damaged(&'static str),
    /// The checksums are right, but what is described is not a table.
    #[error("the description of the table is not valid")]
    Description,
    /// A table of another variant, or of other rules under its name.
    #[error("the table is for other rules, of the variant {0:?}")]
    Variant(String),
}

/// Why a stored value could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// The checksum of a frame is wrong.
    #[error("the table of {ending} is damaged in the 4096 bytes from {offset} on")]
    Damaged {
        /// The ending.
        ending: Ending,
        /// Where the frame begins in the file.
        offset: u64,
    },
    /// A frame of a table that is read piece by piece is not there yet.
    #[error("the {length} bytes of the table of {ending} from {offset} on are not there yet")]
    Missing {
        /// The ending.
        ending: Ending,
        /// Where the frame begins in the file.
        offset: u64,
        /// Its length in bytes.
        length: usize,
    },
}

/// The bytes of a table.
#[derive(Debug)]
enum Bytes {
    Static(&'static [u8]),
    Owned(Vec<u8>),
    #[cfg(not(target_family = "wasm"))]
    Mapped(memmap2::Mmap),
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Static(bytes) => bytes,
            Self::Owned(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Self::Mapped(map) => map,
        }
    }
}

/// A stream that can be read.
#[derive(Debug)]
struct Stream {
    /// Its number in the file.
    number: usize,
    kind: Kind,
    turn: Color,
    rows: Rows,
    results: Vec<Wdl>,
    wide: bool,
    coding: Coding,
    /// Where directory and blocks lie among the frames.
    directory: std::ops::Range<usize>,
    data: std::ops::Range<usize>,
}

/// What the beginning of a file says.
struct Opening {
    ending: Ending,
    counts: [Counts; 2],
    streams: Vec<Stream>,
    /// The bytes of all frames.
    frames: usize,
}

/// A table that is read from its file.
#[derive(Debug)]
pub(crate) struct TableFile {
    /// Tells its rows from those of other tables in a cache.
    number: u32,
    ending: Ending,
    others: Vec<(Color, Role)>,
    counts: [Counts; 2],
    streams: Vec<Stream>,
    bytes: Bytes,
    /// Where the checksums of the frames begin, and the frames.
    sums: usize,
    frames: usize,
    /// For each frame, whether its checksum was found to be right.
    checked: Vec<AtomicU64>,
    /// Whether frames come one by one.
    partial: bool,
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

/// The bytes at the beginning of a file that must be there before anything can be read, and the length of the file, from its first
/// [`HEADER`] bytes.
///
/// # Errors
/// [`FileError`].
pub fn beginning(header: &[u8]) -> Result<(usize, u64), FileError> {
    let header = header.get(..HEADER).ok_or(FileError::Magic)?;
    if &header[..8] != MAGIC {
        return Err(FileError::Magic);
    }
    if crc32fast::hash(&header[..28]) != u32_at(header, 28) {
        return Err(FileError::Damaged("the header"));
    }
    if u32_at(header, 8) != VERSION {
        return Err(FileError::Version(u32_at(header, 8)));
    }
    let text = u32_at(header, 12) as usize;
    let length = u64::from(u32_at(header, 16)) | u64::from(u32_at(header, 20)) << 32;
    // One checksum of four bytes for each frame, and one of these.
    let left = length.checked_sub((HEADER + text + 4) as u64).ok_or(FileError::Description)?;
    let frames = left.div_ceil(FRAME as u64 + 4);
    Ok((HEADER + text + 4 + usize::try_from(frames * 4).map_err(|_| FileError::Description)?, length))
}

impl TableFile {
    /// A table in memory.
    pub(crate) fn from_bytes(board: &Board, bytes: Vec<u8>) -> Result<Self, FileError> {
        Self::open(board, Bytes::Owned(bytes), false)
    }

    /// A table in the program.
    pub(crate) fn from_static(board: &Board, bytes: &'static [u8]) -> Result<Self, FileError> {
        Self::open(board, Bytes::Static(bytes), false)
    }

    /// A table whose file is mapped into memory. Nobody may change or shorten the file while it is.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn from_map(board: &Board, map: memmap2::Mmap) -> Result<Self, FileError> {
        Self::open(board, Bytes::Mapped(map), false)
    }

    /// A table of which there is only the beginning so far; its frames come by [`supply`](Self::supply).
    pub(crate) fn open_partial(board: &Board, start: &[u8]) -> Result<Self, FileError> {
        let (needed, length) = beginning(start)?;
        let found = start.len() as u64;
        if found < needed as u64 {
            return Err(FileError::Length { expected: needed as u64, found });
        }
        let mut bytes = start[..needed].to_vec();
        bytes.resize(usize::try_from(length).map_err(|_| FileError::Description)?, 0);
        Self::open(board, Bytes::Owned(bytes), true)
    }

    fn open(board: &Board, bytes: Bytes, partial: bool) -> Result<Self, FileError> {
        let (needed, length) = beginning(&bytes)?;
        if length != bytes.len() as u64 || needed as u64 > length {
            return Err(FileError::Length { expected: length, found: bytes.len() as u64 });
        }
        let text_end = HEADER + u32_at(&bytes, 12) as usize;
        let text = &bytes[HEADER..text_end];
        if crc32fast::hash(text) != u32_at(&bytes, 24) {
            return Err(FileError::Damaged("the description"));
        }
        let sums = &bytes[text_end..needed];
        let (sums, sum) = sums.split_at(sums.len() - 4);
        if crc32fast::hash(sums) != u32_at(sum, 0) {
            return Err(FileError::Damaged("the list of checksums"));
        }
        let mut description = Vec::new();
        let mut decoder = flate2::read::ZlibDecoder::new(text).take(MOST_DESCRIPTION);
        decoder.read_to_end(&mut description).map_err(|_| FileError::Description)?;
        let opening = parse(board, &description)?;
        if needed + opening.frames != bytes.len() {
            return Err(FileError::Description);
        }
        Ok(Self {
            number: 0,
            others: opening.ending.others(),
            ending: opening.ending,
            counts: opening.counts,
            streams: opening.streams,
            sums: text_end,
            frames: needed,
            checked: (0..opening.frames.div_ceil(FRAME).div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            bytes,
            partial,
        })
    }

    /// The ending.
    pub(crate) fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Gives it the number that tells its rows from those of other tables in a cache.
    pub(crate) fn set_number(&mut self, number: u32) {
        self.number = number;
    }

    /// The pieces beside the kings.
    pub(crate) fn others(&self) -> &[(Color, Role)] {
        &self.others
    }

    /// How many positions have each result, by the side to move.
    pub(crate) fn counts(&self) -> [Counts; 2] {
        self.counts
    }

    /// All bytes of the file.
    pub(crate) fn contents(&self) -> &[u8] {
        &self.bytes
    }

    /// The length of the file in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Takes the bytes of a frame that were missing, from where [`ReadError::Missing`] says.
    pub(crate) fn supply(&mut self, offset: u64, frame: &[u8]) -> Result<(), ReadError> {
        let damaged = || ReadError::Damaged { ending: self.ending.clone(), offset };
        let start = usize::try_from(offset).map_err(|_| damaged())?;
        let number = start.checked_sub(self.frames).ok_or_else(damaged)? / FRAME;
        let range = self.frame(number);
        if range.start != start || range.len() != frame.len() || crc32fast::hash(frame) != self.sum(number) {
            return Err(damaged());
        }
        if let Bytes::Owned(bytes) = &mut self.bytes {
            bytes[range].copy_from_slice(frame);
            self.checked[number / 64].fetch_or(1 << (number % 64), Ordering::Release);
        }
        Ok(())
    }

    /// Whether it has depths to zeroing.
    pub(crate) fn has_zeroing(&self) -> bool {
        self.streams.iter().any(|stream| stream.kind == Kind::Zeroing)
    }

    /// Where a frame lies in the file.
    fn frame(&self, number: usize) -> std::ops::Range<usize> {
        let start = (self.frames + number * FRAME).min(self.bytes.len());
        start..(start + FRAME).min(self.bytes.len())
    }

    fn sum(&self, number: usize) -> u32 {
        u32_at(&self.bytes, self.sums + 4 * number)
    }

    /// Bytes of the frames, after their checksums were found to be right.
    #[inline]
    fn read(&self, range: std::ops::Range<usize>) -> Result<&[u8], ReadError> {
        let last = range.end.max(range.start + 1) - 1;
        for number in range.start / FRAME..=last / FRAME {
            let checked = self.checked.get(number / 64).map_or(0, |bits| bits.load(Ordering::Acquire));
            if checked >> (number % 64) & 1 == 0 {
                self.check(number)?;
            }
        }
        self.bytes.get(self.frames + range.start..self.frames + range.end).ok_or_else(|| ReadError::Damaged {
            ending: self.ending.clone(),
            offset: (self.frames + range.start) as u64,
        })
    }

    #[cold]
    fn check(&self, number: usize) -> Result<(), ReadError> {
        let range = self.frame(number);
        let (ending, offset, length) = (self.ending.clone(), range.start as u64, range.len());
        if self.partial {
            return Err(ReadError::Missing { ending, offset, length });
        }
        match self.checked.get(number / 64) {
            Some(bits) if crc32fast::hash(&self.bytes[range]) == self.sum(number) => {
                bits.fetch_or(1 << (number % 64), Ordering::Release);
                Ok(())
            }
            _ => Err(ReadError::Damaged { ending, offset }),
        }
    }

    /// Checks every frame that is there.
    pub(crate) fn check_all(&self) -> Result<(), ReadError> {
        (0..(self.bytes.len() - self.frames).div_ceil(FRAME)).try_for_each(|number| self.check(number))
    }

    /// The symbol of a position, given its pair of kings and the numbers of the cells of its other pieces.
    #[inline]
    fn symbol(&self, stream: &Stream, pair: usize, numbers: [u8; MOST_OTHERS], cache: &Cache) -> Result<u8, ReadError> {
        if stream.coding.symbols == 1 {
            return Ok(0);
        }
        let Some((row, place)) = stream.rows.find(pair, numbers) else { return Ok(0) };
        let key = |row: usize| RowKey::new(self.number, stream.number, row, stream.coding.symbols);
        if let Some(symbol) = cache.get(key(row), place) {
            return Ok(symbol);
        }
        let number = row / stream.coding.rows_per_block;
        let group = directory_length(GROUP, stream.wide);
        let start = stream.directory.start + number / GROUP * group;
        let directory = self.read(start..start + group)?;
        let range = block(directory, stream.wide, number % GROUP).unwrap_or(0..0);
        let bytes = self.read(stream.data.start + range.start..stream.data.start + range.end)?;
        let mut symbol = 0;
        stream.coding.decode(&stream.rows, stream.turn, row, bytes, |at, symbols| {
            cache.put(key(at), symbols);
            if at == row {
                symbol = symbols[place];
            }
        });
        Ok(symbol)
    }

    fn stream(&self, kind: Kind, turn: Color) -> Option<&Stream> {
        self.streams.iter().find(|stream| stream.kind == kind && stream.turn == turn)
    }

    /// The stored result: where no capture or promotion is better, the right one. `None` where there is no stream for the side to
    /// move, as in an ending whose sides are equal.
    #[inline]
    pub(crate) fn result(
        &self,
        turn: Color,
        pair: usize,
        numbers: [u8; MOST_OTHERS],
        cache: &Cache,
    ) -> Result<Option<Wdl>, ReadError> {
        let Some(stream) = self.stream(Kind::Result, turn) else { return Ok(None) };
        let symbol = self.symbol(stream, pair, numbers, cache)?;
        Ok(stream.results.get(usize::from(symbol)).copied())
    }

    /// Half the plies to the end, rounded down, of a decided position.
    #[inline]
    pub(crate) fn half(
        &self,
        turn: Color,
        pair: usize,
        numbers: [u8; MOST_OTHERS],
        cache: &Cache,
    ) -> Result<Option<u16>, ReadError> {
        let Some(stream) = self.stream(Kind::Distance, turn) else { return Ok(None) };
        Ok(Some(u16::from(self.symbol(stream, pair, numbers, cache)?)))
    }

    /// The depth to zeroing of a position that is decided by mate. `None` without such depths.
    pub(crate) fn zeroing(
        &self,
        turn: Color,
        pair: usize,
        numbers: [u8; MOST_OTHERS],
        cache: &Cache,
    ) -> Result<Option<Zeroing>, ReadError> {
        let Some(stream) = self.stream(Kind::Zeroing, turn) else { return Ok(None) };
        let symbol = self.symbol(stream, pair, numbers, cache)?;
        let is_last = usize::from(symbol) + 1 == stream.coding.symbols;
        Ok(Some(if is_last { Zeroing::Beyond } else { Zeroing::Within(u16::from(symbol)) }))
    }
}

/// Reads a description.
fn parse(board: &Board, text: &[u8]) -> Result<Opening, FileError> {
    let mut reader = Reader(text);
    let wrong = || FileError::Description;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let variant = text(reader.list().ok_or_else(wrong)?);
    let rules = reader.u32().ok_or_else(wrong)?;
    if variant != board.geometry.variant.id() || rules != board.geometry.fingerprint() as usize {
        return Err(FileError::Variant(variant));
    }
    let ending: Ending = text(reader.list().ok_or_else(wrong)?).parse().map_err(|_| wrong())?;
    let pairs = reader.u32().ok_or_else(wrong)?;
    if ending.len() < 3 || pairs != board.kings(&ending).len() {
        return Err(wrong());
    }
    let counts = [Counts::read(&mut reader).ok_or_else(wrong)?, Counts::read(&mut reader).ok_or_else(wrong)?];
    let count = reader.u8().ok_or_else(wrong)?;
    let mut streams = Vec::new();
    for _ in 0..count {
        streams.push(stream(board, &ending, streams.len(), &mut reader).ok_or_else(wrong)?);
    }
    let frames = reader.u64().and_then(|frames| usize::try_from(frames).ok()).ok_or_else(wrong)?;
    let fits = |stream: &Stream| stream.directory.end <= frames && stream.data.end <= frames;
    if !reader.0.is_empty() || !streams.iter().all(fits) {
        return Err(wrong());
    }
    Ok(Opening { ending, counts, streams, frames })
}

/// Reads the description of a stream; `None` where it is not valid.
fn stream(board: &Board, ending: &Ending, number: usize, reader: &mut Reader<'_>) -> Option<Stream> {
    let kind = [Kind::Result, Kind::Distance, Kind::Zeroing].into_iter().nth(reader.u8()?)?;
    let turn = if reader.u8()? == 0 { Color::White } else { Color::Black };
    let arrangement = Arrangement { inner: reader.u8()?, kings_last: reader.u8()? != 0 };
    if arrangement.inner + 2 >= ending.len() {
        return None;
    }
    let wide = reader.u8()? != 0;
    let results: Vec<Wdl> =
        reader.list()?.iter().map(|wdl| Wdl::ALL.get(usize::from(*wdl)).copied()).collect::<Option<_>>()?;
    let symbols = reader.u8()?;
    let rows_per_block = reader.u32()?;
    let classes = reader.list()?.to_vec();
    let mut choice = |symbols: usize| {
        let models = Models::new(symbols + 1, &reader.words()?)?;
        Some(Choice { tree: Tree::new(&Parts::read(reader)?, models.len())?, models })
    };
    let heads = choice(symbols + 1)?;
    let places = choice(symbols)?;
    let directory = usize::try_from(reader.u64()?).ok()?;
    let data = usize::try_from(reader.u64()?).ok()?;
    let length = usize::try_from(reader.u64()?).ok()?;
    let rows = Rows::new(board, ending, arrangement);
    let valid = symbols > 0 && rows_per_block > 0 && classes.len() == board.kings(ending).len();
    let blocks = rows.len().div_ceil(rows_per_block.max(1));
    let directory_end = if symbols == 1 { data } else { directory.checked_add(directory_length(blocks, wide))? };
    if !valid || directory_end != data {
        return None;
    }
    let coding = Coding { symbols, rows_per_block, classes, heads, attacks: places.tree.attacks(), places };
    Some(Stream {
        number,
        kind,
        turn,
        rows,
        results,
        wide,
        coding,
        directory: directory..data,
        data: data..data.checked_add(length)?,
    })
}
