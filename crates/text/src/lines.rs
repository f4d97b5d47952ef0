//! Normalization of line ends.

/// Streaming converter of every line end to LF.
#[derive(Debug, Default)]
pub(crate) struct LineEnds {
    /// True if the last character was CR, so that a following LF belongs to the same line end.
    after_return: bool,
}

impl LineEnds {
    pub(crate) fn push(&mut self, piece: &str, text: &mut String) {
        text.reserve(piece.len());
        for sign in piece.chars() {
            let is_second_half = std::mem::replace(&mut self.after_return, sign == '\r') && sign == '\n';
            match sign {
                _ if is_second_half => {}
                '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => text.push('\n'),
                // A space keeps the words on both sides apart.
                '\0' | '\u{1a}' => text.push(' '),
                _ => text.push(sign),
            }
        }
    }
}
