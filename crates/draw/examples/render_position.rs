//! Draws a position as SVG on standard output.
//!
//! ```text
//! cargo run -p saffron-draw --example render_position -- shafran > board.svg
//! ```

use saffron_draw::{Style, svg};
use saffron_rules::{Position, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or_else(|| "shafran".to_owned());
    let variant = Variant::by_id(&id).ok_or_else(|| format!("there is no variant {id:?}"))?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(variant, &fen)?,
        None => variant.start(),
    };
    print!("{}", svg(&position, &Style::default()));
    Ok(())
}
