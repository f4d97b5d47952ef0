/**
 * Module of the engine's worker. There are two builds: a plain one, and one with threads on shared memory for pages that may
 * share memory. The second is not built on every machine.
 */

import type * as Plain from '../wasm/saffron_engine.js';
import plainUrl from '../wasm/saffron_engine_bg.wasm?url';

/** Interface of both builds of the engine. */
export type EngineModule = Pick<typeof Plain, 'Engine' | 'addVariants'>;
export type Engine = InstanceType<EngineModule['Engine']>;

/** Additional interface of the build with threads. */
interface ThreadedModule extends EngineModule {
  Engine: { new (hashMb: number): Engine & { setThreads(threads: number): void } };
  initSync(given: Seat): { memory: WebAssembly.Memory };
  serve(): void;
  lose(): void;
}

/** Data that a worker needs to become an engine thread. Without memory it becomes the first one. */
export interface Seat {
  module: WebAssembly.Module;
  memory?: WebAssembly.Memory;
}

const SCRIPTS = import.meta.glob<ThreadedModule>('../wasm/saffron_threads.js');
const BINARIES = import.meta.glob<string>('../wasm/saffron_threads_bg.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
const loadScript = Object.values(SCRIPTS)[0];
const threadedUrl = Object.values(BINARIES)[0];

/** Loads the engine's module with up to this many threads, or with one if the page cannot share memory. */
export async function startModule(threads: number): Promise<Started> {
  if (threads > 1 && globalThis.crossOriginIsolated === true && loadScript && threadedUrl !== undefined) {
    try {
      return await startThreaded(await loadScript(), threadedUrl, threads);
    } catch {
      // Offline, only files that were used before are available, and a phone may have no memory to share. One thread is better than
      // none, and the page shows the number.
    }
  }
  const plain = await import('../wasm/saffron_engine.js');
  await plain.default({ module_or_path: plainUrl });
  return { threads: 1, addVariants: plain.addVariants, engine: (hashMb) => new plain.Engine(hashMb) };
}

export interface Started {
  /** Number of threads of a search. */
  threads: number;
  addVariants: EngineModule['addVariants'];
  /** Creates an engine with a hash table of this size. */
  engine: (hashMb: number) => Engine;
}

async function startThreaded(script: ThreadedModule, url: string, wished: number): Promise<Started> {
  const module = await WebAssembly.compileStreaming(fetch(url));
  const { memory } = script.initSync({ module });
  const helpers = Array.from({ length: wished - 1 }, () => startHelper({ module, memory }));
  const threads = 1 + (await Promise.all(helpers)).filter(Boolean).length;
  const engine = (hashMb: number): Engine => {
    const made = new script.Engine(hashMb);
    made.setThreads(threads);
    return made;
  };
  return { threads, addVariants: script.addVariants, engine };
}

/**
 * Starts a helper worker and resolves to whether it is running. It ends together with the worker that started it, or when it fails.
 */
function startHelper(seat: Seat): Promise<boolean> {
  const worker = new Worker(new URL('./engine-helper.worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    const answer = (begun: boolean): void => {
      if (!begun) worker.terminate();
      resolve(begun);
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => answer(data === 'begun');
    worker.onerror = () => answer(false);
    worker.postMessage(seat);
  });
}

/** Turns this worker into a thread of the engine. Calls `begun` and never returns. */
export async function help(seat: Seat, begun: () => void): Promise<void> {
  if (!loadScript) throw new Error('there is no module for several threads');
  const script = await loadScript();
  script.initSync(seat);
  begun();
  try {
    script.serve();
  } catch (error) {
    // A search must not wait for this thread.
    script.lose();
    throw error;
  }
}
