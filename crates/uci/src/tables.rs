//! Options of the endgame tables, which correspond to Syzygy's options in chess.

use std::path::PathBuf;
use std::sync::Arc;

use saffron_engine::{Probing, TableChoice};
use saffron_rules::Variant;
use saffron_tables::Tables;

use crate::parse;

/// Value of `TablesPath` without a folder.
const NO_PATH: &str = "<empty>";

/// Maximum of `TablesProbeDepth`.
const MAX_PROBE_DEPTH: u64 = 100;

/// Returns the declarations of the options.
pub(super) fn options() -> [String; 4] {
    let most = Probing::MAX_PIECES;
    [
        format!("option name TablesPath type string default {NO_PATH}"),
        format!("option name TablesLimit type spin default {most} min 0 max {most}"),
        format!("option name TablesProbeDepth type spin default 1 min 1 max {MAX_PROBE_DEPTH}"),
        "option name Tables50MoveRule type check default true".to_owned(),
    ]
}

/// Values of the options.
#[derive(Default)]
pub(super) struct TableOptions {
    folder: Option<PathBuf>,
    pub(super) probing: Probing,
}

impl TableOptions {
    /// Sets an option other than the path by its name in lower case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "tableslimit" => {
                self.probing.most_pieces = parse::within(value, 0, Probing::MAX_PIECES as u64)? as usize;
            }
            "tablesprobedepth" => self.probing.depth = parse::within(value, 1, MAX_PROBE_DEPTH)? as u32,
            _ => self.probing.fifty_move_rule = parse::check(value)?,
        }
        Ok(())
    }

    /// Sets the folder. A folder that cannot be opened has no effect.
    pub(super) fn set_path(&mut self, value: &str, variant: &'static Variant) -> Result<SelectedTables, String> {
        let folder = (!value.is_empty() && value != NO_PATH).then(|| PathBuf::from(value));
        let earlier = std::mem::replace(&mut self.folder, folder);
        let found = self.open(variant);
        if found.is_err() {
            self.folder = earlier;
        }
        found
    }

    /// Opens the tables of a variant.
    pub(super) fn open(&self, variant: &'static Variant) -> Result<SelectedTables, String> {
        let Some(folder) = &self.folder else { return Ok(SelectedTables::default()) };
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut tables = Tables::built_in(variant).map_err(|error| error.to_string())?;
        let (count, faults) = tables.add_folder(folder);
        let note = format!("{count} endgame tables of {} in {}", variant.id(), folder.display());
        let faults = faults.iter().map(ToString::to_string).collect();
        Ok(SelectedTables { choice: TableChoice::Custom(Arc::new(tables)), note: Some(note), faults })
    }
}

/// Tables selected by the options.
#[derive(Default)]
pub(super) struct SelectedTables {
    pub(super) choice: TableChoice,
    /// Summary of the folder's tables.
    pub(super) note: Option<String>,
    /// Errors of the files that cannot be used.
    pub(super) faults: Vec<String>,
}
