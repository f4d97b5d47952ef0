//! Endgame tables of a folder, together with those in the program.

use std::path::Path;
use std::sync::Arc;

use saffron_rules::Variant;
use saffron_tables::Tables;

/// Opens the tables of a variant in a folder. Fails if the folder or any file cannot be used, or the variant cannot have tables.
pub(crate) fn open_whole(folder: &Path, variant: &'static Variant) -> Result<Arc<Tables>, String> {
    open(folder, variant).map(Arc::new)
}

/// Opens the tables as [`open_whole`] does, for one owner.
pub(crate) fn open(folder: &Path, variant: &'static Variant) -> Result<Tables, String> {
    std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut tables = Tables::built_in(variant).map_err(|error| error.to_string())?;
    let (_, faults) = tables.add_folder(folder);
    match faults.first() {
        None => Ok(tables),
        Some(fault) => Err(fault.to_string()),
    }
}
