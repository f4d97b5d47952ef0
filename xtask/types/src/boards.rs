//! The boards of the built-in variants as data for `web/board`, so that it draws positions without the rules.

use std::fmt::Write as _;

use saffron_rules::{Board, Cell, Orientation, Variant};

/// The file: one object per variant, its cells row by row as a FEN names them, from the highest rank down.
///
/// Every cell is `[name, x, y, colour, file]`, every label `[text, x, y]`; neighbouring centres lie 1 apart, `y` points down.
pub(crate) fn text() -> String {
    let variants: Vec<String> = Variant::all().iter().map(|variant| object(variant)).collect();
    format!("[\n{}\n]\n", variants.join(",\n"))
}

fn object(variant: &'static Variant) -> String {
    let board = variant.board();
    let mut text = String::new();
    let vertical = board.spec().orientation == Orientation::VerticalFiles;
    let _ =
        writeln!(text, " {{\"id\": \"{}\", \"name\": \"{}\", \"flatTop\": {vertical},", variant.id(), variant.name());
    let _ = writeln!(text, "  \"start\": \"{}\",", variant.start().to_fen());
    let rows: Vec<String> = (1..=board.highest_rank())
        .rev()
        .map(|rank| {
            let cells: Vec<String> = board.rank_cells(rank).map(|at| cell(board, at)).collect();
            format!("   {{\"rank\": {rank}, \"cells\": [{}]}}", cells.join(", "))
        })
        .collect();
    let _ = writeln!(text, "  \"ranks\": [\n{}\n  ],", rows.join(",\n"));
    let labels: Vec<String> = board
        .labels()
        .iter()
        .map(|label| format!("[\"{}\", {}, {}]", label.text, number(label.at.x), number(label.at.y)))
        .collect();
    let _ = write!(text, "  \"labels\": [{}]}}", labels.join(", "));
    text
}

fn cell(board: &Board, cell: Cell) -> String {
    let center = board.center(cell);
    let (name, colour, file) = (board.name(cell), board.cell_color(cell), board.file(cell));
    format!("[\"{name}\", {}, {}, {colour}, \"{file}\"]", number(center.x), number(center.y))
}

/// Four decimals are a hundredth of a pixel on a large screen; `-0` and zeros at the end are left out.
fn number(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0 + 0.0
}
