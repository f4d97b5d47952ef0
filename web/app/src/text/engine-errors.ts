/** Sentences, in the visitor's language, for failures of the engine. */

import { ENGINE_ERRORS } from '../domain/engine-protocol';
import type { EngineErrorCode } from '../domain/engine-protocol';
import { m } from '../paraglide/messages.js';

const ENGINE: Record<EngineErrorCode, () => string> = {
  engine_not_loaded: m.error_engine_not_loaded,
  engine_not_started: m.error_engine_not_started,
  engine_without_move: m.error_engine_without_move,
};

/** Returns the details of an engine failure: a sentence for a known code, otherwise the browser's message. */
export function engineErrorText(message: string): string {
  const code = ENGINE_ERRORS.find((known) => known === message);
  return code ? ENGINE[code]() : m.details({ message });
}
