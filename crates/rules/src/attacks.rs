//! Sliding attacks along one line, by obstruction difference.
//!
//! The two halves of a line, below and above the slider, are masks. Subtracting the nearest man
//! below from the men above and comparing turns over exactly the bits between the nearest man
//! on either side (Michael Hoffmann and Gerd Isenberg describe it for ordinary chess). It needs
//! no table of occupations and no special instruction.

use crate::CellSet;

/// The parts of a line below and above a cell in the order of the indices.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Halves {
    lower: u128,
    upper: u128,
}

impl Halves {
    /// The cells that a slider sees on this line, the first man either way included.
    #[inline]
    pub(crate) fn attacks(&self, occupied: CellSet) -> CellSet {
        let lower = self.lower & occupied.0;
        let upper = self.upper & occupied.0;
        let nearest_below = (1 << 127) >> (lower | 1).leading_zeros();
        let changed = upper ^ upper.wrapping_sub(nearest_below);
        CellSet((self.lower | self.upper) & changed)
    }
}

/// The six lines through a cell from its twelve rays: three orthogonal, three diagonal.
pub(crate) fn halves(rays: &[CellSet; 12]) -> [Halves; 6] {
    [0, 1, 2, 6, 7, 8].map(|up| Halves { lower: rays[up + 3].0, upper: rays[up].0 })
}
