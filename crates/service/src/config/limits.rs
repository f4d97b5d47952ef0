//! Limits that no setting changes. docs/server.md lists them for operators; those that clients know are in
//! `saffron_protocol::limits`.

use std::ops::RangeInclusive;
use std::time::Duration;

use saffron_live::{DAY, Millis};

// Lobby.

/// Open seeks of all accounts together.
pub const MAX_SEEKS_OF_ALL: usize = 5000;

/// Seeks that the lobby shows.
pub const MAX_SHOWN_SEEKS: usize = 300;

/// Lifetime of a seek for correspondence, in milliseconds.
pub const SEEK_TTL: Millis = 14 * DAY;

/// Lifetime of an open challenge with a clock, in milliseconds.
pub const CHALLENGE_TTL: Millis = DAY;

/// Lifetime of an open challenge without a clock, in milliseconds.
pub const CHALLENGE_TTL_WITHOUT_CLOCK: Millis = 14 * DAY;

/// Lifetime of an offer of a rematch with a clock, in milliseconds.
pub const REMATCH_TTL: Millis = 10 * 60_000;

/// Lifetime of an offer of a rematch without a clock, in milliseconds.
pub const REMATCH_TTL_WITHOUT_CLOCK: Millis = 7 * DAY;

/// Time for which answered and expired challenges are kept, for those who open their links, in milliseconds.
pub const CHALLENGE_RETENTION: Millis = 30 * DAY;

/// Time after which an account may make one more seek, challenge or game.
pub const OFFER_REFILL: Duration = Duration::from_secs(6);

/// Running games in a list of those to watch.
pub const MAX_CURRENT_GAMES: usize = 30;

/// Interval of the lobby's periodic work.
pub const LOBBY_INTERVAL: Duration = Duration::from_secs(1);

/// Intervals of the lobby between two messages with counts, and two choices of the featured games.
pub const LOBBY_COUNT_TICKS: u64 = 2;

/// Intervals of the lobby between two removals of expired seeks and challenges: an hour.
pub const LOBBY_CLEAN_UP_TICKS: u64 = 3600;

/// Highest rating that a seek's range may name.
pub const MAX_SEEK_RATING: i32 = 4000;

/// Running games of a variant among which the featured one is chosen.
pub const MAX_FEATURED_CANDIDATES: usize = 24;

/// Time without an event after which a running game is listed last, and not featured, in milliseconds.
pub const FEATURED_IDLE_TTL: Millis = 3 * 60_000;

// Accounts.

/// Validity of a session after its last use, in seconds. Browsers keep the cookie as long.
pub const SESSION_TTL: i64 = 365 * 24 * 60 * 60;

/// Validity of a link for a new password, in milliseconds.
pub const RESET_TTL: Millis = 60 * 60 * 1000;

/// Validity of a link that confirms an address, in milliseconds.
pub const CONFIRM_TTL: Millis = 3 * DAY;

/// Wrong passwords for a name from a client that are answered without a delay.
pub const FREE_FAILURES: u32 = 5;

/// Delay after the next wrong password; it doubles with each that follows.
pub const FIRST_SIGN_IN_DELAY: Duration = Duration::from_secs(2);

/// Longest delay after a wrong password.
pub const MAX_SIGN_IN_DELAY: Duration = Duration::from_secs(15 * 60);

/// Time after which wrong passwords are forgotten.
pub const FAILURE_TTL: Duration = Duration::from_secs(60 * 60);

/// Hashes of passwords at a time.
pub const MAX_HASHES: usize = 4;

/// Hashes that wait. One takes some 20 ms, so these are seconds.
pub const MAX_WAITING_HASHES: usize = 128;

/// Hashes that wait for one requester, who may be a school.
pub const MAX_WAITING_HASHES_EACH: usize = 64;

/// Days of vacation of an account in a calendar year (UTC).
pub const VACATION_DAYS: u32 = 21;

