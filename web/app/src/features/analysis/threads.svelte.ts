/** Number of threads of the browser's engine for analysis. */

import type { EngineClient } from '../../domain/engine';
import { read, write } from '../../domain/storage';

const KEY = 'saffron.threads';
/** True if the build has the module with threads; not every machine can build it. */
const BUILT =
  Object.keys(import.meta.glob('../../wasm/saffron_threads_bg.wasm', { query: '?url', eager: true })).length > 0;
/** Maximum number of threads: more gain little, and each has memory of its own. */
const MAX_THREADS = 8;

/** Returns the useful maximum on this machine; 1 if memory cannot be shared. */
export function mostThreads(shared: boolean, processors: number): number {
  return shared ? Math.max(1, Math.min(processors, MAX_THREADS)) : 1;
}

/** Parses the stored number. By default one processor is left for the page itself. */
export function parseThreads(value: unknown, most: number, processors: number): number {
  const wished = Number.isInteger(value) && (value as number) >= 1 ? (value as number) : Math.max(1, processors - 1);
  return Math.min(wished, most);
}

export type ThreadedEngine = Pick<EngineClient, 'setThreads' | 'onThreads'>;

export class Threads {
  #engine: ThreadedEngine;
  readonly most: number;
  #wished = $state(1);
  /** Number of threads of the engine; `null` until it has started. */
  running = $state<number | null>(null);

  constructor(
    engine: ThreadedEngine,
    shared = BUILT && globalThis.crossOriginIsolated === true,
    processors = navigator.hardwareConcurrency,
  ) {
    this.#engine = engine;
    this.most = mostThreads(shared, processors);
    this.#wished = parseThreads(read(KEY), this.most, processors);
    engine.onThreads = (threads) => (this.running = threads);
    engine.setThreads(this.#wished);
  }

  get wished(): number {
    return this.#wished;
  }
  /** Ends a search that is running. */
  set wished(threads: number) {
    this.#wished = threads;
    write(KEY, threads);
    this.running = null;
    this.#engine.setThreads(threads);
  }
}
