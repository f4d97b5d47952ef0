//! Accounts in tournaments, for the pages of players.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::id::{AccountId, TournamentId};
use crate::statement::Statement;
use crate::tournaments::TournamentKind;
use crate::value::Row;

/// Ranks that one statement sets, if there are as many.
const ROWS: usize = 64;

/// Participation of an account in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participation {
    pub tournament: TournamentId,
    pub joined_at: Millis,
    /// Rank, from 1; `None` before the end, and for one that was cancelled.
    pub rank: Option<u32>,
}

/// Statement that records that an account has joined a tournament. It changes nothing if it is recorded already, or if the
/// account is closed.
pub fn joined(account: AccountId, tournament: TournamentId, at: Millis) -> Statement {
    let sql = "INSERT INTO tournament_players (account, tournament, joined_at, rank) \
               SELECT id, CAST($1 AS TEXT), CAST($2 AS BIGINT), NULL FROM accounts WHERE id = $3 AND kind <> 'closed' \
               ON CONFLICT (account, tournament) DO NOTHING";
    Statement::new(sql).with(tournament).with(at).with(account)
}

/// Statements that set the ranks of a tournament's players, from 1. Those of accounts that are not recorded change nothing.
pub fn ranked(tournament: TournamentId, ranks: &[(AccountId, u32)]) -> Vec<Statement> {
    // Two numbers of rows only, since each makes a statement of its own, which connections keep prepared.
    let (many, rest) = ranks.as_chunks::<ROWS>();
    let many = many.iter().map(|ranks| set_ranks(tournament, ranks));
    many.chain(rest.iter().map(|rank| set_ranks(tournament, std::slice::from_ref(rank)))).collect()
}

fn set_ranks(tournament: TournamentId, ranks: &[(AccountId, u32)]) -> Statement {
    let mut cases = String::new();
    let mut places = Vec::with_capacity(ranks.len());
    for row in 0..ranks.len() {
        let (account, rank) = (2 * row + 1, 2 * row + 2);
        cases.push_str(&format!(" WHEN ${account} THEN CAST(${rank} AS BIGINT)"));
        places.push(format!("${account}"));
    }
    let sql = format!(
        "UPDATE tournament_players SET rank = CASE account{cases} END WHERE tournament = ${} AND account IN ({})",
        2 * ranks.len() + 1,
        places.join(", ")
    );
    let set = ranks.iter().fold(Statement::new(sql), |set, (account, rank)| set.with(*account).with(*rank));
    set.with(tournament)
}

/// Tournaments of an account, the last joined first. `before` is the last one of the page before.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(
    database: &dyn Database,
    account: AccountId,
    before: Option<(Millis, TournamentId)>,
    limit: u32,
) -> Result<Vec<Participation>, StoreError> {
    let start = "SELECT tournament, joined_at, rank FROM tournament_players WHERE account = $1";
    let order = "ORDER BY joined_at DESC, tournament DESC LIMIT";
    let statement = match before {
        Some((joined_at, tournament)) => {
            Statement::new(format!("{start} AND (joined_at, tournament) < ($2, $3) {order} $4"))
                .with(account)
                .with(joined_at)
                .with(tournament)
        }
        None => Statement::new(format!("{start} {order} $2")).with(account),
    };
    let participation = |row: Row| {
        let mut columns = row.columns();
        Ok(Participation { tournament: columns.take()?, joined_at: columns.take()?, rank: columns.take()? })
    };
    database.read(statement.with(limit)).await?.into_iter().map(participation).collect()
}

/// Tournaments of a kind without a recorded player, from the one after `after` in the order of their ids: those from before
/// players were recorded, and those that no one has joined.
///
/// # Errors
///
/// Failures of the database.
pub async fn without_players(
    database: &dyn Database,
    kind: TournamentKind,
    after: Option<TournamentId>,
    limit: u32,
) -> Result<Vec<TournamentId>, StoreError> {
    let sql = "SELECT id FROM tournaments WHERE kind = $1 AND id > $2 AND NOT EXISTS \
               (SELECT 1 FROM tournament_players WHERE tournament = tournaments.id) ORDER BY id LIMIT $3";
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    let rows = database.read(Statement::new(sql).with(kind).with(after).with(limit)).await?;
    rows.into_iter().map(Row::first).collect()
}
