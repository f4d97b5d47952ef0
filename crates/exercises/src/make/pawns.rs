//! Exercises of pawns on a board without kings: steps, captures and promotions.

use saffron_rules::{CellSet, Color, Move, Piece, Role, Variant};

use crate::exercise::Exercise;
use crate::goal::Goal;
use crate::make::placing::{Placing, in_game, without_kings};
use crate::make::tactics::{Men, mates_by};
use crate::random::Random;
use crate::solo::SoloBoard;
use crate::topic::Topic;

/// Random boards that are tried for an exercise.
const TRIES: usize = 40_000;

/// Captures and fewest moves of the harder exercises.
const CAPTURES: [(usize, usize); 3] = [(2, 3), (3, 4), (4, 5)];

/// Roles of black pieces that pawns capture: few of them guard the cells near them.
const VICTIMS: [Role; 4] = [Role::Bishop, Role::Rook, Role::Knight, Role::Pawn];

/// Steps and captures: one exercise of first steps, then one of each kind of capture, then harder ones.
pub(super) fn make(variant: &'static Variant, random: &mut Random) -> Vec<Exercise> {
    let mut exercises: Vec<Exercise> = (0..TRIES).find_map(|_| first_steps(variant, random)).into_iter().collect();
    let kinds = capture_kinds(variant);
    for &kind in &kinds {
        exercises.extend((0..TRIES).find_map(|_| captures(variant, (1, 1), Some(kind), random)));
    }
    for level in CAPTURES {
        exercises.extend((0..TRIES).find_map(|_| captures(variant, level, None, random)));
    }
    exercises
}

/// Steps between the cells of a move.
type Offset = (i8, i8);

fn offset(variant: &Variant, mv: Move) -> Offset {
    let (from, to) = (variant.board().coordinates(mv.from), variant.board().coordinates(mv.to));
    (to.0 - from.0, to.1 - from.1)
}

/// Returns the captures of the game's pawns, those of their first move included.
fn capture_kinds(variant: &Variant) -> Vec<Offset> {
    let spec = variant.pawns().spec();
    spec.captures.iter().chain(spec.first_captures).copied().collect()
}

/// A pawn that collects stars straight on, sooner by a first move of several cells where the game has them.
fn first_steps(variant: &'static Variant, random: &mut Random) -> Option<Exercise> {
    let pawns = variant.pawns();
    let most = pawns.start(Color::White).into_iter().map(|cell| pawns.steps(Color::White, cell)).max()?;
    let longest: CellSet =
        pawns.start(Color::White).into_iter().filter(|&cell| pawns.steps(Color::White, cell) == most).collect();
    let mut placing = Placing::new(variant, random);
    let from = placing.put_among(Piece { color: Color::White, role: Role::Pawn }, longest)?;
    let walk = pawns.walk(Color::White, from, CellSet::EMPTY, CellSet::EMPTY);
    let distance = |cell| variant.board().distance(from, cell);
    let first = placing.pick(walk.into_iter().filter(|&cell| distance(cell) == most).collect())?;
    let second = placing.pick(pawns.front(Color::White, first) - pawns.promotion(Color::White))?;
    let stars: CellSet = [first, second].into_iter().collect();
    way_of(&placing, Goal::Stars, stars, 2)?;
    Some(without_kings(Topic::Pawn, Goal::Stars, 2, &placing, stars))
}

/// A pawn that captures all black pieces, the first of them in this way.
fn captures(
    variant: &'static Variant,
    (victims, moves): (usize, usize),
    kind: Option<Offset>,
    random: &mut Random,
) -> Option<Exercise> {
    let mut placing = Placing::new(variant, random);
    let pawns = variant.pawns();
    let start = placing.put(Color::White, Role::Pawn)?;
    // The victims stand on a random way of the pawn.
    let mut at = start;
    let mut missing = victims;
    for left in (0..moves).rev() {
        let captures = missing > left || (missing > 0 && placing.random.below(2) == 0);
        let to = if captures { pawns.attacks(Color::White, at) } else { pawns.front(Color::White, at) };
        at = placing.pick((to & placing.free()) - pawns.promotion(Color::White))?;
        if captures {
            let role = placing.random.pick(&VICTIMS)?;
            placing.put_among(Piece { color: Color::Black, role }, CellSet::from(at))?;
            missing -= 1;
        }
    }
    let way = way_of(&placing, Goal::Captures, CellSet::EMPTY, moves)?;
    let is_kind = |mv: &Move| kind.is_none_or(|kind| offset(variant, *mv) == kind);
    let fits = way.first().is_some_and(is_kind);
    fits.then(|| without_kings(Topic::Pawn, Goal::Captures, moves, &placing, CellSet::EMPTY))
}

/// Returns a shortest way of the pawns to the goal if it has this number of moves.
fn way_of(placing: &Placing<'_>, goal: Goal, stars: CellSet, moves: usize) -> Option<Vec<Move>> {
    let board = SoloBoard::new(placing.variant, placing.setup, Role::Pawn, stars);
    board.shortest_way(goal, moves).filter(|way| way.len() == moves)
}

/// Promotions: to a queen, past guards, to a knight, and one that mates.
pub(super) fn make_promotions(variant: &'static Variant, random: &mut Random) -> Vec<Exercise> {
    let levels: [(Role, usize, &[Role]); 3] = [
        (Role::Queen, 2, &[]),
        (Role::Queen, 3, &[Role::Rook, Role::Knight, Role::Bishop]),
        (Role::Knight, 2, &[Role::Bishop, Role::Rook]),
    ];
    let levels = levels.into_iter().filter(|(role, ..)| variant.promotions().contains(role));
    let mut exercises: Vec<Exercise> = levels
        .filter_map(|(role, moves, guards)| (0..TRIES).find_map(|_| promotion(variant, role, moves, guards, random)))
        .collect();
    let men = Men { white: &[Role::Pawn, Role::Rook, Role::Queen], black: &[Role::Pawn, Role::Knight] };
    exercises.extend((0..TRIES).find_map(|_| {
        let (position, mv) = mates_by(variant, Role::Pawn, &men, random)?;
        mv.promotion.map(|_| in_game(Topic::Promotion, Goal::Mate, 1, position, None))
    }));
    exercises
}

fn promotion(
    variant: &'static Variant,
    role: Role,
    moves: usize,
    guards: &[Role],
    random: &mut Random,
) -> Option<Exercise> {
    let mut placing = Placing::new(variant, random);
    let pawn = placing.put(Color::White, Role::Pawn)?;
    for &guard in guards {
        placing.put(Color::Black, guard)?;
    }
    let board = SoloBoard::new(variant, placing.setup, Role::Pawn, CellSet::EMPTY);
    if board.attacker_of(pawn).is_some() {
        return None;
    }
    let goal = Goal::Promotion(role);
    let way = way_of(&placing, goal, CellSet::EMPTY, moves)?;
    // Past guards the pawn captures on its way: straight on it is stopped or captured.
    let captures = way.iter().any(|mv| placing.setup.piece_at(mv.to).is_some());
    let fits = guards.is_empty() || captures;
    fits.then(|| without_kings(Topic::Promotion, goal, moves, &placing, CellSet::EMPTY))
}
