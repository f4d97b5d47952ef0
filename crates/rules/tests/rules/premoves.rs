//! Premove targets: they contain every move that is legal after any move of the other side, and no cell that the piece could
//! never move to.

use proptest::prelude::*;
use saffron_rules::{Cell, CellSet, Color, Piece, Position, Role, Setup, Variant};

/// Compares the premove targets of a position with the legal moves after every legal move.
fn compare(position: &Position) {
    for mv in position.legal_moves() {
        let next = position.play(mv).unwrap();
        next.generate(!CellSet::EMPTY, |moves| {
            let targets = position.premove_targets(moves.from);
            assert!((moves.to - targets).is_empty(), "{position:?} {} {moves:?}", position.uci(mv));
            false
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn legal_moves_after_any_move_are_premove_targets(
        number in 0..Variant::all().len(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1..120),
    ) {
        let mut position = Variant::all()[number].start();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            compare(&position);
            position = position.play(*choice.get(&moves)).unwrap();
        }
    }
}

#[test]
fn captures_en_passant_and_castling_are_premove_targets() {
    let shafran = Variant::by_id("shafran").unwrap();
    // White's step from e2 to e5 can be answered by a capture en passant on e4 or e3.
    let position = Position::from_fen(shafran, "k4/6/7/8/9/5p3/8/7/4P1/4K w - - 0 1").unwrap();
    let en_passant = |mv| {
        let next = position.play(mv).unwrap();
        next.legal_moves().into_iter().any(|answer| next.is_en_passant(answer))
    };
    assert!(position.legal_moves().into_iter().any(en_passant));
    compare(&position);
    assert!(!shafran.castling_rights().is_empty());
    for right in shafran.castling_rights() {
        let start = shafran.start();
        let to = shafran.castling_moves().iter().filter(|m| m.color == right.color).map(|m| m.king_to);
        let targets = start.premove_targets(right.king);
        assert!(to.into_iter().all(|cell| targets.contains(cell)), "{targets:?}");
        let mut setup = start.to_setup();
        setup.castling = saffron_rules::CastlingRights::NONE;
        let without = Position::from_setup(shafran, &setup).unwrap();
        assert_eq!(without.premove_targets(right.king), shafran.king_attacks(right.king));
    }
}

/// Whether some position with only this piece, the kings, and perhaps a knight to capture has the move.
fn is_possible(variant: &'static Variant, piece: Piece, from: Cell, to: Cell) -> bool {
    let cells = variant.board().cells();
    [false, true].into_iter().any(|capture| {
        let mut setup = Setup::new();
        setup.turn = piece.color;
        if capture {
            setup.put(Piece { color: !piece.color, role: Role::Knight }, to);
        }
        let pair = |mut setup: Setup, own: Option<Cell>, enemy: Cell| {
            setup.put(Piece { color: !piece.color, role: Role::King }, enemy);
            if let Some(own) = own {
                setup.put(Piece { color: piece.color, role: Role::King }, own);
            }
            setup.put(piece, from);
            Position::from_setup(variant, &setup)
                .is_ok_and(|position| position.legal_moves().iter().any(|mv| mv.from == from && mv.to == to))
        };
        cells.into_iter().any(|enemy| {
            if piece.role == Role::King {
                return pair(setup, None, enemy);
            }
            cells.into_iter().any(|own| pair(setup, Some(own), enemy))
        })
    })
}

#[test]
fn every_premove_target_is_a_legal_move_in_some_position() {
    for variant in Variant::all() {
        for role in Role::ALL {
            for color in Color::ALL {
                let piece = Piece { color, role };
                let cells = if role == Role::Pawn { variant.pawns().standing(color) } else { variant.board().cells() };
                // Every fifth cell: corners, edges and the middle are among them.
                for from in cells.into_iter().step_by(5) {
                    let position = with_piece(variant, piece, from);
                    for to in position.premove_targets(from) {
                        assert!(is_possible(variant, piece, from, to), "{variant:?} {piece:?} {from:?} {to:?}");
                    }
                }
            }
        }
    }
}

/// A position with the kings and this piece.
fn with_piece(variant: &'static Variant, piece: Piece, at: Cell) -> Position {
    let cells = variant.board().cells();
    let placed =
        cells.into_iter().flat_map(|white| cells.into_iter().map(move |black| [white, black])).find_map(|kings| {
            let mut setup = Setup::new();
            setup.turn = piece.color;
            for (color, cell) in Color::ALL.into_iter().zip(kings) {
                if piece != (Piece { color, role: Role::King }) {
                    setup.put(Piece { color, role: Role::King }, cell);
                }
            }
            setup.put(piece, at);
            Position::from_setup(variant, &setup).ok()
        });
    placed.unwrap()
}
