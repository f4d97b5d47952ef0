/**
 * Library: the games and analyses stored in this browser. No method rejects: if the browser refuses, the result is `failed`
 * and `warning` has the reason.
 *
 *     await library.list({ kind: 'game' })              newest change first
 *     await library.get(id)                             with contents; null if there is none
 *     await library.create({ kind: 'game', contents })  creates an entry
 *     await library.save(id, contents, revision)        only if that revision is the latest
 *     await library.rename(id, name); await library.tag(id, ['endgame'])
 *     await library.remove(id); await library.undoRemove(id)
 *     library.listen(({ id, revision }) => ...)         after every write, in this tab or another
 *     library.warning                                   (rune) storage warning for the visitor
 *
 * A page that shows one entry and changes it uses `Document` (document.svelte.ts).
 */

import { read, write } from '../storage';
import { Channel } from './channel';
import type { EntryChange } from './channel';
import { MemoryStore, openDatabase } from './database';
import type { Decision, EntryStore } from './database';
import { infoOf, isExpired, newEntryId } from './entry';
import type { Contents, Entry, EntryInfo, EntryKind } from './entry';

/**
 * Reason why entries are not safe. `memory`: the browser stores nothing, entries last as long as this tab. `full`: no space for the
 * last change. `outdated`: a newer version of the page is open, and this one must be reloaded. `failed`: the browser could not
 * write for another reason.
 */
export type Warning = 'memory' | 'full' | 'outdated' | 'failed';

/** Data of a new entry. */
export interface NewEntry {
  kind: EntryKind;
  contents: Contents;
  /** Id; random by default. */
  id?: string;
  /** Name; empty by default. */
  name?: string;
  copyOf?: string;
  /** Last change of the contents, in milliseconds since 1970; defaults to now. */
  changed?: number;
}

/**
 * Result of a write. `conflict`: another revision is stored and stays. `gone`: there is no such entry. `failed`: the browser
 * refused, see `warning`.
 */
export type SaveAnswer =
  | { answer: 'saved'; entry: EntryInfo }
  | { answer: 'conflict'; entry: Entry }
  | { answer: 'gone' }
  | { answer: 'failed' };

/** Replacements for the browser's own storage and channel. */
export interface LibraryParts {
  open?: () => Promise<EntryStore>;
  channel?: Pick<Channel, 'post' | 'listen' | 'close'>;
  /** Current time in milliseconds since 1970. */
  now?: () => number;
}

const ASKED_KEY = 'saffron.persist';

export class Library {
  #open: () => Promise<EntryStore>;
  #store: Promise<EntryStore> | null = null;
  #channel: Pick<Channel, 'post' | 'listen' | 'close'> | undefined;
  #now: () => number;
  #listeners = new Set<(news: EntryChange) => void>();
  #asked = false;
  #warning = $state<Warning | null>(null);

  constructor(parts: LibraryParts = {}) {
    this.#open = parts.open ?? openDatabase;
    this.#channel = parts.channel;
    this.#now = parts.now ?? Date.now;
  }

  /** Storage warning for the visitor; `null` if there is none. */
  get warning(): Warning | null {
    return this.#warning;
  }

  /** Resolves to whether entries last until the next visit. */
  async lasting(): Promise<boolean> {
    return (await this.#ready()).lasting;
  }

  /** Lists the entries of one kind or of all, removed or not, newest change first. */
  async list(filter: { kind?: EntryKind; removed?: boolean } = {}): Promise<EntryInfo[]> {
    return (await this.all())
      .filter(({ kind, removedAt }) => {
        return (filter.kind ?? kind) === kind && (filter.removed ?? false) === (removedAt !== undefined);
      })
      .sort((a, b) => b.changed - a.changed);
  }

  /** Returns an entry with its contents, removed or not; `null` if it does not exist or cannot be read. */
  get(id: string): Promise<Entry | null> {
    return this.#try((store) => store.get(id), null);
  }

  /** Creates an entry. Returns `conflict` if the id is taken. */
  async create({ kind, contents, id = newEntryId(), name = '', copyOf, changed }: NewEntry): Promise<SaveAnswer> {
    const now = this.#now();
    const { data, summary } = contents;
    const entry: Entry = { ...summary, id, kind, name, created: now, changed: changed ?? now, revision: 1, data };
    if (copyOf !== undefined) entry.copyOf = copyOf;
    return this.#write(id, (there) =>
      there ? { answer: { answer: 'conflict', entry: there } } : { answer: saved(entry), entry },
    );
  }

