//! Draw offers and takeback proposals.

use saffron_rules::Color;

use crate::clock::FREE_PLIES;

/// Number of plies after a draw offer in which the same side may not offer one again.
const PLIES_BETWEEN_DRAW_OFFERS: u16 = 20;

/// Maximum number of takeback proposals of a side in one position.
const MAX_PROPOSALS: u8 = 3;

/// Open offers, and the counters that limit new ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    draw: Option<Color>,
    takeback: Option<Color>,
    /// Ply at which each side last offered a draw.
    last_draw: [Option<u16>; 2],
    /// Ply at which each side last proposed a takeback, and how often it did so there.
    proposals: [(u16, u8); 2],
}

impl Offers {
    /// Side whose draw offer is open.
    pub(crate) const fn draw(&self) -> Option<Color> {
        self.draw
    }

    /// Side whose takeback proposal is open.
    pub(crate) const fn takeback(&self) -> Option<Color> {
        self.takeback
    }

    /// Returns whether a side may offer a draw at this ply, if the other side has not offered one.
    pub(crate) fn can_offer_draw(&self, side: Color, ply: u16) -> bool {
        let recently = |last: u16| last.saturating_add(PLIES_BETWEEN_DRAW_OFFERS) >= ply;
        ply >= FREE_PLIES && self.draw.is_none() && !self.last_draw[side.index()].is_some_and(recently)
    }

    /// Returns whether a side that has moved may propose a takeback at this ply, if the other side has not proposed one.
    pub(crate) fn can_propose_takeback(&self, side: Color, ply: u16) -> bool {
        let (at, times) = self.proposals[side.index()];
        self.takeback.is_none() && (at != ply || times < MAX_PROPOSALS)
    }

    pub(crate) fn offer_draw(&mut self, by: Color, ply: u16) {
        self.draw = Some(by);
        self.last_draw[by.index()] = Some(ply);
    }

    pub(crate) fn decline_draw(&mut self) {
        self.draw = None;
    }

    pub(crate) fn propose_takeback(&mut self, by: Color, ply: u16) {
        self.takeback = Some(by);
        let (at, times) = self.proposals[by.index()];
        self.proposals[by.index()] = (ply, if at == ply { times.saturating_add(1) } else { 1 });
    }

    pub(crate) fn decline_takeback(&mut self) {
        self.takeback = None;
    }

    /// Updates the offers after a move: it declines the other side's draw offer and cancels takeback proposals.
    pub(crate) fn moved(&mut self, by: Color) {
        if self.draw == Some(!by) {
            self.draw = None;
        }
        self.takeback = None;
    }

    /// Updates the offers after a takeback: none stays open, and the counters of proposals start again.
    pub(crate) fn taken_back(&mut self) {
        self.clear();
        self.proposals = Default::default();
    }

    /// Drops all open offers.
    pub(crate) fn clear(&mut self) {
        self.draw = None;
        self.takeback = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn a_draw_may_be_offered_again_after_more_than_twenty_plies() {
        let mut offers = Offers::default();
        assert_eq!([0, 1, 2].map(|ply| offers.can_offer_draw(White, ply)), [false, false, true]);
        offers.offer_draw(White, 4);
        assert!(!offers.can_offer_draw(Black, 4), "it is accepted instead");
        offers.moved(White);
        assert_eq!(offers.draw(), Some(White), "a move of the side that offered keeps the offer open");
        offers.moved(Black);
        assert_eq!(offers.draw(), None);
        assert_eq!([5, 24, 25].map(|ply| offers.can_offer_draw(White, ply)), [false, false, true]);
        assert!(offers.can_offer_draw(Black, 5));
        // An earlier ply than that of the offer, after takebacks.
        assert!(!offers.can_offer_draw(White, 2));
    }

    #[test]
    fn a_takeback_is_proposed_three_times_in_a_position() {
        let mut offers = Offers::default();
        for _ in 0..3 {
            assert!(offers.can_propose_takeback(Black, 6));
            offers.propose_takeback(Black, 6);
            assert!(!offers.can_propose_takeback(Black, 6));
            offers.decline_takeback();
        }
        assert!(!offers.can_propose_takeback(Black, 6));
        assert!(offers.can_propose_takeback(White, 6));
        assert!(offers.can_propose_takeback(Black, 7));
        offers.taken_back();
        assert!(offers.can_propose_takeback(Black, 6));
    }
}
