//! The tables of material are compared with the counts that they were made from (`data/material.tsv`), and the counts of
//! three pieces with a count by the move generator, which the tool that made them does not use.

use std::collections::BTreeMap;

use saffron_rules::material::{Kind, Material, Sufficiency};
use saffron_rules::{Cell, Color, Outcome, Piece, Position, Reason, Role, Setup, Variant};

struct Row {
    ends: Sufficiency,
    /// White mated, Black mated, stalemates that count, of these only after a capture, stalemates
    /// that do not count, live, dead, dead since every move is a capture.
    counts: [u64; 8],
}

fn rows(variant: &Variant) -> BTreeMap<String, Row> {
    let lines = include_str!("../data/material.tsv").lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let own = lines.filter(|fields| fields[0] == variant.id());
    let row = |fields: Vec<&str>| {
        let ends = match fields[2] {
            "never" => Sufficiency::Insufficient,
            "only at once" => Sufficiency::OnlyImmediate,
            "open" => Sufficiency::Sufficient,
            other => panic!("{other}"),
        };
        let counts: Vec<u64> = fields[3..].iter().map(|field| field.parse().unwrap()).collect();
        (fields[1].to_owned(), Row { ends, counts: counts.try_into().unwrap() })
    };
    own.map(row).collect()
}

/// The variants with a table of material; a new one may come without.
fn tabled() -> impl Iterator<Item = &'static Variant> {
    assert!(Variant::by_id(Variant::DEFAULT_ID).unwrap().spec().material.is_some());
    Variant::all().iter().copied().filter(|variant| variant.spec().material.is_some())
}

const MINOR: [Kind; 4] = [Kind::Knight, Kind::Bishop(0), Kind::Bishop(1), Kind::Bishop(2)];

#[test]
fn tables_agree_with_the_counts_for_both_sides() {
    for variant in tabled() {
        let table = variant.spec().material.unwrap();
        let rows = rows(variant);
        let ends = |white: &[Kind], black: &[Kind]| table.sufficiency(Material::new(white, black));
        let mut looked_at = 1;
        assert_eq!(ends(&[], &[]), rows["K v K"].ends);
        for kind in Kind::ALL {
            let row = &rows[&format!("K{kind} v K")];
            assert_eq!((ends(&[kind], &[]), ends(&[], &[kind])), (row.ends, row.ends), "{kind} {variant:?}");
            looked_at += 1;
        }
        for (i, first) in MINOR.into_iter().enumerate() {
            let row = &rows[&format!("K v K{first}")];
            assert_eq!(ends(&[], &[first]), row.ends);
            for second in MINOR.into_iter().skip(i) {
                let row = &rows[&format!("K{first}{second} v K")];
                assert_eq!((ends(&[first, second], &[]), ends(&[], &[second, first])), (row.ends, row.ends));
                let row = &rows[&format!("K{first} v K{second}")];
                assert_eq!((ends(&[first], &[second]), ends(&[second], &[first])), (row.ends, row.ends));
                looked_at += 2;
            }
            looked_at += 1;
        }
        assert_eq!(looked_at, rows.len());
    }
}

/// Insufficient material has no decisive position; with sufficient material nearly all positions can be decided.
#[test]
fn sufficiency_agrees_with_the_share_of_live_positions() {
    for variant in tabled() {
        for (material, row) in rows(variant) {
            let [white, black, stalemates, .., live, dead, forced] = row.counts;
            match row.ends {
                Sufficiency::Insufficient => assert_eq!((white + black + stalemates, live), (0, 0), "{material}"),
                Sufficiency::OnlyImmediate => {
                    assert!(white + black + stalemates > 0 && live > 0, "{material}");
                    assert!(live * 1000 < dead, "{material}");
                }
                Sufficiency::Sufficient => {
                    assert!(dead * 50 < live, "{material}");
                    // In the dead ones a piece must be captured at once, except for a few on De Vasa's board.
                    let later = if variant.id() == "devasa" { 28 } else { 0 };
                    assert!(dead - forced <= later, "{material}");
                }
            }
        }
    }
}

