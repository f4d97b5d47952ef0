//! Exhaustive mate solver.
//!
//! The search is depth-first over the moves of both sides, with one more move of the attacker in each iteration, so the number
//! it finds is minimal. It examines every move, not only checks, except for the attacker's last move, which must be a check.
//! Results stay in a table, by the position's 64-bit hash.
//!
//! Mate is mate by the rules of the variant. Stalemate is not a mate, regardless of its score. The 50-move rule and repetition are
//! ignored: within so few moves they can matter only if the half-move clock is already high, or the same positions occurred
//! earlier in the game.

use std::fmt;

use saffron_rules::{Move, Position};

use crate::checks::possible_checks;

/// Maximum number of moves that a solver searches.
pub const MAX_MOVES: u32 = 12;

/// Number of positions in the table.
const SLOTS: usize = 1 << 20;

/// Hash key of the defender to move, which is a different question than the same position with the attacker to move.
const DEFENDS: u64 = 0x5DEE_CE66_D1CE_4E5B;

/// Error of a solver that has played its maximum number of moves without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("undecided: the allowed number of moves has been played")
    }
}

impl std::error::Error for Exhausted {}

/// Table entry of a position.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    /// Number of attacker's moves within which there is a mate; 0 if not known.
    within: u8,
    /// Number of moves within which there is no mate.
    beyond: u8,
    /// Defender's move that showed it, as packed by [`Move::to_bits`].
    reply: u16,
}

/// Mate solver. It keeps its results, so that the next position of the same game is faster.
pub struct Solver {
    table: Vec<Slot>,
    /// Last successful defence, by the number of moves left.
    defences: [Option<Move>; MAX_MOVES as usize + 1],
    played: u64,
    budget: u64,
    /// Value of `played` at which the search stops.
    end: u64,
    exhausted: bool,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Creates a solver without a budget.
    pub fn new() -> Solver {
        Solver::with_budget(u64::MAX)
    }

    /// Creates a solver that plays at most about this many moves per question.
    pub fn with_budget(budget: u64) -> Solver {
        Solver {
            table: vec![Slot::default(); SLOTS],
            defences: [None; MAX_MOVES as usize + 1],
            played: 0,
            budget,
            end: budget,
            exhausted: false,
        }
    }

    /// Returns the number of moves played so far, for all questions.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Returns the number of moves in which the side to move mates against every defence, or `None` if it takes more than
    /// `most`. `most` is limited to [`MAX_MOVES`].
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget does not suffice.
    pub fn mate_in(&mut self, position: &Position, most: u32) -> Result<Option<u32>, Exhausted> {
        self.start();
        let found = (1..=most.min(MAX_MOVES)).find(|&moves| self.exhausted || self.mates(position, moves));
        self.answer(found)
    }

    /// Returns whether the side to move is mated within this many moves of its opponent, against any defence; with 0, whether it
    /// is already mated. `moves` is limited to [`MAX_MOVES`].
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget does not suffice.
    pub fn is_mated_within(&mut self, position: &Position, moves: u32) -> Result<bool, Exhausted> {
        self.start();
        let mated = self.is_lost(position, moves.min(MAX_MOVES));
        self.answer(mated)
    }

    /// Returns the moves of the side to move after which it mates in at most `moves` moves, that move included.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] if the budget does not suffice for one of them.
    pub fn keys(&mut self, position: &Position, moves: u32) -> Result<Vec<Move>, Exhausted> {
        let mut keys = Vec::new();
        for mv in position.legal_moves() {
            if moves > 0 && self.is_mated_within(&after(position, mv), moves - 1)? {
                keys.push(mv);
            }
        }
        Ok(keys)
    }

    fn start(&mut self) {
        self.exhausted = false;
        self.end = self.played.saturating_add(self.budget);
    }

    fn answer<T>(&self, answer: T) -> Result<T, Exhausted> {
        if self.exhausted { Err(Exhausted) } else { Ok(answer) }
    }

    /// Counts a move that is played.
    fn count(&mut self) {
        self.played += 1;
        self.exhausted |= self.played >= self.end;
    }

