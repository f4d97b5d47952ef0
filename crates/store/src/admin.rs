//! Access to the whole database, table by table, to copy it from one kind of database to another.

use crate::database::Database;
use crate::error::StoreError;
use crate::statement::Statement;
use crate::value::{Row, Value};

/// Number of the schema that this program writes.
pub const SCHEMA: i64 = crate::migrations::CURRENT;

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    pub name: &'static str,
    pub columns: &'static [&'static str],
    /// Number of the first columns that identify a row.
    pub key: usize,
}

/// Tables with data. The number of the schema and the epoch are left out, since they belong to one database.
pub const TABLES: &[Table] = &[
    Table {
        name: "accounts",
        columns: &[
            "id",
            "kind",
            "name",
            "name_key",
            "password_hash",
            "email",
            "email_key",
            "email_confirmed",
            "created_at",
            "seen_at",
            "moderator",
            "banned_until",
            "muted_until",
            "marks",
            "preferences",
            "vacation_until",
            "vacation_year",
            "vacation_days",
            "level",
        ],
        key: 1,
    },
    Table {
        name: "sessions",
        columns: &["token_hash", "id", "account", "created_at", "used_at", "expires_at", "user_agent", "address"],
        key: 1,
    },
    Table {
        name: "tokens",
        columns: &["token_hash", "purpose", "account", "data", "created_at", "expires_at"],
        key: 1,
    },
    Table {
        name: "games",
        columns: &[
            "id",
            "variant",
            "speed",
            "control",
            "rated",
            "white",
            "black",
            "white_rating",
            "white_provisional",
            "white_change",
            "black_rating",
            "black_provisional",
            "black_change",
            "created_at",
            "ended_at",
            "status",
            "result",
            "points",
            "reason",
            "plies",
            "opening",
            "to_move",
            "deadline",
            "data",
            "start_fen",
            "moves",
            "events_count",
            "events",
        ],
        key: 1,
    },
    Table { name: "log", columns: &["position", "game", "seq", "at", "epoch", "data"], key: 1 },
    Table {
        name: "ratings",
        columns: &["account", "variant", "speed", "rating", "deviation", "volatility", "games", "updated_at"],
        key: 3,
    },
    Table {
        name: "rating_history",
        columns: &["position", "account", "variant", "speed", "at", "rating", "deviation"],
        key: 1,
    },
    Table {
        name: "seeks",
        columns: &[
            "id",
            "account",
            "variant",
            "speed",
            "control",
            "rated",
            "side",
            "rating_min",
            "rating_max",
            "created_at",
            "expires_at",
            "data",
        ],
        key: 1,
    },
    Table {
        name: "challenges",
        columns: &[
            "id",
            "challenger",
            "challenged",
            "variant",
            "speed",
            "control",
            "rated",
            "side",
            "start_fen",
            "rematch_of",
            "status",
            "game",
            "created_at",
            "expires_at",
            "data",
        ],
        key: 1,
    },
    Table { name: "chat", columns: &["position", "game", "room", "account", "at", "hidden", "line"], key: 1 },
    Table { name: "relations", columns: &["account", "other", "kind", "at"], key: 2 },
    Table {
        name: "reports",
        columns: &["id", "reporter", "about", "reason", "details", "game", "at", "handled_at", "handled_by", "outcome"],
        key: 1,
    },
    Table { name: "audit", columns: &["position", "at", "moderator", "action", "about", "details"], key: 1 },
    Table { name: "feeds", columns: &["account", "token_hash", "created_at"], key: 1 },
    Table { name: "downtimes", columns: &["position", "stopped_at", "resumed_at"], key: 1 },
    Table { name: "conditional_moves", columns: &["game", "side", "seq", "lines"], key: 2 },
    Table {
        name: "jobs",
        columns: &[
            "position",
            "queue",
            "kind",
            "key",
            "payload",
            "account",
            "created_at",
            "run_at",
            "expires_at",
            "attempts",
            "generation",
            "leases",
            "lease_epoch",
            "lease_until",
            "failed_at",
            "error",
        ],
        key: 1,
    },
    Table { name: "erased_names", columns: &["digest"], key: 1 },
    Table { name: "name_secret", columns: &["id", "secret"], key: 1 },
    Table { name: "library", columns: &["account", "id", "version", "changed_at", "bytes", "body"], key: 2 },
    Table {
        name: "puzzles",
        columns: &["variant", "id", "rating", "deviation", "volatility", "results", "votes", "changed_at", "line"],
        key: 2,
    },
    Table { name: "puzzle_results", columns: &["account", "variant", "puzzle", "solved", "day", "vote"], key: 3 },
    Table { name: "puzzle_days", columns: &["account", "variant", "day", "solved"], key: 3 },
    Table { name: "puzzle_mining", columns: &["id", "ended_at", "game"], key: 1 },
    Table { name: "scores", columns: &["account", "name", "score"], key: 2 },
    Table {
        name: "contests",
        columns: &["id", "organiser", "name", "variant", "created_at", "opens_at", "closes_at", "rounds", "puzzles"],
        key: 1,
    },
    Table { name: "contest_rounds", columns: &["contest", "account", "round", "started_at"], key: 3 },
    Table {
        name: "contest_answers",
        columns: &["contest", "account", "round", "puzzle", "found", "solved", "points", "took"],
        key: 4,
    },
    Table {
        name: "tournaments",
        columns: &[
            "id",
            "organiser",
            "name",
            "created_at",
            "updated_at",
            "over",
            "summary",
            "version",
            "kind",
            "team",
            "series",
        ],
        key: 1,
    },
    Table { name: "tournament_events", columns: &["tournament", "seq", "at", "author", "data"], key: 2 },
    Table { name: "notifications", columns: &["account", "kind", "subject", "created_at", "read_at", "data"], key: 3 },
    Table { name: "notification_settings", columns: &["account", "settings", "mailed_at"], key: 1 },
    Table {
        name: "push_subscriptions",
        columns: &[
            "id",
            "account",
            "session",
            "endpoint",
            "public_key",
            "auth_secret",
            "language",
            "created_at",
            "pushed_at",
        ],
        key: 1,
    },
    Table { name: "push_key", columns: &["id", "private_key"], key: 1 },
    Table {
        name: "elo_lists",
        columns: &["id", "organiser", "name", "created_at", "updated_at", "version", "data"],
        key: 1,
    },
    Table { name: "teams", columns: &["id", "name", "name_key", "created_at", "members", "version", "data"], key: 1 },
    Table { name: "team_members", columns: &["team", "account", "role", "since", "note", "quiet"], key: 2 },
    Table { name: "team_messages", columns: &["position", "team", "author", "at", "text"], key: 1 },
    Table {
        name: "conversations",
        columns: &["account", "other", "last_position", "last_at", "unread", "deleted_to"],
        key: 2,
    },
    Table { name: "messages", columns: &["position", "low", "high", "sender", "at", "text"], key: 1 },
    Table { name: "report_messages", columns: &["report", "position", "sender", "at", "text"], key: 2 },
    Table {
        name: "arena_series",
        columns: &["id", "organiser", "name", "created_at", "version", "next_at", "data"],
        key: 1,
    },
    Table { name: "tournament_players", columns: &["account", "tournament", "joined_at", "rank"], key: 2 },
];

