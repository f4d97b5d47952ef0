use saffron_rules::{CellSet, Color, Piece, Position, Role, Setup, Variant};

use super::attacks::AttackInfo;
use super::tables::HandcraftedEvaluation;
use crate::random::Random;

fn random_positions(variant: &'static Variant, count: usize) -> Vec<Position> {
    let mut random = Random::new(29);
    let mut position = variant.start();
    let mut positions = Vec::new();
    while positions.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position = variant.start();
            continue;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
        positions.push(position);
    }
    positions
}

/// Returns the position rotated by 180 degrees with the colors exchanged.
fn turned(position: &Position) -> Option<Position> {
    let variant = position.variant();
    let mut setup = Setup::new();
    for cell in position.occupied() {
        let Piece { color, role } = position.piece_at(cell)?;
        setup.put(Piece { color: !color, role }, variant.board().turned(cell)?);
    }
    setup.turn = !position.turn();
    setup.halfmove_clock = position.halfmove_clock();
    Position::from_setup(variant, &setup).ok()
}

#[test]
fn both_sides_are_evaluated_alike() {
    for variant in Variant::all() {
        let evaluator = HandcraftedEvaluation::new(variant);
        let mut seen = 0;
        for position in random_positions(variant, 400) {
            let Some(other) = turned(&position) else { continue };
            seen += 1;
            assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&other), "{position:?}");
        }
        assert!(seen > 350, "{}: {seen}", variant.id());
    }
}

#[test]
fn the_start_is_about_even() {
    for variant in Variant::all() {
        let value = HandcraftedEvaluation::new(variant).evaluate(&variant.start());
        assert!(value.abs() < 60, "{}: {value}", variant.id());
    }
}

#[test]
fn an_extra_piece_is_an_advantage() {
    for variant in Variant::all() {
        let evaluator = HandcraftedEvaluation::new(variant);
        let start = variant.start();
        let even = evaluator.evaluate(&start);
        let mut last = 0;
        for role in [Role::Pawn, Role::Knight, Role::Rook, Role::Queen] {
            let mut setup = start.to_setup();
            let lost = start.pieces(Color::Black, role).first().unwrap();
            setup.clear(lost);
            setup.castling = saffron_rules::CastlingRights::NONE;
            let Ok(position) = Position::from_setup(variant, &setup) else { continue };
            let gain = evaluator.evaluate(&position) - even;
            assert!(gain > last, "{} {role}: {gain}", variant.id());
            last = gain;
        }
    }
}

#[test]
fn bishops_on_different_cell_colors_are_worth_more() {
    let variant = Variant::by_id("glinski").unwrap();
    let board = variant.board();
    let evaluator = HandcraftedEvaluation::new(variant);
    let cell = |name: &str| board.cell(name).unwrap();
    let with = |bishops: [&'static str; 2]| {
        let mut setup = Setup::new();
        setup.put(Piece { color: Color::White, role: Role::King }, cell("g1"));
        setup.put(Piece { color: Color::Black, role: Role::King }, cell("g10"));
        setup.put(Piece { color: Color::White, role: Role::Pawn }, cell("a2"));
        for name in bishops {
            setup.put(Piece { color: Color::White, role: Role::Bishop }, cell(name));
        }
        evaluator.bishops(&Position::from_setup(variant, &setup).unwrap(), Color::White).eg
    };
    // f4 and f7 have one color, f4 and f5 two.
    assert!(with(["f4", "f5"]) > with(["f4", "f7"]));
}

#[test]
fn attack_info_holds_every_attack() {
    for variant in Variant::all() {
        let evaluator = HandcraftedEvaluation::new(variant);
        for position in random_positions(variant, 40) {
            let mut info = AttackInfo::new(variant, &position);
            evaluator.pieces(&position, &mut info);
            for color in Color::ALL {
                let mut attacked = CellSet::EMPTY;
                for cell in position.by_color(color) {
                    let role = position.role_at(cell).unwrap();
                    attacked |= variant.attacks(Piece { color, role }, cell, position.occupied());
                }
                // X-ray attacks are included, so there may be more.
                assert!((attacked - info.attacked[color.index()]).is_empty(), "{position:?}");
            }
        }
    }
}
