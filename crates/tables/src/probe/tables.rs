//! Available tables of a variant, and the look-up of positions in them.

#[cfg(not(target_family = "wasm"))]
use std::path::Path;
use std::path::PathBuf;

use saffron_rules::{Cell, CellSet, Color, Position, Role, Variant};

use crate::format::bare::bare_kings;
use crate::format::cache::Cache;
use crate::format::counts::Counts;
use crate::format::ending::{Ending, MAX_PIECES, material};
use crate::format::file::TableFile;
use crate::format::index::Board;
use crate::format::layout::{FileError, ReadError};
use crate::format::placement::MAX_OTHERS;
use crate::format::suitable::{Unsuitable, check};
use crate::format::value::{Packed, Value, Wdl, Zeroing};
use crate::probe::data;

/// Extension of table files.
const EXTENSION: &str = "saftable";

/// Default size of the cache of decoded rows, in bytes: enough for an ending of four pieces and those that it leads
/// to.
const CACHE: usize = if cfg!(target_family = "wasm") { 4 << 20 } else { 192 << 20 };

/// Error of opening tables.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A folder or file could not be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Folder or file.
        path: PathBuf,
        /// Error of the system.
        error: std::io::Error,
    },
    /// A file is damaged or not a table of this variant.
    #[error("{}: {error}", path.display())]
    File {
        /// File.
        path: PathBuf,
        /// Error in the file.
        error: FileError,
    },
}

/// Available tables of a variant. A look-up needs no lock and does not allocate, except for a buffer per thread.
#[derive(Debug)]
pub struct Tables {
    board: Board,
    /// Values of two kings, which need no file.
    kings: [Vec<Packed>; 2],
    files: Vec<TableFile>,
    cache: Cache,
    /// Number of tables that were added so far.
    added: u32,
    /// Material, number of the file, and whether the sides are exchanged; sorted by material.
    found: Vec<(u32, u32, bool)>,
}

impl Tables {
    /// Returns the embedded tables: those of three pieces for the variants of the program, otherwise none.
    ///
    /// # Errors
    /// [`Unsuitable`] rules, which only a user-defined variant can have.
    pub fn built_in(variant: &'static Variant) -> Result<Self, Unsuitable> {
        let board = Board::new(variant);
        check(&board.geometry)?;
        let kings = bare_kings(&board.geometry, board.kings(&Ending::new(&[], &[]).0));
        let mut tables =
            Self { board, kings, files: Vec::new(), cache: Cache::new(CACHE), added: 0, found: Vec::new() };
        for bytes in data::of(variant.id()) {
            if let Ok(file) = TableFile::from_static(&tables.board, bytes) {
                tables.add(file);
            }
        }
        Ok(tables)
    }

    /// Sets the size of the cache of decoded rows, in bytes; the default is 192 MiB, and 4 MiB in WebAssembly. The memory is
    /// used only as rows are decoded.
    #[must_use]
    pub fn with_cache(mut self, bytes: usize) -> Self {
        self.cache = Cache::new(bytes);
        self
    }

