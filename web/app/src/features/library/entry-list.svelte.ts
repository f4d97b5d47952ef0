/** List of the library: the shown and the selected entries, kept in step with other tabs, and the undoing of a removal. */

import { SvelteSet } from 'svelte/reactivity';
import { tagsOf } from '../../domain/library/entry';
import type { EntryInfo } from '../../domain/library/entry';
import { library as ownLibrary } from '../../domain/library/library.svelte';
import type { Library } from '../../domain/library/library.svelte';
import { entryTitle } from '../../text/entries';
import { matches } from './library-text';

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
  /** Tag that the shown entries have; `null` for all. */
  tag = $state<string | null>(null);
  /** Words that the shown entries have in their titles, games or results. */
  query = $state('');
  /** Entries of the last removal while it can be undone. */
  undoable = $state.raw<readonly EntryInfo[]>([]);
  /** True while entries are being selected. */
  selecting = $state(false);
  readonly #selected = new SvelteSet<string>();

  /** Tags of the entries that match the filter, in the order of the alphabet. */
  tags: readonly string[] = $derived(
    [...new Set(this.#of(this.filter).flatMap(({ tags = [] }) => tags))].toSorted((a, b) => a.localeCompare(b)),
  );
  /** Entries that match the filter, the tag and the query, newest change first. */
  shown: readonly EntryInfo[] = $derived.by(() => {
    const tag = this.tag !== null && this.tags.includes(this.tag) ? this.tag : null;
    return this.#of(this.filter).filter(
      (entry) => (tag === null || entry.tags?.includes(tag)) && matches(entry, this.query),
    );
  });
  /** Selected entries that are shown. */
  selected: readonly EntryInfo[] = $derived(
    this.selecting ? this.shown.filter(({ id }) => this.#selected.has(id)) : [],
  );
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
    return this.#of(filter).length;
  }

  #of(filter: Filter): readonly EntryInfo[] {
    if (filter === 'removed') return this.#removed;
    return filter === 'all' ? this.#kept : this.#kept.filter(({ kind }) => kind === filter);
  }

  /** Starts or ends the selection of entries. */
  select(begin: boolean): void {
    this.selecting = begin;
    this.#selected.clear();
  }

  /** Selects entries, or takes them out of the selection. */
  mark(entries: readonly EntryInfo[], selected: boolean): void {
    for (const { id } of entries) {
      if (selected) this.#selected.add(id);
      else this.#selected.delete(id);
    }
  }

  /** Sets an entry's name and the tags in a text, separated by commas. */
  async edit(entry: EntryInfo, name: string, tags: string): Promise<void> {
    if (name.trim() !== entryTitle(entry)) await this.library.rename(entry.id, name);
    await this.library.tag(entry.id, tagsOf(tags));
    await this.load();
  }

  /** Adds the tags in a text to entries. */
  async addTags(entries: readonly EntryInfo[], text: string): Promise<void> {
    for (const { id, tags = [] } of entries) await this.library.tag(id, tagsOf([...tags, text].join(',')));
    await this.load();
  }

  /** Removes entries, which can be undone for a while. */
  async remove(entries: readonly EntryInfo[]): Promise<void> {
    const removed: EntryInfo[] = [];
    for (const entry of entries) {
      const { answer } = await this.library.remove(entry.id);
      if (answer === 'saved') removed.push(entry);
    }
    await this.load();
    if (removed.length === 0) return;
    this.undoable = removed;
    this.letUndoEnd();
  }

  async restore(entries: readonly EntryInfo[]): Promise<void> {
    for (const { id } of entries) await this.library.undoRemove(id);
    this.undoable = this.undoable.filter((entry) => !entries.some(({ id }) => id === entry.id));
    await this.load();
  }

  /** Keeps the undo button open while it has pointer or focus. */
  holdUndo(): void {
    clearTimeout(this.#timer);
  }

  /** Starts the time for undoing a removal again. */
  letUndoEnd(): void {
    this.holdUndo();
    this.#timer = setTimeout(() => (this.undoable = []), UNDO_MS);
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
