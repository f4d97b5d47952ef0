//! Client of a request, as quotas and limits count it.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An IPv4 address, or the /64 network of an IPv6 address, since a single client usually has a whole network of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(IpAddr);

impl Client {
    /// Client of requests whose peer is unknown.
    pub const UNKNOWN: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// The client that an address belongs to.
    pub fn new(address: IpAddr) -> Self {
        match address.to_canonical() {
            address @ IpAddr::V4(_) => Self(address),
            IpAddr::V6(address) => {
                let network = address.to_bits() & (u128::MAX << 64);
                Self(IpAddr::V6(Ipv6Addr::from_bits(network)))
            }
        }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_client() {
        let same = [("2001:db8::1", "2001:db8::ffff:0:0:2"), ("::ffff:192.0.2.1", "192.0.2.1")];
        for (one, other) in same {
            assert_eq!(Client::new(ip(one)), Client::new(ip(other)));
        }
        let different = [("2001:db8:0:1::1", "2001:db8::1"), ("192.0.2.1", "192.0.2.2")];
        for (one, other) in different {
            assert_ne!(Client::new(ip(one)), Client::new(ip(other)));
        }
    }
}
