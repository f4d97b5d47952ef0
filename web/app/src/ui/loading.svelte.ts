/** Value loaded from the server, with the state of the request. */

/** All properties are reactive. */
export class Loading<Value> {
  /** Error of the last attempt. */
  error = $state.raw<unknown>(null);
  busy = $state(false);

  #value = $state.raw<Value | null>(null);
  readonly #ask: (signal: AbortSignal) => Promise<Value>;
  #current: AbortController | null = null;

  constructor(ask: (signal: AbortSignal) => Promise<Value>) {
    this.#ask = ask;
  }

  /** Last value; stays while it is reloaded. */
  get value(): Value | null {
    return this.#value;
  }

  /** Takes a value that is known after a change. A request on its way may be answered from before it, and is abandoned. */
  set(value: Value): void {
    this.stop();
    this.#value = value;
    this.error = null;
  }

  /** Loads the value and abandons an earlier request. Never rejects. */
  async load(): Promise<void> {
    this.stop();
    const current = new AbortController();
    this.#current = current;
    this.busy = true;
    try {
      const value = await this.#ask(current.signal);
      if (this.#current !== current) return;
      this.#value = value;
      this.error = null;
    } catch (error) {
      if (this.#current !== current) return;
      this.error = error;
    }
    this.busy = false;
  }

  /** Clears the value and loads it again, for a different subject. */
  async reload(): Promise<void> {
    this.#value = null;
    this.error = null;
    await this.load();
  }

  stop(): void {
    this.#current?.abort();
    this.#current = null;
    this.busy = false;
  }
}