    /// Variant.
    pub fn variant(&self) -> &'static Variant {
        self.board.geometry.variant
    }

    /// Adds the tables of this variant in a folder and in its subfolder with the id of the variant, in files named by
    /// [`file_name`](Self::file_name). They replace others of the same endings. Returns the number of tables and the errors of files
    /// that could not be opened.
    #[cfg(not(target_family = "wasm"))]
    pub fn add_folder(&mut self, folder: &Path) -> (usize, Vec<OpenError>) {
        let mut errors = Vec::new();
        let mut count = 0;
        let own = folder.join(self.variant().id());
        let endings = (3..=MAX_PIECES).flat_map(Ending::all);
        for ending in endings {
            for folder in [folder, &own] {
                let path = folder.join(Self::file_name(&ending));
                match self.add_file(&path) {
                    Ok(()) => count += 1,
                    Err(OpenError::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {}
                    // Folders may have tables of several variants.
                    Err(OpenError::File { error: FileError::Variant(_), .. }) if folder != own => {}
                    Err(error) => errors.push(error),
                }
            }
        }
        (count, errors)
    }

    /// Adds the table of a file, which stays open: its parts are read and checked as they are needed. A file that changes or becomes
    /// shorter meanwhile gives [`ReadError`]s. If another file is renamed over it, the old content is read.
    ///
    /// # Errors
    /// [`OpenError`].
    #[cfg(not(target_family = "wasm"))]
    pub fn add_file(&mut self, path: &Path) -> Result<(), OpenError> {
        let io = |error| OpenError::Io { path: path.to_owned(), error };
        let file = std::fs::File::open(path).map_err(io)?;
        let table = TableFile::from_file(&self.board, file)
            .map_err(io)?
            .map_err(|error| OpenError::File { path: path.to_owned(), error })?;
        self.add(table);
        Ok(())
    }

    /// Adds a table from the bytes of its file.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn add_bytes(&mut self, bytes: Vec<u8>) -> Result<(), FileError> {
        let table = TableFile::from_bytes(&self.board, bytes)?;
        self.add(table);
        Ok(())
    }

    /// Adds a table by its beginning, whose length [`beginning`](crate::beginning) returns. A look-up that needs more fails with
    /// [`ReadError::Missing`]; [`supply`](Self::supply) adds a missing part.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn add_partial(&mut self, start: &[u8]) -> Result<(), FileError> {
        let table = TableFile::open_partial(&self.board, start)?;
        self.add(table);
        Ok(())
    }

    /// Adds a missing part to a table that was added with [`add_partial`](Self::add_partial).
    ///
    /// # Errors
    /// [`ReadError::Damaged`] if the bytes are not those of the table.
    pub fn supply(&mut self, ending: &Ending, offset: u64, bytes: &[u8]) -> Result<(), ReadError> {
        let damaged = || ReadError::Damaged { ending: ending.clone(), offset };
        let file = self.files.iter_mut().find(|file| file.ending() == ending);
        file.ok_or_else(damaged)?.supply(offset, bytes)
    }

    /// File name of the table of an ending.
    pub fn file_name(ending: &Ending) -> String {
        format!("{ending}.{EXTENSION}")
    }

    /// Endings with tables, with the lengths of their files in bytes.
    pub fn endings(&self) -> impl Iterator<Item = (&Ending, u64)> {
        self.files.iter().map(|file| (file.ending(), file.length()))
    }

    /// Counts of the positions of an ending by result to White, for each side to move; `None` if there is no table.
    pub fn counts(&self, ending: &Ending) -> Option<[Counts; 2]> {
        self.file(ending).map(TableFile::counts)
    }

    /// Returns whether there is a table of an ending.
    pub fn has(&self, ending: &Ending) -> bool {
        ending.len() == 2 || self.file(ending).is_some()
    }

    /// Returns whether the table of an ending has depths to zeroing.
    pub fn has_zeroing(&self, ending: &Ending) -> bool {
        self.file(ending).is_some_and(TableFile::has_zeroing)
    }

    /// Maximum number of pieces of the available tables, kings included; at least 2.
    pub fn most_pieces(&self) -> usize {
        self.files.iter().map(|file| file.ending().len()).max().unwrap_or(2)
    }

    /// Verifies the checksums of all files completely.
    ///
    /// # Errors
    /// [`ReadError`] for the first part that is damaged.
    pub fn check(&self) -> Result<(), ReadError> {
        self.files.iter().try_for_each(TableFile::check_all)
    }

    /// Verifies the checksums of the file of an ending completely.
    ///
    /// # Errors
    /// [`ReadError`] for the first part that is damaged.
    pub fn check_table(&self, ending: &Ending) -> Result<(), ReadError> {
        self.file(ending).map_or(Ok(()), TableFile::check_all)
    }

    /// File of an ending.
    pub(crate) fn file(&self, ending: &Ending) -> Option<&TableFile> {
        self.files.iter().find(|file| file.ending() == ending)
    }

    fn add(&mut self, mut file: TableFile) {
        file.set_number(self.added);
        self.added += 1;
        let keys = [false, true].map(|exchanged| (file.ending().material(exchanged), exchanged));
        let number = self.files.iter().position(|other| other.ending() == file.ending());
        let number = number.unwrap_or(self.files.len());
        if number == self.files.len() {
            self.files.push(file);
            for (key, exchanged) in keys {
                if !self.found.iter().any(|(other, ..)| *other == key) {
                    self.found.push((key, number as u32, exchanged));
                }
            }
            self.found.sort_unstable();
        } else {
            self.files[number] = file;
        }
    }

    /// Returns whether the position can be looked up, as far as this is known without its table.
    pub(crate) fn is_fit(&self, position: &Position) -> bool {
        position.occupied().len() <= MAX_PIECES
            && std::ptr::eq(position.variant(), self.variant())
            && position.castling_rights().is_empty()
    }

    /// Result of a position with best play and without the 50-move rule, captures en passant included. `None` if its table, or
    /// one that a capture leads to, is missing, the position is of another variant, or a side may castle.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn wdl(&self, position: &Position) -> Result<Option<Wdl>, ReadError> {
        if self.is_fit(position) { self.wdl_inside(position) } else { Ok(None) }
    }

    /// Value of a position. `None` as for [`wdl`](Self::wdl).
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn value(&self, position: &Position) -> Result<Option<Value>, ReadError> {
        if self.is_fit(position) { self.value_inside(position) } else { Ok(None) }
    }

    /// Depth to zeroing of a position that is decided by mate, captures en passant included. `None` as for [`wdl`](Self::wdl), if the
    /// position is not decided by mate, and if its table has no such depths, since all its mates are within 100 plies.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn zeroing(&self, position: &Position) -> Result<Option<Zeroing>, ReadError> {
        if self.is_fit(position) { self.zeroing_inside(position) } else { Ok(None) }
    }

    fn wdl_inside(&self, position: &Position) -> Result<Option<Wdl>, ReadError> {
        let Some(at) = self.locate(position) else { return Ok(None) };
        let Some(table) = at.file else { return Ok(self.bare(&at).map(Value::wdl)) };
        let Some(captures) = self.results_of_captures(position)? else { return Ok(None) };
        let best = captures.best.max(captures.en_passant);
        if best == Some(Wdl::Win) || captures.only_en_passant {
            return Ok(best);
        }
        Ok(table
            .result(at.turn, at.pair, at.numbers, &self.cache)?
            .map(|stored| best.max(Some(stored)).unwrap_or(stored)))
    }

    fn value_inside(&self, position: &Position) -> Result<Option<Value>, ReadError> {
        let Some(at) = self.locate(position) else { return Ok(None) };
        let Some(table) = at.file else { return Ok(self.bare(&at)) };
        let captures = self.captures(position, &mut |after| Ok(self.value_inside(after)?.map(Value::before_move)))?;
        let Some(Captures { best, en_passant, only_en_passant }) = captures else { return Ok(None) };
        if only_en_passant {
            return Ok(en_passant);
        }
        // The stored result and distance ignore captures en passant, so these come last.
        let Some(stored) = table.result(at.turn, at.pair, at.numbers, &self.cache)? else { return Ok(None) };
        let wdl = best.map_or(stored, |best| best.wdl().max(stored));
        if wdl == Wdl::Draw {
            return Ok(en_passant.max(Some(Value::Draw)));
        }
        let Some(half) = table.half(at.turn, at.pair, at.numbers, &self.cache)? else { return Ok(None) };
        let stored = Value::with(wdl, 2 * half + u16::from(wdl > Wdl::Draw));
        Ok(best.max(Some(stored)).max(en_passant))
    }

    fn zeroing_inside(&self, position: &Position) -> Result<Option<Zeroing>, ReadError> {
        let Some(at) = self.locate(position) else { return Ok(None) };
        let Some(table) = at.file else { return Ok(None) };
        let Some(captures) = self.results_of_captures(position)? else { return Ok(None) };
        let mut plain = None;
        if !captures.only_en_passant {
            let Some(stored) = table.result(at.turn, at.pair, at.numbers, &self.cache)? else { return Ok(None) };
            plain = captures.best.max(Some(stored));
        }
        let result = plain.max(captures.en_passant);
        if !matches!(result, Some(Wdl::Win | Wdl::Loss)) {
            return Ok(None);
        }
        let stored = if plain == result { table.zeroing(at.turn, at.pair, at.numbers, &self.cache)? } else { None };
        if captures.en_passant.is_none() {
            return Ok(stored);
        }
        zeroing_en_passant(position, result, (plain == result).then_some(stored), |after| {
            let result = self.wdl_inside(after)?.map(Wdl::reversed);
            Ok((result, self.zeroing_inside(after)? == Some(Zeroing::Beyond)))
        })
    }

    /// Results of captures; `None` if a table is missing.
    fn results_of_captures(&self, position: &Position) -> Result<Option<Captures<Wdl>>, ReadError> {
        self.captures(position, &mut |after| Ok(self.wdl_inside(after)?.map(Wdl::reversed)))
    }

    /// Best captures by `worth`, which returns the value of the position after a capture to the side that captures, or `None` if a
    /// table is missing; then the result is `None`, too.
    fn captures<T: Ord + Copy>(
        &self,
        position: &Position,
        worth: &mut impl FnMut(&Position) -> Result<Option<T>, ReadError>,
    ) -> Result<Option<Captures<T>>, ReadError> {
        let mut found = Captures { best: None, en_passant: None, only_en_passant: false };
        let turn = position.turn();
        let others = position.by_color(!turn);
        if others == CellSet::from(position.king(!turn)) {
            return Ok(Some(found));
        }
        let mut mask = others;
        if !position.pieces(turn, Role::Pawn).is_empty() {
            mask |= position.en_passant_cells();
        }
        let (mut outcome, mut passing) = (Ok(true), 0);
        position.generate(mask, |moves| {
            for mv in moves {
                let captures = position.piece_at(mv.to).is_some();
                let passes = !captures && position.is_en_passant(mv);
                if !captures && !passes {
                    continue;
                }
                passing += usize::from(passes);
                let mut after = *position;
                after.play_unchecked(mv);
                let best = if passes { &mut found.en_passant } else { &mut found.best };
                outcome = worth(&after).map(|worth| {
                    *best = (*best).max(worth);
                    worth.is_some()
                });
                if outcome != Ok(true) {
                    return true;
                }
            }
            false
        });
        if !outcome? {
            return Ok(None);
        }
        found.only_en_passant = passing > 0 && position.count_legal_moves() == passing;
        Ok(Some(found))
    }

    /// Values of all positions of two kings alone.
    pub(crate) fn bare_values(&self) -> impl Iterator<Item = Value> {
        self.kings.iter().flatten().filter_map(|value| value.value())
    }

    /// Value of two kings.
    fn bare(&self, at: &Location<'_>) -> Option<Value> {
        self.kings[at.turn.index()].get(at.pair).and_then(|value| value.value())
    }

    /// Location of a position in its table; `None` if the table is missing.
    #[inline]
    fn locate(&self, position: &Position) -> Option<Location<'_>> {
        let bare = position.occupied().len() == 2;
        let (file, exchanged) = if bare {
            (None, false)
        } else {
            let key = material(position);
            let at = self.found.binary_search_by_key(&key, |(key, ..)| *key).ok()?;
            let (_, number, exchanged) = self.found[at];
            // In an ending with equal sides, White is to move.
            let file = &self.files[number as usize];
            (Some(file), exchanged || file.ending().is_symmetric() && position.turn() == Color::Black)
        };
        let geometry = &*self.board.geometry;
        let owner = |color: Color| if exchanged { !color } else { color };
        let number = |cell: Cell| {
            let cell = if exchanged { geometry.variant.board().turned(cell).unwrap_or(cell) } else { cell };
            geometry.number(cell)
        };
        let kings = match file {
            Some(file) => self.board.kings(file.ending()),
            None => self.board.bare(),
        };
        let [white, black] = [Color::White, Color::Black].map(|color| number(position.king(owner(color))));
        let (pair, symmetry) = kings.find(white, black)?;
        let images = &geometry.symmetries[symmetry].numbers;
        let mut numbers = [0; MAX_OTHERS];
        let mut cells = CellSet::EMPTY;
        let mut last = None;
        for (to, &(color, role)) in numbers.iter_mut().zip(file.map_or(&[][..], |file| file.others())) {
            if last != Some((color, role)) {
                cells = position.pieces(owner(color), role);
                last = Some((color, role));
            }
            let cell = cells.first()?;
            cells.remove(cell);
            *to = images[number(cell)];
        }
        Some(Location { file, turn: owner(position.turn()), pair, numbers })
    }
}

