//! Limits of the server for its clients. The operator of a server can lift those of visitors, accounts and connections, for tests.

/// Maximum length of a client message, in bytes.
pub const MAX_MESSAGE: usize = 4096;

/// Burst of messages on one connection; further messages are refused with `rate_limited`.
pub const MESSAGE_BURST: u32 = 60;

/// Sustained rate of messages on one connection, per second.
pub const MESSAGES_PER_SECOND: u32 = 8;

/// Maximum number of refused messages on one connection; after one more it is closed with code 1008. Commands refused with
/// another code than `rate_limited` do not count, nor does `watch` refused with `busy` or `not_found`.
pub const MAX_FAULTS: u32 = 20;

/// Maximum number of games that one connection watches; a further `watch` is refused with `too_many`.
pub const MAX_WATCHED: usize = 64;

/// Maximum number of connections of one visitor, by default; a further one is refused with `too_many`.
pub const SOCKETS_PER_CLIENT: usize = 64;

/// Maximum number of events in the answer to `watch` with `from`; if more are missing, the answer is `game`.
pub const MAX_EVENTS_BEHIND: usize = 200;

/// Maximum number of events in one reply to `GET /api/games/{id}/events`.
pub const MAX_EVENTS: usize = 1000;

/// Maximum length of a request body, in bytes.
pub const MAX_BODY: usize = 16 * 1024;

/// Maximum number of entries in the library of an account, without the deleted ones.
pub const MAX_LIBRARY_ENTRIES: usize = 1000;

/// Maximum length of all entries of a library together, in bytes.
pub const MAX_LIBRARY: usize = 16 * 1024 * 1024;

/// Maximum length of an entry of a library, in bytes.
pub const MAX_LIBRARY_ENTRY: usize = 256 * 1024;

/// Maximum length of the request that writes an entry of a library, in bytes: JSON within JSON is longer.
pub const MAX_LIBRARY_BODY: usize = 513 * 1024;

/// Maximum number of results of puzzles in a request.
pub const MAX_PUZZLE_RESULTS: usize = 100;

/// Maximum number of best scores of an account.
pub const MAX_SCORES: usize = 2000;

/// Maximum length of a request with best scores, in bytes: all that an account may have.
pub const MAX_SCORES_BODY: usize = 256 * 1024;

/// Maximum length of the name of a contest, in characters.
pub const MAX_CONTEST_NAME: usize = 80;

/// Maximum number of contests of an account that are not over.
pub const MAX_CONTESTS: usize = 10;

/// Maximum time from now until a contest is over, in days.
pub const MAX_CONTEST_DAYS: u32 = 366;

/// Maximum number of rounds of a contest.
pub const MAX_CONTEST_ROUNDS: usize = 10;

/// Maximum number of puzzles of a round.
pub const MAX_ROUND_PUZZLES: u32 = 20;

/// Maximum time that a solver has for a round, in minutes.
pub const MAX_ROUND_MINUTES: u32 = 10_080;

/// Maximum number of solvers of a contest.
pub const MAX_CONTEST_SOLVERS: u32 = 1000;

/// Maximum number of tournaments of an account that are not over, without the arenas of its series.
pub const MAX_TOURNAMENTS: usize = 20;

/// Maximum length of all events of a command of a tournament, in bytes.
pub const MAX_TOURNAMENT_EVENTS: usize = 1024 * 1024;

/// Maximum length of the request with a command of a tournament, in bytes.
pub const MAX_TOURNAMENT_BODY: usize = 2 * 1024 * 1024;

/// Maximum length of all events of a tournament that comes from a file, in bytes.
pub const MAX_TOURNAMENT_FILE: usize = 4 * 1024 * 1024;

/// Maximum length of the request with the file of a tournament, in bytes: JSON within JSON is longer.
pub const MAX_TOURNAMENT_FILE_BODY: usize = 8 * 1024 * 1024;

/// Maximum length of the text of a game of a tournament, in bytes; a PGN record may have comments, which are not kept.
pub const MAX_TOURNAMENT_GAME_TEXT: usize = 32 * 1024;

/// Maximum length of the moves of a game of a tournament as they are kept, in bytes.
pub const MAX_TOURNAMENT_GAME: usize = 4 * 1024;

