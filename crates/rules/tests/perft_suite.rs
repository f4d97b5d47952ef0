//! Leaf counts from an independent implementation: `data/perft.tsv`.

use saffron_rules::{Position, Variant, perft, perft_divide};

#[test]
fn every_count_of_the_suite() {
    let mut lines = 0;
    for (number, line) in include_str!("data/perft.tsv").lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, why] = fields[..] else {
            panic!("line {}: {line}", number + 1);
        };
        let variant = Variant::by_id(variant).unwrap();
        let position = Position::from_fen(variant, fen).unwrap();
        let depth = depth.parse().unwrap();
        let nodes: u64 = nodes.parse().unwrap();
        assert_eq!(perft(&position, depth), nodes, "line {}: {why} {position:?}", number + 1);
        lines += 1;
    }
    assert_eq!(lines, 318);
}

#[test]
fn dividing_adds_up() {
    for variant in Variant::all() {
        let start = variant.start();
        let sum: u64 = perft_divide(&start, 3).iter().map(|&(_, nodes)| nodes).sum();
        assert_eq!(sum, perft(&start, 3));
        assert_eq!(perft(&start, 0), 1);
        assert!(perft_divide(&start, 0).is_empty());
    }
}
