//! Bitbases: whether each position of a few pieces without pawns is decisive or can still lead to a decisive one.

use std::collections::BTreeMap;
use std::rc::Rc;

use saffron_rules::material::Material;
use saffron_rules::{CellSet, Color, Variant};

use crate::bit_set::BitSet;
use crate::piece_list::{PieceList, Placement};

/// State of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Two pieces on one cell, or a check of the side not to move.
    Illegal,
    /// Mate, or a stalemate that is not a draw.
    Decisive,
    /// Stalemate that is a draw.
    DrawnStalemate,
    /// There are legal moves, and some sequence of them leads to a decisive position.
    Live,
    /// There are legal moves, and no sequence of them leads to a decisive position.
    Dead,
}

/// Set of positions: one bit for each placement and side to move.
struct PositionSet([BitSet; 2]);

impl PositionSet {
    fn new(len: usize) -> Self {
        Self([BitSet::new(len), BitSet::new(len)])
    }

    #[inline]
    fn contains(&self, index: usize, turn: Color) -> bool {
        self.0[turn.index()].contains(index)
    }

    #[inline]
    fn insert(&mut self, index: usize, turn: Color) {
        self.0[turn.index()].insert(index);
    }
}

/// Bitbases of a variant computed so far.
pub(crate) type Bitbases = BTreeMap<Material, Rc<Bitbase>>;

/// States of all positions of one list of pieces.
pub struct Bitbase {
    list: PieceList,
    legal: PositionSet,
    decisive: PositionSet,
    drawn: PositionSet,
    live: PositionSet,
    /// Bitbase after the capture of the piece with this number; `None` for the kings.
    without: Vec<Option<Rc<Self>>>,
}

impl Bitbase {
    /// Enumerates all positions of this material. `without` has the bitbase after the capture of each piece other than the
    /// kings, White's pieces first.
    ///
    /// # Panics
    /// If there are more than two pieces in addition to the kings, or a pawn.
    pub fn new(variant: &'static Variant, material: Material, without: Vec<Rc<Self>>) -> Self {
        let list = PieceList::new(variant, material);
        assert_eq!(list.pieces().len(), without.len() + 2);
        let empty = || PositionSet::new(list.len());
        let without = [None, None].into_iter().chain(without.into_iter().map(Some)).collect();
        let mut bitbase = Self { legal: empty(), decisive: empty(), drawn: empty(), live: empty(), list, without };
        bitbase.classify();
        bitbase.retrograde();
        bitbase
    }

    /// Returns the pieces and their board.
    pub fn list(&self) -> &PieceList {
        &self.list
    }

    /// Returns the state of a position.
    pub fn state(&self, placement: &Placement, turn: Color) -> State {
        let index = self.list.index(placement);
        if !self.legal.contains(index, turn) {
            State::Illegal
        } else if self.decisive.contains(index, turn) {
            State::Decisive
        } else if self.drawn.contains(index, turn) {
            State::DrawnStalemate
        } else if self.live.contains(index, turn) {
            State::Live
        } else {
            State::Dead
        }
    }

    /// Returns whether a position is decisive or can still lead to a decisive one.
    fn can_be_decided(&self, placement: &Placement, turn: Color) -> bool {
        let index = self.list.index(placement);
        self.live.contains(index, turn) || self.decisive.contains(index, turn)
    }

    /// Returns whether any position of these pieces is decisive or can still lead to a decisive one.
    fn any_decidable(&self) -> bool {
        !self.live.0.iter().chain(&self.decisive.0).all(BitSet::is_empty)
    }

    /// Finds the legal and the decisive positions, and those with a capture after which a decisive position can be reached.
    fn classify(&mut self) {
        let stalemate_decides = self.list.variant().stalemate_quarters() != 2;
        let captures_matter = self.without.iter().flatten().any(|left| left.any_decidable());
        let (list, without) = (&self.list, &self.without);
        let (legal, decisive, drawn, live) = (&mut self.legal, &mut self.decisive, &mut self.drawn, &mut self.live);
        list.for_each_placement(false, |placement| {
            let checked = Color::ALL.map(|side| list.in_check(placement, side));
            for turn in Color::ALL {
                if checked[(!turn).index()] {
                    continue;
                }
                let index = list.index(placement);
                legal.insert(index, turn);
                if !list.moves(placement, turn, !CellSet::EMPTY, |_, _| true) {
                    let decides = stalemate_decides || checked[turn.index()];
                    if decides { decisive.insert(index, turn) } else { drawn.insert(index, turn) }
                } else if captures_matter && decided_by_capture(list, without, placement, turn) {
                    live.insert(index, turn);
                }
            }
        });
    }

    /// Marks every position from which moves without captures lead to a decisive or live one. The pieces are not pawns, so each
    /// move can be made backwards.
    fn retrograde(&mut self) {
        let mut done = PositionSet::new(self.list.len());
        loop {
            let mut found = false;
            for turn in Color::ALL {
                for number in 0..self.live.0[turn.index()].word_count() {
                    loop {
                        let side = turn.index();
                        let can_be_decided = self.live.0[side].word(number) | self.decisive.0[side].word(number);
                        let open = can_be_decided & !done.0[side].word(number);
                        if open == 0 {
                            break;
                        }
                        let index = number * 64 + open.trailing_zeros() as usize;
                        done.insert(index, turn);
                        found = true;
                        let placement = self.list.placement(index);
                        let (list, legal, live) = (&self.list, &self.legal, &mut self.live);
                        list.unmoves(&placement, turn, |before| {
                            let index = list.index(before);
                            if legal.contains(index, !turn) {
                                live.insert(index, !turn);
                            }
                        });
                    }
                }
            }
            if !found {
                return;
            }
        }
    }

    /// Returns whether some legal position leads to this one by a move without a capture.
    pub fn has_quiet_predecessor(&self, placement: &Placement, turn: Color) -> bool {
        let mut found = false;
        self.list.unmoves(placement, turn, |before| found |= self.legal.contains(self.list.index(before), !turn));
        found
    }

    /// Returns whether every legal move of a position is a capture.
    pub fn only_captures(&self, placement: &Placement, turn: Color) -> bool {
        let empty = !self.list.occupied(placement);
        !self.list.moves(placement, turn, empty, |_, _| true)
    }
}

/// Returns whether a capture leads to a position that is decisive or can still lead to a decisive one.
fn decided_by_capture(list: &PieceList, without: &[Option<Rc<Bitbase>>], placement: &Placement, turn: Color) -> bool {
    list.moves(placement, turn, list.capturable(placement, !turn), |piece, to| {
        let Some(taken) = list.piece_on(placement, to) else { return false };
        let Some(left) = &without[taken] else { return false };
        let mut after = *placement;
        after[piece] = to;
        after.copy_within(taken + 1.., taken);
        left.can_be_decided(&after, !turn)
    })
}
