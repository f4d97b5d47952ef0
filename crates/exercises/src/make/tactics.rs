//! Exercises in positions of a game with few pieces: check, mate and tactics.

use saffron_rules::{CellSet, Color, Move, Piece, Position, Role, Variant};

use crate::exercise::Exercise;
use crate::forced::{fewest, solutions};
use crate::goal::Goal;
use crate::make::placing::{Placing, edge, in_game};
use crate::random::Random;
use crate::topic::Topic;

/// Random positions that are tried for an exercise.
const TRIES: usize = 60_000;

/// Pieces of a random position, kings excepted.
pub(super) struct Men {
    pub(super) white: &'static [Role],
    pub(super) black: &'static [Role],
}

use Role::{Bishop, Knight, Pawn, Queen, Rook};

pub(super) fn make(variant: &'static Variant, topic: Topic, random: &mut Random) -> Vec<Exercise> {
    let mut exercises = Vec::new();
    let mut add = |make: &mut dyn FnMut(&mut Random) -> Option<Exercise>| {
        exercises.extend((0..TRIES).find_map(|_| make(random)));
    };
    match topic {
        Topic::Check => {
            for role in [Rook, Bishop, Knight, Queen] {
                add(&mut |random| check(variant, role, random));
            }
        }
        Topic::Escape => {
            for goal in [Goal::EscapeByKing, Goal::EscapeByCapture, Goal::EscapeByBlock, Goal::EscapeByCapture] {
                add(&mut |random| escape(variant, goal, random));
            }
        }
        Topic::Mate => {
            for (role, men) in MATES {
                add(&mut |random| {
                    mates_by(variant, role, &men, random).map(|(at, _)| in_game(topic, Goal::Mate, 1, at, None))
                });
            }
        }
        Topic::Stalemate => {
            for men in STALEMATES {
                add(&mut |random| stalemate(variant, &men, random));
            }
        }
        Topic::Fork => {
            for (role, target, men) in FORKS {
                add(&mut |random| fork(variant, role, target, &men, random));
            }
        }
        Topic::Pin => {
            for (target, men) in PINS {
                add(&mut |random| pin(variant, target, &men, random));
            }
        }
        _ => {
            for (quiet, men) in MATES_IN_2 {
                add(&mut |random| mate_in_2(variant, quiet, &men, random));
            }
        }
    }
    exercises
}

const MATES: [(Role, Men); 5] = [
    (Queen, Men { white: &[Queen, Rook], black: &[Pawn, Knight] }),
    (Rook, Men { white: &[Rook, Rook, Bishop], black: &[Pawn, Knight] }),
    (Knight, Men { white: &[Knight, Queen], black: &[Pawn, Pawn, Rook] }),
    (Bishop, Men { white: &[Bishop, Queen], black: &[Pawn, Pawn, Rook] }),
    (Pawn, Men { white: &[Pawn, Queen, Rook], black: &[Pawn, Pawn, Knight] }),
];

const STALEMATES: [Men; 2] = [Men { white: &[Queen], black: &[] }, Men { white: &[Queen, Knight], black: &[Pawn] }];

const FORKS: [(Role, Role, Men); 5] = [
    (Knight, Queen, Men { white: &[Knight, Pawn], black: &[Queen, Pawn, Pawn] }),
    (Pawn, Rook, Men { white: &[Pawn, Pawn], black: &[Rook, Knight, Pawn] }),
    (Bishop, Rook, Men { white: &[Bishop, Pawn], black: &[Rook, Pawn, Pawn] }),
    (Rook, Knight, Men { white: &[Rook, Pawn], black: &[Knight, Bishop, Pawn] }),
    (Queen, Rook, Men { white: &[Queen, Pawn], black: &[Rook, Knight, Pawn, Pawn] }),
];

const PINS: [(Role, Men); 3] = [
    (Queen, Men { white: &[Bishop, Knight, Pawn], black: &[Queen, Pawn] }),
    (Rook, Men { white: &[Bishop, Pawn, Knight], black: &[Rook, Pawn] }),
    (Knight, Men { white: &[Rook, Pawn, Bishop], black: &[Knight, Pawn, Pawn] }),
];

