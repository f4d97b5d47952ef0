//! What of the lobby is in memory.

use saffron_protocol::limits::OFFER_BURST;
use saffron_store::AccountId;

use crate::live::followers::Followers;
use crate::lobby::current::CurrentGames;
use crate::lobby::rates::Rates;
use crate::lobby::seek_book::SeekBook;

/// New seeks, challenges and games of one account a second, after those at once.
const OFFERS_PER_SECOND: f64 = 1.0 / 6.0;

/// The lobby.
#[derive(Debug)]
pub(crate) struct LobbyState {
    /// Connections that show the lobby.
    pub(crate) followers: Followers<()>,
    /// The open seeks.
    pub(crate) seeks: SeekBook,
    /// Held while a seek is made: of two that match, the second finds the first.
    pub(crate) making: tokio::sync::Mutex<()>,
    /// Held while a rematch is made: two players who ask for it at once get one game.
    pub(crate) rematching: tokio::sync::Mutex<()>,
    /// What accounts may still make.
    pub(crate) rates: Rates<AccountId>,
    /// The games that are played now.
    pub(crate) current: CurrentGames,
    /// Connections that follow the best game of a variant, or of all.
    pub(crate) tv_followers: Followers<Option<String>>,
}

impl Default for LobbyState {
    fn default() -> Self {
        Self {
            followers: Followers::default(),
            seeks: SeekBook::default(),
            making: tokio::sync::Mutex::default(),
            rematching: tokio::sync::Mutex::default(),
            rates: Rates::new(OFFER_BURST, OFFERS_PER_SECOND),
            current: CurrentGames::default(),
            tv_followers: Followers::default(),
        }
    }
}
