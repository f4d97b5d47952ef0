/** Clocks of a live game, which run locally between the server's updates. */

import type { Side } from '../../generated/types';
import type { Clocks, TimeControl } from '../../generated/protocol';
import { otherSide } from '../moves';
import type { ClockFace } from '../session';

/** Display interval of a running clock in milliseconds. */
const TICK_MS = 100;
/** Display interval of a clock that shows days, in milliseconds. */
const DAYS_TICK_MS = 30_000;
/** Low-time threshold in milliseconds, or a tenth of the initial time if that is less. */
const LOW_MS = 20_000;
/** Smallest initial time assumed for the low-time threshold, for clocks that start with the increment alone. */
const MIN_SECONDS = 30;

export class LiveClock implements ClockFace {
  readonly control: Exclude<TimeControl, { kind: 'unlimited' }>;
  readonly #time: () => number;
  /** Remaining times at the server time `#at`. */
  #left: Clocks = { w: 0, b: 0 };
  #at = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Displayed moment; changes while the clock runs. */
  #shownAt = $state(0);
  running = $state<Side | null>(null);

  /** `time` returns the server's time in milliseconds. */
  constructor(control: Exclude<TimeControl, { kind: 'unlimited' }>, time: () => number) {
    this.control = control;
    this.#time = time;
  }

  left(side: Side): number {
    void this.#shownAt;
    const spent = this.running === side ? Math.max(0, this.#time() - this.#at) : 0;
    return Math.max(0, this.#left[side] - spent);
  }

  isLow(side: Side): boolean {
    const { control } = this;
    const tenth = control.kind === 'clock' ? Math.max(control.initial, MIN_SECONDS) * 100 : control.days * 8_640_000;
    return this.left(side) < (control.kind === 'clock' ? Math.min(LOW_MS, tenth) : tenth);
  }

  /** Sets the remaining times at a moment of the server's time and the running side. */
  set(left: Clocks, at: number, running: Side | null): void {
    this.#left = { w: left.w, b: left.b };
    this.#at = at;
    this.#run(running);
  }

  /** Completes a move that the server has not confirmed yet; `increased` is false for a side that has given up its increment. */
  press(side: Side, increased = true): void {
    if (this.running !== side) return;
    const now = this.#time();
    const added = this.control.kind === 'clock' && increased ? this.control.increment * 1000 : 0;
    const left = this.control.kind === 'clock' ? this.left(side) + added : this.control.days * 86_400_000;
    this.#left = { ...this.#left, [side]: left };
    this.#at = now;
    this.#run(otherSide(side));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #run(running: Side | null): void {
    this.running = running;
    this.#shownAt = this.#time();
    if (running === null) {
      this.close();
      return;
    }
    const tick = this.control.kind === 'clock' ? TICK_MS : DAYS_TICK_MS;
    this.#timer ??= setInterval(() => (this.#shownAt = this.#time()), tick);
  }
}
