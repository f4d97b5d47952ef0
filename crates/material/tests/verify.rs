//! Comparison of the tables of `saffron-rules` with a new count.

use saffron_material::helpmates::Helpmates;
use saffron_material::{Extent, census, table};
use saffron_rules::material::{Kind, Material, MaterialTable};
use saffron_rules::{Color, Variant};

const FIGURES: &str = include_str!("../../rules/tests/data/material.tsv");

/// Compares all variants before it fails, so that the message has every mismatch.
fn recompute(extent: Extent, materials: usize) {
    let mut mismatches = Vec::new();
    for variant in Variant::all() {
        let census = census(variant, extent, |_| ());
        if census.len() != materials {
            mismatches.push(format!("{}: {} materials, not {materials}", variant.id(), census.len()));
        }
        mismatches.extend(table::mismatches(variant, &census, extent, FIGURES));
    }
    assert!(mismatches.is_empty(), "{} mismatches:\n{}", mismatches.len(), mismatches.join("\n"));
}

#[test]
fn tables_agree_with_the_count_up_to_three_pieces() {
    recompute(Extent::Three, 12);
}

/// Takes about ten minutes on one idle core.
#[test]
#[ignore = "takes some ten minutes; run it after a change of boards, moves or tables"]
fn tables_agree_with_the_count_up_to_four_pieces() {
    recompute(Extent::Four, 32);
}

#[test]
fn errors_of_a_table_are_reported() {
    let variant = Variant::by_id("mccooey").unwrap();
    let census = census(variant, Extent::Three, |_| ());
    let right = variant.spec().material.unwrap();
    let no_knight = |list: &[Material], most| -> &'static [Material] {
        let few = |m: &&Material| m.count(Color::White, Kind::Knight) < most;
        list.iter().filter(few).copied().collect::<Vec<_>>().leak()
    };
    let errors = table::errors(variant, &MaterialTable { decisive: no_knight(right.decisive, 1), ..*right }, &census);
    assert_eq!(errors, ["mccooey: KN v K is Insufficient in the table, but OnlyImmediate"]);
    let errors = table::errors(variant, &MaterialTable { decisive: &[Material::NONE], ..*right }, &census);
    assert!(errors[0].starts_with("mccooey: K v K is OnlyImmediate in the table"), "{errors:?}");
    // All counted material is right, but two knights would be insufficient.
    let errors = table::errors(variant, &MaterialTable { reachable: no_knight(right.reachable, 2), ..*right }, &census);
    assert_eq!(errors, ["mccooey: KNN v K is not sufficient"]);
}

/// Wrong counts of several materials, a missing row and a repeated one.
#[test]
fn all_mismatches_are_reported_together() {
    let variant = Variant::by_id("shafran").unwrap();
    let census = census(variant, Extent::Three, |_| ());
    assert_eq!(table::mismatches(variant, &census, Extent::Three, FIGURES), [""; 0]);
    let wrong: Vec<String> = FIGURES
        .lines()
        .flat_map(|line| match line.split('\t').take(2).collect::<Vec<_>>()[..] {
            ["shafran", "KN v K"] => vec![line.replace("only at once\t0\t24", "never\t0\t0")],
            ["shafran", "K v K"] => vec![line.rsplit_once('\t').unwrap().0.to_owned()],
            ["shafran", "KR v K"] => vec![],
            ["shafran", "KQ v K"] => vec![line.to_owned(); 2],
            _ => vec![line.to_owned()],
        })
        .collect();
    assert_eq!(
        table::mismatches(variant, &census, Extent::Three, &wrong.join("\n")),
        [
            "shafran: K v K: dead by forced capture is missing in the counts, but 0",
            "shafran: KN v K: ends is never in the counts, but only at once",
            "shafran: KN v K: black mated is 0 in the counts, but 24",
            "shafran: KR v K is not in the counts",
            "shafran: KQ v K is in the counts more than once",
        ]
    );
    let mismatches = table::mismatches(variant, &census, Extent::Three, "");
    assert_eq!(mismatches.len(), 1 + census.len(), "{mismatches:?}");
}

