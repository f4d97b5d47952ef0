/** Form being sent to the server. */

/** All properties are reactive. */
export class Submission {
  busy = $state(false);
  /** Error of the last attempt. */
  error = $state.raw<unknown>(null);
  /** True if the last attempt has succeeded. */
  done = $state(false);

  /** Runs the work unless it is already running. Resolves to whether it succeeded; never rejects. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = null;
    this.done = false;
    try {
      await work();
      this.done = true;
    } catch (error) {
      this.error = error;
    } finally {
      this.busy = false;
    }
    return this.done;
  }

  reset(): void {
    this.error = null;
    this.done = false;
  }
}
