//! Glyphs of coordinates: letters and digits as lines, so that a picture needs no font.

/// Width of a glyph, which is also the distance between two glyphs.
pub(crate) const WIDTH: f64 = 9.0;
/// Height of a digit. The baseline is its lower edge.
pub(crate) const HEIGHT: f64 = 12.0;

/// Returns the SVG path of a character, in a box of [`WIDTH`] by [`HEIGHT`] with the origin at the upper left.
pub(crate) fn path(character: char) -> Option<&'static str> {
    Some(match character {
        'a' => "M8 5V12M8 8.5A3.5 3.5 0 1 1 1 8.5A3.5 3.5 0 1 1 8 8.5",
        'b' => "M1 0V12M1 8.5A3.5 3.5 0 1 1 8 8.5A3.5 3.5 0 1 1 1 8.5",
        'c' => "M7.2 6.2A3.5 3.5 0 1 0 7.2 10.8",
        'd' => "M8 0V12M8 8.5A3.5 3.5 0 1 1 1 8.5A3.5 3.5 0 1 1 8 8.5",
        'e' => "M1 8.5H8A3.5 3.5 0 1 0 6.9 11",
        'f' => "M6.7 .5C4.2 -.4 3 .8 3 3V12M1 5H6.3",
        'g' => "M8 5V12.5C8 15 6.5 16 4.5 16C3 16 2 15.5 1.3 14.8M8 8.5A3.5 3.5 0 1 1 1 8.5A3.5 3.5 0 1 1 8 8.5",
        'h' => "M1 0V12M1 8.5C1 6 2.5 5 4.5 5C6.5 5 8 6 8 8.5V12",
        'i' => "M4.5 5V12M4.5 1.4H4.6",
        'j' => "M5 5V13C5 15 4 16 2.5 16M5 1.4H5.1",
        'k' => "M1.5 0V12M7.5 5L1.5 9.5M4 7.7L7.8 12",
        'l' => "M4.5 0V12",
        '0' => "M4.5 0C7 0 8 3 8 6C8 9 7 12 4.5 12C2 12 1 9 1 6C1 3 2 0 4.5 0Z",
        '1' => "M2 2.5L5 0V12",
        '2' => "M1.2 3.2C1.2 1.2 2.6 0 4.5 0C6.4 0 7.7 1.2 7.7 3C7.7 4.4 7 5.4 5.8 6.7L1 12H8",
        '3' => {
            "M1.5 1.2C2.5 .3 3.5 0 4.5 0C6.5 0 7.6 1.3 7.6 3C7.6 4.8 6.3 5.7 4 5.7C6.5 5.7 8 6.8 8 8.8\
             C8 10.8 6.5 12 4.5 12C3 12 1.8 11.4 1 10.4"
        }
        '4' => "M6 12V0L1 8.5H8.3",
        '5' => {
            "M7.3 0H2L1.6 5.4C2.4 4.8 3.4 4.5 4.4 4.5C6.5 4.5 8 6 8 8.2C8 10.5 6.4 12 4.3 12\
             C2.9 12 1.8 11.5 1 10.6"
        }
        '6' => {
            "M7 1C6.3 .3 5.5 0 4.8 0C2.2 0 1 3 1 7C1 10.3 2.3 12 4.5 12C6.6 12 8 10.5 8 8.3\
             C8 6 6.6 4.7 4.6 4.7C2.7 4.7 1.3 5.8 1 7.5"
        }
        '7' => "M1 0H8L3.5 12",
        '8' => {
            "M4.5 5.6C2.8 5.6 1.5 4.5 1.5 2.8C1.5 1.1 2.8 0 4.5 0C6.2 0 7.5 1.1 7.5 2.8C7.5 4.5 6.2 5.6 4.5 5.6\
             C2.5 5.6 1 6.9 1 8.8C1 10.7 2.5 12 4.5 12C6.5 12 8 10.7 8 8.8C8 6.9 6.5 5.6 4.5 5.6Z"
        }
        '9' => {
            "M2 11C2.7 11.7 3.5 12 4.2 12C6.8 12 8 9 8 5C8 1.7 6.7 0 4.5 0C2.4 0 1 1.5 1 3.7\
             C1 6 2.4 7.3 4.4 7.3C6.3 7.3 7.7 6.2 8 4.5"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;

    #[test]
    fn every_label_of_every_board_can_be_drawn() {
        for variant in Variant::all() {
            for label in variant.board().labels() {
                assert!(label.text.chars().all(|c| super::path(c).is_some()), "{}", label.text);
            }
        }
    }
}
