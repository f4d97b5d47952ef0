//! Exercises in which a piece collects stars.

use saffron_rules::{CellSet, Color, Piece, Role, Setup, Variant};

use crate::exercise::Exercise;
use crate::goal::Goal;
use crate::make::placing::{Placing, without_kings};
use crate::random::Random;
use crate::solo::SoloBoard;
use crate::topic::Topic;

/// Random boards that are tried for an exercise.
const TRIES: usize = 20_000;

/// Difficulty of an exercise with stars.
struct Level {
    stars: usize,
    /// Fewest moves.
    moves: usize,
    /// White pawns that stand in the way.
    obstacles: usize,
    /// Black pieces that guard cells.
    guards: &'static [Role],
}

const LEVELS: [Level; 4] = [
    Level { stars: 2, moves: 2, obstacles: 0, guards: &[] },
    Level { stars: 3, moves: 3, obstacles: 2, guards: &[] },
    Level { stars: 3, moves: 4, obstacles: 4, guards: &[] },
    Level { stars: 3, moves: 4, obstacles: 1, guards: &[Role::Pawn, Role::Knight] },
];

const LEVELS_OF_KNIGHT: [Level; 4] = [
    Level { stars: 2, moves: 2, obstacles: 0, guards: &[] },
    Level { stars: 2, moves: 3, obstacles: 2, guards: &[] },
    Level { stars: 2, moves: 4, obstacles: 0, guards: &[] },
    Level { stars: 2, moves: 4, obstacles: 0, guards: &[Role::Rook, Role::Bishop] },
];

const LEVELS_OF_KING: [Level; 4] = [
    Level { stars: 2, moves: 2, obstacles: 0, guards: &[] },
    Level { stars: 2, moves: 3, obstacles: 2, guards: &[] },
    Level { stars: 2, moves: 4, obstacles: 0, guards: &[Role::Rook] },
    Level { stars: 2, moves: 4, obstacles: 1, guards: &[Role::Bishop, Role::Knight] },
];

pub(super) fn make(variant: &'static Variant, topic: Topic, random: &mut Random) -> Vec<Exercise> {
    let role = topic.role().unwrap_or(Role::King);
    let levels = match role {
        Role::King => &LEVELS_OF_KING,
        Role::Knight => &LEVELS_OF_KNIGHT,
        _ => &LEVELS,
    };
    let levels = levels.iter();
    levels.filter_map(|level| (0..TRIES).find_map(|_| random_exercise(variant, topic, role, level, random))).collect()
}

fn random_exercise(
    variant: &'static Variant,
    topic: Topic,
    role: Role,
    level: &Level,
    random: &mut Random,
) -> Option<Exercise> {
    let mut placing = Placing::new(variant, random);
    let at = placing.put(Color::White, role)?;
    for _ in 0..level.obstacles {
        placing.put(Color::White, Role::Pawn)?;
    }
    for &guard in level.guards {
        placing
            .put_among(Piece { color: Color::Black, role: guard }, placing.free() - variant.board().king_attacks(at))?;
    }
    let mut stars = CellSet::EMPTY;
    for _ in 0..level.stars {
        stars.insert(placing.pick(placing.free() - stars)?);
    }
    let board = SoloBoard::new(variant, placing.setup, role, stars);
    let guarded = stars.into_iter().any(|star| board.attacker_of(star).is_some());
    if guarded || board.attacker_of(at).is_some() {
        return None;
    }
    let way = board.shortest_way(Goal::Stars, level.moves)?;
    // Guards matter: without them the way is shorter.
    let bare = SoloBoard::new(variant, without_black(&placing), role, stars).shortest_way(Goal::Stars, level.moves);
    let matters = level.guards.is_empty() || bare.is_some_and(|bare| bare.len() < way.len());
    let fits = way.len() == level.moves && matters;
    fits.then(|| without_kings(topic, Goal::Stars, level.moves, &placing, stars))
}

/// Returns the set-up without black pieces.
fn without_black(placing: &Placing<'_>) -> Setup {
    let mut setup = placing.setup;
    for cell in placing.variant.board().cells() {
        if setup.piece_at(cell).is_some_and(|piece| piece.color == Color::Black) {
            setup.clear(cell);
        }
    }
    setup
}
