/** A game that goes from one page to another. */

import type { Side } from '../generated/types';
import type { Ending } from './ending';

/** A game for analysis. */
export interface ImportedGame {
  variant: string;
  startFen: string;
  moves: readonly string[];
  /** How it ended, if its moves do not tell. */
  ending: Ending | null;
  tags: [string, string][];
  /** The moment to show. */
  ply: number;
  flipped: boolean;
  /** The review of the game begins at once. */
  review?: boolean;
}

/** The moves of an analysis, to be played on. They are kept, since repetitions count. */
export interface ContinuedGame {
  variant: string;
  startFen: string;
  moves: readonly string[];
  opponent: 'computer' | 'friend';
  /** The side at the bottom of the board; the person plays it against the computer. */
  bottom: Side;
}
