//! What the positions of a material are, counted.

use saffron_rules::Color;
use saffron_rules::material::Sufficiency;

use crate::bitbase::{Bitbase, State};

/// How many positions of each state a material has, either side to move; equal pieces count once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// White is mated.
    pub white_mated: u64,
    /// Black is mated.
    pub black_mated: u64,
    /// Stalemates that are not a draw.
    pub stalemates: u64,
    /// Decisive positions that no move without a capture leads to.
    pub only_by_capture: u64,
    /// Stalemates that are a draw.
    pub drawn: u64,
    /// Positions with legal moves, some of which lead to a decisive position.
    pub live: u64,
    /// Positions with legal moves, none of which lead to a decisive position.
    pub dead: u64,
    /// Of the dead positions, those in which every legal move captures.
    pub only_captures: u64,
    /// Whether a capture or a promotion can lead to a live position, so that a game can get there.
    pub reachable: bool,
}

impl Counts {
    /// Counts the positions of a bitbase.
    pub fn of(bitbase: &Bitbase) -> Self {
        let list = bitbase.list();
        let mut counts = Self::default();
        list.for_each_placement(true, |placement| {
            for turn in Color::ALL {
                match bitbase.state(placement, turn) {
                    State::Illegal => {}
                    State::Decisive => {
                        let mate = list.in_check(placement, turn);
                        let count = match turn {
                            _ if !mate => &mut counts.stalemates,
                            Color::White => &mut counts.white_mated,
                            Color::Black => &mut counts.black_mated,
                        };
                        *count += 1;
                        counts.only_by_capture += u64::from(!bitbase.has_quiet_predecessor(placement, turn));
                    }
                    State::DrawnStalemate => counts.drawn += 1,
                    State::Live => {
                        counts.live += 1;
                        counts.reachable = counts.reachable || list.can_follow_conversion(placement, turn);
                    }
                    State::Dead => {
                        counts.dead += 1;
                        counts.only_captures += u64::from(bitbase.only_captures(placement, turn));
                    }
                }
            }
        });
        counts
    }

    /// All mates, and all stalemates that are not a draw.
    pub fn decisive(&self) -> u64 {
        self.white_mated + self.black_mated + self.stalemates
    }

    /// What the material is sufficient for.
    pub fn sufficiency(&self) -> Sufficiency {
        match (self.decisive(), self.reachable) {
            (0, false) => Sufficiency::Insufficient,
            (_, false) => Sufficiency::OnlyImmediate,
            (_, true) => Sufficiency::Sufficient,
        }
    }
}
