/** A game on its way from one page to another. */

import type { ImportedGame } from './imported-game';

let pending: ImportedGame | null = null;

/** Leaves a game for the page that is opened next. */
export function leaveGame(game: ImportedGame): void {
  pending = game;
}

/** Takes the game that was left, once. */
export function takeGame(): ImportedGame | null {
  const game = pending;
  pending = null;
  return game;
}
