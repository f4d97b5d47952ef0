//! Lists the opening books of the folder `books`, each named after its variant, for `src/embedded.rs`.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=books");
    let mut ids = Vec::new();
    for entry in std::fs::read_dir("books")? {
        let path = entry?.path();
        let id =
            path.file_stem().and_then(|stem| stem.to_str()).filter(|_| path.extension().is_some_and(|e| e == "book"));
        ids.push(
            id.ok_or_else(|| format!("{} is no opening book: its name is not ID.book", path.display()))?.to_owned(),
        );
    }
    ids.sort();
    let mut list = String::from("&[\n");
    for id in ids {
        let file = format!(r#"include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/books/{id}.book"))"#);
        writeln!(list, "    ({id:?}, {file}),")?;
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("books.rs"), list)?;
    Ok(())
}
