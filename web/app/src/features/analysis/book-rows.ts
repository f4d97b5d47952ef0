/** Rows of the opening book's table. */

import type { BookMove } from '../../generated/types';

export interface BookRow {
  uci: string;
  san: string;
  evaluation: string;
  games: string;
  /** Score of the side to move in the games; a dash if there are none. */
  score: string;
  /** Share of the games with this move; a dash for none. */
  played: string;
}

const NONE = '–';

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** Formats an evaluation in pawns with a sign: +0.28, −0.05, 0.00. */
export function pawns(cp: number): string {
  const sign = cp > 0 ? '+' : cp < 0 ? '−' : '';
  return sign + (Math.abs(cp) / 100).toFixed(2);
}

export function bookRows(moves: readonly BookMove[]): BookRow[] {
  return moves.map(({ uci, san, cp, games, points, share }) => ({
    uci,
    san,
    evaluation: pawns(cp),
    games: String(games),
    score: games > 0 ? percent(points / games) : NONE,
    played: share > 0 ? (share < 0.005 ? '<1%' : percent(share)) : NONE,
  }));
}
