//! Whether the holder of a seat is there.

use saffron_live::{Millis, Presence};

/// The connections of a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    connections: u32,
    away: Presence,
}

impl Seat {
    /// A seat that nobody has taken since this moment.
    pub(crate) fn empty_since(at: Millis) -> Self {
        Self { connections: 0, away: Presence::Gone(at) }
    }

    /// A seat whose holder needs no connection.
    pub(crate) fn taken() -> Self {
        Self { connections: 1, away: Presence::Present }
    }

    /// One connection more. Returns whether the seat was empty.
    pub(crate) fn arrive(&mut self) -> bool {
        self.connections += 1;
        self.connections == 1
    }

    /// One connection less; `closed` where its page was closed. Returns whether the seat is empty now.
    pub(crate) fn leave(&mut self, at: Millis, closed: bool) -> bool {
        self.connections = self.connections.saturating_sub(1);
        if self.connections == 0 {
            self.away = if closed { Presence::Left(at) } else { Presence::Gone(at) };
        }
        self.connections == 0
    }

    pub(crate) fn is_there(&self) -> bool {
        self.connections > 0
    }

    pub(crate) fn presence(&self) -> Presence {
        if self.is_there() { Presence::Present } else { self.away }
    }
}
