//! Notices of durable events in games to the rest of the server.

use saffron_store::GameId;
use tokio::sync::mpsc;

/// Durable event in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameNotice {
    /// A game has begun, or was there when the server started.
    Started(GameId),
    /// The side to move has changed in a game that is played by correspondence, or with a computer.
    Turn(GameId),
    /// A game has ended.
    Ended(GameId),
}

impl GameNotice {
    /// The game.
    pub fn game(self) -> GameId {
        let (Self::Started(id) | Self::Turn(id) | Self::Ended(id)) = self;
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
