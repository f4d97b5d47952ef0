/** Start of the library at the beginning of a visit, and the choice of an account for it. The code for rare cases is loaded on demand. */

import { keys, read, write } from '../storage';
import type { Store } from '../storage';
import { ANALYSIS_KEY, GAME_KEY, REVIEW_KEY } from './entry';
import { library as ownLibrary } from './library.svelte';
import { UNSAVED_PREFIX } from './writer';

/**
 * Restores what a tab could not save before it ended, makes entries of what earlier versions have kept, and deletes what was
 * removed long ago. The rules must be loaded, and the visitor's own variants known; never rejects.
 */
export async function startLibrary(library = ownLibrary, store?: Store): Promise<void> {
  try {
    if (keys(store).some((key) => key.startsWith(UNSAVED_PREFIX))) {
      await (await import('./recover')).recoverUnsaved(library, store);
    }
    if ([GAME_KEY, ANALYSIS_KEY, REVIEW_KEY].some((key) => read(key, store) !== null)) {
      await (await import('./migration')).migrate(library, store);
    }
  } catch {
    // The code could not be loaded: it stays where it is until the next visit.
  }
  await library.purge();
}

/** Account that keeps this browser's library, and the last version of it that this browser has read; 0 for none. */
export interface Choice {
  account: string;
  version: number;
}

/** Key of the choice in `localStorage`. */
export const KEY = 'saffron.account-library';

/** Returns the choice of this browser; `null` if there is none. */
export function chosenAccount(store?: Store): Choice | null {
  const stored = read(KEY, store) as Partial<Choice> | null;
  return typeof stored?.account === 'string' && typeof stored.version === 'number' ? (stored as Choice) : null;
}

/** Stores the choice of this browser. */
export function choose(choice: Choice, store?: Store): void {
  write(KEY, choice, store);
}

/** Returns whether an account keeps the library of this browser. */
export function isKeptOn(account: string | null, store?: Store): boolean {
  return account !== null && chosenAccount(store)?.account === account;
}
