//! Commands of players, and what the server decides: made events, stored, and told when they are durable.

use std::sync::Arc;

use saffron_live::{Command, CommandDigest, CommandId, Context, Event, Live, Millis, Recorded, RoundTrip};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::socket::ServerMessage;
use saffron_store::{AccountId, GameId, LogEntry, Statement, games as stored_games};
use tokio::sync::oneshot;

use crate::games::live_game::{LiveGame, LiveGameState};
use crate::games::notices::{GameNotice, to_players, to_tournament, tournament_of};
use crate::games::outbox::frame;
use crate::games::rows::change_of;
use crate::games::stored::stored;
use crate::games::{Decided, Games, ReplyTo, conditional};

impl Games {
    /// Carries out a command of a player. The answer comes when its events are durable.
    pub fn command(
        self: &Arc<Self>,
        live_game: &Arc<LiveGame>,
        account: AccountId,
        id: CommandId,
        command: &Command,
        round_trip: RoundTrip,
        reply_to: ReplyTo,
    ) {
        let mut state = live_game.lock();
        let Some(side) = state.side_of(Some(account)) else {
            drop(state);
            return refuse(live_game.id, Some(&id), ErrorCode::Forbidden, reply_to);
        };
        if !id.is_valid() {
            drop(state);
            return refuse(live_game.id, Some(&id), ErrorCode::InvalidField { field: "id".to_owned() }, reply_to);
        }
        if live_game.has_failed() {
            drop(state);
            return refuse(live_game.id, Some(&id), ErrorCode::Busy, reply_to);
        }
        match state.live.executed(side, &id, command) {
            Ok(None) => {}
            Ok(Some(seq)) => return self.acknowledge_again(live_game, id, seq, reply_to),
            Err(refusal) => {
                drop(state);
                return refuse(live_game.id, Some(&id), ErrorCode::Refused(refusal), reply_to);
            }
        }
        let now = state.time(&self.clock);
        let round_trip = round_trip.delayed(state.shown_after);
        let context = Context { round_trip, opponent: state.seat(!side).presence() };
        match state.live.decide(side, command, context, now) {
            Ok(events) => self.carry_out(live_game, &mut state, events, now, Some((id, command.digest())), reply_to),
            Err(refusal) => {
                // The time may have ended the game without its having been said.
                let ended = state.live.tick(now);
                if !ended.is_empty() {
                    self.carry_out(live_game, &mut state, ended, now, None, ReplyTo::NoOne);
                }
                drop(state);
                refuse(live_game.id, Some(&id), ErrorCode::Refused(refusal), reply_to);
            }
        }
    }

    /// Answers a command that was carried out before, once everything before the answer is durable.
    pub(crate) fn acknowledge_again(&self, live_game: &Arc<LiveGame>, id: CommandId, seq: u32, reply_to: ReplyTo) {
        let live_game = Arc::clone(live_game);
        self.database.append(
            Vec::new(),
            Vec::new(),
            Box::new(move |result| {
                // The commit that it stands for may have failed before this one.
                if result.is_ok() && !live_game.has_failed() {
                    acknowledge(live_game.id, Some(id), seq, reply_to, false);
                } else {
                    refuse(live_game.id, Some(&id), ErrorCode::Internal, reply_to);
                }
            }),
        );
    }

    /// Commits events that the server decided on, with the statements `also` in the same transaction. The returned value
    /// resolves when they are durable.
    pub fn by_server(
        self: &Arc<Self>,
        live_game: &Arc<LiveGame>,
        also: Vec<Statement>,
        decide: impl FnOnce(&Live, Millis) -> Vec<Event>,
    ) -> Decided {
        let mut state = live_game.lock();
        let now = state.time(&self.clock);
        let events = decide(&state.live, now);
        if events.is_empty() {
            return Decided::Nothing;
        }
        if live_game.has_failed() {
            return Decided::Failed;
        }
        let (answer, answered) = oneshot::channel();
        self.carry_out_with(live_game, &mut state, events, also, now, None, ReplyTo::Request(answer));
        Decided::Something(answered)
    }

    /// Records events, and shows them when they are durable.
    pub(crate) fn carry_out(
        self: &Arc<Self>,
        live_game: &Arc<LiveGame>,
        state: &mut LiveGameState,
        events: Vec<Event>,
        now: Millis,
        command: Option<(CommandId, CommandDigest)>,
        reply_to: ReplyTo,
    ) {
        self.carry_out_with(live_game, state, events, Vec::new(), now, command, reply_to);
    }

