//! Positions from games of people.

use saffron_engine::{Random, Root};
use saffron_rules::{Cell, Game, Move, PgnReader, Replayer};

/// Position from a game of people, and the move played in it.
pub(crate) struct Sample {
    pub(crate) root: Root,
    pub(crate) played: Move,
    /// Cell on which the opponent has just captured.
    pub(crate) taken_at: Option<Cell>,
}

/// Number of opening plies left out, which are played from memory or taste.
const SKIPPED_PLIES: usize = 8;

/// Returns up to `count` different positions drawn at random from the games. All positions with a mate in one are among them,
/// since they are rare.
pub(crate) fn samples(text: &str, count: usize) -> Vec<Sample> {
    let mut replayer = Replayer::new();
    let mut all: Vec<Sample> = Vec::new();
    for score in PgnReader::read_all(text) {
        let replay = replayer.replay(&score);
        // The moves before the first error were played.
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

/// Returns whether a legal move mates.
pub(crate) fn is_mate(sample: &Sample, mv: Move) -> bool {
    let mut next = sample.root.position;
    next.play_unchecked(mv);
    next.in_check() && !next.has_legal_move()
}
