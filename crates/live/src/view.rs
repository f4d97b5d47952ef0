//! Read-only view of a live game.

use saffron_rules::{Claim, Color, Game, Outcome, Position};

use crate::event::{AbortCause, Event, Settings};
use crate::game::Live;
use crate::time::Millis;

impl Live {
    /// Settings of the game.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Settings of a rematch: those of a game without berserk and with takebacks, with the same conditions for both sides. The caller
    /// assigns the seats and swaps the colours.
    pub fn rematch(&self) -> Settings {
        Settings { berserk: false, strict: false, host: None, ..self.settings.clone() }
    }

    /// Time at which the game began.
    pub fn created_at(&self) -> Millis {
        self.created_at
    }

    /// Time of the last event; of the end if the game is over.
    pub fn last_at(&self) -> Millis {
        self.last_at
    }

    /// Number of the next event.
    pub fn next_seq(&self) -> u32 {
        self.next_seq
    }

    /// Outcome of the game, or `None` while it continues.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Cause of an abort. `None` if the game was not aborted, or was stored by a version that did not keep the cause.
    pub fn abort_cause(&self) -> Option<AbortCause> {
        self.abort
    }

    /// Position before the first move.
    pub fn start(&self) -> &Position {
        self.moves.start()
    }

    /// Current position.
    pub fn position(&self) -> &Position {
        self.moves.position()
    }

    /// Builds the game of the rules, with all its positions and the outcome. Each call takes some microseconds.
    pub fn game(&self) -> Game {
        let mut game = self.moves.game();
        if let Some(outcome) = self.outcome {
            // An end that follows from the moves is there already.
            let _ = game.declare(outcome);
        }
        game
    }

    /// Number of plies played.
    pub fn ply(&self) -> u16 {
        self.moves.ply()
    }

    /// Moves played, in UCI form.
    pub fn moves(&self) -> Vec<String> {
        self.moves.played().iter().map(|&mv| self.moves.start().uci(mv)).collect()
    }

    /// Last move in UCI form, or `None` before the first.
    pub fn last_move(&self) -> Option<String> {
        self.moves.played().last().map(|&mv| self.moves.start().uci(mv))
    }

    /// Time left to the side that moved after each move, in milliseconds; empty in a game without clocks.
    pub fn times(&self) -> &[u32] {
        &self.times
    }

    /// Side whose clock is running, if any.
    pub fn running(&self) -> Option<Color> {
        let turn = self.clock_turn();
        (self.outcome.is_none() && self.clock.runs(turn)).then_some(turn.side)
    }

    /// Side whose draw offer is open.
    pub fn draw_offer(&self) -> Option<Color> {
        self.offers.draw()
    }

    /// Side whose takeback proposal is open.
    pub fn takeback_proposal(&self) -> Option<Color> {
        self.offers.takeback()
    }

    /// Returns whether a side can abort the game: it is not over, and not both sides have moved. After that a side can resign.
    pub fn can_abort(&self) -> bool {
        self.outcome.is_none() && !self.has_begun()
    }

    /// Returns whether a side can give up half of its time now.
    pub fn can_berserk(&self, side: Color) -> bool {
        let has_moved = self.moves.ply() > side.index() as u16;
        self.settings.berserk && self.outcome.is_none() && !has_moved && !self.clock.has_berserked(side)
    }

    /// Returns whether a side has given up half of its time.
    pub fn has_berserked(&self, side: Color) -> bool {
        self.clock.has_berserked(side)
    }

    /// Draws that the side to move can claim.
    pub fn claims(&self) -> Vec<Claim> {
        if self.outcome.is_some() { Vec::new() } else { self.moves.claims() }
    }

    /// Conditional moves of a side, as lines in UCI form from the current position. Show them to that side only.
    pub fn conditional_moves(&self, side: Color) -> Vec<Vec<String>> {
        self.conditional[side.index()].texts(self.moves.start())
    }

    /// Returns whether an event may be shown to the player of side `to`, or to a spectator (`None`): conditional moves are shown
    /// to their own side only.
    pub fn visible(event: &Event, to: Option<Color>) -> bool {
        match event {
            Event::ConditionalMovesSet { by, .. } => to == Some(*by),
            _ => true,
        }
    }
}
