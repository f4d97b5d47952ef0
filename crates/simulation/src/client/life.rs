//! A client from its start: connections, one after another.

use std::rc::Rc;
use std::time::Duration;

use crate::client::followed::Followed;
use crate::client::session::{End, Session, connect};
use crate::random::Random;
use crate::world::{FinalGame, Phase, World};

const BEHAVIOUR: u64 = 100;

/// What of a client outlasts its connections.
pub(crate) struct Client {
    pub(crate) world: Rc<World>,
    pub(crate) person: usize,
    /// In the trace.
    pub(crate) name: String,
    /// In the ids of commands.
    pub(crate) id: String,
    pub(crate) next_command: u32,
    pub(crate) random: Random,
    pub(crate) games: Vec<Followed>,
    pub(crate) connected: bool,
    /// When the last ping was sent that was answered.
    pub(crate) answered_ping: u64,
}

impl Client {
    fn new(world: Rc<World>, person: usize) -> Self {
        let life = {
            let mut lives = world.lives.borrow_mut();
            lives[person] += 1;
            lives[person]
        };
        let plan = &world.plan;
        let games = plan.people[person]
            .follows
            .iter()
            .map(|&game| Followed::new(game, plan.side(person, game), plan.games[game].variant))
            .collect();
        let purpose = BEHAVIOUR + u64::try_from(person).unwrap_or(0) * 1000 + life;
        Self {
            name: format!("p{person}.{life}"),
            id: format!("p{person}x{life}"),
            next_command: 0,
            random: Random::new(plan.seed, purpose),
            games,
            connected: false,
            answered_ping: 0,
            person,
            world,
        }
    }

    /// Tells the world how the games stand, for the check at the end.
    pub(crate) fn report(&self) {
        let games = self.games.iter().map(|game| FinalGame {
            person: self.person,
            game: game.game,
            next: game.next,
            moves: game.moves.clone(),
            over: game.outcome.is_some(),
            pending: game.pending.len(),
            following: self.connected && game.following,
            answered_ping: self.answered_ping,
        });
        self.world.final_games.borrow_mut()[self.person] = games.collect();
    }
}

/// Lives: connects, and connects again.
pub(crate) async fn live(world: Rc<World>, person: usize) -> turmoil::Result {
    let mut client = Client::new(world, person);
    let mut failures: u32 = 0;
    client.world.note(&client.name, "alive");
    loop {
        let mut pause = match connect(&client).await {
            Ok(socket) => {
                failures = 0;
                client.world.history().totals.connections += 1;
                client.connected = true;
                let end = Session::new(&mut client, socket).run().await;
                client.connected = false;
                client.world.note(&client.name, &format!("disconnected: {end:?}"));
                match end {
                    End::Closing(after) => after,
                    End::Broken | End::Silent | End::Own => 0,
                }
            }
            Err(error) => {
                client.world.note(&client.name, &format!("no connection: {error}"));
                failures += 1;
                0
            }
        };
        client.report();
        if client.world.phase.get() == Phase::Leave {
            return std::future::pending().await;
        }
        pause += client.random.range(50..300) << failures.min(4);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}
