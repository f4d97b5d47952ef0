/** Levels of the computer, from 0, the weakest, which is for children. */

/** Number of the strongest level. */
export const LAST_LEVEL = 10;

/** Elo rating of each level in Shafran's game (crates/engine/LEVELS.md). */
export const LEVEL_ELO = [42, 400, 700, 1010, 1310, 1620, 1920, 2230, 2530, 2835, 3112] as const;

/** Returns whether a stored or requested value is the number of a level. */
export function isLevel(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LAST_LEVEL;
}
