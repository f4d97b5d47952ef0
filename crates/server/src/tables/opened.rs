//! The tables that the server has opened.

use std::path::Path;
use std::sync::Arc;

use axum::body::Bytes;
use saffron_protocol::error::ErrorCode;
use saffron_protocol::tables::TableList;
use saffron_rules::Variant;
use saffron_tables::{ReadError, Tables};

use crate::http::reply::Content;
use crate::random::Random;
use crate::tables::list::list;

/// The memory for decoded rows of the tables of a variant, in bytes.
const CACHE: usize = 16 << 20;

/// The tables of all variants.
#[derive(Debug)]
pub(crate) struct OpenedTables {
    variants: Vec<Arc<Tables>>,
    /// The list of them as JSON.
    pub(crate) list: Content,
    pub(crate) random: Random,
}

impl OpenedTables {
    /// Opens the tables that are in the program, and those of a folder, for the variants of the library and `further` ones. A file that
    /// cannot be used is a warning.
    pub(crate) fn open(folder: Option<&Path>, further: impl Iterator<Item = &'static Variant>) -> Self {
        let mut variants = Vec::new();
        for variant in Variant::all().iter().copied().chain(further) {
            // Tables know no variant with such rules.
            let Ok(tables) = Tables::built_in(variant) else { continue };
            let mut tables = tables.with_cache(CACHE);
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

    /// The tables of a variant.
    ///
    /// # Errors
    /// `UnknownVariant`; `NotInTables` where its rules have none.
    pub(crate) fn of(&self, variant: &str) -> Result<&Arc<Tables>, ErrorCode> {
        let found = self.variants.iter().find(|tables| tables.variant().id() == variant);
        found.ok_or_else(|| match Variant::by_id(variant) {
            Some(_) => ErrorCode::NotInTables,
            None => ErrorCode::UnknownVariant,
        })
    }
}

/// The code for a table that could not be read: logged, since it is a fault of the server.
pub(crate) fn damaged(error: &ReadError) -> ErrorCode {
    tracing::error!(%error, "an endgame table is damaged");
    ErrorCode::DamagedTable { ending: error.ending().to_string() }
}

/// Reads tables on a thread for that: what they need may have to come from the disk.
pub(crate) async fn apart<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, ErrorCode> + Send + 'static,
) -> Result<T, ErrorCode> {
    tokio::task::spawn_blocking(read).await.unwrap_or_else(|error| {
        tracing::error!(%error, "reading an endgame table ended early");
        Err(ErrorCode::Internal)
    })
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
