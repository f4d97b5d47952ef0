//! StoredGame checks: the stored events against everything that was observed.

use std::collections::BTreeMap;

use anyhow::Context;
use saffron_live::{Command, CommandId, Event, Live, Recorded};
use saffron_rules::{Color, Reason};
use saffron_store::conditional_moves;
use saffron_store::games::{self, Game, Status};
use saffron_store::{Database, GameId};
use serde::Deserialize;

use crate::clocks;
use crate::history::{CommandKey, History, key, without_lines};
use crate::played;
use crate::tournaments;
use crate::world::{FinalView, World};

/// Maximum delay of a client at the end, in milliseconds.
const MAX_DELAY: i64 = 3000;

#[derive(Deserialize)]
struct Stored {
    command: Option<CommandId>,
    event: Event,
}

/// Game as stored at the end.
struct StoredGame {
    row: Game,
    events: Vec<Recorded>,
}

/// Runs all final checks and records violations in the history.
pub(crate) fn check(world: &World, now: u64) -> anyhow::Result<()> {
    let finals = read(world)?;
    let mut wrong = Vec::new();
    for (game, stored) in finals.iter().enumerate() {
        let mut here = Vec::new();
        match check_game(world, game, stored, now, &mut here) {
            Ok(()) => {}
            Err(error) => here.push(format!("{error:#}")),
        }
        wrong.extend(here.into_iter().map(|problem| format!("game {game} ({}): {problem}", world.games[game])));
    }
    check_commands(&world.seen(), &finals, &mut wrong);
    tournaments::check(world, &mut wrong)?;
    played::check(world, &mut wrong)?;
    if let Some(left) = &*world.left.borrow() {
        for (game, presence) in left.iter().enumerate() {
            if *presence != (false, false, 0) {
                wrong.push(format!("game {game}: everybody has left, but there are {presence:?}"));
            }
        }
    }
    let mut history = world.history();
    for stored in &finals {
        history.totals.events += stored.events.len() as u64;
        history.totals.ended += u64::from(stored.row.status != Status::Running);
    }
    for problem in wrong {
        history.violation(now, problem);
    }
    Ok(())
}

/// Reads the games from the disk, which cuts the server off.
fn read(world: &World) -> anyhow::Result<Vec<StoredGame>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(async {
        let database = world.disk.open();
        let mut finals = Vec::new();
        for &id in &world.games {
            let row = games::by_id(&database, id).await?.context("a game is gone")?;
            let mut events = recorded_events(&database, id).await?;
            for kept in conditional_moves::of(&database, id).await? {
                match events.get_mut(kept.seq as usize).map(|recorded| &mut recorded.event) {
                    Some(Event::ConditionalMovesSet { lines, .. }) => *lines = serde_json::from_str(&kept.lines)?,
                    other => anyhow::bail!("conditional moves are kept for {other:?}"),
                }
            }
            finals.push(StoredGame { row, events });
        }
        Ok(finals)
    })
}

/// Reads the events of a game.
pub(crate) async fn recorded_events(database: &impl Database, id: GameId) -> anyhow::Result<Vec<Recorded>> {
    let events = games::events(database, id).await?;
    let events = events.iter().enumerate().map(|(seq, event)| {
        let Stored { command, event: kept } = serde_json::from_slice(&event.data)?;
        Ok(Recorded { seq: u32::try_from(seq)?, at: event.at, command, digest: None, event: kept })
    });
    events.collect()
}

fn check_game(
    world: &World,
    game: usize,
    stored: &StoredGame,
    now: u64,
    wrong: &mut Vec<String>,
) -> anyhow::Result<()> {
    let events = &stored.events;
    let live = Live::replay(events.iter().cloned()).context("the stored events are no game")?;
    check_row(&stored.row, &live, events.len(), wrong);
    let history = world.seen();
    check_shown(&history, game, events, wrong);
    for view in world.final_views.borrow().iter().filter(|view| view.game == game) {
        check_view(world, view, events, wrong)?;
    }
    let server_now = world.final_views.borrow().iter().map(|view| view.view.state.now).max().unwrap_or(0);
    let viewed = world.final_views.borrow().iter().map(|view| view.at).max().unwrap_or(0);
    // While the server's time is slow, the times of events do not show when a client should have seen them.
    let is_due = |event: &Recorded| {
        if world.plan.follows_wall_clock() {
            let shown = history.shown[game].get(&event.seq);
            shown.is_some_and(|shown| shown.first + MAX_DELAY.unsigned_abs() < viewed)
        } else {
            event.at + MAX_DELAY < server_now
        }
    };
    for followed in world.final_games.borrow().iter().flatten().filter(|followed| followed.game == game) {
        let side = world.plan.side(followed.person, game);
        let known = replay_to(events, followed.next)?;
        if known.moves() != followed.moves {
            wrong.push(format!("p{} has other moves: {:?}", followed.person, followed.moves));
        }
        let missed = events[known.next_seq() as usize..].iter();
        for event in missed.filter(|one| Live::visible(&one.event, side) && is_due(one)) {
            wrong.push(format!("p{} was not shown {event:?}", followed.person));
        }
    }
    wrong.extend(clocks::check(&history, &world.plan, game, events, now));
    Ok(())
}