/// Best captures of a position.
#[derive(Clone, Copy)]
struct Captures<T> {
    /// Best capture other than en passant; `None` if there is none.
    best: Option<T>,
    /// Best capture en passant; `None` if there is none.
    en_passant: Option<T>,
    /// True if captures en passant are the only legal moves.
    only_en_passant: bool,
}

/// Depth to zeroing of a position with a capture en passant, which is decided by mate. `plain` is the depth of its table, if the
/// position has that result by another move, too. `after` returns for a position after a capture en passant its result to the side
/// that has captured, and whether the win is beyond the rule.
pub(crate) fn zeroing_en_passant<E>(
    position: &Position,
    result: Option<Wdl>,
    plain: Option<Option<Zeroing>>,
    mut after: impl FnMut(&Position) -> Result<(Option<Wdl>, bool), E>,
) -> Result<Option<Zeroing>, E> {
    let wins = result == Some(Wdl::Win);
    for mv in position.legal_moves().into_iter().filter(|mv| position.is_en_passant(*mv)) {
        let mut next = *position;
        next.play_unchecked(mv);
        let (worth, beyond) = after(&next)?;
        if worth == result && beyond != wins {
            return Ok(Some(if wins { Zeroing::Within(1) } else { Zeroing::Beyond }));
        }
    }
    Ok(match plain {
        None if wins => Some(Zeroing::Beyond),
        None => Some(Zeroing::Within(1)),
        Some(Some(Zeroing::Within(plies))) => Some(Zeroing::Within(plies.max(1))),
        Some(stored) => stored,
    })
}

/// Location of a position in its table.
struct Location<'a> {
    /// `None` for two kings.
    file: Option<&'a TableFile>,
    turn: Color,
    pair: usize,
    numbers: [u8; MAX_OTHERS],
}

impl Tables {
    /// Returns the bytes of a range of the file of an ending, up to its end, after verifying their checksums; `None` if there is no
    /// table.
    ///
    /// # Errors
    /// [`ReadError`], also if the file has changed since it was opened.
    pub fn contents(&self, ending: &Ending, range: std::ops::Range<u64>) -> Result<Option<Vec<u8>>, ReadError> {
        self.file(ending).map(|file| file.contents(range)).transpose()
    }

    /// Beginning of the file of an ending, which has the checksums of the rest; `None` if there is no table.
    pub fn start(&self, ending: &Ending) -> Option<&[u8]> {
        self.file(ending).map(TableFile::start)
    }
}
