/** Start of the library at the beginning of a visit. What is rarely needed for it is loaded only then. */

import { keys, read } from '../storage';
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
