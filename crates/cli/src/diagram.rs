//! Text diagram of a position: letters for pieces, three marks for the three colours of empty cells.

use saffron_rules::{Board, Color, Point, Position};

/// Marks of empty cells, by colour of the cell.
const EMPTY: [char; 3] = ['.', ':', '-'];

/// Columns of text per step between the centres of neighbouring cells.
const COLUMNS: f64 = 4.0;

/// Draws the board with coordinates, `below` at the bottom.
pub(crate) fn draw(position: &Position, below: Color) -> String {
    let board = position.variant().board();
    let rows = rows_for_a_step(board);
    let mut marks: Vec<(i32, i32, String)> = Vec::new();
    let mut put = |at: Point, text: String| {
        let turn = if below == Color::White { 1.0 } else { -1.0 };
        let column = (turn * at.x * COLUMNS).round() as i32;
        marks.push(((turn * at.y * rows).round() as i32, column, text));
    };
    for cell in board.cells() {
        let empty = EMPTY[usize::from(board.cell_color(cell)) % EMPTY.len()];
        let mark = position.piece_at(cell).map_or(empty, saffron_rules::Piece::letter);
        put(board.center(cell), mark.to_string());
    }
    for label in board.labels() {
        put(label.at, label.text);
    }
    lines(marks)
}

/// Returns the rows of text per step that give neighbouring cells separate rows.
fn rows_for_a_step(board: &Board) -> f64 {
    match board.spec().orientation {
        saffron_rules::Orientation::VerticalFiles => 2.0,
        saffron_rules::Orientation::HorizontalRanks => 1.0 / 0.75_f64.sqrt(),
    }
}

/// Places the marks on lines of text. The last character of a mark is at its position.
fn lines(mut marks: Vec<(i32, i32, String)>) -> String {
    marks.sort_unstable();
    let start = |column: i32, text: &str| column - (text.chars().count() as i32 - 1);
    let left = marks.iter().map(|(_, column, text)| start(*column, text)).min().unwrap_or(0);
    let (mut out, mut line) = (String::new(), marks.first().map_or(0, |mark| mark.0));
    let mut width = 0;
    for (row, column, text) in marks {
        while line < row {
            out.push('\n');
            (line, width) = (line + 1, 0);
        }
        let at = start(column, &text) - left;
        while width < at {
            out.push(' ');
            width += 1;
        }
        width += text.chars().count() as i32;
        out.push_str(&text);
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    #[test]
    fn every_piece_and_cell_is_drawn_once() {
        for variant in Variant::all() {
            let start = variant.start();
            for below in Color::ALL {
                let text = draw(&start, below);
                let pieces = text.chars().filter(char::is_ascii_uppercase).count();
                assert_eq!(pieces, start.by_color(Color::White).len(), "{text}");
                let empty = text.chars().filter(|c| EMPTY.contains(c)).count();
                let cells = variant.board().cells() - start.occupied();
                assert_eq!(empty, cells.len(), "{text}");
            }
        }
    }
}
