//! An account with a session, as requests know it.

use saffron_live::Millis;
use saffron_store::AccountId;
use saffron_store::accounts::Kind;
use saffron_store::sessions::TokenHash;

/// An account with a session. As an extractor it refuses requests without one; `Option<Viewer>` does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Viewer {
    pub(crate) account: AccountId,
    pub(crate) kind: Kind,
    pub(crate) name: Option<String>,
    pub(crate) moderator: bool,
    pub(crate) banned_until: Option<Millis>,
    pub(crate) muted_until: Option<Millis>,
    /// The hash of the token of the session.
    pub(crate) token: TokenHash,
}

impl Viewer {
    pub(crate) fn is_guest(&self) -> bool {
        self.kind == Kind::Guest
    }
}
