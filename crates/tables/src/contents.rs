//! The files of tables as they are, for whoever hands them on.

use crate::ending::Ending;
use crate::file::{TableFile, beginning};
use crate::set::Tables;

impl Tables {
    /// All bytes of the file of an ending; `None` where it is not at hand.
    pub fn contents(&self, ending: &Ending) -> Option<&[u8]> {
        self.file(ending).map(TableFile::contents)
    }

    /// The beginning of the file of an ending, which has the checksums of all that follows; `None` where it is not at hand.
    pub fn start(&self, ending: &Ending) -> Option<&[u8]> {
        let contents = self.contents(ending)?;
        let (length, _) = beginning(contents).ok()?;
        contents.get(..length)
    }
}
