//! What is to be seen of a game.

use saffron_rules::{Claim, Color, Game, Outcome, Position};

use crate::event::{AbortCause, Event, Settings};
use crate::game::Live;
use crate::time::Millis;

impl Live {
    /// What the game is played by.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings of a rematch. Seats are the caller's: it changes the colours.
    pub fn rematch(&self) -> Settings {
        self.settings.clone()
    }

    /// When the game began.
    pub fn created_at(&self) -> Millis {
        self.created_at
    }

    /// When the last event happened; the end of a game that is over.
    pub fn last_at(&self) -> Millis {
        self.last_at
    }

    /// The number that the next event gets.
    pub fn next_seq(&self) -> u32 {
        self.next_seq
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Why the game was aborted. `None` where it was not, and where a version has stored it that did not keep the cause.
    pub fn abort_cause(&self) -> Option<AbortCause> {
        self.abort
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.moves.start()
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.moves.position()
    }

    /// The game as the rules have it, with all its positions and the end. It is made anew by each call: some microseconds.
    pub fn game(&self) -> Game {
        let mut game = self.moves.game();
        if let Some(outcome) = self.outcome {
            // An end that the moves show is there already.
            let _ = game.declare(outcome);
        }
        game
    }

    /// How many half-moves were played.
    pub fn ply(&self) -> u16 {
        self.moves.ply()
    }

    /// The moves in UCI form.
    pub fn moves(&self) -> Vec<String> {
        self.moves.played().iter().map(|&mv| self.moves.start().uci(mv)).collect()
    }

    /// The last move in UCI form.
    pub fn last_move(&self) -> Option<String> {
        self.moves.played().last().map(|&mv| self.moves.start().uci(mv))
    }

    /// The time left to the side that moved after each move (milliseconds); empty in a game without clocks.
    pub fn times(&self) -> &[u32] {
        &self.times
    }

    /// The side whose time grows less now.
    pub fn running(&self) -> Option<Color> {
        let turn = self.clock_turn();
        (self.outcome.is_none() && self.clock.runs(turn)).then_some(turn.side)
    }

    /// The side whose offer of a draw stands.
    pub fn draw_offer(&self) -> Option<Color> {
        self.offers.draw()
    }

    /// The side whose proposal to take a move back stands.
    pub fn takeback_proposal(&self) -> Option<Color> {
        self.offers.takeback()
    }

    /// Whether a side can abort the game: it is not over, and not both sides have moved. After that a side can resign.
    pub fn can_abort(&self) -> bool {
        self.outcome.is_none() && !self.has_begun()
    }

    /// The draws that the side to move can claim.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome.is_some() { Vec::new() } else { self.moves.claims() }
    }

    /// The conditional moves of a side, as lines in UCI form from the position now. For nobody else's eyes.
    pub fn conditional_moves(&self, side: Color) -> Vec<Vec<String>> {
        self.conditional[side.index()].texts(self.moves.start())
    }

    /// Whether an event is shown to the holder of this seat, or to a spectator: conditional moves are their own side's.
    pub fn visible(event: &Event, to: Option<Color>) -> bool {
        match event {
            Event::ConditionalMovesSet { by, .. } => to == Some(*by),
            _ => true,
        }
    }
}
