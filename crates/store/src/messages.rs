//! Messages between two accounts.
//!
//! A message is stored once. Each of the two accounts has its own row of the conversation: what is unread, and up to which
//! message it has deleted the conversation. Messages that both have deleted are removed.

use crate::database::Database;
use crate::entry::Millis;
use crate::error::StoreError;
use crate::games::{IDS_PER_STATEMENT, PLACEHOLDERS, padded};
use crate::id::{AccountId, ReportId};
use crate::statement::Statement;
use crate::value::{Row, Value};

/// Message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Number that grows with every message of the database.
    pub position: i64,
    pub sender: AccountId,
    pub at: Millis,
    pub text: String,
}

/// Conversation as one of its two accounts has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    pub other: AccountId,
    /// Position of the newest message, also if it was removed with its sender's account.
    pub last_position: i64,
    /// Time of the newest message.
    pub last_at: Millis,
    /// Number of messages that the account has not read.
    pub unread: u32,
    /// Newest message; `None` if it was removed with its sender's account.
    pub last: Option<Message>,
}

/// Page of an account's conversations: those older than the last one of the page before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    pub last_at: Millis,
    pub other: AccountId,
}

const COLUMNS: &str = "position, sender, at, text";

fn message(row: Row) -> Result<Message, StoreError> {
    let mut columns = row.columns();
    Ok(Message { position: columns.take()?, sender: columns.take()?, at: columns.take()?, text: columns.take()? })
}

/// The two accounts of a conversation, the smaller id first.
fn ordered(one: AccountId, other: AccountId) -> (AccountId, AccountId) {
    if one < other { (one, other) } else { (other, one) }
}

/// Statements that send a message. The first one returns its position.
pub fn send(sender: AccountId, recipient: AccountId, at: Millis, text: &str) -> Vec<Statement> {
    let (low, high) = ordered(sender, recipient);
    let insert = "INSERT INTO messages (low, high, sender, at, text) VALUES ($1, $2, $3, $4, $5) RETURNING position";
    let insert = Statement::new(insert).with(low).with(high).with(sender).with(at).with(text).expecting(1);
    let row = |account: AccountId, other: AccountId, unread: u32| {
        let sql = "INSERT INTO conversations (account, other, last_position, last_at, unread, deleted_to) \
                   SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), position, at, CAST($3 AS BIGINT), 0 FROM messages \
                   WHERE low = $4 AND high = $5 ORDER BY position DESC LIMIT 1 \
                   ON CONFLICT (account, other) DO UPDATE SET last_position = excluded.last_position, \
                   last_at = excluded.last_at, unread = conversations.unread + excluded.unread";
        Statement::new(sql).with(account).with(other).with(unread).with(low).with(high).expecting(1)
    };
    vec![insert, row(sender, recipient, 0), row(recipient, sender, 1)]
}

/// Position of the message in the answer to a transaction with the statements of [`send`], the first of which is at `index`.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if there is none.
pub fn sent_position(answer: Vec<Vec<Row>>, index: usize) -> Result<i64, StoreError> {
    let row = answer.into_iter().nth(index).and_then(|rows| rows.into_iter().next());
    row.ok_or_else(|| StoreError::Corrupt("a message without a position".to_owned()))?.first()
}

/// Conversations of an account with messages that it has not deleted, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn conversations(
    database: &dyn Database,
    account: AccountId,
    before: Option<Before>,
    limit: u32,
) -> Result<Vec<Conversation>, StoreError> {
    let start = "SELECT conversations.other, last_position, last_at, unread, position, sender, at, text \
                 FROM conversations LEFT JOIN messages ON position = last_position \
                 WHERE account = $1 AND last_position > deleted_to";
    let order = "ORDER BY last_at DESC, other DESC LIMIT";
    let statement = match before {
        Some(Before { last_at, other }) => {
            Statement::new(format!("{start} AND (last_at, other) < ($2, $3) {order} $4"))
                .with(account)
                .with(last_at)
                .with(other)
        }
        None => Statement::new(format!("{start} {order} $2")).with(account),
    };
    let conversation = |row: Row| {
        let mut columns = row.columns();
        let (other, last_position, last_at, unread) =
            (columns.take()?, columns.take()?, columns.take()?, columns.take()?);
        let (position, sender): (Option<i64>, Option<AccountId>) = (columns.take()?, columns.take()?);
        let (at, text): (Option<Millis>, Option<String>) = (columns.take()?, columns.take()?);
        let last = match (position, sender, at, text) {
            (Some(position), Some(sender), Some(at), Some(text)) => Some(Message { position, sender, at, text }),
            _ => None,
        };
        Ok(Conversation { other, last_position, last_at, unread, last })
    };
    database.read(statement.with(limit)).await?.into_iter().map(conversation).collect()
}

