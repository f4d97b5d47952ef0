/** List of finished games, loaded page by page. */

import { apiAddress, get } from '../../domain/api';
import type { GamePage, GameSummary } from '../../generated/protocol';
import { queryOf } from './filters';
import type { Filters } from './filters';

/** All properties are reactive. */
export class GameList {
  games = $state.raw<readonly GameSummary[]>([]);
  /** Cursor of the next page; `null` on the last one. */
  next = $state<string | null>(null);
  /** True after the first reply. */
  loaded = $state(false);
  busy = $state(false);
  error = $state.raw<unknown>(null);

  #filters: Filters | null = null;
  #current: AbortController | null = null;

  /** Loads the first page. The previous list stays until the reply. */
  async show(filters: Filters): Promise<void> {
    this.#filters = filters;
    await this.#ask(null);
  }

  /** Loads the next page. */
  async more(): Promise<void> {
    if (this.next !== null && !this.busy) await this.#ask(this.next);
  }

  async retry(): Promise<void> {
    await this.#ask(this.games.length > 0 ? this.next : null);
  }

  stop(): void {
    this.#current?.abort();
    this.#current = null;
  }

  async #ask(after: string | null): Promise<void> {
    const filters = this.#filters;
    if (!filters) return;
    this.stop();
    const current = new AbortController();
    this.#current = current;
    this.busy = true;
    try {
      const query = { ...queryOf(filters), after };
      const page = await get<GamePage>('games', { query, signal: current.signal });
      if (this.#current !== current) return;
      this.games = after === null ? page.games : [...this.games, ...page.games];
      this.next = page.next;
      this.loaded = true;
      this.error = null;
    } catch (error) {
      if (this.#current !== current) return;
      this.error = error;
    }
    this.busy = false;
  }
}

/** Returns the address of a file with all games that match the filters. */
export function pgnAddress(filters: Filters): string {
  return apiAddress('games.pgn', queryOf(filters));
}
