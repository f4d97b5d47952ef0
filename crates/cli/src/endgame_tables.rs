//! Endgame tables of a folder, together with those in the program.

use std::path::Path;
use std::sync::Arc;

use saffron_rules::Variant;
use saffron_tables::Tables;

/// Tables of a variant, and the result of reading the folder.
pub(crate) struct FolderTables {
    pub(crate) tables: Arc<Tables>,
    pub(crate) count: usize,
    /// Errors of the files that cannot be used, one sentence each.
    pub(crate) faults: Vec<String>,
}

/// Opens the tables of a variant in a folder. Fails if the folder cannot be read, or the variant cannot have tables.
pub(crate) fn open(folder: &Path, variant: &'static Variant) -> Result<FolderTables, String> {
    std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut tables = Tables::built_in(variant).map_err(|error| error.to_string())?;
    let (count, faults) = tables.add_folder(folder);
    let faults = faults.iter().map(ToString::to_string).collect();
    Ok(FolderTables { tables: Arc::new(tables), count, faults })
}

/// Opens the tables of a variant in a folder. Fails also if any file cannot be used.
pub(crate) fn open_whole(folder: &Path, variant: &'static Variant) -> Result<Arc<Tables>, String> {
    let FolderTables { tables, faults, .. } = open(folder, variant)?;
    match faults.into_iter().next() {
        None => Ok(tables),
        Some(fault) => Err(fault),
    }
}
