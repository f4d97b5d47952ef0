/** Failures of the engine that this program reports itself; the message of their `Error` is one of these codes. */

export const ENGINE_ERRORS = ['engine_not_loaded', 'engine_not_started', 'engine_without_move'] as const;
export type EngineErrorCode = (typeof ENGINE_ERRORS)[number];

export function engineError(code: EngineErrorCode): Error {
  return new Error(code);
}
