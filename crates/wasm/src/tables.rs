//! Endgame tables for the page, which loads them from its server piece by piece.

use saffron_analysis::table_position;
use saffron_protocol::tables::TablePosition;
use saffron_rules::{Position, Variant};
use saffron_tables::{Ending, FileError, Needed, Part, Tables, beginning};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::error::{plain, thrown};

/// Result of opening a table.
#[derive(Clone, Copy, Serialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TableOpening {
    /// The table can be read.
    Opened,
    /// The bytes are not a table.
    Damaged,
    /// The version of the format is not supported.
    OtherVersion,
    /// The table is of another variant, or of other rules under its name.
    OtherRules,
}

/// Part of a table file.
#[derive(Serialize, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TablePart"))]
pub struct PartData {
    /// Ending, such as `KQKR`.
    ending: String,
    /// Offset in the file, in bytes.
    offset: u64,
    /// Length in bytes.
    length: usize,
}

/// Result of looking up a position in the open tables.
#[derive(Serialize, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TableAnswer {
    /// Values of the position and of each of its moves.
    Known {
        /// Result in the form of the server's look-up.
        position: TablePosition,
    },
    /// Tables to open or parts to supply first; the next look-up may need more.
    Needed {
        /// Endings whose tables are not open.
        endings: Vec<String>,
        /// Missing parts.
        parts: Vec<PartData>,
    },
    /// No table can hold the position: there are too many pieces, a side may castle, or the variant has been removed.
    Unknown,
    /// Supplied data is inconsistent, although its checksums are correct.
    Damaged {
        /// Ending of the table.
        ending: String,
    },
}

/// Reader of the endgame tables of a variant. The page supplies the beginning of each file and the parts that a look-up needs,
/// all of which are verified.
#[wasm_bindgen]
pub struct TableReader {
    tables: Tables,
}

#[wasm_bindgen]
impl TableReader {
    /// Creates a reader without tables.
    ///
    /// # Errors
    /// Throws if there is no such variant, or tables cannot hold its rules.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str) -> Result<TableReader, JsValue> {
        let variant = Variant::by_id(variant).ok_or_else(|| thrown(format!("there is no variant {variant:?}")))?;
        Ok(Self { tables: Tables::built_in(variant).map_err(thrown)? })
    }

    /// Returns the length of the beginning of a file in bytes, given its first 32 bytes or more; 0 if these are not a table of
    /// a supported version.
    pub fn beginning(bytes: &[u8]) -> usize {
        beginning(bytes).map_or(0, |(length, _)| length)
    }

    /// Opens a table from the beginning of its file. Bytes after the beginning are ignored.
    ///
    /// # Errors
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "TableOpening")]
    pub fn open(&mut self, bytes: &[u8]) -> Result<JsValue, JsValue> {
        plain(&opening(&self.tables.add_partial(bytes)))
    }

    /// Supplies bytes of an open table: whole parts from the offset of a missing one. Returns whether they are correct; parts
    /// before the first wrong one are kept.
    pub fn supply(&mut self, ending: &str, offset: f64, bytes: &[u8]) -> bool {
        Ending::parse(ending).is_ok_and(|(ending, _)| self.tables.supply_frames(&ending, offset as u64, bytes).is_ok())
    }

    /// Looks up a position and each of its moves.
    ///
    /// # Errors
    /// Throws if the FEN is invalid.
    #[wasm_bindgen(js_name = lookUp, unchecked_return_type = "TableAnswer")]
    pub fn look_up(&self, fen: &str) -> Result<JsValue, JsValue> {
        plain(&self.answer(fen).map_err(thrown)?)
    }
}

impl TableReader {
    fn answer(&self, fen: &str) -> Result<TableAnswer, saffron_rules::FenError> {
        let variant = self.tables.variant();
        let position = Position::from_fen(variant, fen)?;
        // A user's file may have been replaced by one with other rules under this name.
        if !Variant::by_id(variant.id()).is_some_and(|current| std::ptr::eq(current, variant)) {
            return Ok(TableAnswer::Unknown);
        }
        let found = self.tables.needed(&position).and_then(|Needed { endings, parts }| {
            if !endings.is_empty() || !parts.is_empty() {
                let endings = endings.iter().map(ToString::to_string).collect();
                return Ok(TableAnswer::Needed { endings, parts: parts.into_iter().map(PartData::from).collect() });
            }
            let known = self.tables.look_up(&position)?;
            Ok(known.map_or(TableAnswer::Unknown, |known| TableAnswer::Known {
                position: table_position(&position, &known),
            }))
        });
        Ok(found.unwrap_or_else(|error| TableAnswer::Damaged { ending: error.ending().to_string() }))
    }
}

impl From<Part> for PartData {
    fn from(part: Part) -> Self {
        Self { ending: part.ending.to_string(), offset: part.offset, length: part.length }
    }
}

fn opening(opened: &Result<(), FileError>) -> TableOpening {
    match opened {
        Ok(()) => TableOpening::Opened,
        Err(FileError::Version(_)) => TableOpening::OtherVersion,
        Err(FileError::Variant(_)) => TableOpening::OtherRules,
        Err(_) => TableOpening::Damaged,
    }
}

#[cfg(test)]
mod tests {
    use saffron_analysis::table_result;
    use saffron_tables::{FRAME, HEADER, Solver};

    use super::*;

