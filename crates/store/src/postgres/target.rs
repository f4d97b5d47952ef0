//! Server and encryption, from the URL of a database.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::error::StoreError;

/// Server, with the encryption of connections to it.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) config: Config,
    pub(super) tls: Option<MakeRustlsConnect>,
}

impl Target {
    /// Parses a URL. Its `sslmode` can be `disable`, the default, or `require` or `verify-full`, which mean the same here: the
    /// server's certificate is verified, by the authorities in the file that `sslrootcert` names, or by those of the system.
    ///
    /// # Errors
    /// [`StoreError::Statement`] for anything else.
    pub(super) fn parse(url: &str, patience: Duration) -> Result<Self, StoreError> {
        let failed = |reason: &str| StoreError::Statement(format!("the address of the database: {reason}"));
        let (mut mode, mut authorities, mut others) = (None, None, Vec::new());
        let (server, query) = url.split_once('?').unwrap_or((url, ""));
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value),
                Some(("sslrootcert", value)) => authorities = Some(Path::new(value)),
                _ => others.push(parameter),
            }
        }
        let encrypted = match mode {
            None | Some("disable") => false,
            Some("require" | "verify-full") => true,
            Some(_) => return Err(failed("sslmode is disable, require or verify-full")),
        };
        if authorities.is_some() && !encrypted {
            return Err(failed("sslrootcert needs sslmode=verify-full"));
        }
        let separator = if others.is_empty() { "" } else { "?" };
        let mut config: Config = format!("{server}{separator}{}", others.join("&"))
            .parse()
            .map_err(|error: tokio_postgres::Error| failed(&error.to_string()))?;
        config.application_name("saffron").ssl_mode(if encrypted { SslMode::Require } else { SslMode::Disable });
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(patience);
        }
        Ok(Self { config, tls: if encrypted { Some(tls(authorities)?) } else { None } })
    }
}

/// Returns a connector of encrypted connections that trusts the authorities in a file (PEM), or those of the system.
///
/// # Errors
/// [`StoreError::Statement`] if there are none.
fn tls(authorities: Option<&Path>) -> Result<MakeRustlsConnect, StoreError> {
    let failed = |reason: String| StoreError::Statement(format!("the address of the database: {reason}"));
    let certificates: Vec<CertificateDer<'static>> = match authorities {
        Some(path) => CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .map_err(|error| failed(format!("sslrootcert: {}: {error}", path.display())))?,
        None => rustls_native_certs::load_native_certs().certs,
    };
    let mut roots = RootCertStore::empty();
    let (added, _) = roots.add_parsable_certificates(certificates);
    if added == 0 {
        return Err(failed("there is no authority to verify the server by: sslrootcert=FILE names one".to_owned()));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<Target, StoreError> {
        Target::parse(url, Duration::from_secs(5))
    }

    #[test]
    fn connections_are_encrypted_where_the_url_says_so() {
        let plain = parse("postgres://anna@db/saffron?keepalives=0").expect("a URL");
        assert!(plain.tls.is_none() && !plain.config.get_keepalives());
        assert!(parse("postgres://anna@db/saffron?sslmode=disable").is_ok_and(|target| target.tls.is_none()));
        for (url, reason) in [
            ("postgres://anna@db/saffron?sslmode=prefer", "sslmode is disable, require or verify-full"),
            ("postgres://anna@db/saffron?sslrootcert=ca.pem", "sslrootcert needs sslmode=verify-full"),
            ("postgres://anna@db/saffron?sslmode=verify-full&sslrootcert=/nowhere.pem", "sslrootcert: /nowhere.pem: "),
            ("postgres://anna@db/saffron?colour=red", "invalid connection string"),
        ] {
            let Err(StoreError::Statement(text)) = parse(url) else { panic!("{url}") };
            assert!(text.starts_with(&format!("the address of the database: {reason}")), "{text}");
        }
    }
}
