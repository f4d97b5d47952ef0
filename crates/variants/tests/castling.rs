//! Castling in user-defined variants: the move generator agrees with the slow one for all cells of king, rook and enemy
//! sliders.

mod common;

use common::slow::Slow;
use proptest::prelude::*;
use saffron_rules::{CastlingSpec, Position, Variant, VariantSpec};

/// Legal moves by both generators, sorted.
fn both(variant: &'static Variant, fen: &str) -> [Vec<String>; 2] {
    let position = Position::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let slow = Slow::new(variant.spec(), fen);
    let mut moves = [
        position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect::<Vec<_>>(),
        slow.moves().into_iter().map(|step| slow.uci(step)).collect(),
    ];
    moves.iter_mut().for_each(|moves| moves.sort_unstable());
    assert_eq!(position.count_legal_moves(), moves[0].len(), "{fen}");
    moves
}

/// Rook stands between the king's last cell and an enemy rook, and leaves.
#[test]
fn castling_does_not_uncover_a_check_from_behind_the_rook() {
    let toml = r#"
[[variant]]
id = "uncovered"
name = "Uncovered"
year = 2026
extends = "devasa"
start = "9/4k4/9/9/9/9/9/9/3K2R1r w K - 0 1"

[[variant.castling]]
letter = "K"
king = "d1"
rook = "g1"
moves = [{ notation = "0-0", king = "f1", rook = "e1" }]
"#;
    let added = saffron_variants::add(toml).unwrap();
    let [moves, slow] = both(added[0], added[0].spec().start);
    assert_eq!(moves, slow);
    assert!(!moves.contains(&"d1f1".to_owned()), "{moves:?}");
    // A bishop there does no harm, nor does a rook that something else shuts off.
    for last in ["b", "q"] {
        let fen = format!("9/4k4/9/9/9/9/9/9/3K2R1{last} w K - 0 1");
        let [moves, slow] = both(added[0], &fen);
        assert_eq!(moves, slow);
        assert_eq!(moves.contains(&"d1f1".to_owned()), last == "b", "{fen}");
    }
    let [moves, _] = both(added[0], "9/4k4/9/9/9/9/9/9/3K2Rnr w K - 0 1");
    assert!(moves.contains(&"d1f1".to_owned()), "{moves:?}");
}

const FILES: [&str; 9] = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1"];

/// Returns a variant on De Vasa's board with one castling move on the first rank, if these cells allow one.
fn with_castling(king: usize, rook: usize, king_to: usize, rook_to: usize) -> Option<&'static Variant> {
    let moves = vec![("0-0", FILES[king_to], FILES[rook_to])].leak();
    let castling = vec![CastlingSpec { letter: 'K', side: None, king: FILES[king], rook: FILES[rook], moves }].leak();
    let start = first_rank(&[(king, 'K'), (rook, 'R')], "4k4");
    let spec = VariantSpec { id: "castling", start: start.leak(), castling, ..*Variant::by_id("devasa")?.spec() };
    Variant::build(spec).ok()
}

fn first_rank(pieces: &[(usize, char)], eighth: &str) -> String {
    let mut rank = ['1'; 9];
    pieces.iter().for_each(|&(file, piece)| rank[file] = piece);
    let mut merged = String::new();
    let mut empty = 0;
    for c in rank.into_iter().chain(['.']) {
        if c == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            merged += &empty.to_string();
        }
        empty = 0;
        merged.extend(Some(c).filter(|&c| c != '.'));
    }
    format!("9/{eighth}/9/9/9/9/9/9/{merged} w K - 0 1")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_castling_is_legal_by_both_generators_or_by_neither(
        cells in prop::array::uniform4(0_usize..9),
        others in prop::collection::vec((0_usize..9, prop::sample::select(vec!['r', 'q', 'b', 'n', 'p', 'N', 'B', 'k'])), 0..4),
        eighth in prop::sample::select(vec!["4k4", "1r2k4", "4k1q2", "b3k2r1", "2q1k1b1r"]),
    ) {
        let [king, rook, king_to, rook_to] = cells;
        let Some(variant) = with_castling(king, rook, king_to, rook_to) else { return Ok(()) };
        let mut pieces = vec![(king, 'K'), (rook, 'R')];
        for (file, piece) in others {
            if piece != 'k' && piece != 'p' && pieces.iter().all(|&(taken, _)| taken != file) {
                pieces.push((file, piece));
            }
        }
        let fen = first_rank(&pieces, eighth);
        if Position::from_fen(variant, &fen).is_ok() {
            let [moves, slow] = both(variant, &fen);
            prop_assert_eq!(moves, slow, "{}", fen);
        }
    }
}
