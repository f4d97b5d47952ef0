/** Fixtures for the library's tests: databases, tabs and contents. */

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import type { EntryChange } from './channel';
import { openDatabase } from './database';
import type { EntryStore } from './database';
import type { Contents, Summary } from './entry';
import { Library } from './library.svelte';

export const SUMMARY: Summary = { variant: 'shafran', plies: 3, fen: 'kqbnr w - - 0 1' };

export function contents(data: unknown, part: Partial<Summary> = {}): Contents {
  return { data, summary: { ...SUMMARY, ...part } };
}

/** Resets the browser's storage. */
export function freshBrowser(): void {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
}

/** Simulated channels between tabs; `deliver` may delay messages or drop them. */
export class FakeChannels {
  #ears = new Map<object, (news: EntryChange) => void>();
  #deliver: (hear: () => void) => void;

  constructor(deliver: (hear: () => void) => void = (hear) => hear()) {
    this.#deliver = deliver;
  }

  channel(): {
    post(news: EntryChange): void;
    listen(callback: (news: EntryChange) => void): () => void;
    close(): void;
  } {
    const me = {};
    return {
      post: (news) => {
        for (const [other, hear] of this.#ears) if (other !== me) this.#deliver(() => hear(news));
      },
      listen: (callback) => {
        this.#ears.set(me, callback);
        return () => this.#ears.delete(me);
      },
      close: () => this.#ears.delete(me),
    };
  }
}

/** Returns the library of a new tab. */
export function tab(
  air = new FakeChannels(),
  parts: { open?: () => Promise<EntryStore>; now?: () => number } = {},
): Library {
  return new Library({ open: () => openDatabase(), channel: air.channel(), ...parts });
}

/** Returns a store that refuses to write while `refuses` returns an error. */
export async function refusing(refuses: () => Error | null): Promise<EntryStore> {
  const store = await openDatabase();
  return {
    lasting: store.lasting,
    all: () => store.all(),
    get: (id) => store.get(id),
    change: (id, decide) => {
      const error = refuses();
      return error ? Promise.reject(error) : store.change(id, decide);
    },
    close: () => store.close(),
  };
}

export function quotaError(): Error {
  return new DOMException('no room', 'QuotaExceededError');
}

/** Waits until a check passes, also on a busy machine. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 4000, interval: 10 });
}