/// Running games of an account that a vacation extends, and that end when it is closed.
pub const MAX_ACCOUNT_GAMES: u32 = 1000;

/// Games of a feed.
pub const MAX_FEED_GAMES: u32 = 100;

/// Time after which a guest without a game is removed, in milliseconds.
pub const GUEST_RETENTION: i64 = 90 * DAY;

/// Time for which it is known which entries of a library were deleted, for browsers that still have them, in milliseconds.
pub const DELETED_ENTRY_RETENTION: i64 = 365 * DAY;

/// Results of puzzles of a variant in the record of an account.
pub const MAX_PUZZLE_RECORD: u32 = 20_000;

/// Puzzles of the day in the record of an account.
pub const MAX_PUZZLE_DAYS: u32 = 400;

/// Votes for a puzzle less votes against it at which it is withdrawn.
pub const WITHDRAWN_AT: i64 = -5;

/// Rating of an account before its first puzzle, as on the page; its deviation is the greatest.
pub const FIRST_SOLVER_RATING: f64 = 1000.0;

/// Deviation of a puzzle before its first result: its rating by the levels that solve it is a rough one for people.
pub const FIRST_PUZZLE_DEVIATION: f64 = 200.0;

/// Times that results and votes are computed again, since others may be faster.
pub const MAX_RESULT_TRIES: usize = 5;

/// Bytes that a result of a puzzle takes in the store.
pub const RESULT_BYTES: usize = 200;

/// Contests in each of the two lists: those that are not over, and the latest of those that are.
pub const CONTEST_PAGE: u32 = 50;

/// Tournaments in each of the two lists: those that are not over, and those that are.
pub const TOURNAMENT_PAGE: u32 = 50;

/// Time of each side of a simul for its first move, in seconds: the host comes to one board after the other.
pub const SIMUL_FIRST_MOVE_TIME: u32 = 15 * 60;

/// Time after which a simul that has not begun is cancelled (milliseconds): 12 hours after its planned start, or after its creation
/// without one.
pub const SIMUL_TTL: Millis = 12 * 60 * 60 * 1000;

/// Initial time and increment of a simul of the server itself, in seconds.
pub const STANDING_SIMUL_CLOCK: (u32, u32) = (15 * 60, 10);

/// Boards of a simul of the server itself, at most.
pub const STANDING_SIMUL_PLACES: u32 = 10;

/// Tournaments of an organiser among which those are that an Elo list may rate.
pub const OWN_TOURNAMENTS: u32 = 500;

/// Elo lists on a page.
pub const ELO_LIST_PAGE: u32 = 50;

/// Interval of the work of arenas: results, pairings, ends.
pub const ARENA_INTERVAL: Duration = Duration::from_secs(1);

/// Waiting time of a player of an arena after which all who wait are paired, however few they are.
pub const ARENA_PATIENCE: Duration = Duration::from_secs(5);

/// Minimum interval between two notices that an arena has changed.
pub const ARENA_NOTICE_INTERVAL: Duration = Duration::from_secs(2);

/// Players on a page of the standings of an arena.
pub const ARENA_PAGE: usize = 20;

/// Games whose boards the page of an arena shows.
pub const ARENA_BOARDS: usize = 4;

/// Games of an arena that begin at a time.
pub const MAX_GAMES_BEGUN_AT_ONCE: usize = 16;

/// Time by which the start of a new arena may be past (milliseconds).
pub const ARENA_START_GRACE: Millis = 60_000;

/// Time by which the start of a new arena may be ahead (milliseconds): 90 days.
pub const MAX_ARENA_AHEAD: Millis = 90 * 24 * 60 * 60 * 1000;

/// Time before the start at which an arena of a series on days of the week is created (milliseconds): 8 days.
pub const ARENA_SERIES_AHEAD: Millis = 8 * DAY;

