//! Reader of table files: opening a file, and reading values from it. [`layout`](crate::format::layout) has its parts.
//!
//! The description and the list of checksums are checked when a file is opened, and stay in memory. A frame in memory is checked when it
//! is first read, one on the disk each time: a file with any bit changed, or cut short, even after it was opened, gives an error and
//! no value.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};

use saffron_rules::{Color, Role};

use crate::format::bytes::Reader;
use crate::format::cache::{Cache, RowKey};
use crate::format::counts::Counts;
use crate::format::ending::Ending;
use crate::format::index::Board;
use crate::format::layout::{FRAME, FileError, HEADER, ReadError, beginning, u32_at};
use crate::format::placement::MAX_OTHERS;
use crate::format::rans::Models;
use crate::format::rows::{Arrangement, Rows};
use crate::format::stream::{Choice, Coding, GROUP, block, lengths_size};
use crate::format::tree::{Parts, Tree};
use crate::format::value::{Wdl, Zeroing};

/// Maximum size of an uncompressed description, in bytes.
const MAX_DESCRIPTION: u64 = 64 << 20;

/// Kind of the values of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Result, as its number among the results that occur.
    Result,
    /// Half the plies to the end.
    Distance,
    /// Depth to zeroing; the last symbol for none. Only some files have it.
    Zeroing,
}

/// Storage of the bytes of a table.
#[derive(Debug)]
enum Bytes {
    Static(&'static [u8]),
    Owned(Vec<u8>),
    /// Beginning of the file, and the file, which is read in parts: a mapping would end the process if the file became shorter.
    #[cfg(not(target_family = "wasm"))]
    File(Vec<u8>, std::fs::File),
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Static(bytes) => bytes,
            Self::Owned(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Self::File(start, _) => start,
        }
    }
}

/// Stream of symbols.
#[derive(Debug)]
struct Stream {
    /// Number in the file.
    number: usize,
    kind: Kind,
    turn: Color,
    rows: Rows,
    results: Vec<Wdl>,
    wide: bool,
    coding: Coding,
    /// Offset of each group in the frames, and the end of the last one.
    groups: Vec<usize>,
}

/// Description and streams, from the beginning of a file.
struct Opening {
    ending: Ending,
    counts: [Counts; 2],
    streams: Vec<Stream>,
    /// Size of all frames in bytes.
    frames: usize,
}

/// Table that is read from its file.
#[derive(Debug)]
pub(crate) struct TableFile {
    /// Number of the table, which is part of the keys of its rows in a cache.
    number: u32,
    ending: Ending,
    others: Vec<(Color, Role)>,
    counts: [Counts; 2],
    streams: Vec<Stream>,
    /// Bytes of the whole table, or the beginning of one whose frames are read from a file or supplied one by one.
    bytes: Bytes,
    /// Length of the whole file in bytes.
    length: u64,
    /// Offsets of the checksums of the frames, and of the frames.
    sums: usize,
    frames: usize,
    /// Bit for each frame in memory, set when its checksum was verified.
    checked: Vec<AtomicU64>,
    /// Frames so far by their numbers, if they are supplied one by one.
    supplied: Option<HashMap<usize, Box<[u8]>>>,
}