fn put(variant: &'static Variant, pieces: &[(Color, Role, Cell)], turn: Color) -> Option<Position> {
    let mut setup = Setup::new();
    setup.turn = turn;
    for &(color, role, cell) in pieces {
        setup.put(Piece { color, role }, cell);
    }
    Position::from_setup(variant, &setup).ok().filter(|position| position.occupied().len() == pieces.len())
}

/// All legal positions with the kings and one white piece.
fn for_each_position(variant: &'static Variant, role: Role, mut visit: impl FnMut(Position)) {
    let cells = variant.board().cells();
    for piece in cells {
        for white in cells {
            for black in cells {
                let pieces =
                    [(Color::White, Role::King, white), (Color::Black, Role::King, black), (Color::White, role, piece)];
                for turn in Color::ALL {
                    if let Some(position) = put(variant, &pieces, turn) {
                        visit(position);
                    }
                }
            }
        }
    }
}

fn decisive_positions_by_the_move_generator(id: &str) {
    let variant = Variant::by_id(id).unwrap();
    let rows = rows(variant);
    for role in [Role::Knight, Role::Bishop, Role::Rook] {
        let mut counts: BTreeMap<Material, [u64; 3]> = BTreeMap::new();
        for_each_position(variant, role, |position| {
            let count = counts.entry(Material::of(&position)).or_default();
            if position.has_legal_move() {
                return;
            }
            match (position.in_check(), variant.stalemate_quarters()) {
                (true, _) => count[0] += 1,
                (false, 2) => count[2] += 1,
                (false, _) => count[1] += 1,
            }
        });
        for (material, [mates, stalemates, drawn]) in counts {
            let [white, black, ends, _, other, ..] = rows[&material.to_string()].counts;
            assert_eq!((0, mates, stalemates, drawn), (white, black, ends, other), "{id} {material}");
        }
    }
}

#[test]
fn decisive_positions_of_three_pieces_on_70_cells() {
    decisive_positions_by_the_move_generator("shafran");
}

#[test]
fn decisive_positions_of_three_pieces_on_91_cells() {
    decisive_positions_by_the_move_generator("mccooey");
    decisive_positions_by_the_move_generator("glinski");
}

#[test]
fn decisive_positions_of_three_pieces_on_81_cells() {
    decisive_positions_by_the_move_generator("devasa");
}

#[test]
fn decisive_positions_of_three_pieces_on_84_cells() {
    decisive_positions_by_the_move_generator("brusky");
}

/// Which positions of king and knight against king can still reach mate, from the moves alone.
#[test]
fn knight_against_king_can_mate_from_124_positions_only() {
    let variant = Variant::by_id("shafran").unwrap();
    let mut open = Vec::new();
    for_each_position(variant, Role::Knight, |position| {
        if position.has_legal_move() {
            open.push(position);
        }
    });
    let positions = open.len();
    let mut live: Vec<u64> = Vec::new();
    loop {
        let before = open.len();
        let mut found = Vec::new();
        open.retain(|position| {
            let can_mate = position.legal_moves().into_iter().any(|mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                live.contains(&next.hash()) || (next.in_check() && !next.has_legal_move())
            });
            if can_mate {
                found.push(position.hash());
            }
            assert_eq!(position.can_checkmate(Color::White), can_mate, "{position:?}");
            !can_mate
        });
        live.extend(found);
        if open.len() == before {
            break;
        }
    }
    let [.., live, dead, _] = rows(variant)["KN v K"].counts;
    assert_eq!(((positions - open.len()) as u64, open.len() as u64), (live, dead));
    assert_eq!((live, dead), (124, 535_180));
}

fn outcome(id: &str, fen: &str) -> Option<Reason> {
    let position = Position::from_fen(Variant::by_id(id).unwrap(), fen).unwrap();
    position.outcome().map(Outcome::reason)
}

