/** The server's clock and the time of a round trip, as far as this end can know them. */

/** Round trips that the estimate is made of. */
const SAMPLES = 8;

interface Sample {
  /** The time from the question to its answer. */
  roundTrip: number;
  /** Offset to add to the local clock. */
  offset: number;
}

export class ServerTime {
  readonly #now: () => number;
  #samples: Sample[] = [];
  #offset = 0;
  /** The time of a round trip lately (milliseconds); `null` before the first. Reactive. */
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
    // The quickest answer says most of the clock.
    const [best] = this.#samples.toSorted((a, b) => a.roundTrip - b.roundTrip);
    this.#offset = best?.offset ?? this.#offset;
    this.lag = Math.round(this.lag === null ? roundTrip : this.lag * 0.6 + roundTrip * 0.4);
  }

  /** The server's time now (milliseconds). */
  now(): number {
    return this.#now() + this.#offset;
  }

  forgetLag(): void {
    this.lag = null;
  }
}
