//! Where the pieces of a position stand.

use saffron_rules::Cell;

use crate::ending::MOST_PIECES;

/// The most pieces beside the kings.
pub(crate) const MOST_OTHERS: usize = MOST_PIECES - 2;

/// The cells of the pieces of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) kings: [Cell; 2],
    /// In the order of the ending; what is beyond its pieces is not used.
    pub(crate) others: [Cell; MOST_OTHERS],
}
