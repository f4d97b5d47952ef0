//! Board without kings, on which White's pieces of one role move and Black's stand still, but capture what comes within reach.

use std::collections::{HashMap, VecDeque};

use saffron_rules::{Cell, CellSet, Color, Move, Piece, Role, Setup, Variant};

use crate::goal::Goal;

/// Maximum number of positions that a search for the shortest way visits.
const MAX_POSITIONS: usize = 400_000;

/// Board without kings.
#[derive(Clone, Copy, Debug)]
pub struct SoloBoard {
    variant: &'static Variant,
    setup: Setup,
    role: Role,
    stars: CellSet,
}

/// Move on a board without kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoloMove {
    pub mv: Move,
    /// Role of the captured piece.
    pub captured: Option<Role>,
}

/// Everything that changes on the board.
type Key = (u128, u128, u128);

impl SoloBoard {
    /// Creates a board on which the white pieces of this role move.
    pub fn new(variant: &'static Variant, setup: Setup, role: Role, stars: CellSet) -> SoloBoard {
        SoloBoard { variant, setup, role, stars }
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Cells that are to be visited.
    pub fn stars(&self) -> CellSet {
        self.stars
    }

    fn key(&self) -> Key {
        (self.movers().0, self.side(Color::Black).0, self.stars.0)
    }

    fn movers(&self) -> CellSet {
        self.setup.pieces(Color::White, self.role)
    }

    pub(crate) fn side(&self, color: Color) -> CellSet {
        Role::ALL.into_iter().fold(CellSet::EMPTY, |cells, role| cells | self.setup.pieces(color, role))
    }

    /// Returns the moves of White's pieces of the role.
    pub fn moves(&self) -> Vec<SoloMove> {
        let (white, black) = (self.side(Color::White), self.side(Color::Black));
        let mut moves = Vec::new();
        for from in self.movers() {
            for to in self.targets(from, white, black) {
                let captured = self.setup.piece_at(to).map(|piece| piece.role);
                let mv = |promotion| SoloMove { mv: Move { from, to, promotion }, captured };
                if self.role == Role::Pawn && self.variant.promotion_cells(Color::White).contains(to) {
                    moves.extend(self.variant.promotions().iter().map(|&role| mv(Some(role))));
                } else {
                    moves.push(mv(None));
                }
            }
        }
        moves
    }

    fn targets(&self, from: Cell, white: CellSet, black: CellSet) -> CellSet {
        let attacks = self.variant.attacks(Piece { color: Color::White, role: self.role }, from, white | black);
        if self.role == Role::Pawn {
            (attacks & black) | self.variant.pawns().walk(Color::White, from, white | black, black)
        } else {
            attacks - white
        }
    }

    /// Returns the black piece that would capture the piece which has just come to a cell.
    pub fn attacker_of(&self, cell: Cell) -> Option<Cell> {
        let occupied = self.side(Color::White) | self.side(Color::Black);
        self.side(Color::Black).into_iter().find(|&from| {
            let piece = self.setup.piece_at(from);
            piece.is_some_and(|piece| self.variant.attacks(piece, from, occupied).contains(cell))
        })
    }

    /// Plays one of [`SoloBoard::moves`], whether or not the piece is then captured.
    pub fn play(&mut self, mv: Move) {
        self.setup.clear(mv.from);
        self.setup.put(Piece { color: Color::White, role: mv.promotion.unwrap_or(self.role) }, mv.to);
        self.stars.remove(mv.to);
    }

    /// Returns whether the move that led here reaches the goal.
    pub fn is_met(&self, goal: Goal, mv: Move) -> bool {
        match goal {
            Goal::Stars => self.stars.is_empty(),
            Goal::Captures => self.side(Color::Black).is_empty(),
            Goal::Promotion(role) => mv.promotion == Some(role),
            _ => false,
        }
    }

    /// Returns a shortest way to the goal on which no piece is captured. `None` if there is none of at most `limit` moves, or
    /// the search takes too long.
    pub fn shortest_way(&self, goal: Goal, limit: usize) -> Option<Vec<Move>> {
        let mut parents: HashMap<Key, Option<(Key, Move)>> = HashMap::from([(self.key(), None)]);
        let mut queue = VecDeque::from([(*self, 0)]);
        while let Some((board, depth)) = queue.pop_front() {
            if depth == limit || parents.len() > MAX_POSITIONS {
                return None;
            }
            for SoloMove { mv, .. } in board.moves() {
                let mut next = board;
                next.play(mv);
                if next.attacker_of(mv.to).is_some() {
                    continue;
                }
                if next.is_met(goal, mv) {
                    return Some(way(&parents, board.key(), mv));
                }
                // A promoted pawn moves no more, so it is not followed.
                if mv.promotion.is_none() && !parents.contains_key(&next.key()) {
                    parents.insert(next.key(), Some((board.key(), mv)));
                    queue.push_back((next, depth + 1));
                }
            }
        }
        None
    }
}

fn way(parents: &HashMap<Key, Option<(Key, Move)>>, last: Key, mv: Move) -> Vec<Move> {
    let mut moves = vec![mv];
    let mut key = last;
    while let Some(&Some((before, mv))) = parents.get(&key) {
        moves.push(mv);
        key = before;
    }
    moves.reverse();
    moves
}