/// Interval between two looks for arenas of series that are to be created.
pub const ARENA_SERIES_INTERVAL: Duration = Duration::from_secs(30);

/// Series of arenas on a page.
pub const ARENA_SERIES_PAGE: u32 = 50;

/// Duration of an arena of the server itself, in minutes.
pub const STANDING_ARENA_MINUTES: u32 = 30;

/// Players up to which computers take part in an arena of the server itself.
pub const STANDING_ARENA_PLAYERS: u32 = 4;

/// Time that the calendar shows (milliseconds): four weeks.
pub const CALENDAR_AHEAD: Millis = 28 * DAY;

/// Arenas in the calendar.
pub const MAX_CALENDAR_ARENAS: usize = 500;

/// Series, and tournaments over the board, among which the calendar looks for what comes.
pub const MAX_CALENDAR_ROWS: u32 = 500;

/// Tournaments that are kept in memory, and as many team tournaments.
pub const MAX_LOADED_TOURNAMENTS: usize = 64;

/// Players or teams of a round that is paired without a thread of its own: it takes some milliseconds.
pub const MAX_PAIRED_AT_ONCE: usize = 100;

/// Plies of a game of a tournament, above which its text is not replayed.
pub const MAX_TOURNAMENT_PLIES: usize = 2000;

/// Attempts to carry out a command of a tournament that others change at the same time.
pub const MAX_TOURNAMENT_ATTEMPTS: usize = 8;

/// Bytes that an answer to a puzzle of a contest takes in the store.
pub const ANSWER_BYTES: usize = 200;

/// Games that are read at once to be mined for puzzles.
pub const MINING_PAGE: u32 = 50;

/// Priority of the thread that mines, from -20 to 19, the lowest; on Linux.
pub const MINING_NICENESS: i32 = 15;

/// Maximum length of the name of a best score.
pub const MAX_SCORE_NAME: usize = 64;

/// Entries of a library read at a time for an answer or an export.
pub const LIBRARY_PAGE: u32 = 16;

/// Bytes of entries above which an answer with a part of a library has no more.
pub const LIBRARY_PAGE_BYTES: usize = 512 << 10;

/// Time for which given-up e-mails are kept for the operator, in milliseconds.
pub const FAILED_MAIL_RETENTION: i64 = 7 * DAY;

/// Maximum number of open challenges that are counted for an account.
pub const MAX_COUNTED_CHALLENGES: u32 = 100;

/// Valid lengths of an account's name, in characters.
pub const NAME_LENGTH: RangeInclusive<usize> = 2..=20;

/// Accounts whose names are compared by new rules in one transaction, after an update.
pub const NAME_KEY_BATCH: u32 = 500;

/// Valid lengths of a password, in characters.
pub const PASSWORD_LENGTH: RangeInclusive<usize> = 8..=256;

/// Maximum length of an e-mail address, in bytes, by SMTP.
pub const MAX_EMAIL_ADDRESS: usize = 254;

/// Maximum length of the user agent stored with a session, in characters.
pub const MAX_USER_AGENT: usize = 200;

/// Games read at a time for the export of an account's data.
pub const EXPORT_PAGE: u32 = 100;

/// Minimum interval between two updates of a session's last use, in milliseconds.
pub const SESSION_TOUCH_INTERVAL: Millis = 60 * 60 * 1000;

// People.

/// Accounts that an account follows, and that it has blocked.
pub const MAX_RELATED: usize = 500;

/// People, and computers, of a leaderboard.
pub const MAX_LEADERBOARD_ROWS: u32 = 200;

/// Maximum length of a text that is looked up as a name, in bytes.
pub const MAX_NAME: usize = 200;

/// Maximum number of days in a rating history, about ten years.
pub const MAX_HISTORY_DAYS: u32 = 3700;

/// Latest games of an account that the figures of its half year count.
pub const MAX_SUMMARY_GAMES: u32 = 5000;

