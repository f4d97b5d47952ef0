//! Client of push services.
//!
//! Their addresses come from visitors. So only names on the port of HTTPS are contacted, whose addresses are public, and no redirect
//! is followed: a visitor cannot make the server reach into its own network. The operator may allow further services by their origins.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode, Url};
use rustls_native_certs::load_native_certs;
use saffron_live::Millis;
use saffron_store::push::Subscription;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::encryption::{BrowserKeys, ServerKey};
use crate::config::limits::{PUSH_SERVICE_TIMEOUT, PUSH_TTL};

/// Certificates of this machine, read once: simulations start many servers.
static ROOTS: LazyLock<Arc<RootCertStore>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    // A machine without certificates reaches no service; each message then says so.
    roots.add_parsable_certificates(load_native_certs().certs);
    Arc::new(roots)
});

/// Failed message to a browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NotPushed {
    /// The subscription has ended.
    Gone,
    /// Another attempt may succeed. The reason names no address.
    Later(String),
    /// Another attempt would fail, too.
    Never(String),
}

/// Invalid origin of a push service.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not the origin of a push service, such as https://push.example or http://127.0.0.1:8090")]
pub struct PushServiceError(pub String);

/// Client of push services, with the server's key.
#[derive(Debug)]
pub struct PushClient {
    http: Client,
    key: ServerKey,
    /// Address at which the operator is reached (RFC 8292, section 2.1).
    subject: String,
    /// Origins that the operator has allowed.
    allowed: Vec<String>,
}

impl PushClient {
    /// Client for the services of browsers and those of `allowed` origins.
    ///
    /// # Errors
    /// [`PushServiceError`] for an origin that is none.
    pub fn new(key: ServerKey, subject: String, allowed: &[String]) -> Result<Self, PushServiceError> {
        let (mut origins, mut hosts) = (Vec::new(), Vec::new());
        for each in allowed {
            let url = Url::parse(each).ok().filter(|url| url.path() == "/" && url.query().is_none());
            let found = url.and_then(|url| Some((origin(&url)?, url.host_str()?.to_owned())));
            let (origin, host) = found.ok_or_else(|| PushServiceError(each.clone()))?;
            origins.push(origin);
            hosts.push(host);
        }
        let resolver = Arc::new(PublicResolver { allowed: hosts });
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map(|builder| builder.with_root_certificates(Arc::clone(&ROOTS)).with_no_client_auth());
        let mut builder = Client::builder()
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(resolver)
            .connect_timeout(Duration::from_secs(5))
            .timeout(PUSH_SERVICE_TIMEOUT)
            .pool_max_idle_per_host(4);
        if let Ok(tls) = tls {
            builder = builder.tls_backend_preconfigured(tls);
        }
        let http = builder.build().map_err(|error| PushServiceError(error.to_string()))?;
        Ok(Self { http, key, subject, allowed: origins })
    }

    /// Public key of the server, in base64url.
    pub fn public_key(&self) -> String {
        self.key.public().to_owned()
    }

    /// Returns whether an endpoint can be an address of a push service.
    pub fn accepts(&self, endpoint: &str) -> bool {
        Url::parse(endpoint).is_ok_and(|url| self.origin_of_service(&url).is_some())
    }

    /// Origin of an endpoint, if it can be one.
    fn origin_of_service(&self, url: &Url) -> Option<String> {
        let origin = origin(url)?;
        // An address in place of a name has no domain, however it is written.
        let is_name = url.domain().is_some_and(|name| name.contains('.') && !name.ends_with('.'));
        let is_public = is_name && url.scheme() == "https" && url.port().is_none();
        (is_public || self.allowed.contains(&origin)).then_some(origin)
    }

    /// Sends a message to a browser.
    ///
    /// # Errors
    /// [`NotPushed`] with the refusal of the service or the failure of the connection.
    pub(super) async fn send(
        &self,
        subscription: &Subscription,
        text: Vec<u8>,
        urgent: bool,
        now: Millis,
    ) -> Result<(), NotPushed> {
        let never = |reason: &str| NotPushed::Never(reason.to_owned());
        // What was accepted before may not be any more.
        let url = Url::parse(&subscription.endpoint).map_err(|_| never("its address cannot be read"))?;
        let origin = self.origin_of_service(&url).ok_or_else(|| never("its address is no push service"))?;
        let keys = BrowserKeys::read(&subscription.public_key, &subscription.auth_secret);
        let body = keys.ok_or_else(|| never("its keys cannot be read"))?.encrypt(text);
        let request = self
            .http
            .post(url)
            .header("Authorization", self.key.authorization(&origin, &self.subject, now))
            .header("Content-Encoding", "aes128gcm")
            .header("Content-Type", "application/octet-stream")
            .header("TTL", (PUSH_TTL / 1000).to_string())
            .header("Urgency", if urgent { "high" } else { "normal" })
            .body(body.ok_or_else(|| never("the message is too long"))?);
        let response = request.send().await.map_err(|error| {
            let reason = if error.is_timeout() {
                "the push service did not answer in time"
            } else {
                "the push service could not be reached"
            };
            NotPushed::Later(reason.to_owned())
        })?;
        outcome(response.status())
    }
}

