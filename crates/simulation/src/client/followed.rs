//! Game as a client knows it from messages.

use std::collections::VecDeque;

use saffron_live::{Command, CommandId, Event, Recorded};
use saffron_protocol::game::{GameState, GameView};
use saffron_rules::{Color, Outcome, Position, Variant};

/// Command without a final answer.
#[derive(Clone, Debug)]
pub(crate) struct PendingCommand {
    pub(crate) id: CommandId,
    pub(crate) command: Command,
    /// Time at which it was last sent on this connection; `None` if it was not.
    pub(crate) sent: Option<u64>,
    /// Number of the next ping at that time.
    pub(crate) ping: u32,
    /// Time at which the first later ping was answered, by which the command had arrived.
    pub(crate) arrived: Option<u64>,
    /// Earliest time for sending it again.
    pub(crate) again: u64,
}

/// FollowedGame game.
#[derive(Clone, Debug)]
pub(crate) struct FollowedGame {
    pub(crate) game: usize,
    pub(crate) side: Option<Color>,
    /// Index of its stretch in the history; `None` before the first message.
    pub(crate) stretch: Option<usize>,
    /// Number of the next event; 0 if no event is known.
    pub(crate) next: u32,
    pub(crate) moves: Vec<String>,
    positions: Vec<Position>,
    pub(crate) draw_offer: Option<Color>,
    pub(crate) takeback: Option<Color>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) pending: Vec<PendingCommand>,
    /// Last acknowledged commands.
    pub(crate) done: VecDeque<(CommandId, Command)>,
    /// True if the game was requested on this connection.
    pub(crate) watched: bool,
    /// True if the server has answered that request.
    pub(crate) following: bool,
    /// Command of the last move, which checks that the game continues.
    pub(crate) last_move: Option<CommandId>,
}

/// Maximum number of acknowledged commands kept to be sent again without need. The server remembers 32.
const MAX_DONE: usize = 8;

impl FollowedGame {
    pub(crate) fn new(game: usize, side: Option<Color>, variant: &str) -> Self {
        let start = Variant::by_id(variant).map(Variant::start);
        Self {
            game,
            side,
            stretch: None,
            next: 0,
            moves: Vec::new(),
            positions: start.into_iter().collect(),
            draw_offer: None,
            takeback: None,
            outcome: None,
            pending: Vec::new(),
            done: VecDeque::new(),
            watched: false,
            following: false,
            last_move: None,
        }
    }

    /// Returns the current position; `None` before the first message.
    pub(crate) fn position(&self) -> Option<&Position> {
        self.positions.last()
    }

    pub(crate) fn turn(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { Color::White } else { Color::Black }
    }

    pub(crate) fn ply(&self) -> u16 {
        u16::try_from(self.moves.len()).unwrap_or(u16::MAX)
    }

    /// Replaces the game by the server's view. Inconsistencies are errors.
    pub(crate) fn replace(&mut self, view: &GameView) -> Result<(), String> {
        if view.you != self.side {
            return Err(format!("the side is {:?}, not {:?}", view.you, self.side));
        }
        if view.state.seq < self.next {
            return Err(format!("the game has {} events, but {} were known", view.state.seq, self.next));
        }
        self.positions.truncate(1);
        self.moves.clear();
        for uci in &view.moves {
            self.play(uci)?;
        }
        self.next = view.state.seq;
        self.draw_offer = view.state.draw_offer;
        self.takeback = view.state.takeback;
        self.outcome = view.state.outcome;
        self.check(&view.state)
    }

    /// Applies the next event, or the next visible one.
    pub(crate) fn apply(&mut self, recorded: &Recorded) -> Result<(), String> {
        if self.outcome.is_some() {
            return Err(format!("event {} after the end", recorded.seq));
        }
        self.next = recorded.seq + 1;
        match &recorded.event {
            Event::Moved { uci, .. } => {
                let by = self.turn();
                self.play(uci)?;
                self.takeback = None;
                if self.draw_offer == Some(!by) {
                    self.draw_offer = None;
                }
            }
            Event::DrawOffered { by } => self.draw_offer = Some(*by),
            Event::DrawDeclined { .. } => self.draw_offer = None,
            Event::TakebackProposed { by } => self.takeback = Some(*by),
            Event::TakebackDeclined { .. } => self.takeback = None,
            Event::TakenBack { plies, .. } => {
                let left = self.moves.len().checked_sub(usize::from(*plies)).ok_or("more taken back than played")?;
                self.moves.truncate(left);
                self.positions.truncate(left + 1);
                self.draw_offer = None;
                self.takeback = None;
            }
            Event::Ended { outcome, .. } => {
                self.outcome = Some(*outcome);
                self.draw_offer = None;
                self.takeback = None;
            }
            Event::ConditionalMovesSet { by, .. } if self.side != Some(*by) => {
                return Err(format!("conditional moves of {by:?} were shown to {:?}", self.side));
            }
            Event::Created { .. }
            | Event::TimeAdded { .. }
            | Event::Extended { .. }
            | Event::Berserked { .. }
            | Event::ConditionalMovesSet { .. }
            | Event::Resumed { .. } => {}
        }
        Ok(())
    }

    /// Checks the state in a message against the state that follows from the events shown.
    pub(crate) fn check(&self, state: &GameState) -> Result<(), String> {
        let mine = (self.ply(), self.turn(), self.outcome, self.draw_offer, self.takeback);
        let theirs = (state.ply, state.turn, state.outcome, state.draw_offer, state.takeback);
        if mine == theirs { Ok(()) } else { Err(format!("the state is {theirs:?}, but {mine:?} was shown")) }
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let position = self.position().copied().ok_or("unknown variant")?;
        let mv = position.parse_uci(uci).map_err(|error| format!("{uci}: {error}"))?;
        let mut next = position;
        next.play_unchecked(mv);
        self.positions.push(next);
        self.moves.push(uci.to_owned());
        Ok(())
    }

    /// Removes an answered command.
    pub(crate) fn answered(&mut self, id: &CommandId, acknowledged: bool) {
        let Some(index) = self.pending.iter().position(|pending| pending.id == *id) else { return };
        let pending = self.pending.remove(index);
        if acknowledged {
            self.done.push_back((pending.id, pending.command));
            if self.done.len() > MAX_DONE {
                self.done.pop_front();
            }
        }
    }

    /// Returns whether a move is unanswered.
    pub(crate) fn move_waits(&self) -> bool {
        self.pending.iter().any(|pending| matches!(pending.command, Command::Move { .. }))
    }
}
