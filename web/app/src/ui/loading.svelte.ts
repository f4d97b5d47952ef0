/** Something that the server is asked for, and what has become of it. */

/** All properties are reactive. */
export class Loading<Value> {
  /** The last answer; stays while it is asked for again. */
  value = $state.raw<Value | null>(null);
  /** Why the last try has failed. */
  error = $state.raw<unknown>(null);
  busy = $state(false);

  readonly #ask: (signal: AbortSignal) => Promise<Value>;
  #current: AbortController | null = null;

  constructor(ask: (signal: AbortSignal) => Promise<Value>) {
    this.#ask = ask;
  }

  /** Asks, and leaves an earlier question that is not answered yet. Never rejects. */
  async load(): Promise<void> {
    this.stop();
    const current = new AbortController();
    this.#current = current;
    this.busy = true;
    try {
      const value = await this.#ask(current.signal);
      if (this.#current !== current) return;
      this.value = value;
      this.error = null;
    } catch (error) {
      if (this.#current !== current) return;
      this.error = error;
    }
    this.busy = false;
  }

  /** Asks again, for another thing: what was there is forgotten. */
  async reload(): Promise<void> {
    this.value = null;
    this.error = null;
    await this.load();
  }

  stop(): void {
    this.#current?.abort();
    this.#current = null;
    this.busy = false;
  }
}
