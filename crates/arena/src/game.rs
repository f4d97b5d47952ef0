//! One game between two engines, by our rules.

use std::time::Duration;

use saffron_rules::{Color, Game, Reason};

use crate::adjudication::{Adjudication, Verdict, Watch};
use crate::ending::Ending;
use crate::info::Info;
use crate::limits::Limits;
use crate::opening::Opening;
use crate::player::Player;
use crate::request::{ClockState, EngineError, SearchReply, SearchRequest};
use crate::shown::shown;

/// What an engine told about one of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// The last word of its search.
    pub info: Info,
    /// How long it took.
    pub took: Duration,
}

/// A game that has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Every move, those of the opening included.
    pub game: Game,
    /// How many moves the opening has.
    pub opening_plies: usize,
    /// One for every move behind the opening.
    pub notes: Vec<Note>,
    /// Why it ended.
    pub ending: Ending,
    /// More about the end, where there is more to say.
    pub detail: String,
    /// What White gets, in quarter points.
    pub white_quarters: u8,
}

impl Played {
    /// A game that is lost before its first move: the engine did not get ready for it.
    pub(crate) fn not_begun(opening: &Opening, loser: Color) -> Self {
        let End { ending, white_quarters, detail } =
            End::win(!loser, Ending::Hang, "it did not get ready for the game".to_owned());
        Self {
            game: opening.game(),
            opening_plies: opening.moves.len(),
            notes: Vec::new(),
            ending,
            detail,
            white_quarters,
        }
    }
}

/// The terms on which one side plays.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) limits: Limits,
    /// By how much it may overstep its time.
    pub(crate) margin: Duration,
    /// The time for a move where nothing else limits it.
    pub(crate) patience: Duration,
    /// How long it may take to answer after it was told to stop.
    pub(crate) grace: Duration,
}

