//! Values of positions: the result to the side to move, and the plies to the end.

use std::cmp::Ordering;

/// Result of a position to the side to move, with best play of both sides; in order, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The side to move is mated.
    Loss,
    /// Side to move is stalemated, if that is worth less than a draw.
    StalemateLoss,
    /// Neither side can do better.
    Draw,
    /// Side to move stalemates, if that is worth more than a draw.
    StalemateWin,
    /// Side to move mates.
    Win,
}

impl Wdl {
    /// Results, the worst first.
    pub const ALL: [Self; 5] = [Self::Loss, Self::StalemateLoss, Self::Draw, Self::StalemateWin, Self::Win];

    /// Returns the result to the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::StalemateLoss => Self::StalemateWin,
            Self::Draw => Self::Draw,
            Self::StalemateWin => Self::StalemateLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// Value of a position to the side to move, with best play of both sides and without the 50-move rule: the result and the
/// number of plies to the end of the game. A side tries to win, then to give stalemate, then to draw; it wins as soon as it
/// can and loses as late as it can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Mated in this number of plies; 0 if it is mate.
    Loss(u16),
    /// Stalemated in this number of plies, if that is worth less than a draw; 0 if it is stalemate.
    StalemateLoss(u16),
    /// Neither side can do better.
    Draw,
    /// Stalemates in this number of plies, if that is worth more than a draw.
    StalemateWin(u16),
    /// Mates in this number of plies.
    Win(u16),
}

impl Value {
    /// Returns the value, before a move into this position, to the side that makes the move.
    #[must_use]
    pub fn before_move(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::StalemateLoss(plies) => Self::StalemateWin(plies + 1),
            Self::Draw => Self::Draw,
            Self::StalemateWin(plies) => Self::StalemateLoss(plies + 1),
            Self::Win(plies) => Self::Loss(plies + 1),
        }
    }

    /// Plies to the end; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Draw => None,
            Self::Loss(n) | Self::StalemateLoss(n) | Self::StalemateWin(n) | Self::Win(n) => Some(n),
        }
    }

    /// Result.
    #[inline]
    pub fn wdl(self) -> Wdl {
        match self {
            Self::Loss(_) => Wdl::Loss,
            Self::StalemateLoss(_) => Wdl::StalemateLoss,
            Self::Draw => Wdl::Draw,
            Self::StalemateWin(_) => Wdl::StalemateWin,
            Self::Win(_) => Wdl::Win,
        }
    }

    /// Returns the value with this result and number of plies.
    #[inline]
    pub(crate) fn with(wdl: Wdl, plies: u16) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss(plies),
            Wdl::StalemateLoss => Self::StalemateLoss(plies),
            Wdl::Draw => Self::Draw,
            Wdl::StalemateWin => Self::StalemateWin(plies),
            Wdl::Win => Self::Win(plies),
        }
    }

    /// Index of the result in the order from loss (0) to win (4).
    pub fn result(self) -> usize {
        self.wdl() as usize
    }

    fn preference(self) -> i32 {
        match self {
            Self::Loss(n) => i32::from(n) - 200_000,
            Self::StalemateLoss(n) => i32::from(n) - 100_000,
            Self::Draw => 0,
            Self::StalemateWin(n) => 100_000 - i32::from(n),
            Self::Win(n) => 200_000 - i32::from(n),
        }
    }
}

impl Ord for Value {
    /// Compares values by the preference of the side to move; a better one is greater.
    fn cmp(&self, other: &Self) -> Ordering {
        self.preference().cmp(&other.preference())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Depth to zeroing of a mate under the 50-move rule: the plies to the next capture, pawn move or mate on the winner's fastest way to
/// a win that the rule allows, if the loser delays that as long as it can. A capture or pawn move that the loser has to make
/// counts, too.
///
/// The win stands under the rule if the sum of this and the half-move clock is at most 100.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zeroing {
    /// Depth in plies, at most 100; 0 if it is mate.
    Within(u16),
    /// More than 100 plies, or no such way: the rule takes the win away.
    Beyond,
}

/// Number of plies without a capture or pawn move after which a draw can be claimed by the 50-move rule.
pub(crate) const FIFTY_MOVES: u16 = 100;

/// Outcome of a position under the 50-move rule, given its half-move clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FiftyMoves {
    /// The result holds: it is a draw, or the rule leaves time for the end.
    InTime,
    /// End comes after 50 moves, and no capture or pawn move on the way restarts the count in time, forced ones of the loser
    /// included.
    TooLate,
    /// The end comes after 50 moves, and the table does not show whether a capture or pawn move restarts the count in time.
    Unclear,
}

/// Optional value in 16 bits: the result in the upper four, the plies below.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Packed(u16);

impl Packed {
    /// No value: the position is not legal, or its value is unknown.
    pub(crate) const NONE: Self = Self(0);
    /// Maximum number of plies that fit.
    pub(crate) const MAX_PLIES: u16 = 0x0fff;

    #[inline]
    pub(crate) fn new(value: Value) -> Self {
        let (kind, plies) = match value {
            Value::Loss(n) => (1, n),
            Value::StalemateLoss(n) => (2, n),
            Value::Draw => (3, 0),
            Value::StalemateWin(n) => (4, n),
            Value::Win(n) => (5, n),
        };
        debug_assert!(plies <= Self::MAX_PLIES, "too many plies");
        Self(kind << 12 | plies & Self::MAX_PLIES)
    }

    #[inline]
    pub(crate) fn value(self) -> Option<Value> {
        let plies = self.0 & Self::MAX_PLIES;
        Some(match self.0 >> 12 {
            1 => Value::Loss(plies),
            2 => Value::StalemateLoss(plies),
            3 => Value::Draw,
            4 => Value::StalemateWin(plies),
            5 => Value::Win(plies),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ordered_as_a_player_prefers_them() {
        use Value::{Draw, Loss, StalemateLoss, StalemateWin, Win};
        let order = [
            Loss(0),
            Loss(4),
            StalemateLoss(0),
            StalemateLoss(8),
            Draw,
            StalemateWin(9),
            StalemateWin(1),
            Win(7),
            Win(1),
        ];
        assert!(order.is_sorted_by(|a, b| a < b));
        for value in order {
            assert_eq!(Packed::new(value).value(), Some(value));
        }
        assert_eq!(Packed::NONE.value(), None);
        assert_eq!(Win(3).before_move(), Loss(4));
    }
}