/// Replays the first `next` events of a game.
fn replay_to(events: &[Recorded], next: u32) -> anyhow::Result<Live> {
    let known = events
        .get(..next as usize)
        .with_context(|| format!("{next} events were shown, {} are stored", events.len()))?;
    Ok(Live::replay(known.iter().cloned())?)
}

/// Checks that the row agrees with the events.
fn check_row(row: &Game, live: &Live, count: usize, wrong: &mut Vec<String>) {
    let status = match live.outcome() {
        None => Status::Running,
        Some(outcome) if outcome == saffron_rules::Outcome::ABORTED => Status::Aborted,
        Some(_) => Status::Ended,
    };
    if row.status != status {
        wrong.push(format!("its row is {:?}, its events say {status:?}", row.status));
    }
    if status != Status::Running {
        if row.events_count as usize != count {
            wrong.push(format!("its row has {} events of {count}", row.events_count));
        }
        if row.moves != live.moves().join(" ") || row.plies != u32::from(live.ply()) {
            wrong.push(format!("its row has other moves: {}", row.moves));
        }
        if row.ended_at.is_none_or(|at| at < live.last_at()) {
            wrong.push(format!("its row ended at {:?}, its events at {}", row.ended_at, live.last_at()));
        }
    } else if !live.settings().control.is_real_time() {
        let to_move = if live.turn() == Color::White { row.white } else { row.black };
        if row.plies != u32::from(live.ply()) || row.to_move != to_move || row.deadline != live.deadline() {
            let found = (row.plies, row.to_move, row.deadline);
            let expected = (live.ply(), to_move, live.deadline());
            wrong.push(format!("its row says {found:?} instead of {expected:?}"));
        }
    }
}

/// Checks that everything shown is stored, and that everyone saw all events visible to them.
fn check_shown(history: &History, game: usize, events: &[Recorded], wrong: &mut Vec<String>) {
    for (seq, shown) in &history.shown[game] {
        match events.get(*seq as usize) {
            Some(stored) if *stored == shown.recorded => {}
            Some(stored) if replaced(events, stored) && *stored == without_lines(&shown.recorded) => {}
            Some(stored) => wrong.push(format!("shown {:?}, stored {stored:?}", shown.recorded)),
            None => wrong.push(format!("shown, but not stored: {:?}", shown.recorded)),
        }
    }
    for stretch in history.stretches.iter().filter(|stretch| stretch.game == game) {
        for seq in stretch.from..stretch.next {
            let Some(stored) = events.get(seq as usize) else {
                wrong.push(format!("p{} knows {} events", stretch.person, stretch.next));
                break;
            };
            if Live::visible(&stored.event, stretch.side) && !stretch.shown.contains(&seq) {
                wrong.push(format!("p{} has a gap: {stored:?} in {}..{}", stretch.person, stretch.from, stretch.next));
            }
        }
    }
}

/// Returns whether an event sets conditional moves that have no effect at the end.
fn replaced(events: &[Recorded], one: &Recorded) -> bool {
    let Some(side) = one.event.sets_conditional_moves_of() else { return false };
    let replaces = |later: &Recorded| {
        later.event.sets_conditional_moves_of() == Some(side) || matches!(later.event, Event::Ended { .. })
    };
    events.iter().skip(one.seq as usize + 1).any(replaces)
}

