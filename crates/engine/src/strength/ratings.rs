//! How strong the rungs of the scale are. Written by the example `level_ladder`, from the games that `LEVELS.md` tells of.

/// Elo of each rung, the weakest first.
pub(super) const RUNGS: [u32; 11] = [400, 569, 766, 1010, 1188, 1505, 1720, 2030, 2343, 2587, 2746];

/// Elo of the engine itself, with the nodes of the last level.
pub(super) const FULL: u32 = 2951;
