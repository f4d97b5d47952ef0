//! Counts legal moves: of a position, and of the tree below it.
//!
//! ```text
//! cargo run --release -p saffron-rules --example count_moves -- shafran 4
//! ```

use saffron_rules::{Variant, perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or_else(|| "shafran".to_owned());
    let depth = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let variant = Variant::by_id(&id).ok_or_else(|| format!("there is no variant {id:?}"))?;
    let start = variant.start();
    println!("{} legal moves from the start of {}", start.legal_moves().len(), variant.name());
    for depth in 1..=depth {
        println!("depth {depth}: {}", perft(&start, depth));
    }
    Ok(())
}