impl Table {
    /// Rows with all columns in the order of their key, from the one after `after`; at most `limit`. A copy is complete only
    /// if there are no writes meanwhile.
    ///
    /// # Errors
    ///
    /// Failures of the database.
    pub async fn rows(&self, database: &dyn Database, after: Option<&Row>, limit: u32) -> Result<Vec<Row>, StoreError> {
        let (columns, key) = (self.columns.join(", "), self.columns[..self.key].join(", "));
        let start = format!("SELECT {columns} FROM {}", self.name);
        let places: Vec<_> = (1..=self.key).map(|number| format!("${number}")).collect();
        let statement = match after {
            Some(row) => {
                let sql =
                    format!("{start} WHERE ({key}) > ({}) ORDER BY {key} LIMIT ${}", places.join(", "), self.key + 1);
                let parameters = row.0.iter().take(self.key).cloned().chain([Value::from(limit)]).collect();
                Statement { parameters, ..Statement::new(sql) }
            }
            None => Statement::new(format!("{start} ORDER BY {key} LIMIT $1")).with(limit),
        };
        database.read(statement).await
    }

    /// Statement that inserts a row with all columns. A row with a key that exists is [`StoreError::Unique`].
    pub fn insert(&self, row: Row) -> Statement {
        let places: Vec<_> = (1..=self.columns.len()).map(|number| format!("${number}")).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES ({})", self.name, self.columns.join(", "), places.join(", "));
        Statement { parameters: row.0, ..Statement::new(sql) }.expecting(1)
    }
}

/// Copies all rows into another database, which must be empty and have this schema. Returns their number.
///
/// # Errors
///
/// [`StoreError::Unique`] if the other database is not empty; failures of both.
pub async fn copy(from: &dyn Database, to: &dyn Database) -> Result<u64, StoreError> {
    let mut count = 0;
    for table in TABLES {
        let mut last: Option<Row> = None;
        loop {
            let rows = table.rows(from, last.as_ref(), 500).await?;
            let Some(end) = rows.last() else { break };
            last = Some(end.clone());
            count += rows.len() as u64;
            to.transact(rows.into_iter().map(|row| table.insert(row)).collect()).await?;
        }
    }
    Ok(count)
}