const MATES_IN_2: [(bool, Men); 5] = [
    (false, Men { white: &[Queen, Rook], black: &[Pawn] }),
    (false, Men { white: &[Rook, Rook, Bishop], black: &[Pawn, Knight] }),
    (false, Men { white: &[Queen, Knight], black: &[Pawn, Pawn, Rook] }),
    (true, Men { white: &[Queen, Bishop], black: &[Pawn, Pawn] }),
    (true, Men { white: &[Queen, Rook, Pawn], black: &[Knight, Pawn] }),
];

/// Returns a random position with White to move and neither side in check. The black king stands at the edge if `at_edge`.
fn random_position(variant: &'static Variant, men: &Men, at_edge: bool, random: &mut Random) -> Option<Position> {
    let mut placing = Placing::new(variant, random);
    let king = |color| Piece { color, role: Role::King };
    let cells = if at_edge { edge(variant) } else { variant.board().cells() };
    let black = placing.put_among(king(Color::Black), cells)?;
    let near: CellSet = placing.free().into_iter().filter(|&cell| variant.board().distance(cell, black) <= 4).collect();
    placing.put(Color::White, Role::King)?;
    for &role in men.white {
        placing.put(Color::White, role)?;
    }
    for (index, &role) in men.black.iter().enumerate() {
        // Half of Black's pieces stand near their king, where they matter.
        let cells = if index % 2 == 0 { near } else { placing.free() };
        placing.put_among(Piece { color: Color::Black, role }, cells)?;
    }
    placing.position().filter(|position| !position.in_check())
}

fn played(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(mv);
    after
}

/// Returns whether a piece that has just come to a cell can be captured there.
fn can_be_captured(after: &Position, mv: Move) -> bool {
    after.legal_moves().into_iter().any(|reply| reply.to == mv.to)
}

/// One move gives check, by this role, and the piece cannot be captured.
fn check(variant: &'static Variant, role: Role, random: &mut Random) -> Option<Exercise> {
    let men = match role {
        Rook => Men { white: &[Rook, Pawn], black: &[Pawn, Knight] },
        Bishop => Men { white: &[Bishop, Pawn], black: &[Pawn, Knight] },
        Knight => Men { white: &[Knight, Pawn], black: &[Pawn, Bishop] },
        _ => Men { white: &[Queen, Pawn], black: &[Pawn, Pawn, Pawn, Knight] },
    };
    let position = random_position(variant, &men, false, random)?;
    let [mv] = solutions(&position, Goal::Check, 1)[..] else { return None };
    let after = played(&position, mv);
    let fits = position.role_at(mv.from) == Some(role) && !can_be_captured(&after, mv) && after.has_legal_move();
    fits.then(|| in_game(Topic::Check, Goal::Check, 1, position, None))
}

/// White is in check, one move answers it in this way, and others do not.
fn escape(variant: &'static Variant, goal: Goal, random: &mut Random) -> Option<Exercise> {
    let mut placing = Placing::new(variant, random);
    for (color, roles) in [
        (Color::White, [Role::King, Rook, Bishop, Knight, Pawn]),
        (Color::Black, [Role::King, Queen, Rook, Knight, Pawn]),
    ] {
        for role in roles {
            placing.put(color, role)?;
        }
    }
    let position = placing.position().filter(|position| position.checkers().len() == 1)?;
    let moves = position.count_legal_moves();
    let fits = solutions(&position, goal, 1).len() == 1 && (3..=6).contains(&moves);
    fits.then(|| in_game(Topic::Escape, goal, 1, position, None))
}

/// Returns a position in which exactly one move mates, by this role, with the move.
pub(super) fn mates_by(
    variant: &'static Variant,
    role: Role,
    men: &Men,
    random: &mut Random,
) -> Option<(Position, Move)> {
    let position = random_position(variant, men, true, random)?;
    let [mv] = solutions(&position, Goal::Mate, 1)[..] else { return None };
    (position.role_at(mv.from) == Some(role)).then_some((position, mv))
}

