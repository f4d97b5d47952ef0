/** Other boards of the host of a simul: those that wait for a move. */

import { get } from '../../domain/api';
import { waitingGames } from '../../domain/simuls';
import type { Simul } from '../../generated/protocol';

/** Interval at which a visible page asks for the boards, in milliseconds. */
export const BOARDS_MS = 4000;

/** All public properties are reactive. */
export class HostBoards {
  /** Games that wait for the host, the next one first; `null` while they are unknown, and for others than the host. */
  waiting = $state.raw<readonly string[] | null>(null);

  readonly #simul: string;
  readonly #game: string;
  readonly #go: (path: string) => void;
  #closed = false;

  constructor(simul: string, game: string, go: (path: string) => void) {
    this.#simul = simul;
    this.#game = game;
    this.#go = go;
  }

  /** Follows the boards. Returns a function that stops it. */
  open(): () => void {
    const look = (): void => {
      if (document.visibilityState === 'visible') void this.load();
    };
    const timer = setInterval(look, BOARDS_MS);
    document.addEventListener('visibilitychange', look);
    void this.load();
    return () => {
      this.#closed = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }

  /** Asks for the boards. Without a reply those that are known stay. */
  async load(): Promise<void> {
    try {
      const simul = await get<Simul>(`simuls/${this.#simul}`);
      this.waiting = simul.hosting ? waitingGames(simul, this.#game) : null;
    } catch {
      // The next look may succeed.
    }
  }

  /** Leaves for the next board that waits. */
  async next(): Promise<void> {
    // Known boards may have ended or been played on another screen.
    await this.load();
    const [first] = this.waiting ?? [];
    if (first !== undefined && !this.#closed) this.#go(`/live/${first}`);
  }
}
