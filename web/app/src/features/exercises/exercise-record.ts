/** Stars of the visitor's exercises, stored in this browser and on the account: one to three for each exercise that was solved. */

import { bestScores, keepBestScore } from '../../domain/best-scores';
import type { Exercise } from '../../domain/exercises';
import type { Store } from '../../domain/storage';

const RECORD_KEY = 'saffron.exercises';

/** Most stars of an exercise. */
export const MAX_STARS = 3;

/** Stars by the exercise's id. */
export type StarRecord = Readonly<Record<string, number>>;

export function starRecord(variant: string, store?: Store | null): StarRecord {
  const start = `${variant}/`;
  const kept = Object.entries(bestScores(RECORD_KEY, store)).filter(
    ([name, stars]) => name.startsWith(start) && stars <= MAX_STARS,
  );
  return Object.fromEntries(kept.map(([name, stars]) => [name.slice(start.length), stars]));
}

/** Stores the stars of an exercise, unless it had as many before, and returns the new record. */
export function addStars(variant: string, id: string, stars: number, store?: Store | null): StarRecord {
  keepBestScore(RECORD_KEY, `${variant}/${id}`, stars, store);
  return starRecord(variant, store);
}

/** Returns the stars for a solution: all for the fewest moves without mistakes and hints. */
export function starsFor(
  exercise: Pick<Exercise, 'moves'>,
  solution: { made: number; mistakes: number; hints: number },
): number {
  const extra = solution.made - exercise.moves + solution.mistakes;
  if (extra <= 0 && solution.hints === 0) return MAX_STARS;
  return solution.hints <= 1 && extra <= 2 ? 2 : 1;
}

/** Returns the first exercise that has no stars, from a place on and then from the beginning; the first if all have some. */
export function nextExercise(
  exercises: readonly Exercise[],
  record: StarRecord,
  after?: string | undefined,
): Exercise | undefined {
  const place = exercises.findIndex(({ id }) => id === after) + 1;
  const order = [...exercises.slice(place), ...exercises.slice(0, place)];
  return order.find(({ id }) => record[id] === undefined) ?? order[0];
}
