//! The tables of the library, worked out again.

use saffron_material::{Extent, census, table};
use saffron_rules::material::{Kind, Material, MaterialTable};
use saffron_rules::{Color, Variant};

const FIGURES: &str = include_str!("../../rules/tests/data/material.tsv");

fn recompute(extent: Extent, materials: usize) {
    let mut lines = FIGURES.lines();
    assert_eq!(lines.next(), Some(table::COLUMNS));
    let kept: Vec<&str> = lines.collect();
    for variant in Variant::all() {
        let census = census(variant, extent, |_| ());
        assert_eq!(census.len(), materials);
        for row in table::rows(variant, &census).lines() {
            assert!(kept.contains(&row), "{row}");
        }
        let kept = variant.spec().material.unwrap();
        assert_eq!(table::faults(variant, kept, &census), [""; 0]);
        if extent == Extent::Four {
            assert_eq!(table::lists(&census), [kept.ends.to_vec(), kept.open.to_vec()]);
        }
    }
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
    let faults = table::faults(variant, &MaterialTable { ends: no_knight(right.ends, 1), ..*right }, &census);
    assert_eq!(faults, ["mccooey: KN v K is Never in the table, but OnlyAtOnce"]);
    let faults = table::faults(variant, &MaterialTable { ends: &[Material::NONE], ..*right }, &census);
    assert!(faults[0].starts_with("mccooey: K v K is OnlyAtOnce in the table"), "{faults:?}");
    // Nothing that was enumerated here is wrong, but two knights would count for nothing.
    let faults = table::faults(variant, &MaterialTable { open: no_knight(right.open, 2), ..*right }, &census);
    assert_eq!(faults, ["mccooey: KNN v K is not open"]);
}
