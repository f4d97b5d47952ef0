//! Serialised form of sides: `"w"` and `"b"`.

use saffron_rules::Color;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Writes a side as its letter: for `#[serde(with = "crate::side")]`.
///
/// # Errors
/// The errors of the serializer.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
pub fn serialize<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(side.letter())
}

/// Reads a side from its letter.
///
/// # Errors
/// For anything but `w` and `b`.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
    match char::deserialize(deserializer)? {
        'w' => Ok(Color::White),
        'b' => Ok(Color::Black),
        other => Err(D::Error::custom(format_args!("{other:?} is not a side: w or b"))),
    }
}
