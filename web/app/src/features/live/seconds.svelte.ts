/** Counts down while somebody looks. */

import { createSubscriber } from 'svelte/reactivity';

const TICK_MS = 250;

export class Countdown {
  readonly #time: () => number;
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  /** `time` is the clock that the moments are of (milliseconds). */
  constructor(time: () => number) {
    this.#time = time;
  }

  /** Whole seconds until a moment, at least 0; reactive. */
  until(moment: number): number {
    this.#subscribe();
    return Math.max(0, Math.ceil((moment - this.#time()) / 1000));
  }
}
