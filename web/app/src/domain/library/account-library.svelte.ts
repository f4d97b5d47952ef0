/**
 * Library on an account: this browser's entries are sent to the server, and those of other devices are fetched. The visitor
 * chooses this for one browser and one account.
 *
 *     accountLibrary.follow(account)    the account that is signed in, or null
 *     await accountLibrary.turnOn()     this browser's entries go to the account
 *     accountLibrary.turnOff()          they stay here and there
 *     await accountLibrary.sync()       now, not only after the next change
 *     accountLibrary.status             (rune)
 *
 * A change is written over the version that this browser knows. If another device has written in the meantime, name and contents are
 * settled one by one; where both have changed the contents, those of the other device become a copy. Nothing is lost, and the page
 * that is open here stays as it is.
 */

import { ApiError, get, put, remove } from '../api';
import type { LibraryEntries, LibraryEntry, LibraryWritten } from '../../generated/protocol';
import { visitor } from '../me.svelte';
import { forget } from '../storage';
import type { Store } from '../storage';
import { bodyOf, isInStep, parseBody, settle, syncedAs } from './account-entry';
import { isExpired } from './entry';
import type { Entry, EntryInfo } from './entry';
import { library as ownLibrary, without } from './library.svelte';
import type { Library } from './library.svelte';
import { chosenAccount, choose, isKeptOn, KEY } from './start';
import { contentsOf } from './writer';

/**
 * `off`: not chosen for this account. `waiting`: there is no connection, or the server asks to wait; it resumes by itself. `full`:
 * the account has no room for more. `outdated`: a newer version of the page has written entries that this one cannot read.
 */
export type SyncStatus = 'off' | 'syncing' | 'synced' | 'waiting' | 'full' | 'outdated';

/** Longest entry in bytes that the server takes. */
const MAX_BODY = 262_144;
/** Delay in milliseconds after a change until it is sent, and after a failure. */
const DELAY_MS = 4000;
const RETRY_MS = 60_000;
/** Rounds of reading and writing, each of which another device may have made necessary. */
const MAX_ROUNDS = 4;

export class AccountLibrary {
  #library: Library;
  #store: Store | undefined;
  #account: string | null = null;
  #running: Promise<void> | null = null;
  /** True if something has changed while it was running. */
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: (() => void) | undefined;
  status = $state<SyncStatus>('off');
  /** Number of entries that are too long for the server and stay here. */
  tooLong = $state(0);

  constructor(library: Library = ownLibrary, store?: Store) {
    this.#library = library;
    this.#store = store;
  }

  /** True if this browser's library is kept on the account that is signed in. */
  get on(): boolean {
    return this.status !== 'off';
  }

