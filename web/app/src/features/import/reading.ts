/** Recognition of imported texts: a position, or records of games. */

import { gamesOf } from '../../domain/records';
import { newGame } from '../../domain/rules';
import { VARIANT_IDS } from '../../domain/variant-ids';
import type { ListedGame } from '../../generated/types';

export type Reading =
  { kind: 'position'; variant: string; fen: string } | { kind: 'games'; games: readonly ListedGame[] };

/**
 * First field of a FEN in any supported form: rows of pieces and numbers between slashes, or between underscores and with a
 * dollar sign at the end.
 */
const PLACEMENT = /^([a-z\d]+(\/[a-z\d]*){4,}([\s_]|$)|[a-z\d-]+(_[a-z\d-]*){4,}\$)/i;

/**
 * Reads a text. A FEN is a position of the variant, or else of the first other one whose board it fits. Anything else is records,
 * and those that name no variant are of this one. Rejects with the rules' error if a FEN cannot be read or the text has no game.
 */
export async function readText(text: string, variant: string): Promise<Reading> {
  const line = text.trim();
  if (!line.includes('\n') && PLACEMENT.test(line)) return readFen(line, variant);
  const games = await gamesOf(text, variant);
  return { kind: 'games', games };
}

function readFen(fen: string, variant: string): Reading {
  const others = VARIANT_IDS.filter((id) => id !== variant);
  let failure: unknown;
  for (const id of [variant, ...others]) {
    try {
      const game = newGame(id, fen);
      const read = game.startFen();
      game.free();
      return { kind: 'position', variant: id, fen: read };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Returns the value of a tag; empty if it is missing or unknown. */
export function tagOf(game: ListedGame, name: string): string {
  const value = game.tags.find(([tag]) => tag === name)?.[1] ?? '';
  return /^[?.\s]*$/.test(value) ? '' : value;
}

/** Returns whether a game has all of these words in its names, event, site or date. */
export function hasWords(game: ListedGame, words: string): boolean {
  const text = ['White', 'Black', 'Event', 'Site', 'Date', 'EventDate']
    .map((name) => tagOf(game, name))
    .join(' ')
    .toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
