//! Positions from games of people.

use saffron_engine::{Random, Root};
use saffron_rules::{Cell, Game, Move, PgnReader, Replayer};

/// A position that people have had, and what they played in it.
pub(crate) struct Sample {
    pub(crate) root: Root,
    pub(crate) played: Move,
    /// Where the opponent has just taken something.
    pub(crate) taken_at: Option<Cell>,
}

/// Opening moves that are left out: they are known by heart or by taste.
const SKIPPED_PLIES: usize = 8;

/// So many positions drawn from the games by lot, each once. Every position with a mate in one is among them: there are few.
pub(crate) fn samples(text: &str, count: usize) -> Vec<Sample> {
    let mut replayer = Replayer::new();
    let mut all: Vec<Sample> = Vec::new();
    for score in PgnReader::read_all(text) {
        let replay = replayer.replay(&score);
        // What stands before the first mistake was played.
        let Some(game) = replay.start.and_then(|start| Game::from_moves(start, replay.moves).ok()) else { continue };
        let positions = game.positions();
        for (ply, &played) in game.moves().iter().enumerate().skip(SKIPPED_PLIES) {
            let before = &positions[ply - 1];
            let last = game.moves()[ply - 1];
            let taken_at = before.captured(last).map(|_| last.to);
            let past = positions[..ply].iter().map(saffron_rules::Position::hash).collect();
            all.push(Sample { root: Root { position: positions[ply], past }, played, taken_at });
        }
    }
    let mut random = Random::new(1);
    for index in (1..all.len()).rev() {
        all.swap(index, random.below(index + 1));
    }
    let mut taken = 0;
    all.retain(|sample| {
        taken += 1;
        taken <= count || has_mate(sample)
    });
    all
}

fn has_mate(sample: &Sample) -> bool {
    sample.root.position.legal_moves().into_iter().any(|mv| is_mate(sample, mv))
}

/// Whether a legal move mates.
pub(crate) fn is_mate(sample: &Sample, mv: Move) -> bool {
    let mut next = sample.root.position;
    next.play_unchecked(mv);
    next.in_check() && !next.has_legal_move()
}
