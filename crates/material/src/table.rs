//! Tables of `saffron-rules`: generation from a census, and comparison with one.

use std::collections::BTreeSet;
use std::fmt::Write;

use saffron_rules::material::{Kind, Material, MaterialTable, Sufficiency};
use saffron_rules::{Color, Variant};

use crate::bishops;
use crate::census::{Census, Extent};
use crate::counts::Counts;
use crate::helpmates;

/// Header of the columns of [`rows`].
pub const COLUMNS: &str = "variant\tmaterial\tends\twhite mated\tblack mated\tstalemates\tonly by capture\tdrawn stalemates\tlive\tdead\tdead by forced capture";

/// Formats the counts: one line for each material, in the columns of [`COLUMNS`].
pub fn rows(variant: &Variant, census: &Census) -> String {
    let mut text = String::new();
    for (material, f) in census {
        let sufficiency = sufficiency_name(f.sufficiency());
        let counts =
            [f.white_mated, f.black_mated, f.stalemates, f.only_by_capture, f.drawn, f.live, f.dead, f.only_captures];
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        let _ = writeln!(text, "{}\t{material}\t{sufficiency}\t{}", variant.id(), counts.join("\t"));
    }
    text
}

fn sufficiency_name(sufficiency: Sufficiency) -> &'static str {
    match sufficiency {
        Sufficiency::Insufficient => "never",
        Sufficiency::OnlyImmediate => "only at once",
        Sufficiency::Sufficient => "open",
    }
}

/// Returns the minimal materials with counts that meet a condition, with the sides as counted and exchanged.
fn least(census: &Census, holds: impl Fn(&Counts) -> bool) -> Vec<Material> {
    let fitting = census.iter().filter(|(_, counts)| holds(counts));
    let all: BTreeSet<Material> = fitting.flat_map(|(&material, _)| [material, material.exchanged()]).collect();
    let least = |material: &Material| !all.iter().any(|other| other != material && material.contains(*other));
    all.iter().copied().filter(least).collect()
}

/// Returns the minimal materials with decisive positions, and those with reachable decisive positions.
pub fn lists(census: &Census) -> [Vec<Material>; 2] {
    [
        least(census, |counts| counts.sufficiency() != Sufficiency::Insufficient),
        least(census, |counts| counts.sufficiency() == Sufficiency::Sufficient),
    ]
}

/// Returns the table of a variant as Rust source.
pub fn source(variant: &Variant, census: &Census) -> String {
    let [decisive, reachable] = lists(census).map(|list| source_of(&list));
    let name = variant.id().to_uppercase();
    format!(
        "\npub(super) static {name}: MaterialTable = MaterialTable {{\n    decisive: &[\n{decisive}    ],\n    reachable: &[\n{reachable}    ],\n    checkmating: checkmating_material::{name},\n}};\n"
    )
}

/// Returns the material with which White may mate, as Rust source.
pub fn checkmating_source(variant: &'static Variant) -> String {
    let name = variant.id().to_uppercase();
    format!("\npub(super) const {name}: &[Material] = &[\n{}];\n", source_of(&helpmates::least(variant)))
}

fn source_of(list: &[Material]) -> String {
    let line = |&material: &Material| {
        let side = |color| material.kinds(color).map(name).collect::<Vec<_>>().join(", ");
        format!("        Material::new(&[{}], &[{}]),\n", side(Color::White), side(Color::Black))
    };
    list.iter().map(line).collect()
}

fn name(kind: Kind) -> String {
    format!("{kind:?}")
}

/// First lines of the source file with the material for a mate by White.
pub const CHECKMATING_SOURCE_HEAD: &str = "\
//! The least material with which a mate by White is not excluded, computed by enumeration.
//!
//! Written by `cargo run --release -p saffron-material -- compute-helpmates`; see `MATERIAL.md`.

use crate::variant::material::Kind::{Bishop, Knight, Pawn, Queen, Rook};
use crate::variant::material::Material;
";

/// First lines of the source file with the tables.
pub const SOURCE_HEAD: &str = "\
//! The least material with which a game can still be decided, computed by enumeration.
//!
//! Written by `cargo run --release -p saffron-material -- compute`; see `MATERIAL.md`.

use crate::variant::material::Kind::{Bishop, Knight, Pawn, Queen, Rook};
use crate::variant::material::{Material, MaterialTable};
use crate::variants::checkmating_material;
";

/// Compares a census of this extent with the variant's table ([`errors`] and, for [`Extent::Four`], [`differences_of_lists`])
/// and with its rows in `recorded`, the text of the file of counts. Returns one line for each difference, with variant,
/// material, column, and the recorded and counted values.
pub fn mismatches(variant: &Variant, census: &Census, extent: Extent, recorded: &str) -> Vec<String> {
    let mut mismatches = match variant.spec().material {
        Some(table) => errors(variant, table, census),
        None => vec![format!("{}: has no table", variant.id())],
    };
    let columns: Vec<&str> = COLUMNS.split('\t').collect();
    let recorded: Vec<Vec<&str>> = recorded.lines().map(|line| line.split('\t').collect()).collect();
    if recorded.first() != Some(&columns) {
        mismatches.push(format!("{}: the columns of the counts are not {COLUMNS:?}", variant.id()));
    }
    for found in rows(variant, census).lines().map(|line| line.split('\t').collect::<Vec<_>>()) {
        let name = format!("{}: {}", found[0], found[1]);
        let mut same = recorded.iter().filter(|row| row.get(..2) == Some(&found[..2]));
        let Some(row) = same.next() else {
            mismatches.push(format!("{name} is not in the counts"));
            continue;
        };
        if same.next().is_some() {
            mismatches.push(format!("{name} is in the counts more than once"));
        }
        for (i, (column, now)) in columns.iter().zip(&found).enumerate() {
            let was = row.get(i).copied().unwrap_or("missing");
            if was != *now {
                mismatches.push(format!("{name}: {column} is {was} in the counts, but {now}"));
            }
        }
    }
    if extent == Extent::Four {
        mismatches.extend(differences_of_lists(variant, census));
    }
    mismatches
}

