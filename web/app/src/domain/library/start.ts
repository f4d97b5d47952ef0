/** What the library does at the beginning of a visit. */

import { library as ownLibrary } from './library.svelte';
import { migrate } from './migration';
import { recoverUnsaved } from './recover';

/**
 * Takes up what a tab could not save before it ended, makes entries of what earlier versions have kept, and forgets what
 * was removed long ago. The rules must be loaded, and the visitor's own variants known; never rejects.
 */
export async function startLibrary(library = ownLibrary): Promise<void> {
  await recoverUnsaved(library);
  await migrate(library);
  await library.purge();
}
