/** Threat of a position: what the side that waits would play if the other one passed. */

import { otherSide } from '../../domain/moves';
import { newGame } from '../../domain/rules';
import type { GameState } from '../../generated/types';
import type { Subject } from './ceval.svelte';

/** Returns the FEN of a position with the other side to move and no en passant. After Black's pass the move number increases. */
export function passedFen(fen: string): string {
  const [placement = '', turn, castling = '-', , clock = '0', number = '1'] = fen.split(' ');
  const next = turn === 'b' ? Number(number) + 1 : Number(number);
  return [placement, otherSide(turn === 'b' ? 'b' : 'w'), castling, '-', clock, next].join(' ');
}

/**
 * Returns the position after a pass; `null` if it would leave a king in check, the game is over, or the other side has no move.
 */
export function passed(state: Pick<GameState, 'variant' | 'fen' | 'check' | 'outcome'>): GameState | null {
  if (state.check !== null || state.outcome !== null) return null;
  try {
    const game = newGame(state.variant, passedFen(state.fen));
    const after = game.state();
    game.free();
    return after.moves.length > 0 ? after : null;
  } catch {
    // The rules do not allow this position.
    return null;
  }
}

/** Returns the search for the threat of a position; `null` if a pass is not possible. */
export function threatOf(state: GameState): Subject | null {
  const after = passed(state);
  return after && { request: { variant: after.variant, fen: after.fen, moves: [] }, legal: after.moves.length };
}