/// Checks that the server's view follows from the stored events.
fn check_view(world: &World, asked: &FinalView, events: &[Recorded], wrong: &mut Vec<String>) -> anyhow::Result<()> {
    let (view, side) = (&asked.view, asked.person.and_then(|person| world.plan.side(person, asked.game)));
    let live = replay_to(events, view.state.seq)?;
    let mut unless = |right: bool, what: &str| {
        if !right {
            wrong.push(format!("the view of {side:?} has another {what}"));
        }
    };
    unless(view.you == side, "side");
    unless(view.moves == live.moves(), "list of moves");
    unless(view.state.ply == live.ply() && view.state.turn == live.turn(), "position");
    unless(view.state.outcome == live.outcome(), "outcome");
    unless(view.state.draw_offer == live.draw_offer(), "offer of a draw");
    unless(view.state.takeback == live.takeback_proposal(), "proposal of a takeback");
    // Times in a view are those of the steady clock; events have the server's time.
    let ahead = match (live.deadline(), view.state.deadline) {
        (Some(game), Some(shown)) if world.plan.follows_wall_clock() => game - shown,
        _ => 0,
    };
    unless(view.state.deadline.map(|deadline| deadline + ahead) == live.deadline(), "deadline");
    unless(view.state.clocks == live.clocks_at(view.state.now + ahead), "clock");
    unless(live.outcome().is_none() || view.info.outcome == live.outcome(), "outcome of the row");
    let conditional = side.map(|side| live.conditional_moves(side)).unwrap_or_default();
    let last = events.iter().take(view.state.seq as usize).rev();
    let last = last.into_iter().find(|one| side.is_some() && one.event.sets_conditional_moves_of() == side);
    if live.outcome().is_some() || last.is_none_or(|last| !replaced(events, last)) {
        unless(view.conditional_moves == conditional, "list of conditional moves");
    }
    let visible: Vec<Recorded> =
        events.iter().filter(|one| Live::visible(&one.event, side)).map(without_lines).collect();
    let shown: Vec<Recorded> = asked.events.iter().map(without_lines).collect();
    unless(visible.starts_with(&shown) && shown.len() + 20 > visible.len(), "list of events");
    // Everyone is present: the simulation has waited for that.
    let is_present = |side: Color| {
        let person = world.plan.games[asked.game].players[side.index()];
        world.plan.people[person].follows.contains(&asked.game)
    };
    unless(
        view.presence.white == is_present(Color::White) && view.presence.black == is_present(Color::Black),
        "presence",
    );
    Ok(())
}

/// Returns whether an event can be the first event of a command.
fn is_of(command: &Command, event: &Event) -> bool {
    match (command, event) {
        // The flag may have fallen during the move.
        (Command::Move { .. }, Event::Ended { outcome, .. }) => outcome.reason() == Reason::TimeForfeit,
        (Command::Move { uci, .. }, Event::Moved { uci: moved, conditional: false, .. }) => uci == moved,
        (Command::OfferDraw, Event::DrawOffered { .. } | Event::Ended { .. })
        | (Command::DeclineDraw, Event::DrawDeclined { .. })
        | (Command::ProposeTakeback, Event::TakebackProposed { .. } | Event::TakenBack { .. })
        | (Command::DeclineTakeback, Event::TakebackDeclined { .. })
        | (Command::AddTime, Event::TimeAdded { .. })
        | (Command::Berserk, Event::Berserked { .. })
        | (Command::SetConditionalMoves { .. }, Event::ConditionalMovesSet { .. })
        | (
            Command::ClaimDraw | Command::Abort | Command::Resign | Command::ClaimVictory | Command::ClaimAbandonedDraw,
            Event::Ended { .. },
        ) => true,
        _ => false,
    }
}

/// Checks that each command is in the events once or not at all, according to the replies that its sender got.
fn check_commands(history: &History, finals: &[StoredGame], wrong: &mut Vec<String>) {
    let mut found: BTreeMap<CommandKey, Vec<(usize, u32)>> = BTreeMap::new();
    for (game, stored) in finals.iter().enumerate() {
        let mut turn = Color::White;
        for event in &stored.events {
            if let Some(id) = &event.command {
                found.entry(key(id)).or_default().push((game, event.seq));
                match history.commands.get(&key(id)) {
                    Some(sent) if sent.game != game => wrong.push(format!("{id:?} is in another game: {game}")),
                    Some(sent) if !is_of(&sent.command, &event.event) => {
                        wrong.push(format!("{id:?} was {:?}, but is {:?}", sent.command, event.event));
                    }
                    Some(sent) if matches!(event.event, Event::Moved { .. }) && sent.side != turn => {
                        wrong.push(format!("{id:?} is a move of the other side"));
                    }
                    Some(_) => {}
                    None => wrong.push(format!("no client sent {id:?}")),
                }
            }
            match &event.event {
                Event::Moved { .. } => turn = !turn,
                Event::TakenBack { plies: 1, .. } => turn = !turn,
                _ => {}
            }
        }
    }
    for (id, sent) in &history.commands {
        let places = found.get(id).map_or(&[][..], Vec::as_slice);
        if places.len() > 1 {
            wrong.push(format!("{id:?} was carried out {} times: {places:?}", places.len()));
        }
        match (sent.acknowledged, places.first()) {
            (Some(seq), Some(&(game, found))) if (game, found) == (sent.game, seq) => {}
            (Some(seq), found) => wrong.push(format!("{id:?} was acknowledged as {seq}, but is {found:?}: {sent:?}")),
            (None, Some(_)) if sent.refused.is_some() && sent.copies == 1 => {
                wrong.push(format!("{id:?} was refused, but carried out: {sent:?}"));
            }
            (None, _) => {}
        }
    }
}
