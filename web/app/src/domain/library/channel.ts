/** Changes of entries, sent between the tabs of this browser. */

/** Change of an entry: its contents are now at this revision, or its name or its place in the list has changed. */
export interface EntryChange {
  id: string;
  revision: number;
}

const NAME = 'saffron.library';

/** Sends changes to other tabs. Without `BroadcastChannel` it does nothing, and tabs notice changes when they save. */
export class Channel {
  #channel: BroadcastChannel | null = null;
  #listeners = new Set<(news: EntryChange) => void>();

  constructor(name = NAME) {
    try {
      this.#channel = new BroadcastChannel(name);
      this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#hear(data);
    } catch {
      // Not available in every browser and frame.
    }
  }

  /** Sends a change to all other tabs. */
  post(news: EntryChange): void {
    try {
      this.#channel?.postMessage(news);
    } catch {
      // The channel is closed.
    }
  }

  /** Calls back with changes of other tabs. Returns a function that unsubscribes. */
  listen(callback: (news: EntryChange) => void): () => void {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  }

  close(): void {
    this.#channel?.close();
    this.#channel = null;
    this.#listeners.clear();
  }

  #hear(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    const { id, revision } = data as Record<string, unknown>;
    if (typeof id !== 'string' || typeof revision !== 'number') return;
    for (const callback of this.#listeners) callback({ id, revision });
  }
}
