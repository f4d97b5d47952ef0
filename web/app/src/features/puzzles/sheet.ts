/** Choice of the puzzles of a printed sheet. */

import type { Puzzle } from '../../domain/puzzles';
import { withTheme } from './choice';

/** Numbers of puzzles on a sheet: rows of three. */
export const SHEET_COUNTS = [3, 6, 9, 12] as const;

export interface SheetChoice {
  theme: string | null;
  /** Bounds of the ratings. */
  least: number;
  most: number;
  count: number;
  /** Seed of the random choice; the same seed gives the same sheet. */
  seed: number;
}

/** Returns random numbers from a seed, from 0 to 1: a linear congruence with the constants of Numerical Recipes. */
function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the puzzles of a sheet, from easy to hard. */
export function sheetOf(puzzles: readonly Puzzle[], choice: SheetChoice): Puzzle[] {
  const { theme, least, most, count, seed } = choice;
  const open = withTheme(puzzles, theme).filter(({ rating }) => rating >= least && rating <= most);
  const random = randomFrom(seed);
  const chosen: Puzzle[] = [];
  while (chosen.length < count && open.length > chosen.length) {
    const rest = open.filter((puzzle) => !chosen.includes(puzzle));
    const puzzle = rest[Math.floor(random() * rest.length)];
    if (puzzle) chosen.push(puzzle);
  }
  return chosen.toSorted((a, b) => a.rating - b.rating);
}
