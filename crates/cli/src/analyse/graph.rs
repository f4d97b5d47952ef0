//! Evaluation graph of a game, drawn with block characters.

/// Height of the graph in rows.
const HEIGHT: usize = 8;

/// Maximum width of the graph in columns, without its scale.
const COLUMNS: usize = 64;

/// Characters by filled eighths of a cell.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Data of the graph.
pub(super) struct Graph {
    /// White's expected score, 0 to 1, in each position; never empty.
    pub(super) values: Vec<f64>,
    /// Letters below positions, by index of the position.
    pub(super) letters: Vec<(usize, char)>,
    /// Move numbers below positions, by index of the position, ascending.
    pub(super) numbers: Vec<(usize, u32)>,
}

impl Graph {
    /// Draws the graph in rows of at most 68 columns, each with its line end.
    pub(super) fn draw(&self) -> String {
        let levels: Vec<usize> = (0..self.columns()).map(|column| self.level(column)).collect();
        let mut text = String::new();
        for row in 0..HEIGHT {
            let below = 8 * (HEIGHT - 1 - row);
            let blocks: String = levels.iter().map(|level| BLOCKS[level.saturating_sub(below).min(8)]).collect();
            let scale = match row {
                0 => "  1 ┤",
                row if row == HEIGHT / 2 => "  ½ ┤",
                row if row == HEIGHT - 1 => "  0 ┤",
                _ => "    │",
            };
            push_row(&mut text, scale, &blocks);
        }
        if !self.letters.is_empty() {
            push_row(&mut text, "     ", &self.letter_row());
        }
        push_row(&mut text, "     ", &self.number_row());
        text
    }

    /// Returns the number of columns: two per position if there is room.
    fn columns(&self) -> usize {
        let count = self.values.len();
        if 2 * count <= COLUMNS { 2 * count } else { count.min(COLUMNS) }
    }

    /// Returns the first column of a position.
    fn column(&self, index: usize) -> usize {
        index * self.columns() / self.values.len()
    }

    /// Returns the filled eighths of a column: the mean of its positions.
    fn level(&self, column: usize) -> usize {
        let (count, columns) = (self.values.len(), self.columns());
        let from = column * count / columns;
        let to = ((column + 1) * count / columns).max(from + 1);
        let mean = self.values[from..to].iter().sum::<f64>() / (to - from) as f64;
        (mean.clamp(0.0, 1.0) * (8 * HEIGHT) as f64).round() as usize
    }

    fn letter_row(&self) -> String {
        let mut row = vec![' '; self.columns()];
        for &(index, letter) in &self.letters {
            let place = &mut row[self.column(index)];
            // Both sides may have a letter in the same column.
            *place = if *place == ' ' || *place == letter { letter } else { '*' };
        }
        row.into_iter().collect()
    }

    fn number_row(&self) -> String {
        let mut row = String::new();
        for &(index, number) in &self.numbers {
            let (column, width) = (self.column(index), row.chars().count());
            let number = number.to_string();
            // Numbers are separated by a space, and none is cut off.
            if (column > width || width == 0) && column + number.len() <= self.columns() {
                row.push_str(&" ".repeat(column - width));
                row.push_str(&number);
            }
        }
        row
    }
}

fn push_row(text: &mut String, scale: &str, row: &str) {
    text.push_str(format!("{scale}{row}").trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(values: Vec<f64>) -> Graph {
        Graph { values, letters: Vec::new(), numbers: Vec::new() }
    }

    #[test]
    fn shares_become_heights() {
        let drawn = graph(vec![0.0, 0.5, 1.0, 0.25 + 1.0 / 64.0]).draw();
        let rows: Vec<&str> = drawn.lines().collect();
        let row = |scale: &str, blocks: &str| format!("{scale}{blocks}").trim_end().to_owned();
        assert_eq!(rows[0], row("  1 ┤", "    ██"));
        assert_eq!(rows[3], row("    │", "    ██"));
        assert_eq!(rows[4], row("  ½ ┤", "  ████"));
        assert_eq!(rows[5], row("    │", "  ████▁▁"));
        assert_eq!(rows[7], row("  0 ┤", "  ██████"));
    }

    #[test]
    fn long_games_are_no_wider_or_higher_than_short_ones() {
        for count in [1_usize, 2, 32, 33, 64, 65, 100, 1000] {
            let numbers = (1..count).step_by(20).map(|index| (index, index.div_ceil(2) as u32)).collect();
            let letters = vec![(0, 'W'), (count - 1, 'B')];
            let drawn = Graph { values: vec![0.7; count], letters, numbers }.draw();
            assert_eq!(drawn.lines().count(), HEIGHT + 2, "{drawn}");
            assert!(drawn.lines().all(|line| line.chars().count() <= 5 + COLUMNS), "{drawn}");
            assert!(drawn.contains('█') && !drawn.lines().next().unwrap().contains('█'), "{drawn}");
        }
    }

    #[test]
    fn letters_and_numbers_stand_below_their_positions() {
        let values = vec![0.5; 40];
        let drawn = Graph { values, letters: vec![(3, 'W'), (20, 'B')], numbers: vec![(1, 1), (19, 10)] }.draw();
        let rows: Vec<&str> = drawn.lines().skip(HEIGHT).collect();
        assert_eq!(rows, ["        W                B", "      1                 10"]);
        let crowded =
            Graph { values: vec![0.5; 640], letters: vec![(0, 'W'), (1, 'B')], numbers: vec![(0, 1), (1, 2)] };
        let rows = crowded.draw();
        assert!(rows.ends_with("     *\n     1\n"), "{rows}");
    }
}