/// What the status of a reply means (RFC 8030, sections 5 and 7.3).
fn outcome(status: StatusCode) -> Result<(), NotPushed> {
    match status {
        status if status.is_success() => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(NotPushed::Gone),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            Err(NotPushed::Later(format!("the push service refused it for now ({})", status.as_u16())))
        }
        status if status.is_server_error() => {
            Err(NotPushed::Later(format!("the push service has failed ({})", status.as_u16())))
        }
        status => Err(NotPushed::Never(format!("the push service refused it ({})", status.as_u16()))),
    }
}

/// Origin of an address, with its port if that is not the scheme's; `None` if it is no address of HTTP or names a user.
fn origin(url: &Url) -> Option<String> {
    let is_http = ["http", "https"].contains(&url.scheme());
    (is_http && url.username().is_empty() && url.password().is_none()).then(|| url.origin().ascii_serialization())
}

/// Resolves names to public addresses only.
struct PublicResolver {
    /// Names that may have any address.
    allowed: Vec<String>,
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let any = self.allowed.iter().any(|allowed| allowed == name.as_str());
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.filter(|address| any || is_public(address.ip())).collect();
            if found.is_empty() {
                return Err("it has no public address".into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Returns whether an address is one of the public network (IANA's registries of special addresses).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            !(address.is_unspecified()
                || address.is_loopback()
                || address.is_private()
                || address.is_link_local()
                || address.is_multicast()
                || address.is_documentation()
                || a == 0
                || a >= 240
                || (a == 100 && (64..128).contains(&b))
                || (a == 192 && b == 0 && c == 0)
                || (a == 198 && (18..20).contains(&b)))
        }
        IpAddr::V6(address) => {
            if let Some(address) = address.to_ipv4() {
                return is_public(IpAddr::V4(address));
            }
            let [first, second, ..] = address.segments();
            // Of the addresses that are given out, not those of tunnels, documentation and translation.
            first & 0xe000 == 0x2000
                && first != 0x2002
                && !(first == 0x2001 && (second < 0x0200 || second == 0x0db8))
                && first != 0x3fff
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(allowed: &[&str]) -> Result<PushClient, PushServiceError> {
        let key = ServerKey::new(&[7; 32]).expect("a key");
        let allowed: Vec<String> = allowed.iter().map(|&each| each.to_owned()).collect();
        PushClient::new(key, "mailto:a@b.example".to_owned(), &allowed)
    }

    #[test]
    fn only_names_on_the_port_of_https_are_push_services() {
        let client = client(&["http://127.0.0.1:8090", "https://Push.Local:8443"]).expect("origins");
        for endpoint in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://web.push.apple.com:443/QA",
            "https://db5p.notify.windows.com/w/?token=BQ",
            "http://127.0.0.1:8090/a",
            "https://push.local:8443/b",
        ] {
            assert!(client.accepts(endpoint), "{endpoint}");
        }
        for endpoint in [
            "",
            "push",
            "/a",
            "http://push.example/a",
            "https://127.0.0.1/a",
            "https://[::1]/a",
            "https://[::ffff:10.0.0.1]/a",
            "https://2130706433/a",
            "https://0x7f.1/a",
            "https://localhost/a",
            "https://push.example./a",
            "https://user@push.example/a",
            "https://push.example:22/a",
            "https://127.1/a",
            "ftp://push.example/a",
            "http://127.0.0.1:8091/a",
            "https://127.0.0.1:8090/a",
        ] {
            assert!(!client.accepts(endpoint), "{endpoint}");
        }
    }

    #[test]
    fn an_origin_that_is_none_is_refused() {
        for wrong in ["push.example", "https://push.example/path", "ftp://push.example", "https://a@push.example", ""] {
            assert_eq!(client(&[wrong]).err(), Some(PushServiceError(wrong.to_owned())), "{wrong}");
        }
    }

    #[test]
    fn addresses_of_the_own_network_are_not_public() {
        for public in ["8.8.8.8", "1.1.1.1", "100.63.0.1", "198.20.0.1", "2606:4700::1111", "2001:4860:4860::8888"] {
            assert!(is_public(public.parse().expect("an address")), "{public}");
        }
        for own in [
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2001:db8::1",
            "2001::1",
            "2002:a00:1::",
            "3fff::1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(own.parse().expect("an address")), "{own}");
        }
    }

    #[test]
    fn a_status_ends_a_subscription_or_asks_for_another_attempt() {
        let kind = |status: u16| match outcome(StatusCode::from_u16(status).expect("a status")) {
            Ok(()) => "sent",
            Err(NotPushed::Gone) => "gone",
            Err(NotPushed::Later(_)) => "later",
            Err(NotPushed::Never(_)) => "never",
        };
        let cases = [
            (200, "sent"),
            (201, "sent"),
            (301, "never"),
            (400, "never"),
            (403, "never"),
            (404, "gone"),
            (410, "gone"),
        ];
        for (status, wanted) in
            cases.into_iter().chain([(413, "never"), (429, "later"), (500, "later"), (503, "later")])
        {
            assert_eq!(kind(status), wanted, "{status}");
        }
    }
}
