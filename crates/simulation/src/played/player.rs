//! Player of a tournament: the requests, what is shown, and the steps of the games.

use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use axum::body::Bytes;
use axum::http::StatusCode;
use futures_util::{SinkExt, StreamExt};
use saffron_live::CommandId;
use saffron_protocol::error::{ErrorBody, ErrorCode};
use saffron_protocol::game::{CommandAnswer, GameView};
use saffron_protocol::socket::ClientMessage;
use saffron_rules::Variant;
use saffron_store::TournamentId;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::client::session::connect;
use crate::history::key;
use crate::http;
use crate::played::{Kind, Seen, Shown};
use crate::random::Random;
use crate::world::{Account, Phase, World};

/// Purpose of the random numbers of players.
const BEHAVIOUR: u64 = 2_000_000;
/// Timeout of a write.
const IO_TIMEOUT: Duration = Duration::from_secs(3);
/// Delay until a new attempt to connect.
const RETRY_DELAY: Duration = Duration::from_millis(700);
/// Longest pause between two actions when the faults are over, in milliseconds.
const LAST_PAUSE: u64 = 400;
/// Number of times in a row that a player has found nothing to do from which on the pauses are longest.
const BORED: u32 = 3;

/// Player of the tournament.
pub(super) struct Player {
    pub(super) world: Rc<World>,
    pub(super) person: usize,
    pub(super) random: Random,
    name: String,
    /// Number of commands to games.
    commands: u32,
    /// Number of commands of all kinds when the player looked last, and how often there was no new one since.
    idle: (u64, u32),
    /// Number of commands of all kinds.
    sent: u64,
}

impl Player {
    pub(super) fn new(world: Rc<World>, person: usize) -> Self {
        let life = {
            let mut lives = world.lives.borrow_mut();
            lives[person] += 1;
            lives[person]
        };
        let random = Random::new(world.plan.seed, BEHAVIOUR + u64::try_from(person).unwrap_or(0) * 1000 + life);
        Self { world, person, random, name: format!("a{person}.{life}"), commands: 0, idle: (0, 0), sent: 0 }
    }

    /// Life of the player.
    pub(super) async fn live<K: Kind>(mut self) -> turmoil::Result {
        loop {
            if K::IS_WATCHED {
                if let Err(error) = self.visit::<K>().await {
                    self.note(&format!("{error:#}"));
                }
                tokio::time::sleep(RETRY_DELAY).await;
            } else {
                self.look::<K>().await;
                tokio::time::sleep(self.pause()).await;
            }
        }
    }

    /// One connection, until it breaks.
    async fn visit<K: Kind>(&mut self) -> anyhow::Result<()> {
        let mut socket = connect(&self.world, self.person).await?;
        self.world.history().totals.connections += 1;
        let watch = serde_json::to_string(&ClientMessage::WatchArena { arena: self.id().to_string() })?;
        tokio::time::timeout(IO_TIMEOUT, socket.send(Message::text(watch)))
            .await
            .map_err(|_| anyhow!("the tournament could not be watched in time"))??;
        let mut next = Instant::now();
        loop {
            tokio::select! {
                biased;
                message = socket.next() => {
                    message.context("the connection was closed")??;
                    // The tournament has changed, or a game has begun.
                    self.idle.1 = 0;
                    next = next.min(Instant::now() + self.pause());
                }
                () = tokio::time::sleep_until(next) => {
                    self.look::<K>().await;
                    next = Instant::now() + self.pause();
                }
            }
        }
    }

    fn pause(&mut self) -> Duration {
        let (least, most) = self.world.plan.people[self.person].pause;
        let most = if self.is_playing() { most } else { most.min(LAST_PAUSE) };
        // There is most to find where much is done.
        let (sent, times) = self.idle;
        self.idle = (self.sent, if sent == self.sent { (times + 1).min(BORED) } else { 0 });
        Duration::from_millis(self.random.range(least..most) * u64::from(1 + self.idle.1))
    }

    /// Looks at the tournament, and does one thing in it.
    async fn look<K: Kind>(&mut self) {
        let done = async {
            let path = format!("{}/{}", K::PATH, self.id());
            let (before, (status, body)) = (self.latest(), self.ask("GET", &path, None).await?);
            anyhow::ensure!(status.is_success(), "{status}");
            let page = self.see::<K>(before, &body)?;
            K::act(self, &page).await
        };
        if let Err(error) = done.await {
            self.note(&format!("{error:#}"));
        }
    }

    /// Latest version that any player has seen.
    fn latest(&self) -> u32 {
        self.seen(|seen| seen.shown.last_key_value().map_or(0, |(version, _)| *version))
    }

    /// Takes a page, of a request that was sent when a version had been seen.
    fn see<K: Kind>(&self, before: u32, body: &Bytes) -> anyhow::Result<K::Page> {
        let page: K::Page = serde_json::from_slice(body)?;
        let Shown { version, is_over, contents } = K::shown(&page);
        self.note(&format!("version {version}"));
        if version < before {
            self.world.violation(format!("version {before} was shown, and later version {version}"));
        }
        let other = self.seen(|seen| {
            seen.is_over |= is_over;
            seen.shown.insert(version, contents.clone()).filter(|other| *other != contents)
        });
        if let Some(other) = other {
            self.world.violation(format!("version {version} was shown as {other} and as {contents}"));
        }
        Ok(page)
    }

