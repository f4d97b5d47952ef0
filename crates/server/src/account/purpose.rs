//! What the tokens of links are for, and how long they are valid.

use saffron_live::{DAY, Millis};

/// A new password.
pub(crate) const RESET: &str = "reset";
/// The confirmation of an e-mail address, which is the token's data.
pub(crate) const CONFIRM: &str = "confirm";

/// How long a link for a new password is valid: an hour.
pub(crate) const RESET_VALID: Millis = 60 * 60 * 1000;
/// How long a link that confirms an address is valid: three days.
pub(crate) const CONFIRM_VALID: Millis = 3 * DAY;
