/** The page's side of the engine: starts the worker, asks it, stops it, and replaces it when it breaks. */

import type { FromWorker, SearchRequest, ToWorker } from './engine-protocol';
import type { SearchInfo, SearchResult } from './types';

/** What this file needs of a `Worker`; tests hand in their own. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Pending {
  id: number;
  onInfo: ((info: SearchInfo) => void) | undefined;
  resolve: (result: SearchResult | null) => void;
  reject: (error: Error) => void;
}

export class EngineClient {
  #make: () => WorkerLike;
  #worker: WorkerLike | undefined;
  #stop: Int32Array | null;
  #pending: Pending | undefined;
  #nextId = 1;
  #variants: readonly string[] = [];

  /** Without `shared` a running search can only be stopped by ending its worker. */
  constructor(make: () => WorkerLike, shared: boolean) {
    this.#make = make;
    this.#stop = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
  }

  /** Starts the worker, if none runs, so that the first move does not wait for it. */
  start(): void {
    if (this.#worker) return;
    const worker = this.#make();
    this.#worker = worker;
    worker.onmessage = (event) => this.#receive(worker, event.data);
    worker.onerror = (event) => this.#broken(worker, event.message || 'the engine could not be loaded');
    const stop = (this.#stop?.buffer as SharedArrayBuffer | undefined) ?? null;
    worker.postMessage({ type: 'init', stop, variants: this.#variants });
  }

  /** Names the texts of the visitor's own variants. A worker that knows others is replaced, and a search of it ends. */
  setVariants(texts: readonly string[]): void {
    if (texts.length === this.#variants.length && texts.every((text, index) => text === this.#variants[index])) return;
    this.#variants = [...texts];
    if (!this.#worker) return;
    this.close();
    this.start();
  }

  newGame(): void {
    this.cancel();
    this.#worker?.postMessage({ type: 'newGame' });
  }

  /** The best move; `null` when the search was cancelled. Rejects when the engine breaks. */
  search(request: SearchRequest, onInfo?: (info: SearchInfo) => void): Promise<SearchResult | null> {
    this.cancel();
    this.start();
    const id = this.#nextId++;
    if (this.#stop) Atomics.store(this.#stop, 0, id);
    return new Promise((resolve, reject) => {
      this.#pending = { id, onInfo, resolve, reject };
      this.#worker?.postMessage({ type: 'search', id, request });
    });
  }

  /** Ends the search that is running, if any. */
  cancel(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#pending = undefined;
    if (this.#stop) Atomics.store(this.#stop, 0, 0);
    else this.#drop();
    pending.resolve(null);
  }

  /** Ends the worker. */
  close(): void {
    this.cancel();
    this.#drop();
  }

  #drop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #receive(worker: WorkerLike, message: FromWorker): void {
    if (worker !== this.#worker) return;
    const pending = this.#pending;
    if (message.type === 'failed') {
      // A search that was cancelled may still report its end, but a panic leaves the worker unusable.
      this.#broken(worker, message.message);
    } else if (message.type === 'info') {
      if (pending?.id === message.id) pending.onInfo?.(message.info);
    } else if (message.type === 'done' && pending?.id === message.id) {
      this.#pending = undefined;
      pending.resolve(message.result);
    }
  }

  #broken(worker: WorkerLike, message: string): void {
    if (worker !== this.#worker) return;
    this.#drop();
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(new Error(message));
  }
}

/** The engine of this page. */
export function startEngine(): EngineClient {
  const make = (): WorkerLike =>
    new Worker(new URL('../engine.worker.ts', import.meta.url), { type: 'module' }) as WorkerLike;
  return new EngineClient(make, globalThis.crossOriginIsolated === true);
}
