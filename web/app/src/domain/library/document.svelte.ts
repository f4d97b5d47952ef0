/**
 * Open game or analysis of a page: loads it, saves changes automatically and stays in step with other tabs.
 *
 *     const document = new Document<SavedGame>({
 *       parse: (data) => parseSavedGame(data, isKnownVariant),   // null if it cannot be read
 *       onRemote: (game) => ...,        // another tab has saved: show this instead
 *       onCopy: (id) => ...,            // this tab continues with a copy: show the address `/game/${id}`
 *     });
 *     const id = document.create('game', saved, summary);          // creates an entry; returns its id at once
 *     const loaded = await document.load(id);                      // opens an entry: { state, data, entry }
 *     document.change(saved, summary);                             // after every change
 *     await document.flush();                                      // before leaving the page, if needed
 *     document.close();                                            // when the page is closed
 *     document.status, document.id, document.entry                 // runes
 *
 * Changes are written 300 ms after the last one, at most two seconds after the first, and at once when the tab is hidden or
 * closed. `change` ignores contents equal to the stored ones, so `onRemote` may call `change`.
 *
 * Changes by other tabs are shown here if this tab has nothing unsaved. Otherwise `merge` may combine both. If it does not,
 * this tab's state becomes an entry of its own, a copy, and the tab continues with that, so nothing is lost. Two tabs should
 * therefore not both run automatic changes: of the tabs with a game against the computer, only the visible one lets it think.
 */

import { infoOf, newEntryId } from './entry';
import type { Contents, Entry, EntryInfo, EntryKind, Summary } from './entry';
import { library as ownLibrary } from './library.svelte';
import type { Library } from './library.svelte';
import { Writer } from './writer';
import type { SaveStatus, WriterTimes } from './writer';

export type { SaveStatus } from './writer';

export interface DocumentOptions<T> {
  /** Parses stored data. Returns `null` if this version cannot read it. */
  parse(data: unknown): T | null;
  /** Called to show a state that another tab has saved or a merge has made. */
  onRemote(data: T): void;
  /** Called when the tab continues with a copy of this id. */
  onCopy?(id: string): void;
  /**
   * Called when the tab is hidden or closed. State that changes without input, such as a running clock, must be passed to `change`
   * now.
   */
  onHide?(): void;
  /** Merges this tab's state and another tab's; `null` if they conflict. */
  merge?(mine: T, theirs: T): { data: T; summary: Summary } | null;
  /** Library; defaults to this browser's. */
  library?: Library;
  times?: Partial<WriterTimes>;
}

/** `unreadable`: the entry exists, but this version cannot read its contents or does not know its variant. */
export type Loaded<T> =
  { state: 'loaded'; data: T; entry: EntryInfo } | { state: 'unreadable'; entry: EntryInfo } | { state: 'missing' };

const TIMES: WriterTimes = { delay: 300, longest: 2000, retry: 5000 };

export class Document<T> {
  #options: DocumentOptions<T>;
  #library: Library;
  #times: WriterTimes;
  #writer: Writer | null = null;
  /** Writers of this page that are open or have unsaved changes. */
  #writers = new Set<Writer>();
  /** Number of the current load, to recognise late results. */
  #opened = 0;
  #ends: (() => void)[] = [];
  #entry = $state.raw<EntryInfo | null>(null);
  #status = $state<SaveStatus>('saved');

