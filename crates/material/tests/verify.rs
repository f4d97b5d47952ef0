//! The tables of the library, worked out again.

use saffron_material::{Extent, census, table};
use saffron_rules::material::{Kind, Material, MaterialTable};
use saffron_rules::{Color, Variant};

const FIGURES: &str = include_str!("../../rules/tests/data/material.tsv");

/// Goes through all variants before it fails, so that every mismatch can be judged at once.
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
fn up_to_three_men_the_tables_are_what_comes_out() {
    recompute(Extent::Three, 12);
}

/// About ten minutes on one idle core.
#[test]
#[ignore = "takes some ten minutes; run it after a change of boards, moves or tables"]
fn up_to_four_men_the_tables_are_what_comes_out() {
    recompute(Extent::Four, 32);
}

/// A table that claims too much or too little is caught.
#[test]
fn wrong_tables_are_named() {
    let variant = Variant::by_id("mccooey").unwrap();
    let census = census(variant, Extent::Three, |_| ());
    let right = variant.spec().material.unwrap();
    let no_knight = |list: &[Material], most| -> &'static [Material] {
        let few = |m: &&Material| m.count(Color::White, Kind::Knight) < most;
        list.iter().filter(few).copied().collect::<Vec<_>>().leak()
    };
    let faults = table::faults(variant, &MaterialTable { decisive: no_knight(right.decisive, 1), ..*right }, &census);
    assert_eq!(faults, ["mccooey: KN v K is Insufficient in the table, but OnlyImmediate"]);
    let faults = table::faults(variant, &MaterialTable { decisive: &[Material::NONE], ..*right }, &census);
    assert!(faults[0].starts_with("mccooey: K v K is OnlyImmediate in the table"), "{faults:?}");
    // Nothing that was enumerated here is wrong, but two knights would count for nothing.
    let faults = table::faults(variant, &MaterialTable { reachable: no_knight(right.reachable, 2), ..*right }, &census);
    assert_eq!(faults, ["mccooey: KNN v K is not open"]);
}

/// All that is wrong is told together: figures of several materials, a row that is gone, one that came twice.
#[test]
fn all_mismatches_come_at_once() {
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
            "shafran: K v K: dead by forced capture is missing in the figures, but 0",
            "shafran: KN v K: ends is never in the figures, but only at once",
            "shafran: KN v K: black mated is 0 in the figures, but 24",
            "shafran: KR v K is not in the figures",
            "shafran: KQ v K is in the figures more than once",
        ]
    );
    let mismatches = table::mismatches(variant, &census, Extent::Three, "");
    assert_eq!(mismatches.len(), 1 + census.len(), "{mismatches:?}");
}

/// Material that a list has too much or too little of is named.
#[test]
fn lists_are_compared() {
    let variant = Variant::by_id("mccooey").unwrap();
    let mut census = census(variant, Extent::Three, |_| ());
    let found = table::differences_of_lists(variant, &census);
    // Two knights or bishops, which the lists name, were not looked at.
    assert!(!found.is_empty() && found.iter().all(|line| line.contains("does not belong in")), "{found:?}");
    census.retain(|&material, _| material == Material::NONE);
    let fewer = table::differences_of_lists(variant, &census);
    assert!(fewer.len() > found.len(), "{fewer:?}");
    census.get_mut(&Material::NONE).unwrap().stalemates = 1;
    let more = table::differences_of_lists(variant, &census);
    assert!(more.contains(&"mccooey: K v K is missing in the list `ends`".to_owned()), "{more:?}");
}
