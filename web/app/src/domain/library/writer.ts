/**
 * Writer of one tab's changes to one entry: debounced, one write at a time, each only over the revision that the tab knows.
 * Independent of any page; pages use `Document`.
 */

import { forget, write } from '../storage';
import { infoOf, newEntryId } from './entry';
import type { Contents, Entry, EntryInfo, EntryKind, Summary } from './entry';
import type { Library, SaveAnswer } from './library.svelte';

/** Save status: `saving` from a change until it is written; `failed` if the browser refused and the write is retried. */
export type SaveStatus = 'saved' | 'saving' | 'failed';

/** Callbacks of a writer. */
export interface WriterEvents {
  /** Called when the status, the id or the metadata of the entry may have changed. */
  onState(): void;
  /** Shows contents that another tab has saved. Returns false if they cannot be read. */
  onRemote(entry: Entry): boolean;
  /** Called when the tab continues with a copy. */
  onCopy(id: string): void;
  /** Merges both changes; `null` if they conflict. */
  merge(mine: Contents, theirs: Entry): Contents | null;
}

export interface WriterTimes {
  /** Delay in milliseconds of a write after the last change. */
  delay: number;
  /** Maximum delay in milliseconds of a write after the first unsaved change. */
  longest: number;
  /** Delay in milliseconds before a failed write is retried. */
  retry: number;
}

/** Prefix of the keys of changes that were not written yet when their tab was hidden or closed. */
export const UNSAVED_PREFIX = 'saffron.unsaved.';

/** Unsaved changes as stored under their key. */
export interface Unsaved {
  version: 1;
  id: string;
  kind: EntryKind;
  /** Revision of the entry that was changed; 0 if it was not stored yet. */
  revision: number;
  name: string;
  data: unknown;
  summary: Summary;
}

export class Writer {
  #library: Library;
  #events: WriterEvents;
  #times: WriterTimes | null;
  #entry: EntryInfo;
  /** Contents of the known revision, to detect changes. */
  #known: string;
  #pending: Contents | null = null;
  #writing: Contents | null = null;
  /** Time of the first unsaved change. */
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #failed = false;
  /** Key of the stored unsaved changes. */
  #noted: string | null = null;

  /**
   * `entry`: the stored entry, or one of revision 0 that is still to be created with its `data`. `times`: delays of automatic
   * writes; `null` disables them.
   */
  constructor(library: Library, entry: Entry, events: WriterEvents, times: WriterTimes | null) {
    this.#library = library;
    this.#entry = infoOf(entry);
    this.#events = events;
    this.#times = times;
    this.#known = entry.revision === 0 ? '' : textOf(contentsOf(entry));
    if (entry.revision === 0) this.#pending = contentsOf(entry);
  }

  get entry(): EntryInfo {
    return this.#entry;
  }

