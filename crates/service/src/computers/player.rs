//! A computer's turn in a game: what to do, the search, and the command.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use saffron_engine::{Engine, Level, Root};
use saffron_live::{Command, CommandId, Millis, Refusal, RoundTrip};
use saffron_protocol::error::ErrorCode;
use saffron_protocol::game::PlayerKind;
use saffron_rules::{Color, Move};
use saffron_store::{AccountId, GameId};
use tokio::sync::oneshot;

use crate::app::App;
use crate::computers::search::{ChosenMove, MoveRequest, search};
use crate::games::ReplyTo;
use crate::games::live_game::LiveGameState;
use crate::parts::thinking::TimeLeft;

/// Both sides are computers, as in a game for show: the last moves are played no faster than the others.
const COMPUTERS_BOTH: [bool; 2] = [true, true];

fn is_computer(state: &LiveGameState, side: Color) -> bool {
    let player = if side == Color::White { &state.info.white } else { &state.info.black };
    player.kind == PlayerKind::Computer
}

fn level(state: &LiveGameState, side: Color) -> u8 {
    let player = if side == Color::White { &state.info.white } else { &state.info.black };
    player.level.unwrap_or(1)
}

/// Opponent who waits for a computer, and the time by which the computer should act; `None` if it has nothing to do.
pub(crate) fn waiting_opponent(state: &LiveGameState, now: Millis) -> Option<(AccountId, Millis)> {
    if state.live.outcome().is_some() {
        return None;
    }
    let side = Color::ALL.into_iter().find(|side| is_computer(state, *side) && next_action(state, *side).is_some())?;
    let opponent = state.players[(!side).index()]?;
    let patience = time_left(state, side, now).patience();
    // The first move has its own time limit.
    let until_end = state.live.deadline().map_or(Millis::MAX, |deadline| deadline.saturating_sub(now) / 2);
    Some((opponent, now.saturating_add(patience.min(until_end).max(0))))
}

fn time_left(state: &LiveGameState, side: Color, now: Millis) -> TimeLeft {
    let left = state.live.clocks_at(now).map(|clocks| clocks.of(side));
    TimeLeft::new(state.info.control, left)
}

/// Next action of a computer in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Action {
    /// Answer to a takeback proposal.
    Answer(Command),
    /// A move.
    Move,
    /// Answer to a draw offer while it is the opponent's turn.
    Draw,
}

fn next_action(state: &LiveGameState, side: Color) -> Option<Action> {
    if state.live.takeback_proposal() == Some(!side) {
        // Takebacks are not accepted in rated games.
        let answer = if state.info.rated { Command::DeclineTakeback } else { Command::ProposeTakeback };
        return Some(Action::Answer(answer));
    }
    if state.live.turn() == side {
        return Some(Action::Move);
    }
    (state.live.draw_offer() == Some(!side)).then_some(Action::Draw)
}

/// Turn that a search is for. Its move is played in no other position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    side: Color,
    ply: u16,
    position: u64,
}

/// Turn of a computer, with the search to run.
struct Task {
    turn: Turn,
    request: MoveRequest,
    pace: Duration,
}

/// Does what a computer has to do in a game, with an engine that is created when it is needed. A separate task plays
/// the move after its thinking time, and then returns the game to the queue.
pub(crate) async fn play(app: &Arc<App>, game: GameId, engine: &mut Option<Engine>, hurry: bool) {
    let began = tokio::time::Instant::now();
    match task(app, game, hurry).await {
        None => give_back(app, game),
        Some(task) => {
            let Task { turn, request, pace } = task;
            let found = run_search(app, engine, request).await;
            let app = Arc::clone(app);
            tokio::spawn(async move {
                if !hurry {
                    tokio::time::sleep_until(began + pace).await;
                }
                if let Some(found) = found {
                    carry_out_move(&app, game, turn, found).await;
                }
                give_back(&app, game);
            });
        }
    }
}

/// Marks a game as no longer in work, and queues it again if there is more to do.
fn give_back(app: &App, game: GameId) {
    if app.computers.queue().give_back(game) {
        enqueue(app, game);
    }
}

/// Queues a game if a computer has something to do in it.
pub(crate) fn enqueue(app: &App, game: GameId) {
    let Some(live_game) = app.games.get(game).filter(|live_game| !live_game.has_failed()) else { return };
    let waits = {
        let state = live_game.lock();
        waiting_opponent(&state, state.time(&app.clock))
            .map(|(opponent, urgent_at)| (opponent, state.steady(urgent_at)))
    };
    if let Some((opponent, urgent_at)) = waits {
        app.computers.add(game, opponent, urgent_at);
    }
}

