//! How strong the rungs of the scale are. Written by the example `level_ladder`, from the games that `LEVELS.md` tells of.

/// Elo of each rung, the weakest first.
pub(super) const RUNGS: [u32; 11] = [400, 645, 883, 1097, 1370, 1546, 1766, 2008, 2189, 2407, 2719];

/// Elo of the engine itself, with the nodes of the last level.
pub(super) const FULL: u32 = 2895;
