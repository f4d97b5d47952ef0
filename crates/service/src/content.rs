//! Response bodies with an entity tag.

use std::hash::{DefaultHasher, Hasher};

use bytes::Bytes;

/// Bytes of a file in one encoding, and their entity tag.
#[derive(Clone, Debug)]
pub struct Content {
    pub bytes: Bytes,
    pub etag: String,
}

impl Content {
    /// The bytes with a tag computed from them.
    pub fn new(bytes: Bytes) -> Self {
        let etag = entity_tag(&bytes);
        Self { bytes, etag }
    }
}

/// Entity tag that other bytes do not have: a hash of them.
pub fn entity_tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}-{:x}\"", hasher.finish(), bytes.len())
}
