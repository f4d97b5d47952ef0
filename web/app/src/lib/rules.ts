/** The rules of the game, as WebAssembly on the page's own thread: a call takes microseconds. */

import type { BoardData } from '../../../board/src/index';
import init, {
  Game as WasmGame,
  addVariants as wasmAdd,
  board,
  bookMoves as wasmBookMoves,
  removeVariants as wasmRemove,
  review as wasmReview,
  variants,
} from '../wasm/saffron_wasm.js';
import wasmUrl from '../wasm/saffron_wasm_bg.wasm?url';
import type { Assessment, Review } from './analysis-types';
import type { BookMove, GameState, PlayedMove, Reason, Result, Side, SideLine, VariantInfo } from './types';

/** One game with its history. Every error is an `Error` with one clear sentence. */
export interface Game {
  state(): GameState;
  stateAt(ply: number): GameState;
  play(uci: string): void;
  /** Also after a draw that the rules would have ended the game by, as records do. */
  playOn(uci: string): void;
  undo(): boolean;
  history(): PlayedMove[];
  /** Ends the game by what its moves do not show. */
  declare(reason: Reason, result: Result): void;
  resign(side: Side): void;
  agreeDraw(): void;
  claimDraw(): void;
  /** Side lines have their moves in UCI form. */
  record(tags: [string, string][], sideLines: SideLine<string>[]): string;
  /** Those that were read with a record. */
  tags(): [string, string][];
  /** Those that were read with a record. */
  sideLines(): SideLine<PlayedMove>[];
  startFen(): string;
  free(): void;
}

let loading: Promise<void> | undefined;

/** Loads the rules once; a failure may be tried again. */
export function loadRules(): Promise<void> {
  loading ??= init({ module_or_path: wasmUrl }).then(
    () => undefined,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

export function allVariants(): VariantInfo[] {
  return variants() as VariantInfo[];
}

/** Makes the variants of a file's text known, and gives their ids; throws with the line and what is wrong there. */
export function addVariants(text: string): string[] {
  return wasmAdd(text);
}

/** Forgets variants that were added. */
export function removeVariants(ids: string[]): void {
  for (const id of ids) boards.delete(id);
  wasmRemove(ids);
}

/** The moves that the game's opening book knows, those played most often first; `null` for a game without a book. */
export function bookMoves(variant: string, fen: string): BookMove[] | null {
  return wasmBookMoves(variant, fen) as BookMove[] | null;
}

const boards = new Map<string, BoardData>();

export function boardData(variant: string): BoardData {
  let data = boards.get(variant);
  if (!data) {
    data = board(variant) as BoardData;
    boards.set(variant, data);
  }
  return data;
}

export function newGame(variant: string, fen?: string): Game {
  return new WasmGame(variant, fen) as unknown as Game;
}

export function gameFromRecord(text: string): Game {
  return WasmGame.fromRecord(text) as unknown as Game;
}

/**
 * Judges the moves of a game but the first so many, by what searches have said of the positions from there on; `null` where
 * the game is over.
 */
export function reviewOf(game: Game, first: number, assessments: readonly (Assessment | null)[]): Review {
  return wasmReview(game as unknown as WasmGame, first, assessments) as Review;
}