#[cfg(not(target_family = "wasm"))]
thread_local! {
    /// Latest frames that this thread has read.
    static BUFFER: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Fills a buffer with the bytes of a file from an offset.
#[cfg(unix)]
fn read_at(file: &std::fs::File, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills a buffer with the bytes of a file from an offset.
#[cfg(windows)]
fn read_at(file: &std::fs::File, mut buffer: &mut [u8], mut offset: u64) -> std::io::Result<()> {
    use std::io::ErrorKind;
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = &mut buffer[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl TableFile {
    /// Opens a table in memory.
    pub(crate) fn from_bytes(board: &Board, bytes: Vec<u8>) -> Result<Self, FileError> {
        let length = bytes.len() as u64;
        Self::open(board, Bytes::Owned(bytes), Some(length))
    }

    /// Opens an embedded table.
    pub(crate) fn from_static(board: &Board, bytes: &'static [u8]) -> Result<Self, FileError> {
        Self::open(board, Bytes::Static(bytes), Some(bytes.len() as u64))
    }

    /// Opens a table whose frames are read from its file when they are needed.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn from_file(board: &Board, file: std::fs::File) -> std::io::Result<Result<Self, FileError>> {
        let length = file.metadata()?.len();
        let mut header = [0; HEADER];
        let found = (HEADER as u64).min(length) as usize;
        read_at(&file, &mut header[..found], 0)?;
        let needed = match beginning(&header[..found]) {
            Ok((needed, expected)) if expected == length => needed,
            Ok((_, expected)) => return Ok(Err(FileError::Length { expected, found: length })),
            Err(error) => return Ok(Err(error)),
        };
        let mut start = vec![0; needed];
        read_at(&file, &mut start, 0)?;
        Ok(Self::open(board, Bytes::File(start, file), Some(length)))
    }

    /// Opens a table from its beginning only; [`supply`](Self::supply) adds its frames.
    pub(crate) fn open_partial(board: &Board, start: &[u8]) -> Result<Self, FileError> {
        let (needed, _) = beginning(start)?;
        let found = start.len() as u64;
        if found < needed as u64 {
            return Err(FileError::Length { expected: needed as u64, found });
        }
        Self::open(board, Bytes::Owned(start[..needed].to_vec()), None)
    }

    /// Opens a table. `found` is the length of the whole file, or `None` if its frames are supplied one by one.
    fn open(board: &Board, bytes: Bytes, found: Option<u64>) -> Result<Self, FileError> {
        let (needed, length) = beginning(&bytes)?;
        let found_or_said = found.unwrap_or(length);
        if length != found_or_said || needed as u64 > length.min(bytes.len() as u64) {
            return Err(FileError::Length { expected: length, found: found_or_said });
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
        let mut decoder = flate2::read::ZlibDecoder::new(text).take(MAX_DESCRIPTION);
        decoder.read_to_end(&mut description).map_err(|_| FileError::Description)?;
        let opening = parse(board, &description)?;
        if needed as u64 + opening.frames as u64 != length {
            return Err(FileError::Description);
        }
        let in_memory = bytes.len() as u64 == length;
        let checked = if in_memory { opening.frames.div_ceil(FRAME).div_ceil(64) } else { 0 };
        Ok(Self {
            number: 0,
            others: opening.ending.others(),
            ending: opening.ending,
            counts: opening.counts,
            streams: opening.streams,
            sums: text_end,
            frames: needed,
            checked: (0..checked).map(|_| AtomicU64::new(0)).collect(),
            bytes,
            length,
            supplied: found.is_none().then(HashMap::new),
        })
    }

    /// Ending.
    pub(crate) fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Sets the number of the table, which is part of the keys of its rows in a cache.
    pub(crate) fn set_number(&mut self, number: u32) {
        self.number = number;
    }

    /// Pieces other than the kings.
    pub(crate) fn others(&self) -> &[(Color, Role)] {
        &self.others
    }

    /// Counts of the positions by result, for each side to move.
    pub(crate) fn counts(&self) -> [Counts; 2] {
        self.counts
    }

    /// Beginning of the file, which has the checksums of all frames.
    pub(crate) fn start(&self) -> &[u8] {
        &self.bytes[..self.frames.min(self.bytes.len())]
    }

    /// Returns the bytes of a range, up to the end of the file, after verifying their checksums.
    pub(crate) fn contents(&self, range: std::ops::Range<u64>) -> Result<Vec<u8>, ReadError> {
        let frames = self.frames as u64;
        let (start, end) = (range.start.min(self.length), range.end.min(self.length));
        let mut found = Vec::with_capacity(end.saturating_sub(start) as usize);
        if start < frames {
            found.extend(&self.bytes[start as usize..end.min(frames).max(start) as usize]);
        }
        if end > frames.max(start) {
            let part = (start.max(frames) - frames) as usize..(end - frames) as usize;
            self.with(part, |bytes| found.extend(bytes))?;
        }
        Ok(found)
    }

    /// Length of the file in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Adds a missing frame, at the offset of [`ReadError::Missing`].
    pub(crate) fn supply(&mut self, offset: u64, frame: &[u8]) -> Result<(), ReadError> {
        let damaged = || ReadError::Damaged { ending: self.ending.clone(), offset };
        let number = offset.checked_sub(self.frames as u64).ok_or_else(damaged)? / FRAME as u64;
        let number = usize::try_from(number).map_err(|_| damaged())?;
        if self.frame(number) != (offset, frame.len()) || crc32fast::hash(frame) != self.sum(number) {
            return Err(damaged());
        }
        if let Some(supplied) = &mut self.supplied {
            supplied.insert(number, frame.into());
        }
        Ok(())
    }

    /// Returns whether the file has depths to zeroing.
    pub(crate) fn has_zeroing(&self) -> bool {
        self.streams.iter().any(|stream| stream.kind == Kind::Zeroing)
    }

    /// Offset of a frame in the file, and its length.
    fn frame(&self, number: usize) -> (u64, usize) {
        let start = (self.frames as u64 + number as u64 * FRAME as u64).min(self.length);
        (start, (self.length - start).min(FRAME as u64) as usize)
    }

    fn sum(&self, number: usize) -> u32 {
        u32_at(&self.bytes, self.sums + 4 * number)
    }

    /// Passes bytes of the frames to `see`, after verifying their checksums.
    #[inline]
    fn with<T>(&self, range: std::ops::Range<usize>, see: impl FnOnce(&[u8]) -> T) -> Result<T, ReadError> {
        #[cfg(not(target_family = "wasm"))]
        if let Bytes::File(_, file) = &self.bytes {
            return BUFFER.with_borrow_mut(|buffer| {
                let part = self.load(file, range, buffer)?;
                Ok(see(&buffer[part]))
            });
        }
        self.read(range).map(|bytes| see(&bytes))
    }

    /// Reads the frames that contain these bytes, and checks them. Returns the range of the bytes in the buffer.
    #[cfg(not(target_family = "wasm"))]
    fn load(
        &self,
        file: &std::fs::File,
        range: std::ops::Range<usize>,
        buffer: &mut Vec<u8>,
    ) -> Result<std::ops::Range<usize>, ReadError> {
        let first = range.start / FRAME;
        let last = range.end.max(range.start + 1).div_ceil(FRAME);
        let (offset, end) = (self.frame(first).0, self.frame(last).0);
        buffer.resize((end - offset) as usize, 0);
        read_at(file, buffer, offset).map_err(|error| ReadError::Unreadable {
            ending: self.ending.clone(),
            offset,
            kind: error.kind(),
        })?;
        for (number, frame) in (first..).zip(buffer.chunks(FRAME)) {
            if crc32fast::hash(frame) != self.sum(number) {
                return Err(self.damaged(number));
            }
        }
        let part = range.start - first * FRAME..range.end - first * FRAME;
        if part.end > buffer.len() { Err(self.damaged(first)) } else { Ok(part) }
    }

    /// Bytes of frames in memory.
    #[inline]
    fn read(&self, range: std::ops::Range<usize>) -> Result<Cow<'_, [u8]>, ReadError> {
        if let Some(supplied) = &self.supplied {
            return self.supplied(supplied, range);
        }
        let last = range.end.max(range.start + 1) - 1;
        for number in range.start / FRAME..=last / FRAME {
            let checked = self.checked.get(number / 64).map_or(0, |bits| bits.load(Ordering::Acquire));
            if checked >> (number % 64) & 1 == 0 {
                self.check(number)?;
            }
        }
        let bytes = self.bytes.get(self.frames + range.start..self.frames + range.end);
        bytes.map(Cow::Borrowed).ok_or_else(|| self.damaged(last / FRAME))
    }

    /// Bytes of a range of a table whose frames are supplied one by one.
    fn supplied<'a>(
        &self,
        supplied: &'a HashMap<usize, Box<[u8]>>,
        range: std::ops::Range<usize>,
    ) -> Result<Cow<'a, [u8]>, ReadError> {
        let mut all = Cow::Borrowed(&[][..]);
        let mut at = range.start;
        while at < range.end {
            let number = at / FRAME;
            let frame = supplied.get(&number).ok_or_else(|| {
                let (offset, length) = self.frame(number);
                ReadError::Missing { ending: self.ending.clone(), offset, length }
            })?;
            let end = range.end.min((number + 1) * FRAME);
            let part = frame.get(at % FRAME..end - number * FRAME).ok_or_else(|| self.damaged(number))?;
            if at == range.start {
                all = Cow::Borrowed(part);
            } else {
                all.to_mut().extend(part);
            }
            at = end;
        }
        Ok(all)
    }

    fn damaged(&self, number: usize) -> ReadError {
        ReadError::Damaged { ending: self.ending.clone(), offset: self.frame(number).0 }
    }

    #[cold]
    fn check(&self, number: usize) -> Result<(), ReadError> {
        let (offset, length) = self.frame(number);
        let start = offset as usize;
        match self.checked.get(number / 64) {
            Some(bits) if crc32fast::hash(&self.bytes[start..start + length]) == self.sum(number) => {
                bits.fetch_or(1 << (number % 64), Ordering::Release);
                Ok(())
            }
            _ => Err(self.damaged(number)),
        }
    }

    /// Checks every frame. Supplied frames were checked before.
    pub(crate) fn check_all(&self) -> Result<(), ReadError> {
        if self.supplied.is_some() {
            return Ok(());
        }
        let frames = (self.length - self.frames as u64) as usize;
        (0..frames.div_ceil(FRAME)).try_for_each(|number| {
            let range = number * FRAME..frames.min((number + 1) * FRAME);
            self.with(range, |_| ())
        })
    }

    /// Symbol of a position, given its pair of kings and the numbers of the cells of its other pieces.
    #[inline]
    fn symbol(&self, stream: &Stream, pair: usize, numbers: [u8; MAX_OTHERS], cache: &Cache) -> Result<u8, ReadError> {
        if stream.coding.symbols == 1 {
            return Ok(0);
        }
        let Some((row, place)) = stream.rows.find(pair, numbers) else { return Ok(0) };
        let key = |row: usize| RowKey::new(self.number, stream.number, row, stream.coding.symbols);
        if let Some(symbol) = cache.get(key(row), place) {
            return Ok(symbol);
        }
        let number = row / stream.coding.rows_per_block;
        let Some(&start) = stream.groups.get(number / GROUP) else { return Ok(0) };
        let blocks = start + lengths_size(stream.wide);
        let range = self.with(start..blocks, |lengths| block(lengths, stream.wide, number % GROUP))?;
        self.with(blocks + range.start..blocks + range.end, |bytes| {
            let mut symbol = 0;
            stream.coding.decode(&stream.rows, stream.turn, row, bytes, |at, symbols| {
                cache.put(key(at), symbols);
                if at == row {
                    symbol = symbols[place];
                }
            });
            symbol
        })
    }

    fn stream(&self, kind: Kind, turn: Color) -> Option<&Stream> {
        self.streams.iter().find(|stream| stream.kind == kind && stream.turn == turn)
    }

    /// Stored result, which is the right one unless a capture is better. `None` if there is no stream for the side to
    /// move, as in an ending with equal sides.
    #[inline]
    pub(crate) fn result(
        &self,
        turn: Color,
        pair: usize,
        numbers: [u8; MAX_OTHERS],
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
        numbers: [u8; MAX_OTHERS],
        cache: &Cache,
    ) -> Result<Option<u16>, ReadError> {
        let Some(stream) = self.stream(Kind::Distance, turn) else { return Ok(None) };
        Ok(Some(u16::from(self.symbol(stream, pair, numbers, cache)?)))
    }

    /// Depth to zeroing of a position that is decided by mate. `None` without such depths.
    pub(crate) fn zeroing(
        &self,
        turn: Color,
        pair: usize,
        numbers: [u8; MAX_OTHERS],
        cache: &Cache,
    ) -> Result<Option<Zeroing>, ReadError> {
        let Some(stream) = self.stream(Kind::Zeroing, turn) else { return Ok(None) };
        let symbol = self.symbol(stream, pair, numbers, cache)?;
        let is_last = usize::from(symbol) + 1 == stream.coding.symbols;
        Ok(Some(if is_last { Zeroing::Beyond } else { Zeroing::Within(u16::from(symbol)) }))
    }
}

/// Parses a description.
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
    let fits = |stream: &Stream| stream.groups.last().is_none_or(|end| *end <= frames);
    if !reader.0.is_empty() || !streams.iter().all(fits) {
        return Err(wrong());
    }
    Ok(Opening { ending, counts, streams, frames })
}

/// Parses the description of a stream; `None` if it is not valid.
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
    let lengths = reader.numbers()?;
    let mut end = usize::try_from(reader.u64()?).ok()?;
    let rows = Rows::new(board, ending, arrangement);
    let valid = symbols > 0 && rows_per_block > 0 && classes.len() == board.kings(ending).len();
    let blocks = if symbols == 1 { 0 } else { rows.len().div_ceil(rows_per_block.max(1)) };
    if !valid || blocks.div_ceil(GROUP) != lengths.len() {
        return None;
    }
    let mut groups = vec![end];
    for length in lengths {
        if (length as usize) < lengths_size(wide) {
            return None;
        }
        end = end.checked_add(length as usize)?;
        groups.push(end);
    }
    let coding = Coding { symbols, rows_per_block, classes, heads, attacks: places.tree.attacks(), places };
    Some(Stream { number, kind, turn, rows, results, wide, coding, groups })
}
