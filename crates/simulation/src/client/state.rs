//! Client state that survives its connections.

use std::rc::Rc;

use crate::client::followed::FollowedGame;
use crate::random::Random;
use crate::world::{FinalGame, World};

const BEHAVIOUR: u64 = 100;

/// Client state that survives its connections.
pub(crate) struct Client {
    pub(crate) world: Rc<World>,
    pub(crate) person: usize,
    /// Name in the trace.
    pub(crate) name: String,
    /// Client id in the ids of its commands.
    pub(crate) id: String,
    pub(crate) next_command: u32,
    pub(crate) random: Random,
    pub(crate) games: Vec<FollowedGame>,
    pub(crate) connected: bool,
    /// Time at which the last answered ping was sent.
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
            .map(|&game| FollowedGame::new(game, plan.side(person, game), plan.games[game].variant))
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

    /// Publishes the state of the games for the final checks.
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
