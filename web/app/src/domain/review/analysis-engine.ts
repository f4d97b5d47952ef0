/** Analysis by the server's engine if it provides one, otherwise by the browser's. */

import type { AnalysisRequest, EngineLine, AnalysisResult } from '../../generated/types';
import type { EngineClient } from '../engine';
import type { ServerEngine } from './server-engine';
import { isVariantId } from '../variant-ids';

/** Place where the engine runs. */
export type Origin = 'server' | 'browser';

export type LocalEngine = Pick<EngineClient, 'analyse' | 'cancel' | 'newGame' | 'setVariants' | 'close'>;
export type RemoteEngine = Pick<ServerEngine, 'isAvailable' | 'analyse' | 'newGame'>;

export class AnalysisEngine {
  #local: LocalEngine;
  #remote: RemoteEngine;
  #running: AbortController | null = null;

  constructor(local: LocalEngine, remote: RemoteEngine) {
    this.#local = local;
    this.#remote = remote;
  }

  /** Sets the texts of user-defined variants, which the server does not know. */
  setVariants(texts: readonly string[]): void {
    this.#local.setVariants(texts);
  }

  /**
   * Returns the best lines; `null` if the search was cancelled. `onOrigin` is called with the place where the engine runs, and
   * again when the browser replaces a failing server. Rejects if the browser's engine fails, too.
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
    if (isVariantId(request.variant) && (await this.#remote.isAvailable())) {
      if (signal.aborted) return null;
      onOrigin('server');
      try {
        return await this.#remote.analyse(request, onLine, signal);
      } catch {
        // The browser's engine takes over, and the page shows that.
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

  /** Ends the browser's engine until the next search. */
  close(): void {
    this.cancel();
    this.#local.close();
  }
}
