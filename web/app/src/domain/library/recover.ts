/** Recovery of changes that a tab could not write before it closed. */

import { forget, keys, read } from '../storage';
import type { Store } from '../storage';
import type { Entry, EntryPlayer, Summary } from './entry';
import { isEntryId } from './entry';
import type { Library } from './library.svelte';
import { UNSAVED_PREFIX, Writer } from './writer';
import type { Unsaved } from './writer';

const QUIET = { onState: () => undefined, onRemote: () => true, onCopy: () => undefined, merge: () => null };

/**
 * Writes unsaved changes to their entries, or to copies of entries that have changed since, and returns their number. Changes that
 * cannot be written are kept for the next time.
 */
export async function recoverUnsaved(library: Library, store?: Store): Promise<number> {
  const found = keys(store).filter((key) => key.startsWith(UNSAVED_PREFIX));
  if (found.length === 0 || !(await library.lasting())) return 0;
  let count = 0;
  for (const key of found) {
    const unsaved = parseUnsaved(read(key, store));
    if (unsaved && !(await written(library, unsaved))) continue;
    forget(key, store);
    if (unsaved) count += 1;
  }
  return count;
}

async function written(library: Library, { id, kind, name, revision, data, summary }: Unsaved): Promise<boolean> {
  const now = Date.now();
  const entry: Entry = { ...summary, id, kind, name, created: now, changed: now, revision, data: null };
  const writer = new Writer(library, entry, QUIET, null);
  writer.change({ data, summary });
  return writer.flush();
}

/** Parses stored unsaved changes. Returns `null` if this version cannot read them. */
export function parseUnsaved(value: unknown): Unsaved | null {
  if (typeof value !== 'object' || value === null) return null;
  const { version, id, kind, revision, name, data, summary } = value as Record<string, unknown>;
  if (version !== 1 || typeof id !== 'string' || !isEntryId(id) || typeof name !== 'string') return null;
  if ((kind !== 'game' && kind !== 'analysis') || !Number.isInteger(revision) || (revision as number) < 0) return null;
  const about = parseSummary(summary);
  return about && { version: 1, id, kind, revision: revision as number, name, data, summary: about };
}

function isPlayer(value: unknown): value is EntryPlayer {
  if (typeof value === 'string') return true;
  return typeof value === 'object' && value !== null && Number.isInteger((value as { level?: unknown }).level);
}

/** Parses the stored summary of contents. */
export function parseSummary(value: unknown): Summary | null {
  if (typeof value !== 'object' || value === null) return null;
  const { variant, plies, fen, white, black, result } = value as Record<string, unknown>;
  if (typeof variant !== 'string' || typeof plies !== 'number' || typeof fen !== 'string') return null;
  const summary: Summary = { variant, plies, fen };
  if (isPlayer(white)) summary.white = white;
  if (isPlayer(black)) summary.black = black;
  if (typeof result === 'string') summary.result = result;
  return summary;
}
