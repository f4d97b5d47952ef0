/** Estimate of the server's clock and of the round-trip time. */

/** Number of round trips used for the estimate. */
const SAMPLES = 8;

interface Sample {
  /** Time from the request to its reply. */
  roundTrip: number;
  /** Offset to add to the local clock. */
  offset: number;
}

export class ServerTime {
  readonly #now: () => number;
  #samples: Sample[] = [];
  #offset = 0;
  /** Recent round-trip time in milliseconds; `null` before the first. Reactive. */
  lag = $state<number | null>(null);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Starts the measurement for a new connection and discards earlier measurements. */
  begin(serverNow: number): void {
    this.#samples = [];
    this.#offset = serverNow - this.#now();
  }

  /** Records the server's time in a reply to a message sent at `sentAt`, in local time. */
  measure(sentAt: number, serverNow: number): void {
    const roundTrip = Math.max(0, this.#now() - sentAt);
    this.#samples = [...this.#samples, { roundTrip, offset: serverNow - (sentAt + roundTrip / 2) }].slice(-SAMPLES);
    // The fastest reply gives the best estimate of the clock.
    const [best] = this.#samples.toSorted((a, b) => a.roundTrip - b.roundTrip);
    this.#offset = best?.offset ?? this.#offset;
    this.lag = Math.round(this.lag === null ? roundTrip : this.lag * 0.6 + roundTrip * 0.4);
  }

  /** Returns the server's current time in milliseconds. */
  now(): number {
    return this.#now() + this.#offset;
  }

  forgetLag(): void {
    this.lag = null;
  }
}
