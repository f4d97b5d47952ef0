/** A simul as its page follows it: the latest reply, the way to the visitor's game, and the commands of host and players. */

import { get, post, remove } from '../../domain/api';
import { becomePlayer, socket as ownSocket } from '../../domain/live/connection';
import { hasEnded } from '../../domain/live/ended-games';
import type { LiveSocket } from '../../domain/live/socket.svelte';
import { ownGame } from '../../domain/simuls';
import type { Simul, SimulPlayerRequest } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';
import { playSound } from '../../ui/sounds';
import { Submission } from '../../ui/submission.svelte';

/** Interval at which a visible page is loaded again, in milliseconds. */
export const RELOAD_MS = 4000;
/** Time in milliseconds within which the server begins the games, and counts one that has ended. */
export const SETTLE_MS = 1200;

export interface SessionParts {
  socket: Pick<LiveSocket, 'follow'>;
  /** Creates a guest account for a visitor without one. */
  become: () => Promise<void>;
}

const OWN_PARTS: SessionParts = { socket: ownSocket, become: becomePlayer };

/** All public properties are reactive. */
export class SimulSession {
  readonly id: string;
  readonly loading: Loading<Simul>;
  readonly submission = new Submission();

  readonly #go: (path: string) => void;
  readonly #parts: SessionParts;
  #reloading: ReturnType<typeof setTimeout> | undefined;
  #open = false;

  constructor(id: string, go: (path: string) => void, parts: SessionParts = OWN_PARTS) {
    this.id = id;
    this.#go = go;
    this.#parts = parts;
    this.loading = new Loading<Simul>((signal) => get<Simul>(`simuls/${id}`, { signal }));
  }

  /** Latest reply; `null` before the first one. */
  get simul(): Simul | null {
    return this.loading.value;
  }

  /** Id of the visitor's game against the host; `null` without one. */
  get ownGame(): string | null {
    const game = this.simul === null ? null : ownGame(this.simul);
    return game !== null && hasEnded(game) ? null : game;
  }

  /** Follows the simul until it is over. Returns a function that stops it. */
  open(): () => void {
    this.#open = true;
    const forget = this.#parts.socket.follow(
      {
        started: (game, of) => {
          if (of === this.id) this.#play(game);
        },
      },
      { hold: true },
    );
    const look = (): void => {
      const status = this.simul?.info.status;
      const isOver = status === 'over' || status === 'cancelled';
      if (document.visibilityState === 'visible' && !isOver) void this.load();
    };
    document.addEventListener('visibilitychange', look);
    const timer = setInterval(look, RELOAD_MS);
    void this.loading.reload();
    return () => {
      this.#open = false;
      forget();
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
      clearTimeout(this.#reloading);
      this.loading.stop();
    };
  }

  /** Loads the simul, and opens the visitor's game if it has begun in the meantime. Never rejects. */
  async load(): Promise<void> {
    const waited = this.simul?.info.status === 'open';
    await this.loading.load();
    const game = this.ownGame;
    // It began while there was no connection.
    if (this.#open && waited && game !== null) this.#play(game);
  }

  /** Applies for a board. */
  apply(): Promise<void> {
    return this.#send(async () => {
      await this.#parts.become();
      return post<Simul>(`simuls/${this.id}/apply`);
    });
  }

  withdraw(): Promise<void> {
    return this.#send(() => post<Simul>(`simuls/${this.id}/withdraw`));
  }

  accept(account: string): Promise<void> {
    const body: SimulPlayerRequest = { account };
    return this.#send(() => post<Simul>(`simuls/${this.id}/accept`, body));
  }

  takeOut(account: string): Promise<void> {
    const body: SimulPlayerRequest = { account };
    return this.#send(() => post<Simul>(`simuls/${this.id}/remove`, body));
  }

  /** Starts the games. */
  async start(): Promise<void> {
    await this.#send(() => post<Simul>(`simuls/${this.id}/start`));
    clearTimeout(this.#reloading);
    if (this.#open) this.#reloading = setTimeout(() => void this.load(), SETTLE_MS);
  }

  async cancel(): Promise<void> {
    await this.submission.run(() => remove(`simuls/${this.id}`));
    await this.load();
  }

  async #send(command: () => Promise<Simul>): Promise<void> {
    const done = await this.submission.run(async () => {
      this.loading.set(await command());
    });
    if (!done) await this.loading.load();
  }

  #play(game: string): void {
    if (!this.#open) return;
    playSound('check');
    this.#go(`/live/${game}`);
  }
}