/// Maximum length of the moves of all games of a tournament, those that were replaced or removed with them, in bytes.
pub const MAX_TOURNAMENT_GAMES: usize = 2 * 1024 * 1024;

/// Maximum number of series of arenas of an account.
pub const MAX_ARENA_SERIES: usize = 5;

/// Maximum number of Elo lists of an account.
pub const MAX_ELO_LISTS: usize = 5;

/// Maximum number of players that were ever entered in an Elo list.
pub const MAX_ELO_PLAYERS: usize = 2000;

/// Maximum number of tournaments of an Elo list.
pub const MAX_ELO_TOURNAMENTS: usize = 200;

/// Maximum number of games of all tournaments of an Elo list.
pub const MAX_ELO_GAMES: usize = 50_000;

/// Maximum length of an Elo list with all its games, in bytes.
pub const MAX_ELO_LIST: usize = 4 * 1024 * 1024;

/// Maximum length of the request with a command of an Elo list, in bytes.
pub const MAX_ELO_BODY: usize = 1024 * 1024;

/// Maximum length of the request with the file of an Elo list, in bytes: JSON within JSON is longer.
pub const MAX_ELO_FILE_BODY: usize = 8 * 1024 * 1024;

/// Maximum number of teams that an account leads.
pub const MAX_TEAMS_LED: usize = 3;

/// Maximum number of teams of an account, with those that it asks to join.
pub const MAX_TEAMS: usize = 50;

/// Maximum number of members of a team.
pub const MAX_TEAM_MEMBERS: u32 = 10_000;

/// Maximum number of leaders of a team.
pub const MAX_TEAM_LEADERS: u32 = 10;

/// Maximum number of open requests to join a team.
pub const MAX_TEAM_REQUESTS: u32 = 200;

/// Maximum length of the name of a team, in characters.
pub const MAX_TEAM_NAME: usize = 40;

/// Maximum length of the description of a team, and of a message to its members, in characters.
pub const MAX_TEAM_TEXT: usize = 2000;

/// Maximum length of the text of a request to join a team, in characters.
pub const MAX_TEAM_REQUEST: usize = 500;

/// Maximum number of messages to the members of a team in a day.
pub const MAX_TEAM_MESSAGES_A_DAY: u32 = 2;

/// Burst of HTTP requests of one visitor, by default; further requests are refused with `too_many_requests`.
pub const REQUEST_BURST: u32 = 2000;

/// Sustained rate of HTTP requests of one visitor, per second.
pub const REQUESTS_PER_SECOND: u32 = 200;

/// Burst of new guests of one visitor; then one in 5 seconds.
pub const GUEST_BURST: u32 = 100;

/// Burst of new seeks, challenges, games against computers and acceptances of one account; then one in 6 seconds.
pub const OFFER_BURST: u32 = 20;

/// Maximum number of open seeks of an account.
pub const MAX_SEEKS: usize = 20;

/// Maximum number of open seeks of a guest.
pub const MAX_SEEKS_OF_GUEST: usize = 5;

/// Time that a seek outlives the last connection of its owner, in seconds.
pub const SEEK_PATIENCE: u32 = 10;

/// Maximum number of open challenges from an account.
pub const MAX_CHALLENGES: u32 = 20;

/// Maximum number of open challenges from a guest.
pub const MAX_CHALLENGES_OF_GUEST: u32 = 5;

/// Maximum number of open challenges to an account.
pub const MAX_CHALLENGES_RECEIVED: u32 = 50;

/// Maximum number of running games of an account.
pub const MAX_GAMES: usize = 200;

/// Maximum number of running games of a guest.
pub const MAX_GAMES_OF_GUEST: usize = 20;

/// Burst of chat lines and messages of one account; then one in 3 seconds, and the same text only after 60 seconds.
pub const CHAT_BURST: u32 = 5;

/// Maximum length of a message to another account, in characters.
pub const MAX_MESSAGE_TEXT: usize = 2000;

/// Burst of conversations that one account begins; then one in 144 minutes, ten a day.
pub const CONTACT_BURST: u32 = 10;

/// Burst of conversations that an account begins in its first two days; then one in 8 hours.
pub const NEW_ACCOUNT_CONTACT_BURST: u32 = 3;
