/** Clock of a local game: time for each side, and seconds added after each move. */

import { otherSide } from './moves';
import type { Side } from '../generated/types';

/** Time for one side: `initial` seconds, and `increment` seconds after each of its moves. */
export interface TimeControl {
  initial: number;
  increment: number;
}

/** Stored clock of a game. */
export interface SavedClock extends TimeControl {
  /** Remaining time of White in milliseconds. */
  w: number;
  b: number;
}

/** Display interval of a running clock in milliseconds. */
const TICK_MS = 100;
/** Low-time threshold in milliseconds, or a tenth of the initial time if that is less. */
const LOW_MS = 20_000;

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/** Parses a stored clock. Returns `null` if it is not valid. */
export function parseClock(value: unknown): SavedClock | null {
  const { initial, increment, w, b } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (!isTime(initial) || !isTime(increment) || !isTime(w) || !isTime(b)) return null;
  return initial > 0 ? { initial, increment, w, b } : null;
}

export class GameClock {
  readonly control: TimeControl;
  #left: Record<Side, number>;
  #since = 0;
  #now: () => number;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Displayed moment; changes while the clock runs. */
  #shownAt = $state(0);
  /** Side whose clock runs; `null` if none does. */
  running = $state<Side | null>(null);
  /** Called once when a side has no time left. */
  onFlag: ((side: Side) => void) | undefined;

  constructor(control: TimeControl, left?: Record<Side, number>, now: () => number = () => performance.now()) {
    this.control = { initial: control.initial, increment: control.increment };
    this.#left = left ? { w: left.w, b: left.b } : { w: control.initial * 1000, b: control.initial * 1000 };
    this.#now = now;
  }

  /** Returns the remaining time of a side in milliseconds. */
  left(side: Side): number {
    void this.#shownAt;
    const spent = this.running === side ? this.#now() - this.#since : 0;
    return Math.max(0, this.#left[side] - spent);
  }

  /** Returns whether a side has little time left. */
  isLow(side: Side): boolean {
    return this.left(side) < Math.min(LOW_MS, this.control.initial * 100);
  }

  /** Completes a side's move: adds its increment, stops its clock and starts the other side's. */
  press(side: Side): void {
    this.stop();
    this.#left[side] += this.control.increment * 1000;
    this.start(otherSide(side));
  }

  /** Starts a side's clock. */
  start(side: Side): void {
    this.stop();
    this.running = side;
    this.#since = this.#now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#shownAt = this.#since;
  }

  /** Stops the clock and keeps the remaining times. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.running) this.#left[this.running] = this.left(this.running);
    this.running = null;
    this.#shownAt = this.#now();
  }

  /** Sets the remaining times in milliseconds. The running side stays the same. */
  set(left: Record<Side, number>): void {
    this.#left = { w: left.w, b: left.b };
    this.#since = this.#now();
    this.#shownAt = this.#since;
  }

  saved(): SavedClock {
    return { ...this.control, w: this.left('w'), b: this.left('b') };
  }

  #tick(): void {
    this.#shownAt = this.#now();
    const side = this.running;
    if (!side || this.left(side) > 0) return;
    this.stop();
    this.onFlag?.(side);
  }
}

/** Formats a time as on a clock: `1:02:03`, `4:12`, and `9.8` below ten seconds. */
export function clockText(milliseconds: number): string {
  return milliseconds < 10_000 ? (Math.floor(milliseconds / 100) / 10).toFixed(1) : elapsedText(milliseconds);
}

/** Formats a time in whole seconds: `1:02:03`, `4:12`, `0:09`. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
