//! Positions of a board's cells and labels in a drawing.

use crate::board::spec::Orientation;
use crate::board::tables::Board;
use crate::cell::Cell;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// A point: `x` to the right, `y` down; neighbouring centres lie 1 apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// A file letter or rank number at the edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its middle.
    pub at: Point,
}

/// Half the square root of 3: the height of a triangle of neighbouring centres.
const HALF_SQRT_3: f64 = 0.866_025_403_784_438_6;

/// Distance of a label from the centre of its cell.
const LABEL_DISTANCE: f64 = 0.78;

impl Board {
    /// The centre of a cell with White below; cells touch at half the distance of centres.
    ///
    /// ```
    /// use saffron_rules::Variant;
    ///
    /// let board = Variant::by_id("shafran").unwrap().board();
    /// let (a, b) = (board.cell("e1").unwrap(), board.cell("e2").unwrap());
    /// assert_eq!(board.center(a).y - board.center(b).y, 1.0);
    /// ```
    pub fn center(&self, cell: Cell) -> Point {
        let (x, y) = self.coordinates(cell);
        self.point(f64::from(x), f64::from(y))
    }

    /// A place in skewed coordinates.
    fn point(&self, x: f64, y: f64) -> Point {
        match self.spec().orientation {
            Orientation::VerticalFiles => Point { x: x * HALF_SQRT_3, y: x / 2.0 - y },
            Orientation::HorizontalRanks => Point { x: x - y / 2.0, y: -y * HALF_SQRT_3 },
        }
    }

    /// File letters below the files and rank numbers to the left of the ranks.
    pub fn labels(&self) -> Vec<Label> {
        let beside = |cell: Cell, dx: f64, dy: f64| {
            let (center, step) = (self.center(cell), self.point(dx, dy));
            Point { x: center.x + LABEL_DISTANCE * step.x, y: center.y + LABEL_DISTANCE * step.y }
        };
        let files = self.spec().files.iter().filter_map(|file| {
            let lowest = self.cell_at(file.letter, file.first_rank)?;
            Some(Label { text: file.letter.to_string(), at: beside(lowest, 0.0, -1.0) })
        });
        let ranks = (1..=self.highest_rank()).filter_map(|rank| {
            let first = self.rank_cells(rank).next()?;
            Some(Label { text: rank.to_string(), at: beside(first, -1.0, 0.0) })
        });
        files.chain(ranks).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::variant::Variant;

    #[test]
    fn neighbours_lie_one_apart_and_nothing_overlaps() {
        for variant in Variant::all() {
            let board = variant.board();
            let distance = |a: super::Point, b: super::Point| (a.x - b.x).hypot(a.y - b.y);
            for a in board.cells() {
                for b in board.cells() {
                    let apart = distance(board.center(a), board.center(b));
                    match board.distance(a, b) {
                        0 => assert!(apart < 1e-9),
                        1 => assert!((apart - 1.0).abs() < 1e-9),
                        _ => assert!(apart > 1.5),
                    }
                }
            }
            // White sits below, and files go to the right.
            for cell in board.cells() {
                let center = board.center(cell);
                assert!(board.step(cell, 0, 1).is_none_or(|up| board.center(up).y < center.y));
                assert!(board.step(cell, 1, 0).is_none_or(|right| board.center(right).x > center.x));
            }
            let labels = board.labels();
            let files = board.spec().files.len();
            assert_eq!(labels.len(), files + usize::from(board.highest_rank()));
            for (i, label) in labels.iter().enumerate() {
                let inside = board.cells().iter().any(|c| distance(board.center(c), label.at) < 0.55);
                assert!(!inside, "{} {}", variant.id(), label.text);
                let crowded = labels[..i].iter().any(|l| distance(l.at, label.at) < 0.4);
                assert!(!crowded, "{} {}", variant.id(), label.text);
                // It belongs to the cell next to it, and lies beyond it in the direction of its file or rank.
                let near = |&cell: &crate::Cell| (distance(board.center(cell), label.at) - 0.78).abs() < 1e-9;
                let cell = board.cells().iter().find(near).unwrap();
                let next = if i < files { board.step(cell, 0, 1) } else { board.step(cell, 1, 0) };
                let of_cell = if i < files { board.file(cell).to_string() } else { board.rank(cell).to_string() };
                assert_eq!(of_cell, label.text, "{}", variant.id());
                if let Some(next) = next {
                    let apart = distance(board.center(next), label.at);
                    assert!((apart - 1.78).abs() < 1e-9, "{} {}", variant.id(), label.text);
                }
            }
        }
    }
}
