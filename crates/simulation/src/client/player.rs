//! Actions of people: moves and all other messages, sensible or not.

use saffron_live::{Command, CommandId, TimeControl};
use saffron_protocol::error::ErrorBody;
use saffron_protocol::game::{CommandAnswer, GameView};
use saffron_protocol::socket::ClientMessage;
use saffron_rules::{Color, Position};

use crate::client::followed::PendingCommand;
use crate::client::session::Session;
use crate::http;
use crate::random::Random;
use crate::world::{Phase, now};

/// Maximum number of unanswered commands in a game.
const MAX_PENDING: usize = 4;

impl Session<'_> {
    /// Performs one action.
    pub(crate) async fn act(&mut self) -> anyhow::Result<()> {
        self.resend_late().await?;
        match self.client.world.phase.get() {
            Phase::Play => self.play().await,
            Phase::Settle => self.watch_again().await,
            Phase::Last => {
                self.watch_again().await?;
                self.move_once_more().await
            }
            Phase::Leave => {
                self.send(&ClientMessage::Leave).await?;
                self.leaving = true;
                Ok(())
            }
        }
    }

    /// Follows again the games that are not being followed.
    async fn watch_again(&mut self) -> anyhow::Result<()> {
        self.slow_until = 0;
        for index in 0..self.client.games.len() {
            if !self.client.games[index].watched {
                self.watch(index).await?;
            }
        }
        Ok(())
    }

    async fn play(&mut self) -> anyhow::Result<()> {
        if self.client.games.is_empty() {
            return Ok(());
        }
        let index = self.client.random.below(self.client.games.len());
        if self.client.random.chance(40) {
            return self.behave(index).await;
        }
        if !self.client.games[index].watched && self.client.random.chance(300) {
            return self.watch(index).await;
        }
        let game = &self.client.games[index];
        let Some(side) = game.side else { return Ok(()) };
        if game.outcome.is_some() && !self.client.random.chance(20) || game.pending.len() >= MAX_PENDING {
            return Ok(());
        }
        if self.client.random.chance(60) {
            return self.repeat(index).await;
        }
        let Some(command) = self.choose(index, side) else { return Ok(()) };
        self.new_command(index, command).await.map(drop)
    }

    /// Assigns an id to a command and sends it, sometimes twice or over HTTP.
    async fn new_command(&mut self, index: usize, command: Command) -> anyhow::Result<CommandId> {
        let id = CommandId { client: self.client.id.clone(), n: self.client.next_command };
        self.client.next_command += 1;
        let pending =
            PendingCommand { id: id.clone(), command: command.clone(), sent: None, ping: 0, arrived: None, again: 0 };
        self.client.games[index].pending.push(pending);
        if self.client.random.chance(30) {
            self.send_by_request(index, &id, &command).await?;
            return Ok(id);
        }
        self.send_pending(index, &id).await?;
        if self.client.random.chance(50) {
            self.send_copy(index, id.clone(), command).await?;
        }
        Ok(id)
    }

    /// Sends an acknowledged command again, without need.
    async fn repeat(&mut self, index: usize) -> anyhow::Result<()> {
        let done = &self.client.games[index].done;
        if done.is_empty() {
            return Ok(());
        }
        let (id, command) = done[self.client.random.below(done.len())].clone();
        self.send_copy(index, id, command).await
    }

    async fn send_by_request(&mut self, index: usize, id: &CommandId, command: &Command) -> anyhow::Result<()> {
        let game = &self.client.games[index];
        let world = std::rc::Rc::clone(&self.client.world);
        let Some(side) = game.side else { return Ok(()) };
        world.history().sent(now(), id, game.game, side, command);
        world.note(&self.client.name, &format!("POST {id:?} {command:?}"));
        let game = world.games[game.game].to_string();
        let path = format!("/api/games/{game}/commands");
        let body = serde_json::json!({ "id": id, "command": command });
        let token = world.accounts[self.client.person].token.clone();
        let answer = http::ask("POST", &path, Some(&token), Some(&body)).await;
        match answer {
            Ok((status, body)) if status.is_success() => match serde_json::from_slice::<CommandAnswer>(&body) {
                Ok(CommandAnswer { seq }) => {
                    world.note(&self.client.name, &format!("acknowledged as {seq}"));
                    world.history().acknowledged(now(), id, seq);
                    self.client.games[index].answered(id, true);
                }
                Err(error) => self.wrong(&format!("an answer of another form: {error}")),
            },
            Ok((status, body)) => match serde_json::from_slice::<ErrorBody>(&body) {
                Ok(ErrorBody { error }) => {
                    world.note(&self.client.name, &format!("{status}: {error:?}"));
                    self.refused(&game, id, &error);
                }
                Err(_) => self.wrong(&format!("status {status} without a code")),
            },
            Err(error) => world.note(&self.client.name, &format!("no answer: {error}")),
        }
        Ok(())
    }

    /// Performs an action on the connection.
    async fn behave(&mut self, index: usize) -> anyhow::Result<()> {
        let game = self.client.world.games[self.client.games[index].game].to_string();
        match self.client.random.below(8) {
            0 => {
                self.leaving = true;
                if self.client.random.chance(300) {
                    self.send(&ClientMessage::Leave).await?;
                }
            }
            1 => anyhow::bail!("given up without a word"),
            2 | 3 => {
                let lasts = self.client.random.millis(500..15_000);
                self.client.world.note(&self.client.name, &format!("stops reading for {lasts} ms"));
                self.slow_until = now() + lasts;
                // Requests whose answers are not read at once.
                let count = self.client.random.below(20);
                for _ in 0..count {
                    self.ping().await?;
                }
            }
            4 => {
                self.client.games[index].watched = false;
                self.client.games[index].following = false;
                self.send(&ClientMessage::Unwatch { game }).await?;
            }
            5 => self.watch(index).await?,
            6 => self.send(&ClientMessage::WatchLobby).await?,
            _ => self.look(index).await?,
        }
        Ok(())
    }

    /// Requests a game over HTTP.
    async fn look(&mut self, index: usize) -> anyhow::Result<()> {
        let world = std::rc::Rc::clone(&self.client.world);
        let game = &self.client.games[index];
        let (path, known) = (format!("/api/games/{}", world.games[game.game]), game.next);
        let plan = &world.plan.people[self.client.person];
        let token = plan.session.then(|| world.accounts[self.client.person].token.clone());
        if let Ok((status, body)) = http::ask("GET", &path, token.as_deref(), None).await {
            world.note(&self.client.name, &format!("GET {path}: {status}"));
            match serde_json::from_slice::<GameView>(&body) {
                Ok(view) if view.state.seq < known => {
                    self.wrong(&format!("the game has {} events, but {known} were known", view.state.seq));
                }
                Ok(_) => {}
                Err(_) if status.is_server_error() && world.plan.store_fails => {}
                Err(_) => self.wrong(&format!("GET {path}: {status} {}", String::from_utf8_lossy(&body))),
            }
        }
        Ok(())
    }

    fn choose(&mut self, index: usize, side: Color) -> Option<Command> {
        let wild = self.client.world.plan.people[self.client.person].wild;
        let game = &self.client.games[index];
        let position = *game.position()?;
        let control = self.client.world.plan.games[game.game].control;
        let (turn, ply, waits) = (game.turn(), game.ply(), game.move_waits());
        let (draw, takeback) = (game.draw_offer, game.takeback);
        let random = &mut self.client.random;
        if random.chance(wild) {
            return Some(talk(random, &position, ply, control));
        }
        if draw == Some(!side) {
            let answer = [Some(Command::DeclineDraw), None, (random.chance(50)).then_some(Command::OfferDraw)];
            if let Some(command) = random.pick(&answer).clone() {
                return Some(command);
            }
        }
        if takeback == Some(!side) && random.chance(500) {
            let accept = random.chance(500);
            return Some(if accept { Command::ProposeTakeback } else { Command::DeclineTakeback });
        }
        if turn == side && !waits {
            let thought = random.chance(700).then(|| u32::try_from(random.range(0..2000)).unwrap_or(0));
            return Some(Command::Move { uci: legal(random, &position)?, ply, thought });
        }
        let by_correspondence = !control.is_real_time();
        (turn != side && by_correspondence && random.chance(300)).then(|| conditional(random, &position))
    }

    /// Moves once more, to check that the game continues.
    async fn move_once_more(&mut self) -> anyhow::Result<()> {
        for index in 0..self.client.games.len() {
            let game = &self.client.games[index];
            let world = std::rc::Rc::clone(&self.client.world);
            let number = game.game;
            if let Some(id) = &game.last_move {
                let key = crate::history::key(id);
                let done = world.seen().commands.get(&key).is_some_and(|sent| sent.acknowledged.is_some());
                if done {
                    world.last_moves.borrow_mut()[number] = true;
                }
                continue;
            }
            if game.outcome.is_some() || game.side != Some(game.turn()) || world.last_moves.borrow()[number] {
                continue;
            }
            let (position, ply) = (game.position().copied(), game.ply());
            let Some(uci) = position.and_then(|position| legal(&mut self.client.random, &position)) else { continue };
            let id = self.new_command(index, Command::Move { uci, ply, thought: None }).await?;
            self.client.games[index].last_move = Some(id);
        }
        Ok(())
    }
}

