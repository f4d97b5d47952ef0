//! Games: creating, ending, finding, listing.

mod activity;
mod list;
mod record;
mod running;
mod write;

pub use activity::{PlayedGame, Score, best_wins, played_since, score_against};
pub use list::{Cursor, Filter, Outcome, ended_after, list, list_with_events};
pub use record::{
    Game, Status, Totals, by_id, by_ids, count_running, count_to_move, overdue, running_of, to_move, totals,
};
pub(crate) use record::{IDS_PER_STATEMENT, PLACEHOLDERS, padded};
pub(crate) use running::log_page;
pub use running::{Asleep, LogIndex, RunningGame, Tail, asleep, events, events_at, log_index, running_games};
pub use write::{Change, Finish, NewGame, Turn, change, finish, fold, insert, set_changes, turn};
