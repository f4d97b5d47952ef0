//! Layout of table files, and errors of opening and reading them.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 7 | `SAFTABLE` |
//! | 8 to 11 | the version of this format |
//! | 12 to 15 | the length of the description, compressed with zlib |
//! | 16 to 23 | the length of the file |
//! | 24 to 27 | the CRC-32 of the compressed description |
//! | 28 to 31 | the CRC-32 of bytes 0 to 27 |
//! | from 32 | the description: variant, a checksum of its rules, pieces; of each stream the models and the lengths of its groups |
//! | then | the CRC-32 of each frame, and one of all these |
//! | then | frames of 4096 bytes, the last one shorter: the groups of the streams |

use crate::format::ending::Ending;

/// First bytes of a file.
pub(crate) const MAGIC: &[u8; 8] = b"SAFTABLE";
/// Version of the format.
pub(crate) const VERSION: u32 = 3;
/// Length of the header, which is before the description, in bytes.
pub const HEADER: usize = 32;
/// Length of a frame in bytes; the last frame of a file may be shorter.
pub const FRAME: usize = 4096;

/// Error of opening a file as a table of a variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// Wrong first bytes.
    #[error("this is no table")]
    Magic,
    /// Unknown version of the format.
    #[error("version {0} of the format is not known, only {VERSION}")]
    Version(u32),
    /// Length that differs from the one in the header.
    #[error("the file has {found} bytes instead of {expected}")]
    Length {
        /// Length in the header.
        expected: u64,
        /// Length of the file.
        found: u64,
    },
    /// Wrong checksum of a part.
    #[error("the file is damaged: the checksum of {0} is wrong")]
    Damaged(&'static str),
    /// Description that is not of a table, with right checksums.
    #[error("the description of the table is not valid")]
    Description,
    /// Table of another variant, or of other rules under its name.
    #[error("the table is for other rules, of the variant {0:?}")]
    Variant(String),
}

/// Error of reading a stored value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadError {
    /// Wrong checksum of a frame.
    #[error("the table of {ending} is damaged in the 4096 bytes from {offset} on")]
    Damaged {
        /// Ending.
        ending: Ending,
        /// Offset of the frame in the file.
        offset: u64,
    },
    /// Missing frame of a table that is read piece by piece.
    #[error("the {length} bytes of the table of {ending} from {offset} on are not there yet")]
    Missing {
        /// Ending.
        ending: Ending,
        /// Offset of the frame in the file.
        offset: u64,
        /// Length in bytes.
        length: usize,
    },
    /// Failure of the system to read the file, or a file that has become shorter since it was opened.
    #[error("the table of {ending} cannot be read from byte {offset} on: {kind}")]
    Unreadable {
        /// Ending.
        ending: Ending,
        /// Offset of the frame in the file.
        offset: u64,
        /// Kind of the error of the system; [`UnexpectedEof`](std::io::ErrorKind::UnexpectedEof) if the file ends.
        kind: std::io::ErrorKind,
    },
}

impl ReadError {
    /// Ending whose table could not be read.
    pub fn ending(&self) -> &Ending {
        let (Self::Damaged { ending, .. } | Self::Missing { ending, .. } | Self::Unreadable { ending, .. }) = self;
        ending
    }
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

/// Reads from the first [`HEADER`] bytes of a file the size of the beginning, which is needed to open it, and the length of the
/// file, both in bytes.
///
/// # Errors
/// [`FileError`].
pub fn beginning(header: &[u8]) -> Result<(usize, u64), FileError> {
    let header = header.get(..HEADER).ok_or(FileError::Magic)?;
    if &header[..8] != MAGIC {
        return Err(FileError::Magic);
    }
    if crc32fast::hash(&header[..28]) != u32_at(header, 28) {
        return Err(FileError::Damaged("the header"));
    }
    if u32_at(header, 8) != VERSION {
        return Err(FileError::Version(u32_at(header, 8)));
    }
    let text = u32_at(header, 12) as usize;
    let length = u64::from(u32_at(header, 16)) | u64::from(u32_at(header, 20)) << 32;
    // One checksum of four bytes for each frame, and one of these.
    let left = length.checked_sub((HEADER + text + 4) as u64).ok_or(FileError::Description)?;
    let frames = left.div_ceil(FRAME as u64 + 4);
    Ok((HEADER + text + 4 + usize::try_from(frames * 4).map_err(|_| FileError::Description)?, length))
}
