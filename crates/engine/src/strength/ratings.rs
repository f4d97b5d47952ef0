//! Elo ratings of the rungs of the scale. Written by the program `level_ladder` from the games described in `LEVELS.md`.

/// Elo of each rung, the weakest first.
pub(super) const RUNGS: [u32; 11] = [400, 609, 814, 1135, 1472, 1673, 1985, 2117, 2364, 2523, 2758];

/// Elo of the engine itself, with the nodes of the last level.
pub(super) const FULL: u32 = 3033;
