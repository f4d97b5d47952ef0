/** Search of players by the beginnings of their names, as one types. */

import { get } from '../domain/api';
import type { People, PersonRow } from '../generated/protocol';

/** Pause in typing after which the server is asked, in milliseconds. */
const PAUSE_MS = 150;
/** Letters from which on names are looked for, as on the server. */
const MIN_LETTERS = 2;

/** All properties are reactive. */
export class PlayerSearch {
  /** Players that were found; `null` before the first reply. */
  found = $state.raw<readonly PersonRow[] | null>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #current: AbortController | null = null;

  /** Looks for a text after a pause. A shorter text ends the search. */
  look(text: string): void {
    this.stop();
    const prefix = text.trim();
    if ([...prefix].length < MIN_LETTERS) {
      this.found = null;
      return;
    }
    this.#timer = setTimeout(() => void this.#ask(prefix), PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#current = null;
  }

  async #ask(prefix: string): Promise<void> {
    const current = new AbortController();
    this.#current = current;
    try {
      const { people } = await get<People>('people/search', { query: { prefix }, signal: current.signal });
      if (this.#current === current) this.found = people;
    } catch {
      // The field works without suggestions: a name can be typed in full.
      if (this.#current === current) this.found = null;
    }
  }
}
