//! Exercises of the special moves: en passant and castling.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use saffron_rules::{Cell, CellSet, Color, Move, Piece, Position, Role, Setup, Variant};

use crate::exercise::Exercise;
use crate::forced::solutions;
use crate::goal::{Goal, notation_of};
use crate::make::placing::{Placing, edge, in_game};
use crate::random::Random;
use crate::topic::Topic;

/// Random boards that are tried for an exercise.
const TRIES: usize = 20_000;

/// Black pieces that keep White from castling.
const ATTACKERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Kind of a capture en passant; longer first moves come first, since only they have a second cell to be captured on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct EnPassantKind {
    /// Number of cells that the pawn passes over.
    passed: Reverse<usize>,
    /// Distance of the capture's target from the pawn's start.
    target: u8,
    /// Files from the capturing pawn to the target.
    side: i8,
}

/// Exercises of en passant: one for each cell that a pawn passes over, and for each side from which it is captured.
pub(super) fn make_en_passant(variant: &'static Variant, random: &mut Random) -> Vec<Exercise> {
    let mut kinds = BTreeMap::new();
    for _ in 0..TRIES {
        if let Some((kind, exercise)) = en_passant(variant, random) {
            kinds.entry(kind).or_insert(exercise);
        }
    }
    kinds.into_values().collect()
}

fn en_passant(variant: &'static Variant, random: &mut Random) -> Option<(EnPassantKind, Exercise)> {
    let (board, pawns) = (variant.board(), variant.pawns());
    let mut placing = Placing::new(variant, random);
    let from = placing.put_among(Piece { color: Color::Black, role: Role::Pawn }, pawns.start(Color::Black))?;
    let to = placing.pick(pawns.walk(Color::Black, from, CellSet::EMPTY, CellSet::EMPTY))?;
    let passed = board.between(from, to);
    let target = placing.pick(passed)?;
    let capturer = placing.put_among(
        Piece { color: Color::White, role: Role::Pawn },
        pawns.attackers(Color::White, target) - passed - CellSet::from(to),
    )?;
    for color in Color::ALL {
        placing.put_among(Piece { color, role: Role::King }, edge(variant))?;
    }
    for color in Color::ALL {
        placing.put(color, Role::Pawn)?;
        placing.put(color, Role::Rook)?;
    }
    placing.setup.turn = Color::Black;
    let position = placing.position().filter(|position| !position.in_check())?;
    let shown = position.legal_moves().into_iter().find(|mv| (mv.from, mv.to) == (from, to))?;
    let question = position.play(shown).ok().filter(|question| !question.in_check())?;
    let captures = solutions(&question, Goal::EnPassant, 1);
    if captures != [Move { from: capturer, to: target, promotion: None }] {
        return None;
    }
    let kind = EnPassantKind {
        passed: Reverse(passed.len()),
        target: board.distance(from, target),
        side: board.coordinates(target).0 - board.coordinates(capturer).0,
    };
    Some((kind, in_game(Topic::EnPassant, Goal::EnPassant, 1, position, Some(shown))))
}

/// Exercises of castling: each way once, then the only one that a black piece allows, and one that must be prepared.
pub(super) fn make_castling(variant: &'static Variant, random: &mut Random) -> Vec<Exercise> {
    let ways: Vec<_> = variant.castling_moves().iter().filter(|castling| castling.color == Color::White).collect();
    let mut exercises: Vec<Exercise> = ways
        .iter()
        .filter_map(|castling| {
            let goal = Goal::Castling(Some(castling.notation));
            (0..TRIES).find_map(|_| {
                let position = cleared(variant, 0, random)?;
                let all = castlings(&position);
                (all.len() == ways.len()).then(|| in_game(Topic::Castling, goal, 1, position, None))
            })
        })
        .collect();
    if ways.is_empty() {
        return exercises;
    }
    exercises.extend((0..TRIES).find_map(|_| {
        let position = cleared(variant, 2, random)?;
        let one = castlings(&position).len() == 1;
        one.then(|| in_game(Topic::Castling, Goal::Castling(None), 1, position, None))
    }));
    exercises.extend((0..TRIES).find_map(|_| {
        let position = cleared(variant, 1, random)?;
        let goal = Goal::Castling(None);
        let prepared = castlings(&position).is_empty() && solutions(&position, goal, 2).len() == 1;
        prepared.then(|| in_game(Topic::Castling, goal, 2, position, None))
    }));
    exercises
}

fn castlings(position: &Position) -> Vec<&'static str> {
    let moves = position.legal_moves().into_iter().filter(|&mv| position.is_castling(mv));
    moves.filter_map(|mv| notation_of(position, mv)).collect()
}

/// Returns the starting position without most pieces, so that White may castle in every way, but for as many black pieces on
/// random cells, with as many white pawns less. Black has no right to castle.
fn cleared(variant: &'static Variant, attackers: usize, random: &mut Random) -> Option<Position> {
    let start = variant.start();
    let mut setup = Setup::new();
    for (index, right) in variant.castling_rights().iter().enumerate() {
        if right.color == Color::White {
            setup.castling = setup.castling.with(index);
        }
    }
    let kept = |piece: Piece| match piece.color {
        Color::White => matches!(piece.role, Role::King | Role::Rook | Role::Pawn),
        Color::Black => matches!(piece.role, Role::King | Role::Pawn),
    };
    for cell in variant.board().cells() {
        if let Some(piece) = start.piece_at(cell).filter(|&piece| kept(piece)) {
            setup.put(piece, cell);
        }
    }
    for _ in 0..attackers {
        let pawns: Vec<Cell> = setup.pieces(Color::White, Role::Pawn).into_iter().collect();
        setup.clear(random.pick(&pawns)?);
        let free = variant.board().cells().into_iter().filter(|&cell| setup.piece_at(cell).is_none());
        let role = random.pick(&ATTACKERS)?;
        setup.put(Piece { color: Color::Black, role }, random.pick(&free.collect::<Vec<Cell>>())?);
    }
    Position::from_setup(variant, &setup).ok().filter(|position| !position.in_check())
}
