//! The index of each cell of a board.

use crate::board::spec::{BoardError, FileSpan};
use crate::cell::Cell;
use alloc::vec::Vec;

/// Numbering of the cells in which a step adds the same amount wherever it is made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    /// Difference of index for a step to the next file.
    across: i16,
    /// Difference of index for a step up the file.
    up: i16,
    /// Taken off, so that the lowest number is 0.
    least: i16,
}

impl Numbering {
    /// File by file, each taking as many places as the whole board is high; where that needs too many,
    /// as closely as the cells allow.
    pub(crate) fn of(files: &[FileSpan], lowest: i8, highest: i8) -> Result<Self, BoardError> {
        let height = i16::from(highest) - i16::from(lowest) + 1;
        let places = height * files.len() as i16;
        if places as usize <= Cell::COUNT {
            return Ok(Self { across: height, up: 1, least: i16::from(lowest) });
        }
        let closer = (1..=height).map(|across| (across, 1)).chain((1..=files.len() as i16).map(|up| (1, up)));
        let fitting = closer.filter_map(|(across, up)| Self::close(files, across, up));
        let (span, numbering) = fitting
            .min_by_key(|&(span, _)| span)
            .unwrap_or((places as usize, Self { across: height, up: 1, least: i16::from(lowest) }));
        if span > Cell::COUNT { Err(BoardError::TooLarge(span)) } else { Ok(numbering) }
    }

    /// The numbering with these steps and the places that it needs; none if two cells would have one number.
    fn close(files: &[FileSpan], across: i16, up: i16) -> Option<(usize, Self)> {
        let numbers = files
            .iter()
            .zip(0..)
            .flat_map(|(file, x)| (file.low..=file.high).map(move |y| x * across + i16::from(y) * up));
        let mut numbers: Vec<i16> = numbers.collect();
        numbers.sort_unstable();
        let (&least, &most) = (numbers.first()?, numbers.last()?);
        let unique = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        unique.then_some(((most - least) as usize + 1, Self { across, up, least }))
    }

    /// The cell at these coordinates, which must be the board's.
    #[inline]
    pub(crate) fn cell(self, x: i8, y: i8) -> Cell {
        Cell::new((i16::from(x) * self.across + i16::from(y) * self.up - self.least) as usize)
    }
}
