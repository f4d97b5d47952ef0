//! The files of tables as they are, for whoever hands them on.

use std::ops::Range;

use crate::ending::Ending;
use crate::file::{ReadError, TableFile};
use crate::set::Tables;

impl Tables {
    /// Bytes of the file of an ending, as far as it has them, after their checksums were found to be right; `None` where it is not at
    /// hand.
    ///
    /// # Errors
    /// [`ReadError`], also where the file has changed since it was opened.
    pub fn contents(&self, ending: &Ending, range: Range<u64>) -> Result<Option<Vec<u8>>, ReadError> {
        self.file(ending).map(|file| file.contents(range)).transpose()
    }

    /// The beginning of the file of an ending, which has the checksums of all that follows; `None` where it is not at hand.
    pub fn start(&self, ending: &Ending) -> Option<&[u8]> {
        self.file(ending).map(TableFile::start)
    }
}
