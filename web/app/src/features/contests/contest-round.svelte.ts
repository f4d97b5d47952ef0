/** Round of a contest that the visitor has begun: its puzzles, one of which is on the board, and the time that is left. */

import { post } from '../../domain/api';
import type { ContestPuzzle, OwnRound } from '../../generated/protocol';
import { ContestSolving } from './contest-solving.svelte';

/** Interval at which the clock is read, in milliseconds. */
const TICK_MS = 200;
const REPLY_MS = 450;
const RETRY_MS = 2000;

const pause = (reason: 'reply' | 'retry'): Promise<void> =>
  new Promise((done) => setTimeout(done, reason === 'reply' ? REPLY_MS : RETRY_MS));

/** A round and its place. */
export interface RoundPlace {
  contest: string;
  variant: string;
  /** Number of the round, from 0. */
  round: number;
  /** Server's time less this browser's, in milliseconds. */
  ahead: number;
}

/** All properties are reactive. */
export class ContestRound {
  readonly solvings: readonly ContestSolving[];
  readonly #endsAt: number;
  readonly #place: RoundPlace;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Number of the puzzle on the board, from 0. */
  index = $state(0);
  /** Time left in milliseconds. */
  left = $state(0);

  constructor(place: RoundPlace, round: OwnRound) {
    this.#place = place;
    this.#endsAt = round.endsAt;
    const solving = (puzzle: ContestPuzzle, index: number): ContestSolving =>
      new ContestSolving(place.variant, puzzle, {
        send: (move) => post(`contests/${place.contest}/rounds/${place.round}/puzzles/${index}`, move),
        pause,
      });
    this.solvings = round.puzzles.map(solving);
    this.#tick();
    if (this.left > 0) this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.show(this.#open(0) ?? 0);
  }

  get solving(): ContestSolving {
    return this.solvings[this.index] as ContestSolving;
  }

  get points(): number {
    return this.solvings.reduce((sum, { puzzle }) => sum + puzzle.points, 0);
  }

  get solved(): number {
    return this.solvings.filter(({ puzzle }) => puzzle.solved === true).length;
  }

  /** True once the time is up or all puzzles are decided. */
  get over(): boolean {
    return this.left === 0 || this.solvings.every(({ over }) => over);
  }

  /** Puts a puzzle on the board. */
  show(index: number): void {
    this.index = (index + this.solvings.length) % this.solvings.length;
    void this.solving.begin();
  }

  /** Shows the next puzzle that is open; the next one if none is. */
  next(): void {
    this.show(this.#open(this.index + 1) ?? this.index + 1);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const solving of this.solvings) solving.close();
  }

  /** Number of the first puzzle from this one on that is not decided, beginning again at the first. */
  #open(from: number): number | undefined {
    const order = this.solvings.map((_, offset) => (from + offset) % this.solvings.length);
    return order.find((index) => this.solvings[index]?.over === false);
  }

  #tick(): void {
    this.left = Math.max(0, this.#endsAt - (Date.now() + this.#place.ahead));
    if (this.left > 0) return;
    clearInterval(this.#timer);
    for (const solving of this.solvings) solving.ended = true;
  }
}
