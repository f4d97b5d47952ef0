//! Elo ratings of the rungs of the scale. Written by the program `level_ladder` from the games described in `LEVELS.md`.

/// Elo of each rung, the weakest first.
pub(super) const RUNGS: [u32; 12] = [42, 400, 622, 835, 1208, 1403, 1646, 1978, 2147, 2431, 2604, 2835];

/// Elo of the engine itself, with the nodes of the last level.
pub(super) const FULL: u32 = 3112;
