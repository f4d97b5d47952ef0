//! Every operation of the server.

/// One method of one path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    /// With the names of its parameters in braces.
    pub(crate) path: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) summary: &'static str,
    /// Parameters of the query, with what they mean.
    pub(crate) query: &'static [(&'static str, &'static str)],
    /// The schema of the body.
    pub(crate) body: Option<&'static str>,
    pub(crate) answer: Answer,
}

/// What is answered where nothing is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// JSON of a schema.
    Json(&'static str),
    /// JSON that is described in words only.
    Object(&'static str),
    /// Nothing.
    Empty,
    /// Something else than JSON, by its media type.
    Other(&'static str),
    /// The connection becomes a WebSocket.
    Socket,
}

use Answer::{Empty, Json, Object, Other, Socket};

/// An operation without a query and a body.
const fn plain(
    method: &'static str,
    path: &'static str,
    tag: &'static str,
    summary: &'static str,
    answer: Answer,
) -> Operation {
    Operation { method, path, tag, summary, query: &[], body: None, answer }
}

impl Operation {
    const fn body(self, schema: &'static str) -> Self {
        Self { body: Some(schema), ..self }
    }

    const fn query(self, query: &'static [(&'static str, &'static str)]) -> Self {
        Self { query, ..self }
    }
}

const FILTERS: &[(&str, &str)] = &[
    ("player", "The name of a player"),
    ("opponent", "The name of the other player"),
    ("variant", "The id of a variant"),
    ("speed", "bullet, blitz, rapid, classical or correspondence"),
    ("result", "Results of the player (win, draw, loss) or of the game (1-0), with commas"),
    ("opening", "The first moves in UCI form, joined by +"),
    ("from", "The first day, YYYY-MM-DD"),
    ("to", "The last day, YYYY-MM-DD"),
    ("rated", "true or false"),
    ("after", "What the page before said is next"),
];

/// All of them.
#[rustfmt::skip]
pub(crate) const OPERATIONS: &[Operation] = &[
    plain("get", "/api/me", "account", "Whoever asks, and what the server provides", Json("Me")),
    plain("post", "/api/guest", "account", "A session as a guest", Json("Me")),
    plain("post", "/api/account/register", "account", "A new account; a guest keeps its games", Json("Me")).body("Registration"),
    plain("post", "/api/account/sign-in", "account", "A session by name and password", Json("Me")).body("SignIn"),
    plain("post", "/api/account/sign-out", "account", "Ends the session", Empty),
    plain("get", "/api/account/sessions", "account", "The sessions of the account", Json("Sessions")),
    plain("delete", "/api/account/sessions", "account", "Ends all other sessions", Empty),
    plain("delete", "/api/account/sessions/{id}", "account", "Ends a session", Empty),
    plain("post", "/api/account/password", "account", "Changes the password; other sessions end", Empty).body("PasswordChange"),
    plain("post", "/api/account/reset", "account", "Sends a link for a new password, where there is such an address", Empty).body("ResetRequest"),
    plain("post", "/api/account/reset/confirm", "account", "Sets a new password by the token of the link", Empty).body("PasswordReset"),
    plain("post", "/api/account/email", "account", "Changes the e-mail address", Empty).body("EmailChange"),
    plain("post", "/api/account/email/confirm", "account", "Confirms the address by the token of the link", Empty).body("TokenRequest"),
    plain("put", "/api/account/preferences", "account", "Sets the preferences", Json("Me")).body("Preferences"),
    plain("post", "/api/account/vacation", "account", "Takes vacation days", Json("Me")).body("VacationRequest"),
    plain("post", "/api/account/close", "account", "Closes the account", Empty).body("PasswordConfirmation"),
    plain("post", "/api/account/erase", "account", "Closes the account and erases its data", Empty).body("PasswordConfirmation"),
    plain("get", "/api/account/export", "account", "Everything about the account", Object("All data of the account")),
    plain("get", "/api/account/feed", "account", "The address of the feed of games to move in", Json("Feed")),
    plain("post", "/api/account/feed", "account", "A new address of the feed; the old one ends", Json("Feed")),
    plain("delete", "/api/account/feed", "account", "Ends the feed", Empty),
    plain("get", "/feed/{file}", "account", "The feed, TOKEN.atom", Other("application/atom+xml")),

    plain("get", "/api/lobby", "lobby", "Open seeks, and how many play", Json("Lobby")),
    plain("post", "/api/seeks", "lobby", "A seek: it stands, or finds a game at once", Json("SeekAnswer")).body("SeekRequest"),
    plain("delete", "/api/seeks/{id}", "lobby", "Withdraws a seek", Empty),
    plain("post", "/api/seeks/{id}/accept", "lobby", "Accepts a seek", Json("GameStarted")),
    plain("get", "/api/challenges", "lobby", "The challenges of the account", Json("Challenges")),
    plain("post", "/api/challenges", "lobby", "A challenge, to a user or by a link", Json("Challenge")).body("ChallengeRequest"),
    plain("get", "/api/challenges/{id}", "lobby", "A challenge", Json("Challenge")),
    plain("delete", "/api/challenges/{id}", "lobby", "Withdraws a challenge", Empty),
    plain("post", "/api/challenges/{id}/accept", "lobby", "Accepts a challenge", Json("GameStarted")),
    plain("post", "/api/challenges/{id}/decline", "lobby", "Declines a challenge", Empty),
    plain("post", "/api/computer", "lobby", "A game against a computer", Json("GameStarted")).body("ComputerRequest"),
    plain("get", "/api/variants", "lobby", "The variants that the operator has added", Json("VariantFiles")),
    plain("get", "/api/tv", "lobby", "The best running game of each variant", Json("Tv")),

    plain("get", "/api/games", "games", "Ended games, the latest first", Json("GamePage")).query(FILTERS),
    plain("get", "/api/games.pgn", "games", "All of them as PGN", Other("application/x-chess-pgn")).query(FILTERS),
    plain("get", "/api/games/current", "games", "Running games, the best first", Json("GamePage")).query(&[("variant", "The id of a variant")]),
    plain("get", "/api/games/mine", "games", "Own running games, those to move in first", Json("GamePage")),
    plain("get", "/api/games/{id}", "games", "A game as it is now", Json("GameView")),
    plain("get", "/api/games/{id}/events", "games", "What happened in a game", Json("EventList")).query(&[("from", "The number of the first event")]),
    plain("get", "/api/games/{id}/pgn", "games", "A game as PGN", Other("application/x-chess-pgn")),
    plain("post", "/api/games/{id}/commands", "games", "A command of a player; answered when it is durable", Json("CommandAnswer")).body("CommandRequest"),
    plain("get", "/api/games/{id}/chat/{room}", "games", "A chat: players or spectators", Json("ChatLines")),
    plain("post", "/api/games/{id}/chat/{room}", "games", "A line of a chat", Json("ChatLines")).body("ChatRequest"),
    plain("get", "/api/socket", "games", "The WebSocket: docs/protocol.md", Socket).query(&[("v", "The version of the messages: 1")]),

    plain("get", "/api/users/{name}", "people", "A profile", Json("Profile")),
    plain("get", "/api/users/{name}/ratings/{variant}/{speed}", "people", "The history of a rating", Json("RatingHistory")),
    plain("put", "/api/users/{name}/follow", "people", "Follows somebody", Empty),
    plain("delete", "/api/users/{name}/follow", "people", "Follows somebody no longer", Empty),
    plain("put", "/api/users/{name}/block", "people", "Blocks somebody", Empty),
    plain("delete", "/api/users/{name}/block", "people", "Blocks somebody no longer", Empty),
    plain("post", "/api/users/{name}/report", "people", "Reports somebody to the moderators", Empty).body("ReportRequest"),
    plain("get", "/api/people/following", "people", "Whom the account follows", Json("People")),
    plain("get", "/api/people/blocked", "people", "Whom the account has blocked", Json("People")),
    plain("get", "/api/leaderboards/{variant}/{speed}", "people", "The best of a variant and speed", Json("Leaderboard")),

    plain("get", "/api/moderation/reports", "moderation", "Reports; for moderators", Json("Reports")),
    plain("get", "/api/moderation/games/{id}/lag", "moderation", "The lag of a game's moves, and the round trips that bounded it", Json("GameLag")),
    plain("post", "/api/moderation/actions", "moderation", "Does something to an account, a game or a report", Empty).body("ActionRequest"),
    plain("get", "/api/moderation/audit", "moderation", "What moderators did, the latest first", Json("AuditLog")).query(&[("before", "What the page before said is next")]),

    plain("get", "/api/analysis", "analysis", "How many searches the server provides", Object("docs/analysis.md has its fields")),
    plain("post", "/api/analysis", "analysis", "A search, answered by one JSON object a line", Other("application/x-ndjson")).body("AnalysisSearch"),
    plain("get", "/picture/{file}", "analysis", "A position as a picture, VARIANT.png or VARIANT.svg", Other("image/*")).query(&[("fen", "The position")]),

    plain("get", "/api/tables", "tables", "The endgame tables of the server", Json("TableList")),
    plain("get", "/api/tables/{variant}", "tables", "The result of a position and of each of its moves, the best first; without the rule of 50 moves", Json("TablePosition")).query(&[("fen", "The position, without castling rights")]),
    plain("get", "/api/tables/{variant}/endings/{ending}/exercise", "tables", "A random position of an ending that a side, to move, wins, but by no capture at once", Json("TableExercise")).query(&[("winner", "white, the side with more, or black; white without it")]),
    plain("get", "/api/tables/{variant}/files/{file}", "tables", "The file of a table, ENDING.saftable; in parts for requests with Range", Other("application/octet-stream")),

    plain("get", "/api/openapi.json", "operation", "This document", Object("OpenAPI 3.1")),
    plain("get", "/api/docs", "operation", "This document as a page", Other("text/html")),
    plain("get", "/api/docs.css", "operation", "The style of that page", Other("text/css")),
    plain("get", "/healthz", "operation", "Whether the process answers", Other("text/plain")),
    plain("get", "/readyz", "operation", "Whether the store takes writes", Other("text/plain")),
    plain("get", "/metrics", "operation", "Metrics; for programs of the server's machine", Other("application/openmetrics-text")),
];
