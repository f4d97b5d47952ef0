//! A client, apart from its connections.

use std::rc::Rc;

use crate::client::followed::Followed;
use crate::random::Random;
use crate::world::{FinalGame, World};

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
    pub(crate) fn new(world: Rc<World>, person: usize) -> Self {
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
