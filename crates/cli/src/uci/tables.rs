//! The options of the endgame tables. They do what Syzygy's options do in chess.

use std::path::PathBuf;

use saffron_engine::{Probing, TableChoice};
use saffron_rules::Variant;

use super::parse;
use crate::endgame_tables::{self, Opened};

/// What `TablesPath` says where there is no folder.
const NO_PATH: &str = "<empty>";

/// The greatest `TablesProbeDepth`.
const DEEPEST: u64 = 100;

/// The options as they are announced.
pub(super) fn options() -> [String; 4] {
    let most = Probing::MOST_PIECES;
    [
        format!("option name TablesPath type string default {NO_PATH}"),
        format!("option name TablesLimit type spin default {most} min 0 max {most}"),
        format!("option name TablesProbeDepth type spin default 1 min 1 max {DEEPEST}"),
        "option name Tables50MoveRule type check default true".to_owned(),
    ]
}

/// What the options say.
#[derive(Default)]
pub(super) struct TableOptions {
    folder: Option<PathBuf>,
    pub(super) probing: Probing,
}

impl TableOptions {
    /// Sets an option other than the path by its name in small letters.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "tableslimit" => {
                self.probing.most_pieces = parse::within(value, 0, Probing::MOST_PIECES as u64)? as usize;
            }
            "tablesprobedepth" => self.probing.depth = parse::within(value, 1, DEEPEST)? as u32,
            _ => self.probing.fifty_move_rule = parse::check(value)?,
        }
        Ok(())
    }

    /// Sets the folder. One that cannot be opened changes nothing.
    pub(super) fn set_path(&mut self, value: &str, variant: &'static Variant) -> Result<Found, String> {
        let folder = (!value.is_empty() && value != NO_PATH).then(|| PathBuf::from(value));
        let earlier = std::mem::replace(&mut self.folder, folder);
        let found = self.open(variant);
        if found.is_err() {
            self.folder = earlier;
        }
        found
    }

    /// The tables of a variant.
    pub(super) fn open(&self, variant: &'static Variant) -> Result<Found, String> {
        let Some(folder) = &self.folder else { return Ok(Found::default()) };
        let Opened { tables, count, faults } = endgame_tables::open(folder, variant)?;
        let note = format!("{count} endgame tables of {} in {}", variant.id(), folder.display());
        Ok(Found { choice: TableChoice::Custom(tables), note: Some(note), faults })
    }
}

/// The tables that an option has selected.
#[derive(Default)]
pub(super) struct Found {
    pub(super) choice: TableChoice,
    /// What the folder has.
    pub(super) note: Option<String>,
    /// Files that cannot be used.
    pub(super) faults: Vec<String>,
}
