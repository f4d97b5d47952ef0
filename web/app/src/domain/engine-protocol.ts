/** Messages between the page and the engine's worker, and the errors that this program itself reports. */

import type { AnalysisRequest, EngineLine, AnalysisResult, Limits, SearchInfo, SearchResult } from '../generated/types';

export interface SearchRequest {
  variant: string;
  /** Start position of the game. */
  fen: string;
  /** Moves since the start, so that the engine sees repetitions. */
  moves: string[];
  limits: Limits;
}

export type ToWorker =
  /** `variants`: texts of the visitor's own variant files; `threads`: requested number of engine threads. */
  | { type: 'init'; stop: SharedArrayBuffer | null; variants: readonly string[]; threads: number }
  | { type: 'newGame' }
  | { type: 'search'; id: number; request: SearchRequest }
  | { type: 'analyse'; id: number; request: AnalysisRequest };

/** Message about a search. */
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

/** Engine failures reported by this program; the message of the `Error` is one of these codes. */
export const ENGINE_ERRORS = ['engine_not_loaded', 'engine_not_started', 'engine_without_move'] as const;
export type EngineErrorCode = (typeof ENGINE_ERRORS)[number];

export function engineError(code: EngineErrorCode): Error {
  return new Error(code);
}
