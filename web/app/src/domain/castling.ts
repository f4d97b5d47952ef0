/** Castling moves in the order in which they are offered. */

import type { LegalMove } from '../generated/types';

function order({ castling = '' }: LegalMove): number {
  return (castling.startsWith('B') ? 10 : 0) + castling.length;
}

/** The castling moves among these: the queen's flank first, short before long. */
export function castlingMoves(moves: readonly LegalMove[]): LegalMove[] {
  return moves.filter((move) => move.castling).toSorted((a, b) => order(a) - order(b));
}
