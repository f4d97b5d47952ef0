//! Names of endings on the command line.

use std::str::FromStr;

use saffron_tables::Ending;

/// Ending named on the command line; the second field is true if its sides are exchanged.
#[derive(Clone, Debug)]
pub(super) struct EndingName(pub(super) Ending, pub(super) bool);

impl FromStr for EndingName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ending::parse(text).map(|(ending, exchanged)| Self(ending, exchanged)).map_err(|error| error.to_string())
    }
}