/// Time without a game after which an account leaves the leaderboards, in milliseconds.
pub const LEADERBOARD_IDLE_TTL: Millis = 365 * DAY;

/// People and computers that a search of names reads, in the order of their keys, and sorts.
pub const SEARCH_PAGE: u32 = 200;

/// People and computers that a search of names shows.
pub const MAX_FOUND_PEOPLE: usize = 10;

/// Delay between two arenas whose players are recorded after an update, so that games are not delayed.
pub const PLAYER_RECORD_DELAY: Duration = Duration::from_millis(20);

/// Tournaments on a page of those of an account.
pub const PARTICIPATION_PAGE: u32 = 20;

// Messages.

/// Conversations on a page.
pub const CONVERSATION_PAGE: u32 = 30;

/// Messages of a conversation on a page.
pub const MESSAGE_PAGE: u32 = 50;

/// Time after which an account may begin one more conversation: ten a day.
pub const CONTACT_REFILL: Duration = Duration::from_secs(144 * 60);

/// Age below which an account is a new one, which begins fewer conversations, in milliseconds.
pub const NEW_ACCOUNT_TTL: Millis = 2 * DAY;

/// Time after which a new account may begin one more conversation.
pub const NEW_ACCOUNT_CONTACT_REFILL: Duration = Duration::from_secs(8 * 60 * 60);

/// Bytes that the first message of a conversation counts beyond its own.
pub const FIRST_MESSAGE_BYTES: u64 = 16 << 10;

/// Delay after which the number of notifications counts a message that is still unread.
pub const MESSAGE_NOTICE_DELAY: Duration = Duration::from_secs(2);

/// Last messages of a conversation that are copied for a report.
pub const REPORTED_MESSAGES_PAGE: u32 = 30;

// Teams.

/// Least length of the name of a team, in characters.
pub const MIN_TEAM_NAME: usize = 3;

/// Least number of letters and digits in the name of a team.
pub const MIN_TEAM_LETTERS: usize = 2;

/// Teams on a page, and those that a search finds.
pub const TEAM_PAGE: u32 = 30;

/// Members on a page of a team.
pub const TEAM_MEMBER_PAGE: u32 = 50;

/// Messages on a page of a team.
pub const TEAM_MESSAGE_PAGE: u32 = 20;

/// Arenas on the page of a team.
pub const TEAM_ARENAS: u32 = 20;

/// Simuls on the page of a team.
pub const TEAM_SIMULS: u32 = 20;

/// Accounts that may not ask to join a team again.
pub const MAX_TEAM_BLOCKED: u32 = 500;

/// Time after its creation in which a team may get any name, in milliseconds; later only the spelling may change.
pub const TEAM_RENAME_TTL: Millis = 7 * DAY;

/// Attempts to change a team that others change at the same time.
pub const MAX_TEAM_ATTEMPTS: usize = 16;

/// Members that are notified of a message in one transaction.
pub const TEAM_MESSAGE_BATCH: u32 = 100;

// Chat.

/// Length of a chat line, in characters.
pub const MAX_CHAT_LINE: usize = 140;

/// Lines of a chat that are shown.
pub const MAX_CHAT_LINES: u32 = 100;

/// Time after which an account may write one more line.
pub const CHAT_REFILL: Duration = Duration::from_secs(3);

/// Time within which an account does not write the same again, in milliseconds.
pub const CHAT_REPEAT_TTL: Millis = 60_000;

/// Lines within which an account does not write the same again.
pub const CHAT_REPEAT_LINES: usize = 4;

// Moderation.

/// Length of a report, in bytes.
pub const MAX_REPORT_TEXT: usize = 1000;

/// Reports by an account in a day.
pub const MAX_REPORTS_A_DAY: usize = 10;

/// Open reports by an account about the same account.
pub const MAX_REPORTS_ABOUT_ONE: usize = 2;

/// Open reports in the list of moderators.
pub const MAX_OPEN_REPORTS: u32 = 200;