    #[allow(clippy::too_many_arguments, reason = "the game, its events, and the recipient of the result")]
    pub(crate) fn carry_out_with(
        self: &Arc<Self>,
        live_game: &Arc<LiveGame>,
        state: &mut LiveGameState,
        events: Vec<Event>,
        mut also: Vec<Statement>,
        now: Millis,
        command: Option<(CommandId, CommandDigest)>,
        reply_to: ReplyTo,
    ) {
        let id = live_game.id;
        live_game.is_used(&self.clock);
        let recorded = state.live.record(events, now, command.clone());
        let command = command.map(|(id, _)| id);
        let recorded = match recorded {
            Ok(recorded) => recorded,
            Err(error) => {
                tracing::error!(game = %id, %error, "events do not fit their game");
                return refuse(id, command.as_ref(), ErrorCode::Internal, reply_to);
            }
        };
        let Some(first) = recorded.first().map(|first| first.seq) else {
            // A command that changes nothing, such as the same conditional moves again.
            return acknowledge(id, command, state.live.next_seq(), reply_to, false);
        };
        let entries = self.entries(id, state, &recorded);
        let change = change_of(id, state, &recorded, now, self.clock.now());
        if matches!(change, stored_games::Change::Ended { .. } | stored_games::Change::Continued { turn: Some(_), .. })
        {
            also.extend(to_players(id, &state.info, self.clock.now()));
        }
        if matches!(change, stored_games::Change::Ended { .. }) {
            also.extend(to_tournament(&state.info, self.clock.now()));
        }
        match stored_games::change(&change) {
            Ok(statements) => also.extend(statements),
            Err(error) => tracing::error!(game = %id, %error, "the end of a game cannot be written"),
        }
        let ended = state.live.outcome().is_some();
        let moves = recorded.iter().filter(|one| matches!(one.event, Event::Moved { .. })).count();
        let publication = state.publication(id, &recorded, now);
        self.set_timer(id, state);
        let (games, live_game) = (Arc::clone(self), Arc::clone(live_game));
        self.database.append(
            entries,
            also,
            Box::new(move |result| match result {
                Ok(()) => {
                    games.metrics.moves.inc_by(moves as u64);
                    let mut state = live_game.lock();
                    // After a failure the events before these were not shown: the watchers are asked to come back.
                    if !live_game.has_failed() {
                        let now = state.time(&games.clock);
                        state.publish(id, &publication, now);
                    }
                    let watched = !live_game.has_failed()
                        && matches!(&reply_to, ReplyTo::Connection(outbox) if state.is_watched_by(outbox.id()));
                    if ended {
                        state.info.outcome = state.live.outcome();
                        state.info.ended_at = Some(state.live.last_at());
                    } else {
                        state.tell_absence(id);
                    }
                    let notice = notice_of(id, &state, ended);
                    drop(state);
                    acknowledge(id, command, first, reply_to, watched);
                    if let Some(notice) = notice {
                        games.notices.send(notice);
                    }
                    if ended {
                        games.metrics.games_ended.inc();
                        games.forget_idle(&live_game);
                    }
                }
                Err(error) => {
                    tracing::error!(game = %id, %error, "events could not be stored");
                    live_game.note_failure();
                    // A store that is overloaded or closed answers at once, while the game is locked.
                    let runtime = games.runtime.clone();
                    drop(runtime.spawn(async move { games.fail(&live_game) }));
                    refuse(id, command.as_ref(), ErrorCode::Internal, reply_to);
                }
            }),
        );
    }

    /// The entries of the log for events, which become part of the state's list.
    pub(crate) fn entries(&self, id: GameId, state: &mut LiveGameState, recorded: &[Recorded]) -> Vec<LogEntry> {
        recorded
            .iter()
            .map(|one| {
                state.events.push(saffron_store::Event { at: one.at, data: stored(one) });
                LogEntry { game: id, seq: one.seq, at: one.at, epoch: self.epoch, data: conditional::logged(one) }
            })
            .collect()
    }
}

/// Says that a command is durable. A connection that watches the game has learned it from the events.
fn acknowledge(game: GameId, id: Option<CommandId>, seq: u32, reply_to: ReplyTo, watched: bool) {
    match reply_to {
        ReplyTo::Connection(outbox) if !watched => {
            if let Some(id) = id {
                outbox.send(frame(&ServerMessage::Ack { game: game.to_string(), id, seq }));
            }
        }
        ReplyTo::Connection(_) | ReplyTo::NoOne => {}
        ReplyTo::Request(answer) => {
            // The request may have gone.
            let _ = answer.send(Ok(seq));
        }
    }
}

fn refuse(game: GameId, id: Option<&CommandId>, error: ErrorCode, reply_to: ReplyTo) {
    match reply_to {
        ReplyTo::Connection(outbox) => {
            if let Some(id) = id {
                outbox.send(frame(&ServerMessage::Refused { game: game.to_string(), id: id.clone(), error }));
            }
        }
        ReplyTo::NoOne => {}
        ReplyTo::Request(answer) => {
            let _ = answer.send(Err(error));
        }
    }
}

/// Notice of durable events, if the rest of the server needs one.
fn notice_of(id: GameId, state: &LiveGameState, ended: bool) -> Option<GameNotice> {
    use saffron_protocol::game::PlayerKind::Computer;
    if ended {
        return Some(GameNotice::Ended { game: id, is_awaited: tournament_of(&state.info).is_some() });
    }
    let info = &state.info;
    let watched = !info.control.is_real_time() || [info.white.kind, info.black.kind].contains(&Computer);
    watched.then_some(GameNotice::Turn(id))
}
