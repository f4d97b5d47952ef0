//! A game as a client knows it from messages.

use std::collections::VecDeque;

use saffron_live::{Command, CommandId, Event, Recorded};
use saffron_protocol::game::{GameState, GameView};
use saffron_rules::{Color, Outcome, Position, Variant};

/// A command without a final answer.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) id: CommandId,
    pub(crate) command: Command,
    /// When it was sent last, on this connection; none where it was not.
    pub(crate) sent: Option<u64>,
    /// The number of the next ping when it was sent.
    pub(crate) ping: u32,
    /// When the first ping after it was answered, at which time it had arrived.
    pub(crate) arrived: Option<u64>,
    /// Not to be sent again before.
    pub(crate) again: u64,
}

/// A followed game.
#[derive(Clone, Debug)]
pub(crate) struct Followed {
    pub(crate) game: usize,
    pub(crate) side: Option<Color>,
    /// Its stretch in the history; none before the first message.
    pub(crate) stretch: Option<usize>,
    /// The number of the next event; 0 where nothing is known.
    pub(crate) next: u32,
    pub(crate) moves: Vec<String>,
    positions: Vec<Position>,
    pub(crate) draw_offer: Option<Color>,
    pub(crate) takeback: Option<Color>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) pending: Vec<Pending>,
    /// The last commands that were acknowledged.
    pub(crate) done: VecDeque<(CommandId, Command)>,
    /// The server was asked for it on this connection.
    pub(crate) watched: bool,
    /// It has answered that.
    pub(crate) following: bool,
    /// The last move, to see that the game goes on, was asked for.
    pub(crate) last_move: Option<CommandId>,
}

/// How many acknowledged commands are kept, to be sent again without need. The server remembers 32.
const KEPT: usize = 8;

impl Followed {
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

    /// The position now; none before anything is known.
    pub(crate) fn position(&self) -> Option<&Position> {
        self.positions.last()
    }

    pub(crate) fn turn(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { Color::White } else { Color::Black }
    }

    pub(crate) fn ply(&self) -> u16 {
        u16::try_from(self.moves.len()).unwrap_or(u16::MAX)
    }

    /// Takes the whole game. What it cannot be is told.
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

    /// Takes an event that is the next one, or the next one that is to be seen.
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
            | Event::ConditionalMovesSet { .. }
            | Event::Resumed { .. } => {}
        }
        Ok(())
    }

    /// Whether the state that came with a message is the one that follows from what was shown.
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

    /// A command is answered.
    pub(crate) fn answered(&mut self, id: &CommandId, acknowledged: bool) {
        let Some(index) = self.pending.iter().position(|pending| pending.id == *id) else { return };
        let pending = self.pending.remove(index);
        if acknowledged {
            self.done.push_back((pending.id, pending.command));
            if self.done.len() > KEPT {
                self.done.pop_front();
            }
        }
    }

    /// Whether a move waits for its answer.
    pub(crate) fn move_waits(&self) -> bool {
        self.pending.iter().any(|pending| matches!(pending.command, Command::Move { .. }))
    }
}