/// One move stalemates, where that wins points; elsewhere one move mates, and another one would stalemate.
fn stalemate(variant: &'static Variant, men: &Men, random: &mut Random) -> Option<Exercise> {
    let position = random_position(variant, men, true, random)?;
    let (mates, stalemates) = (solutions(&position, Goal::Mate, 1), solutions(&position, Goal::Stalemate, 1));
    let wins_points = variant.stalemate_quarters() > 2;
    let (goal, fits) = if wins_points {
        (Goal::Stalemate, mates.is_empty() && stalemates.len() == 1)
    } else {
        (Goal::Mate, mates.len() == 1 && !stalemates.is_empty())
    };
    fits.then(|| in_game(Topic::Stalemate, goal, 1, position, None))
}

/// Returns the position's only solution in two moves.
fn only_solution(position: &Position, goal: Goal) -> Option<Move> {
    if fewest(position, goal, 1).is_some() {
        return None;
    }
    let [mv] = solutions(position, goal, 2)[..] else { return None };
    Some(mv)
}

/// A piece of one role attacks two pieces at once, the king or one that is worth as much as the target among them.
fn fork(variant: &'static Variant, role: Role, target: Role, men: &Men, random: &mut Random) -> Option<Exercise> {
    let position = random_position(variant, men, false, random)?;
    let goal = Goal::Win(target);
    let candidates = position.legal_moves().into_iter().filter(|mv| position.role_at(mv.from) == Some(role));
    let mut forks = candidates.filter(|&mv| mv.promotion.is_none() && attacks_two(&played(&position, mv), mv, target));
    forks.next()?;
    let mv = only_solution(&position, goal)?;
    let after = played(&position, mv);
    let fits = position.role_at(mv.from) == Some(role)
        && position.captured(mv).is_none()
        && attacks_two(&after, mv, target)
        && !can_be_captured(&after, mv);
    fits.then(|| in_game(Topic::Fork, goal, 2, position, None))
}

/// Returns whether the piece that moved attacks the target and a second piece other than a pawn.
fn attacks_two(after: &Position, mv: Move, target: Role) -> bool {
    let Some(piece) = after.piece_at(mv.to) else { return false };
    let attacks = after.variant().attacks(piece, mv.to, after.occupied()) & after.by_color(Color::Black);
    let pieces = attacks - after.by_role(Pawn);
    pieces.len() >= 2 && pieces.intersects(after.by_role(target))
}

/// A slider pins the target to its king and wins it.
fn pin(variant: &'static Variant, target: Role, men: &Men, random: &mut Random) -> Option<Exercise> {
    let position = random_position(variant, men, false, random)?;
    let pinned_after = |mv: Move| {
        let after = played(&position, mv);
        // A queen can always capture what pins it, so that must be protected, as the goal asks.
        (after.pinned() & after.by_role(target)).len() == 1 && (target == Queen || !can_be_captured(&after, mv))
    };
    let was_pinned = position.null_move()?.pinned().intersects(position.pieces(Color::Black, target));
    if was_pinned || !position.legal_moves().into_iter().any(pinned_after) {
        return None;
    }
    let mv = only_solution(&position, Goal::Win(target))?;
    (pinned_after(mv) && !played(&position, mv).in_check())
        .then(|| in_game(Topic::Pin, Goal::Win(target), 2, position, None))
}

/// One first move mates in two, a quiet one if asked.
fn mate_in_2(variant: &'static Variant, quiet: bool, men: &Men, random: &mut Random) -> Option<Exercise> {
    let position = random_position(variant, men, true, random)?;
    let mv = only_solution(&position, Goal::Mate)?;
    let is_quiet = !played(&position, mv).in_check() && position.captured(mv).is_none();
    (is_quiet == quiet).then(|| in_game(Topic::MateIn2, Goal::Mate, 2, position, None))
}
