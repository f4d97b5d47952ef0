//! How strong the rungs of the scale are. Written by the example `level_ladder`, from the games that `LEVELS.md` tells of.

/// Elo of each rung, the weakest first.
pub(super) const RUNGS: [u32; 11] = [400, 552, 683, 879, 1187, 1349, 1449, 1539, 1870, 1952, 2210];

/// Elo of the engine itself, with the nodes of the last level.
pub(super) const FULL: u32 = 2392;
