//! Verification of puzzles: whether each of the solver's moves is the only one that wins.

use saffron_engine::{Control, Root};
use saffron_rules::{Move, Position};

use crate::judge::{Judge, Judgement};
use crate::puzzle::{Puzzle, SolverTurn};

/// Verdict on a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Every move of the solver is the only one that wins.
    Sound,
    /// Another move is about as good.
    Ambiguous {
        /// Index of the solver's move in the puzzle.
        ply: usize,
        /// Position before it.
        position: Position,
        /// Other move.
        other: Move,
    },
    /// The solution is wrong.
    Wrong {
        /// Index of the solver's move in the puzzle.
        ply: usize,
        /// Position before it.
        position: Position,
        /// Flaw of that move.
        flaw: Flaw,
    },
}

/// Flaw of a solution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Flaw {
    /// Another move is better.
    Better(Move),
    /// No move wins.
    NoWin,
    /// The line mates, but not by force within its moves.
    NoMate,
    /// There is a faster mate, in this many moves.
    FasterMate(u32),
    /// The mate could not be proved in time.
    Unproved,
}

/// Verifies a puzzle; `None` if the control stopped it. A puzzle without moves is sound if one move wins.
pub fn verify(judge: &mut Judge<'_>, puzzle: &Puzzle, control: &Control) -> Option<Verdict> {
    judge.forget();
    if puzzle.moves.is_empty() {
        let position = puzzle.start;
        return Some(match judge.judge(&Root::from(position), control)? {
            Judgement::Only { .. } => Verdict::Sound,
            Judgement::Several { other, .. } => Verdict::Ambiguous { ply: 0, position, other },
            Judgement::NoWin => Verdict::Wrong { ply: 0, position, flaw: Flaw::NoWin },
        });
    }
    let turns = puzzle.solver_turns();
    let mates = puzzle.ends_in_mate();
    for (index, turn) in turns.iter().enumerate() {
        if mates && let Some(flaw) = mate_flaw(judge, turn, (turns.len() - index) as u32) {
            return Some(Verdict::Wrong { ply: turn.ply, position: turn.position, flaw });
        }
        let verdict = verify_turn(judge, turn, mates, control)?;
        if verdict != Verdict::Sound {
            return Some(verdict);
        }
    }
    Some(Verdict::Sound)
}

/// Returns what is wrong with a move that is to mate in `moves` moves.
fn mate_flaw(judge: &mut Judge<'_>, turn: &SolverTurn, moves: u32) -> Option<Flaw> {
    match judge.mate_in(&turn.position, moves) {
        Err(_) => Some(Flaw::Unproved),
        Ok(None) => Some(Flaw::NoMate),
        Ok(Some(found)) if found < moves => Some(Flaw::FasterMate(found)),
        Ok(Some(_)) => match judge.keys(&turn.position, moves) {
            Err(_) => Some(Flaw::Unproved),
            Ok(keys) if !keys.contains(&turn.mv) => Some(Flaw::NoMate),
            Ok(_) => None,
        },
    }
}

/// Verifies one move of the solver.
fn verify_turn(judge: &mut Judge<'_>, turn: &SolverTurn, mates: bool, control: &Control) -> Option<Verdict> {
    let SolverTurn { ply, position, mv } = *turn;
    let wrong = |flaw| Verdict::Wrong { ply, position, flaw };
    Some(match judge.judge(&Root::from(position), control)? {
        Judgement::Only { mv: only, .. } if only == mv => Verdict::Sound,
        Judgement::Only { mv: only, .. } => wrong(Flaw::Better(only)),
        Judgement::Several { best, other } if best == mv => Verdict::Ambiguous { ply, position, other },
        // The given move mates as proved, so it cannot be worse.
        Judgement::Several { best, other } if mates || other == mv => Verdict::Ambiguous { ply, position, other: best },
        Judgement::Several { best, .. } => wrong(Flaw::Better(best)),
        Judgement::NoWin => wrong(Flaw::NoWin),
    })
}
