/** Best scores of exercises and runs, stored in this browser. */

import { readObject, write } from './storage';
import type { Store } from './storage';

/** Returns the best score of a name, such as `shafran/storm`; 0 before the first. */
export function bestScore(key: string, name: string, store?: Store | null): number {
  const best = readObject(key, store)[name];
  return typeof best === 'number' && Number.isSafeInteger(best) && best > 0 ? best : 0;
}

/** Stores a score if it is better than the best, and returns the best one. */
export function keepBestScore(key: string, name: string, score: number, store?: Store | null): number {
  const best = bestScore(key, name, store);
  if (score <= best) return best;
  write(key, { ...readObject(key, store), [name]: score }, store);
  return score;
}
