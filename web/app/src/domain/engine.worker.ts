/** The engine's thread: one search at a time, stopped by a shared flag where the browser allows one. */

import { engineError } from './engine-protocol';
import type { FromWorker, SearchRequest, ToWorker } from './engine-protocol';
import { startModule } from './engine-module';
import type { Engine } from './engine-module';
import { fetchNetwork } from './networks';
import type { AnalysisRequest, EngineLine, SearchInfo } from '../generated/types';

const HASH_MB = 32;

let engine: Engine | undefined;
/** Settled when the engine is there; what is asked earlier waits for it. */
let started: Promise<number> = Promise.reject(engineError('engine_not_started'));
started.catch(() => undefined);
let stop: Int32Array | null = null;
/** The variant that the engine has been made ready for. */
let prepared: string | undefined;

function say(message: FromWorker): void {
  postMessage(message);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Starts the engine, and says with how many threads. */
async function start(variants: readonly string[], threads: number): Promise<number> {
  const module = await startModule(threads);
  for (const text of variants) module.addVariants(text);
  engine = module.engine(HASH_MB);
  return module.threads;
}

/** What asks whether a search is to end. The page writes the number of the one that is to go on; any other ends it. */
function stopper(id: number): () => boolean {
  const flag = stop;
  return () => flag !== null && Atomics.load(flag, 0) !== id;
}

/** The engine, with the network of the variant where it has one. It plays without one that cannot be loaded. */
async function readyFor(variant: string): Promise<Engine> {
  // Undefined where there is nothing to load, or where that fails: then the next search tries again.
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

// Both a failing `init` and a panic would otherwise be silent.
addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  handle(message).catch((error: unknown) => {
    const text = reason(error);
    say('id' in message ? { type: 'failed', id: message.id, message: text } : { type: 'failed', message: text });
  });
});
