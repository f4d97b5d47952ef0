//! Which compressed copy of a file a browser may be given.

/// A compression that the page's build has made copies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Brotli, file ending `.br`.
    Brotli,
    /// Gzip, file ending `.gz`.
    Gzip,
}

impl Encoding {
    /// The best first.
    pub(crate) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// The name in `Accept-Encoding` and `Content-Encoding`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The ending of the copy's file name.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Whether a request with this `Accept-Encoding` takes this compression.
    pub(crate) fn accepted_by(self, accept_encoding: &str) -> bool {
        let mut by_star = false;
        for part in accept_encoding.split(',') {
            let mut fields = part.split(';').map(str::trim);
            let name = fields.next().unwrap_or_default();
            let wanted = fields.all(|field| !is_zero_weight(field));
            if name.eq_ignore_ascii_case(self.name()) {
                return wanted;
            }
            by_star |= name == "*" && wanted;
        }
        by_star
    }
}

/// Whether a parameter such as `q=0.0` refuses what it stands with.
fn is_zero_weight(field: &str) -> bool {
    field
        .strip_prefix("q=")
        .or_else(|| field.strip_prefix("Q="))
        .is_some_and(|weight| weight.trim().parse::<f32>().is_ok_and(|weight| weight <= 0.0))
}

#[cfg(test)]
mod tests {
    use super::Encoding::{Brotli, Gzip};

    #[test]
    fn takes_what_is_named() {
        assert!(Brotli.accepted_by("gzip, deflate, br, zstd"));
        assert!(Gzip.accepted_by("gzip, deflate, br, zstd"));
        assert!(!Brotli.accepted_by("gzip, deflate"));
        assert!(!Gzip.accepted_by(""));
        assert!(Gzip.accepted_by("GZIP"));
    }

    #[test]
    fn a_weight_of_zero_refuses() {
        assert!(!Brotli.accepted_by("br;q=0, gzip"));
        assert!(!Brotli.accepted_by("br; q=0.000"));
        assert!(Brotli.accepted_by("br;q=0.1"));
    }

    #[test]
    fn a_star_takes_what_is_not_named() {
        assert!(Brotli.accepted_by("*"));
        assert!(!Brotli.accepted_by("*, br;q=0"));
        assert!(!Gzip.accepted_by("*;q=0"));
    }
}
