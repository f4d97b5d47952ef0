//! Endgame tables of the server: opening, listing, look-ups.

pub mod exercise;

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use saffron_analysis::table_position;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::tables::{TableCounts, TableInfo, TableList, TablePosition, VariantTables};
use saffron_rules::{Position, Variant};
use saffron_tables::{Counts, Ending, ReadError, Tables};

use crate::config::limits::{MAX_FEN, TABLE_CACHE_BYTES};
use crate::content::{Content, entity_tag};
use crate::random::Random;

/// Tables of all variants.
#[derive(Debug)]
pub struct OpenedTables {
    variants: Vec<Arc<Tables>>,
    /// JSON of their list.
    pub list: Content,
    pub random: Random,
}

impl OpenedTables {
    /// Opens the embedded tables and those in a folder, for the library's variants and `further` ones. A file that
    /// cannot be used is logged as a warning.
    pub fn open(folder: Option<&Path>, further: impl Iterator<Item = &'static Variant>) -> Self {
        let mut variants = Vec::new();
        for variant in Variant::all().iter().copied().chain(further) {
            // There are no tables for variants with such rules.
            let Ok(tables) = Tables::built_in(variant) else { continue };
            let mut tables = tables.with_cache(TABLE_CACHE_BYTES);
            if let Some(folder) = folder {
                let (count, errors) = tables.add_folder(folder);
                for error in errors {
                    tracing::warn!(%error, "an endgame table cannot be used");
                }
                tracing::info!(variant = variant.id(), count, "endgame tables opened");
            }
            variants.push(Arc::new(tables));
        }
        let list = TableList { variants: variants.iter().map(|tables| list(tables)).collect() };
        let list = Content::new(Bytes::from(serde_json::to_vec(&list).unwrap_or_default()));
        Self { variants, list, random: Random::from_system() }
    }

    /// Tables of a variant.
    ///
    /// # Errors
    /// `UnknownVariant` if there is no such variant, `NotInTables` if there are no tables for its rules.
    pub fn of(&self, variant: &str) -> Result<&Arc<Tables>, ErrorCode> {
        let found = self.variants.iter().find(|tables| tables.variant().id() == variant);
        found.ok_or_else(|| match Variant::by_id(variant) {
            Some(_) => ErrorCode::NotInTables,
            None => ErrorCode::UnknownVariant,
        })
    }
}

/// Error code for a table that cannot be read. The cause is logged, since it is the server's fault.
pub fn damaged(error: &ReadError) -> ErrorCode {
    tracing::error!(%error, "an endgame table is damaged");
    ErrorCode::DamagedTable { ending: error.ending().to_string() }
}

/// Reads tables on a blocking thread, since the data may have to come from the disk.
pub async fn on_blocking_thread<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, ErrorCode> + Send + 'static,
) -> Result<T, ErrorCode> {
    tokio::task::spawn_blocking(read).await.unwrap_or_else(|error| {
        tracing::error!(%error, "reading an endgame table ended early");
        Err(ErrorCode::Internal)
    })
}

/// List of a variant's tables, those with the fewest pieces first.
pub fn list(tables: &Tables) -> VariantTables {
    let mut endings: Vec<(&Ending, u64)> = tables.endings().collect();
    endings.sort_by_key(|(ending, _)| (ending.len(), ending.to_string()));
    let infos = endings.into_iter().filter_map(|(ending, bytes)| {
        let [white, black] = tables.counts(ending)?.map(|counts| self::counts(&counts));
        let file = address(tables.variant(), ending, &tag(tables, ending)?);
        Some(TableInfo { ending: ending.to_string(), file, bytes, white, black })
    });
    VariantTables {
        variant: tables.variant().id().to_owned(),
        most_pieces: tables.most_pieces(),
        endings: infos.collect(),
    }
}

/// Entity tag of a table's file; `None` if the file is not available. The file's header contains checksums of all its
/// data.
pub fn tag(tables: &Tables, ending: &Ending) -> Option<String> {
    tables.start(ending).map(entity_tag)
}

/// Address of a table's file. The tag in its query changes when the file is built again.
pub fn address(variant: &Variant, ending: &Ending, tag: &str) -> String {
    format!("/api/tables/{}/files/{}?v={}", variant.id(), Tables::file_name(ending), tag.trim_matches('"'))
}

fn counts(counts: &Counts) -> TableCounts {
    let [losses, stalemate_losses, draws, stalemate_wins, wins] = counts.results;
    TableCounts { wins, stalemate_wins, draws, stalemate_losses, losses, longest: counts.longest }
}

/// Parses the position of a look-up.
///
/// # Errors
/// `TooLong` or `InvalidPosition` for the FEN, `CastlingRights` if a side may castle.
pub fn position(tables: &Tables, fen: &str) -> Result<Position, ErrorCode> {
    if fen.len() > MAX_FEN {
        return Err(ErrorCode::TooLong { field: "fen".to_owned(), limit: MAX_FEN });
    }
    let position = Position::from_any_fen(tables.variant(), fen).map_err(|_| ErrorCode::InvalidPosition)?;
    if position.castling_rights().is_empty() { Ok(position) } else { Err(ErrorCode::CastlingRights) }
}

/// Results of a position and of each of its moves.
///
/// # Errors
/// `NotInTables` if the position or one of its moves leads to an ending without a table, `DamagedTable` if a table
/// cannot be read.
pub fn look_up(tables: &Tables, position: &Position) -> Result<TablePosition, ErrorCode> {
    let known = tables.look_up(position).map_err(|error| damaged(&error))?.ok_or(ErrorCode::NotInTables)?;
    Ok(table_position(position, &known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_without_tables_is_not_an_unknown_one() {
        let opened = OpenedTables { variants: Vec::new(), ..OpenedTables::open(None, std::iter::empty()) };
        assert_eq!(opened.of("shafran").expect_err("no tables"), ErrorCode::NotInTables);
        assert_eq!(opened.of("chess").expect_err("no variant"), ErrorCode::UnknownVariant);
    }
}
