//! What is counted of each material, and which material is looked at.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

use saffron_rules::material::{Kind, Material, Sufficiency};
use saffron_rules::{Color, Variant};

use crate::field::others;
use crate::pawn;
use crate::solve::{Solved, State};

/// How many positions of each state a material has, either side to move; equal men count once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    /// White is mated.
    pub white_mated: u64,
    /// Black is mated.
    pub black_mated: u64,
    /// Stalemates that are more than a draw.
    pub stalemates: u64,
    /// Sufficiency that no move without a capture leads to.
    pub only_by_capture: u64,
    /// Stalemates that are a draw.
    pub drawn: u64,
    /// Positions with legal moves, some of which lead to an end.
    pub live: u64,
    /// Positions with legal moves, none of which lead to an end.
    pub dead: u64,
    /// Of the dead ones, those in which every legal move takes a man.
    pub must_take: u64,
    /// Whether a capture or a promotion can lead to a live position, so that a game can get there.
    pub fresh: bool,
}

impl Figures {
    /// Counts.
    pub fn of(solved: &Solved) -> Self {
        let field = solved.field();
        let mut figures = Self::default();
        field.each(true, |stand| {
            for turn in Color::ALL {
                match solved.state(stand, turn) {
                    State::Illegal => {}
                    State::End => {
                        let mate = field.in_check(stand, turn);
                        let count = match turn {
                            _ if !mate => &mut figures.stalemates,
                            Color::White => &mut figures.white_mated,
                            Color::Black => &mut figures.black_mated,
                        };
                        *count += 1;
                        figures.only_by_capture += u64::from(!solved.has_quiet_predecessor(stand, turn));
                    }
                    State::DrawnStalemate => figures.drawn += 1,
                    State::Live => {
                        figures.live += 1;
                        figures.fresh = figures.fresh || field.can_be_fresh(stand, turn);
                    }
                    State::Dead => {
                        figures.dead += 1;
                        figures.must_take += u64::from(solved.must_take(stand, turn));
                    }
                }
            }
        });
        figures
    }

    /// All mates and all stalemates that are more than a draw.
    pub fn all_ends(&self) -> u64 {
        self.white_mated + self.black_mated + self.stalemates
    }

    /// What the material is good for.
    pub fn ends(&self) -> Sufficiency {
        match (self.all_ends(), self.fresh) {
            (0, false) => Sufficiency::Insufficient,
            (_, false) => Sufficiency::OnlyImmediate,
            (_, true) => Sufficiency::Sufficient,
        }
    }
}

/// The figures of each material of one variant.
pub type Census = BTreeMap<Material, Figures>;

/// What is solved already.
pub(crate) type Known = BTreeMap<Material, Rc<Solved>>;

/// Which material a census goes through.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Extent {
    /// The kings and at most one man: seconds.
    Three,
    /// Besides, any two knights and bishops: minutes.
    Four,
}

/// Enumerates. Of two knights or bishops of different sides one order is looked at: without pawns
/// an exchange of the sides changes nothing. `progress` gets a line after each material.
pub fn census(variant: &'static Variant, extent: Extent, mut progress: impl FnMut(&str)) -> Census {
    let mut census = Census::new();
    let mut known = Known::new();
    let mut tell = |material: Material, figures: Figures, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        let (ends, live) = (figures.all_ends(), figures.live);
        progress(&format!("{} {material}: {ends} ends, {live} live positions, {seconds:.1} s", variant.id()));
        census.insert(material, figures);
    };
    for material in materials(extent) {
        let start = Instant::now();
        let without = others(material).enumerate().map(|(i, _)| left(&known, material, i)).collect();
        let solved = Rc::new(Solved::new(variant, material, without));
        tell(material, Figures::of(&solved), start);
        if others(material).count() < 2 {
            known.insert(material, solved);
        }
    }
    let start = Instant::now();
    tell(Material::new(&[Kind::Pawn], &[]), pawn::figures(variant, &known), start);
    census
}

/// What is left when a man is taken.
fn left(known: &Known, material: Material, taken: usize) -> Rc<Solved> {
    let rest = others(material).enumerate().filter(|&(i, _)| i != taken);
    let rest = rest.fold(Material::NONE, |rest, (_, (color, kind))| rest.with(color, kind));
    known[&rest].clone()
}

/// Material with fewer men first.
fn materials(extent: Extent) -> Vec<Material> {
    let minor = [Kind::Knight, Kind::Bishop(0), Kind::Bishop(1), Kind::Bishop(2)];
    let one = |color, kind| Material::NONE.with(color, kind);
    let mut all = vec![Material::NONE];
    // The black ones are solved for what is left after captures.
    all.extend(minor.into_iter().chain([Kind::Rook, Kind::Queen]).map(|kind| one(Color::White, kind)));
    all.extend(minor.map(|kind| one(Color::Black, kind)));
    if extent == Extent::Four {
        for (i, &first) in minor.iter().enumerate() {
            for &second in &minor[i..] {
                all.push(one(Color::White, first).with(Color::White, second));
                all.push(one(Color::White, first).with(Color::Black, second));
            }
        }
    }
    all
}
