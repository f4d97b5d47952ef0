//! Census: the counts of every small material of a variant.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

use saffron_rules::material::{Kind, Material};
use saffron_rules::{Color, Variant};

use crate::bitbase::{Bitbase, Bitbases};
use crate::counts::Counts;
use crate::king_pawn;
use crate::piece_list::others;

/// Counts of each material of one variant.
pub type Census = BTreeMap<Material, Counts>;

/// Range of the materials in a census.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Extent {
    /// Kings and at most one piece; takes seconds.
    Three,
    /// Materials of `Three`, and any two knights and bishops; takes minutes.
    Four,
}

/// Counts the positions of every material in this range. For two knights or bishops of different sides only one order is
/// counted, since exchanging the sides has no effect without pawns. `progress` is called with a line of text after each
/// material.
pub fn census(variant: &'static Variant, extent: Extent, mut progress: impl FnMut(&str)) -> Census {
    let mut census = Census::new();
    let mut bitbases = Bitbases::new();
    let mut tell = |material: Material, counts: Counts, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        let (decisive, live) = (counts.decisive(), counts.live);
        progress(&format!("{} {material}: {decisive} decisive, {live} live positions, {seconds:.1} s", variant.id()));
        census.insert(material, counts);
    };
    for material in materials(extent) {
        let start = Instant::now();
        let without = others(material).enumerate().map(|(i, _)| after_capture(&bitbases, material, i)).collect();
        let bitbase = Rc::new(Bitbase::new(variant, material, without));
        tell(material, Counts::of(&bitbase), start);
        if others(material).count() < 2 {
            bitbases.insert(material, bitbase);
        }
    }
    let start = Instant::now();
    tell(Material::new(&[Kind::Pawn], &[]), king_pawn::counts(variant, &bitbases), start);
    census
}

/// Returns the bitbase after the capture of the piece with this number.
fn after_capture(bitbases: &Bitbases, material: Material, captured: usize) -> Rc<Bitbase> {
    let rest = others(material).enumerate().filter(|&(i, _)| i != captured);
    let rest = rest.fold(Material::NONE, |rest, (_, (color, kind))| rest.with(color, kind));
    bitbases[&rest].clone()
}

/// Returns the materials of a range, those with fewer pieces first.
fn materials(extent: Extent) -> Vec<Material> {
    let minor = [Kind::Knight, Kind::Bishop(0), Kind::Bishop(1), Kind::Bishop(2)];
    let one = |color, kind| Material::NONE.with(color, kind);
    let mut all = vec![Material::NONE];
    // Black's materials are needed for the positions after captures.
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
