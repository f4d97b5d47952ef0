/** Engine worker: one search at a time, stopped by a shared flag if the browser supports one. */

import { engineError } from './engine-protocol';
import type { FromWorker, SearchRequest, ToWorker } from './engine-protocol';
import { startModule } from './engine-module';
import type { Engine } from './engine-module';
import { fetchNetwork } from './networks';
import type { AnalysisRequest, EngineLine, SearchInfo } from '../generated/types';

const HASH_MB = 32;

let engine: Engine | undefined;
/** Resolves to the number of threads when the engine is ready; earlier requests wait for it. */
let started: Promise<number> = Promise.reject(engineError('engine_not_started'));
started.catch(() => undefined);
let stop: Int32Array | null = null;
/** Variant that the engine is prepared for. */
let prepared: string | undefined;

function say(message: FromWorker): void {
  postMessage(message);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Starts the engine and resolves to its number of threads. */
async function start(variants: readonly string[], threads: number): Promise<number> {
  const module = await startModule(threads);
  for (const text of variants) module.addVariants(text);
  engine = module.engine(HASH_MB);
  return module.threads;
}

/**
 * Returns a function that reports whether a search must stop. The page writes the id of the search that may run; any other stops.
 */
function stopper(id: number): () => boolean {
  const flag = stop;
  return () => flag !== null && Atomics.load(flag, 0) !== id;
}

/** Returns the engine with the network of the variant, if it has one. A network that cannot be loaded is left out. */
async function readyFor(variant: string): Promise<Engine> {
  // `undefined` if there is no network or it cannot be loaded; the next search then tries again.
  const network = prepared === variant ? undefined : fetchNetwork(variant).catch(() => undefined);
  await started;
  if (!engine) throw engineError('engine_not_started');
  const file = await network;
  if (file) engine.setNetwork(variant, file);
  if (file !== undefined) prepared = variant;
  return engine;
}

async function search(id: number, request: SearchRequest): Promise<void> {
  const { variant, fen, moves, limits } = request;
  const onInfo = (info: SearchInfo): void => say({ type: 'info', id, info });
  const result = (await readyFor(variant)).search(variant, fen, moves, limits, onInfo, stopper(id));
  say({ type: 'done', id, result });
}

async function analyse(id: number, request: AnalysisRequest): Promise<void> {
  const onLine = (line: EngineLine): void => say({ type: 'line', id, line });
  const found = (await readyFor(request.variant)).analyse(request, onLine, stopper(id));
  say({ type: 'found', id, found });
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'init':
      stop = message.stop ? new Int32Array(message.stop) : null;
      started = start(message.variants, message.threads);
      say({ type: 'ready', threads: await started });
      break;
    case 'newGame':
      await started;
      engine?.newGame();
      break;
    case 'search':
      await search(message.id, message.request);
      break;
    case 'analyse':
      await analyse(message.id, message.request);
      break;
  }
}

// Report a failing `init` or a panic, which would otherwise be silent.
addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  handle(message).catch((error: unknown) => {
    const text = reason(error);
    say('id' in message ? { type: 'failed', id: message.id, message: text } : { type: 'failed', message: text });
  });
});
