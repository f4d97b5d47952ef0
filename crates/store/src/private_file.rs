//! Files with personal data: other users of the machine cannot read them, not even while they are written.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates a file that only its owner can read and write (mode 0600). On Windows it has the access rights of its folder.
///
/// # Errors
/// Those of the file system; `AlreadyExists` where there is a file.
pub fn create_private_file(path: &Path) -> io::Result<File> {
    private(OpenOptions::new().write(true).create_new(true)).open(path)
}

/// Makes files that these options create private.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
