//! Limits that a client meets. Those of a visitor, account or connection may be lifted by the operator of a server, for tests.

/// Bytes of a message of the client.
pub const MAX_MESSAGE: usize = 4096;

/// Messages of one connection at once; what is above is refused with `rate_limited`.
pub const MESSAGE_BURST: u32 = 60;

/// Messages of one connection a second after that.
pub const MESSAGES_PER_SECOND: u32 = 8;

/// Refused messages of one connection, altogether; after one more it is closed with code 1008. Refused commands do not count, unless
/// by `rate_limited`, nor does `watch` by `busy` or `not_found`.
pub const MAX_FAULTS: u32 = 20;

/// Games that one connection may watch; `watch` of another one is refused with `too_many`.
pub const MAX_WATCHED: usize = 64;

/// Connections of one visitor, unless the operator has set another number; a further one is refused with `too_many`.
pub const SOCKETS_PER_CLIENT: usize = 64;

/// Events that `watch` with `from` sends at most; where more are missing, `game` is the answer.
pub const MAX_EVENTS_BEHIND: usize = 200;

/// Events in one answer of `GET /api/games/{id}/events`.
pub const MAX_EVENTS: usize = 1000;

/// Bytes of the body of a request.
pub const MAX_BODY: usize = 16 * 1024;

/// Requests of one visitor over HTTP at once, unless the operator has set another number; what is above is refused with
/// `too_many_requests`.
pub const REQUEST_BURST: u32 = 2000;

/// Requests of one visitor over HTTP a second after that.
pub const REQUESTS_PER_SECOND: u32 = 200;

/// New guests of one visitor at once; then one in 5 seconds.
pub const GUEST_BURST: u32 = 100;

/// New seeks, challenges, games against computers and acceptances of one account at once; then one in 6 seconds.
pub const OFFER_BURST: u32 = 20;

/// Open seeks of an account.
pub const MAX_SEEKS: usize = 20;

/// Open seeks of a guest.
pub const MAX_SEEKS_OF_GUEST: usize = 5;

/// Seconds that a seek outlives the last connection of its owner.
pub const SEEK_PATIENCE: u32 = 10;

/// Open challenges from an account.
pub const MAX_CHALLENGES: u32 = 20;

/// Open challenges from a guest.
pub const MAX_CHALLENGES_OF_GUEST: u32 = 5;

/// Open challenges to an account.
pub const MAX_CHALLENGES_RECEIVED: u32 = 50;

/// Running games of an account.
pub const MAX_GAMES: usize = 200;

/// Running games of a guest.
pub const MAX_GAMES_OF_GUEST: usize = 20;

/// Lines of chats of one account at once; then one in 3 seconds, and the same text only after 60 seconds.
pub const CHAT_BURST: u32 = 5;