/// Handles what needs no search. Returns the search to run, if any.
async fn task(app: &Arc<App>, game: GameId, hurry: bool) -> Option<Task> {
    let live_game = app.games.get(game)?;
    let answered = {
        let state = live_game.lock();
        if state.live.outcome().is_some() {
            return None;
        }
        let (side, action) = Color::ALL
            .into_iter()
            .filter(|side| is_computer(&state, *side))
            .find_map(|side| next_action(&state, side).map(|action| (side, action)))?;
        match action {
            Action::Move => return Some(task_of(app, game, &state, side, hurry)),
            Action::Answer(command) => (side, command),
            Action::Draw => {
                let accepts = app.computers.with_mind(game, |mind| mind.accepts_draw(state.live.ply()));
                (side, if accepts { Command::OfferDraw } else { Command::DeclineDraw })
            }
        }
    };
    let (side, command) = answered;
    command_of(app, game, side, command).await;
    None
}

fn task_of(app: &App, game: GameId, state: &LiveGameState, side: Color, hurry: bool) -> Task {
    let time = time_left(state, side, state.time(&app.clock));
    let for_show = Color::ALL.map(|side| is_computer(state, side)) == COMPUTERS_BOTH;
    let turn = Turn { side, ply: state.live.ply(), position: state.live.position().hash() };
    let request = MoveRequest {
        root: Root::from(&state.live.game()),
        level: Level::by_number(u32::from(level(state, side))),
        seed: seed(game),
        book_choice: app.random.fraction(),
        time: time.search(hurry),
        hurry,
    };
    Task { turn, request, pace: time.pace(for_show, app.random.fraction()) }
}

/// Seed of all decisions in a game: FNV-1a of its id.
fn seed(game: GameId) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    game.as_str().as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Runs a search on a blocking thread; `None` if the server stops or there is no move.
async fn run_search(app: &App, engine: &mut Option<Engine>, request: MoveRequest) -> Option<ChosenMove> {
    let mut lent = engine.take();
    let stopping = app.stopping.clone();
    app.metrics.computer_searches_begun.inc();
    app.metrics.computer_searches.inc();
    let searched = tokio::task::spawn_blocking(move || {
        let variant = request.root.position.variant().id();
        match catch_unwind(AssertUnwindSafe(|| search(&mut lent, &request, &stopping))) {
            Ok(Ok(found)) => (lent, found),
            Ok(Err(error)) => {
                tracing::error!(%error, "no memory for an engine");
                (None, fallback(&request))
            }
            Err(_) => {
                // The engine may be in an inconsistent state, so it is dropped.
                tracing::error!(variant, fen = request.root.position.to_fen(), "a search has panicked");
                (None, fallback(&request))
            }
        }
    });
    let searched = searched.await;
    app.metrics.computer_searches.dec();
    let Ok((lent, found)) = searched else { return None };
    *engine = lent;
    found
}

/// Any legal move, so that a failed search does not lose the game.
fn fallback(request: &MoveRequest) -> Option<ChosenMove> {
    let mv: Option<Move> = request.root.position.legal_moves().first().copied();
    mv.map(|mv| ChosenMove { mv, score: None })
}

/// Plays the move that was found, or resigns, claims or agrees to a draw instead. Does nothing if the position has
/// changed meanwhile.
async fn carry_out_move(app: &Arc<App>, game: GameId, turn: Turn, found: ChosenMove) {
    let Some(live_game) = app.games.get(game) else { return };
    let command = {
        let state = live_game.lock();
        let live = &state.live;
        let now = Turn { side: live.turn(), ply: live.ply(), position: live.position().hash() };
        if live.outcome().is_some() || now != turn {
            return;
        }
        let proposed = match next_action(&state, turn.side) {
            Some(Action::Answer(command)) => Some(command),
            _ => None,
        };
        let level = u32::from(level(&state, turn.side));
        let (resigns, accepts, claims) = app.computers.with_mind(game, |mind| {
            if let Some(score) = found.score {
                mind.saw(score);
            }
            (mind.resigns(level), mind.accepts_draw(turn.ply), mind.claims_draw())
        });
        if let Some(command) = proposed {
            command
        } else if resigns && !live.can_abort() {
            Command::Resign
        } else if accepts && live.draw_offer() == Some(!turn.side) {
            Command::OfferDraw
        } else if claims && !live.claims().is_empty() {
            Command::ClaimDraw
        } else {
            Command::Move { uci: live.position().uci(found.mv), ply: turn.ply, thought: None }
        }
    };
    command_of(app, game, turn.side, command).await;
}

/// Carries out a command of a computer, and waits until it is durable.
async fn command_of(app: &Arc<App>, game: GameId, side: Color, command: Command) {
    let Some(live_game) = app.games.get(game) else { return };
    let (account, n) = {
        let state = live_game.lock();
        let Some(account) = state.players[side.index()] else { return };
        (account, state.live.next_seq())
    };
    let id = CommandId { client: "computer".to_owned(), n };
    let (sender, answered) = oneshot::channel();
    app.games.command(&live_game, account, id, &command, RoundTrip::default(), ReplyTo::Request(sender));
    match answered.await {
        Ok(Ok(_)) | Err(_) => {}
        // The opponent was faster.
        Ok(Err(ErrorCode::Refused(
            Refusal::GameOver(_) | Refusal::NotYourTurn | Refusal::WrongPly { .. } | Refusal::NothingOffered,
        ))) => {}
        Ok(Err(error)) => tracing::error!(%game, ?command, %error, "a computer's command was refused"),
    }
}