    /// K+R v K, with White to move.
    const WON: &str = "5/6/7/8/4R4/9/8/7/3K2/k4 w - - 0 1";

    fn file(variant: &str, name: &str) -> Vec<u8> {
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables/data");
        std::fs::read(format!("{data}/{variant}/{name}.saftable")).unwrap()
    }

    fn reader(variant: &str) -> TableReader {
        let tables = Tables::built_in(Variant::by_id(variant).unwrap()).unwrap();
        TableReader { tables }
    }

    /// Supplies the needed parts until there is another answer.
    fn answer(reader: &mut TableReader, fen: &str, file: &[u8]) -> TableAnswer {
        for _ in 0..30 {
            match reader.answer(fen).unwrap() {
                TableAnswer::Needed { endings, parts } => {
                    assert_eq!(endings, Vec::<String>::new());
                    for PartData { ending, offset, length } in parts {
                        let at = usize::try_from(offset).unwrap();
                        assert!(reader.supply(&ending, offset as f64, &file[at..at + length]));
                    }
                }
                answer => return answer,
            }
        }
        panic!("there is no end");
    }

    #[test]
    fn a_position_is_known_once_what_it_needs_was_supplied() {
        let file = file("shafran", "KRK");
        // Expected answer of the program, which has the embedded file.
        let expected = reader("shafran").answer(WON).unwrap();
        assert!(matches!(expected, TableAnswer::Known { .. }));
        let mut reader = reader("shafran");
        let start = TableReader::beginning(&file);
        assert!(start > HEADER && start < file.len());
        assert_eq!(TableReader::beginning(&file[..HEADER]), start);
        assert_eq!(opening(&reader.tables.add_partial(&file[..start + 5])), TableOpening::Opened);
        assert!(matches!(reader.answer(WON), Ok(TableAnswer::Needed { .. })));
        assert_eq!(answer(&mut reader, WON, &file), expected);
    }

    #[test]
    fn wrong_bytes_are_refused() {
        let file = file("shafran", "KRK");
        let start = TableReader::beginning(&file);
        let mut reader = reader("shafran");
        assert_eq!(opening(&reader.tables.add_partial(&file[..start - 1])), TableOpening::Damaged);
        assert_eq!(opening(&reader.tables.add_partial(b"<!doctype html>")), TableOpening::Damaged);
        assert_eq!(opening(&reader.tables.add_partial(&self::file("glinski", "KRK"))), TableOpening::OtherRules);
        assert_eq!(opening(&Err(FileError::Version(9))), TableOpening::OtherVersion);
        assert_eq!(TableReader::beginning(b"<!doctype html><html lang=\"en\"><head>"), 0);
        assert_eq!(opening(&reader.tables.add_partial(&file)), TableOpening::Opened);
        let mut frame = file[start..start + FRAME].to_vec();
        assert!(!reader.supply("KRK", start as f64 + 1.0, &frame));
        assert!(!reader.supply("KRK", -1.0, &frame) && !reader.supply("KRK", f64::NAN, &frame));
        assert!(!reader.supply("KQKR", start as f64, &frame) && !reader.supply("rubbish", start as f64, &frame));
        frame[9] ^= 1;
        assert!(!reader.supply("KRK", start as f64, &frame));
        frame[9] ^= 1;
        assert!(reader.supply("KRK", start as f64, &frame));
    }

    #[cfg(feature = "variant-files")]
    #[test]
    fn a_variant_of_a_file_has_tables_until_it_is_replaced() {
        let text = include_str!("../../../variants/glinski-shifted.toml");
        assert!(crate::variants::add_variants(text).is_ok());
        let fen = "1/3/5/7/9/11/11/1k9/2N8/11/K10 b - - 0 1";
        let variant = Variant::by_id("glinski-shifted-3").unwrap();
        let mut solver = Solver::new(variant).unwrap();
        let file = solver.build(&"KNK".parse().unwrap()).unwrap().file;
        let mut reader = reader("glinski-shifted-3");
        assert_eq!(reader.answer(fen), Ok(TableAnswer::Needed { endings: vec!["KNK".to_owned()], parts: Vec::new() }));
        assert_eq!(opening(&reader.tables.add_partial(&self::file("glinski", "KNK"))), TableOpening::OtherRules);
        assert_eq!(opening(&reader.tables.add_partial(&file)), TableOpening::Opened);
        let expected = solver.value(&Position::from_fen(variant, fen).unwrap()).unwrap();
        let TableAnswer::Known { position } = answer(&mut reader, fen, &file) else { panic!("it is known") };
        assert_eq!((position.result, position.plies), (table_result(expected), expected.plies()));
        crate::variants::remove_variants(vec!["glinski-shifted-3".to_owned()]);
        assert_eq!(reader.answer(fen), Ok(TableAnswer::Unknown));
    }

    #[test]
    fn missing_parts_differ_from_unknown_positions() {
        let reader = reader("shafran");
        let four = reader.answer("5/6/7/8/4Q4/9/8/7/3K1r/k4 w - - 0 1").unwrap();
        assert_eq!(four, TableAnswer::Needed { endings: vec!["KQKR".to_owned()], parts: Vec::new() });
        let start = Variant::by_id("shafran").unwrap().start().to_fen();
        assert_eq!(reader.answer(&start), Ok(TableAnswer::Unknown));
        assert!(reader.answer("rubbish").is_err());
    }
}
