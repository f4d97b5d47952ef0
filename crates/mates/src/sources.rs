//! Sources of the suite's positions, none of which uses an engine.

use saffron_rules::{Cell, CellSet, Color, Move, Piece, Position, Role, Setup, Variant};

use crate::random::Random;
use crate::solver::after;

/// Maximum number of plies of a game.
const MAX_PLIES: usize = 160;

/// Pieces other than the king, of the attacker and of the defender.
const ATTACKERS: [&str; 18] = [
    "Q", "QN", "QB", "QP", "QPP", "QR", "RR", "RRP", "RRN", "RN", "RB", "RBN", "RBP", "RPP", "BBN", "BNP", "NNP", "QNP",
];
const DEFENDERS: [&str; 12] = ["", "", "P", "PP", "PPP", "N", "B", "NP", "BP", "R", "RP", "NB"];

/// Returns the positions of a random game, including the last. Of three random moves, the one that captures most or gives check
/// is played, so that kings are attacked and the board empties.
pub(crate) fn game(variant: &'static Variant, random: &mut Random) -> Vec<Position> {
    let mut positions = vec![variant.start()];
    while let Some(position) = positions.last()
        && positions.len() <= MAX_PLIES
    {
        let moves = position.legal_moves();
        let drawn: Vec<Move> = (0..3).filter_map(|_| random.choose(&moves)).collect();
        let Some(mv) = drawn.into_iter().max_by_key(|&mv| liveliness(position, mv)) else { break };
        let next = after(position, mv);
        positions.push(next);
    }
    positions
}

fn liveliness(position: &Position, mv: Move) -> usize {
    let taken = position.captured(mv).map_or(0, |role| 1 + role.index());
    taken + if after(position, mv).in_check() { 3 } else { 0 }
}

/// Returns a position with few pieces, as in compositions: the side to move has more pieces, and the other king usually stands
/// near the edge, not far from its enemy.
pub(crate) fn few_pieces(variant: &'static Variant, random: &mut Random) -> Position {
    loop {
        if let Some(position) = try_few_pieces(variant, random)
            && position.has_legal_move()
        {
            return position;
        }
    }
}

fn try_few_pieces(variant: &'static Variant, random: &mut Random) -> Option<Position> {
    let board = variant.board();
    let cells: Vec<Cell> = board.cells().into_iter().collect();
    let attacker = if random.below(2) == 0 { Color::White } else { Color::Black };
    let mut setup = Setup::new();
    setup.turn = attacker;
    let inside = |&cell: &Cell| variant.king_attacks(cell).len() > 8;
    let hunted = (0..2).find_map(|_| random.choose(&cells).filter(|cell| !inside(cell)));
    let hunted = hunted.or_else(|| random.choose(&cells))?;
    let near: Vec<Cell> =
        cells.iter().copied().filter(|&cell| (2..=5).contains(&board.distance(cell, hunted))).collect();
    let hunter = random.choose(&near)?;
    setup.put(Piece { color: !attacker, role: Role::King }, hunted);
    setup.put(Piece { color: attacker, role: Role::King }, hunter);
    let mut taken = CellSet::from(hunted) | CellSet::from(hunter);
    for (color, pieces) in [(attacker, random.choose(&ATTACKERS)?), (!attacker, random.choose(&DEFENDERS)?)] {
        for role in pieces.chars().filter_map(Role::from_letter) {
            let allowed = if role == Role::Pawn { variant.pawns().standing(color) } else { board.cells() };
            let free: Vec<Cell> = (allowed - taken).into_iter().collect();
            let cell = random.choose(&free)?;
            setup.put(Piece { color, role }, cell);
            taken |= CellSet::from(cell);
        }
    }
    Position::from_setup(variant, &setup).ok()
}

/// Returns the position with its counters reset, so that the 50-move rule is far away.
pub(crate) fn without_counts(position: &Position) -> Option<Position> {
    let mut setup = position.to_setup();
    setup.halfmove_clock = 0;
    setup.fullmove_number = 1;
    Position::from_setup(position.variant(), &setup).ok()
}
