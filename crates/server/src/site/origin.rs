//! The site's URL as visitors see it, for absolute links in documents.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use axum::http::HeaderMap;
use axum::http::header::{self, HeaderName};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use saffron_service::config::{PublicUrl, is_host};

use crate::http::client::TrustedProxies;

const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Origin for requests without a usable `Host`.
const FALLBACK: &str = "http://localhost";

/// Determines the site's URL for each request.
#[derive(Clone, Debug)]
pub(crate) struct Origins {
    pub(crate) fixed: Option<PublicUrl>,
    pub(crate) proxies: TrustedProxies,
}

impl Origins {
    /// The public URL if it is configured, otherwise the origin that the request was sent to. Whether that uses HTTPS
    /// is taken from trusted proxies only.
    pub(crate) fn of(&self, request: &Parts) -> String {
        if let Some(url) = &self.fixed {
            return url.to_string();
        }
        let peer = request.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let by_proxy = peer.is_some_and(|peer| self.proxies.contains(peer));
        let secure = by_proxy && text(&request.headers, &X_FORWARDED_PROTO) == Some("https");
        let host = text(&request.headers, &header::HOST).or(request.uri.authority().map(Authority::as_str));
        match host.filter(|host| is_host(host)) {
            Some(host) => format!("{}://{host}", if secure { "https" } else { "http" }),
            None => FALLBACK.to_owned(),
        }
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn origin(host: &str, proto: &str, peer: &str, fixed: Option<&str>) -> String {
        let request = Request::builder().uri("/").header("host", host).header("x-forwarded-proto", proto).body(());
        let (mut request, ()) = request.expect("a request").into_parts();
        let peer: SocketAddr = format!("{peer}:1").parse().expect("an address");
        request.extensions.insert(ConnectInfo(peer));
        let fixed = fixed.map(|url| url.parse().expect("a URL"));
        let proxies = TrustedProxies::new(&["127.0.0.1/32".parse().expect("a network")]);
        Origins { fixed, proxies }.of(&request)
    }

    #[test]
    fn the_public_url_goes_before_the_host() {
        assert_eq!(origin("127.0.0.1:8070", "", "192.0.2.1", Some("https://chess.example")), "https://chess.example");
        assert_eq!(origin("127.0.0.1:8070", "", "192.0.2.1", None), "http://127.0.0.1:8070");
    }

    #[test]
    fn only_a_trusted_proxy_says_that_visitors_use_https() {
        assert_eq!(origin("chess.example", "https", "127.0.0.1", None), "https://chess.example");
        assert_eq!(origin("chess.example", "https", "192.0.2.1", None), "http://chess.example");
    }

    #[test]
    fn a_host_cannot_bring_markup_into_a_document() {
        for host in ["\"><script>", "a b", "", "chess.example/x", &"a".repeat(300)] {
            assert_eq!(origin(host, "", "192.0.2.1", None), FALLBACK, "{host}");
        }
        assert!("https://a\"b".parse::<PublicUrl>().is_err());
        assert!("ftp://chess.example".parse::<PublicUrl>().is_err());
        assert!("https://user@chess.example".parse::<PublicUrl>().is_err());
    }
}