/// Messages of a conversation that an account has not deleted, the newest first. `before` is the position of the last message
/// of the page before.
///
/// # Errors
///
/// Failures of the database.
pub async fn between(
    database: &dyn Database,
    account: AccountId,
    other: AccountId,
    before: Option<i64>,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let (low, high) = ordered(account, other);
    let sql = format!(
        "SELECT {COLUMNS} FROM messages WHERE low = $1 AND high = $2 AND position < $3 AND position > \
         COALESCE((SELECT deleted_to FROM conversations WHERE account = $4 AND other = $5), 0) \
         ORDER BY position DESC LIMIT $6"
    );
    let before = before.unwrap_or(i64::MAX);
    let statement = Statement::new(sql).with(low).with(high).with(before).with(account).with(other).with(limit);
    database.read(statement).await?.into_iter().map(message).collect()
}

/// Returns whether an account has a message by itself to another one, in a conversation that it has not deleted since.
///
/// # Errors
///
/// Failures of the database.
pub async fn has_written(database: &dyn Database, account: AccountId, other: AccountId) -> Result<bool, StoreError> {
    let (low, high) = ordered(account, other);
    let sql = "SELECT 1 FROM messages WHERE low = $1 AND high = $2 AND sender = $3 AND position > \
               COALESCE((SELECT deleted_to FROM conversations WHERE account = $3 AND other = $4), 0) LIMIT 1";
    let statement = Statement::new(sql).with(low).with(high).with(account).with(other);
    Ok(!database.read(statement).await?.is_empty())
}

/// Returns whether there was ever a message between two accounts.
///
/// # Errors
///
/// Failures of the database.
pub async fn are_acquainted(database: &dyn Database, one: AccountId, other: AccountId) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM conversations WHERE account = $1 AND other = $2";
    Ok(!database.read(Statement::new(sql).with(one).with(other)).await?.is_empty())
}

/// Statement that marks the messages of a conversation as read up to a position; later ones stay unread.
pub fn read_to(account: AccountId, other: AccountId, position: i64) -> Statement {
    let (low, high) = ordered(account, other);
    let sql = "UPDATE conversations SET unread = (SELECT COUNT(*) FROM messages WHERE low = $1 AND high = $2 \
               AND sender = $3 AND position > $4 AND position > conversations.deleted_to) \
               WHERE account = $5 AND other = $3 AND unread > 0";
    Statement::new(sql).with(low).with(high).with(other).with(position).with(account)
}

/// Statement that marks the notification about an account's messages as read, if none of them is unread any more.
pub fn notification_read(account: AccountId, other: AccountId, kind: &str, now: Millis) -> Statement {
    let sql = "UPDATE notifications SET read_at = $1 WHERE account = $2 AND kind = $3 AND subject = $4 AND read_at IS NULL \
               AND NOT EXISTS (SELECT 1 FROM conversations WHERE account = $2 AND other = $4 AND unread > 0)";
    Statement::new(sql).with(now).with(account).with(kind).with(other)
}

/// Number of unread messages in a conversation.
///
/// # Errors
///
/// Failures of the database.
pub async fn unread_from(database: &dyn Database, account: AccountId, other: AccountId) -> Result<u32, StoreError> {
    let sql = "SELECT unread FROM conversations WHERE account = $1 AND other = $2";
    let rows = database.read(Statement::new(sql).with(account).with(other)).await?;
    rows.into_iter().next().map_or(Ok(0), Row::first)
}

/// Number of an account's conversations with unread messages.
///
/// # Errors
///
/// Failures of the database.
pub async fn count_unread(database: &dyn Database, account: AccountId) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(*) FROM conversations WHERE account = $1 AND unread > 0";
    database.read(Statement::new(sql).with(account)).await?.into_iter().next().map_or(Ok(0), Row::first)
}

/// Statements that delete a conversation for an account; the other one keeps it. They conflict if the account has none.
pub fn delete(account: AccountId, other: AccountId) -> Vec<Statement> {
    let (low, high) = ordered(account, other);
    let hide = "UPDATE conversations SET deleted_to = last_position, unread = 0 WHERE account = $1 AND other = $2 \
                AND last_position > deleted_to";
    let remove = "DELETE FROM messages WHERE low = $1 AND high = $2 AND position <= (SELECT MIN(deleted_to) \
                  FROM conversations WHERE (account = $1 AND other = $2) OR (account = $2 AND other = $1))";
    vec![Statement::new(hide).with(account).with(other).expecting(1), Statement::new(remove).with(low).with(high)]
}

