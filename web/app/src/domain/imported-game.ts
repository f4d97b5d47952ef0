/** A game that goes from one page to another. */

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
}
