//! A pair of numbers: what something is worth in the middlegame and in the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Centipawns in the middlegame and in the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tapered {
    pub(crate) mg: i32,
    pub(crate) eg: i32,
}

/// Short for a pair.
pub(crate) const fn t(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

impl Tapered {
    pub(crate) const ZERO: Tapered = t(0, 0);

    /// The number between the two: `phase` of `full` is 1 at the start of the game and falls to 0 as men leave.
    pub(crate) fn at(self, phase: i32, full: i32) -> i32 {
        let phase = phase.clamp(0, full);
        (self.mg * phase + self.eg * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        t(self.mg + other.mg, self.eg + other.eg)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        t(self.mg - other.mg, self.eg - other.eg)
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        t(-self.mg, -self.eg)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    fn mul(self, factor: i32) -> Tapered {
        t(self.mg * factor, self.eg * factor)
    }
}
