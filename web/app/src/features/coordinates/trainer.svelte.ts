/** Coordinates trainer: rounds of half a minute in which cells are found on the board, or named. */

import { bestScore, keepBestScore } from '../../domain/best-scores';

/** `find`: a name is given, the visitor presses the cell. `name`: a cell is marked, the visitor chooses its name. */
export const MODES = ['find', 'name'] as const;
export type Mode = (typeof MODES)[number];

const BEST_KEY = 'saffron.coordinates';

/** Duration of a round in milliseconds. */
export const ROUND_MS = 30_000;
/** Interval at which the clock is read, in milliseconds. */
const TICK_MS = 100;
/** Number of names to choose from. */
const NAMES = 4;

/** Cell of a board, as far as its name goes. */
interface NamedCell {
  name: string;
  x: number;
  y: number;
}

/** Dependencies of a round, which tests replace. */
export interface Surroundings {
  random: () => number;
  now: () => number;
}

const BROWSER: Surroundings = { random: Math.random, now: () => performance.now() };

/** Returns the most cells of a round in a mode; 0 before the first. */
export function bestOf(variant: string, mode: Mode): number {
  return bestScore(BEST_KEY, `${variant}/${mode}`);
}

/** All properties are reactive. */
export class CoordinateTrainer {
  readonly variant: string;
  readonly mode: Mode;
  #cells: readonly NamedCell[];
  #surroundings: Surroundings;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Time at which the round ends; `null` while none is running. */
  #end: number | null = null;

  running = $state(false);
  over = $state(false);
  /** Name of the wanted cell; empty before the first round. */
  target = $state('');
  /** Names to choose from, the wanted one among them. */
  names: readonly string[] = $state.raw([]);
  score = $state(0);
  mistakes = $state(0);
  /** Last answer, and whether it was right; `null` before the first. */
  last = $state.raw<{ cell: string; right: boolean } | null>(null);
  /** Time left in milliseconds. */
  left = $state(ROUND_MS);
  best = $state(0);

  constructor(variant: string, mode: Mode, cells: readonly NamedCell[], surroundings: Surroundings = BROWSER) {
    this.variant = variant;
    this.mode = mode;
    this.#cells = cells;
    this.#surroundings = surroundings;
    this.best = bestOf(variant, mode);
  }

  /** Reads the best score again, which may have come from the account. */
  renewBest(): void {
    this.best = bestOf(this.variant, this.mode);
  }

  /** Starts a round. */
  start(): void {
    this.close();
    this.running = true;
    this.over = false;
    this.score = 0;
    this.mistakes = 0;
    this.last = null;
    this.left = ROUND_MS;
    this.#end = this.#surroundings.now() + ROUND_MS;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#next();
  }

  /** Answers with the name of a cell. A wrong answer leaves the task as it is. */
  answer(cell: string): void {
    if (!this.running) return;
    const right = cell === this.target;
    this.last = { cell, right };
    if (!right) {
      this.mistakes += 1;
      return;
    }
    this.score += 1;
    this.#next();
  }

  /** Ends the round without a result. */
  close(): void {
    clearInterval(this.#timer);
    this.#end = null;
    this.running = false;
  }

  #tick(): void {
    if (this.#end === null) return;
    this.left = Math.max(0, this.#end - this.#surroundings.now());
    if (this.left > 0) return;
    this.close();
    this.over = true;
    this.best = keepBestScore(BEST_KEY, `${this.variant}/${this.mode}`, this.score);
  }

  #next(): void {
    const others = this.#cells.filter(({ name }) => name !== this.target);
    const cell = others[this.#below(others.length)];
    if (!cell) return;
    this.target = cell.name;
    this.names = this.#namesFor(cell);
  }

  /** Returns the name of a cell among those of cells near it, in their order. */
  #namesFor({ name, x, y }: NamedCell): string[] {
    const distance = (cell: NamedCell): number => Math.hypot(cell.x - x, cell.y - y);
    const near = this.#cells
      .filter((cell) => cell.name !== name)
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, 3 * NAMES)
      .map((cell) => cell.name);
    while (near.length >= NAMES) near.splice(this.#below(near.length), 1);
    return [...near, name].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  }

  #below(limit: number): number {
    return Math.min(limit - 1, Math.floor(this.#surroundings.random() * limit));
  }
}
