//! Lists the puzzles of the page, each file named after its variant, for `src/shipped.rs`.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=puzzles");
    let mut ids = Vec::new();
    for entry in std::fs::read_dir("puzzles")? {
        let path = entry?.path();
        let id = path.file_stem().and_then(|stem| stem.to_str());
        let id = id.filter(|_| path.extension().is_some_and(|extension| extension == "tsv"));
        ids.push(id.ok_or_else(|| format!("{} holds no puzzles: its name is not ID.tsv", path.display()))?.to_owned());
    }
    ids.sort();
    let mut list = String::from("&[\n");
    for id in ids {
        let file = format!(r#"include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/{id}.tsv"))"#);
        writeln!(list, "    ({id:?}, {file}),")?;
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("shipped.rs"), list)?;
    Ok(())
}
