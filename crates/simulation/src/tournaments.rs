//! Organisers and readers of tournaments, and what must be true of what they saw.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use anyhow::Context;
use axum::body::Bytes;
use axum::http::StatusCode;
use saffron_protocol::error::{ErrorBody, ErrorCode};
use saffron_protocol::tournaments::Tournament;
use saffron_rules::Variant;
use saffron_store::tournaments::{self, TournamentEvent, TournamentKind};
use saffron_store::{AccountId, Database, TournamentId};
use saffron_tournament::Bye;
use saffron_tournament::state::{Board, Command, Entrant, Event, GameResult, PairedRound, Settings, State};
use serde_json::json;

use crate::http;
use crate::plan::TournamentPlan;
use crate::random::Random;
use crate::world::{Phase, START_TIME, World};

/// Purpose of the random numbers of organisers and readers.
const BEHAVIOUR: u64 = 1_000_000;

/// Tournament as its only organiser knows it. It survives crashes of the organiser's client.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) id: TournamentId,
    /// Events of all commands that were answered.
    events: Vec<Event>,
    state: State,
    /// Command without an answer, and the number of times it was sent.
    pending: Option<(Command, u32)>,
    /// Rounds and their games as readers saw them, by versions.
    seen: BTreeMap<u32, (Vec<PairedRound>, Vec<Vec<u32>>)>,
}

impl Known {
    /// Returns whether every command has an answer.
    pub(crate) fn is_settled(&self) -> bool {
        self.pending.is_none()
    }