    /// Sends a command to the tournament, sometimes twice. Returns the reply, or `None` if it is refused.
    async fn send(&mut self, path: &str, method: &str, body: Option<&Value>) -> anyhow::Result<Option<Bytes>> {
        self.world.history().totals.commands += 1;
        self.sent += 1;
        let twice = self.random.chance(50);
        self.world.history().totals.copies += 1 + u64::from(twice);
        let mut answer = self.ask(method, path, body).await;
        if twice {
            let again = self.ask(method, path, body).await;
            if !answer.as_ref().is_ok_and(|(status, _)| status.is_success()) {
                answer = again;
            }
        }
        let (status, body) = answer?;
        self.note(&format!("{method} {path}: {status}"));
        if status.is_success() {
            self.world.history().totals.acknowledged += 1;
            return Ok(Some(body));
        }
        let ErrorBody { error } = serde_json::from_slice(&body)?;
        if error != ErrorCode::Busy && error != ErrorCode::ShuttingDown {
            self.world.history().totals.refused += 1;
        }
        self.note(&format!("{error:?}"));
        Ok(None)
    }

    /// Sends a command whose reply is no page of the tournament. Returns whether it was acknowledged.
    pub(super) async fn tell<K: Kind>(&mut self, method: &str, action: &str) -> anyhow::Result<bool> {
        let path = format!("{}/{}{action}", K::PATH, self.id());
        Ok(self.send(&path, method, None).await?.is_some())
    }

    /// Sends a command. Returns the page after it, or `None` if it is refused.
    pub(super) async fn command<K: Kind>(
        &mut self,
        action: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Option<K::Page>> {
        let (before, path) = (self.latest(), format!("{}/{}/{action}", K::PATH, self.id()));
        let reply = self.send(&path, "POST", body).await?;
        reply.map(|body| self.see::<K>(before, &body)).transpose()
    }

    /// Records that the player's entry was acknowledged.
    pub(super) fn has_entered(&self) {
        let account = self.account().id;
        self.seen(|seen| seen.entered.insert(account));
    }

    /// Records a reply that does not show what its command has done.
    pub(super) fn unless(&self, is_right: bool, what: &str) {
        if !is_right {
            self.world.violation(format!("{}: {what} was acknowledged, but is not shown", self.name));
        }
    }

    /// Next step of a random one of some games.
    pub(super) async fn move_on_one(&mut self, games: &[&str]) -> anyhow::Result<()> {
        let chosen = self.random.below(games.len());
        match games.get(chosen) {
            Some(game) => self.move_on(game).await,
            None => Ok(()),
        }
    }

    /// Next step of a game: first moves, then an end.
    pub(super) async fn move_on(&mut self, game: &str) -> anyhow::Result<()> {
        if self.world.plan.people[self.person].is_absent {
            return Ok(());
        }
        let view: GameView = self.get(&format!("/api/games/{game}")).await?;
        let Some(side) = view.you else { return Err(anyhow!("a stranger plays")) };
        if view.state.outcome.is_some() {
            return Ok(());
        }
        let command = match view.state.ply {
            0 | 1 if view.state.berserk.is_some() && self.random.chance(60) => json!({ "kind": "berserk" }),
            0 | 1 if view.state.turn == side => {
                let variant = Variant::by_id(&view.info.variant).context("an unknown variant")?;
                let mut position = variant.start();
                for uci in &view.moves {
                    let mv = position.parse_uci(uci).map_err(|error| anyhow!("{error}"))?;
                    position.play_unchecked(mv);
                }
                let legal = position.legal_moves();
                json!({ "kind": "move", "uci": position.uci(*self.random.pick(&legal)), "ply": view.state.ply })
            }
            0 | 1 if self.random.chance(100) => json!({ "kind": "abort" }),
            0 | 1 => return Ok(()),
            _ if self.random.chance(300) => json!({ "kind": "offerDraw" }),
            _ => json!({ "kind": "resign" }),
        };
        self.commands += 1;
        let id = CommandId { client: self.name.replace('.', "x"), n: self.commands };
        let body = json!({ "id": id, "command": command });
        let path = format!("/api/games/{game}/commands");
        if let Some(reply) = self.send(&path, "POST", Some(&body)).await? {
            let CommandAnswer { seq } = serde_json::from_slice(&reply)?;
            self.seen(|seen| seen.acknowledged.insert((game.to_owned(), key(&id)), seq));
        }
        Ok(())
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> anyhow::Result<T> {
        let (status, body) = self.ask("GET", path, None).await?;
        anyhow::ensure!(status.is_success(), "{path}: {status}");
        Ok(serde_json::from_slice(&body)?)
    }

    async fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<(StatusCode, Bytes)> {
        http::ask(method, path, Some(&self.account().token), body).await
    }

    fn id(&self) -> TournamentId {
        self.seen(|seen| seen.id)
    }

    pub(super) fn account(&self) -> &Account {
        &self.world.accounts[self.person]
    }

    /// Returns whether there are faults, and people begin what they like.
    pub(super) fn is_playing(&self) -> bool {
        self.world.phase.get() == Phase::Play
    }

    fn note(&self, what: &str) {
        self.world.note(&self.name, what);
    }

    #[allow(clippy::expect_used, reason = "a player is one of a tournament")]
    fn seen<T>(&self, action: impl FnOnce(&mut Seen) -> T) -> T {
        action(self.world.played.borrow_mut().as_mut().expect("a tournament"))
    }
}
