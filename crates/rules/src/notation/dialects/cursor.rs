//! Reading cells and words from the beginning of a text.

/// Rest of a text. Each method takes what it reads, and nothing if it returns `None`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
}

/// A cell as it is written: the letter of its file, its rank.
pub(super) type WrittenCell = (char, u8);

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Takes spaces and tabs and returns how many there were.
    pub(super) fn spaces(&mut self) -> usize {
        let after = self.rest.trim_start_matches([' ', '\t']);
        let count = self.rest.len() - after.len();
        self.rest = after;
        count
    }

    /// Takes a sign, any of those given.
    pub(super) fn sign(&mut self, signs: &[char]) -> Option<char> {
        let sign = self.rest.chars().next().filter(|sign| signs.contains(sign))?;
        self.rest = &self.rest[sign.len_utf8()..];
        Some(sign)
    }

    /// Takes the letters of a word that no letter or digit follows.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(end);
        if word.is_empty() || after.starts_with(char::is_alphanumeric) {
            return None;
        }
        self.rest = after;
        Some(word)
    }

    /// Takes a whole number.
    pub(super) fn number(&mut self) -> Option<&'a str> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, after) = self.rest.split_at(end);
        if number.is_empty() {
            return None;
        }
        self.rest = after;
        Some(number)
    }

    /// Takes the name of a cell: a small letter and a rank without a leading zero.
    pub(super) fn cell(&mut self) -> Option<WrittenCell> {
        let before = *self;
        let found = self.try_cell();
        if found.is_none() {
            *self = before;
        }
        found
    }

    fn try_cell(&mut self) -> Option<WrittenCell> {
        let file = self.rest.chars().next().filter(char::is_ascii_lowercase)?;
        self.rest = &self.rest[1..];
        let rank = self.number().filter(|rank| !rank.starts_with('0'))?.parse().ok()?;
        (!self.rest.starts_with(|c: char| c.is_alphanumeric())).then_some((file, rank))
    }
}