    /// Returns whether the side to move mates within this many moves, at least one.
    fn mates(&mut self, position: &Position, moves: u32) -> bool {
        if moves <= 1 {
            return self.mates_at_once(position);
        }
        let key = position.hash() ^ salt(position);
        let known = self.look_up(key);
        if known.within > 0 && u32::from(known.within) <= moves {
            return true;
        }
        // Shorter mates first: their cost is small compared with the last step.
        for step in u32::from(known.beyond) + 1..=moves {
            let found = if step == 1 { self.mates_at_once(position) } else { self.mates_in(position, step) };
            if self.exhausted {
                return false;
            }
            if found {
                self.note(key, |slot| slot.within = step as u8);
                return true;
            }
            self.note(key, |slot| slot.beyond = slot.beyond.max(step as u8));
        }
        false
    }

    /// Returns whether a move mates.
    fn mates_at_once(&mut self, position: &Position) -> bool {
        possible_checks(position, |mv| {
            self.count();
            is_mate(&after(position, mv))
        })
    }

    /// Returns whether the side to move mates within this many moves, two or more, by searching its moves.
    fn mates_in(&mut self, position: &Position, moves: u32) -> bool {
        let mut ordered = Vec::with_capacity(64);
        for mv in position.legal_moves() {
            let child = after(position, mv);
            self.count();
            // Checks first, and moves that leave few replies: most mates begin so, and refuting them takes little work.
            let answers = child.count_legal_moves();
            ordered.push((!child.in_check(), answers, mv));
        }
        ordered.sort_by_key(|&(quiet, answers, mv)| (quiet, answers, mv.to_bits()));
        ordered.into_iter().any(|(_, _, mv)| !self.exhausted && self.is_lost(&after(position, mv), moves - 1))
    }

    /// Returns whether the side to move is mated now or within this many moves of its opponent.
    fn is_lost(&mut self, position: &Position, moves: u32) -> bool {
        if moves == 0 {
            return is_mate(position);
        }
        let key = position.hash() ^ salt(position) ^ DEFENDS;
        let known = self.look_up(key);
        if known.within > 0 && u32::from(known.within) <= moves {
            return true;
        }
        if u32::from(known.beyond) >= moves {
            return false;
        }
        let replies = self.replies(position, known.reply, moves);
        if replies.is_empty() {
            return position.in_check();
        }
        for reply in replies {
            self.count();
            let holds = !self.mates(&after(position, reply), moves);
            if self.exhausted {
                return false;
            }
            if holds {
                self.defences[moves as usize] = Some(reply);
                self.note(key, |slot| {
                    slot.beyond = slot.beyond.max(moves as u8);
                    slot.reply = reply.to_bits();
                });
                return false;
            }
        }
        self.note(key, |slot| slot.within = moves as u8);
        true
    }

    /// Returns the defender's moves, first those that have refuted mates before and captures.
    fn replies(&self, position: &Position, known: u16, moves: u32) -> Vec<Move> {
        let usual = self.defences[moves as usize];
        let mut replies = position.legal_moves();
        replies.sort_by_cached_key(|&mv| {
            let rank = match mv {
                _ if known != 0 && mv.to_bits() == known => 0,
                _ if Some(mv) == usual => 1,
                _ if position.captured(mv).is_some() => 2,
                _ => 3,
            };
            (rank, mv.to_bits())
        });
        replies
    }

    fn look_up(&self, key: u64) -> Slot {
        let slot = self.table[key as usize % SLOTS];
        if slot.key == key { slot } else { Slot::default() }
    }

    fn note(&mut self, key: u64, change: impl FnOnce(&mut Slot)) {
        let slot = &mut self.table[key as usize % SLOTS];
        if slot.key != key {
            *slot = Slot { key, ..Slot::default() };
        }
        change(slot);
    }
}

/// Returns the position after a legal move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    child.play_unchecked(mv);
    child
}

/// Returns whether the side to move is mated.
fn is_mate(position: &Position) -> bool {
    position.in_check() && !position.has_legal_move()
}

/// Hash of the variant (FNV-1a), which the hash of a position does not include.
fn salt(position: &Position) -> u64 {
    let id = position.variant().id().bytes();
    id.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

#[cfg(test)]
#[path = "solver_tests.rs"]
mod tests;
