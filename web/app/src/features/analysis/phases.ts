/**
 * Phases of a game: opening, middlegame and endgame, by the queens, rooks, bishops and knights of both sides compared with those
 * of the variant's start.
 *
 * The middlegame begins when half of them have left their cells or the board, or a fifth of their value is gone; the endgame when
 * at most two fifths of their value is left. A phase never returns.
 */

import { newGame } from '../../domain/rules';
import type { PlacedPiece } from '../../generated/types';

export const PHASES = ['opening', 'middlegame', 'endgame'] as const;
export type Phase = (typeof PHASES)[number];

/** Plies from the start at which the phases begin; `null` for one that the game does not reach. */
export interface Division {
  middlegame: number | null;
  endgame: number | null;
}

/** Thresholds: the share of pieces that have left their cells, and the shares of value left on the board. */
const DEVELOPED = 0.5;
const MIDDLEGAME_LEFT = 0.8;
const ENDGAME_LEFT = 0.4;

const VALUES: Readonly<Record<string, number>> = { q: 9, r: 5, b: 3, n: 3 };

function valueOf(pieces: readonly PlacedPiece[]): number {
  return pieces.reduce((sum, { piece }) => sum + (VALUES[piece.toLowerCase()] ?? 0), 0);
}

/** Returns the phases of a game by its positions, the start first; `home` are the pieces of the variant's start. */
export function divisionOf(home: readonly PlacedPiece[], positions: readonly (readonly PlacedPiece[])[]): Division {
  const pieces = home.filter(({ piece }) => piece.toLowerCase() in VALUES);
  const whole = valueOf(pieces);
  const developed = (position: readonly PlacedPiece[]): number => {
    const at = new Map(position.map(({ cell, piece }) => [cell, piece]));
    return pieces.filter(({ cell, piece }) => at.get(cell) !== piece).length / Math.max(1, pieces.length);
  };
  const first = (from: number, begins: (position: readonly PlacedPiece[]) => boolean): number | null => {
    const found = positions.findIndex((position, ply) => ply >= from && begins(position));
    return found < 0 ? null : found;
  };
  const endgame = first(0, (position) => valueOf(position) <= ENDGAME_LEFT * whole);
  const middlegame = first(
    0,
    (position) => developed(position) >= DEVELOPED || valueOf(position) <= MIDDLEGAME_LEFT * whole,
  );
  const skipped = middlegame !== null && endgame !== null && middlegame >= endgame;
  return { middlegame: skipped ? null : middlegame, endgame };
}

/** Returns the phase of a position. */
export function phaseAt({ middlegame, endgame }: Division, ply: number): Phase {
  if (endgame !== null && ply >= endgame) return 'endgame';
  return middlegame !== null && ply >= middlegame ? 'middlegame' : 'opening';
}

/** Returns the phases of a game by its moves. Throws if they are not legal. */
export function divisionOfGame(variant: string, startFen: string, moves: readonly string[]): Division {
  const fresh = newGame(variant);
  const home = fresh.state().pieces;
  fresh.free();
  const game = newGame(variant, startFen);
  try {
    for (const move of moves) game.playOn(move);
    return divisionOf(
      home,
      Array.from({ length: moves.length + 1 }, (_, ply) => game.stateAt(ply).pieces),
    );
  } finally {
    game.free();
  }
}
