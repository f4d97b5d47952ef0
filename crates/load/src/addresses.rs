//! Addresses of the server and of the connections to it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use crate::error::LoadError;

/// Maximum number of sockets per source address. It is far below the number of ephemeral ports, because the search for a free
/// port becomes slow when few are left.
const SOCKETS_PER_SOURCE: usize = 4_000;

/// Addresses of the server and of the connections to it.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    pub(crate) host: String,
    pub(crate) server: SocketAddr,
}

impl Addresses {
    pub(crate) async fn of(host: &str) -> Result<Self, LoadError> {
        let mut found =
            tokio::net::lookup_host(host).await.map_err(|error| LoadError::Connect(host.to_owned(), error))?;
        let server = found.find(|address| address.ip().is_loopback());
        let server = server.ok_or_else(|| LoadError::NotLoopback(host.to_owned()))?;
        Ok(Self { host: host.to_owned(), server })
    }

    /// Returns the source address of a connection: 127.0.0.1, .2, ..., since each has a limited number of ports.
    pub(crate) fn source(&self, number: usize) -> Option<SocketAddr> {
        let block = u8::try_from(number / SOCKETS_PER_SOURCE).ok()?.checked_add(1)?;
        self.server.is_ipv4().then(|| SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, block)), 0))
    }
}
