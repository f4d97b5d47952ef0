//! Drawing of a position as an SVG that needs no style sheet and no font.

use std::fmt::Write;

use saffron_rules::Orientation;
use saffron_rules::{Cell, Color, Label, Point, Position};

use crate::art::{Colours, PieceSet, Theme, colours, piece_drawings};
use crate::glyphs;
use crate::rim;

/// Style of a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// Side at the bottom of the board.
    pub below: Color,
    /// Colour theme.
    pub theme: Theme,
    /// Set of piece drawings.
    pub pieces: PieceSet,
    /// True for the colours of a dark page.
    pub dark: bool,
    /// True to draw file letters and rank numbers.
    pub coordinates: bool,
    /// Scale of the picture: the distance between the centres of neighbouring cells, in SVG units.
    pub scale: f64,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            below: Color::White,
            theme: Theme::Saffron,
            pieces: PieceSet::Classic,
            dark: false,
            coordinates: true,
            scale: 64.0,
        }
    }
}

/// Space around the board, as a fraction of the distance between cell centres.
const MARGIN: f64 = 0.16;
/// Size of a piece, as a fraction of the distance between cell centres.
const PIECE_SIZE: f64 = 0.92;
/// Height of a digit of the coordinates, as a fraction of the distance between cell centres.
const DIGIT: f64 = 0.2;

/// Width of a [`card`] in pixels, the usual one of link previews.
pub const CARD_WIDTH: u32 = 1200;
/// Height of a [`card`] in pixels.
pub const CARD_HEIGHT: u32 = 630;
/// Minimum space around the board of a card, in pixels.
const CARD_MARGIN: f64 = 24.0;
/// Background colours of a card: those of the light and the dark page.
const CARD_GROUND: [&str; 2] = ["#faf6ef", "#1a1612"];

/// Draws a position as an SVG.
pub fn svg(position: &Position, style: &Style) -> String {
    Picture { position, style, colours: colours(style.theme, style.dark) }.draw()
}

/// Draws a position in the middle of a card of [`CARD_WIDTH`] by [`CARD_HEIGHT`] pixels, for the preview of a link. The scale
/// of the style has no effect: the board is as large as the card allows.
///
/// ```
/// use saffron_draw::{Style, card};
/// use saffron_rules::Variant;
///
/// let picture = card(&Variant::by_id("devasa").unwrap().start(), &Style::default());
/// assert!(picture.contains("width=\"1200\" height=\"630\""));
/// ```
pub fn card(position: &Position, style: &Style) -> String {
    let picture = Picture { position, style, colours: colours(style.theme, style.dark) };
    let (least, most) = picture.bounds();
    let (width, height) = (f64::from(CARD_WIDTH), f64::from(CARD_HEIGHT));
    let room = |side: f64, board: f64| (side - 2.0 * CARD_MARGIN) / board;
    let scale = room(width, most.x - least.x).min(room(height, most.y - least.y));
    let (x, y) = ((least.x + most.x) / 2.0, (least.y + most.y) / 2.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {CARD_WIDTH} {CARD_HEIGHT}\" \
         width=\"{CARD_WIDTH}\" height=\"{CARD_HEIGHT}\" role=\"img\" aria-label=\"{}: {}\">\n\
         <path d=\"M0 0H{CARD_WIDTH}V{CARD_HEIGHT}H0Z\" fill=\"{}\"/>\n\
         <g transform=\"translate({:.2} {:.2}) scale({scale:.5})\">\n",
        position.variant().name(),
        position.to_fen(),
        CARD_GROUND[usize::from(style.dark)],
        width / 2.0 - x * scale,
        height / 2.0 - y * scale,
    );
    picture.contents(&mut out);
    out.push_str("</g>\n</svg>\n");
    out
}

struct Picture<'a> {
    position: &'a Position,
    style: &'a Style,
    colours: &'static Colours,
}

