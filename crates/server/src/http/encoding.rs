//! Choice of a precompressed copy of a file by `Accept-Encoding`.

/// Compression format for which the page's build makes copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    /// Brotli, extension `.br`.
    Brotli,
    /// Gzip, extension `.gz`.
    Gzip,
}

impl Encoding {
    /// All encodings, the smallest files first.
    pub(crate) const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Name in `Accept-Encoding` and `Content-Encoding`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// File name extension of the copy.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Available encoding with the highest weight in `Accept-Encoding`; among equals the one with the smallest files.
    /// `None` if none is acceptable, or the client prefers the file uncompressed.
    pub(crate) fn preferred(accept_encoding: &str, available: impl Fn(Self) -> bool) -> Option<Self> {
        let mut best = (None, weight(accept_encoding, "identity", 0.0));
        for encoding in Self::ALL.into_iter().filter(|&encoding| available(encoding)) {
            let any = weight(accept_encoding, "*", 0.0);
            let weight = weight(accept_encoding, encoding.name(), any);
            let is_better = if best.0.is_none() { weight >= best.1 } else { weight > best.1 };
            if weight > 0.0 && is_better {
                best = (Some(encoding), weight);
            }
        }
        best.0
    }
}

/// Weight (`q`) of a name in `Accept-Encoding`, 0 to 1; `default` if it is not listed, 1 if the weight cannot be
/// parsed.
fn weight(accept_encoding: &str, name: &str, default: f32) -> f32 {
    let parts = accept_encoding.split(',').map(|part| part.split(';').map(str::trim));
    for mut fields in parts {
        if fields.next().is_some_and(|field| field.eq_ignore_ascii_case(name)) {
            let q = fields.find_map(|field| field.strip_prefix("q=").or_else(|| field.strip_prefix("Q=")));
            return q.and_then(|text| text.trim().parse::<f32>().ok()).map_or(1.0, |weight| weight.clamp(0.0, 1.0));
        }
    }
    default
}

#[cfg(test)]
mod tests {
    use super::Encoding::{self, Brotli, Gzip};

    fn preferred(accept_encoding: &str) -> Option<Encoding> {
        Encoding::preferred(accept_encoding, |_| true)
    }

    #[test]
    fn a_named_encoding_is_acceptable() {
        assert_eq!(preferred("gzip, deflate, br, zstd"), Some(Brotli));
        assert_eq!(Encoding::preferred("gzip, deflate, br, zstd", |encoding| encoding == Gzip), Some(Gzip));
        assert_eq!(preferred("gzip, deflate"), Some(Gzip));
        assert_eq!(preferred("GZIP"), Some(Gzip));
        assert_eq!(preferred(""), None);
        assert_eq!(preferred("deflate, zstd"), None);
    }

    #[test]
    fn a_weight_of_zero_excludes_an_encoding() {
        assert_eq!(preferred("br;q=0, gzip"), Some(Gzip));
        assert_eq!(preferred("br; q=0.000"), None);
        assert_eq!(preferred("br;q=0.1"), Some(Brotli));
    }

    #[test]
    fn the_highest_weight_wins() {
        assert_eq!(preferred("br;q=0.2, gzip;q=0.8"), Some(Gzip));
        assert_eq!(preferred("br;q=0.8, gzip;q=0.8"), Some(Brotli));
        assert_eq!(preferred("identity, br;q=0.5"), None);
        assert_eq!(preferred("identity;q=0.5, br;q=0.5"), Some(Brotli));
    }

    #[test]
    fn a_star_stands_for_encodings_that_are_not_named() {
        assert_eq!(preferred("*"), Some(Brotli));
        assert_eq!(preferred("*, br;q=0"), Some(Gzip));
        assert_eq!(preferred("*;q=0"), None);
        assert_eq!(preferred("gzip;q=0.5, *;q=0.1"), Some(Gzip));
    }
}