/// Closed reports in the list of moderators.
pub const MAX_CLOSED_REPORTS: u32 = 50;

/// Length of a moderator's note, in bytes.
pub const MAX_NOTE: usize = 1000;

/// Length of a mute or suspension, in hours: ten years.
pub const MAX_BAN_HOURS: u32 = 10 * 366 * 24;

/// Lines on a page of the audit log.
pub const AUDIT_PAGE: u32 = 50;

// Games.

/// Running games in the list of their player.
pub const MAX_RUNNING_GAMES: u32 = 300;

/// Streams of PGN at a time.
pub const MAX_PGN_STREAMS: usize = 8;

/// Bytes that may wait for one connection. A longer message is taken if nothing else waits.
pub const MAX_WAITING_BYTES: usize = 4 << 20;

/// Bytes that may wait for all connections of a client.
pub const MAX_WAITING_BYTES_OF_CLIENT: usize = 16 << 20;

/// Time in which a client takes nothing, after which its socket is closed: without this a connection whose other end has died
/// would hold its player at the board for as long as the system tries.
pub const SOCKET_WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Games on a page of the archive.
pub const ARCHIVE_PAGE: u32 = 30;

/// Games read at a time for a stream of PGN.
pub const PGN_PAGE: u32 = 20;

/// Plies of an opening by which the archive can be filtered.
pub const OPENING_PLIES: usize = 16;

/// Time for which an idle running game without a clock stays in memory.
pub const IDLE_GAME_TTL: Duration = Duration::from_secs(60);

/// Watchers up to whose number all are sent every change of the spectators.
pub const FEW_WATCHERS: usize = 32;

/// Time by which a game that leaves the memory may be ahead of the server's time, in milliseconds: it stands still
/// until then.
pub const MAX_GAME_AHEAD: Millis = 60 * 60 * 1000;

/// Games that are read from the store at a time after a start.
pub const MAX_GAME_READS: usize = 8;

/// Games whose events are moved into their rows in one transaction.
pub const FOLD_BATCH: usize = 16;

/// Bytes of events above which a game is read soon after the start, and loses what counts for nothing any more.
pub const LARGE_GAME: u64 = 128 << 10;

/// Games that are read at a time because their time may be up.
pub const MAX_WAKING_GAMES: usize = 16;

/// Delay before a game is read again after a failure; it doubles with each that follows.
pub const FIRST_GAME_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Longest delay before a game is read again.
pub const MAX_GAME_RETRY_DELAY: Duration = Duration::from_secs(10);

// Positions.

/// Length of a FEN of a look-up, a picture or an address, in bytes.
pub const MAX_FEN: usize = 512;

/// Plies of an address that are followed for its preview.
pub const MAX_ADDRESS_MOVES: usize = 400;

/// Length of a request for analysis, in bytes: a game of some thousand moves.
pub const MAX_ANALYSIS_BODY: usize = 32 * 1024;

/// Plies of an analysed game.
pub const MAX_ANALYSIS_MOVES: usize = 2_000;

/// Length of an engine name, FEN or variant, in bytes.
pub const MAX_ANALYSIS_TEXT: usize = 512;

/// Transposition table of an engine, in MiB.
pub const MAX_HASH_MB: usize = 64;

/// Transposition tables of all engines together, in MiB: with more than 64 engines each gets less.
pub const TOTAL_HASH_MB: usize = 4096;

/// Memory for decoded rows of the endgame tables of one variant, in bytes.
pub const TABLE_CACHE_BYTES: usize = 16 << 20;

/// Time after which an unused engine is dropped, since its hash table takes up to 64 MiB.
pub const ENGINE_TTL: Duration = Duration::from_secs(30);

/// Lines of analysis that wait for a slow connection. More are dropped; the result is always sent.
pub const MAX_WAITING_LINES: usize = 64;

// Requests.

