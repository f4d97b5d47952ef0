/** WebAssembly modules for tests, which cannot fetch them from a server. */

import * as engine from '../wasm/saffron_engine.js';
import engineAddress from '../wasm/saffron_engine_bg.wasm?url&inline';
import * as rules from '../wasm/saffron_rules.js';
import rulesAddress from '../wasm/saffron_rules_bg.wasm?url&inline';

async function bytes(address: string): Promise<ArrayBuffer> {
  return (await fetch(address)).arrayBuffer();
}

/** Starts the module of the rules; a page does this by `loadRules`. */
export async function startRules(): Promise<void> {
  rules.initSync({ module: await bytes(rulesAddress) });
}

/** Starts the module of the engine, which user-defined variants and opening books come from, too. */
export async function startEngineModule(): Promise<typeof engine> {
  engine.initSync({ module: await bytes(engineAddress) });
  return engine;
}
