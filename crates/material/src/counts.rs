//! Numbers of positions of a material by state.

use saffron_rules::Color;
use saffron_rules::material::Sufficiency;

use crate::bitbase::{Bitbase, State};

/// Numbers of positions of a material by state, with either side to move; equal pieces count once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions in which White is mated.
    pub white_mated: u64,
    /// Positions in which Black is mated.
    pub black_mated: u64,
    /// Stalemates that are not a draw.
    pub stalemates: u64,
    /// Decisive positions that cannot be reached without a capture.
    pub only_by_capture: u64,
    /// Stalemates that are a draw.
    pub drawn: u64,
    /// Positions with legal moves, some of which lead to a decisive position.
    pub live: u64,
    /// Positions with legal moves, none of which lead to a decisive position.
    pub dead: u64,
    /// Dead positions in which every legal move is a capture.
    pub only_captures: u64,
    /// True if a capture or a promotion can lead to a live position, so that a game can reach one.
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

    /// Returns the number of mates, and of stalemates that are not a draw.
    pub fn decisive(&self) -> u64 {
        self.white_mated + self.black_mated + self.stalemates
    }

    /// Returns the sufficiency of the material.
    pub fn sufficiency(&self) -> Sufficiency {
        match (self.decisive(), self.reachable) {
            (0, false) => Sufficiency::Insufficient,
            (_, false) => Sufficiency::OnlyImmediate,
            (_, true) => Sufficiency::Sufficient,
        }
    }
}
