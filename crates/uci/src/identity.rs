//! Name of the engine, by which test frameworks tell two builds apart.

use saffron_engine::NetworkChoice;
use saffron_rules::Variant;

/// First 8 digits of the commit that the engine was built from; empty if it is unknown.
const COMMIT: &str = env!("SAFFRON_COMMIT");

/// Name of the engine with version and commit, such as `Saffron 0.1.0 a163b890`.
pub fn version() -> String {
    let version = format!("Saffron {}", env!("CARGO_PKG_VERSION"));
    if COMMIT.is_empty() { version } else { format!("{version} {COMMIT}") }
}

/// Returns the name with the checksum of the variant's network, such as `Saffron 0.1.0 a163b890 net 5f0c33aa`.
pub(crate) fn name(variant: &'static Variant, network: &NetworkChoice) -> String {
    let mut name = version();
    if let Some(checksum) = network.checksum(variant) {
        name.push_str(&format!(" net {checksum:08x}"));
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_has_commit_and_network() {
        let variant = Variant::by_id("shafran").unwrap();
        let name = |choice| name(variant, &choice);
        let with = name(NetworkChoice::Embedded);
        let without = name(NetworkChoice::None);
        let (rest, checksum) = with.split_once(" net ").unwrap();
        assert_eq!(rest, without);
        // The checksum is in bytes 8 to 11 of the file.
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/networks/shafran.nnue")).unwrap();
        let stored = u32::from_le_bytes(file[8..12].try_into().unwrap());
        assert_eq!(checksum, format!("{stored:08x}"));
        assert!(COMMIT.is_empty() || rest.ends_with(COMMIT), "{rest}");
    }
}
