//! What one side has offered to the other: a draw, or to take a move back.

use saffron_rules::Color;

use crate::clock::FREE_PLIES;

/// After an offer of a draw a side does not offer one again for so many half-moves.
const PLIES_BETWEEN_DRAW_OFFERS: u16 = 20;

/// How often a side may propose a takeback in one position.
const MAX_PROPOSALS: u8 = 3;

/// The offers that stand, and how often there were some.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    draw: Option<Color>,
    takeback: Option<Color>,
    /// The half-moves played when each side last offered a draw.
    last_draw: [Option<u16>; 2],
    /// The half-moves played when each side last proposed a takeback, and how often it did so then.
    proposals: [(u16, u8); 2],
}

impl Offers {
    /// The side whose offer of a draw stands.
    pub(crate) const fn draw(&self) -> Option<Color> {
        self.draw
    }

    /// The side whose proposal to take a move back stands.
    pub(crate) const fn takeback(&self) -> Option<Color> {
        self.takeback
    }

    /// Whether a side may offer a draw after so many half-moves, the other side having offered none.
    pub(crate) fn can_offer_draw(&self, side: Color, ply: u16) -> bool {
        let recently = |last: u16| last.saturating_add(PLIES_BETWEEN_DRAW_OFFERS) >= ply;
        ply >= FREE_PLIES && self.draw.is_none() && !self.last_draw[side.index()].is_some_and(recently)
    }

    /// Whether a side that has moved may propose a takeback after so many half-moves, the other side having proposed none.
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

    /// A side has moved: that declines the other side's offer of a draw, and no takeback is about this position any more.
    pub(crate) fn moved(&mut self, by: Color) {
        if self.draw == Some(!by) {
            self.draw = None;
        }
        self.takeback = None;
    }

    /// Moves were taken back: nothing stands, and a takeback may be proposed in any position again.
    pub(crate) fn taken_back(&mut self) {
        self.clear();
        self.proposals = Default::default();
    }

    /// Nothing stands any more.
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
    fn a_draw_may_be_offered_again_after_more_than_twenty_half_moves() {
        let mut offers = Offers::default();
        assert_eq!([0, 1, 2].map(|ply| offers.can_offer_draw(White, ply)), [false, false, true]);
        offers.offer_draw(White, 4);
        assert!(!offers.can_offer_draw(Black, 4), "it is accepted instead");
        offers.moved(White);
        assert_eq!(offers.draw(), Some(White), "the own move lets it stand");
        offers.moved(Black);
        assert_eq!(offers.draw(), None);
        assert_eq!([5, 24, 25].map(|ply| offers.can_offer_draw(White, ply)), [false, false, true]);
        assert!(offers.can_offer_draw(Black, 5));
        // Fewer half-moves than then, after takebacks.
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