  /**
   * Saves the contents of an entry if it is still at `revision`; a later revision is left alone. A removed entry is restored, since
   * it is in use again.
   */
  save(id: string, { data, summary }: Contents, revision: number): Promise<SaveAnswer> {
    return this.#write(id, (there) => {
      if (!there) return { answer: { answer: 'gone' } };
      if (there.revision !== revision) return { answer: { answer: 'conflict', entry: there } };
      const { kind, name, created, copyOf, tags, synced } = there;
      const entry: Entry = { ...summary, id, kind, name, created, changed: this.#now(), revision: revision + 1, data };
      if (copyOf !== undefined) entry.copyOf = copyOf;
      if (tags !== undefined) entry.tags = tags;
      if (synced !== undefined) entry.synced = synced;
      return { answer: saved(entry), entry };
    });
  }

  /** Renames an entry; an empty name removes the name. */
  rename(id: string, name: string): Promise<SaveAnswer> {
    return this.#describe(id, (entry) => without({ ...entry, name: name.trim() }, 'copyOf'));
  }

  /** Sets the tags of an entry. */
  tag(id: string, tags: readonly string[]): Promise<SaveAnswer> {
    return this.#describe(id, (entry) => (tags.length === 0 ? without(entry, 'tags') : { ...entry, tags }));
  }

  /** Removes an entry from the list. `undoRemove` restores it within thirty days. */
  remove(id: string): Promise<SaveAnswer> {
    return this.#describe(id, (entry) => ({ ...entry, removedAt: this.#now() }));
  }

  undoRemove(id: string): Promise<SaveAnswer> {
    return this.#describe(id, (entry) => without(entry, 'removedAt'));
  }

  /** Returns every entry, removed or not, in no particular order. */
  all(): Promise<EntryInfo[]> {
    return this.#try(async (store) => store.all(), []);
  }

  /**
   * Writes an entry as the account's server has it, in one transaction: `null` deletes it, `undefined` leaves it as it is. `news` is
   * true if the page must show the change. Resolves to false if the browser refused.
   */
  async change(id: string, decide: (now: Entry | null) => Entry | null | undefined, news = false): Promise<boolean> {
    let revision: number | null = null;
    const done = await this.#try(
      (store) =>
        store.change(id, (now) => {
          const entry = decide(now);
          revision = entry === undefined ? null : (entry?.revision ?? 0);
          return entry === undefined ? { answer: true } : { answer: true, entry };
        }),
      false,
      true,
    );
    if (done && news && revision !== null) {
      this.#channel?.post({ id, revision });
      this.#tell({ id, revision });
    }
    return done;
  }

  /**
   * Deletes entries removed more than thirty days ago and returns their number. Those that are on an account, too, are left to its
   * library.
   */
  async purge(): Promise<number> {
    const isOld = (entry: EntryInfo): boolean => isExpired(entry, this.#now()) && entry.synced === undefined;
    return this.#try(async (store) => {
      let count = 0;
      for (const { id } of (await store.all()).filter(isOld)) {
        const gone = await store.change<boolean>(id, (entry) =>
          entry && isOld(entry) ? { answer: true, entry: null } : { answer: false },
        );
        if (gone) count += 1;
      }
      return count;
    }, 0);
  }

  /** Calls back after every write of this tab or another. Returns a function that unsubscribes. */
  listen(callback: (news: EntryChange) => void): () => void {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  }

  /** Closes the database and the channel. */
  async close(): Promise<void> {
    this.#channel?.close();
    this.#listeners.clear();
    (await this.#store)?.close();
  }

  /** Changes the metadata of an entry, not its contents. */
  #describe(id: string, change: (entry: Entry) => Entry): Promise<SaveAnswer> {
    return this.#write(id, (there) => {
      if (!there) return { answer: { answer: 'gone' } };
      const entry = change(there);
      return { answer: saved(entry), entry };
    });
  }

  async #write(id: string, decide: (now: Entry | null) => Decision<SaveAnswer>): Promise<SaveAnswer> {
    const answer = await this.#try<SaveAnswer>((store) => store.change(id, decide), { answer: 'failed' }, true);
    if (answer.answer === 'saved') {
      const news: EntryChange = { id, revision: answer.entry.revision };
      this.#channel?.post(news);
      this.#tell(news);
      void this.#askToPersist();
    }
    return answer;
  }

  /** Returns the store. Opens it and the channel at the first use. */
  #ready(): Promise<EntryStore> {
    if (this.#store) return this.#store;
    this.#channel ??= new Channel();
    this.#channel.listen((news) => this.#tell(news));
    this.#store = this.#open().catch((error: unknown) => {
      this.#warning = warningOf(error) === 'outdated' ? 'outdated' : 'memory';
      return new MemoryStore();
    });
    return this.#store;
  }

  async #try<T>(work: (store: EntryStore) => Promise<T>, otherwise: T, writes = false): Promise<T> {
    const store = await this.#ready();
    try {
      const answer = await work(store);
      // A successful read does not mean that there is space again.
      if (store.lasting && (writes || this.#warning !== 'full')) this.#warning = null;
      return answer;
    } catch (error) {
      this.#warning = warningOf(error);
      return otherwise;
    }
  }

  #tell(news: EntryChange): void {
    for (const callback of this.#listeners) callback(news);
  }

  /** Asks the browser once not to evict the data when storage runs short. Some browsers ask the visitor. */
  async #askToPersist(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      if (read(ASKED_KEY) === true || !(await this.lasting()) || (await navigator.storage.persisted())) return;
      await navigator.storage.persist();
      write(ASKED_KEY, true);
    } catch {
      // Not every browser supports this request.
    }
  }
}

/** Returns an entry without an optional property. */
export function without(entry: Entry, key: 'copyOf' | 'removedAt' | 'synced' | 'tags'): Entry {
  const rest = { ...entry };
  delete rest[key];
  return rest;
}

function saved(entry: Entry): SaveAnswer {
  return { answer: 'saved', entry: infoOf(entry) };
}

function warningOf(error: unknown): Warning {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  return name === 'VersionError' ? 'outdated' : 'failed';
}

/** Library of this browser. */
export const library = new Library();
