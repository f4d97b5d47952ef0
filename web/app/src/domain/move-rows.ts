/** Rows of the move list: a number and up to two moves, also for games that Black starts. */

import type { PlayedMove } from '../generated/types';

export interface MoveCell {
  /** Ply after this move. */
  ply: number;
  san: string;
}

export interface MoveRow {
  number: number;
  white: MoveCell | null;
  black: MoveCell | null;
}

/** Returns the number of the first move, the sixth field of a FEN; 1 if it is missing. */
export function firstNumber(fen: string): number {
  const number = Number.parseInt(fen.trim().split(/\s+/)[5] ?? '', 10);
  return Number.isFinite(number) && number >= 1 ? number : 1;
}

export function moveRows(history: readonly PlayedMove[], first: number): MoveRow[] {
  const rows: MoveRow[] = [];
  history.forEach((move, index) => {
    const cell = { ply: index + 1, san: move.san };
    const last = rows.at(-1);
    if (move.turn === 'w') {
      rows.push({ number: first + rows.length, white: cell, black: null });
    } else if (last && last.black === null) {
      last.black = cell;
    } else {
      rows.push({ number: first + rows.length, white: null, black: cell });
    }
  });
  return rows;
}

/** Returns the ply that a key leads to in the move list; `null` for other keys. */
export function plyAfterKey(key: string, ply: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, ply - 1);
    case 'ArrowRight':
      return Math.min(last, ply + 1);
    case 'ArrowUp':
      return Math.max(0, ply - 2);
    case 'ArrowDown':
      return Math.min(last, ply + 2);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
