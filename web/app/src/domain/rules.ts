/**
 * The rules of the game, as WebAssembly on the page's own thread: a call takes microseconds.
 *
 * The module of the rules is small, and every page waits for it. What only some visitors need is in the module of the
 * engine, which has all of the rules, too: user-defined variants, opening books, and the records of `records.ts`. A page with user-defined variants
 * has its rules from there; games that were begun before go on in the module that they come from.
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
/** The module that user-defined variants can be added to, once there is one. */
let variantRules: Module | undefined;

/** A function that loads once; a failure may be tried again. */
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

/** Loads the rules once; a failure may be tried again. */
export const loadRules: () => Promise<void> = once(async () => {
  await smallModule.default({ module_or_path: rulesUrl });
});

/** Loads the module of the engine once; a failure may be tried again. */
export const loadEngineModule = once(async (): Promise<Module> => {
  const module = await import('../wasm/saffron_engine.js');
  await module.default({ module_or_path: engineUrl });
  return module;
});

/** Loads the rules for user-defined variants once, and uses them from then on; a failure may be tried again. */
export async function loadVariantRules(): Promise<void> {
  const module = await loadEngineModule();
  variantRules = module;
  rules = module;
}

export function allVariants(): VariantInfo[] {
  return rules.variants();
}

/**
 * Makes the variants of a file's text known, and gives their ids; throws with the line and what is wrong there. The rules
 * for user-defined variants must be loaded.
 */
export function addVariants(text: string): string[] {
  if (!variantRules) throw new Error('the rules for user-defined variants are not loaded');
  return variantRules.addVariants(text);
}

/** Forgets variants that were added. */
export function removeVariants(ids: string[]): void {
  for (const id of ids) boards.delete(id);
  variantRules?.removeVariants(ids);
}

/**
 * The moves that the game's opening book knows, those played most often first; `null` for a game without a book. Rejects
 * when the books cannot be loaded.
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

/** The FEN of a variant's start. */
export function startFenOf(variant: string): string {
  const game = newGame(variant);
  try {
    return game.startFen();
  } finally {
    game.free();
  }
}

/**
 * Judges the moves of a game but the first so many, by what searches have said of the positions from there on; `null` where
 * the game is over.
 */
export function reviewOf(game: Game, first: number, assessments: readonly (Assessment | null)[]): Review {
  return game.review(first, assessments);
}
