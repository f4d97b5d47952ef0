/** Evaluations of a watched game by the browser's engine: the last position first, then those before it. */

import { SvelteMap } from 'svelte/reactivity';
import type { EngineClient } from '../../domain/engine';
import type { Eval } from '../../generated/types';

/** Thinking time for the last position and for earlier ones, in milliseconds. */
const LAST_MS = 800;
const EARLIER_MS = 120;

/** Game so far. */
export interface WatchedMoves {
  variant: string;
  startFen: string;
  /** Moves in UCI form. */
  moves: readonly string[];
}

export class WatchedEvals {
  readonly #engine: Pick<EngineClient, 'analyse' | 'cancel' | 'close'>;
  readonly #found = new SvelteMap<number, { eval: Eval; depth: number }>();
  /** Plies that the engine has nothing to say about, such as the end of the game. */
  readonly #silent = new Set<number>();
  #game: WatchedMoves | null = null;
  #working = false;
  #paused = false;

  constructor(engine: Pick<EngineClient, 'analyse' | 'cancel' | 'close'>) {
    this.#engine = engine;
  }

  /** Returns the evaluation after some plies; `null` if there is none yet. */
  at(ply: number): { eval: Eval; depth: number } | null {
    return this.#found.get(ply) ?? null;
  }

  /** Returns the longest row of evaluations that ends with a ply, and the number of plies before it. */
  until(ply: number): { first: number; evals: Eval[] } {
    const evals: Eval[] = [];
    let first = ply + 1;
    for (let value = this.at(first - 1); value; value = this.at(first - 1)) {
      evals.unshift(value.eval);
      first -= 1;
    }
    return { first, evals };
  }

  /** Evaluates a game as far as it has gone. A new move interrupts the evaluation of an earlier position. */
  follow(game: WatchedMoves): void {
    const longer = this.#game !== null && game.moves.length > this.#game.moves.length;
    this.#game = game;
    if (longer && this.#working) this.#engine.cancel();
    void this.#work();
  }

  /** Stops or resumes the work, for example while the page is hidden. */
  pause(paused: boolean): void {
    this.#paused = paused;
    if (paused) this.#engine.cancel();
    else void this.#work();
  }

  close(): void {
    this.#paused = true;
    this.#engine.cancel();
    this.#engine.close();
  }

  /** Returns the next ply to evaluate; `null` if all is done. */
  #next(): number | null {
    if (this.#paused || !this.#game) return null;
    for (let ply = this.#game.moves.length; ply >= 0; ply--) {
      if (!this.#found.has(ply) && !this.#silent.has(ply)) return ply;
    }
    return null;
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    try {
      for (let ply = this.#next(); ply !== null && this.#game; ply = this.#next()) {
        const { variant, startFen, moves } = this.#game;
        const movetime = ply === moves.length ? LAST_MS : EARLIER_MS;
        const request = { variant, fen: startFen, moves: moves.slice(0, ply), limits: { movetime, lines: 1 } };
        const found = await this.#engine.analyse(request, () => undefined);
        // A cancelled search is repeated when its turn comes.
        if (!found) continue;
        const [best] = found.lines;
        if (best) this.#found.set(ply, { eval: best.eval, depth: best.depth });
        else this.#silent.add(ply);
      }
    } catch {
      // The game is watched without evaluations.
      this.#paused = true;
    } finally {
      this.#working = false;
    }
  }
}
