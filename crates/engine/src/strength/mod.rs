//! Limited strength, for people: mistakes as people make them, and how strong that is.
//!
//! A limited player searches less deep and then does not know all that its search has found: it overlooks answers that are
//! hard to see, so that a move looks better than it is; it overlooks moves of its own; and it misjudges what is left. All of
//! it follows from the game's seed, the position and the move, so that an opinion stays the same however often it is asked
//! for. Mistakes are those of someone who has missed or misjudged something, not moves drawn by lot.
//!
//! | module | what it holds |
//! |---|---|
//! | `scale` | [`Strength`], the levels, and what a player of each is able to do |
//! | `ratings` | the measured Elo of the rungs of the scale |
//! | `sight` | what is overlooked |
//! | `judgement` | by how much moves are misjudged |
//! | `player` | the choice |

mod judgement;
mod player;
mod ratings;
mod scale;
mod sight;

use std::time::Duration;

use web_time::Instant;

pub use self::scale::{LEVELS, Level, Skill, Strength};

use self::player::{Candidate, Player};
use crate::engine::Engine;
use crate::interface::{Control, Info, Limits, Line, Observer, Root, SearchResult};
use crate::time;

impl Engine {
    /// Searches as a level does: see [`Engine::search_at_strength`]. The last level is the engine with a limit of nodes.
    pub fn search_at_level(
        &mut self,
        root: &Root,
        level: &Level,
        seed: u64,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        match level.strength {
            Some(strength) => self.search_at_strength(root, strength, seed, limits, control, observer),
            None => {
                let nodes = limits.nodes.unwrap_or(u64::MAX).min(scale::FULL_NODES);
                self.search(root, &Limits { nodes: Some(nodes), ..limits.clone() }, control, observer)
            }
        }
    }

    /// Searches as a player of limited strength does. `best`, `ponder` and `score` of the result belong to the line that it
    /// plays; the lines are those that the search has found. `seed` names the game: with the same seed, the same game goes
    /// the same way. `limits` hold besides the player's own, and one thread searches, whatever
    /// [`Engine::set_threads`] says. A search for a mate asks about the position, and is answered at full strength.
    pub fn search_at_strength(
        &mut self,
        root: &Root,
        strength: Strength,
        seed: u64,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> SearchResult {
        if limits.mate.is_some() {
            return self.search(root, limits, control, observer);
        }
        let begun = Instant::now();
        let player = Player::new(root, strength, seed);
        let wanted = limits.multi_pv.max(1);
        let own = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(player.depth())),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(player.nodes())),
            multi_pv: player.candidates().max(wanted),
            ..limits.clone()
        };
        let mut result = self.search_apart(root, &own, control, &mut Narrow { observer, lines: wanted });
        let mut later =
            Later { root, depth: result.depth, most: own.nodes, budget: time::planned(limits), begun, nodes: 0 };
        let candidates: Vec<Candidate> = player
            .seen(&result.lines)
            .into_iter()
            .map(|line| player.judge(later.as_seen(self, &player, line, control, observer)))
            .collect();
        if let Some(line) = player.choose(candidates) {
            result.best = line.pv.first().copied();
            result.ponder = line.pv.get(1).copied();
            result.score = line.score;
        }
        result.lines.truncate(wanted);
        result.nodes += later.nodes;
        result.time = begun.elapsed();
        result
    }
}

/// The second look, at lines whose answer is overlooked.
struct Later<'a> {
    root: &'a Root,
    /// Depth of the first search.
    depth: u32,
    /// The most nodes for each line, and for all.
    most: Option<u64>,
    /// Time for the move, none where there is no limit of time.
    budget: Option<Duration>,
    begun: Instant,
    /// Nodes so far.
    nodes: u64,
}

impl Later<'_> {
    /// The line as the player sees it: where it overlooks the answer, with the best of those that it does see. Without time
    /// for a search, the line stays as it is.
    fn as_seen(
        &mut self,
        engine: &mut Engine,
        player: &Player<'_>,
        line: &Line,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Line {
        let mut after = self.root.position;
        after.play_unchecked(line.pv[0]);
        let Some(answers) = player.answers_seen(&after, line) else { return line.clone() };
        let left = self.budget.map(|budget| budget.saturating_sub(self.begun.elapsed()));
        if left == Some(Duration::ZERO) || control.is_stopped() || observer.should_stop() {
            return line.clone();
        }
        let mut past = self.root.past.clone();
        past.push(self.root.position.hash());
        let limits = Limits {
            depth: Some(self.depth.saturating_sub(1).max(1)),
            nodes: self.most.map(|most| (most / 4).max(1)),
            movetime: left,
            search_moves: answers,
            ..Limits::default()
        };
        let found =
            engine.search_apart(&Root { position: after, past }, &limits, control, &mut Narrow { observer, lines: 0 });
        self.nodes += found.nodes;
        let Some(best) = found.lines.first().filter(|_| found.depth > 0) else { return line.clone() };
        let seen = best.score.turned().max(line.score);
        Line { score: seen, pv: [&line.pv[..1], &best.pv[..]].concat() }
    }
}

/// An observer that hears of the first lines only, as many as were asked for.
struct Narrow<'a> {
    observer: &'a mut dyn Observer,
    lines: usize,
}

impl Observer for Narrow<'_> {
    fn info(&mut self, info: &Info<'_>) {
        if info.multi_pv <= self.lines {
            self.observer.info(info);
        }
    }

    fn should_stop(&mut self) -> bool {
        self.observer.should_stop()
    }
}

#[cfg(test)]
mod tests;
