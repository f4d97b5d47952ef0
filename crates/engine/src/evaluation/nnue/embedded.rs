//! The networks that are part of the program: one a variant, for those where it has beaten the handcrafted evaluation.

use std::sync::{Arc, LazyLock};

use saffron_rules::Variant;

use super::Network;

/// The files, by the variant's id.
#[cfg(feature = "networks")]
const FILES: &[(&str, &[u8])] = &[
    ("shafran", include_bytes!("../../../networks/shafran.nnue")),
    ("glinski", include_bytes!("../../../networks/glinski.nnue")),
    ("mccooey", include_bytes!("../../../networks/mccooey.nnue")),
];
#[cfg(not(feature = "networks"))]
const FILES: &[(&str, &[u8])] = &[];

static NETWORKS: LazyLock<Vec<(&'static str, Arc<Network>)>> = LazyLock::new(|| {
    FILES
        .iter()
        .filter_map(|&(id, bytes)| {
            let network = Network::from_bytes(Variant::by_id(id)?, bytes).ok()?;
            Some((id, Arc::new(network)))
        })
        .collect()
});

/// The variant's own network, where it has one.
pub(crate) fn embedded_network(variant: &'static Variant) -> Option<Arc<Network>> {
    NETWORKS.iter().find(|(id, _)| *id == variant.id()).map(|(_, network)| Arc::clone(network))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_network_can_be_read() {
        for &(id, bytes) in FILES {
            let variant = Variant::by_id(id).unwrap();
            assert_eq!(Network::from_bytes(variant, bytes).map(|_| ()), Ok(()), "{id}");
            assert!(bytes.len() < 2_000_000, "{id}: networks are below 2 MB");
            assert!(embedded_network(variant).is_some());
        }
    }
}
