/**
 * Rules of the game as WebAssembly on the page's main thread; a call takes microseconds.
 *
 * Every page waits for the rules' module, so it is small. What only some visitors need is in the engine's module, which contains
 * the rules, too: user-defined variants, opening books, and the records of `records.ts`. A page with user-defined variants takes
 * its rules from there; games created earlier stay in the module that created them.
 */

import type { BoardData } from '../../../board/src/index';
import * as smallModule from '../wasm/saffron_rules.js';
import rulesUrl from '../wasm/saffron_rules_bg.wasm?url';
import type * as EngineModule from '../wasm/saffron_engine.js';
import engineUrl from '../wasm/saffron_engine_bg.wasm?url';
import type { Assessment, BookMove, Review, VariantInfo } from '../generated/types';

/** A game with its history. */
export type Game = smallModule.Game;

type Module = typeof EngineModule;

/** The module that the rules come from. */
let rules: Pick<typeof smallModule, 'Game' | 'board' | 'variants'> = smallModule;
/** Module that accepts user-defined variants, once it is loaded. */
let variantRules: Module | undefined;

/** Returns a function that loads once; a failed load may be retried. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Loads the rules once; a failed load may be retried. */
export const loadRules: () => Promise<void> = once(async () => {
  await smallModule.default({ module_or_path: rulesUrl });
});

/** Loads the engine's module once; a failed load may be retried. */
export const loadEngineModule = once(async (): Promise<Module> => {
  const module = await import('../wasm/saffron_engine.js');
  await module.default({ module_or_path: engineUrl });
  return module;
});

/** Loads the module for user-defined variants once and uses its rules from then on; a failed load may be retried. */
export async function loadVariantRules(): Promise<void> {
  const module = await loadEngineModule();
  variantRules = module;
  rules = module;
}

export function allVariants(): VariantInfo[] {
  return rules.variants();
}

/**
 * Registers the variants of a file's text and returns their ids. Throws with the line and the reason. The module for user-defined
 * variants must be loaded.
 */
export function addVariants(text: string): string[] {
  if (!variantRules) throw new Error('the rules for user-defined variants are not loaded');
  return variantRules.addVariants(text);
}

/** Removes variants that were added. */
export function removeVariants(ids: string[]): void {
  for (const id of ids) boards.delete(id);
  variantRules?.removeVariants(ids);
}

/**
 * Returns the moves of the game's opening book, most played first; `null` for a game without a book. Rejects if the books cannot be
 * loaded.
 */
export async function bookMoves(variant: string, fen: string): Promise<BookMove[] | null> {
  const module = await loadEngineModule();
  return module.bookMoves(variant, fen);
}

const boards = new Map<string, BoardData>();

export function boardData(variant: string): BoardData {
  let data = boards.get(variant);
  if (!data) {
    data = rules.board(variant);
    boards.set(variant, data);
  }
  return data;
}

export function newGame(variant: string, fen?: string): Game {
  return new rules.Game(variant, fen);
}

/** Returns the FEN of a variant's start. */
export function startFenOf(variant: string): string {
  const game = newGame(variant);
  try {
    return game.startFen();
  } finally {
    game.free();
  }
}

/**
 * Reviews the moves of a game from index `first` on, given the engine's assessments of the positions from there; `null` if the game
 * was over.
 */
export function reviewOf(game: Game, first: number, assessments: readonly (Assessment | null)[]): Review {
  return game.review(first, assessments);
}
