//! Makes the tables of three pieces that are in the program, in `crates/tables/data`. Make them again when the format or
//! the rules of a variant change; a test compares them with what is solved.

use std::path::Path;

use saffron_rules::Variant;
use saffron_tables::{Ending, Solver, Tables};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for variant in Variant::all() {
        let folder = data.join(variant.id());
        std::fs::create_dir_all(&folder)?;
        let mut solver = Solver::new(variant)?;
        for ending in Ending::all(3) {
            let built = solver.build(&ending)?;
            std::fs::write(folder.join(Tables::file_name(&ending)), &built.file)?;
            println!("{} {ending} {} bytes", variant.id(), built.file.len());
        }
    }
    Ok(())
}
