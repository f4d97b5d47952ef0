//! The endgame tables of a folder, with those that are in the program.

use std::path::Path;
use std::sync::Arc;

use saffron_rules::Variant;
use saffron_tables::Tables;

/// Tables of a variant, and what was found for it in the folder.
pub(crate) struct Opened {
    pub(crate) tables: Arc<Tables>,
    pub(crate) count: usize,
    /// Files that cannot be used, one sentence each.
    pub(crate) faults: Vec<String>,
}

/// Opens what a folder has for a variant. Fails where the folder cannot be read, or the rules have no tables.
pub(crate) fn open(folder: &Path, variant: &'static Variant) -> Result<Opened, String> {
    std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut tables = Tables::built_in(variant).map_err(|error| error.to_string())?;
    let (count, faults) = tables.add_folder(folder);
    let faults = faults.iter().map(ToString::to_string).collect();
    Ok(Opened { tables: Arc::new(tables), count, faults })
}

/// Opens a folder that must have nothing but whole tables.
pub(crate) fn open_whole(folder: &Path, variant: &'static Variant) -> Result<Arc<Tables>, String> {
    let Opened { tables, faults, .. } = open(folder, variant)?;
    match faults.into_iter().next() {
        None => Ok(tables),
        Some(fault) => Err(fault),
    }
}