  /** Follows the account that is signed in, or none. */
  follow(account: string | null): void {
    if (account === this.#account && (this.#end !== undefined) === isKeptOn(account, this.#store)) return;
    this.#stop();
    this.#account = account;
    if (!isKeptOn(account, this.#store)) return;
    const soon = (): void => this.#wait(DELAY_MS);
    const seen = (): void => {
      if (document.visibilityState === 'visible') void this.sync();
    };
    const now = (): void => void this.sync();
    document.addEventListener('visibilitychange', seen);
    addEventListener('online', now);
    const deaf = this.#library.listen(soon);
    this.#end = () => {
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('online', now);
      deaf();
    };
    void this.sync();
  }

  /** Keeps this browser's library on the account from now on. */
  async turnOn(): Promise<void> {
    if (this.#account === null) return;
    choose({ account: this.#account, version: 0 }, this.#store);
    this.follow(this.#account);
    await this.#running;
  }

  /** Ends the exchange. Entries on the account stay there. */
  turnOff(): void {
    forget(KEY, this.#store);
    this.#stop();
  }

  /** Removes the library from the account; rejects as requests do. This and other browsers keep theirs. */
  async removeFromAccount(): Promise<void> {
    this.turnOff();
    // A write that is on its way would come after it.
    await this.#running;
    await remove('library');
  }

  /** Sends and fetches what has changed. Concurrent calls share one run and one more after it. */
  async sync(): Promise<void> {
    if (this.#end === undefined) return;
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    clearTimeout(this.#timer);
    this.#running = this.#alone(() => this.#run()).finally(() => (this.#running = null));
    await this.#running;
    if (!this.#again) return;
    this.#again = false;
    return this.sync();
  }

  #stop(): void {
    this.#end?.();
    this.#end = undefined;
    clearTimeout(this.#timer);
    this.status = 'off';
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.sync(), ms);
  }

  /** Runs the work in one tab at a time. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const locks = globalThis.navigator?.locks;
    if (!locks) return work();
    await locks.request('saffron.account-library', work);
  }

  async #run(): Promise<void> {
    const account = this.#account;
    // Entries in memory would be lost with the tab, and come again as copies.
    if (account === null || !isKeptOn(account, this.#store) || !(await this.#library.lasting())) return;
    this.#say('syncing', account);
    try {
      let rounds = 0;
      do {
        if (!(await this.#fetch(account))) return this.#say('outdated', account);
        rounds += 1;
      } while (!(await this.#send(account)) && rounds < MAX_ROUNDS);
      this.#say('synced', account);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many') return this.#say('full', account);
      this.#say('waiting', account);
      const seconds = error instanceof ApiError ? error.retryAfter : null;
      if (this.#end !== undefined) this.#wait(seconds === null ? RETRY_MS : seconds * 1000);
    }
  }

  /** Shows a status, unless the choice has changed meanwhile. */
  #say(status: SyncStatus, account: string): void {
    if (this.#account === account && isKeptOn(account, this.#store) && this.#end !== undefined) this.status = status;
  }

  /** Fetches what other devices have written. Resolves to false if it cannot be read here. */
  async #fetch(account: string): Promise<boolean> {
    const whole = chosenAccount(this.#store)?.version === 0;
    const there = new Set<string>();
    for (;;) {
      const after = chosenAccount(this.#store);
      if (after?.account !== account) return true;
      const { entries, more } = await get<LibraryEntries>('library', { query: { after: after.version } });
      for (const entry of entries) {
        if (!(await this.#take(account, entry))) return false;
        there.add(entry.id);
        if (isKeptOn(account, this.#store)) choose({ account, version: entry.version }, this.#store);
      }
      if (!more) break;
    }
    if (whole) await this.#forgetAllBut(there);
    return true;
  }

  /** Forgets that other entries were on the account: it was removed there since. */
  async #forgetAllBut(there: ReadonlySet<string>): Promise<void> {
    for (const { id, synced } of await this.#library.all()) {
      if (synced !== undefined && !there.has(id)) {
        await this.#library.change(id, (entry) => entry && without(entry, 'synced'));
      }
    }
  }

  /** Puts an entry of the account into this browser's library. */
  async #take(account: string, { id, version, body }: LibraryEntry): Promise<boolean> {
    const theirs = body === null ? null : parseBody(id, body);
    if (body !== null && !theirs) return false;
    // The copy first: without it nothing must be written over.
    for (let copied = false; ; copied = true) {
      let copy: Entry | undefined;
      const written = await this.#library.change(
        id,
        (mine) => {
          const settled = settle(mine, theirs, { account, version });
          copy = copied ? undefined : settled.copy;
          return copy ? undefined : settled.entry;
        },
        true,
      );
      if (!written) throw new Error('the browser refused');
      if (!copy) return true;
      const { kind, name } = copy;
      const { answer } = await this.#library.create({ kind, name, copyOf: id, contents: contentsOf(copy) });
      if (answer !== 'saved') throw new Error('the browser refused');
    }
  }

  /** Sends what has changed here. Resolves to false if another device was faster. */
  async #send(account: string): Promise<boolean> {
    let complete = true;
    let tooLong = 0;
    for (const info of await this.#library.all()) {
      if (!isKeptOn(account, this.#store)) break;
      const known = info.synced?.account === account ? info.synced : null;
      const expired = isExpired(info, Date.now());
      if (expired ? known === null : isInStep(info, account)) continue;
      const entry = expired ? null : await this.#library.get(info.id);
      const body = entry && bodyOf(entry);
      if (!expired && body === null) continue;
      if (body !== null && new TextEncoder().encode(body).length > MAX_BODY) {
        tooLong += 1;
        continue;
      }
      const version = await this.#write(info.id, known?.version ?? 0, body);
      if (version === null) complete = false;
      else await this.#library.change(info.id, (now) => (entry ? marked(now, entry, account, version) : null));
    }
    this.tooLong = tooLong;
    return complete;
  }

  /** Writes an entry, and returns its version; `null` if another device was faster. */
  async #write(id: string, over: number, body: string | null): Promise<number | null> {
    try {
      return (await put<LibraryWritten>(`library/${id}`, { over, body })).version;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed') return null;
      throw error;
    }
  }
}

/** Returns an entry that the account has as it was sent. */
function marked(now: Entry | null, sent: EntryInfo, account: string, version: number): Entry | undefined {
  return now ? { ...now, synced: syncedAs(sent, account, version) } : undefined;
}

/** Library of this browser on the account. */
export const accountLibrary = new AccountLibrary();

$effect.root(() => {
  $effect(() => accountLibrary.follow(visitor.signedIn ? visitor.account : null));
});
