/** Scripted engine worker for tests. */

import { EngineClient } from './engine';
import type { WorkerLike } from './engine';
import type { FromWorker, ToWorker } from './engine-protocol';

export class ScriptedWorker implements WorkerLike {
  received: ToWorker[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}

/** Returns an engine client with scripted workers: all that it has started, and the last one. */
export function scriptedEngine(shared: boolean): {
  engine: EngineClient;
  workers: ScriptedWorker[];
  last: () => ScriptedWorker;
} {
  const workers: ScriptedWorker[] = [];
  const engine = new EngineClient(() => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    return worker;
  }, shared);
  const last = (): ScriptedWorker => {
    const worker = workers.at(-1);
    if (!worker) throw new Error('no worker was started');
    return worker;
  };
  return { engine, workers, last };
}
