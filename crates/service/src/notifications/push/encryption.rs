//! Encryption of messages for a browser (RFC 8291), and the server's signature for push services (VAPID, RFC 8292).

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use saffron_live::{DAY, Millis};
use serde::Serialize;
use web_push_native::p256::PublicKey;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use web_push_native::{Auth, encrypt};

/// Base64url as browsers write it: without padding, but some add it.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_encode_padding(false).with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Longest text that fits into one record of 4,096 bytes with its header (RFC 8291, section 4).
pub(super) const MAX_TEXT: usize = 3993;

/// Keys of a browser.
pub(super) struct BrowserKeys {
    public: PublicKey,
    auth: Auth,
}

impl BrowserKeys {
    /// Reads the keys as a browser sends them; `None` if they are no point of the curve and no secret of 16 bytes.
    pub(super) fn read(public_key: &str, auth_secret: &str) -> Option<Self> {
        let public = PublicKey::from_sec1_bytes(&BASE64.decode(public_key).ok()?).ok()?;
        let auth: [u8; 16] = BASE64.decode(auth_secret).ok()?.try_into().ok()?;
        Some(Self { public, auth: auth.into() })
    }

    /// Encrypts a text, in the coding `aes128gcm`; `None` if it is too long.
    pub(super) fn encrypt(&self, text: Vec<u8>) -> Option<Vec<u8>> {
        if text.len() > MAX_TEXT {
            return None;
        }
        encrypt(text, &self.public, &self.auth).ok()
    }
}

/// Key by which push services know the server.
pub struct ServerKey {
    signing: SigningKey,
    /// Its public half as browsers want it.
    public: String,
}

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ServerKey({})", self.public)
    }
}

/// What a signature says (RFC 8292, section 2).
#[derive(Serialize)]
struct Claims<'a> {
    /// Origin of the push service.
    aud: &'a str,
    /// Time of expiry in seconds.
    exp: i64,
    /// Address at which the operator is reached.
    sub: &'a str,
}

impl ServerKey {
    /// Key of these bytes; `None` if they are no scalar of the curve.
    pub fn new(bytes: &[u8; 32]) -> Option<Self> {
        let signing = SigningKey::from_slice(bytes).ok()?;
        let public = BASE64.encode(signing.verifying_key().to_encoded_point(false).as_bytes());
        Some(Self { signing, public })
    }

    /// Public key: an uncompressed point of P-256 in base64url without padding.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// Value of `Authorization` for an origin, valid for half a day.
    pub(super) fn authorization(&self, origin: &str, subject: &str, now: Millis) -> String {
        let claims = Claims { aud: origin, exp: (now + DAY / 2) / 1000, sub: subject };
        let parts = [
            BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#),
            // Serialising plain data cannot fail.
            BASE64.encode(serde_json::to_vec(&claims).unwrap_or_default()),
        ];
        let signed = parts.join(".");
        let signature: Signature = self.signing.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", BASE64.encode(signature.to_bytes()), self.public)
    }
}

#[cfg(test)]
mod tests {
    use web_push_native::decrypt;
    use web_push_native::p256::SecretKey;
    use web_push_native::p256::ecdsa::VerifyingKey;
    use web_push_native::p256::ecdsa::signature::Verifier;

    use super::*;

    /// Keys and message of the example in RFC 8291, appendix A.
    const BROWSER_PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const BROWSER_PUBLIC: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const BROWSER_AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const ENCRYPTED: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz\
                             AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn browser() -> (SecretKey, Auth) {
        let secret = SecretKey::from_slice(&BASE64.decode(BROWSER_PRIVATE).expect("base64")).expect("a key");
        let auth: [u8; 16] = BASE64.decode(BROWSER_AUTH).expect("base64").try_into().expect("16 bytes");
        (secret, auth.into())
    }

    #[test]
    fn the_example_of_the_standard_is_decrypted() {
        let (secret, auth) = browser();
        let text = decrypt(BASE64.decode(ENCRYPTED).expect("base64"), &secret, &auth).expect("a text");
        assert_eq!(text, b"When I grow up, I want to be a watermelon");
    }

    #[test]
    fn a_browser_reads_what_is_encrypted_for_it() {
        let (secret, auth) = browser();
        let keys = BrowserKeys::read(BROWSER_PUBLIC, &format!("{BROWSER_AUTH}==")).expect("keys");
        for length in [0, 1, MAX_TEXT] {
            let encrypted = keys.encrypt(vec![b'a'; length]).expect("it fits");
            assert!(encrypted.len() <= 4096);
            assert_eq!(decrypt(encrypted, &secret, &auth).expect("a text"), vec![b'a'; length]);
        }
        assert_eq!(keys.encrypt(vec![b'a'; MAX_TEXT + 1]), None);
        assert_ne!(keys.encrypt(b"same".to_vec()), keys.encrypt(b"same".to_vec()));
    }

    #[test]
    fn keys_that_cannot_be_are_refused() {
        for (public, auth) in [
            ("", BROWSER_AUTH),
            ("AAAA", BROWSER_AUTH),
            (&BROWSER_PUBLIC.replace("BCVx", "BCVy"), BROWSER_AUTH),
            (BROWSER_PUBLIC, ""),
            (BROWSER_PUBLIC, "BTBZMqHH6r4Tts7J_aSI"),
            (BROWSER_PUBLIC, "not base64!"),
        ] {
            assert!(BrowserKeys::read(public, auth).is_none(), "{public} {auth}");
        }
    }

    #[test]
    fn the_servers_signature_names_the_origin_and_ends() {
        assert!(ServerKey::new(&[0; 32]).is_none(), "zero is no key");
        let key = ServerKey::new(&[7; 32]).expect("a key");
        let header = key.authorization("https://push.example:8443", "mailto:a@b.example", 5_000_000);
        let (token, public) = header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("both");
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let claims = BASE64.decode(signed.split_once('.').expect("two parts").1).expect("base64");
        let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
        let wanted = serde_json::json!({ "aud": "https://push.example:8443", "exp": 5000 + 43_200, "sub": "mailto:a@b.example" });
        assert_eq!(claims, wanted);
        let point = BASE64.decode(public).expect("base64");
        let signature = Signature::from_slice(&BASE64.decode(signature).expect("base64")).expect("a signature");
        let verifying = VerifyingKey::from_sec1_bytes(&point).expect("a key");
        assert!(verifying.verify(signed.as_bytes(), &signature).is_ok());
        assert!(verifying.verify(b"other", &signature).is_err());
    }
}
