/** Messages between the page and the engine's worker, and the errors that this program itself reports. */

import type { AnalysisRequest, EngineLine, AnalysisResult, Limits, SearchInfo, SearchResult } from '../generated/types';

export interface SearchRequest {
  variant: string;
  /** The position the game started from. */
  fen: string;
  /** The moves played since, so that the engine sees repetitions. */
  moves: string[];
  limits: Limits;
}

export type ToWorker =
  /** `variants`: texts of the visitor's own variant files; `threads`: requested number of engine threads. */
  | { type: 'init'; stop: SharedArrayBuffer | null; variants: readonly string[]; threads: number }
  | { type: 'newGame' }
  | { type: 'search'; id: number; request: SearchRequest }
  | { type: 'analyse'; id: number; request: AnalysisRequest };

/** A message about a search. */
export type SearchEvent =
  | { type: 'info'; id: number; info: SearchInfo }
  | { type: 'done'; id: number; result: SearchResult }
  | { type: 'line'; id: number; line: EngineLine }
  | { type: 'found'; id: number; found: AnalysisResult };

export type FromWorker =
  /** `threads`: number of threads of a search. */
  | { type: 'ready'; threads: number }
  | SearchEvent
  /** `id` is absent if the engine could not start. */
  | { type: 'failed'; id?: number; message: string };

/** Failures that are not from the engine; the message of their `Error` is one of these codes. */
export const ENGINE_ERRORS = ['engine_not_loaded', 'engine_not_started', 'engine_without_move'] as const;
export type EngineErrorCode = (typeof ENGINE_ERRORS)[number];

export function engineError(code: EngineErrorCode): Error {
  return new Error(code);
}
