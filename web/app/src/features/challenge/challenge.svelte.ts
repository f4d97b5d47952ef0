/** State of a challenge's page. */

import { ApiError, get, post, remove } from '../../domain/api';
import { becomePlayer, socket as ownSocket } from '../../domain/live/connection';
import type { LiveSocket } from '../../domain/live/socket.svelte';
import { visitor as ownVisitor } from '../../domain/me.svelte';
import type { Visitor } from '../../domain/me.svelte';
import type { Challenge as ChallengeData, GameStarted, SideChoice } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';

/** Polling interval in milliseconds: news come through the socket, but may be missed. */
const POLL_MS = 5000;

/** Visitor's role in a challenge. */
export type Role = 'challenger' | 'challenged' | 'other';

export interface Parts {
  visitor: Pick<Visitor, 'account' | 'load'>;
  socket: Pick<LiveSocket, 'follow'>;
  become: () => Promise<void>;
}

export function roleOf({ from, to }: Pick<ChallengeData, 'from' | 'to'>, account: string | null): Role {
  if (account !== null && from.account === account) return 'challenger';
  return to === null || to.account === account ? 'challenged' : 'other';
}

/** Returns the side of the player who accepts. */
export function sideOfOther(side: SideChoice): SideChoice {
  return side === 'random' ? side : side === 'white' ? 'black' : 'white';
}

/** All properties are reactive. */
export class Challenge {
  readonly id: string;
  readonly entry: Loading<ChallengeData>;
  busy = $state(false);
  error = $state.raw<unknown>(null);

  readonly #go: (path: string) => void;
  readonly #parts: Parts;

  constructor(id: string, go: (path: string) => void, parts?: Parts) {
    this.id = id;
    this.#go = go;
    this.#parts = parts ?? { visitor: ownVisitor, socket: ownSocket, become: becomePlayer };
    this.entry = new Loading(async (signal) => {
      await this.#parts.visitor.load();
      return get<ChallengeData>(`challenges/${id}`, { signal });
    });
  }

  get role(): Role {
    return this.entry.value ? roleOf(this.entry.value, this.#parts.visitor.account) : 'other';
  }

  /** Follows the challenge. Returns a function that stops it. */
  open(): () => void {
    void this.#ask();
    const timer = setInterval(() => {
      if (this.entry.value?.status === 'open') void this.#ask();
    }, POLL_MS);
    const end = this.#parts.socket.follow(
      {
        started: (game, of) => {
          if (of === this.id) this.#go(`/live/${game}`);
        },
        challenge: (challenge) => {
          if (challenge.id === this.id) this.#take(challenge);
        },
      },
      { hold: true },
    );
    return () => {
      clearInterval(timer);
      end();
      this.entry.stop();
    };
  }

  accept(): Promise<void> {
    return this.#do(async () => {
      await this.#parts.become();
      const { game } = await post<GameStarted>(`challenges/${this.id}/accept`);
      this.#go(`/live/${game}`);
    });
  }

  decline(): Promise<void> {
    return this.#do(async () => {
      await this.#parts.become();
      await post(`challenges/${this.id}/decline`);
      await this.#ask();
    });
  }

  withdraw(): Promise<void> {
    return this.#do(async () => {
      await remove(`challenges/${this.id}`);
      await this.#ask();
    });
  }

  async #ask(): Promise<void> {
    const waited = this.entry.value?.status === 'open';
    await this.entry.load();
    const { value, error } = this.entry;
    // The server may forget challenges that are no longer open.
    if (waited && value && error instanceof ApiError && (error.code === 'gone' || error.code === 'not_found')) {
      this.entry.set({ ...value, status: 'expired' });
    } else if (value) this.#take(value, waited);
  }

  /** Goes to the game if the visitor was waiting; a later visitor decides. */
  #take(challenge: ChallengeData, waited = this.entry.value?.status === 'open'): void {
    this.entry.set(challenge);
    if (waited && challenge.game !== null && this.role !== 'other') this.#go(`/live/${challenge.game}`);
  }

  async #do(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      await work();
    } catch (error) {
      this.error = error;
      // Another player may have been faster.
      if (error instanceof ApiError && error.code === 'gone') await this.#ask();
    } finally {
      this.busy = false;
    }
  }
}