/// Length of the head of a request, in bytes; a longer one is answered with status 431.
pub const MAX_REQUEST_HEAD: usize = 32 * 1024;

/// `Retry-After` of a request for which no engine is free, in seconds.
pub const ENGINE_RETRY_DELAY: u64 = 5;

/// Length of a session's token, in bytes. Longer ones are ignored without a look-up.
pub const MAX_TOKEN: usize = 128;

/// Valid widths of a picture, in pixels.
pub const PICTURE_WIDTHS: RangeInclusive<u32> = 64..=2000;

/// Documents in the cache. There are few, but clients choose the hosts that they ask for.
pub const MAX_CACHED_DOCUMENTS: usize = 512;

/// Time within which the store must answer for the server to count as ready.
pub const READY_TIMEOUT: Duration = Duration::from_secs(1);

// Commands of the operator.

/// Rows read at a time for lists and exports of the operator.
pub const ADMIN_PAGE: u32 = 500;

// Housekeeping.

/// Interval between two checks of the log.
pub const HOUSEKEEPING_INTERVAL: Duration = Duration::from_secs(5);

/// Number of entries above which the log is shortened. A start reads some hundred thousand entries a second.
pub const MAX_LOG_ENTRIES: u64 = 60_000;

/// Size of the log's events above which it is shortened, too, in bytes: older versions logged conditional moves.
pub const MAX_LOG_BYTES: u64 = 32 << 20;

/// Checks of the log between two checks of its size: by then, oversized games have been read and made smaller.
pub const LOG_SIZE_CHECKS: u32 = 120;

/// Entries of the log that are moved to the rows of their games in one transaction.
pub const LOG_BATCH: u32 = 2_000;

/// Pause after a batch of the log, so that moves are not delayed.
pub const LOG_BATCH_PAUSE: Duration = Duration::from_millis(20);

/// Checks of the log between two removals of expired data: an hour.
pub const EXPIRY_CHECKS: u32 = 720;

/// Guests without a game that are removed at a time.
pub const GUEST_BATCH: u32 = 500;

/// Time after which unused memory for password hashes is freed.
pub const HASH_MEMORY_TTL: Duration = Duration::from_secs(30);

// Start, stop and time.

/// Interval at which a heartbeat is stored.
pub const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Downtime above which a warning says that the wall clock may be wrong, in milliseconds.
pub const LONG_DOWNTIME: Millis = 7 * DAY;

/// Lasting difference from the wall clock above which a warning is logged, in milliseconds.
pub const MAX_CLOCK_DIFFERENCE: Millis = 60_000;

/// Difference from the wall clock above which the server's time slows down, in milliseconds.
pub const CLOCK_TOLERANCE: Millis = 1000;

/// Difference from the wall clock above which the server's time no longer slows down, and a server does not start, in
/// milliseconds. Catching up with seven days takes a fortnight.
pub const MAX_CLOCK_AHEAD: Millis = 7 * DAY;

/// Time limit for jobs that are running when the server stops, such as e-mails being sent.
pub const LAST_JOBS_TIMEOUT: Duration = Duration::from_secs(10);

// Jobs and e-mails.

/// Delay before a queue of jobs is read or written again after a failure of the store.
pub const QUEUE_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Interval at which an idle queue of jobs is polled.
pub const QUEUE_POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Timeout for replies of the mail server.
pub const MAIL_SERVER_TIMEOUT: Duration = Duration::from_secs(20);

/// Time for which the delivery of confirmations and notices is retried, in milliseconds.
pub const MAIL_NOTICE_TTL: Millis = DAY;

// Notifications.

/// Notifications that are kept for an account.
pub const MAX_NOTIFICATIONS: u32 = 200;

/// Notifications in a list.
pub const NOTIFICATION_PAGE: usize = 50;

/// Time for which notifications are kept, in milliseconds.
pub const NOTIFICATION_RETENTION: Millis = 60 * DAY;