/// Compares the lists of a variant's table with the [`lists`] of a census of [`Extent::Four`]. Returns one line for each
/// material that is missing in a list or does not belong in it.
///
/// [`Extent::Four`]: crate::Extent::Four
pub fn differences_of_lists(variant: &Variant, census: &Census) -> Vec<String> {
    let Some(table) = variant.spec().material else { return Vec::new() };
    let [decisive, reachable] = lists(census);
    let mut lines = differences(variant, "decisive", table.decisive, &decisive);
    lines.extend(differences(variant, "reachable", table.reachable, &reachable));
    lines
}

/// Compares the list `checkmating` of a variant's table with [`helpmates::least`]. Returns one line for each material that is
/// missing or does not belong in it.
pub fn differences_of_checkmating(variant: &'static Variant) -> Vec<String> {
    let recorded = variant.spec().material.map_or(&[][..], |table| table.checkmating);
    differences(variant, "checkmating", recorded, &helpmates::least(variant))
}

fn differences(variant: &Variant, name: &str, recorded: &[Material], counted: &[Material]) -> Vec<String> {
    let line = |material, what| format!("{}: {material} {what} the list `{name}`", variant.id());
    let surplus = recorded.iter().filter(|&m| !counted.contains(m)).map(|m| line(m, "does not belong in"));
    surplus.chain(counted.iter().filter(|&m| !recorded.contains(m)).map(|m| line(m, "is missing in"))).collect()
}

/// Returns the errors of a table, one line each: differences from the counts, and material that it calls insufficient without a
/// count or a proof in [`crate::bishops`].
pub fn errors(variant: &Variant, table: &MaterialTable, census: &Census) -> Vec<String> {
    let mut errors = Vec::new();
    for (&material, counts) in census {
        for material in [material, material.exchanged()] {
            let (recorded, counted) = (table.sufficiency(material), counts.sufficiency());
            if recorded != counted {
                errors.push(format!("{}: {material} is {recorded:?} in the table, but {counted:?}", variant.id()));
            }
        }
    }
    errors.extend(unproved_claims(variant, table));
    // Materials counted with the sides exchanged appear twice.
    errors.sort();
    errors.dedup();
    errors
}

/// Returns the material of any size that the table calls insufficient without proof.
fn unproved_claims(variant: &Variant, table: &MaterialTable) -> Vec<String> {
    let mut errors = Vec::new();
    let mut claim = |holds: bool, what: String| {
        if !holds {
            errors.push(format!("{}: {what}", variant.id()));
        }
    };
    let board = variant.board();
    if table.sufficiency(Material::NONE) == Sufficiency::Sufficient {
        return errors;
    }
    let minor = [Kind::Knight, Kind::Bishop(0), Kind::Bishop(1), Kind::Bishop(2)];
    for kind in [Kind::Pawn, Kind::Rook, Kind::Queen] {
        let material = Material::new(&[kind], &[]);
        claim(table.sufficiency(material) == Sufficiency::Sufficient, format!("{material} is not sufficient"));
    }
    // All other insufficient material is a single knight, or bishops on cells of one colour.
    for first in minor {
        for second in minor {
            for material in [Material::new(&[first, second], &[]), Material::new(&[first], &[second])] {
                let bishops = first == second && first != Kind::Knight;
                claim(
                    bishops || table.sufficiency(material) == Sufficiency::Sufficient,
                    format!("{material} is not sufficient"),
                );
            }
        }
    }
    for color in 0..3 {
        let bishop = Kind::Bishop(color);
        let (few, many) = (&[bishop][..], &[bishop; 7][..]);
        for material in [Material::new(few, &[]), Material::new(many, &[])] {
            let proved = match table.sufficiency(material) {
                Sufficiency::Insufficient => !bishops::bishops_may_mate(board, &[color]),
                Sufficiency::OnlyImmediate => !bishops::bishops_may_mate_after_a_step(board, color),
                Sufficiency::Sufficient => true,
            };
            claim(proved, format!("the table's entry for {material} is not proved"));
        }
        for material in [Material::new(few, few), Material::new(many, many)] {
            let proved = match table.sufficiency(material) {
                Sufficiency::Insufficient => !bishops::bishops_may_mate(board, &[color]),
                Sufficiency::OnlyImmediate => false,
                Sufficiency::Sufficient => true,
            };
            claim(proved, format!("the table's entry for {material} is not proved"));
        }
    }
    errors
}
