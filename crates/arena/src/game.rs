//! Game between two engines, under Saffron's rules.

use std::time::Duration;

use saffron_rules::{Color, Game, Position, Reason};

use crate::adjudication::{Adjudication, Adjudicator, Verdict};
use crate::info::Info;
use crate::limits::Limits;
use crate::opening::Opening;
use crate::player::Player;
use crate::printable::printable;
use crate::request::{ClockState, EngineError, SearchReply, SearchRequest};
use crate::termination::Termination;

/// Evaluation of a move by the engine that played it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveEvaluation {
    /// Last search information before the move.
    pub info: Info,
    /// Time spent on the move.
    pub took: Duration,
}

/// Finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Game, opening included.
    pub game: Game,
    /// Number of plies in the opening.
    pub opening_plies: usize,
    /// Evaluations of the plies after the opening.
    pub evaluations: Vec<MoveEvaluation>,
    pub termination: Termination,
    /// Details of the termination; may be empty.
    pub detail: String,
    /// White's score in quarter points.
    pub white_quarters: u8,
    /// Side whose engine failed, if that ended the game. It lost, or drew against too little material.
    pub failed: Option<Color>,
}

impl PlayedGame {
    /// Creates a game that is lost before its first move because the engine did not get ready.
    pub(crate) fn forfeited(opening: &Opening, loser: Color) -> Self {
        let game = opening.game();
        let detail = "it did not get ready for the game".to_owned();
        let End { termination, white_quarters, detail, failed } =
            End::failure(game.position(), loser, Termination::Hang, detail);
        let opening_plies = opening.moves.len();
        Self { game, opening_plies, evaluations: Vec::new(), termination, detail, white_quarters, failed }
    }
}

/// Limits of one side.
#[derive(Clone, Debug)]
pub(crate) struct SideLimits {
    pub(crate) limits: Limits,
    /// Time by which the side may exceed its limit.
    pub(crate) margin: Duration,
    /// Timeout for a move without a time limit.
    pub(crate) timeout: Duration,
    /// Timeout from `stop` to the move.
    pub(crate) grace: Duration,
}

/// Clock of one side.
struct Clock {
    left: Duration,
    moves: u32,
}

impl Clock {
    fn new(limits: &Limits) -> Self {
        Self { left: limits.clock.map_or(Duration::ZERO, |clock| clock.base), moves: 0 }
    }

    fn moves_to_go(&self, limits: &Limits) -> Option<u32> {
        let moves = limits.clock?.moves?;
        Some(moves - self.moves % moves)
    }

    /// Returns the time after which a move loses the game, or `None` without a time limit.
    fn allowed(&self, side_limits: &SideLimits) -> Duration {
        let limits = &side_limits.limits;
        let time = limits.clock.map(|_| self.left).or(limits.movetime);
        time.map_or(side_limits.timeout, |time| time + side_limits.margin)
    }

    fn moved(&mut self, limits: &Limits, took: Duration) {
        let Some(clock) = limits.clock else { return };
        self.left = self.left.saturating_sub(took) + clock.increment;
        self.moves += 1;
        if clock.moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
            self.left += clock.base;
        }
    }
}

/// End of a game.
struct End {
    termination: Termination,
    white_quarters: u8,
    detail: String,
    failed: Option<Color>,
}

impl End {
    fn new(termination: Termination, white_quarters: u8) -> Self {
        Self { termination, white_quarters, detail: String::new(), failed: None }
    }

    /// Creates the end by a failure of a side's engine: the opponent gets the highest score that it can still reach.
    fn failure(position: &Position, loser: Color, termination: Termination, detail: String) -> Self {
        let white_quarters = position.concession(loser, Reason::Forfeit).quarters(Color::White);
        Self { termination, white_quarters, detail, failed: Some(loser) }
    }

    /// Creates the end by the resign rule: a draw if the opponent has too little material to win.
    fn resignation(position: &Position, loser: Color) -> Self {
        let outcome = position.concession(loser, Reason::Adjudication);
        let termination =
            if outcome.winner().is_some() { Termination::AdjudicatedWin } else { Termination::AdjudicatedDraw };
        Self::new(termination, outcome.quarters(Color::White))
    }
}

