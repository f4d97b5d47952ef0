//! Presence of the player of a seat.

use saffron_live::{Millis, Presence};

/// The connections of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    connections: u32,
    away: Presence,
}

impl Seat {
    /// Seat that has been free since this moment.
    pub fn empty_since(at: Millis) -> Self {
        Self { connections: 0, away: Presence::Gone(at) }
    }

    /// A seat whose holder needs no connection.
    pub fn taken() -> Self {
        Self { connections: 1, away: Presence::Present }
    }

    /// One connection more. Returns whether the seat was empty.
    pub fn arrive(&mut self) -> bool {
        self.connections += 1;
        self.connections == 1
    }

    /// One connection less; `closed` where its page was closed. Returns whether the seat is empty now.
    pub fn leave(&mut self, at: Millis, closed: bool) -> bool {
        self.connections = self.connections.saturating_sub(1);
        if self.connections == 0 {
            self.away = if closed { Presence::Left(at) } else { Presence::Gone(at) };
        }
        self.connections == 0
    }

    pub fn is_there(&self) -> bool {
        self.connections > 0
    }

    pub fn presence(&self) -> Presence {
        if self.is_there() { Presence::Present } else { self.away }
    }
}
