/** The page's side of the engine: starts the worker, asks it, stops it, and replaces it when it breaks. */

import type { AnalysisRequest, EngineLine, AnalysisResult, SearchInfo, SearchResult } from '../generated/types';
import type { FromWorker, News, SearchRequest, ToWorker } from './engine-protocol';

/** What this file needs of a `Worker`; tests hand in their own. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What is asked of the worker, before it has a number. */
type Question = { type: 'search'; request: SearchRequest } | { type: 'analyse'; request: AnalysisRequest };

interface Pending {
  id: number;
  /** Takes what is said of the search; true when it is the end. */
  hear: (news: News) => boolean;
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
  /** Told how many threads the engine has, whenever one has started. */
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
    worker.onerror = (event) => this.#broken(worker, event.message || 'the engine could not be loaded');
    const stop = (this.#stop?.buffer as SharedArrayBuffer | undefined) ?? null;
    worker.postMessage({ type: 'init', stop, variants: this.#variants, threads: this.#threads });
  }

  /** Names the texts of the visitor's own variants. A worker that knows others is replaced, and a search of it ends. */
  setVariants(texts: readonly string[]): void {
    if (texts.length === this.#variants.length && texts.every((text, index) => text === this.#variants[index])) return;
    this.#variants = [...texts];
    this.#replace();
  }

  /** How many threads the engine is to have, where it can. A worker with others is replaced, and a search of it ends. */
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

  /** The best move; `null` when the search was cancelled. Rejects when the engine breaks. */
  search(request: SearchRequest, onInfo?: (info: SearchInfo) => void): Promise<SearchResult | null> {
    return this.#ask<SearchResult>({ type: 'search', request }, (news, answer) => {
      if (news.type === 'info') onInfo?.(news.info);
      else if (news.type === 'done') answer(news.result);
    });
  }

  /** The best lines; `null` when the search was cancelled. Rejects when the request is wrong or the engine breaks. */
  analyse(request: AnalysisRequest, onLine: (line: EngineLine) => void): Promise<AnalysisResult | null> {
    return this.#ask<AnalysisResult>({ type: 'analyse', request }, (news, answer) => {
      if (news.type === 'line') onLine(news.line);
      else if (news.type === 'found') answer(news.found);
    });
  }

  #ask<T>(question: Question, hear: (news: News, answer: (answer: T) => void) => void): Promise<T | null> {
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
      const listen = (news: News): boolean => {
        hear(news, answer);
        return ended;
      };
      this.#pending = { id, hear: listen, cancelled: () => resolve(null), reject };
      this.#worker?.postMessage({ ...question, id });
    });
  }

  /** Ends the search that is running, if any. */
  cancel(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#pending = undefined;
    if (this.#stop) Atomics.store(this.#stop, 0, 0);
    else this.#drop();
    pending.cancelled();
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
    } else if (message.type === 'ready') {
      this.onThreads?.(message.threads);
    } else if (pending?.id === message.id && pending.hear(message)) {
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

/** The engine of this page. */
export function startEngine(): EngineClient {
  const make = (): WorkerLike =>
    new Worker(new URL('../engine.worker.ts', import.meta.url), { type: 'module' }) as WorkerLike;
  return new EngineClient(make, globalThis.crossOriginIsolated === true);
}
