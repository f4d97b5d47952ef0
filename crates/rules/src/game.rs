//! A game: a position with everything that came before it.

use crate::outcome::{Outcome, Reason};
use crate::piece::{Color, Move};
use crate::play::IllegalMove;
use crate::position::Position;
use alloc::vec;
use alloc::vec::Vec;

/// A draw that the side to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Claim {
    /// The position is there for the third time at least.
    Threefold,
    /// 50 moves by each side, at least, without a capture or a pawn move.
    FiftyMoves,
}

/// A game from its start position on.
///
/// ```
/// use saffron_rules::{Game, Variant};
///
/// let mut game = Game::new(Variant::by_id("shafran").unwrap().start());
/// for text in ["e2e5", "e9e6", "d1f5"] {
///     let mv = game.position().parse_uci(text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.moves().len(), 3);
/// assert!(game.outcome().is_none());
/// game.undo();
/// assert_eq!(game.moves().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The start position and the position after each move: never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// An end that the moves do not show: a claim, a resignation, an agreement, a time forfeit.
    declared: Option<Outcome>,
}

/// Why a move or a declaration was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// There is no draw to claim.
    #[error("there is no draw to claim: no third repetition and no 50 moves without progress")]
    NoClaim,
    /// The moves would show this end, and do not.
    #[error("the moves do not end the game by {}", .0.id())]
    NotShown(Reason),
}

impl Game {
    /// A game that starts from a position.
    pub fn new(start: Position) -> Self {
        Self { positions: vec![start], moves: Vec::new(), declared: None }
    }

    /// Game after these moves, which may continue past a draw by the rules: see [`Game::play_past_draw`].
    ///
    /// # Errors
    /// [`GameError::Illegal`] for the first move that is not legal.
    pub fn from_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Self, GameError> {
        let mut game = Self::new(start);
        for mv in moves {
            game.play_past_draw(mv)?;
        }
        Ok(game)
    }

