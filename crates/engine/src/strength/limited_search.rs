//! Searches of limited players.

use std::time::Duration;

use web_time::Instant;

use super::player::{Candidate, Player};
use super::scale::{FULL_NODES, Level, Strength};
use crate::engine::Engine;
use crate::interface::{
    Control, EngineWarning, Info, Limits, Line, Observer, Progress, Root, ScoreBound, SearchResult,
};
use crate::time_manager;

impl Engine {
    /// Searches at a level; see [`Engine::search_at_strength`]. The last level is the engine itself with a node limit.
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
                let nodes = limits.nodes.unwrap_or(u64::MAX).min(FULL_NODES);
                self.search(root, &Limits { nodes: Some(nodes), ..limits.clone() }, control, observer)
            }
        }
    }

    /// Searches as a player of limited strength. `best`, `ponder` and `score` of the result are those of the line that the player
    /// chooses; `lines` are those that the search has found. `seed` identifies the game: equal seeds give equal games. `limits`
    /// apply in addition to those of the player. The search has one thread, regardless of [`Engine::set_threads`]. A mate search
    /// is not limited in strength.
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
        let start = Instant::now();
        let player = Player::new(root, strength, seed);
        let line_count = limits.multi_pv.max(1);
        let player_limits = Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(player.depth())),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(player.nodes())),
            multi_pv: player.candidates().max(line_count),
            ..limits.clone()
        };
        let mut first_lines = FirstLines { observer, count: line_count };
        let mut result = self.search_isolated(root, &player_limits, control, &mut first_lines);
        let mut replies = ReplySearches {
            root,
            depth: result.depth,
            max_nodes: player_limits.nodes,
            planned_time: time_manager::planned_time(limits),
            start,
            nodes: 0,
        };
        let candidates: Vec<Candidate> = player
            .noticed_lines(&result.lines)
            .into_iter()
            .map(|line| player.candidate(replies.perceived_line(self, &player, line, control, observer)))
            .collect();
        if let Some(line) = player.choose(candidates) {
            result.best = line.pv.first().copied();
            result.ponder = line.pv.get(1).copied();
            result.score = line.score;
        }
        result.lines.truncate(line_count);
        result.nodes += replies.nodes;
        result.time = start.elapsed();
        result
    }
}

/// Second searches of lines whose reply the player overlooks.
struct ReplySearches<'a> {
    root: &'a Root,
    /// Depth of the first search.
    depth: u32,
    /// Maximum number of nodes of the first search; a second one has a quarter of it.
    max_nodes: Option<u64>,
    /// Time for the move; `None` without time limits.
    planned_time: Option<Duration>,
    start: Instant,
    /// Number of nodes of all second searches.
    nodes: u64,
}

impl ReplySearches<'_> {
    /// Returns the line as the player sees it: if the player overlooks the reply, the line has the best reply that the player does
    /// see. Without time for a search the line is unchanged.
    fn perceived_line(
        &mut self,
        engine: &mut Engine,
        player: &Player<'_>,
        line: &Line,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Line {
        let mut after = self.root.position;
        after.play_unchecked(line.pv[0]);
        let Some(replies) = player.noticed_replies(&after, line) else { return line.clone() };
        let time_left = self.planned_time.map(|time| time.saturating_sub(self.start.elapsed()));
        if time_left == Some(Duration::ZERO) || control.is_stopped() || observer.should_stop() {
            return line.clone();
        }
        let mut past = self.root.past.clone();
        past.push(self.root.position.hash());
        let limits = Limits {
            depth: Some(self.depth.saturating_sub(1).max(1)),
            nodes: self.max_nodes.map(|nodes| (nodes / 4).max(1)),
            movetime: time_left,
            search_moves: replies,
            ..Limits::default()
        };
        let root = Root { position: after, past };
        let result = engine.search_isolated(&root, &limits, control, &mut FirstLines { observer, count: 0 });
        self.nodes += result.nodes;
        let Some(best) = result.lines.first().filter(|_| result.depth > 0) else { return line.clone() };
        let score = best.score.before_move().max(line.score);
        Line { score, pv: [&line.pv[..1], &best.pv[..]].concat() }
    }
}

/// Observer that forwards only the infos of the first lines.
struct FirstLines<'a> {
    observer: &'a mut dyn Observer,
    count: usize,
}

impl Observer for FirstLines<'_> {
    fn info(&mut self, info: &Info<'_>) {
        if info.multi_pv <= self.count {
            self.observer.info(info);
        }
    }

    fn bound(&mut self, info: &Info<'_>, bound: ScoreBound) {
        if info.multi_pv <= self.count {
            self.observer.bound(info, bound);
        }
    }

    fn progress(&mut self, progress: &Progress) {
        // The nodes of a second search begin at 0 again.
        if self.count > 0 {
            self.observer.progress(progress);
        }
    }

    fn should_stop(&mut self) -> bool {
        self.observer.should_stop()
    }

    fn warning(&mut self, warning: &EngineWarning) {
        self.observer.warning(warning);
    }
}
