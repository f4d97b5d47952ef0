/** Countdown that runs only while it is displayed. */

import { createSubscriber } from 'svelte/reactivity';

const TICK_MS = 250;

export class Countdown {
  readonly #time: () => number;
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  /** `time` returns the clock of the moments, in milliseconds. */
  constructor(time: () => number) {
    this.#time = time;
  }

  /** Returns the whole seconds until a moment, at least 0. Reactive. */
  until(moment: number): number {
    this.#subscribe();
    return Math.max(0, Math.ceil((moment - this.#time()) / 1000));
  }
}
