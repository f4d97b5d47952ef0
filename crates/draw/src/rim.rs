//! Lines of a board: its outline, and the edges of its cells on which light falls.

use std::collections::HashMap;
use std::fmt::Write;

use saffron_rules::Point;

/// Point for comparison, in hundredths of a cell's radius: corners and middles of edges are whole or irrational there, at any
/// scale, so that errors of computation round alike.
type Key = (i64, i64);

#[expect(clippy::cast_possible_truncation, reason = "coordinates of a picture")]
fn key(point: Point, radius: f64) -> Key {
    ((point.x / radius * 100.0).round() as i64, (point.y / radius * 100.0).round() as i64)
}

fn middle(from: Point, to: Point) -> Point {
    Point { x: f64::midpoint(from.x, to.x), y: f64::midpoint(from.y, to.y) }
}

/// Edges of the cells around centres, each from corner to corner in one direction around its cell.
fn edges<'a>(centres: &'a [Point], corners: &'a [Point; 6]) -> impl Iterator<Item = (Point, Point)> + 'a {
    let at = |centre: &Point, corner: &Point| Point { x: centre.x + corner.x, y: centre.y + corner.y };
    centres
        .iter()
        .flat_map(move |centre| (0..6).map(move |i| (at(centre, &corners[i]), at(centre, &corners[(i + 1) % 6]))))
}

/// Path of the line around a board: the edges that only one cell has.
pub(crate) fn outline(centres: &[Point], corners: &[Point; 6]) -> String {
    let radius = corners[0].x.hypot(corners[0].y);
    let key = |point| key(point, radius);
    let mut shared: HashMap<Key, u32> = HashMap::new();
    for (from, to) in edges(centres, corners) {
        *shared.entry(key(middle(from, to))).or_default() += 1;
    }
    let alone = edges(centres, corners).filter(|(from, to)| shared[&key(middle(*from, *to))] == 1);
    let mut next: HashMap<Key, (Point, Point)> = alone.map(|(from, to)| (key(from), (from, to))).collect();
    let mut path = String::new();
    // In the order of the cells, so that a board has one path.
    for (start, _) in edges(centres, corners) {
        let mut at = start;
        let mut command = 'M';
        while let Some((from, to)) = next.remove(&key(at)) {
            let _ = write!(path, "{command}{:.1} {:.1}", from.x, from.y);
            (command, at) = ('L', to);
        }
        if command == 'L' {
            path.push('Z');
        }
    }
    path
}

/// Path of the upper edges of the cells.
pub(crate) fn upper_edges(centres: &[Point], corners: &[Point; 6]) -> String {
    let mut path = String::new();
    for (at, (from, to)) in edges(centres, corners).enumerate() {
        if middle(from, to).y < centres[at / 6].y - 0.01 {
            let _ = write!(path, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
        }
    }
    path
}

/// Mixes two colours `#rrggbb`; `share` is that of the first.
pub(crate) fn mix(first: &str, share: f64, second: &str) -> String {
    let part =
        |colour: &str, at: usize| f64::from(u8::from_str_radix(colour.get(at..at + 2).unwrap_or("0"), 16).unwrap_or(0));
    [1, 3, 5].iter().fold(String::from("#"), |mut text, &at| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of two bytes")]
        let value = (part(first, at) * share + part(second, at) * (1.0 - share)).round() as u8;
        let _ = write!(text, "{value:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cells_have_an_outline_of_ten_edges() {
        let corners = [0.0_f64, 60.0, 120.0, 180.0, 240.0, 300.0].map(|degrees| {
            let angle = degrees.to_radians();
            Point { x: 50.0 * angle.cos(), y: 50.0 * angle.sin() }
        });
        let step = 50.0 * 3.0_f64.sqrt();
        let centres = [Point { x: 0.0, y: 0.0 }, Point { x: 0.0, y: step }];
        let path = outline(&centres, &corners);
        assert_eq!((path.matches('M').count(), path.matches('L').count(), path.matches('Z').count()), (1, 9, 1));
        assert_eq!(upper_edges(&centres, &corners).matches('M').count(), 6);
    }

    #[test]
    fn colours_are_mixed_by_parts() {
        assert_eq!(mix("#ad8a54", 0.5, "#000000"), "#57452a");
        assert_eq!(mix("#ffffff", 0.62, "#000000"), "#9e9e9e");
    }
}
