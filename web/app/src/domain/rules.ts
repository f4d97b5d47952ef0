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
import type { Assessment, BookMove, Review, VariantInfo } from '../generated/types';

/** A game with its history. */
export type Game = WasmGame;

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
  return variants();
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
  return wasmBookMoves(variant, fen);
}

const boards = new Map<string, BoardData>();

export function boardData(variant: string): BoardData {
  let data = boards.get(variant);
  if (!data) {
    data = board(variant);
    boards.set(variant, data);
  }
  return data;
}

export function newGame(variant: string, fen?: string): Game {
  return new WasmGame(variant, fen);
}

export function gameFromRecord(text: string): Game {
  return WasmGame.fromRecord(text);
}

/**
 * Judges the moves of a game but the first so many, by what searches have said of the positions from there on; `null` where
 * the game is over.
 */
export function reviewOf(game: Game, first: number, assessments: readonly (Assessment | null)[]): Review {
  return wasmReview(game, first, assessments);
}
