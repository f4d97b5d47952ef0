/** The part of a game's end that its moves do not tell. */

import type { Game } from './rules';
import type { Claim, Outcome, Side } from './types';

export type Ending = { kind: 'resign'; side: Side } | { kind: 'agree' } | { kind: 'claim'; claim: Claim };

/** `null` where the moves tell all, or the game goes on. */
export function endingOf(outcome: Outcome | null): Ending | null {
  switch (outcome?.reason) {
    case 'resignation':
      return { kind: 'resign', side: outcome.winner === 'w' ? 'b' : 'w' };
    case 'agreement':
      return { kind: 'agree' };
    case 'threefold':
    case 'fifty':
      return { kind: 'claim', claim: outcome.reason };
    default:
      return null;
  }
}

/** Ends a game so; throws where the rules do not allow it. */
export function applyEnding(game: Game, ending: Ending | null): void {
  if (ending?.kind === 'resign') game.resign(ending.side);
  else if (ending?.kind === 'agree') game.agreeDraw();
  else if (ending?.kind === 'claim') game.claimDraw();
}

/** What was kept at an earlier visit; `null` where it is none. */
export function parseEnding(value: unknown): Ending | null {
  const { kind, side, claim } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (kind === 'resign' && (side === 'w' || side === 'b')) return { kind, side };
  if (kind === 'agree') return { kind };
  if (kind === 'claim' && (claim === 'threefold' || claim === 'fifty')) return { kind, claim };
  return null;
}
