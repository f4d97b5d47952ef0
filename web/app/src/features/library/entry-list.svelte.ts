/** List of the library: the shown entries, kept in step with other tabs, and the undoing of a removal. */

import type { EntryInfo } from '../../domain/library/entry';
import { library as ownLibrary } from '../../domain/library/library.svelte';
import type { Library } from '../../domain/library/library.svelte';

export type Filter = 'all' | 'game' | 'analysis' | 'removed';

export const FILTERS: readonly Filter[] = ['all', 'game', 'analysis', 'removed'];

/**
 * Time in milliseconds for which a removal can be undone at the foot of the page; later it can be undone among the removed
 * entries.
 */
const UNDO_MS = 10_000;

export class EntryList {
  readonly library: Library;
  #kept = $state.raw<readonly EntryInfo[]>([]);
  #removed = $state.raw<readonly EntryInfo[]>([]);
  #loading: Promise<void> | null = null;
  #stale = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  filter = $state<Filter>('all');
  /** False until the list has loaded for the first time. */
  loaded = $state(false);
  /** Last removed entry while its removal can be undone. */
  undoable = $state.raw<EntryInfo | null>(null);

  /** Entries that match the filter, newest change first. */
  shown: readonly EntryInfo[] = $derived.by(() => {
    if (this.filter === 'removed') return this.#removed;
    return this.filter === 'all' ? this.#kept : this.#kept.filter(({ kind }) => kind === this.filter);
  });
  /** True if nothing is stored and nothing was removed. */
  empty = $derived(this.#kept.length === 0 && this.#removed.length === 0);

  constructor(library = ownLibrary) {
    this.library = library;
  }

  /** Loads the list, and again after every write of any tab. Returns a function that stops it. */
  start(): () => void {
    void this.load();
    const end = this.library.listen(() => void this.load());
    return () => {
      end();
      this.holdUndo();
    };
  }

  /** Loads the list. Concurrent calls load it at most twice. */
  load(): Promise<void> {
    if (this.#loading) {
      this.#stale = true;
      return this.#loading;
    }
    this.#loading = this.#load();
    return this.#loading;
  }

  /** Returns the number of entries that match a filter. */
  count(filter: Filter): number {
    if (filter === 'removed') return this.#removed.length;
    return filter === 'all' ? this.#kept.length : this.#kept.filter(({ kind }) => kind === filter).length;
  }

  async rename(entry: EntryInfo, name: string): Promise<void> {
    await this.library.rename(entry.id, name);
    await this.load();
  }

  /** Removes an entry, which can be undone for a while. */
  async remove(entry: EntryInfo): Promise<void> {
    const { answer } = await this.library.remove(entry.id);
    await this.load();
    if (answer !== 'saved') return;
    this.undoable = entry;
    this.letUndoEnd();
  }

  async restore(entry: EntryInfo): Promise<void> {
    await this.library.undoRemove(entry.id);
    if (this.undoable?.id === entry.id) this.undoable = null;
    await this.load();
  }

  /** Keeps the undo button open while it has pointer or focus. */
  holdUndo(): void {
    clearTimeout(this.#timer);
  }

  /** Starts the time for undoing a removal again. */
  letUndoEnd(): void {
    this.holdUndo();
    this.#timer = setTimeout(() => (this.undoable = null), UNDO_MS);
  }

  async #load(): Promise<void> {
    do {
      this.#stale = false;
      const [kept, removed] = await Promise.all([this.library.list(), this.library.list({ removed: true })]);
      this.#kept = kept;
      this.#removed = removed.toSorted((a, b) => (b.removedAt ?? 0) - (a.removedAt ?? 0));
      // A change during the read may have been missed.
    } while (this.#stale as boolean);
    this.#loading = null;
    this.loaded = true;
  }
}
