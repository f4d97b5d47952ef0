/** Moves that a player could have made and may not know: what the exercises teach. */

import { newGame } from '../rules';
import type { LegalMove, Side } from '../../generated/types';
import type { ReportedGame } from './game-report.svelte';

/** Topics of exercises that a game may lead back to, the first of all first. */
export const MISSED = ['mate', 'enPassant'] as const;
export type Missed = (typeof MISSED)[number];

const IS: Record<Missed, (move: LegalMove) => boolean> = {
  mate: ({ san }) => san.endsWith('#'),
  enPassant: ({ enPassant }) => enPassant === true,
};

/** Returns the kinds of moves that the player never made, although one was possible. */
export function missedMoves({ variant, startFen, moves }: ReportedGame, own: Side): Missed[] {
  const possible = new Set<Missed>();
  const made = new Set<Missed>();
  const game = newGame(variant, startFen);
  try {
    // The sides take turns, and the moves of the other one need not be listed.
    const first = game.state().turn === own ? 0 : 1;
    moves.forEach((uci, ply) => {
      const legal = ply % 2 === first ? game.state().moves : [];
      for (const kind of MISSED) {
        const found = legal.filter(IS[kind]);
        if (found.length > 0) possible.add(kind);
        if (found.some((move) => move.uci === uci)) made.add(kind);
      }
      game.playOn(uci);
    });
  } finally {
    game.free();
  }
  return MISSED.filter((kind) => possible.has(kind) && !made.has(kind));
}