    fn version(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// Events of the command without an answer.
    fn expected(&self) -> Vec<Event> {
        let command = self.pending.as_ref().map(|(command, _)| command);
        command.and_then(|command| self.state.decide(command).ok()).unwrap_or_default()
    }

    /// Takes the events of the pending command as carried out.
    fn carried_out(&mut self) {
        for event in self.expected() {
            // What was decided for a state fits it.
            let _ = self.state.apply(&event);
            self.events.push(event);
        }
        self.pending = None;
    }
}

/// Creates a tournament in the store.
pub(crate) async fn create(
    database: &impl Database,
    epoch: i64,
    plan: &TournamentPlan,
    id: TournamentId,
    organiser: AccountId,
) -> anyhow::Result<Known> {
    // Results in quarters are among those that are entered.
    let with_quarters = Variant::all().iter().find(|variant| variant.stalemate_quarters() != 2);
    let variant = with_quarters.context("no variant has results in quarters")?.id();
    let settings = Settings {
        name: "Cup".to_owned(),
        variant: variant.to_owned(),
        system: plan.system,
        tie_breaks: vec!["BH-C1".parse()?, "SB".parse()?],
        bye: saffron_tournament::Points::ONE,
        quarters: true,
        place: String::new(),
        dates: String::new(),
        time_control: String::new(),
        arbiter: String::new(),
    };
    let events = State::create(settings)?;
    let state = State::replay(&events)?;
    let row = tournaments::Tournament {
        id,
        kind: TournamentKind::Board,
        organiser,
        name: "Cup".to_owned(),
        created_at: START_TIME,
        updated_at: START_TIME,
        over: false,
        // The service writes it again with each command.
        summary: json!({
            "variant": variant, "system": plan.system, "place": "", "dates": "", "players": 0, "rounds": 0, "paired": 0,
        })
        .to_string(),
        version: 1,
        team: None,
        series: None,
    };
    let stored =
        TournamentEvent { seq: 0, at: START_TIME, author: organiser, data: serde_json::to_string(&events[0])? };
    let mut statements = vec![tournaments::insert(&row, epoch)];
    statements.extend(tournaments::append(&row, 0, &[stored], epoch));
    database.transact(statements).await?;
    Ok(Known { id, events, state, pending: None, seen: BTreeMap::new() })
}

/// Random numbers of a life of a client.
fn random(world: &World, person: usize) -> Random {
    let life = {
        let mut lives = world.lives.borrow_mut();
        lives[person] += 1;
        lives[person]
    };
    Random::new(world.plan.seed, BEHAVIOUR + u64::try_from(person).unwrap_or(0) * 1000 + life)
}

/// Runs a tournament: sends one command after another, each until it has an answer.
pub(crate) async fn organise(world: Rc<World>, tournament: usize) -> turmoil::Result {
    let person = world.plan.tournaments[tournament].organiser;
    let mut random = random(&world, person);
    let (least, most) = world.plan.people[person].pause;
    let who = format!("o{tournament}");
    loop {
        tokio::time::sleep(Duration::from_millis(random.range(least..most))).await;
        let playing = world.phase.get() == Phase::Play;
        let (id, command, version) = {
            let mut all = world.tournaments.borrow_mut();
            let known = &mut all[tournament];
            if known.pending.is_none() {
                if !playing {
                    continue;
                }
                known.pending = Some((command(&mut random, &known.state), 0));
                world.history().totals.commands += 1;
            }
            let Some((command, copies)) = &mut known.pending else { continue };
            *copies += 1;
            world.history().totals.copies += 1;
            let command = command.clone();
            // Results and games hold for any version, so that two windows can enter them.
            let holds = matches!(command, Command::SetResult { .. } | Command::SetGame { .. });
            let version = (!holds).then(|| known.version());
            (known.id, command, version)
        };
        world.note(&who, &format!("{command:?}"));
        let path = format!("/api/tournaments/{id}/commands");
        let body = json!({ "version": version, "command": command });
        match http::ask("POST", &path, Some(&world.accounts[person].token), Some(&body)).await {
            Ok(answer) => answered(&world, &who, tournament, &answer),
            Err(error) => world.note(&who, &format!("no answer: {error}")),
        }
    }
}

/// Takes an answer to the pending command.
fn answered(world: &World, who: &str, tournament: usize, (status, body): &(StatusCode, Bytes)) {
    let mut all = world.tournaments.borrow_mut();
    let known = &mut all[tournament];
    let Some((command, copies)) = known.pending.clone() else { return };
    if status.is_success() {
        let Ok(shown) = serde_json::from_slice::<Tournament>(body) else {
            return world.violation(format!("{command:?} has an answer that cannot be read"));
        };
        known.carried_out();
        world.history().totals.acknowledged += 1;
        world.note(who, &format!("version {}", shown.version));
        let is_same = shown.rounds == known.state.rounds() && shown.games == games(&known.state);
        if shown.version != known.version() || !is_same {
            world.violation(format!("{command:?}: version {} instead of {}", shown.version, known.version()));
        }
        return;
    }
    let Ok(ErrorBody { error }) = serde_json::from_slice(body) else {
        return world.violation(format!("{command:?}: {status} without a code"));
    };
    world.note(who, &format!("{error:?}"));
    match error {
        ErrorCode::Busy | ErrorCode::ShuttingDown | ErrorCode::Internal | ErrorCode::RateLimited { .. } => {}
        // Someone was faster: this command itself, when it was sent before.
        ErrorCode::Changed if copies > 1 => {
            if known.expected().is_empty() {
                world.violation(format!("{command:?} changes nothing, but the version is another one"));
            }
            known.carried_out();
        }
        ErrorCode::TournamentRefused(refusal) => {
            if known.state.decide(&command) == Err(refusal.clone()) {
                known.pending = None;
                world.history().totals.refused += 1;
            } else {
                world.violation(format!("{command:?}: {refusal}"));
            }
        }
        other => world.violation(format!("{command:?}: {other:?}")),
    }
}

/// A command that fits the state more often than not.
fn command(random: &mut Random, state: &State) -> Command {
    let number = |index: usize| u32::try_from(index).unwrap_or(0);
    let players = number(state.players().len());
    let any = |random: &mut Random| number(random.below(players as usize));
    let round = |random: &mut Random| u8::try_from(1 + random.below(state.planned_rounds() + 1)).unwrap_or(1);
    let entrant =
        |number: u32, rating: u16| Entrant { name: format!("P{number}"), rating: Some(rating), ..Entrant::default() };
    if players == 0 {
        let new = |number: u32| entrant(number, 1900 - 10 * u16::try_from(number).unwrap_or(0));
        return Command::Enter { entrants: (0..number(9 + random.below(8))).map(new).collect() };
    }
    let open: Vec<(u8, u32, u32)> = (1..)
        .zip(state.rounds())
        .flat_map(|(round, pairs)| pairs.boards.iter().map(move |board| (round, board)))
        .filter(|(_, board)| board.result.is_none())
        .map(|(round, board)| (round, board.white, board.black))
        .collect();
    let result = |random: &mut Random| Some(*random.pick(&GameResult::all().collect::<Vec<_>>()));
    let kind = random.below(40);
    if state.is_over() && kind < 30 {
        return Command::Reopen;
    }
    match kind {
        0 => Command::Unpair,
        1 => Command::Enter { entrants: vec![entrant(players, 1500)] },
        2 => Command::Withdraw { player: any(random) },
        3 => Command::Return { player: any(random) },
        4 => Command::RequestBye { player: any(random), round: round(random), bye: Some(Bye::Half) },
        5 => Command::Forbid { players: (any(random), any(random)), forbidden: random.chance(500) },
        6 => Command::Correct {
            player: any(random),
            round: round(random),
            points: saffron_tournament::Points::from_quarters(-2),
            reason: "late".to_owned(),
        },
        7 => Command::ChangeEntrant { player: any(random), entrant: entrant(1000 + players, 1600) },
        8 => Command::Finish,
        9 => correction(random, state),
        10 | 11 => game(random, state),
        _ if state.is_over() => game(random, state),
        _ => match open.first() {
            Some(&(round, white, black)) => Command::SetResult { round, white, black, result: result(random) },
            None if state.rounds().len() < state.planned_rounds() => Command::Pair,
            None => correction(random, state),
        },
    }
}

/// Boards, numbered from 1, whose games are known, by rounds.
fn games(state: &State) -> Vec<Vec<u32>> {
    let boards = |round| state.games(round).map(|(at, ..)| u32::try_from(at + 1).unwrap_or(0)).collect();
    (0..state.rounds().len()).map(boards).collect()
}

/// Game of any board, of random moves in the form in which the server keeps them, or its removal.
fn game(random: &mut Random, state: &State) -> Command {
    let round = random.below(state.rounds().len());
    let boards = state.rounds().get(round).map_or(&[][..], |pairs| &pairs.boards);
    let variant = Variant::by_id(&state.settings().variant);
    let (Some(_), Some(variant)) = (boards.first(), variant) else { return Command::Pair };
    let &Board { white, black, .. } = random.pick(boards);
    let mut position = variant.start();
    let mut moves = Vec::new();
    for _ in 0..random.below(12) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = *random.pick(&legal);
        moves.push(position.san(mv));
        position.play_unchecked(mv);
    }
    let moves = (!moves.is_empty()).then(|| moves.join(" "));
    Command::SetGame { round: u8::try_from(round + 1).unwrap_or(1), white, black, moves }
}

