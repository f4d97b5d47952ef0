//! Tapered scores: pairs of numbers for the middlegame and the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Tapered score: centipawns in the middlegame and in the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tapered {
    pub(crate) mg: i32,
    pub(crate) eg: i32,
}

/// Creates a tapered score; the name is short for the tables of weights.
pub(crate) const fn s(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

impl Tapered {
    pub(crate) const ZERO: Tapered = s(0, 0);

    /// Interpolates between the middlegame's number at `phase` = `max_phase` and the endgame's at 0.
    pub(crate) fn interpolate(self, phase: i32, max_phase: i32) -> i32 {
        let phase = phase.clamp(0, max_phase);
        (self.mg * phase + self.eg * (max_phase - phase)) / max_phase
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        s(self.mg + other.mg, self.eg + other.eg)
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
        s(self.mg - other.mg, self.eg - other.eg)
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
        s(-self.mg, -self.eg)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    fn mul(self, factor: i32) -> Tapered {
        s(self.mg * factor, self.eg * factor)
    }
}