  constructor(options: DocumentOptions<T>) {
    this.#options = options;
    this.#library = options.library ?? ownLibrary;
    this.#times = { ...TIMES, ...options.times };
    this.#ends.push(
      this.#library.listen(({ id }) => {
        if (this.#writer?.entry.id === id) void this.#writer.refresh();
      }),
    );
    this.#listenToPage();
  }

  /** Id of the open entry; `null` if there is none. */
  get id(): string | null {
    return this.#entry?.id ?? null;
  }

  /** Metadata of the open entry: name, creation time, removal time (`removedAt`). */
  get entry(): EntryInfo | null {
    return this.#entry;
  }

  /** Save status of the open entry. */
  get status(): SaveStatus {
    return this.#status;
  }

  /** Opens an entry. Saves the previous one first. */
  async load(id: string): Promise<Loaded<T>> {
    this.leave();
    const opened = this.#opened;
    const earlier = [...this.#writers].find((writer) => writer.entry.id === id);
    if (earlier && !(await earlier.flush()) && opened === this.#opened) return this.#reopen(earlier);
    const entry = await this.#library.get(id);
    if (!entry) return { state: 'missing' };
    const data = this.#options.parse(entry.data);
    if (data === null) return { state: 'unreadable', entry: infoOf(entry) };
    // A different entry may have been opened in the meantime.
    if (opened === this.#opened) {
      this.#open(entry);
      // The channel does not report changes made while this entry was loading.
      void this.#writer?.refresh();
    }
    return { state: 'loaded', data, entry: infoOf(entry) };
  }

  /** Creates an entry, starts to write it and returns its id. Saves the previous one first. */
  create(kind: EntryKind, data: T, summary: Summary, name = ''): string {
    this.leave();
    const id = newEntryId();
    const now = Date.now();
    this.#open({ ...summary, id, kind, name, created: now, changed: now, revision: 0, data: $state.snapshot(data) });
    void this.#writer?.flush();
    return id;
  }

  /** Schedules a write of the page's state. Does nothing if no entry is open. */
  change(data: T, summary: Summary): void {
    this.#writer?.change({ data: $state.snapshot(data), summary });
  }

  /** Writes unsaved changes now and resolves to whether all is saved. */
  async flush(): Promise<boolean> {
    const all = await Promise.all([...this.#writers].map((writer) => writer.flush()));
    return all.every(Boolean);
  }

  /** Renames the open entry. */
  async rename(name: string): Promise<void> {
    const writer = this.#writer;
    // A new entry may not be in the database yet.
    if (writer?.entry.revision === 0) await writer.flush();
    if (writer) await this.#library.rename(writer.entry.id, name);
  }

  /** Saves and closes the open entry. */
  leave(): void {
    this.#opened += 1;
    const writer = this.#writer;
    this.#writer = null;
    if (writer) void writer.flush().then(() => this.#tidy());
    this.#show();
  }

  /** Saves and closes the entry. A failed write is still retried. */
  close(): void {
    this.leave();
    for (const end of this.#ends.splice(0)) end();
  }

  #open(entry: Entry): void {
    this.#opened += 1;
    const writer: Writer = new Writer(
      this.#library,
      entry,
      {
        onState: () => this.#tidy(),
        onRemote: (theirs) => this.#remote(writer, theirs),
        onCopy: (id) => {
          if (this.#writer !== writer) return;
          this.#show();
          this.#options.onCopy?.(id);
        },
        merge: (mine, theirs) => (this.#writer === writer ? this.#merged(mine, theirs) : null),
      },
      this.#times,
    );
    this.#writer = writer;
    this.#writers.add(writer);
    this.#show();
  }

  /** Reopens an entry that could not be saved yet. */
  #reopen(writer: Writer): Loaded<T> {
    this.#opened += 1;
    this.#writer = writer;
    this.#show();
    return { state: 'loaded', data: writer.unsaved?.data as T, entry: writer.entry };
  }

  /** Shows the state that another tab has saved. Returns false if it cannot be read here. */
  #remote(writer: Writer, theirs: Entry): boolean {
    if (this.#writer !== writer) return true;
    const data = this.#options.parse(theirs.data);
    if (data === null) return false;
    try {
      this.#options.onRemote(data);
      return true;
    } catch (error) {
      reportError(error);
      return false;
    }
  }

  #merged(mine: Contents, theirs: Entry): Contents | null {
    const data = this.#options.parse(theirs.data);
    // The contents of this tab came in as `T`.
    return data === null ? null : (this.#options.merge?.(mine.data as T, data) ?? null);
  }

  #tidy(): void {
    for (const writer of this.#writers) {
      if (writer !== this.#writer && writer.status === 'saved') this.#writers.delete(writer);
    }
    this.#show();
  }

  #show(): void {
    this.#entry = this.#writer?.entry ?? null;
    this.#status = this.#writer?.status ?? 'saved';
  }

  /** Saves when the tab is hidden or closed, and checks for changes when it is shown: a sleeping tab receives none. */
  #listenToPage(): void {
    // The build of the documents has no `document`.
    if (typeof document === 'undefined') return;
    const save = (): void => {
      for (const writer of this.#writers) {
        writer.note();
        void writer.flush();
      }
    };
    const look = (): void => void this.#writer?.refresh();
    const hide = (): void => {
      this.#options.onHide?.();
      save();
    };
    const onVisibility = (): void => (document.visibilityState === 'hidden' ? hide() : look());
    // A hidden tab already saved when it was hidden. Saving again could overwrite a later change of another tab.
    const onPageHide = (): void => (document.visibilityState === 'hidden' ? save() : hide());
    addEventListener('pagehide', onPageHide);
    addEventListener('pageshow', look);
    document.addEventListener('visibilitychange', onVisibility);
    this.#ends.push(() => {
      removeEventListener('pagehide', onPageHide);
      removeEventListener('pageshow', look);
      document.removeEventListener('visibilitychange', onVisibility);
    });
  }
}
