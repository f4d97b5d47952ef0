//! Values of positions: the result to the side to move, and the plies to the end.

use std::cmp::Ordering;

/// The result of a position to the side to move, with best play of both sides: the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Mated.
    Loss,
    /// Stalemated, if that is worth less than a draw.
    StalemateLoss,
    /// Neither side can do better.
    Draw,
    /// Stalemates, if that is worth more than a draw.
    StalemateWin,
    /// Mates.
    Win,
}

impl Wdl {
    /// All results, the worst first.
    pub const ALL: [Self; 5] = [Self::Loss, Self::StalemateLoss, Self::Draw, Self::StalemateWin, Self::Win];

    /// The result to the opponent.
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

/// The value of a position to the side to move, with best play of both sides and without the 50-move rule: the result
/// first, then the number of plies to the end of the game. A side tries to win, then to give stalemate, then to draw; it
/// wins as soon as it can and loses as late as it can.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Mated in so many plies; 0 if it is mate.
    Loss(u16),
    /// Stalemated in so many plies, if that is worth less than a draw; 0 if it is stalemate.
    StalemateLoss(u16),
    /// Neither side can do better.
    Draw,
    /// Stalemates in so many plies, if that is worth more than a draw.
    StalemateWin(u16),
    /// Mates in so many plies.
    Win(u16),
}

impl Value {
    /// The value to the side that has moved here.
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

    /// The plies to the end; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Draw => None,
            Self::Loss(n) | Self::StalemateLoss(n) | Self::StalemateWin(n) | Self::Win(n) => Some(n),
        }
    }

    /// The result.
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

    /// The value with this result and number of plies.
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

    /// The place of the result in the order from loss (0) to win (4).
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
    /// The value that the side to move prefers is greater.
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
/// a win that the rule allows, when the loser delays that as long as it can. A capture or pawn move that the loser has to make
/// counts, too.
///
/// The win is one under the rule, too, where this and the half-move clock are at most 100 together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zeroing {
    /// Depth in plies, at most 100; 0 if it is mate.
    Within(u16),
    /// More than 100 plies, or there is no such way: the rule takes the win away.
    Beyond,
}

/// The plies without a capture or pawn move after which a draw can be claimed by the 50-move rule.
pub(crate) const FIFTY_MOVES: u16 = 100;

/// Outcome of a position under the 50-move rule, given its half-move clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FiftyMoves {
    /// The result stands: it is a draw, or the rule leaves time for the end.
    InTime,
    /// The end comes after 50 moves, and no capture or pawn move on the way to it begins their count again in time, the loser's forced
    /// ones included.
    TooLate,
    /// The end comes after 50 moves, and whether a capture or pawn move begins their count again in time is not in the table.
    Unclear,
}

/// A value, or none, in 16 bits: the kind in the upper four, the plies below.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Packed(u16);

impl Packed {
    /// No value: the position is not legal, or nothing is known.
    pub(crate) const NONE: Self = Self(0);
    /// The most plies that fit.
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
