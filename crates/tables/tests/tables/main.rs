//! Tests of the tables in one program: it is linked once, and no processor is idle while the last test of a file runs.

mod en_passant;
mod fifty;
mod files;
mod forward;
mod known;
mod partial;
mod zeroing;
