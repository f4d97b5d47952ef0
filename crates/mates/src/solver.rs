//! Mate in how many moves: every move of the attacker against every answer.
//!
//! The search is depth-first over the tree of both sides' moves, one more move of the attacker at a time, so that the number
//! it finds is exact: nothing shorter is there. It looks at every move, not only at checks, but for the attacker's last one,
//! which must be a check. What it has shown about a position stays in a table, by the position's 64-bit hash.
//!
//! Mate is mate by the rules of the variant; stalemate is none, whatever it scores. The rules of 50 moves and of repetition
//! are left out: within so few moves they can matter only where the count of moves stands high already, or the game before
//! has been through the same positions.

use std::fmt;

use saffron_rules::{Move, Position};

use crate::checks::possible_checks;

/// The greatest number of moves that a solver looks for.
pub const MOST_MOVES: u32 = 12;

/// The positions that a table holds.
const SLOTS: usize = 1 << 20;

/// Changes the key of a position with the defender to move, which is another question than the same position with the
/// attacker to move.
const DEFENDS: u64 = 0x5DEE_CE66_D1CE_4E5B;

/// A solver has played as many moves as it was allowed to, and does not know the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted;

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("undecided: the allowed number of moves has been played")
    }
}

impl std::error::Error for Exhausted {}

/// What is known about a position.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    /// There is mate in this many moves of the attacker; 0 when not known.
    within: u8,
    /// There is no mate in this many moves.
    beyond: u8,
    /// The defender's move that showed so, as [`Move::to_bits`] packs it.
    reply: u16,
}

/// Proves mates. It keeps what it has shown, so that the next position of the same game is quicker.
pub struct Solver {
    table: Vec<Slot>,
    /// The last good defence by the number of moves left.
    defences: [Option<Move>; MOST_MOVES as usize + 1],
    played: u64,
    budget: u64,
    /// Where `played` must not come.
    end: u64,
    exhausted: bool,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver that goes on until it knows.
    pub fn new() -> Solver {
        Solver::with_budget(u64::MAX)
    }

    /// A solver that plays at most about this many moves for a question.
    pub fn with_budget(budget: u64) -> Solver {
        Solver {
            table: vec![Slot::default(); SLOTS],
            defences: [None; MOST_MOVES as usize + 1],
            played: 0,
            budget,
            end: budget,
            exhausted: false,
        }
    }

    /// How many moves have been played so far, for all questions.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// In how many moves the side to move mates against every defence, if in `most` or fewer. More than [`MOST_MOVES`] is
    /// taken as that.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] when the budget does not suffice.
    pub fn mate_in(&mut self, position: &Position, most: u32) -> Result<Option<u32>, Exhausted> {
        self.start();
        let found = (1..=most.min(MOST_MOVES)).find(|&moves| self.exhausted || self.mates(position, moves));
        self.answer(found)
    }

    /// Whether the side to move, whatever it does, is mated within this many moves of its opponent; 0 asks whether it is
    /// mated already. More than [`MOST_MOVES`] is taken as that.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] when the budget does not suffice.
    pub fn is_mated_within(&mut self, position: &Position, moves: u32) -> Result<bool, Exhausted> {
        self.start();
        let mated = self.is_lost(position, moves.min(MOST_MOVES));
        self.answer(mated)
    }

    /// The moves of the side to move after which it mates in `moves` moves at most, that move included.
    ///
    /// # Errors
    ///
    /// [`Exhausted`] when the budget does not suffice for one of them.
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

    /// Whether the side to move mates within this many moves, at least one.
    fn mates(&mut self, position: &Position, moves: u32) -> bool {
        if moves <= 1 {
            return self.mates_at_once(position);
        }
        let key = position.hash() ^ salt(position);
        let known = self.look_up(key);
        if known.within > 0 && u32::from(known.within) <= moves {
            return true;
        }
        // The shorter mates first: they cost next to nothing beside the last step.
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

    /// Whether a move mates.
    fn mates_at_once(&mut self, position: &Position) -> bool {
        possible_checks(position, |mv| {
            self.count();
            is_mate(&after(position, mv))
        })
    }

    /// Whether the side to move mates within this many moves, two or more, from what the moves themselves show.
    fn mates_in(&mut self, position: &Position, moves: u32) -> bool {
        let mut ordered = Vec::with_capacity(64);
        for mv in position.legal_moves() {
            let child = after(position, mv);
            self.count();
            // Checks first, and what leaves few answers: most mates go so, and little work shows that one does not.
            let answers = child.count_legal_moves();
            ordered.push((!child.in_check(), answers, mv));
        }
        ordered.sort_by_key(|&(quiet, answers, mv)| (quiet, answers, mv.to_bits()));
        ordered.into_iter().any(|(_, _, mv)| !self.exhausted && self.is_lost(&after(position, mv), moves - 1))
    }

    /// Whether the side to move is mated now or within this many moves of its opponent.
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

    /// The defender's moves, those first that have held before or take something.
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

/// The position after a legal move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    child.play_unchecked(mv);
    child
}

/// Whether the side to move is mated.
fn is_mate(position: &Position) -> bool {
    position.in_check() && !position.has_legal_move()
}

/// Tells the variants apart in the table: the hash of a position does not. FNV-1a.
fn salt(position: &Position) -> u64 {
    let id = position.variant().id().bytes();
    id.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

#[cfg(test)]
#[path = "solver_tests.rs"]
mod tests;
