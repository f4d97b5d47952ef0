/**
 * Storage of entries: IndexedDB, or this tab's memory if the browser has none. Both read an entry and change one entry in one
 * transaction. The library decides which changes are allowed.
 */

import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import { infoOf } from './entry';
import type { Entry, EntryInfo } from './entry';

/** Result of a change: the new entry (`null` removes it, absent leaves it unchanged) and the value to return. */
export interface Decision<T> {
  answer: T;
  entry?: Entry | null;
}

/** Store of entries. All methods reject if the browser refuses, with `QuotaExceededError` if there is no space left. */
export interface EntryStore {
  /** True if entries last until the next visit. */
  readonly lasting: boolean;
  /** Returns every entry, including removed ones, in no particular order. */
  all(): Promise<EntryInfo[]>;
  get(id: string): Promise<Entry | null>;
  /** Reads an entry and writes the decision in one transaction, also with respect to other tabs. */
  change<T>(id: string, decide: (now: Entry | null) => Decision<T>): Promise<T>;
  close(): void;
}

/** Entries in two stores, so that a list need not read all contents. */
interface Schema extends DBSchema {
  entries: { key: string; value: EntryInfo };
  contents: { key: string; value: { id: string; data: unknown } };
}

const NAME = 'saffron';
const VERSION = 1;
/** Timeout in milliseconds for opening the database; browsers may never answer. */
const OPEN_TIMEOUT_MS = 8000;
/** Errors that reopening the database does not fix. */
const LASTING_REASONS = new Set(['QuotaExceededError', 'DataCloneError', 'VersionError', 'SecurityError']);

/** Opens the database. Rejects if the browser has none, forbids it or does not answer in time. */
export async function openDatabase(name = NAME): Promise<EntryStore> {
  const store = new DatabaseStore(name);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), OPEN_TIMEOUT_MS);
  });
  try {
    await Promise.race([store.open(), late]);
    return store;
  } catch (error) {
    // Close it if it opens after the timeout.
    store.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

class DatabaseStore implements EntryStore {
  readonly lasting = true;
  #name: string;
  #opening: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  open(): Promise<IDBPDatabase<Schema>> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  all(): Promise<EntryInfo[]> {
    return this.#with((database) => database.getAll('entries'));
  }

  get(id: string): Promise<Entry | null> {
    return this.#with(async (database) => {
      const both = database.transaction(['entries', 'contents']);
      const [info, contents] = await Promise.all([
        both.objectStore('entries').get(id),
        both.objectStore('contents').get(id),
      ]);
      return info ? { ...info, data: contents?.data } : null;
    });
  }

  change<T>(id: string, decide: (now: Entry | null) => Decision<T>): Promise<T> {
    return this.#with(async (database) => {
      const both = database.transaction(['entries', 'contents'], 'readwrite');
      const entries = both.objectStore('entries');
      const contents = both.objectStore('contents');
      // Has the reason why the transaction failed, which single requests may lack.
      const done = both.done;
      done.catch(() => undefined);
      try {
        const [info, kept] = await Promise.all([entries.get(id), contents.get(id)]);
        const { answer, entry } = decide(info ? { ...info, data: kept?.data } : null);
        const writes: Promise<unknown>[] = [];
        if (entry === null) writes.push(entries.delete(id), contents.delete(id));
        // The contents first, since they may not be storable.
        else if (entry) writes.push(contents.put({ id, data: entry.data }), entries.put(infoOf(entry)));
        await Promise.all(writes);
        await done;
        return answer;
      } catch (error) {
        abort(both);
        throw both.error ?? error;
      }
    });
  }

  close(): void {
    void this.#opening?.then((database) => database.close()).catch(() => undefined);
    this.#opening = null;
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(this.#name, VERSION, {
      upgrade: (database) => {
        database.createObjectStore('entries', { keyPath: 'id' });
        database.createObjectStore('contents', { keyPath: 'id' });
      },
      // A tab with a newer page waits for this one; the next access reopens the database.
      blocking: () => this.close(),
      terminated: () => {
        this.#opening = null;
      },
    });
  }

  /** Runs `work` on the database, and once more on a new connection if the old one has broken. */
  async #with<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      return await work(await this.open());
    } catch (error) {
      if (LASTING_REASONS.has(errorName(error))) throw error;
      this.close();
      return work(await this.open());
    }
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The connection is already closed.
  }
}

function errorName(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/** Store in memory, which lasts as long as the tab. */
export class MemoryStore implements EntryStore {
  readonly lasting = false;
  #entries = new Map<string, Entry>();

  all(): Promise<EntryInfo[]> {
    return Promise.resolve([...this.#entries.values()].map(infoOf));
  }

  get(id: string): Promise<Entry | null> {
    return Promise.resolve(structuredClone(this.#entries.get(id) ?? null));
  }

  change<T>(id: string, decide: (now: Entry | null) => Decision<T>): Promise<T> {
    const { answer, entry } = decide(structuredClone(this.#entries.get(id) ?? null));
    if (entry === null) this.#entries.delete(id);
    else if (entry) this.#entries.set(id, structuredClone(entry));
    return Promise.resolve(answer);
  }

  close(): void {
    this.#entries.clear();
  }
}
