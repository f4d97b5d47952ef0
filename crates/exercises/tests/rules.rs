//! The board without kings moves its pieces as the rules do, and exercises are made for any variant.

use saffron_exercises::{Goal, SoloBoard, Start, Topic, make_topic, prove};
use saffron_rules::{Cell, CellSet, Color, Piece, Position, Role, Setup, Variant};

/// Deterministic numbers for the choice of cells.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Pieces on random cells, with both kings.
fn random_setup(variant: &Variant, numbers: &mut Numbers) -> Setup {
    let mut free: Vec<Cell> = variant.board().cells().into_iter().collect();
    let mut setup = Setup::new();
    for color in Color::ALL {
        for role in
            [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn, Role::Pawn, Role::Pawn]
        {
            let cell = free.swap_remove(numbers.below(free.len()));
            if role != Role::Pawn || variant.pawns().standing(color).contains(cell) {
                setup.put(Piece { color, role }, cell);
            }
        }
    }
    setup
}

#[test]
fn pieces_move_as_by_the_rules() {
    let mut compared = 0;
    for &variant in Variant::all() {
        let mut numbers = Numbers(7);
        for _ in 0..2_000 {
            let setup = random_setup(variant, &mut numbers);
            let Ok(position) = Position::from_setup(variant, &setup) else { continue };
            if position.in_check() || !position.pinned().is_empty() {
                continue;
            }
            // The king's moves are not compared: the rules forbid what an exercise calls a capture.
            for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                let legal = position.legal_moves().into_iter().filter(|mv| position.role_at(mv.from) == Some(role));
                let mut expected: Vec<_> = legal.map(|mv| (mv, position.captured(mv))).collect();
                let solo = SoloBoard::new(variant, setup, role, CellSet::EMPTY);
                let mut found: Vec<_> = solo.moves().into_iter().map(|mv| (mv.mv, mv.captured)).collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{role} in {}", position.to_fen());
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000, "only {compared} were compared");
}

#[test]
fn a_piece_that_comes_within_reach_is_captured() {
    for &variant in Variant::all() {
        let mut numbers = Numbers(11);
        for _ in 0..500 {
            let setup = random_setup(variant, &mut numbers);
            let solo = SoloBoard::new(variant, setup, Role::Rook, CellSet::EMPTY);
            for mv in solo.moves() {
                let mut after = solo;
                after.play(mv.mv);
                let mut black = *after.setup();
                black.turn = Color::Black;
                let Ok(position) = Position::from_setup(variant, &black) else { continue };
                if position.in_check() || !position.pinned().is_empty() {
                    continue;
                }
                let by_king = variant.king_attacks(mv.mv.to).contains(position.king(Color::Black));
                let captured = position.legal_moves().into_iter().any(|reply| reply.to == mv.mv.to);
                assert!(captured == after.attacker_of(mv.mv.to).is_some() || by_king, "{}", position.to_fen());
            }
        }
    }
}

#[test]
fn exercises_are_made_from_a_seed_for_any_variant() {
    let variant = Variant::by_id("mccooey").unwrap();
    for topic in [Topic::Queen, Topic::Pawn, Topic::EnPassant, Topic::Mate] {
        let (first, again, other) =
            (make_topic(variant, topic, 1), make_topic(variant, topic, 1), make_topic(variant, topic, 2));
        let lines = |exercises: &[saffron_exercises::Exercise]| saffron_exercises::text::write(exercises);
        assert!(!first.is_empty() && first.iter().all(|exercise| prove(exercise).is_none()), "{topic}");
        assert_eq!(lines(&first), lines(&again), "{topic}");
        assert_ne!(lines(&first), lines(&other), "{topic}");
    }
    assert!(make_topic(variant, Topic::Castling, 1).is_empty());
}

#[test]
fn stars_are_never_where_the_piece_would_be_captured() {
    let variant = Variant::by_id("shafran").unwrap();
    for exercise in make_topic(variant, Topic::King, 5) {
        let Start::Solo { setup, stars } = exercise.start else { panic!("{} has kings", exercise.id()) };
        assert_eq!(exercise.goal, Goal::Stars);
        let board = SoloBoard::new(variant, setup, Role::King, stars);
        assert!(stars.into_iter().all(|star| board.attacker_of(star).is_none()), "{}", exercise.id());
    }
}