  get status(): SaveStatus {
    if (!this.#pending && !this.#running) return 'saved';
    return this.#failed ? 'failed' : 'saving';
  }

  /** Contents that are not written yet; `null` if there are none. */
  get unsaved(): Contents | null {
    return this.#pending ?? this.#writing;
  }

  /** Schedules a write of the contents. Contents equal to the stored ones are ignored. */
  change(contents: Contents): void {
    if (!this.#pending && !this.#running) {
      if (textOf(contents) === this.#known) return;
      this.#since = Date.now();
    }
    this.#pending = contents;
    if (this.#times && !this.#running && !this.#failed) {
      const rest = this.#since + this.#times.longest - Date.now();
      this.#wait(Math.max(0, Math.min(this.#times.delay, rest)));
    }
    this.#events.onState();
  }

  /** Writes unsaved changes now and resolves to whether all is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#running ??= this.#run();
    await this.#running;
    return this.#pending === null;
  }

  /** Stores unsaved changes synchronously, since the tab may close now. */
  note(): void {
    const { id, kind, name, revision } = this.#entry;
    const contents = this.unsaved;
    if (!contents) return;
    // Two tabs may have the same entry.
    this.#noted ??= UNSAVED_PREFIX + newEntryId();
    write(this.#noted, { version: 1, id, kind, name, revision, ...contents } satisfies Unsaved);
  }

  /** Checks whether another tab has saved. Unsaved changes are written first, which detects a conflict. */
  async refresh(): Promise<void> {
    if (this.status !== 'saved') return;
    const there = await this.#library.get(this.#entry.id);
    if (!there || this.status !== 'saved' || there.id !== this.#entry.id) return;
    if (there.revision === this.#entry.revision) this.#entry = infoOf(there);
    else if (there.revision > this.#entry.revision) this.#adopt(there);
    this.#events.onState();
  }

  async #run(): Promise<void> {
    this.#failed = false;
    // `#running` is set from here on.
    await Promise.resolve();
    try {
      for (let next = this.#pending; next; next = this.#pending) {
        this.#pending = null;
        if (textOf(next) === this.#known) continue;
        this.#writing = next;
        this.#events.onState();
        if (await this.#save(next)) continue;
        this.#pending ??= next;
        this.#failed = true;
        if (this.#times) {
          this.note();
          this.#wait(this.#times.retry);
        }
        break;
      }
    } finally {
      this.#writing = null;
      this.#running = null;
    }
    if (!this.#failed && this.#noted !== null) {
      forget(this.#noted);
      this.#noted = null;
    }
    this.#events.onState();
  }

  /** Writes the contents and resolves to whether they are stored, in the entry or in a copy. */
  async #save(mine: Contents): Promise<boolean> {
    const { id, kind, name, revision } = this.#entry;
    const answer =
      revision === 0
        ? await this.#library.create({ id, kind, name, contents: mine })
        : await this.#library.save(id, mine, revision);
    switch (answer.answer) {
      case 'saved':
        this.#wrote(answer, mine);
        return true;
      case 'conflict':
        return this.#settle(mine, answer.entry);
      case 'gone':
        // The browser's data was cleared, but this tab still has the contents.
        this.#entry = { ...this.#entry, revision: 0 };
        return this.#save(mine);
      case 'failed':
        return false;
    }
  }

  /** Resolves a conflict with another tab's revision: it may be equal, mergeable or different. */
  async #settle(mine: Contents, theirs: Entry): Promise<boolean> {
    if (textOf(mine) === textOf(contentsOf(theirs))) {
      this.#entry = infoOf(theirs);
      this.#known = textOf(mine);
      return true;
    }
    if (this.#merge(mine, theirs)) return true;
    const { kind, name } = theirs;
    const id = newEntryId();
    const answer = await this.#library.create({ id, kind, name, contents: mine, copyOf: theirs.id });
    if (answer.answer !== 'saved') return false;
    this.#wrote(answer, mine);
    this.#events.onCopy(id);
    return true;
  }

  /** Shows the merge of this tab's and the other tab's changes, and schedules its write. */
  #merge(mine: Contents, theirs: Entry): boolean {
    const before = this.#pending;
    const merged = this.#events.merge(before ?? mine, theirs);
    if (!merged) return false;
    this.#pending = null;
    if (!this.#adopt({ ...theirs, ...merged.summary, data: merged.data })) {
      this.#pending = before;
      return false;
    }
    this.#known = textOf(contentsOf(theirs));
    // Keep a change that the page made in the meantime.
    this.#pending ??= merged;
    return true;
  }

  #wrote({ entry }: Extract<SaveAnswer, { answer: 'saved' }>, contents: Contents): void {
    this.#entry = entry;
    this.#known = textOf(contents);
  }

  /** Adopts the state that another tab has saved, unless the page cannot show it. */
  #adopt(theirs: Entry): boolean {
    const before = { entry: this.#entry, known: this.#known };
    // Must come first, since the page may react with a change.
    this.#entry = infoOf(theirs);
    this.#known = textOf(contentsOf(theirs));
    const shown = this.#events.onRemote(theirs);
    if (!shown) ({ entry: this.#entry, known: this.#known } = before);
    return shown;
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }
}

/** Returns the contents of an entry. */
export function contentsOf(entry: Entry): Contents {
  const { variant, plies, fen, white, black, result, data } = entry;
  const summary: Summary = { variant, plies, fen };
  if (white !== undefined) summary.white = white;
  if (black !== undefined) summary.black = black;
  if (result !== undefined) summary.result = result;
  return { data, summary };
}

/** Serialises contents for comparison. */
function textOf({ data, summary }: Contents): string {
  const { variant, plies, fen, white, black, result } = summary;
  return JSON.stringify([data, variant, plies, fen, white, black, result]);
}
