//! Draws by repetition and by moves without progress, where they are easily got wrong.

use saffron_rules::{Claim, Color, Game, GameError, Outcome, Piece, Position, Reason, Setup, Variant};

/// A game from pieces such as `Ke1 pf5` on cells of a variant's board.
fn game(id: &str, pieces: &str, turn: Color, halfmove_clock: u16) -> Game {
    let variant = Variant::by_id(id).unwrap();
    let mut setup = Setup::new();
    (setup.turn, setup.halfmove_clock) = (turn, halfmove_clock);
    for piece in pieces.split_whitespace() {
        let (letter, cell) = piece.split_at(1);
        let piece = Piece::from_letter(letter.chars().next().unwrap()).unwrap();
        setup.put(piece, variant.board().cell(cell).unwrap());
    }
    Game::new(Position::from_setup(variant, &setup).unwrap())
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text).unwrap();
        game.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

fn reason(game: &Game) -> Option<Reason> {
    game.outcome().map(Outcome::reason)
}

/// The black pawn could take on e3, but is pinned to its king by the rook.
#[test]
fn a_pinned_pawns_capture_en_passant_does_not_make_another_position() {
    let pieces = "Ke1 Pe2 kf9 pf5";
    for (rook, times) in [("Rf2", 2), ("Ra1", 1)] {
        let mut game = game("shafran", &format!("{pieces} {rook}"), Color::White, 0);
        play(&mut game, "e2e5");
        let takes = game.position().legal_moves().iter().any(|&mv| game.position().is_en_passant(mv));
        assert_eq!(takes, times == 1);
        assert!(!game.position().en_passant_cells().is_empty());
        play(&mut game, "f9f10 e1d1 f10f9 d1e1");
        assert_eq!(game.repetitions(), times, "{rook}");
    }
}

/// The same pieces on the same cells with the other side to move are another position.
#[test]
fn the_side_to_move_belongs_to_the_position() {
    let mut game = game("shafran", "Ke1 Ra1 kf9", Color::White, 0);
    // The rook takes three moves to come back, the king two.
    play(&mut game, "a1a2 f9f10 a2a3 f10f9 a3a1");
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "f9f10 a1a2 f10f9 a2a1");
    assert_eq!(game.repetitions(), 2);
}

/// Two positions with pieces of each side on the same cells, but not the same pieces.
#[test]
fn the_kinds_of_pieces_belong_to_the_position() {
    let positions = ["Ke1 Ra1 Bb1 kf9", "Ke1 Ba1 Rb1 kf9", "Ke1 Ra1 Rb1 kf9", "Ke1 Ra1 kf9 nb1"]
        .map(|pieces| *game("shafran", pieces, Color::Black, 0).position());
    for (i, position) in positions.iter().enumerate() {
        for (j, other) in positions.iter().enumerate() {
            assert_eq!(position.is_repetition_of(other), i == j, "{position:?} {other:?}");
            assert_eq!(position.hash() == other.hash(), i == j, "{position:?} {other:?}");
        }
    }
}

/// Rights are compared one by one: after the bishop's rook has moved, only the queen's is left.
#[test]
fn one_castling_right_lost_makes_another_position() {
    let fen = "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1";
    let start = Position::from_fen(Variant::by_id("shafran").unwrap(), fen).unwrap();
    let mut game = Game::new(start);
    play(&mut game, "i5i6 e10f10 i6i5 f10e10");
    assert_eq!((game.repetitions(), game.position().to_fen().contains(" Q ")), (1, true));
    play(&mut game, "e1e2 e10f10 e2e1 f10e10");
    assert_eq!((game.repetitions(), game.position().to_fen().contains(" - ")), (1, true));
    play(&mut game, "e1e2 e10f10 e2e1 f10e10");
    assert_eq!(game.repetitions(), 2);
}

#[test]
fn the_counts_begin_and_end_on_the_exact_ply() {
    for (clock, claim, ends) in [(98, false, false), (99, true, false), (148, true, false), (149, true, true)] {
        let mut game = game("shafran", "Ke1 Ra1 kf9", Color::White, clock);
        play(&mut game, "a1a2");
        assert_eq!(reason(&game), ends.then_some(Reason::SeventyFiveMoves), "{clock}");
        assert_eq!(game.claims().any(|c| c == Claim::FiftyMoves), claim && !ends, "{clock}");
        if ends {
            assert!(matches!(game.claim_draw(), Err(GameError::Over(_))));
        }
    }
}

#[test]
fn a_pawn_move_or_a_capture_starts_the_count_anew() {
    for mv in ["e2e3", "a1a6"] {
        let mut game = game("shafran", "Ke1 Ra1 Pe2 kf9 na6", Color::White, 149);
        play(&mut game, mv);
        assert_eq!((game.position().halfmove_clock(), reason(&game), game.claim()), (0, None, None), "{mv}");
    }
}

/// Stalemate of Black on the very last of the 75 moves: in Gliński's game it scores, and in any
/// it is what ended the game.
#[test]
fn stalemate_on_the_last_of_the_75_moves_counts() {
    for (id, result) in [("glinski", "3/4-1/4"), ("mccooey", "1/2-1/2")] {
        let mut game = game(id, "kf11 Qh3 Kd7", Color::White, 149);
        play(&mut game, "h3h8");
        let outcome = game.outcome().unwrap();
        assert_eq!((outcome.reason(), outcome.result()), (Reason::Stalemate, result));
    }
}

/// The last capture can leave too little for either side, whatever the counts say.
#[test]
fn the_capture_of_the_last_piece_ends_the_game() {
    let mut game = game("shafran", "Ke1 kd9 Rd8", Color::Black, 149);
    play(&mut game, "d9d8");
    assert_eq!(reason(&game), Some(Reason::DeadPosition));
    assert!(matches!(game.resign(Color::White), Err(GameError::Over(_))));
}

/// Both at once: either may be claimed, and repetition is named first.
#[test]
fn both_claims_at_once() {
    let mut game = game("shafran", "Ke1 Ra1 kf9", Color::White, 92);
    play(&mut game, "a1a2 f9f10 a2a1 f10f9 a1a2 f9f10 a2a1 f10f9");
    assert_eq!(game.claims().collect::<Vec<_>>(), [Claim::Threefold, Claim::FiftyMoves]);
    assert_eq!(game.claim_draw().map(Outcome::reason), Ok(Reason::ThreefoldRepetition));
}

/// The fifth time ends the game by itself, the fourth does not; a count that starts in the
/// middle of a game does not hide it.
#[test]
fn the_fifth_time_ends_the_game() {
    let mut game = game("shafran", "Ke1 Ra1 kf9", Color::White, 7);
    for times in 2..=4 {
        play(&mut game, "a1a2 f9f10 a2a1 f10f9");
        assert_eq!((game.repetitions(), reason(&game)), (times, None));
    }
    play(&mut game, "a1a2 f9f10 a2a1");
    assert_eq!(reason(&game), None);
    play(&mut game, "f10f9");
    assert_eq!(reason(&game), Some(Reason::FivefoldRepetition));
}
