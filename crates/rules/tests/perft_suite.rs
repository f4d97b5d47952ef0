//! Leaf counts from an independent implementation: `data/perft.tsv`.

use saffron_rules::{EnPassant, Piece, Position, Setup, Variant, perft, perft_divide};

#[test]
fn every_count_of_the_suite() {
    let mut lines: Vec<usize> = vec![0; Variant::all().len()];
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
        lines[Variant::all().iter().position(|known| known.id() == variant.id()).unwrap()] += 1;
    }
    for (variant, lines) in Variant::all().iter().zip(&lines) {
        assert!(*lines >= 4, "{} has {lines} counts", variant.id());
    }
    assert!(lines.iter().sum::<usize>() >= 318, "{lines:?}");
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

/// The position turned by 180 degrees with colours swapped, which is the same game seen from the other side.
fn turned(position: &Position) -> Position {
    let variant = position.variant();
    let board = variant.board();
    let turn = |cell| board.turned(cell).unwrap();
    let mut setup = Setup::new();
    for cell in position.occupied() {
        let piece = position.piece_at(cell).unwrap();
        setup.put(Piece { color: !piece.color, ..piece }, turn(cell));
    }
    setup.turn = !position.turn();
    let rights = variant.castling_rights();
    for (i, right) in rights.iter().enumerate().filter(|&(i, _)| position.castling_rights().has(i)) {
        let other = rights.iter().position(|r| r.color != right.color && r.rook == turn(right.rook));
        setup.castling = setup.castling.with(other.unwrap_or_else(|| panic!("right {i} has no counterpart")));
    }
    setup.en_passant =
        position.en_passant().map(|ep| EnPassant { cells: ep.cells.iter().map(turn).collect(), pawn: turn(ep.pawn) });
    Position::from_setup(variant, &setup).unwrap()
}

#[test]
fn turning_the_board_and_swapping_colours_changes_no_count() {
    for line in include_str!("data/perft.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let variant = Variant::by_id(fields[0]).unwrap();
        let position = Position::from_fen(variant, fields[1]).unwrap();
        let other = turned(&position);
        assert_eq!(perft(&other, 2), perft(&position, 2), "{position:?} {other:?}");
        assert_eq!(turned(&other).hash(), position.hash(), "{position:?}");
    }
}