    /// The position that the game started from.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The start position and the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a legal move of a game that is not over.
    ///
    /// # Errors
    /// [`GameError::Over`] after the end, [`GameError::Illegal`] for a move that is not legal.
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        if let Some(outcome) = self.outcome() {
            return Err(GameError::Over(outcome));
        }
        self.play_past_draw(mv)
    }

    /// Plays a legal move even if the rules have ended the game by a draw: records of earlier times and other places continue.
    /// After mate and stalemate no move is legal. Whatever restores a game from its moves uses this.
    ///
    /// # Errors
    /// [`GameError::Over`] after a declared end, [`GameError::Illegal`] for a move that is not
    /// legal.
    pub fn play_past_draw(&mut self, mv: Move) -> Result<(), GameError> {
        if let Some(outcome) = self.declared {
            return Err(GameError::Over(outcome));
        }
        let next = self.position().play(mv)?;
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back, and with it any declared end. Returns the move.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.declared = None;
        Some(mv)
    }

    /// Number of times that the present position has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        // A capture or pawn move before that many plies makes earlier positions different.
        let reach = usize::from(now.halfmove_clock()) + 1;
        let recent = self.positions.iter().rev().take(reach);
        recent.filter(|earlier| now.is_repetition_of(earlier)).count()
    }

    /// The draw that the side to move may claim; repetition is named first.
    pub fn claim(&self) -> Option<Claim> {
        self.claims().next()
    }

    /// All draws that the side to move may claim now; none once the game is over.
    pub fn claims(&self) -> impl Iterator<Item = Claim> + use<> {
        let open = self.outcome().is_none();
        let threefold = (open && self.repetitions() >= 3).then_some(Claim::Threefold);
        let fifty = (open && self.position().halfmove_clock() >= 100).then_some(Claim::FiftyMoves);
        threefold.into_iter().chain(fifty)
    }

    /// Outcome of the game, or `None` while it continues.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.declared.is_some() {
            return self.declared;
        }
        let position = self.position();
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        if position.halfmove_clock() >= 150 {
            return Some(Outcome::draw(Reason::SeventyFiveMoves));
        }
        (position.halfmove_clock() >= 16 && self.repetitions() >= 5).then(|| Outcome::draw(Reason::FivefoldRepetition))
    }

    /// Ends the game by a draw that may be claimed.
    ///
    /// # Errors
    /// [`GameError::NoClaim`] where there is none, [`GameError::Over`] after the end.
    pub fn claim_draw(&mut self) -> Result<Outcome, GameError> {
        let claim = self.claim();
        self.declare(match claim {
            Some(Claim::Threefold) => Outcome::draw(Reason::ThreefoldRepetition),
            Some(Claim::FiftyMoves) => Outcome::draw(Reason::FiftyMoves),
            None => return Err(self.outcome().map_or(GameError::NoClaim, GameError::Over)),
        })
    }

    /// Ends the game by a side's resignation: the other side gets the [most that it can still score](Position::max_score),
    /// which is a draw against a bare king.
    ///
    /// # Errors
    /// [`GameError::Over`] after the end.
    pub fn resign(&mut self, side: Color) -> Result<Outcome, GameError> {
        self.declare(self.position().concession(side, Reason::Resignation))
    }

    /// Ends the game because a side has no time left: the other side gets the
    /// [most that it can still score](Position::max_score).
    ///
    /// # Errors
    /// [`GameError::Over`] after the end.
    pub fn time_forfeit(&mut self, side: Color) -> Result<Outcome, GameError> {
        self.declare(self.position().concession(side, Reason::TimeForfeit))
    }

    /// Ends the game by agreement on a draw.
    ///
    /// # Errors
    /// [`GameError::Over`] after the end.
    pub fn agree_draw(&mut self) -> Result<Outcome, GameError> {
        self.declare(Outcome::draw(Reason::Agreement))
    }

    /// Ends the game by what its moves do not show, such as a time forfeit.
    ///
    /// # Errors
    /// [`GameError::Over`] after the end, [`GameError::NotShown`] for an end that only the moves can show,
    /// [`GameError::NoClaim`] for a claim where there is none.
    pub fn declare(&mut self, outcome: Outcome) -> Result<Outcome, GameError> {
        match self.outcome() {
            Some(over) => Err(GameError::Over(over)),
            None => self.declare_past_draw(outcome),
        }
    }

    /// Ends a game as [`Game::declare`] does, even one that continued past a draw by repetition or by the 75 moves, as games
    /// of records may.
    ///
    /// # Errors
    /// As [`Game::declare`]; [`GameError::Over`] only after an end that the position shows, or that was declared.
    pub fn declare_past_draw(&mut self, outcome: Outcome) -> Result<Outcome, GameError> {
        if let Some(over) = self.declared.or_else(|| self.position().outcome()) {
            return Err(GameError::Over(over));
        }
        let reason = outcome.reason();
        match reason {
            Reason::ThreefoldRepetition if self.repetitions() < 3 => return Err(GameError::NoClaim),
            Reason::FiftyMoves if self.position().halfmove_clock() < 100 => return Err(GameError::NoClaim),
            // A record may tell of a stalemate that was reached after its last move.
            Reason::Stalemate => {}
            _ if reason.is_automatic() => return Err(GameError::NotShown(reason)),
            _ => {}
        }
        self.declared = Some(outcome);
        Ok(outcome)
    }

    /// The end that was declared, if one was.
    pub const fn declared(&self) -> Option<Outcome> {
        self.declared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    fn game(id: &str, fen: &str) -> Game {
        Game::new(Position::from_fen(Variant::by_id(id).unwrap(), fen).unwrap())
    }

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv).unwrap();
        }
    }

    #[test]
    fn three_times_may_be_claimed_and_five_times_ends() {
        let mut game = Game::new(Variant::by_id("shafran").unwrap().start());
        let round = "b1a3 h10i8 a3b1 i8h10 ";
        play(&mut game, round);
        assert_eq!((game.repetitions(), game.claim()), (2, None));
        assert_eq!(game.clone().claim_draw(), Err(GameError::NoClaim));
        play(&mut game, round);
        assert_eq!((game.repetitions(), game.claim()), (3, Some(Claim::Threefold)));
        let claimed = game.clone().claim_draw().unwrap();
        assert_eq!(claimed.reason(), Reason::ThreefoldRepetition);
        play(&mut game, round);
        assert_eq!(game.outcome(), None);
        play(&mut game, round);
        assert_eq!(game.outcome().map(Outcome::reason), Some(Reason::FivefoldRepetition));
        let mv = game.position().legal_moves()[0];
        assert!(matches!(game.play(mv), Err(GameError::Over(_))));
        assert_eq!(game.claim(), None);
        game.undo();
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn lost_castling_rights_make_another_position() {
        let mut game = game("shafran", "k4/6/7/8/9/8R/8/7/6/R3K w QB - 0 1");
        play(&mut game, "a1a2 e10e9 a2a1 e9e10");
        assert_eq!(game.repetitions(), 1);
        play(&mut game, "a1a2 e10e9 a2a1 e9e10");
        assert_eq!(game.repetitions(), 2);
    }

    #[test]
    fn an_en_passant_right_counts_only_where_the_capture_is_legal() {
        // No pawn can take on e3 or e4, so the position after e2e5 comes again.
        let mut quiet = game("shafran", "k4/6/7/8/9/9/8/7/4P1/4K w - - 0 1");
        play(&mut quiet, "e2e5 e10e9 e1d1 e9e10 d1e1 e10e9 e1d1 e9e10 d1e1");
        assert_eq!(quiet.repetitions(), 3);
        // A black pawn on f5 could take on e4: the first time was another position.
        let mut live = game("shafran", "k4/6/7/8/9/5p3/8/7/4P1/4K w - - 0 1");
        play(&mut live, "e2e5");
        assert!(live.position().legal_moves().iter().any(|&m| live.position().is_en_passant(m)));
        play(&mut live, "e10e9 e1d1 e9e10 d1e1 e10e9 e1d1 e9e10 d1e1");
        assert_eq!(live.repetitions(), 2);
    }

    #[test]
    fn fifty_moves_may_be_claimed_and_seventy_five_end() {
        let mut early = game("shafran", "k4/6/7/8/9/8R/8/7/6/R3K w - - 99 80");
        assert_eq!(early.claim(), None);
        play(&mut early, "a1a2");
        assert_eq!(early.claim(), Some(Claim::FiftyMoves));
        assert_eq!(early.claim_draw().map(Outcome::reason), Ok(Reason::FiftyMoves));
        let mut late = game("shafran", "k4/6/7/8/9/8R/8/7/6/R3K w - - 149 90");
        assert_eq!(late.outcome(), None);
        play(&mut late, "a1a2");
        assert_eq!(late.outcome().map(Outcome::reason), Some(Reason::SeventyFiveMoves));
    }

    #[test]
    fn mate_on_the_last_move_of_the_seventy_five_counts() {
        let fen = "k1b1R/1R3p/3p3/8/r1p3p1P/nb7/p1p3PB/4QP1/PPpKPB/RNBN1 b b - 150 18";
        let outcome = game("shafran", fen).outcome().unwrap();
        assert_eq!((outcome.reason(), outcome.result()), (Reason::Checkmate, "1-0"));
    }

    #[test]
    fn bare_kings_are_dead_but_for_glinski() {
        let shafran = game("shafran", "k4/6/7/8/9/9/8/7/6/4K w - - 0 1");
        assert_eq!(shafran.outcome().map(Outcome::reason), Some(Reason::DeadPosition));
        let glinski = game("glinski", "k/3/5/7/9/11/11/11/11/11/K10 w - - 0 1");
        assert_eq!(glinski.outcome(), None);
    }

    #[test]
    fn a_declared_end_is_one() {
        let start = Variant::by_id("mccooey").unwrap().start();
        let mut game = Game::new(start);
        assert_eq!(game.resign(Color::White).unwrap().result(), "0-1");
        assert!(matches!(game.agree_draw(), Err(GameError::Over(_))));
        let mut game = Game::new(start);
        assert_eq!(game.agree_draw().unwrap().result(), "1/2-1/2");
        assert!(matches!(game.resign(Color::Black), Err(GameError::Over(_))));
        assert!(matches!(game.claim_draw(), Err(GameError::Over(_))));
    }
}
