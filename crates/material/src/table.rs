//! From the figures to the tables of the library, and what must hold between the two.

use std::collections::BTreeSet;
use std::fmt::Write;

use saffron_rules::material::{Ends, Kind, Material, MaterialTable};
use saffron_rules::{Color, Variant};

use crate::field::others;
use crate::figures::{Census, Figures};
use crate::kings;

/// The columns of [`rows`].
pub const COLUMNS: &str = "variant\tmaterial\tends\twhite mated\tblack mated\tstalemates\tonly by capture\tdrawn stalemates\tlive\tdead\tdead by forced capture";

/// One line a material, in the columns of [`COLUMNS`].
pub fn rows(variant: &Variant, census: &Census) -> String {
    let mut text = String::new();
    for (material, f) in census {
        let ends = ends_name(f.ends());
        let counts =
            [f.white_mated, f.black_mated, f.stalemates, f.only_by_capture, f.drawn, f.live, f.dead, f.must_take];
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "{}\t{material}\t{ends}\t{}", variant.id(), counts.join("\t"));
    }
    text
}

fn ends_name(ends: Ends) -> &'static str {
    match ends {
        Ends::Never => "never",
        Ends::OnlyAtOnce => "only at once",
        Ends::Open => "open",
    }
}

/// The material of the other side for each side.
fn exchanged(material: Material) -> Material {
    others(material).fold(Material::NONE, |exchanged, (color, kind)| exchanged.with(!color, kind))
}

/// The least material for which `is` holds, of both sides.
fn least(census: &Census, is: impl Fn(&Figures) -> bool) -> Vec<Material> {
    let fitting = census.iter().filter(|(_, figures)| is(figures));
    let all: BTreeSet<Material> = fitting.flat_map(|(&material, _)| [material, exchanged(material)]).collect();
    let least = |material: &Material| !all.iter().any(|other| other != material && material.contains(*other));
    all.iter().copied().filter(least).collect()
}

/// The least material with which there are ends, and that with which they can be reached.
pub fn lists(census: &Census) -> [Vec<Material>; 2] {
    [least(census, |figures| figures.ends() != Ends::Never), least(census, |figures| figures.ends() == Ends::Open)]
}

/// The table of a variant as Rust source.
pub fn source(variant: &Variant, census: &Census) -> String {
    let [ends, open] = lists(census).map(|list| {
        let lines = list.iter().map(|&material| {
            let side = |color| material.kinds(color).map(name).collect::<Vec<_>>().join(", ");
            format!("        Material::new(&[{}], &[{}]),\n", side(Color::White), side(Color::Black))
        });
        lines.collect::<String>()
    });
    let name = variant.id().to_uppercase();
    format!(
        "\npub(super) static {name}: MaterialTable = MaterialTable {{\n    ends: &[\n{ends}    ],\n    open: &[\n{open}    ],\n}};\n"
    )
}

fn name(kind: Kind) -> String {
    format!("{kind:?}")
}

/// The head of the file with the tables.
pub const SOURCE_HEAD: &str = "\
//! With which material a game can still end: the least material, by enumeration.
//!
//! Written by `cargo run --release -p saffron-material -- compute`; see `MATERIAL.md`.

use crate::material::Kind::{Bishop, Knight, Pawn, Queen, Rook};
use crate::material::{Material, MaterialTable};
";

/// Says where a table and the figures disagree, and where the table claims more of material that
/// was not enumerated than is proved.
pub fn faults(variant: &Variant, table: &MaterialTable, census: &Census) -> Vec<String> {
    let mut faults = Vec::new();
    for (&material, figures) in census {
        for material in [material, exchanged(material)] {
            let (told, found) = (table.ends(material), figures.ends());
            if told != found {
                faults.push(format!("{}: {material} is {told:?} in the table, but {found:?}", variant.id()));
            }
        }
    }
    faults.extend(unproved(variant, table));
    // One material comes twice where both sides of it were enumerated.
    faults.sort();
    faults.dedup();
    faults
}

/// Material of any size that the table calls hopeless without proof.
fn unproved(variant: &Variant, table: &MaterialTable) -> Vec<String> {
    let mut faults = Vec::new();
    let mut claim = |holds: bool, what: String| {
        if !holds {
            faults.push(format!("{}: {what}", variant.id()));
        }
    };
    let board = variant.board();
    if table.ends(Material::NONE) == Ends::Open {
        return faults;
    }
    let minor = [Kind::Knight, Kind::Bishop(0), Kind::Bishop(1), Kind::Bishop(2)];
    for kind in [Kind::Pawn, Kind::Rook, Kind::Queen] {
        let material = Material::new(&[kind], &[]);
        claim(table.ends(material) == Ends::Open, format!("{material} is not open"));
    }
    // Whatever is not open is then a knight alone, or bishops on cells of one colour.
    for first in minor {
        for second in minor {
            for material in [Material::new(&[first, second], &[]), Material::new(&[first], &[second])] {
                let bishops = first == second && first != Kind::Knight;
                claim(bishops || table.ends(material) == Ends::Open, format!("{material} is not open"));
            }
        }
    }
    for colour in 0..3 {
        let bishop = Kind::Bishop(colour);
        let (few, many) = (&[bishop][..], &[bishop; 7][..]);
        for material in [Material::new(few, &[]), Material::new(many, &[])] {
            let proved = match table.ends(material) {
                Ends::Never => !kings::bishops_may_mate(board, &[colour]),
                Ends::OnlyAtOnce => !kings::bishops_may_mate_after_a_step(board, colour),
                Ends::Open => true,
            };
            claim(proved, format!("the kings do not prove what the table says of {material}"));
        }
        for material in [Material::new(few, few), Material::new(many, many)] {
            let proved = match table.ends(material) {
                Ends::Never => !kings::bishops_may_mate(board, &[colour]),
                Ends::OnlyAtOnce => false,
                Ends::Open => true,
            };
            claim(proved, format!("the kings do not prove what the table says of {material}"));
        }
    }
    faults
}
