//! Networks of the variants: those embedded in the program, which are the files of `networks`, listed by the build script, and
//! those that were added for user-defined variants. A built-in variant has a network if that has beaten the handcrafted evaluation.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use saffron_rules::Variant;

use super::file::NetworkError;
use super::network::Network;

/// Id of a variant and its network file.
type File = (&'static str, &'static [u8]);

#[cfg(feature = "networks")]
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/networks.rs"));
#[cfg(not(feature = "networks"))]
const FILES: &[File] = &[];

/// Id of a variant and its network, or the error that makes it unusable.
type Embedded = (&'static str, Result<Arc<Network>, NetworkError>);

static NETWORKS: LazyLock<Vec<Embedded>> = LazyLock::new(|| read_all(FILES));

/// Networks that were added, the latest last.
static ADDED: RwLock<Vec<Arc<Network>>> = RwLock::new(Vec::new());

/// Adds a network for its variant, in place of the embedded one: engines use it from their next variant or
/// [`Engine::set_network`](crate::Engine::set_network) on. It is kept until the program ends.
pub fn add_network(network: Network) {
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(network));
}

/// Reads the files of all built-in variants.
fn read_all(files: &[File]) -> Vec<Embedded> {
    let read = |&(id, bytes): &File| {
        let network = Network::from_bytes(Variant::by_id(id)?, bytes);
        Some((id, network.map(Arc::new)))
    };
    files.iter().filter_map(read).collect()
}

/// Finds the network of a variant; `None` if it has none.
fn find(networks: &[Embedded], variant: &Variant) -> Result<Option<Arc<Network>>, NetworkError> {
    networks.iter().find(|(id, _)| *id == variant.id()).map(|(_, network)| network.clone()).transpose()
}

/// Returns the network that was added for a variant, or its embedded one; `None` if it has neither.
///
/// # Errors
/// The embedded network is unusable.
pub(in super::super) fn embedded_network(variant: &'static Variant) -> Result<Option<Arc<Network>>, NetworkError> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    match added.iter().rev().find(|network| network.is_for(variant)) {
        Some(network) => Ok(Some(Arc::clone(network))),
        None => find(&NETWORKS, variant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_network_can_be_read() {
        for &(id, bytes) in FILES {
            let variant = Variant::by_id(id).unwrap();
            assert_eq!(Network::from_bytes(variant, bytes).map(|_| ()), Ok(()), "{id}");
            assert!(bytes.len() < 2_000_000, "{id}: networks are below 2 MB");
            assert!(embedded_network(variant).unwrap().is_some(), "{id}");
        }
        assert!(FILES.len() >= 6, "the first six games have networks");
    }

    #[test]
    fn a_damaged_embedded_network_is_an_error() {
        let mut damaged = include_bytes!("../../../networks/glinski.nnue").to_vec();
        damaged[70_000] ^= 1;
        let damaged: &'static [u8] = damaged.leak();
        let shafran = FILES.iter().copied().find(|(id, _)| *id == "shafran").unwrap();
        let networks = read_all(&[shafran, ("glinski", damaged)]);
        let found = |id| find(&networks, Variant::by_id(id).unwrap()).map(|network| network.is_some());
        assert_eq!(found("glinski"), Err(NetworkError::Damaged));
        assert_eq!(found("shafran"), Ok(true));
        assert_eq!(found("mccooey"), Ok(false));
    }
}