/// Time before the start of an arena at which its players are notified.
pub const ARENA_SOON: Duration = Duration::from_secs(15 * 60);

/// Notifications of this time are one message that is pushed.
pub const PUSH_WINDOW: Duration = Duration::from_secs(5);

/// Notifications of this time are one e-mail.
pub const MAIL_NOTIFICATION_WINDOW: Duration = Duration::from_secs(15 * 60);

/// Time for which a push service keeps a message for a browser that is off, in milliseconds.
pub const PUSH_TTL: Millis = DAY;

/// Browsers of an account that get notifications.
pub const MAX_PUSH_SUBSCRIPTIONS: u32 = 10;

/// Length of the address that a push service gives to a browser, in bytes.
pub const MAX_PUSH_ENDPOINT: usize = 1024;

/// Messages that are pushed at a time.
pub const PUSH_AT_ONCE: u32 = 256;

/// Attempts to push a message.
pub const PUSH_ATTEMPTS: u32 = 12;

/// Timeout for the reply of a push service.
pub const PUSH_SERVICE_TIMEOUT: Duration = Duration::from_secs(10);

/// Time limit of an attempt to push a message.
pub const PUSH_TIMEOUT: Duration = Duration::from_secs(15);

// Computers.

/// Transposition table of a computer player's engine, in MiB. Levels search few nodes.
pub const COMPUTER_HASH_MB: usize = 8;

/// Longest search of a computer's move, in milliseconds.
pub const MAX_THINKING: Millis = 3000;

/// Interval at which the need for a game between computers is checked.
pub const SHOWCASE_INTERVAL: Duration = Duration::from_secs(3);

// Texts.

/// Marks on one character of a text. Living scripts need no more: Vietnamese has two, pointed Hebrew and Tibetan four.
pub const MAX_MARKS: usize = 4;

// Caches.

/// Time for which a session is not looked up again. What ends a session on this server is seen at once.
pub const SESSION_CACHE_TTL: Duration = Duration::from_secs(10);

/// Sessions in the cache.
pub const MAX_CACHED_SESSIONS: usize = 20_000;

/// Time for which answers that cost the store a lot are reused, in milliseconds: leaderboards, the totals and the
/// summaries of profiles.
pub const ANSWER_CACHE_TTL: Millis = 60_000;

/// Answers of a kind in the cache.
pub const MAX_CACHED_ANSWERS: usize = 2000;

/// Budgets in memory above which the full ones are dropped.
pub const BUDGETS_BEFORE_SWEEP: usize = 50_000;

/// Accounts with lines of chats in memory above which those that have not written for a while are forgotten.
pub const WRITERS_BEFORE_SWEEP: usize = 10_000;

// Connections.

/// Time that a connection may wait for its client before it can lose its place. The first packets of a request, and a
/// response in flight, usually take less.
pub const MIN_EVICTION_WAIT: Duration = Duration::from_millis(250);

/// Interval at which a connection without a place outside the reserve asks for one.
pub const PLACE_INTERVAL: Duration = Duration::from_millis(10);

/// Number of times that a connection in the reserve asks for a place before its request is refused.
pub const PLACE_ATTEMPTS: u32 = 10;

/// Timeout for the request head of a connection in the reserve. Health checks send it at once.
pub const RESERVE_HEAD_TIMEOUT: Duration = Duration::from_secs(3);

/// Delay after an accept error that concerns every connection, such as too many open files.
pub const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(500);

// Sockets.

/// Maximum interval between two measurements of a connection's round-trip time.
pub const PING_INTERVAL: Duration = Duration::from_secs(30);

/// Minimum interval between two measurements of a player's round-trip time. Recent round trips bound the lag that a
/// move may claim, so a ping goes out with a message as soon as the last one is this old.
pub const PLAYER_PING_INTERVAL: Duration = Duration::from_secs(2);