#[test]
fn a_position_with_insufficient_material_is_dead() {
    let dead = Some(Reason::DeadPosition);
    let kings = "k/3/5/7/9/11/11/11/11/11/K10 w - - 0 1";
    // f6 has the colour of the bishops that cannot mate; e6 has not.
    let centre = "k/3/5/7/9/5B5/11/11/11/11/K10 w - - 0 1";
    let side = "k/3/5/7/9/4B6/11/11/11/11/K10 w - - 0 1";
    let knight = "k/3/5/7/9/5n5/11/11/11/11/K10 w - - 0 1";
    for id in ["mccooey", "hexofen"] {
        assert_eq!(outcome(id, kings), dead);
        assert_eq!(outcome(id, centre), dead);
        assert_eq!(outcome(id, side), None);
        assert_eq!(outcome(id, knight), None);
    }
    for fen in [kings, centre, side, knight] {
        assert_eq!(outcome("glinski", fen), None);
    }
    assert_eq!(outcome("shafran", "k4/6/7/8/9/9/8/7/6/4K w - - 0 1"), dead);
    assert_eq!(outcome("shafran", "k4/6/7/8/9/4B4/8/7/6/4K w - - 0 1"), None);
    assert_eq!(outcome("shafran", "k4/6/7/8/9/4n4/8/7/6/4K w - - 0 1"), None);
    assert_eq!(outcome("devasa", "k8/9/9/9/9/9/9/9/8K w - - 0 1"), dead);
    assert_eq!(outcome("brusky", "k8/10/11/12/12/11/10/8K w - - 0 1"), dead);
}

#[test]
fn any_number_of_centre_coloured_bishops_is_dead() {
    let variant = Variant::by_id("hexofen").unwrap();
    let board = variant.board();
    let centre = board.cell_color(board.cell("f6").unwrap());
    let mut pieces = vec![
        (Color::White, Role::King, board.cell("a1").unwrap()),
        (Color::Black, Role::King, board.cell("l6").unwrap()),
    ];
    let free = |cell: &Cell| {
        board.cell_color(*cell) == centre && pieces.iter().all(|&(_, _, king)| !board.diagonals(king).contains(*cell))
    };
    let cells: Vec<Cell> = board.cells().into_iter().filter(free).collect();
    for (i, &cell) in cells.iter().enumerate() {
        pieces.push((Color::ALL[i % 2], Role::Bishop, cell));
        let position = put(variant, &pieces, Color::White).unwrap();
        assert!(position.has_insufficient_material());
        assert_eq!(position.outcome().map(Outcome::reason), Some(Reason::DeadPosition));
    }
    assert!(cells.len() > 20);
    pieces.push((Color::White, Role::Pawn, board.cell("f5").unwrap()));
    assert!(!put(variant, &pieces, Color::White).unwrap().has_insufficient_material());
}

#[test]
fn mate_by_the_last_knight_is_mate() {
    for variant in tabled() {
        let mut mates = 0;
        for_each_position(variant, Role::Knight, |position| {
            if position.in_check() && !position.has_legal_move() {
                let outcome = position.outcome().unwrap();
                assert_eq!((outcome.reason(), outcome.result()), (Reason::Checkmate, "1-0"));
                mates += 1;
            }
        });
        assert_eq!(mates, rows(variant)["KN v K"].counts[1]);
        assert!(mates >= 16);
    }
}

#[test]
fn a_variant_without_a_table_ends_only_where_that_is_certain() {
    for (quarters, dead) in [(2, true), (3, false)] {
        let spec = saffron_rules::VariantSpec {
            id: "untold",
            material: None,
            stalemate_quarters: quarters,
            ..*Variant::by_id("mccooey").unwrap().spec()
        };
        let variant = Variant::build(spec).unwrap();
        let can_end = |fen: &str| !Position::from_fen(variant, fen).unwrap().has_insufficient_material();
        assert_eq!(can_end("k/3/5/7/9/11/11/11/11/11/K10 w - - 0 1"), !dead);
        assert!(can_end("k/3/5/7/9/5B5/11/11/11/11/K10 w - - 0 1"));
        assert!(can_end(variant.spec().start));
    }
}
