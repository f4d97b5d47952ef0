//! From the figures to the tables of the library, and what must hold between the two.

use std::collections::BTreeSet;
use std::fmt::Write;

use saffron_rules::material::{Kind, Material, MaterialTable, Sufficiency};
use saffron_rules::{Color, Variant};

use crate::Extent;
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

fn ends_name(ends: Sufficiency) -> &'static str {
    match ends {
        Sufficiency::Insufficient => "never",
        Sufficiency::OnlyImmediate => "only at once",
        Sufficiency::Sufficient => "open",
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
    [
        least(census, |figures| figures.ends() != Sufficiency::Insufficient),
        least(census, |figures| figures.ends() == Sufficiency::Sufficient),
    ]
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
        "\npub(super) static {name}: MaterialTable = MaterialTable {{\n    decisive: &[\n{ends}    ],\n    reachable: &[\n{open}    ],\n}};\n"
    )
}

fn name(kind: Kind) -> String {
    format!("{kind:?}")
}

/// The head of the file with the tables.
pub const SOURCE_HEAD: &str = "\
//! The least material with which a game can still be decided, computed by enumeration.
//!
//! Written by `cargo run --release -p saffron-material -- compute`; see `MATERIAL.md`.

use crate::variant::material::Kind::{Bishop, Knight, Pawn, Queen, Rook};
use crate::variant::material::{Material, MaterialTable};
";

/// Everything in which what lies in the library differs from the census of this extent: the variant's table, as [`faults`]
/// says and for [`Extent::Four`] [`differences_of_lists`] as well, and its rows among `kept`, the text of the file of
/// figures. Empty if all is right; otherwise one line a difference, which
/// names variant, material and column, what is kept and what was found.
pub fn mismatches(variant: &Variant, census: &Census, extent: Extent, kept: &str) -> Vec<String> {
    let mut mismatches = match variant.spec().material {
        Some(table) => faults(variant, table, census),
        None => vec![format!("{}: has no table", variant.id())],
    };
    let columns: Vec<&str> = COLUMNS.split('\t').collect();
    let kept: Vec<Vec<&str>> = kept.lines().map(|line| line.split('\t').collect()).collect();
    if kept.first() != Some(&columns) {
        mismatches.push(format!("{}: the columns of the figures are not {COLUMNS:?}", variant.id()));
    }
    for found in rows(variant, census).lines().map(|line| line.split('\t').collect::<Vec<_>>()) {
        let name = format!("{}: {}", found[0], found[1]);
        let mut same = kept.iter().filter(|kept| kept.get(..2) == Some(&found[..2]));
        let Some(row) = same.next() else {
            mismatches.push(format!("{name} is not in the figures"));
            continue;
        };
        if same.next().is_some() {
            mismatches.push(format!("{name} is in the figures more than once"));
        }
        for (i, (column, now)) in columns.iter().zip(&found).enumerate() {
            let was = row.get(i).copied().unwrap_or("missing");
            if was != *now {
                mismatches.push(format!("{name}: {column} is {was} in the figures, but {now}"));
            }
        }
    }
    if extent == Extent::Four {
        mismatches.extend(differences_of_lists(variant, census));
    }
    mismatches
}

/// Says where the lists of a variant's table are not the ones that [`lists`] makes of a census of [`Extent::Four`]: what
/// is missing and what is too much, one line each.
///
/// [`Extent::Four`]: crate::Extent::Four
pub fn differences_of_lists(variant: &Variant, census: &Census) -> Vec<String> {
    let Some(table) = variant.spec().material else { return Vec::new() };
    let [ends, open] = lists(census);
    let mut differences = Vec::new();
    for (name, kept, found) in [("decisive", table.decisive, ends), ("reachable", table.reachable, open)] {
        let line = |material, what| format!("{}: {material} {what} the list `{name}`", variant.id());
        differences.extend(kept.iter().filter(|&m| !found.contains(m)).map(|m| line(m, "does not belong in")));
        differences.extend(found.iter().filter(|&m| !kept.contains(m)).map(|m| line(m, "is missing in")));
    }
    differences
}

/// Says where a table and the figures disagree, and where the table claims more of material that
/// was not enumerated than is proved.
pub fn faults(variant: &Variant, table: &MaterialTable, census: &Census) -> Vec<String> {
    let mut faults = Vec::new();
    for (&material, figures) in census {
        for material in [material, exchanged(material)] {
            let (told, found) = (table.sufficiency(material), figures.ends());
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
    if table.sufficiency(Material::NONE) == Sufficiency::Sufficient {
        return faults;
    }
    let minor = [Kind::Knight, Kind::Bishop(0), Kind::Bishop(1), Kind::Bishop(2)];
    for kind in [Kind::Pawn, Kind::Rook, Kind::Queen] {
        let material = Material::new(&[kind], &[]);
        claim(table.sufficiency(material) == Sufficiency::Sufficient, format!("{material} is not open"));
    }
    // Whatever is not open is then a knight alone, or bishops on cells of one colour.
    for first in minor {
        for second in minor {
            for material in [Material::new(&[first, second], &[]), Material::new(&[first], &[second])] {
                let bishops = first == second && first != Kind::Knight;
                claim(
                    bishops || table.sufficiency(material) == Sufficiency::Sufficient,
                    format!("{material} is not open"),
                );
            }
        }
    }
    for colour in 0..3 {
        let bishop = Kind::Bishop(colour);
        let (few, many) = (&[bishop][..], &[bishop; 7][..]);
        for material in [Material::new(few, &[]), Material::new(many, &[])] {
            let proved = match table.sufficiency(material) {
                Sufficiency::Insufficient => !kings::bishops_may_mate(board, &[colour]),
                Sufficiency::OnlyImmediate => !kings::bishops_may_mate_after_a_step(board, colour),
                Sufficiency::Sufficient => true,
            };
            claim(proved, format!("the kings do not prove what the table says of {material}"));
        }
        for material in [Material::new(few, few), Material::new(many, many)] {
            let proved = match table.sufficiency(material) {
                Sufficiency::Insufficient => !kings::bishops_may_mate(board, &[colour]),
                Sufficiency::OnlyImmediate => false,
                Sufficiency::Sufficient => true,
            };
            claim(proved, format!("the kings do not prove what the table says of {material}"));
        }
    }
    faults
}