/// A material that is missing in a list, or does not belong in it, is reported.
#[test]
fn differences_of_lists_are_reported() {
    let variant = Variant::by_id("mccooey").unwrap();
    let mut census = census(variant, Extent::Three, |_| ());
    let found = table::differences_of_lists(variant, &census);
    // The lists contain two knights or bishops, which were not counted.
    assert!(!found.is_empty() && found.iter().all(|line| line.contains("does not belong in")), "{found:?}");
    census.retain(|&material, _| material == Material::NONE);
    let fewer = table::differences_of_lists(variant, &census);
    assert!(fewer.len() > found.len(), "{fewer:?}");
    census.get_mut(&Material::NONE).unwrap().stalemates = 1;
    let more = table::differences_of_lists(variant, &census);
    assert!(more.contains(&"mccooey: K v K is missing in the list `decisive`".to_owned()), "{more:?}");
}

/// Covers every material with at most two pieces in addition to the kings, on the smallest board and on the largest.
#[test]
fn helpmates_agree_with_the_counted_mates() {
    for id in ["shafran", "mccooey"] {
        let variant = Variant::by_id(id).unwrap();
        let mut compared = 0;
        for line in FIGURES.lines().filter(|line| line.starts_with(id) && !line.contains('P')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let material = material(fields[1]);
            let mates = [material.exchanged(), material].map(|material| Helpmates::count_mates(variant, material));
            assert_eq!(mates.map(|count| count.to_string()), fields[3..5], "{line}");
            compared += 1;
        }
        assert_eq!(compared, 31);
    }
}

/// Parses a material such as `KN v KB0`.
fn material(text: &str) -> Material {
    let mut material = Material::NONE;
    for (color, side) in Color::ALL.into_iter().zip(text.split(" v ")) {
        let mut rest = &side[1..];
        while let Some(kind) = Kind::ALL.into_iter().find(|kind| rest.starts_with(&kind.to_string())) {
            material = material.with(color, kind);
            rest = &rest[kind.to_string().len()..];
        }
    }
    assert_eq!(material.to_string(), text);
    material
}

#[test]
fn checkmating_lists_agree_with_the_enumeration() {
    for id in ["shafran", "mccooey"] {
        let variant = Variant::by_id(id).unwrap();
        assert_eq!(table::differences_of_checkmating(variant), [""; 0]);
    }
    // Same board: without pawns the variants do not differ in anything that matters for a mate.
    let lists =
        ["mccooey", "hexofen", "glinski"].map(|id| Variant::by_id(id).unwrap().spec().material.unwrap().checkmating);
    assert!(lists[0] == lists[1] && lists[1] == lists[2]);
}

#[test]
#[ignore = "takes a minute; run it after a change of boards, moves or tables"]
fn checkmating_lists_of_all_variants_agree_with_the_enumeration() {
    let differences: Vec<String> =
        Variant::all().iter().flat_map(|variant| table::differences_of_checkmating(variant)).collect();
    assert_eq!(differences, [""; 0]);
}

/// Against a bare king a knight, or bishops on one colour, can mate only by the next move. With a piece of the opponent they
/// can mate later, except for bishops on the colour of the central cell.
#[test]
fn the_opponents_pieces_help_to_mate() {
    for variant in Variant::all() {
        let table = variant.spec().material.unwrap();
        let centre = ["mccooey", "hexofen", "glinski"].contains(&variant.id());
        let mates = |white: &[Kind], black: &[Kind]| {
            let material = Material::new(white, black);
            let may = table.may_checkmate(material, Color::White);
            assert_eq!(may, table.may_checkmate(material.exchanged(), Color::Black), "{material}");
            may
        };
        for kind in [Kind::Knight, Kind::Bishop(0), Kind::Bishop(1), Kind::Bishop(2)] {
            assert!(!mates(&[kind], &[]) && mates(&[kind], &[Kind::Pawn]));
            for other in [Kind::Knight, Kind::Bishop(2), Kind::Rook, Kind::Queen] {
                assert_eq!(mates(&[kind], &[other]), kind != Kind::Bishop(2) || !centre, "{variant:?} {kind} {other}");
            }
            assert!(mates(&[kind], &[Kind::Bishop(0)]) && mates(&[kind], &[Kind::Bishop(1)]));
        }
        for kind in [Kind::Pawn, Kind::Rook, Kind::Queen] {
            assert!(mates(&[kind], &[]) && !mates(&[], &[kind]));
        }
        assert!(!mates(&[Kind::Bishop(0); 7], &[]) && mates(&[Kind::Bishop(0), Kind::Bishop(1)], &[]));
    }
}
