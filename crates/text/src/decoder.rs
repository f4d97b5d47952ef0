//! Streaming decoder of a text.

use encoding_rs::{CoderResult, DecoderResult, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Maximum number of bytes of a line that are decoded at once.
const MAX_LINE: usize = 1 << 16;

/// Upper bound of the bytes that a decoder reads before it reports them as malformed.
const MAX_DAMAGE: usize = 16;

/// An encoding of the [Encoding Standard](https://encoding.spec.whatwg.org/).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding(&'static encoding_rs::Encoding);

impl Encoding {
    /// Returns the encoding with this label, such as `windows-1250`, `latin2` or `koi8-r`, in any case.
    pub fn for_label(label: &str) -> Option<Self> {
        encoding_rs::Encoding::for_label_no_replacement(label.as_bytes()).map(Self)
    }

    /// Returns the name of the encoding in the standard.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

/// Streaming decoder of a text file. It holds at most 64 KiB of a line.
pub struct Decoder {
    state: State,
    /// Bytes that cannot be decoded before the following ones arrive.
    pending: Vec<u8>,
    /// Last decoded bytes, if the whole text has one encoding.
    earlier: Vec<u8>,
    line_ends: LineEnds,
}

enum State {
    /// Before the first bytes, with the encoding that the caller asked for.
    Start(Option<Encoding>),
    /// Each line is UTF-8 or Windows-1252.
    Lines,
    /// The whole text has one encoding.
    One(Box<encoding_rs::Decoder>),
}

impl std::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decoder").field("pending", &self.pending.len()).finish_non_exhaustive()
    }
}

impl Decoder {
    /// Creates a decoder. A byte order mark in the text takes precedence over `encoding`.
    pub fn new(encoding: Option<Encoding>) -> Self {
        Self { state: State::Start(encoding), pending: Vec::new(), earlier: Vec::new(), line_ends: LineEnds::default() }
    }

    /// Decodes the next bytes. Appends the text that is certain, with LF line ends.
    pub fn push(&mut self, bytes: &[u8], text: &mut String) {
        self.pending.extend_from_slice(bytes);
        if matches!(self.state, State::Start(_)) && self.pending.len() >= 3 {
            self.start();
        }
        self.advance(false, text);
    }

    /// Decodes the remaining bytes at the end of the text.
    pub fn finish(&mut self, text: &mut String) {
        if matches!(self.state, State::Start(_)) {
            self.start();
        }
        self.advance(true, text);
    }

    /// Determines the encoding from the first bytes and removes a byte order mark.
    fn start(&mut self) {
        let State::Start(asked) = self.state else { return };
        let one = |encoding: &'static encoding_rs::Encoding| {
            State::One(Box::new(encoding.new_decoder_without_bom_handling()))
        };
        let (mark, state) = match (self.pending.as_slice(), asked) {
            ([0xef, 0xbb, 0xbf, ..], _) => (3, State::Lines),
            ([0xff, 0xfe, ..], _) => (2, one(UTF_16LE)),
            ([0xfe, 0xff, ..], _) => (2, one(UTF_16BE)),
            (_, Some(Encoding(encoding))) if encoding == UTF_8 => (0, State::Lines),
            (_, Some(Encoding(encoding))) => (0, one(encoding)),
            ([first, 0, ..], None) if *first != 0 => (0, one(UTF_16LE)),
            ([0, second, ..], None) if *second != 0 => (0, one(UTF_16BE)),
            _ => (0, State::Lines),
        };
        self.pending.drain(..mark);
        self.state = state;
    }

    fn advance(&mut self, is_last: bool, text: &mut String) {
        let mut decoded = String::new();
        match &mut self.state {
            State::Start(_) => return,
            State::Lines => {
                let mut rest = self.pending.as_slice();
                while let Some(length) = next_line(rest, is_last) {
                    let (line, after) = rest.split_at(length);
                    decode_line(line, &mut decoded);
                    rest = after;
                }
                let done = self.pending.len() - rest.len();
                self.pending.drain(..done);
            }
            State::One(decoder) => {
                decode_all(decoder, &mut self.earlier, &self.pending, is_last, &mut decoded);
                self.pending.clear();
            }
        }
        self.line_ends.push(&decoded, text);
    }
}

/// Returns the length of the next line with its end, or of a part of a long line; `None` if the line is not complete.
fn next_line(bytes: &[u8], is_last: bool) -> Option<usize> {
    let within = &bytes[..bytes.len().min(MAX_LINE)];
    if let Some(end) = within.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        return Some(end + 1);
    }
    if bytes.len() < MAX_LINE {
        return Some(bytes.len()).filter(|&length| is_last && length > 0);
    }
    if let Some(space) = within.iter().rposition(|byte| matches!(byte, b' ' | b'\t')) {
        return Some(space + 1);
    }
    // Do not cut inside a character.
    let is_start = |&length: &usize| bytes.get(length).is_none_or(|byte| byte & 0xc0 != 0x80);
    Some((MAX_LINE - 3..=MAX_LINE).rev().find(is_start).unwrap_or(MAX_LINE))
}

/// Decodes a line as UTF-8 if it has at least as many multi-byte characters as invalid bytes. The invalid bytes, or otherwise
/// all bytes, are decoded as Windows-1252.
fn decode_line(line: &[u8], text: &mut String) {
    let (mut characters, mut strays) = (0, 0);
    for chunk in line.utf8_chunks() {
        characters += chunk.valid().chars().filter(|sign| !sign.is_ascii()).count();
        strays += chunk.invalid().len();
    }
    if characters < strays {
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(line).0);
        return;
    }
    for chunk in line.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
}

/// Decodes bytes of one encoding. Malformed bytes are decoded as Windows-1252, one by one; an unpaired surrogate of UTF-16
/// becomes the replacement character.
fn decode_all(
    decoder: &mut encoding_rs::Decoder,
    earlier: &mut Vec<u8>,
    bytes: &[u8],
    is_last: bool,
    text: &mut String,
) {
    if [UTF_16LE, UTF_16BE].contains(&decoder.encoding()) {
        let mut rest = bytes;
        loop {
            text.reserve(decoder.max_utf8_buffer_length(rest.len()).unwrap_or(rest.len()));
            let (result, read, _) = decoder.decode_to_string(rest, text, is_last);
            rest = &rest[read..];
            if result == CoderResult::InputEmpty {
                return;
            }
        }
    }
    let known = earlier.len();
    let seen = [earlier.as_slice(), bytes].concat();
    let mut rest = bytes;
    loop {
        text.reserve(decoder.max_utf8_buffer_length_without_replacement(rest.len()).unwrap_or(rest.len()));
        let (result, read) = decoder.decode_to_string_without_replacement(rest, text, is_last);
        let done = bytes.len() - rest.len() + read;
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, after) => {
                let end = known + done - usize::from(after);
                let damaged = &seen[end - usize::from(length)..end];
                text.push_str(&WINDOWS_1252.decode_without_bom_handling(damaged).0);
            }
        }
    }
    // The decoder may report damaged bytes only in the next piece.
    let kept = seen.len().saturating_sub(MAX_DAMAGE);
    earlier.clear();
    earlier.extend_from_slice(&seen[kept..]);
}

/// Streaming converter of every line end to LF.
#[derive(Debug, Default)]
struct LineEnds {
    /// True if the last character was CR, so that a following LF belongs to the same line end.
    after_return: bool,
}

impl LineEnds {
    fn push(&mut self, piece: &str, text: &mut String) {
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
