/** Entries on an account: their form, and the settling of changes made here and on another device. */

import { isEntryId } from './entry';
import type { Entry, EntryInfo, Synced } from './entry';
import { parseSummary } from './recover';
import { contentsOf } from './writer';

/** Form of the bodies; a higher number is of a later version of the page. */
const FORM = 1;

/** Returns an entry's name, tags and place in the list, for comparison. */
function descriptionOf({ name, tags, removedAt, copyOf }: EntryInfo): string {
  return JSON.stringify([name, tags ?? [], removedAt ?? 0, copyOf ?? '']);
}

/** Returns the state of an entry that the account has in this version as it is here. */
export function syncedAs(entry: EntryInfo, account: string, version: number): Synced {
  const { revision, changed } = entry;
  return { account, version, revision, description: descriptionOf(entry), changed };
}

/** Returns whether an entry is on the account as it is here. */
export function isInStep(entry: EntryInfo, account: string): boolean {
  const { synced } = entry;
  return (
    synced?.account === account && synced.revision === entry.revision && synced.description === descriptionOf(entry)
  );
}

/** Returns the text of an entry for the server. */
export function bodyOf(entry: Entry): string {
  const { id: _, revision: __, synced: ___, ...body } = entry;
  return JSON.stringify({ form: FORM, ...body });
}

/** Parses a text of the server. Returns `null` if this version of the page cannot read it. */
export function parseBody(id: string, text: string): Entry | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const summary = parseSummary(value);
  if (!summary || !isEntryId(id)) return null;
  const { form, kind, name, tags, created, changed, removedAt, copyOf, data } = value as Record<string, unknown>;
  if (form !== FORM || (kind !== 'game' && kind !== 'analysis') || typeof name !== 'string') return null;
  if (typeof created !== 'number' || typeof changed !== 'number' || data === undefined) return null;
  const entry: Entry = { ...summary, id, kind, name, created, changed, revision: 1, data };
  if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) entry.tags = tags;
  if (typeof removedAt === 'number') entry.removedAt = removedAt;
  if (typeof copyOf === 'string') entry.copyOf = copyOf;
  return entry;
}

/** Outcome of settling an entry: its new state, absent if it stays, `null` if it is deleted; and the copy to make. */
export interface Settled {
  entry?: Entry | null;
  copy?: Entry;
}

/**
 * Settles an entry of this browser with what another device has written under its id, `null` if it has deleted it. Contents and
 * description are settled each on its own: the side that has changed it prevails, and this browser if both have. Contents of the
 * other device that do not prevail become a copy.
 */
export function settle(
  mine: Entry | null,
  theirs: Entry | null,
  { account, version }: Pick<Synced, 'account' | 'version'>,
): Settled {
  const known = mine?.synced?.account === account ? mine.synced : null;
  if (known && known.version >= version) return {};
  const inStep = (entry: Entry): Entry => ({ ...entry, synced: syncedAs(entry, account, version) });
  if (!mine) return theirs ? { entry: inStep(theirs) } : {};
  // What is here is still to be sent over that version.
  const unsent = (entry: Entry, changed: number): Entry => {
    return { ...entry, synced: { account, version, revision: 0, description: '', changed } };
  };
  if (!theirs) return { entry: isInStep(mine, account) ? null : unsent(mine, mine.changed) };
  if (isInStep(mine, account)) return { entry: inStep({ ...theirs, revision: mine.revision + 1 }) };
  const described = known !== null && descriptionOf(mine) === known.description ? describedAs(mine, theirs) : mine;
  if (theirs.changed === known?.changed || hasContentsOf(mine, theirs)) {
    return { entry: unsent(described, theirs.changed) };
  }
  if (mine.revision === known?.revision) {
    const entry = { ...describedAs(theirs, described), revision: mine.revision + 1 };
    return { entry: unsent(entry, theirs.changed) };
  }
  return { entry: unsent(described, theirs.changed), copy: theirs };
}

/** Returns an entry with the name, tags and place of another one. */
function describedAs(entry: Entry, { name, tags, removedAt, copyOf }: Entry): Entry {
  const { tags: _, removedAt: __, copyOf: ___, ...rest } = entry;
  const described: Entry = { ...rest, name };
  if (tags !== undefined) described.tags = tags;
  if (removedAt !== undefined) described.removedAt = removedAt;
  if (copyOf !== undefined) described.copyOf = copyOf;
  return described;
}

function hasContentsOf(mine: Entry, theirs: Entry): boolean {
  return JSON.stringify(contentsOf(mine)) === JSON.stringify(contentsOf(theirs));
}
