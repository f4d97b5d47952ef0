//! Every position of a few men without pawns: which are ends, and which can still reach one.

use std::rc::Rc;

use saffron_rules::material::Material;
use saffron_rules::{CellSet, Color, Variant};

use crate::bits::Bits;
use crate::field::{Field, Stand};

/// What a position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Two men on one cell, or a king that could be taken.
    Illegal,
    /// Mate, or a stalemate that is not a draw.
    End,
    /// A stalemate that is a draw.
    DrawnStalemate,
    /// Some legal moves lead to an end.
    Live,
    /// No legal moves lead to an end.
    Dead,
}

/// One bit a position and side to move.
struct Rows([Bits; 2]);

impl Rows {
    fn new(len: usize) -> Self {
        Self([Bits::new(len), Bits::new(len)])
    }

    #[inline]
    fn has(&self, index: usize, turn: Color) -> bool {
        self.0[turn.index()].has(index)
    }

    #[inline]
    fn set(&mut self, index: usize, turn: Color) {
        self.0[turn.index()].set(index);
    }
}

/// All positions of one list of men.
pub struct Solved {
    field: Field,
    legal: Rows,
    end: Rows,
    drawn: Rows,
    live: Rows,
    /// What is left when the man with this number is taken; nothing for the kings.
    without: Vec<Option<Rc<Self>>>,
}

impl Solved {
    /// Enumerates all positions of this material. `without` has what is left when each of the
    /// men besides the kings is taken, White's men first.
    ///
    /// # Panics
    /// When there are more than two men besides the kings, or one is a pawn.
    pub fn new(variant: &'static Variant, material: Material, without: Vec<Rc<Self>>) -> Self {
        let field = Field::new(variant, material);
        assert_eq!(field.men().len(), without.len() + 2);
        let row = || Rows::new(field.len());
        let without = [None, None].into_iter().chain(without.into_iter().map(Some)).collect();
        let mut solved = Self { legal: row(), end: row(), drawn: row(), live: row(), field, without };
        solved.classify();
        solved.go_back();
        solved
    }

    /// The men and their board.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// What a position is.
    pub fn state(&self, stand: &Stand, turn: Color) -> State {
        let index = self.field.index(stand);
        if !self.legal.has(index, turn) {
            State::Illegal
        } else if self.end.has(index, turn) {
            State::End
        } else if self.drawn.has(index, turn) {
            State::DrawnStalemate
        } else if self.live.has(index, turn) {
            State::Live
        } else {
            State::Dead
        }
    }

    /// Whether a position is an end, or can still reach one.
    fn hopeful(&self, stand: &Stand, turn: Color) -> bool {
        let index = self.field.index(stand);
        self.live.has(index, turn) || self.end.has(index, turn)
    }

    /// Whether any position of these men is an end, or can still reach one.
    fn any_hope(&self) -> bool {
        self.live.0.iter().chain(&self.end.0).any(Bits::any)
    }

    /// Finds the legal positions and the ends, and of the others those with a capture that leads
    /// to an end or to a position from which one can be reached.
    fn classify(&mut self) {
        let stalemate_ends = self.field.variant().stalemate_quarters() != 2;
        let captures_matter = self.without.iter().flatten().any(|left| left.any_hope());
        let (field, without) = (&self.field, &self.without);
        let (legal, end, drawn, live) = (&mut self.legal, &mut self.end, &mut self.drawn, &mut self.live);
        field.each(false, |stand| {
            let checked = Color::ALL.map(|side| field.in_check(stand, side));
            for turn in Color::ALL {
                if checked[(!turn).index()] {
                    continue;
                }
                let index = field.index(stand);
                legal.set(index, turn);
                if !field.moves(stand, turn, !CellSet::EMPTY, |_, _| true) {
                    let ends = stalemate_ends || checked[turn.index()];
                    if ends { end.set(index, turn) } else { drawn.set(index, turn) }
                } else if captures_matter && capture_to_hope(field, without, stand, turn) {
                    live.set(index, turn);
                }
            }
        });
    }

    /// From every end and every live position back over all moves that take nothing. The men
    /// are not pawns, so a man has come from where it could go.
    fn go_back(&mut self) {
        let mut done = Rows::new(self.field.len());
        loop {
            let mut found = false;
            for turn in Color::ALL {
                for number in 0..self.live.0[turn.index()].words() {
                    loop {
                        let row = turn.index();
                        let hope = self.live.0[row].word(number) | self.end.0[row].word(number);
                        let open = hope & !done.0[row].word(number);
                        if open == 0 {
                            break;
                        }
                        let index = number * 64 + open.trailing_zeros() as usize;
                        done.set(index, turn);
                        found = true;
                        let stand = self.field.stand(index);
                        let (field, legal, live) = (&self.field, &self.legal, &mut self.live);
                        field.unmoves(&stand, turn, |before| {
                            let index = field.index(before);
                            if legal.has(index, !turn) {
                                live.set(index, !turn);
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

    /// Whether the last move to this position can have been one that took nothing.
    pub fn has_quiet_predecessor(&self, stand: &Stand, turn: Color) -> bool {
        let mut found = false;
        self.field.unmoves(stand, turn, |before| found |= self.legal.has(self.field.index(before), !turn));
        found
    }

    /// Whether every legal move of a position takes a man.
    pub fn must_take(&self, stand: &Stand, turn: Color) -> bool {
        let empty = !self.field.occupied(stand);
        !self.field.moves(stand, turn, empty, |_, _| true)
    }
}

/// Whether a capture leads to an end or to a position that can reach one.
fn capture_to_hope(field: &Field, without: &[Option<Rc<Solved>>], stand: &Stand, turn: Color) -> bool {
    field.moves(stand, turn, field.takeable(stand, !turn), |man, to| {
        let Some(taken) = field.man_on(stand, to) else { return false };
        let Some(left) = &without[taken] else { return false };
        let mut after = *stand;
        after[man] = to;
        after.copy_within(taken + 1.., taken);
        left.hopeful(&after, !turn)
    })
}
