//! The client of a request: its address, and whether its connection is encrypted.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::{HeaderMap, HeaderName};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;
use saffron_service::client::Client;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Whether a trusted proxy says that the visitor's connection is encrypted. Headers of other peers are ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Https(pub(crate) bool);

/// Client that [`identify_client`] found for a request; [`Client::UNKNOWN`] on routes without it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller(pub(crate) Client);

impl Caller {
    pub(crate) fn of(parts: &Parts) -> Client {
        parts.extensions.get().copied().unwrap_or(Client::UNKNOWN)
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Self::of(parts)))
    }
}

/// Networks of reverse proxies whose headers are trusted.
#[derive(Clone, Debug)]
pub(crate) struct TrustedProxies(Arc<[IpNet]>);

impl TrustedProxies {
    pub(crate) fn new(networks: &[IpNet]) -> Self {
        Self(networks.into())
    }

    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Address that a request comes from: the peer's or, if the peer is a trusted proxy, the last address in
    /// `X-Forwarded-For` that is not a trusted proxy. Each proxy appends its peer's address, so earlier entries are
    /// unverified claims of the client.
    pub(crate) fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut origin = peer;
        let values = headers.get_all(X_FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
        let mut hops: Vec<&str> = values.flat_map(|value| value.split(',')).map(str::trim).collect();
        while self.contains(origin) {
            match hops.pop().and_then(parse_hop) {
                Some(address) => origin = address,
                None => break,
            }
        }
        origin
    }
}

/// Parses an IP address with or without a port.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

/// Middleware that stores the [`Client`] of a request, and [`Https`], in its extensions.
pub(crate) async fn identify_client(
    State(proxies): State<TrustedProxies>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let client = peer.map_or(Client::UNKNOWN, |peer| Client::new(proxies.origin(peer, request.headers())));
    let by_proxy = peer.is_some_and(|peer| proxies.contains(peer));
    let https = by_proxy && request.headers().get(X_FORWARDED_PROTO).is_some_and(|scheme| scheme == "https");
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(Https(https));
    next.run(request).await
}

/// The client that [`identify_client`] stored; [`Client::UNKNOWN`] if it did not run.
pub(crate) fn client_of<B>(request: &axum::http::Request<B>) -> Client {
    request.extensions().get().copied().unwrap_or(Client::UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn origin(peer: &str, forwarded: &[&str]) -> IpAddr {
        let proxies =
            TrustedProxies::new(&["127.0.0.1/32", "10.0.0.0/24"].map(|text| text.parse().expect("a network")));
        let headers = forwarded.iter().map(|value| (X_FORWARDED_FOR, value.parse().expect("a header")));
        proxies.origin(ip(peer), &headers.collect())
    }

    #[test]
    fn only_trusted_proxies_name_another_client() {
        assert_eq!(origin("192.0.2.9", &["198.51.100.1"]), ip("192.0.2.9"));
        assert_eq!(origin("127.0.0.1", &["198.51.100.1"]), ip("198.51.100.1"));
        assert_eq!(origin("::ffff:127.0.0.1", &["198.51.100.1"]), ip("198.51.100.1"));
        assert_eq!(origin("127.0.0.1", &[]), ip("127.0.0.1"));
    }

    #[test]
    fn what_a_client_claims_in_front_of_the_proxies_is_not_used() {
        assert_eq!(origin("127.0.0.1", &["203.0.113.7, 198.51.100.1"]), ip("198.51.100.1"));
        assert_eq!(origin("127.0.0.1", &["203.0.113.7", "198.51.100.1, 10.0.0.7"]), ip("198.51.100.1"));
        assert_eq!(origin("127.0.0.1", &["203.0.113.7, nonsense"]), ip("127.0.0.1"));
    }

    #[test]
    fn hops_may_have_ports() {
        assert_eq!(origin("127.0.0.1", &["198.51.100.1:4711"]), ip("198.51.100.1"));
        assert_eq!(origin("127.0.0.1", &["[2001:db8::1]:4711"]), ip("2001:db8::1"));
        assert_eq!(origin("127.0.0.1", &["[2001:db8::1]"]), ip("2001:db8::1"));
    }
}