impl Picture<'_> {
    fn draw(&self) -> String {
        let mut out = String::new();
        let (least, most) = self.bounds();
        let (width, height) = (most.x - least.x, most.y - least.y);
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.1} {:.1} {width:.1} {height:.1}\" \
             width=\"{:.0}\" height=\"{:.0}\" role=\"img\" aria-label=\"{}: {}\">",
            least.x,
            least.y,
            width.ceil(),
            height.ceil(),
            self.position.variant().name(),
            self.position.to_fen(),
        );
        self.contents(&mut out);
        out.push_str("</svg>\n");
        out
    }

    /// Draws the board, the coordinates and the pieces.
    fn contents(&self, out: &mut String) {
        self.cells(out);
        if self.style.coordinates {
            for label in self.position.variant().board().labels() {
                self.label(&label, out);
            }
        }
        for cell in self.position.occupied() {
            self.piece(cell, out);
        }
    }

    /// Converts a point of the board to one of the picture.
    fn place(&self, at: Point) -> Point {
        let turn = if self.style.below == Color::White { 1.0 } else { -1.0 };
        let scale = turn * self.style.scale;
        Point { x: at.x * scale, y: at.y * scale }
    }

    fn bounds(&self) -> (Point, Point) {
        let board = self.position.variant().board();
        let scale = self.style.scale;
        let cells = board.cells().iter().map(|cell| (board.center(cell), 0.58));
        let labels = board.labels().into_iter().map(|label| (label.at, DIGIT));
        let labels = labels.filter(|_| self.style.coordinates);
        let start = Point { x: f64::INFINITY, y: f64::INFINITY };
        let end = Point { x: -f64::INFINITY, y: -f64::INFINITY };
        cells.chain(labels).fold((start, end), |(least, most), (at, reach)| {
            let (at, reach) = (self.place(at), (reach + MARGIN) * scale);
            (
                Point { x: least.x.min(at.x - reach), y: least.y.min(at.y - reach) },
                Point { x: most.x.max(at.x + reach), y: most.y.max(at.y + reach) },
            )
        })
    }

    fn cells(&self, out: &mut String) {
        let board = self.position.variant().board();
        let corners = hexagon(board.spec().orientation, self.style.scale);
        let centres: Vec<Point> = board.cells().iter().map(|cell| self.place(board.center(cell))).collect();
        self.rim(&rim::outline(&centres, &corners), out);
        let tones = [&self.colours.cell0, &self.colours.cell1, &self.colours.cell2];
        for (colour, tone) in tones.into_iter().enumerate() {
            let cells = board.cells().iter().filter(|&cell| usize::from(board.cell_color(cell)) == colour);
            let path: String = cells.map(|cell| self.hexagon(cell, &corners)).collect();
            let _ = writeln!(out, "<path d=\"{path}\" fill=\"{tone}\" stroke=\"{tone}\" stroke-width=\"0.5\"/>");
        }
        let _ = writeln!(
            out,
            "<path fill=\"none\" stroke=\"#fff\" stroke-opacity=\"0.38\" stroke-width=\"{:.2}\" d=\"{}\"/>",
            0.022 * self.style.scale,
            rim::upper_edges(&centres, &corners),
        );
    }

    /// Draws the rim, from the bottom up: shade below, light above, wood, and the line around the cells, as the page's board.
    fn rim(&self, outline: &str, out: &mut String) {
        let (frame, scale) = (&self.colours.frame, self.style.scale);
        for (colour, width, down) in [
            (rim::mix(frame, 0.7, "#000000"), 0.22, 0.025),
            (rim::mix(frame, 0.62, "#ffffff"), 0.22, -0.015),
            (frame.clone(), 0.2, 0.0),
            (rim::mix(frame, 0.62, "#000000"), 0.06, 0.0),
        ] {
            let _ = writeln!(
                out,
                "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.2}\" stroke-linejoin=\"round\" \
                 transform=\"translate(0 {:.2})\" d=\"{outline}\"/>",
                width * scale,
                down * scale,
            );
        }
    }

    fn hexagon(&self, cell: Cell, corners: &[Point; 6]) -> String {
        let center = self.place(self.position.variant().board().center(cell));
        let mut path = String::new();
        for (i, corner) in corners.iter().enumerate() {
            let command = if i == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{command}{:.1} {:.1}", center.x + corner.x, center.y + corner.y);
        }
        path.push('Z');
        path
    }

    fn piece(&self, cell: Cell, out: &mut String) {
        let Some(piece) = self.position.piece_at(cell) else { return };
        let paint = if piece.color == Color::White { &self.colours.white } else { &self.colours.black };
        let drawings = piece_drawings(self.style.pieces);
        let (drawing, size) = (drawings.get(piece), drawings.size);
        let center = self.place(self.position.variant().board().center(cell));
        let scale = PIECE_SIZE * self.style.scale / size;
        let (x, y) = (center.x - scale * size / 2.0, center.y - scale * size / 2.0);
        self.contact(center, out);
        let _ = write!(
            out,
            "<g transform=\"translate({x:.1} {y:.1}) scale({scale:.4})\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\"><path d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"7\" \
             paint-order=\"stroke\"/>",
            drawing.body, paint.fill, paint.stroke
        );
        if !drawing.details.is_empty() {
            let _ = write!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.6\"/>",
                drawing.details, paint.detail
            );
        }
        out.push_str("</g>\n");
    }

    /// Draws the shadow at a piece's foot: three ellipses, since a gradient needs a name that only one picture of a page may have.
    fn contact(&self, center: Point, out: &mut String) {
        let scale = self.style.scale;
        let _ = write!(out, "<g fill=\"#1d1208\" fill-opacity=\"0.13\">");
        for part in [0.9, 0.68, 0.46] {
            let _ = write!(
                out,
                "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{:.1}\" ry=\"{:.1}\"/>",
                center.x,
                center.y + 0.37 * scale,
                0.38 * part * scale,
                0.11 * part * scale,
            );
        }
        out.push_str("</g>");
    }

    /// Draws a label with its letters and digits as lines; a character without a glyph is written as text.
    fn label(&self, label: &Label, out: &mut String) {
        let at = self.place(label.at);
        let scale = DIGIT * self.style.scale / glyphs::HEIGHT;
        let width = label.text.chars().count() as f64 * glyphs::WIDTH * scale;
        let top = at.y - glyphs::HEIGHT * scale / 2.0;
        let colour = &self.colours.label;
        for (i, character) in label.text.chars().enumerate() {
            let left = at.x - width / 2.0 + i as f64 * glyphs::WIDTH * scale;
            let _ = match glyphs::path(character) {
                Some(path) => writeln!(
                    out,
                    "<path transform=\"translate({left:.1} {top:.1}) scale({scale:.4})\" d=\"{path}\" fill=\"none\" \
                     stroke=\"{colour}\" stroke-width=\"1.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
                ),
                None => writeln!(
                    out,
                    "<text x=\"{left:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" fill=\"{colour}\">{character}</text>",
                    top + glyphs::HEIGHT * scale,
                    glyphs::HEIGHT * scale * 1.3
                ),
            };
        }
    }
}

