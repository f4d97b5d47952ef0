//! Conversion of an SVG to a PNG.

use resvg::{tiny_skia, usvg};

/// Error of drawing a PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The SVG cannot be parsed.
    #[error("the SVG cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The width is 0 or too large.
    #[error("a picture {0} pixels wide cannot be made")]
    Size(u32),
    /// The pixels cannot be encoded as PNG.
    #[error("the picture cannot be written: {0}")]
    Encode(String),
}

/// Draws an SVG as a PNG that is `width` pixels wide, with a transparent background.
///
/// # Errors
/// A [`PngError`] if the SVG is invalid or the width is not 1 to 16,384.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let pixels = (1..=16_384).contains(&width).then(|| tiny_skia::Pixmap::new(width, height)).flatten();
    let mut pixels = pixels.ok_or(PngError::Size(width))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Style, svg};
    use saffron_rules::Variant;

    #[test]
    fn a_picture_has_the_width_and_a_board_on_it() {
        let picture = svg(&Variant::by_id("shafran").unwrap().start(), &Style::default());
        let pixels = tiny_skia::Pixmap::decode_png(&png(&picture, 300).unwrap()).unwrap();
        assert_eq!(pixels.width(), 300);
        let painted = pixels.pixels().iter().filter(|pixel| pixel.alpha() == 255).count();
        assert!(painted * 2 > pixels.pixels().len(), "the board covers most of the picture");
        assert!(matches!(png(&picture, 0), Err(PngError::Size(0))));
        assert!(matches!(png("<svg", 10), Err(PngError::Svg(_))));
    }
}
