//! Opening the store.

use std::path::Path;
use std::sync::Arc;

use saffron_store::{
    Database, MemoryDisk, MemoryOptions, Postgres, PostgresOptions, Sqlite, SqliteOptions, StoreError,
};

use crate::config::Storage;

/// Opens the store.
///
/// # Errors
/// Fails if the file or the connection cannot be opened; the error is one sentence for the operator.
pub async fn open(storage: Storage) -> Result<Arc<dyn Database>, StoreError> {
    match storage {
        Storage::Memory => Ok(Arc::new(MemoryDisk::new(MemoryOptions::default())?.open())),
        Storage::Postgres(url) => Ok(Arc::new(Postgres::open(&url, &PostgresOptions::default()).await?)),
        Storage::File(path) => {
            let opened = tokio::task::spawn_blocking(move || open_file(&path)).await;
            Ok(Arc::new(opened.map_err(|error| StoreError::Io(error.to_string()))??))
        }
    }
}

/// Opens an SQLite database, after creating its folder if it is missing.
fn open_file(path: &Path) -> Result<Sqlite, StoreError> {
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        let failed = |error: std::io::Error| StoreError::Io(format!("{}: {error}", folder.display()));
        private_folder().create(folder).map_err(failed)?;
    }
    Sqlite::open(path, &SqliteOptions::default())
}

/// Builder of folders that other users of the machine cannot read, since they hold e-mail addresses and password
/// hashes.
pub fn private_folder() -> std::fs::DirBuilder {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}