fn legal(random: &mut Random, position: &Position) -> Option<String> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| position.uci(*random.pick(&moves)))
}

/// Returns lines of moves from a position, most of them legal.
fn conditional(random: &mut Random, position: &Position) -> Command {
    let lines = (0..random.below(4))
        .map(|_| {
            let (mut line, mut position) = (Vec::new(), *position);
            for _ in 0..random.range(1..6) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                // Few different moves, so that the lines are hit.
                let mv = moves[random.below(moves.len().min(6))];
                line.push(position.uci(mv));
                position.play_unchecked(mv);
            }
            line
        })
        .collect();
    Command::SetConditionalMoves { lines }
}

/// Returns a random command.
fn talk(random: &mut Random, position: &Position, ply: u16, control: TimeControl) -> Command {
    match random.below(16) {
        0 => Command::Move { uci: "e2e9".to_owned(), ply, thought: None },
        1 => Command::Move { uci: "nonsense, and far too long for a move".to_owned(), ply, thought: None },
        2 => Command::Move {
            uci: legal(random, position).unwrap_or_default(),
            ply: ply.saturating_sub(u16::try_from(random.below(3)).unwrap_or(0)),
            thought: Some(u32::MAX),
        },
        3 | 4 => Command::OfferDraw,
        5 => Command::DeclineDraw,
        6 => Command::ClaimDraw,
        7 | 8 => Command::ProposeTakeback,
        9 => Command::DeclineTakeback,
        10 | 11 => Command::AddTime,
        12 => Command::ClaimVictory,
        13 => Command::ClaimAbandonedDraw,
        14 if random.chance(150) => {
            if ply < 2 {
                Command::Abort
            } else {
                Command::Resign
            }
        }
        14 => Command::Abort,
        _ if control.is_real_time() => Command::SetConditionalMoves { lines: Vec::new() },
        _ => conditional(random, position),
    }
}
