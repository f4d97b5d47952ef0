/** State of the TV page: the TV game, and the other games in progress. */

import { get } from '../../domain/api';
import { socket as ownSocket } from '../../domain/live/connection';
import type { LiveSocket } from '../../domain/live/socket.svelte';
import type { GamePage, GameSummary, Tv } from '../../generated/protocol';
import { Loading } from '../../ui/loading.svelte';

/** Reload interval of the list in milliseconds; its boards update by themselves. */
const RELOAD_MS = 15_000;
/** Maximum number of boards; more are too many to watch and for the connection. */
const MAX_BOARDS = 24;

/** All properties are reactive. */
export class Watch {
  /** All games in progress, the best of each variant first. */
  readonly entry: Loading<readonly GameSummary[]>;
  /** Id of the TV game; `null` if the server has chosen none, as among games without a clock. */
  #tv = $state<string | null>(null);
  /** Id of the best game: the TV game, or the first in progress; `null` if there is none. */
  best: string | null = $derived.by(() => this.#tv ?? this.entry.value?.[0]?.id ?? null);

  readonly #variant: string | null;
  readonly #socket: Pick<LiveSocket, 'followTv'>;

  constructor(variant: string | null, socket: Pick<LiveSocket, 'followTv'> = ownSocket) {
    this.#variant = variant;
    this.#socket = socket;
    this.entry = new Loading((signal) => this.#read(signal));
  }

  /** Games other than the TV game. */
  get others(): readonly GameSummary[] {
    return (this.entry.value ?? []).filter(({ id }) => id !== this.best).slice(0, MAX_BOARDS);
  }

  /** Follows the games. Returns a function that stops it. */
  open(): () => void {
    void this.entry.load();
    const read = (): void => {
      if (document.visibilityState === 'visible') void this.entry.load();
    };
    const timer = setInterval(read, RELOAD_MS);
    const end = this.#socket.followTv(this.#variant, (game) => {
      this.#tv = game;
      // The game may not be in the list yet, or the one before may be over.
      const known = this.entry.value ?? [];
      if (game === null ? known.length > 0 : !known.some(({ id }) => id === game)) void this.entry.load();
    });
    return () => {
      clearInterval(timer);
      end();
      this.entry.stop();
    };
  }

  async #read(signal: AbortSignal): Promise<readonly GameSummary[]> {
    const query = { variant: this.#variant };
    const current = get<GamePage>('games/current', { query, signal });
    const tv = this.#variant === null ? get<Tv>('tv', { signal }) : Promise.resolve<Tv>({ games: [] });
    const [{ games: best }, { games }] = await Promise.all([tv, current]);
    const first = new Set(best.map(({ id }) => id));
    return [...best, ...games.filter(({ id }) => !first.has(id))];
  }
}
