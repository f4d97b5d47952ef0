/** A tournament of the server as a page shows it: the latest reply, and the commands of its organiser. */

import { ApiError, get, post } from '../../domain/api';
import type { Tournament, TournamentCommand, TournamentCommandRequest } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { problemText } from './tournament-text';

/** Interval at which a visible page loads the tournament again, in milliseconds. */
const REFRESH_MS = 5_000;

/** All public properties are reactive. */
export class TournamentSession {
  readonly id: string;
  readonly loading: Loading<Tournament>;
  /** Sentence about the last refused command; `null` after one that was carried out. */
  problem = $state<string | null>(null);
  /** Code of that refusal; `null` after a command that was carried out, and without an answer of the server. */
  refusal = $state<string | null>(null);
  #pending = $state(0);
  /** Commands are sent one after the other, in the order in which they were given. */
  #last: Promise<unknown> = Promise.resolve();
  #stop: (() => void) | null = null;

  constructor(id: string) {
    this.id = id;
    this.loading = new Loading<Tournament>(async (signal) =>
      this.#newer(await get<Tournament>(`tournaments/${id}`, { signal, cache: 'no-cache' })),
    );
  }

  /** Latest known state; `null` before the first reply. */
  get tournament(): Tournament | null {
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
   * Sends a command; resolves to whether it was carried out, and never rejects. Results and games hold for any version of the
   * tournament, every other command only for the one that is shown.
   */
  send(command: TournamentCommand): Promise<boolean> {
    this.#pending += 1;
    const sent = this.#last.then(() => this.#carryOut(command)).finally(() => (this.#pending -= 1));
    this.#last = sent;
    return sent;
  }

  async #carryOut(command: TournamentCommand): Promise<boolean> {
    const holds = command.kind === 'setResult' || command.kind === 'setGame';
    const version = holds ? undefined : this.tournament?.version;
    const body: TournamentCommandRequest = version === undefined ? { command } : { version, command };
    try {
      const reply = await post<Tournament>(`tournaments/${this.id}/commands`, body);
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
  #newer(reply: Tournament): Tournament {
    const known = this.tournament;
    if (known === null || reply.version > known.version) return reply;
    return reply.version === known.version && reply.editable !== known.editable ? reply : known;
  }
}
