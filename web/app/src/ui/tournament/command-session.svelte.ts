/** A tournament over the board as a page shows it: the latest reply, and the commands of its organiser. */

import { ApiError, get, post } from '../../domain/api';
import { problemText } from '../../text/tournament-problems';
import { Loading } from '../loading.svelte';

/** Interval at which a visible page loads the tournament again, in milliseconds. */
const REFRESH_MS = 5_000;

/** What every reply about a tournament has. */
interface Reply {
  readonly version: number;
  readonly editable: boolean;
}

/** All public properties are reactive. */
export class CommandSession<Shown extends Reply, Command extends { kind: string }> {
  readonly id: string;
  readonly loading: Loading<Shown>;
  /** Sentence about the last refused command; `null` after one that was carried out. */
  problem = $state<string | null>(null);
  /** Code of that refusal; `null` after a command that was carried out, and without an answer of the server. */
  refusal = $state<string | null>(null);
  readonly #path: string;
  readonly #free: ReadonlySet<string>;
  #pending = $state(0);
  /** Commands are sent one after the other, in the order in which they were given. */
  #last: Promise<unknown> = Promise.resolve();
  #stop: (() => void) | null = null;

  /** `collection` is the address of all tournaments in the API; commands of the kinds `free` hold for any version. */
  constructor(id: string, collection: string, free: readonly Command['kind'][]) {
    this.id = id;
    this.#path = `${collection}/${id}`;
    this.#free = new Set(free);
    this.loading = new Loading<Shown>(async (signal) =>
      this.#newer(await get<Shown>(this.#path, { signal, cache: 'no-cache' })),
    );
  }
  /** Latest known state; `null` before the first reply. */
  get tournament(): Shown | null {
    return this.loading.value;
  }

  /** True while a command is on its way. */
  get busy(): boolean {
    return this.#pending > 0;
  }

  /** Loads the tournament. Never rejects. */
  load(): Promise<void> {
    return this.loading.load();
  }

  /** Loads the tournament now, and again and again while the page is visible, until `stop`. */
  poll(): void {
    this.stop();
    void this.load();
    const look = (): void => {
      if (document.visibilityState === 'visible' && !this.busy) void this.load();
    };
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener('visibilitychange', look);
    this.#stop = () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      this.loading.stop();
    };
  }

  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }

  /**
   * Sends a command; resolves to whether it was carried out, and never rejects. It holds only for the version that is shown,
   * unless its kind is a free one.
   */
  send(command: Command): Promise<boolean> {
    this.#pending += 1;
    const sent = this.#last.then(() => this.#carryOut(command)).finally(() => (this.#pending -= 1));
    this.#last = sent;
    return sent;
  }

  async #carryOut(command: Command): Promise<boolean> {
    const version = this.#free.has(command.kind) ? undefined : this.tournament?.version;
    const body = version === undefined ? { command } : { version, command };
    try {
      const reply = await post<Shown>(`${this.#path}/commands`, body);
      this.loading.set(this.#newer(reply));
      this.problem = null;
      this.refusal = null;
      return true;
    } catch (error) {
      this.problem = problemText(error);
      this.refusal = error instanceof ApiError ? error.code : null;
      if (error instanceof ApiError && error.code === 'changed') await this.load();
      return false;
    }
  }

  /** Returns a reply, or what is known if that is newer or the same. */
  #newer(reply: Shown): Shown {
    const known = this.tournament;
    if (known === null || reply.version > known.version) return reply;
    return reply.version === known.version && reply.editable !== known.editable ? reply : known;
  }
}
