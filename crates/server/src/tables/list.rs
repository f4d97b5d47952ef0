//! What tables there are, and the addresses of their files.

use saffron_protocol::tables::{TableCounts, TableInfo, VariantTables};
use saffron_rules::Variant;
use saffron_tables::{Counts, Ending, Tables};

use crate::http::reply::entity_tag;

/// The tables of a variant: those of few pieces first.
pub(crate) fn list(tables: &Tables) -> VariantTables {
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

/// The entity tag of a file; `None` where it is not at hand. Its beginning has checksums of all of it.
pub(crate) fn tag(tables: &Tables, ending: &Ending) -> Option<String> {
    tables.start(ending).map(entity_tag)
}

/// The address of a file. The tag in its query makes it another one when the file is built anew.
pub(crate) fn address(variant: &Variant, ending: &Ending, tag: &str) -> String {
    format!("/api/tables/{}/files/{}?v={}", variant.id(), Tables::file_name(ending), tag.trim_matches('"'))
}

fn counts(counts: &Counts) -> TableCounts {
    let [losses, stalemate_losses, draws, stalemate_wins, wins] = counts.results;
    TableCounts { wins, stalemate_wins, draws, stalemate_losses, losses, longest: counts.longest }
}
