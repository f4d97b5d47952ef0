//! Reader of little-endian numbers and lists of bytes.

/// Reads little-endian numbers and lists; every method is `None` past the end.
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
