//! Numbers and lists of bytes, little-endian.

/// Writes them.
#[cfg(feature = "solver")]
#[derive(Debug, Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

#[cfg(feature = "solver")]
impl Writer {
    pub(crate) fn u8(&mut self, value: usize) {
        self.0.push(value as u8);
    }

    pub(crate) fn u32(&mut self, value: usize) {
        self.0.extend((value as u32).to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    /// A list with its length.
    pub(crate) fn list(&mut self, bytes: &[u8]) {
        self.u32(bytes.len());
        self.0.extend(bytes);
    }

    /// A list of numbers of four bytes with its length: all lowest bytes, then all next ones, and so on.
    pub(crate) fn numbers(&mut self, numbers: &[u32]) {
        self.u32(numbers.len());
        (0..4).for_each(|byte| self.0.extend(numbers.iter().map(|number| number.to_le_bytes()[byte])));
    }

    /// A list of numbers of two bytes with its length: all low bytes, then all high ones.
    pub(crate) fn words(&mut self, words: &[u16]) {
        self.u32(words.len());
        self.0.extend(words.iter().map(|word| word.to_le_bytes()[0]));
        self.0.extend(words.iter().map(|word| word.to_le_bytes()[1]));
    }
}

/// Reads them; every method is `None` past the end.
#[derive(Debug)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn u8(&mut self) -> Option<usize> {
        self.take(1).map(|bytes| usize::from(bytes[0]))
    }

    pub(crate) fn u32(&mut self) -> Option<usize> {
        let bytes = self.take(4)?;
        usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    pub(crate) fn list(&mut self) -> Option<&'a [u8]> {
        let length = self.u32()?;
        self.take(length)
    }

    pub(crate) fn numbers(&mut self) -> Option<Vec<u32>> {
        let length = self.u32()?;
        let [a, b, c, d] = [self.take(length)?, self.take(length)?, self.take(length)?, self.take(length)?];
        Some((0..length).map(|at| u32::from_le_bytes([a[at], b[at], c[at], d[at]])).collect())
    }

    pub(crate) fn words(&mut self) -> Option<Vec<u16>> {
        let length = self.u32()?;
        let (low, high) = (self.take(length)?, self.take(length)?);
        Some(low.iter().zip(high).map(|(low, high)| u16::from_le_bytes([*low, *high])).collect())
    }
}
