/** Runs through many puzzles: a streak, which ends with the first wrong move, and a storm of three minutes. */

import { bestScore, keepBestScore } from '../../domain/best-scores';
import type { Puzzle } from '../../domain/puzzles';
import { Solving, wait } from './solving.svelte';
import type { Surroundings } from './solving.svelte';

export const RUN_KINDS = ['streak', 'storm'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

const BEST_KEY = 'saffron.puzzle-runs';

/** Ratings of a run's puzzles: that of the first, and how much it rises from puzzle to puzzle. */
const RATINGS: Record<RunKind, { first: number; step: number }> = {
  streak: { first: 600, step: 60 },
  storm: { first: 500, step: 35 },
};
/** Difference to the wanted rating within which a puzzle is chosen at random. */
const NEAR = 100;

/** Duration of a storm, and what a wrong move costs, in milliseconds. */
export const STORM_MS = 180_000;
const MISTAKE_MS = 10_000;
/** Maximum number of moves, of both sides, of a storm's puzzle. */
const STORM_MOVES = 4;
/** Interval at which the clock is read, in milliseconds. */
const TICK_MS = 100;

/** A tried puzzle and whether it was solved. */
export interface Tried {
  puzzle: Puzzle;
  solved: boolean;
}

/** Returns the most puzzles that were solved in a run of a kind; 0 before the first. */
export function bestOf(variant: string, kind: RunKind): number {
  return bestScore(BEST_KEY, `${variant}/${kind}`);
}

/** Returns a random puzzle near a rating that has not been tried, or the nearest one; `undefined` if all have been. */
export function nearRating(
  puzzles: readonly Puzzle[],
  rating: number,
  tried: ReadonlySet<string>,
  random: () => number,
): Puzzle | undefined {
  const open = puzzles.filter(({ id }) => !tried.has(id));
  const near = open.filter((puzzle) => Math.abs(puzzle.rating - rating) <= NEAR);
  if (near.length > 0) return near[Math.min(near.length - 1, Math.floor(random() * near.length))];
  const distance = (puzzle: Puzzle): number => Math.abs(puzzle.rating - rating);
  return open.reduce<Puzzle | undefined>(
    (best, puzzle) => (best && distance(best) <= distance(puzzle) ? best : puzzle),
    undefined,
  );
}

/** Dependencies of a run, which tests replace. */
export interface RunSurroundings {
  random: () => number;
  pause: () => Promise<void>;
  now: () => number;
}

const BROWSER: RunSurroundings = { random: Math.random, pause: wait, now: () => performance.now() };

/** All properties are reactive. */
export class PuzzleRun {
  readonly variant: string;
  readonly kind: RunKind;
  readonly puzzles: readonly Puzzle[];
  #surroundings: RunSurroundings;
  #solving: Surroundings;
  #tried = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Time at which a storm ends; `null` before its first move. */
  #end: number | null = null;

  solving = $state.raw() as Solving;
  tried: readonly Tried[] = $state.raw([]);
  over = $state(false);
  /** Time left of a storm in milliseconds. */
  left = $state(STORM_MS);
  /** True while a puzzle of a streak may be skipped. */
  maySkip = $state(true);
  best = $state(0);

  constructor(
    variant: string,
    {
      kind,
      puzzles,
      surroundings = BROWSER,
    }: { kind: RunKind; puzzles: readonly Puzzle[]; surroundings?: RunSurroundings },
  ) {
    this.variant = variant;
    this.kind = kind;
    this.puzzles = kind === 'storm' ? puzzles.filter(({ moves }) => moves.length <= STORM_MOVES) : puzzles;
    this.#surroundings = surroundings;
    // There is no time for refutations.
    this.#solving = { refute: async () => null, pause: surroundings.pause };
    this.best = bestOf(variant, kind);
    this.#next();
  }

  /** Number of puzzles solved. */
  get score(): number {
    return this.tried.filter(({ solved }) => solved).length;
  }

  /** Plays a move of the visitor. */
  play(uci: string): void {
    if (this.over || !this.solving.mayMove) return;
    this.#startClock();
    const { solving } = this;
    solving.play(uci);
    if (solving.failed) void this.#failed();
    else if (solving.phase === 'solved') void this.#solved();
  }

  /** Reads the best score again, which may have come from the account. */
  renewBest(): void {
    this.best = bestOf(this.variant, this.kind);
  }

  /** Skips the shown puzzle of a streak, once. */
  skip(): void {
    if (this.kind !== 'streak' || !this.maySkip || this.over) return;
    this.maySkip = false;
    this.#next();
  }

  /** Ends the run. */
  end(): void {
    if (this.over) return;
    clearInterval(this.#timer);
    this.over = true;
    this.best = keepBestScore(BEST_KEY, `${this.variant}/${this.kind}`, this.score);
  }

  close(): void {
    clearInterval(this.#timer);
    this.solving.close();
  }

  async #solved(): Promise<void> {
    this.#note(true);
    await this.#surroundings.pause();
    if (!this.over) this.#next();
  }

  async #failed(): Promise<void> {
    this.#note(false);
    if (this.kind === 'streak') {
      this.end();
      return;
    }
    if (this.#end !== null) this.#end -= MISTAKE_MS;
    this.#tick();
    await this.#surroundings.pause();
    if (!this.over) this.#next();
  }

  #note(solved: boolean): void {
    this.tried = [...this.tried, { puzzle: this.solving.puzzle, solved }];
  }

  #next(): void {
    const { first, step } = RATINGS[this.kind];
    const puzzle = nearRating(this.puzzles, first + step * this.score, this.#tried, this.#surroundings.random);
    if (!puzzle) {
      this.end();
      return;
    }
    this.#tried.add(puzzle.id);
    // At the first start there is none yet.
    (this.solving as Solving | undefined)?.close();
    this.solving = new Solving(puzzle, this.#solving);
    void this.solving.begin();
  }

  #startClock(): void {
    if (this.kind !== 'storm' || this.#end !== null) return;
    this.#end = this.#surroundings.now() + STORM_MS;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    if (this.#end === null) return;
    this.left = Math.max(0, this.#end - this.#surroundings.now());
    if (this.left === 0) this.end();
  }
}
