//! Baku acceleration (C.04.7): virtual points for the higher half of the players in the first half of the rounds.

use crate::points::Points;

/// Baku acceleration of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BakuAcceleration {
    /// Number of players in the higher group: half of all, rounded up to an even number.
    pub higher: usize,
    /// Number of accelerated rounds: half of all, rounded up.
    pub rounds: usize,
}

impl BakuAcceleration {
    /// Acceleration for numbers of players and rounds. Players who enter later change neither group nor rounds.
    #[must_use]
    pub fn new(players: usize, rounds: usize) -> Self {
        Self { higher: 2 * players.div_ceil(4), rounds: rounds.div_ceil(2) }
    }

    /// Virtual points of the higher group by rounds, from the first one: one point in the first half of the accelerated rounds,
    /// rounded up, and half a point in the others.
    #[must_use]
    pub fn virtual_points(&self, win: Points) -> Vec<Points> {
        let full = self.rounds.div_ceil(2);
        let half = Points::from_quarters(win.quarters() / 2);
        (0..self.rounds).map(|round| if round < full { win } else { half }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_rules() {
        // 161 players: 82 in the higher group. Nine rounds: one point in three, half a point in two.
        let baku = BakuAcceleration::new(161, 9);
        assert_eq!((baku.higher, baku.rounds), (82, 5));
        let (one, half) = (Points::ONE, Points::HALF);
        assert_eq!(baku.virtual_points(Points::ONE), [one, one, one, half, half]);
    }
}