/// Statements that remove the conversations of an account that is closed. The other accounts keep theirs.
pub(crate) fn close(account: AccountId) -> Vec<Statement> {
    let sql = [
        "DELETE FROM conversations WHERE account = $1",
        // What the other account has deleted, no one can read any more.
        "DELETE FROM messages WHERE low = $1 AND position <= \
         (SELECT deleted_to FROM conversations WHERE account = messages.high AND other = messages.low)",
        "DELETE FROM messages WHERE high = $1 AND position <= \
         (SELECT deleted_to FROM conversations WHERE account = messages.low AND other = messages.high)",
    ];
    sql.map(|sql| Statement::new(sql).with(account)).to_vec()
}

/// Statements that remove the messages of a closed account, and its conversations with those who have not answered.
pub(crate) fn erase(account: AccountId) -> Vec<Statement> {
    let sql = [
        "UPDATE conversations SET unread = 0, deleted_to = CASE WHEN EXISTS (SELECT 1 FROM messages \
         WHERE ((low = conversations.account AND high = conversations.other) \
         OR (low = conversations.other AND high = conversations.account)) \
         AND sender = conversations.account AND position > conversations.deleted_to) \
         THEN deleted_to ELSE last_position END \
         WHERE other = $1 AND account IN \
         (SELECT high FROM messages WHERE low = $1 UNION SELECT low FROM messages WHERE high = $1)",
        "DELETE FROM notifications WHERE subject = $1 AND account IN \
         (SELECT high FROM messages WHERE low = $1 UNION SELECT low FROM messages WHERE high = $1)",
        "DELETE FROM messages WHERE low = $1 AND sender = $1",
        "DELETE FROM messages WHERE high = $1 AND sender = $1",
        "DELETE FROM report_messages WHERE report IN (SELECT id FROM reports WHERE reporter = $1 OR about = $1)",
    ];
    sql.map(|sql| Statement::new(sql).with(account)).to_vec()
}

/// Messages between an account and all others that it has not deleted, each with the other account, the newest first.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_account(database: &dyn Database, account: AccountId) -> Result<Vec<(AccountId, Message)>, StoreError> {
    let mut all = Vec::new();
    for conversation in conversations(database, account, None, u32::MAX).await? {
        let messages = between(database, account, conversation.other, None, u32::MAX).await?;
        all.extend(messages.into_iter().map(|message| (conversation.other, message)));
    }
    Ok(all)
}

/// Statements that copy messages for the moderators, who read them with a report.
pub fn attach(report: ReportId, messages: &[Message]) -> Vec<Statement> {
    let insert = |message: &Message| {
        let sql = format!("INSERT INTO report_messages (report, {COLUMNS}) VALUES ($1, $2, $3, $4, $5)");
        Statement::new(sql)
            .with(report)
            .with(message.position)
            .with(message.sender)
            .with(message.at)
            .with(message.text.as_str())
            .expecting(1)
    };
    messages.iter().map(insert).collect()
}

/// Messages that were copied for a report, in order.
///
/// # Errors
///
/// Failures of the database.
pub async fn of_report(database: &dyn Database, report: ReportId) -> Result<Vec<Message>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM report_messages WHERE report = $1 ORDER BY position");
    database.read(Statement::new(sql).with(report)).await?.into_iter().map(message).collect()
}

/// Numbers of messages that were copied for reports. Reports without messages are left out.
///
/// # Errors
///
/// Failures of the database.
pub async fn counts_of_reports(
    database: &dyn Database,
    reports: &[ReportId],
) -> Result<Vec<(ReportId, u32)>, StoreError> {
    let mut counts = Vec::new();
    for chunk in reports.chunks(IDS_PER_STATEMENT) {
        let sql =
            format!("SELECT report, COUNT(*) FROM report_messages WHERE report IN ({PLACEHOLDERS}) GROUP BY report");
        let parameters = padded(chunk.iter().map(|id| Value::from(*id)));
        for row in database.read(Statement { parameters, ..Statement::new(sql) }).await? {
            let mut columns = row.columns();
            counts.push((columns.take()?, columns.take()?));
        }
    }
    Ok(counts)
}
