//! What of people is in memory.

use std::sync::Arc;

use saffron_protocol::people::Leaderboard;
use saffron_store::AccountId;
use saffron_store::games::Totals;

use crate::people::cache::Cache;

/// The variant and the pool of a leaderboard.
pub(crate) type Board = (&'static str, &'static str);

/// Answers about people that are kept for a while.
#[derive(Debug, Default)]
pub(crate) struct PeopleState {
    pub(crate) leaderboards: Cache<Board, Arc<Leaderboard>>,
    pub(crate) totals: Cache<AccountId, Totals>,
}
