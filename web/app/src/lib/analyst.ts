/** Who analyses: the server's engine where it lends one, otherwise the browser's. */

import type { AnalysisRequest, EngineLine, AnalysisResult } from '../generated/types';
import type { EngineClient } from './engine';
import type { NativeEngine } from './native-engine';
import { isVariantId } from './routes';

/** Where the engine runs. */
export type Origin = 'server' | 'browser';

export type LocalEngine = Pick<EngineClient, 'analyse' | 'cancel' | 'newGame' | 'setVariants' | 'close'>;
export type RemoteEngine = Pick<NativeEngine, 'isThere' | 'analyse' | 'newGame'>;

export class Analyst {
  #local: LocalEngine;
  #remote: RemoteEngine;
  #running: AbortController | null = null;

  constructor(local: LocalEngine, remote: RemoteEngine) {
    this.#local = local;
    this.#remote = remote;
  }

  /** Names the texts of the visitor's own variants, which the server does not know. */
  setVariants(texts: readonly string[]): void {
    this.#local.setVariants(texts);
  }

  /**
   * The best lines; `null` when the search was cancelled. `onOrigin` is told where it runs, and once more when the
   * server fails and the browser begins anew. Rejects when the browser's engine breaks, too.
   */
  async analyse(
    request: AnalysisRequest,
    onLine: (line: EngineLine) => void,
    onOrigin: (origin: Origin) => void,
  ): Promise<AnalysisResult | null> {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    const { signal } = running;
    if (isVariantId(request.variant) && (await this.#remote.isThere())) {
      if (signal.aborted) return null;
      onOrigin('server');
      try {
        return await this.#remote.analyse(request, onLine, signal);
      } catch {
        // The browser's engine answers instead, and the page says that it does.
      }
    }
    if (signal.aborted) return null;
    onOrigin('browser');
    return this.#local.analyse(request, onLine);
  }

  cancel(): void {
    this.#running?.abort();
    this.#running = null;
    this.#local.cancel();
  }

  newGame(): void {
    this.cancel();
    this.#local.newGame();
    this.#remote.newGame();
  }

  /** Ends the browser's engine, until it is asked again. */
  close(): void {
    this.cancel();
    this.#local.close();
  }
}
