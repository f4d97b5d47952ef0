/** The client of the engine's worker: starts it, sends requests, stops searches, and replaces it after a failure. */

import type { AnalysisRequest, EngineLine, AnalysisResult, SearchInfo, SearchResult } from '../generated/types';
import type { EngineErrorCode, FromWorker, SearchEvent, SearchRequest, ToWorker } from './engine-protocol';

const ENGINE_NOT_LOADED: EngineErrorCode = 'engine_not_loaded';

/** The part of `Worker` that this file uses; tests replace it. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Request to the worker, without its number. */
type EngineRequest = { type: 'search'; request: SearchRequest } | { type: 'analyse'; request: AnalysisRequest };

interface Pending {
  id: number;
  /** Handles a message about the search; returns true after the last. */
  onEvent: (news: SearchEvent) => boolean;
  cancelled: () => void;
  reject: (error: Error) => void;
}

export class EngineClient {
  #make: () => WorkerLike;
  #worker: WorkerLike | undefined;
  #stop: Int32Array | null;
  #pending: Pending | undefined;
  #nextId = 1;
  #variants: readonly string[] = [];
  #threads = 1;
  /** Called with the number of threads when an engine has started. */
  onThreads: ((threads: number) => void) | undefined;

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
    worker.onerror = (event) => this.#broken(worker, event.message || ENGINE_NOT_LOADED);
    const stop = (this.#stop?.buffer as SharedArrayBuffer | undefined) ?? null;
    worker.postMessage({ type: 'init', stop, variants: this.#variants, threads: this.#threads });
  }

  /** Sets the texts of user-defined variants. A worker with others is replaced, and its search ends. */
  setVariants(texts: readonly string[]): void {
    if (texts.length === this.#variants.length && texts.every((text, index) => text === this.#variants[index])) return;
    this.#variants = [...texts];
    this.#replace();
  }

  /** Sets the number of threads, if the page can use several. Replaces a worker that has another number, which ends its search. */
  setThreads(threads: number): void {
    if (threads === this.#threads) return;
    this.#threads = threads;
    this.#replace();
  }

  #replace(): void {
    if (!this.#worker) return;
    this.close();
    this.start();
  }

  newGame(): void {
    this.cancel();
    this.#worker?.postMessage({ type: 'newGame' });
  }

  /** Returns the best move; `null` if the search was cancelled. Rejects if the engine fails. */
  search(request: SearchRequest, onInfo?: (info: SearchInfo) => void): Promise<SearchResult | null> {
    return this.#request<SearchResult>({ type: 'search', request }, (news, answer) => {
      if (news.type === 'info') onInfo?.(news.info);
      else if (news.type === 'done') answer(news.result);
    });
  }

  /** Returns the best lines; `null` if the search was cancelled. Rejects if the request is invalid or the engine fails. */
  analyse(request: AnalysisRequest, onLine: (line: EngineLine) => void): Promise<AnalysisResult | null> {
    return this.#request<AnalysisResult>({ type: 'analyse', request }, (news, answer) => {
      if (news.type === 'line') onLine(news.line);
      else if (news.type === 'found') answer(news.found);
    });
  }

  #request<T>(
    request: EngineRequest,
    onEvent: (news: SearchEvent, answer: (answer: T) => void) => void,
  ): Promise<T | null> {
    this.cancel();
    this.start();
    const id = this.#nextId++;
    if (this.#stop) Atomics.store(this.#stop, 0, id);
    return new Promise((resolve, reject) => {
      let ended = false;
      const answer = (result: T): void => {
        ended = true;
        resolve(result);
      };
      const listen = (news: SearchEvent): boolean => {
        onEvent(news, answer);
        return ended;
      };
      this.#pending = { id, onEvent: listen, cancelled: () => resolve(null), reject };
      this.#worker?.postMessage({ ...request, id });
    });
  }

  /** Cancels the running search, if there is one. */
  cancel(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#pending = undefined;
    if (this.#stop) Atomics.store(this.#stop, 0, 0);
    else this.#drop();
    pending.cancelled();
  }

  /** Terminates the worker. */
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
    } else if (message.type === 'ready') {
      this.onThreads?.(message.threads);
    } else if (pending?.id === message.id && pending.onEvent(message)) {
      this.#pending = undefined;
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

/** Starts the engine of this page. */
export function startEngine(): EngineClient {
  const make = (): WorkerLike =>
    new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }) as WorkerLike;
  return new EngineClient(make, globalThis.crossOriginIsolated === true);
}