/// Plays a game; `None` if the match was stopped. `players` and `side_limits` are White's and Black's.
pub(crate) fn play(
    opening: &Opening,
    players: [&mut Player; 2],
    side_limits: [&SideLimits; 2],
    adjudication: &Adjudication,
) -> Option<PlayedGame> {
    let mut in_progress = GameInProgress {
        opening,
        players,
        side_limits,
        game: opening.game(),
        texts: opening.texts(),
        clocks: side_limits.map(|side_limits| Clock::new(&side_limits.limits)),
        evaluations: Vec::new(),
        adjudicator: Adjudicator::new(adjudication),
    };
    let end = loop {
        match in_progress.next() {
            Ok(None) => {}
            Ok(Some(end)) => break end,
            Err(Stopped) => return None,
        }
    };
    let End { termination, white_quarters, detail, failed } = end;
    let GameInProgress { game, evaluations, .. } = in_progress;
    let opening_plies = opening.moves.len();
    Some(PlayedGame { game, opening_plies, evaluations, termination, detail, white_quarters, failed })
}

struct Stopped;

/// Game in progress.
struct GameInProgress<'a> {
    opening: &'a Opening,
    players: [&'a mut Player; 2],
    side_limits: [&'a SideLimits; 2],
    game: Game,
    /// Moves so far in UCI form.
    texts: Vec<String>,
    clocks: [Clock; 2],
    evaluations: Vec<MoveEvaluation>,
    adjudicator: Adjudicator<'a>,
}

impl GameInProgress<'_> {
    /// Requests a move and plays it; returns the end of the game if it is over.
    fn next(&mut self) -> Result<Option<End>, Stopped> {
        // Claimable draws are claimed, as is usual in engine matches.
        let _ = self.game.claim_draw();
        if let Some(outcome) = self.game.outcome() {
            return Ok(Some(End::new(Termination::of(outcome.reason()), outcome.quarters(Color::White))));
        }
        let position = *self.game.position();
        let side = position.turn();
        let failure = |termination, detail| Ok(Some(End::failure(&position, side, termination, detail)));
        let answer = match self.search(side) {
            Ok(answer) => answer,
            Err(EngineError::Stopped) => return Err(Stopped),
            Err(EngineError::Crashed(how)) => return failure(Termination::Crash, how),
            Err(EngineError::Hung) => return failure(Termination::Hang, String::new()),
            Err(EngineError::Refused(text)) => return failure(Termination::Refusal, printable(&text)),
        };
        let i = side.index();
        let allowed = self.clocks[i].allowed(self.side_limits[i]);
        if self.players[i].keeps_time() && answer.took > allowed {
            let over = (answer.took - (allowed.saturating_sub(self.side_limits[i].margin))).as_millis();
            return failure(Termination::TimeLoss, format!("{over} ms over"));
        }
        let Ok(mv) = position.parse_uci(&answer.mv) else {
            return failure(Termination::IllegalMove, printable(&answer.mv));
        };
        self.clocks[i].moved(&self.side_limits[i].limits, answer.took);
        self.texts.push(position.uci(mv));
        self.evaluations.push(MoveEvaluation { info: answer.info, took: answer.took });
        if self.game.play(mv).is_err() {
            // The move was parsed as legal and the game was not over.
            return failure(Termination::IllegalMove, printable(&answer.mv));
        }
        Ok(self.adjudicate(side, &answer))
    }

    fn search(&mut self, side: Color) -> Result<SearchReply, EngineError> {
        let i = side.index();
        let limits = &self.side_limits[i].limits;
        let clocks = self.clock_states(i);
        let request = SearchRequest {
            start: &self.opening.start,
            from_match_start: self.opening.from_match_start,
            moves: &self.texts,
            limits,
            clocks,
            moves_to_go: self.clocks[i].moves_to_go(limits),
            allowed: Some(self.clocks[i].allowed(self.side_limits[i])),
            grace: self.side_limits[i].grace,
        };
        self.players[i].think(&request)
    }

    /// Returns both clocks for the engine to move. If the opponent has no clock, both are the engine's own.
    fn clock_states(&self, mover: usize) -> [ClockState; 2] {
        [0, 1].map(|side| {
            let side = if self.side_limits[side].limits.clock.is_some() { side } else { mover };
            let increment = self.side_limits[side].limits.clock.map_or(Duration::ZERO, |clock| clock.increment);
            ClockState { remaining: self.clocks[side].left, increment }
        })
    }

    /// Adjudicates a game that is not over by the rules.
    fn adjudicate(&mut self, side: Color, answer: &SearchReply) -> Option<End> {
        let verdict = self.adjudicator.moved(side, answer.info.score, &self.game)?;
        let by_rules = self.game.outcome().is_some() || self.game.claim().is_some();
        if by_rules {
            return None;
        }
        Some(match verdict {
            Verdict::Draw => End::new(Termination::AdjudicatedDraw, 2),
            Verdict::TooLong => End::new(Termination::TooLong, 2),
            Verdict::Tables(white_quarters) => End::new(Termination::Tables, white_quarters),
            Verdict::Loss(loser) => End::resignation(self.game.position(), loser),
        })
    }
}