/// The clock of one side.
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

    /// The time that a move may take before the game is lost.
    fn allowed(&self, terms: &Terms) -> Duration {
        let limits = &terms.limits;
        let time = limits.clock.map(|_| self.left).or(limits.movetime);
        time.map_or(terms.patience, |time| time + terms.margin)
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

/// The end of a game, before it is written down.
struct End {
    ending: Ending,
    white_quarters: u8,
    detail: String,
}

impl End {
    fn win(winner: Color, ending: Ending, detail: String) -> Self {
        Self { ending, white_quarters: if winner == Color::White { 4 } else { 0 }, detail }
    }
}

/// Plays a game. `players` and `terms` are those of White and of Black. None when the match is to stop.
pub(crate) fn play(
    opening: &Opening,
    players: [&mut Player; 2],
    terms: [&Terms; 2],
    adjudication: Adjudication,
) -> Option<Played> {
    let mut table = Table {
        opening,
        players,
        terms,
        game: opening.game(),
        texts: opening.texts(),
        clocks: terms.map(|terms| Clock::new(&terms.limits)),
        notes: Vec::new(),
        watch: Watch::new(adjudication),
    };
    let end = loop {
        match table.next() {
            Ok(None) => {}
            Ok(Some(end)) => break end,
            Err(Stopped) => return None,
        }
    };
    let End { ending, white_quarters, detail } = end;
    let Table { game, notes, .. } = table;
    Some(Played { game, opening_plies: opening.moves.len(), notes, ending, detail, white_quarters })
}

struct Stopped;

/// A game that goes on.
struct Table<'a> {
    opening: &'a Opening,
    players: [&'a mut Player; 2],
    terms: [&'a Terms; 2],
    game: Game,
    /// The moves so far in UCI form.
    texts: Vec<String>,
    clocks: [Clock; 2],
    notes: Vec<Note>,
    watch: Watch,
}

impl Table<'_> {
    /// Asks for one move, plays it, and says whether the game is over.
    fn next(&mut self) -> Result<Option<End>, Stopped> {
        // As usual between engines, a draw that can be claimed is claimed.
        let _ = self.game.claim_draw();
        if let Some(outcome) = self.game.outcome() {
            let white_quarters = outcome.quarters(Color::White);
            return Ok(Some(End { ending: Ending::of(outcome.reason()), white_quarters, detail: String::new() }));
        }
        let side = self.game.position().turn();
        let answer = match self.ask(side) {
            Ok(answer) => answer,
            Err(EngineError::Stopped) => return Err(Stopped),
            Err(EngineError::Crashed(how)) => return Ok(Some(End::win(!side, Ending::Crash, how))),
            Err(EngineError::Hung) => return Ok(Some(End::win(!side, Ending::Hang, String::new()))),
            Err(EngineError::Refused(text)) => return Ok(Some(End::win(!side, Ending::Refusal, shown(&text)))),
        };
        let i = side.index();
        let allowed = self.clocks[i].allowed(self.terms[i]);
        if self.players[i].keeps_time() && answer.took > allowed {
            let over = (answer.took - (allowed.saturating_sub(self.terms[i].margin))).as_millis();
            return Ok(Some(End::win(!side, Ending::TimeLoss, format!("{over} ms over"))));
        }
        let Ok(mv) = self.game.position().parse_uci(&answer.mv) else {
            return Ok(Some(End::win(!side, Ending::IllegalMove, shown(&answer.mv))));
        };
        self.clocks[i].moved(&self.terms[i].limits, answer.took);
        self.texts.push(self.game.position().uci(mv));
        self.notes.push(Note { info: answer.info, took: answer.took });
        if self.game.play(mv).is_err() {
            // The move was read as a legal one and the game was not over.
            return Ok(Some(End::win(!side, Ending::IllegalMove, shown(&answer.mv))));
        }
        Ok(self.adjudicate(side, &answer))
    }

    fn ask(&mut self, side: Color) -> Result<SearchReply, EngineError> {
        let i = side.index();
        let limits = &self.terms[i].limits;
        let clocks = self.clock_states(i);
        let request = SearchRequest {
            start: &self.opening.start,
            from_match_start: self.opening.from_match_start,
            moves: &self.texts,
            limits,
            clocks,
            moves_to_go: self.clocks[i].moves_to_go(limits),
            allowed: Some(self.clocks[i].allowed(self.terms[i])),
            grace: self.terms[i].grace,
        };
        self.players[i].think(&request)
    }

    /// Both clocks for the engine to move. If the opponent has no clock, both are its own.
    fn clock_states(&self, mover: usize) -> [ClockState; 2] {
        [0, 1].map(|side| {
            let side = if self.terms[side].limits.clock.is_some() { side } else { mover };
            let increment = self.terms[side].limits.clock.map_or(Duration::ZERO, |clock| clock.increment);
            ClockState { remaining: self.clocks[side].left, increment }
        })
    }

    /// What the evaluations say about a game that the rules leave open.
    fn adjudicate(&mut self, side: Color, answer: &SearchReply) -> Option<End> {
        let verdict = self.watch.moved(side, answer.info.score, self.game.moves().len())?;
        let by_rules = self.game.outcome().is_some() || self.game.claim().is_some();
        if by_rules {
            return None;
        }
        Some(match verdict {
            Verdict::Draw => End { ending: Ending::AdjudicatedDraw, white_quarters: 2, detail: String::new() },
            Verdict::TooLong => End { ending: Ending::TooLong, white_quarters: 2, detail: String::new() },
            Verdict::Win(winner) => End::win(winner, Ending::AdjudicatedWin, String::new()),
        })
    }
}

impl Ending {
    fn of(reason: Reason) -> Self {
        match reason {
            Reason::Checkmate => Self::Checkmate,
            Reason::Stalemate => Self::Stalemate,
            Reason::DeadPosition => Self::DeadPosition,
            Reason::SeventyFiveMoves | Reason::FiftyMoves => Self::FiftyMoves,
            Reason::ThreefoldRepetition | Reason::FivefoldRepetition => Self::Repetition,
            // Nobody resigns or agrees here but through the rules of adjudication.
            Reason::Resignation => Self::AdjudicatedWin,
            Reason::Agreement => Self::AdjudicatedDraw,
            // Games here are never declared over for another reason.
            _ => Self::AdjudicatedDraw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(tc: Option<&str>, movetime: Option<u64>) -> Terms {
        let clock = tc.map(|text| text.parse().unwrap());
        Terms {
            limits: Limits { clock, movetime: movetime.map(Duration::from_millis), ..Limits::default() },
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            grace: Duration::from_secs(1),
        }
    }

    /// The clock after moves that took so many milliseconds.
    fn after(terms: &Terms, moves: &[u64]) -> Clock {
        let mut clock = Clock::new(&terms.limits);
        moves.iter().for_each(|&took| clock.moved(&terms.limits, Duration::from_millis(took)));
        clock
    }

    #[test]
    fn a_clock_runs_gains_and_starts_again() {
        let sudden = terms(Some("10+0.1"), None);
        assert_eq!(after(&sudden, &[1000, 2500]).left, Duration::from_millis(6700));
        assert_eq!(after(&sudden, &[1000]).moves_to_go(&sudden.limits), None);
        // What goes beyond the time, within the margin, is not owed.
        assert_eq!(after(&sudden, &[10_040]).left, Duration::from_millis(100));
        let control = terms(Some("3/10"), None);
        for (moves, left, to_go) in [(0, 10, 3), (1, 9, 2), (2, 8, 1), (3, 17, 3), (4, 16, 2)] {
            let clock = after(&control, &vec![1000; moves]);
            assert_eq!((clock.left.as_secs(), clock.moves_to_go(&control.limits)), (left, Some(to_go)));
        }
    }

    #[test]
    fn what_a_move_may_take_follows_from_the_limits() {
        let allowed = |terms: &Terms| after(terms, &[]).allowed(terms).as_millis();
        assert_eq!(allowed(&terms(Some("10"), None)), 10_050);
        assert_eq!(allowed(&terms(None, Some(100))), 150);
        assert_eq!(allowed(&terms(None, None)), 60_000);
    }
}
