//! Notices of durable events in games to the rest of the server.

use saffron_live::Millis;
use saffron_protocol::game::{GameInfo, PlayerKind};
use saffron_store::jobs::{NewJob, enqueue};
use saffron_store::{GameId, Statement, TournamentId};
use tokio::sync::mpsc;

/// Queue of the jobs that notify accounts.
pub const NOTIFICATIONS: &str = "notifications";

/// Kind of the job that notifies the players of a game by correspondence of a turn or the end. Its key is the game.
pub const GAME_CHANGED: &str = "game-changed";

/// Statement that has the players notified, for the transaction of the events; `None` for games by the clock and with computers, whose
/// players are there.
pub fn to_players(id: GameId, info: &GameInfo, now: Millis) -> Option<Statement> {
    let people = ![info.white.kind, info.black.kind].contains(&PlayerKind::Computer);
    (people && !info.control.is_real_time()).then(|| {
        enqueue(&NewJob {
            queue: NOTIFICATIONS,
            kind: GAME_CHANGED,
            key: id.to_string(),
            payload: String::new(),
            account: None,
            created_at: now,
            run_at: now,
            expires_at: None,
        })
    })
}

/// Queue of the jobs of tournaments.
pub const TOURNAMENTS: &str = "tournaments";

/// Kind of the job that does what is due in a round robin by correspondence or a simul. Its key is the tournament.
pub const ADVANCE: &str = "advance";

/// Statement that has the tournament of a game look at its end, for the transaction of the events; `None` without a tournament.
pub fn to_tournament(info: &GameInfo, now: Millis) -> Option<Statement> {
    let tournament = tournament_of(info)?.parse().ok()?;
    Some(advance(tournament, now, now))
}

/// Round robin by correspondence or simul to which a game belongs.
pub fn tournament_of(info: &GameInfo) -> Option<&str> {
    info.tournament.as_deref().or(info.simul.as_deref())
}

/// Statement that has a round robin by correspondence or a simul looked at from a time on. It replaces the one of another time.
pub fn advance(tournament: TournamentId, now: Millis, run_at: Millis) -> Statement {
    enqueue(&NewJob {
        queue: TOURNAMENTS,
        kind: ADVANCE,
        key: tournament.to_string(),
        payload: String::new(),
        account: None,
        created_at: now,
        run_at: now.max(run_at),
        expires_at: None,
    })
}

/// Durable event in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameNotice {
    /// A game has begun, or was there when the server started.
    Started(GameId),
    /// The side to move has changed in a game that is played by correspondence, or with a computer.
    Turn(GameId),
    /// A game has ended.
    Ended {
        /// The game.
        game: GameId,
        /// Whether a job waits for its end: see [`to_tournament`].
        is_awaited: bool,
    },
}

impl GameNotice {
    /// The game.
    pub fn game(self) -> GameId {
        let (Self::Started(id) | Self::Turn(id) | Self::Ended { game: id, .. }) = self;
        id
    }
}

/// Sending end of the notices.
#[derive(Clone, Debug)]
pub struct NoticeSender(mpsc::UnboundedSender<GameNotice>);

impl NoticeSender {
    /// Creates a channel and returns its two ends.
    pub fn new() -> (Self, mpsc::UnboundedReceiver<GameNotice>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(sender), receiver)
    }

    pub fn send(&self, notice: GameNotice) {
        // Without a reader the server is stopping.
        let _ = self.0.send(notice);
    }
}