/// Time after a command for which the connection counts as a player's.
pub const PLAYER_TTL: Duration = Duration::from_secs(120);

/// Read buffer of a socket, in bytes; most messages are shorter. The library's default of 128 KiB would take gigabytes
/// for thousands of connections.
pub const SOCKET_READ_BUFFER: usize = 1024;

/// Write buffer of a socket, in bytes: messages are written together until they fill it.
pub const SOCKET_WRITE_BUFFER: usize = 4096;

/// Bytes that a socket itself may hold for a slow reader. The outbox holds and limits the messages before.
pub const MAX_SOCKET_WRITE_BUFFER: usize = 512 * 1024;

/// Messages in one write of a socket.
pub const MAX_GATHERED: usize = 32;

/// Time in which a client takes the last message before its socket is closed.
pub const SOCKET_CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Time for which a client is asked to wait before it reconnects after the server has stopped, in milliseconds.
pub const RECONNECT_DELAY: u32 = 1500;

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// Constants that look like limits and stay next to their code, with the reason.
    const ELSEWHERE: [(&str, &str); 9] = [
        ("MAX_TRIES", "an exercise's search for a position"),
        ("MIN_PLIES", "an exercise's search for a position"),
        ("MAX_SHORT", "an exercise's search for a position"),
        ("MAX_ROUNDS", "the key of a name, which must never change"),
        ("MAX_BYTES", "follows from PASSWORD_LENGTH"),
        ("MAX_KEYS", "how the tables of allowances are kept small"),
        ("MAX_FILL_TIME", "what governor can count"),
        ("CLEANUP_INTERVAL", "how the table of clients is kept small"),
        ("MAX_UNCOMPRESSED", "a document that fits into one packet"),
    ];

    /// The constants at the top level of a source file whose name or type is that of a limit.
    fn limits_in(source: &str) -> Vec<String> {
        let is_limit = |name: &str, kind: &str| {
            kind.starts_with("Duration")
                || ["MAX_", "MIN_", "FIRST_"].iter().any(|start| name.starts_with(start))
                || ["PAGE", "TTL", "INTERVAL", "TIMEOUT", "DELAY", "BATCH"].iter().any(|end| name.ends_with(end))
        };
        let constants =
            source.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default().lines().filter_map(|line| {
                let line = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
                line.strip_prefix("const ")?.split_once(": ")
            });
        constants.filter(|(name, kind)| is_limit(name, kind)).map(|(name, _)| name.to_owned()).collect()
    }

    fn rust_files(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && !path.ends_with("tests") && !path.ends_with("config") {
                rust_files(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
                files.push(path);
            }
        }
    }

    #[test]
    fn no_limit_is_beside_its_code() {
        assert_eq!(limits_in("const MAX_A: u8 = 1;\npub const B: Duration = C;\nconst D: u8 = 1;"), ["MAX_A", "B"]);
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crates");
        let mut files = Vec::new();
        rust_files(&crates.join("service/src"), &mut files);
        rust_files(&crates.join("server/src"), &mut files);
        assert!(files.len() > 100, "{}", files.len());
        for file in files {
            for name in limits_in(&std::fs::read_to_string(&file).expect("a source file")) {
                let stays = ELSEWHERE.iter().any(|(other, _)| *other == name);
                assert!(stays, "{name} of {} belongs into config/limits.rs", file.display());
            }
        }
    }

    #[test]
    fn the_operators_page_lists_every_limit() {
        let page =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/server.md")).expect("the page");
        let (limits, _) = include_str!("limits.rs").split_once("#[cfg(test)]").expect("limits before the tests");
        let names = limits.lines().filter_map(|line| line.strip_prefix("pub const ")?.split(':').next());
        let names: Vec<&str> = names.collect();
        assert!(names.len() > 40, "{names:?}");
        for name in names {
            assert!(page.contains(&format!("| `{name}` |")), "docs/server.md does not list {name}");
        }
    }
}
