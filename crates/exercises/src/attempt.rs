//! Attempt: an exercise while it is solved.

use saffron_rules::{Cell, CellSet, Move, Role};

use crate::exercise::{Board, Exercise};
use crate::forced::{best_reply, fewest, solves};

/// Maximum number of moves to the goal on a board without kings.
const MAX_WAY: usize = 12;

/// State of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The solver is to move.
    Open,
    Solved,
    Lost(Danger),
}

/// Reason why a move does not solve the exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Danger {
    /// The black piece on this cell captures the piece that moved.
    Captured(Cell),
    /// The reply that prevents the goal.
    Prevented(Move),
    /// The goal cannot be reached any more, or not in the moves that are left.
    Missed,
}

/// Move that can be made in an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttemptMove {
    pub mv: Move,
    /// Role of the captured piece.
    pub captured: Option<Role>,
}

/// Exercise while it is solved.
#[derive(Clone, Debug)]
pub struct Attempt {
    exercise: Exercise,
    board: Board,
    /// Number of the solver's moves.
    made: u32,
    progress: Progress,
    /// Moves of both sides, in order.
    played: Vec<Move>,
    /// Boards before the solver's moves, with the number of moves played until then.
    before: Vec<(Board, usize)>,
}

impl Attempt {
    pub fn new(exercise: Exercise) -> Attempt {
        let board = exercise.board();
        Attempt { exercise, board, made: 0, progress: Progress::Open, played: Vec::new(), before: Vec::new() }
    }

    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Number of the solver's moves so far.
    pub fn made(&self) -> u32 {
        self.made
    }

    /// Moves of both sides so far.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// Board at this moment.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Cells with stars that have not been collected.
    pub fn stars(&self) -> CellSet {
        match &self.board {
            Board::Solo(solo) => solo.stars(),
            Board::Game(_) => CellSet::EMPTY,
        }
    }

    /// Returns the solver's moves; none once the attempt is solved or lost.
    pub fn moves(&self) -> Vec<AttemptMove> {
        if self.progress != Progress::Open {
            return Vec::new();
        }
        match &self.board {
            Board::Solo(solo) => {
                solo.moves().into_iter().map(|mv| AttemptMove { mv: mv.mv, captured: mv.captured }).collect()
            }
            Board::Game(position) => {
                let moves = position.legal_moves().into_iter();
                moves.map(|mv| AttemptMove { mv, captured: position.captured(mv) }).collect()
            }
        }
    }

    /// Plays a move of the solver and the opponent's reply. Returns `None`, and changes nothing, if the move is not among
    /// [`Attempt::moves`].
    pub fn play(&mut self, mv: Move) -> Option<Progress> {
        if !self.moves().iter().any(|legal| legal.mv == mv) {
            return None;
        }
        self.before.push((self.board, self.played.len()));
        self.made += 1;
        self.played.push(mv);
        let left = self.left();
        let goal = self.exercise.goal;
        self.progress = match &mut self.board {
            Board::Solo(solo) => {
                solo.play(mv);
                if let Some(from) = solo.attacker_of(mv.to) {
                    Progress::Lost(Danger::Captured(from))
                } else if solo.is_met(goal, mv) {
                    Progress::Solved
                } else if solo.shortest_way(goal, MAX_WAY).is_none() {
                    Progress::Lost(Danger::Missed)
                } else {
                    Progress::Open
                }
            }
            Board::Game(position) => {
                let before = *position;
                position.play_unchecked(mv);
                let after = *position;
                if goal.is_met(&before, mv, &after) {
                    Progress::Solved
                } else if left == 0 {
                    Progress::Lost(Danger::Missed)
                } else {
                    let reply = best_reply(&after, goal, left);
                    if solves(&before, mv, goal, left + 1)
                        && let Some(reply) = reply
                    {
                        position.play_unchecked(reply);
                        self.played.push(reply);
                        Progress::Open
                    } else {
                        Progress::Lost(reply.map_or(Danger::Missed, Danger::Prevented))
                    }
                }
            }
        };
        Some(self.progress)
    }

    /// Moves that the exercise leaves to the solver.
    fn left(&self) -> u32 {
        self.exercise.moves.saturating_sub(self.made)
    }

    /// Takes the solver's last move back, with the reply. Returns `false` if there is none.
    pub fn take_back(&mut self) -> bool {
        let Some((board, played)) = self.before.pop() else { return false };
        self.board = board;
        self.played.truncate(played);
        self.made -= 1;
        self.progress = Progress::Open;
        true
    }