impl Termination {
    fn of(reason: Reason) -> Self {
        match reason {
            Reason::Checkmate => Self::Checkmate,
            Reason::Stalemate => Self::Stalemate,
            Reason::DeadPosition => Self::DeadPosition,
            Reason::SeventyFiveMoves | Reason::FiftyMoves => Self::FiftyMoves,
            Reason::ThreefoldRepetition | Reason::FivefoldRepetition => Self::Repetition,
            // Engines resign and agree to draws through the adjudication rules only.
            Reason::Resignation => Self::AdjudicatedWin,
            Reason::Agreement => Self::AdjudicatedDraw,
            // No other reason ends a game here.
            _ => Self::AdjudicatedDraw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saffron_rules::Variant;

    fn side_limits(tc: Option<&str>, movetime: Option<u64>) -> SideLimits {
        let clock = tc.map(|text| text.parse().unwrap());
        SideLimits {
            limits: Limits { clock, movetime: movetime.map(Duration::from_millis), ..Limits::default() },
            margin: Duration::from_millis(50),
            timeout: Duration::from_secs(60),
            grace: Duration::from_secs(1),
        }
    }

    /// Returns the clock after moves that took these numbers of milliseconds.
    fn after(side_limits: &SideLimits, moves: &[u64]) -> Clock {
        let mut clock = Clock::new(&side_limits.limits);
        moves.iter().for_each(|&took| clock.moved(&side_limits.limits, Duration::from_millis(took)));
        clock
    }

    /// Position in which White has a queen and Black only the king.
    #[test]
    fn a_bare_king_gets_a_draw_by_every_failure_and_by_the_resign_rule() {
        let shafran = Variant::by_id("shafran").unwrap();
        let position = Position::from_fen(shafran, "k4/6/7/8/9/3Q5/8/7/6/4K w - - 0 1").unwrap();
        let failures = Termination::ALL.into_iter().filter(|termination| termination.is_failure());
        for termination in failures {
            for (loser, quarters) in [(Color::White, 2), (Color::Black, 4)] {
                let end = End::failure(&position, loser, termination, String::new());
                assert_eq!((end.white_quarters, end.failed), (quarters, Some(loser)), "{termination:?}");
            }
        }
        let resigned = Color::ALL.map(|loser| {
            let end = End::resignation(&position, loser);
            (end.termination, end.white_quarters, end.failed)
        });
        assert_eq!(resigned, [(Termination::AdjudicatedDraw, 2, None), (Termination::AdjudicatedWin, 4, None)]);
    }

    #[test]
    fn a_clock_runs_gains_and_starts_again() {
        let sudden = side_limits(Some("10+0.1"), None);
        assert_eq!(after(&sudden, &[1000, 2500]).left, Duration::from_millis(6700));
        assert_eq!(after(&sudden, &[1000]).moves_to_go(&sudden.limits), None);
        // Time beyond the limit but within the margin is not deducted.
        assert_eq!(after(&sudden, &[10_040]).left, Duration::from_millis(100));
        let control = side_limits(Some("3/10"), None);
        for (moves, left, to_go) in [(0, 10, 3), (1, 9, 2), (2, 8, 1), (3, 17, 3), (4, 16, 2)] {
            let clock = after(&control, &vec![1000; moves]);
            assert_eq!((clock.left.as_secs(), clock.moves_to_go(&control.limits)), (left, Some(to_go)));
        }
    }

    #[test]
    fn the_time_allowed_for_a_move_follows_from_the_limits() {
        let allowed = |side_limits: &SideLimits| after(side_limits, &[]).allowed(side_limits).as_millis();
        assert_eq!(allowed(&side_limits(Some("10"), None)), 10_050);
        assert_eq!(allowed(&side_limits(None, Some(100))), 150);
        assert_eq!(allowed(&side_limits(None, None)), 60_000);
    }
}