/// Correction of a result in any round.
fn correction(random: &mut Random, state: &State) -> Command {
    let round = random.below(state.rounds().len());
    match state.rounds().get(round).and_then(|pairs| pairs.boards.first()) {
        Some(board) => {
            let result = Some(*random.pick(&GameResult::all().collect::<Vec<_>>()));
            let round = u8::try_from(round + 1).unwrap_or(1);
            Command::SetResult { round, white: board.white, black: board.black, result }
        }
        None => Command::Pair,
    }
}

/// Reads tournaments, and records what it sees.
pub(crate) async fn read(world: Rc<World>, person: usize) -> turmoil::Result {
    let mut random = random(&world, person);
    let (least, most) = world.plan.people[person].pause;
    loop {
        tokio::time::sleep(Duration::from_millis(random.range(least..most))).await;
        let tournament = random.below(world.plan.tournaments.len());
        let id = world.tournaments.borrow()[tournament].id;
        let Ok((status, body)) = http::ask("GET", &format!("/api/tournaments/{id}"), None, None).await else {
            continue;
        };
        if !status.is_success() {
            continue;
        }
        let Ok(shown) = serde_json::from_slice::<Tournament>(&body) else {
            world.violation("a tournament cannot be read");
            continue;
        };
        world.note("reader", &format!("t{tournament} version {}", shown.version));
        let mut all = world.tournaments.borrow_mut();
        let seen = &mut all[tournament].seen;
        let last = seen.last_key_value().map_or(0, |(version, _)| *version);
        if shown.version < last {
            world.violation(format!("tournament {tournament} went back from version {last} to {}", shown.version));
        }
        seen.insert(shown.version, (shown.rounds, shown.games));
    }
}

/// Checks the stored tournaments, and records violations and the number of events.
pub(crate) fn check(world: &World, wrong: &mut Vec<String>) -> anyhow::Result<()> {
    let ids: Vec<TournamentId> = world.tournaments.borrow().iter().map(|known| known.id).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let stored = runtime.block_on(async {
        let database = world.disk.open();
        let mut stored = Vec::new();
        for id in ids {
            let row = tournaments::find(&database, id).await?.context("a tournament is gone")?;
            stored.push((row, tournaments::events(&database, id, 0).await?));
        }
        anyhow::Ok(stored)
    })?;
    for ((at, known), (row, events)) in world.tournaments.borrow().iter().enumerate().zip(&stored) {
        world.history().totals.events += events.len() as u64;
        wrong.extend(compare(known, row, events)?.into_iter().map(|problem| format!("tournament {at}: {problem}")));
    }
    Ok(())
}

/// Compares the stored events with what was acknowledged and shown.
fn compare(known: &Known, row: &tournaments::Tournament, stored: &[TournamentEvent]) -> anyhow::Result<Vec<String>> {
    let mut wrong = Vec::new();
    let in_order = stored.iter().enumerate().all(|(at, event)| event.seq as usize == at);
    if !in_order || row.version as usize != stored.len() {
        wrong.push(format!("version {} has {} events", row.version, stored.len()));
    }
    let events: Vec<Event> = stored.iter().map(|event| serde_json::from_str(&event.data)).collect::<Result<_, _>>()?;
    if events != known.events {
        let at = events.iter().zip(&known.events).take_while(|(a, b)| a == b).count();
        wrong.push(format!("{} events are stored, {} known; they differ at {at}", events.len(), known.events.len()));
    }
    for (version, seen) in &known.seen {
        let then = events.get(..*version as usize).and_then(|events| State::replay(events).ok());
        if then.is_none_or(|state| state.rounds() != seen.0 || games(&state) != seen.1) {
            wrong.push(format!("version {version} was shown otherwise"));
        }
    }
    Ok(wrong)
}
