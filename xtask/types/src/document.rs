//! docs/protocol.md: its text is written by hand, the tables between its marks by this program.
//!
//! `<!-- table: NAME -->` begins a table and `<!-- end -->` ends it. The name is that of a Rust type, or one of those in
//! [`Tables::table`].

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::shown::ShownTypes;
use crate::tables::Tables;

const BEGIN: &str = "<!-- table: ";
const END: &str = "<!-- end -->\n";

/// The document with its tables as they follow from the types in the sources below `root`.
pub(crate) fn with_tables(document: &str, root: &Path) -> Result<String> {
    let tables = Tables { types: ShownTypes::read(root)?, headings: headings(document)?, root };
    if let Some(missing) = tables.types.0.keys().find(|name| !tables.headings.contains_key(**name)) {
        bail!("docs/protocol.md has no table of {missing}");
    }
    let mut parts = document.split(BEGIN);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->\n").context("a mark of a table does not end")?;
        let (_, rest) = rest.split_once(END).with_context(|| format!("the table {name} does not end"))?;
        let table = tables.table(name).with_context(|| format!("in the table {name} of docs/protocol.md"))?;
        text.extend([BEGIN, name, " -->\n", &table, END, rest]);
    }
    Ok(text)
}

/// The headings of the tables, by their names.
fn headings(document: &str) -> Result<BTreeMap<String, String>> {
    let mut headings = BTreeMap::new();
    let mut heading = "";
    for line in document.lines() {
        if let Some(found) = line.strip_prefix('#') {
            heading = found.trim_start_matches('#').trim();
        } else if let Some(name) = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(" -->"))
            && headings.insert(name.to_owned(), heading.to_owned()).is_some()
        {
            bail!("docs/protocol.md has two tables of {name}");
        }
    }
    Ok(headings)
}
