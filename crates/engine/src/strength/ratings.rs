//! How strong the rungs of the scale are. Written by the example `level_ladder`, from the games that `LEVELS.md` tells of.

/// Elo of each rung, the weakest first.
pub(super) const RUNGS: [u32; 11] = [400, 575, 767, 1007, 1381, 1705, 1857, 2068, 2345, 2518, 2754];

/// Elo of the engine itself, with the nodes of the last level.
pub(super) const FULL: u32 = 2943;