/// Returns the corners of a cell relative to its centre.
fn hexagon(orientation: Orientation, scale: f64) -> [Point; 6] {
    let first = match orientation {
        Orientation::VerticalFiles => 0.0_f64,
        Orientation::HorizontalRanks => 30.0,
    };
    // Centres lie 1 apart, so the inner radius is a half.
    let radius = scale * 0.5 / 0.75_f64.sqrt();
    [0.0, 60.0, 120.0, 180.0, 240.0, 300.0].map(|degrees| {
        let angle = (first + degrees).to_radians();
        Point { x: radius * angle.cos(), y: radius * angle.sin() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    #[test]
    fn every_cell_and_piece_is_drawn() {
        for variant in Variant::all() {
            let position = variant.start();
            for below in Color::ALL {
                let picture = svg(&position, &Style { below, ..Style::default() });
                let pieces = picture.matches("<g transform").count();
                assert_eq!(pieces, position.occupied().len());
                let closed = |start: &str| -> usize {
                    let lines = picture.lines().filter(|line| line.starts_with(start));
                    lines.map(|line| line.matches('Z').count()).sum()
                };
                assert_eq!(closed("<path d"), variant.board().cells().len());
                assert_eq!(closed("<path fill=\"none\""), 4, "one line around the board for each stroke of the rim");
                assert!(!picture.contains("<text"));
                assert!(!picture.contains("NaN") && !picture.contains("inf"));
            }
        }
    }

    #[test]
    fn the_rim_is_closed_at_every_scale() {
        let outline = |scale: f64| {
            let picture = svg(&Variant::by_id("shafran").unwrap().start(), &Style { scale, ..Style::default() });
            let rim = picture.lines().find(|line| line.starts_with("<path fill=\"none\"")).unwrap().to_owned();
            ["M", "L", "Z"].map(|part| rim.matches(part).count())
        };
        for scale in 1..2000 {
            let scale = f64::from(scale) / 50.0 + 10.0;
            assert_eq!(outline(scale), outline(64.0), "{scale}");
        }
    }

    #[test]
    fn every_theme_and_piece_set_looks_different() {
        let position = Variant::by_id("glinski").unwrap().start();
        let mut pictures = std::collections::HashSet::new();
        for theme in Theme::ALL {
            for pieces in PieceSet::ALL {
                for dark in [false, true] {
                    pictures.insert(svg(&position, &Style { theme, pieces, dark, ..Style::default() }));
                }
            }
        }
        assert_eq!(pictures.len(), 16);
    }

    #[test]
    fn the_board_of_a_card_fills_its_height_or_its_width() {
        for variant in Variant::all() {
            let drawn = card(&variant.start(), &Style::default());
            let pixels = resvg::tiny_skia::Pixmap::decode_png(&crate::png(&drawn, CARD_WIDTH).unwrap()).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (CARD_WIDTH, CARD_HEIGHT));
            let ground = pixels.pixel(0, 0).unwrap();
            let painted = |x: u32, y: u32| pixels.pixel(x, y).is_some_and(|pixel| pixel != ground);
            let columns: Vec<u32> = (0..CARD_WIDTH).filter(|&x| (0..CARD_HEIGHT).any(|y| painted(x, y))).collect();
            let rows: Vec<u32> = (0..CARD_HEIGHT).filter(|&y| (0..CARD_WIDTH).any(|x| painted(x, y))).collect();
            let (left, right) = (columns[0], CARD_WIDTH - 1 - columns[columns.len() - 1]);
            let (top, bottom) = (rows[0], CARD_HEIGHT - 1 - rows[rows.len() - 1]);
            // The board leaves a little more space at its corners than at its coordinates.
            assert!(left.min(top) >= 20 && left.min(top) <= 60, "{}: {left} {top}", variant.id());
            assert!(left.abs_diff(right) < 30 && top.abs_diff(bottom) < 30, "{}", variant.id());
        }
    }
}
