/** Engine on the server: one request per search, with a streamed reply. Closing the connection ends the search. */

import type {
  AnalysisOffer,
  AnalysisRequest,
  AnalysisResult,
  EngineLine,
  SearchMessage,
  SearchRequest,
} from '../../generated/types';

const ADDRESS = '/api/analysis';
/** Time in milliseconds without requests after a refusal or a missing reply. */
const RETRY_MS = 20_000;

/** The browser's functions that this file uses; tests replace them. */
export interface Net {
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
  online: () => boolean;
  now: () => number;
}

const BROWSER: Net = {
  fetch: (address, init) => fetch(address, init),
  online: () => navigator.onLine,
  now: () => Date.now(),
};

export class ServerEngine {
  #net: Net;
  /** True if the server provides engines; `null` until it has replied. */
  #provides: boolean | null = null;
  #retryAt = 0;
  /** Name of this page's engine: a search replaces the last one of the same name, and reuses its results. */
  readonly #name = newName();
  /** True if the next search must start without results of earlier ones. */
  #newGame = false;

  constructor(net: Net = BROWSER) {
    this.#net = net;
  }

  /** Makes the next search start without results of earlier ones. */
  newGame(): void {
    this.#newGame = true;
  }

  /** Resolves to whether a search may be requested now. The server is asked once. */
  async isAvailable(): Promise<boolean> {
    if (!this.#net.online() || this.#net.now() < this.#retryAt) return false;
    this.#provides ??= await this.#ask();
    return this.#provides === true;
  }

  /** Returns the best lines. Rejects if the server refuses or breaks off, or if the signal ends the search. */
  async analyse(
    request: AnalysisRequest,
    onLine: (line: EngineLine) => void,
    signal: AbortSignal,
  ): Promise<AnalysisResult> {
    const body: SearchRequest = { engine: this.#name, newGame: this.#newGame, request };
    try {
      const answer = await this.#net.fetch(ADDRESS, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      });
      for await (const message of messages(answer)) {
        // The server has prepared the engine.
        if (!signal.aborted && 'line' in message) this.#newGame = false;
        if ('line' in message) onLine(message.line);
        else if ('found' in message) return message.found;
        else throw new Error(message.error.code);
      }
      throw new Error('the answer of the server ends without a result');
    } catch (error) {
      if (!signal.aborted) this.#retryAt = this.#net.now() + RETRY_MS;
      throw error;
    }
  }

  /** Resolves to `null` if there was no reply. */
  async #ask(): Promise<boolean | null> {
    try {
      const answer = await this.#net.fetch(ADDRESS, { cache: 'no-store' });
      const { searches } = (await answer.json()) as Partial<AnalysisOffer>;
      return typeof searches === 'number' && searches > 0;
    } catch {
      this.#retryAt = this.#net.now() + RETRY_MS;
      return null;
    }
  }
}

function newName(): string {
  const parts = crypto.getRandomValues(new Uint32Array(4));
  return [...parts].map((part) => part.toString(36)).join('-');
}

/** Yields the messages of the reply, one per line of text. */
async function* messages(answer: Response): AsyncGenerator<SearchMessage> {
  if (!answer.body) throw new Error('the answer of the server has no body');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += value ?? '';
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as SearchMessage;
      if (done) return;
    }
  } finally {
    // Closing the stream early ends the search.
    reader.cancel().catch(() => undefined);
  }
}
