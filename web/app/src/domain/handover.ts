/** Handover of a game from one page to the next. */

import type { Side } from '../generated/types';
import type { Ending } from './ending';
import type { SavedReview } from './review/saved-review';

/** Game for analysis. */
export interface ImportedGame {
  variant: string;
  startFen: string;
  moves: readonly string[];
  /** Ending, if the moves do not show it. */
  ending: Ending | null;
  tags: [string, string][];
  /** Ply to show. */
  ply: number;
  flipped: boolean;
  /** True to start the review at once. */
  review?: boolean;
  /** Review made where the game ended, also if it is only a part. */
  reviewed?: SavedReview | null;
}

/** Moves of an analysis from which a game continues. All of them are needed because repetitions count. */
export interface ContinuedGame {
  variant: string;
  startFen: string;
  moves: readonly string[];
  opponent: 'computer' | 'friend';
  /** Side at the bottom of the board; the visitor's side against the computer. */
  bottom: Side;
}

let pending: ImportedGame | null = null;

/** Hands a game over to the next page. */
export function leaveGame(game: ImportedGame): void {
  pending = game;
}

/** Returns the game that was handed over and clears it. */
export function takeGame(): ImportedGame | null {
  const game = pending;
  pending = null;
  return game;
}

/** One game of a text with records: its index, and the variant of games that name none. */
export interface WrittenGame {
  text: string;
  index: number;
  variant: string;
}

let written: WrittenGame | null = null;

/** Hands a game that is still to be read over to the analysis page. */
export function leaveWrittenGame(game: WrittenGame): void {
  written = game;
}

/** Returns the written game that was handed over and clears it. */
export function takeWrittenGame(): WrittenGame | null {
  const game = written;
  written = null;
  return game;
}
