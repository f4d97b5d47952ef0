//! The ends of lines.

/// Writes LF for every line end, in a text that comes in pieces.
#[derive(Debug, Default)]
pub(crate) struct LineEnds {
    /// Whether the last character was CR, so that LF after it is the same end.
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
                // Nothing, but a space between what stands on both sides of it.
                '\0' | '\u{1a}' => text.push(' '),
                _ => text.push(sign),
            }
        }
    }
}
