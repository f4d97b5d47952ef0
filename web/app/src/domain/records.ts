/**
 * Records of games in PGN, with annotations and variations. The engine's module, which is loaded on demand, reads and writes
 * them; every function rejects if it cannot be loaded.
 */

import type { ListedGame, MainLineAnnotations, SideLineInput } from '../generated/types';
import type * as EngineModule from '../wasm/saffron_engine.js';
import { applyEnding, endingOf } from './ending';
import { loadEngineModule } from './rules';
import type { Game } from './rules';

/** Game with the contents of the record that it was read from. */
export type RecordGame = EngineModule.Game;

/**
 * Reads the game of a record. Without a `Variant` tag, as for bare moves, it is of the given variant. Rejects with the rules' error
 * if the text cannot be read.
 */
export async function gameFromRecord(text: string, variant?: string): Promise<RecordGame> {
  return (await loadEngineModule()).Game.fromRecord(text, variant);
}

/**
 * Reads the games of a file; unreadable games come with their errors. A game without a `Variant` tag is of the given variant, or
 * else of the previous game's.
 */
export async function gamesOf(text: string, variant?: string): Promise<ListedGame[]> {
  return (await loadEngineModule()).gamesOf(text, variant);
}

/** Returns one game of a file, by its index in the list of the same text and variant. */
export async function gameFromFile(text: string, index: number, variant?: string): Promise<RecordGame> {
  return (await loadEngineModule()).Game.fromFile(text, index, variant);
}

/**
 * Returns the record of a game in PGN. Tags read with it stay unless one of the same name is given. Without `annotations` it has
 * those read with it.
 */
export async function recordOf(
  game: Game,
  tags: [string, string][],
  sideLines: readonly SideLineInput[] = [],
  annotations?: MainLineAnnotations,
): Promise<string> {
  const module = await loadEngineModule();
  if (game instanceof module.Game) return game.record(tags, sideLines, annotations);
  const { variant, outcome } = game.state();
  const same = new module.Game(variant, game.startFen());
  try {
    for (const { uci } of game.history()) same.playOn(uci);
    applyEnding(same, endingOf(outcome));
    return same.record(tags, sideLines, annotations);
  } finally {
    same.free();
  }
}