    /// Returns a move on a shortest way to the goal; `None` if the solver is not to move.
    pub fn hint(&self) -> Option<Move> {
        if self.progress != Progress::Open {
            return None;
        }
        match &self.board {
            Board::Solo(solo) => solo.shortest_way(self.exercise.goal, MAX_WAY)?.first().copied(),
            Board::Game(position) => {
                let goal = self.exercise.goal;
                let moves = fewest(position, goal, self.left())?;
                position.legal_moves().into_iter().find(|&mv| solves(position, mv, goal, moves))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use saffron_rules::Variant;

    use super::*;
    use crate::text::read_line;

    fn attempt(variant: &str, line: &str) -> Attempt {
        Attempt::new(read_line(&line.replace(' ', "\t").replace('_', " "), Variant::by_id(variant).unwrap()).unwrap())
    }

    fn play(attempt: &mut Attempt, from: &str, to: &str) -> Progress {
        let board = attempt.exercise().variant.board();
        let (from, to) = (board.cell(from).unwrap(), board.cell(to).unwrap());
        let mv = attempt.moves().into_iter().find(|mv| (mv.mv.from, mv.mv.to) == (from, to)).expect("a move");
        attempt.play(mv.mv).unwrap()
    }

    #[test]
    fn stars_may_be_collected_in_more_moves_than_the_fewest() {
        let mut rook = attempt("shafran", "rook-1 stars 2 5/6/7/8/9/4R4/8/7/6/5_w_-_-_0_1 c2_c5 -");
        let cells = |attempt: &Attempt| attempt.stars().len();
        assert_eq!(play(&mut rook, "e5", "e6"), Progress::Open);
        assert_eq!(play(&mut rook, "e6", "e5"), Progress::Open);
        assert_eq!((rook.made(), cells(&rook)), (2, 2));
        while let Some(mv) = rook.hint() {
            rook.play(mv).unwrap();
        }
        assert_eq!((rook.progress(), rook.made(), cells(&rook)), (Progress::Solved, 4, 0));
        assert!(rook.moves().is_empty());
        assert!(rook.take_back() && rook.progress() == Progress::Open && rook.made() == 3);
    }

    #[test]
    fn a_piece_within_reach_is_captured() {
        let mut king = attempt("shafran", "king-3 stars 4 3r1/6/7/8/1K7/9/8/7/6/5_w_-_-_0_1 d4_e4 -");
        let board = king.exercise().variant.board();
        let rook = board.cell("h10").unwrap();
        let danger = king.moves().into_iter().find_map(|mv| {
            let mut tried = king.clone();
            match tried.play(mv.mv) {
                Some(Progress::Lost(Danger::Captured(by))) => Some(by),
                _ => None,
            }
        });
        assert_eq!(danger, Some(rook));
        assert!(!king.take_back());
    }

    #[test]
    fn a_pawn_that_has_passed_its_star_cannot_come_back() {
        let mut pawn = attempt("shafran", "pawn-1 stars 2 5/6/7/8/9/9/8/7/3P2/5_w_-_-_0_1 d5_d6 -");
        assert_eq!(play(&mut pawn, "d2", "d4"), Progress::Open);
        assert_eq!(play(&mut pawn, "d4", "d5"), Progress::Open);
        assert_eq!(play(&mut pawn, "d5", "d6"), Progress::Solved);
        assert!(pawn.take_back() && pawn.take_back());
        assert_eq!(pawn.stars().len(), 2);
        let mut past = attempt("shafran", "pawn-1 stars 2 5/6/7/8/9/9/8/7/3P2/5_w_-_-_0_1 d3_d6 -");
        assert_eq!(play(&mut past, "d2", "d4"), Progress::Lost(Danger::Missed));
    }

    #[test]
    fn black_replies_with_the_best_defence_and_shows_what_fails() {
        let line = "mateIn2-1 mate 2 5/6/3QK2/8/4R4/9/7k/5p1/6/5_w_-_-_0_1 - -";
        let mut mate = attempt("shafran", line);
        let solution = mate.hint().unwrap();
        let wrong = mate.moves().into_iter().find(|mv| mv.mv != solution).unwrap();
        assert!(matches!(mate.play(wrong.mv), Some(Progress::Lost(Danger::Prevented(_)))));
        assert!(mate.take_back());
        assert_eq!(mate.play(solution), Some(Progress::Open));
        assert_eq!(mate.played().len(), 2);
        let last = mate.hint().unwrap();
        assert_eq!(mate.play(last), Some(Progress::Solved));
        assert_eq!(mate.played().len(), 3);
    }

    #[test]
    fn a_move_that_is_not_among_the_moves_changes_nothing() {
        let mut rook = attempt("shafran", "rook-1 stars 2 5/6/7/8/9/4R4/8/7/6/5_w_-_-_0_1 c2_c5 -");
        let cell = |name: &str| rook.exercise().variant.board().cell(name).unwrap();
        let mv = Move { from: cell("e5"), to: cell("d3"), promotion: None };
        assert_eq!(rook.play(mv), None);
        assert_eq!(rook.made(), 0);
    }
}
