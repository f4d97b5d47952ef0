/** Part of a game's end that its moves do not show. */

import type { Game } from './rules';
import { RESULTS } from '../generated/types';
import type { Claim, Outcome, Reason, Result, Side } from '../generated/types';

export type Ending =
  | { kind: 'resign'; side: Side }
  | { kind: 'agree' }
  | { kind: 'claim'; claim: Claim }
  | { kind: 'declared'; reason: Reason; result: Result };

/** Reasons of a declared end. */
const DECLARED: readonly Reason[] = ['time', 'abandonment', 'abort', 'forfeit', 'adjudication', 'stalemate'];

/**
 * Returns the part of an outcome that the moves do not show; `null` if they show all of it or the game is not over. A record may
 * declare a stalemate that its moves do not show.
 */
export function endingOf(outcome: Outcome | null): Ending | null {
  switch (outcome?.reason) {
    case 'resignation':
      return { kind: 'resign', side: outcome.winner === 'w' ? 'b' : 'w' };
    case 'agreement':
      return { kind: 'agree' };
    case 'threefold':
    case 'fifty':
      return { kind: 'claim', claim: outcome.reason };
    case 'time':
    case 'abandonment':
    case 'abort':
    case 'forfeit':
    case 'adjudication':
    case 'stalemate':
      return { kind: 'declared', reason: outcome.reason, result: outcome.result };
    default:
      return null;
  }
}

/** Returns the ending of a game of which only the result is known; `null` if it has none. */
export function declaredEnding(result: Result): Ending | null {
  return result === '*' ? null : { kind: 'declared', reason: 'adjudication', result };
}

/** Ends a game with this ending. Throws if the rules do not allow it. */
export function applyEnding(game: Game, ending: Ending | null): void {
  // The moves already show this end.
  if (ending?.kind === 'declared' && game.state().outcome?.reason === ending.reason) return;
  if (ending?.kind === 'resign') game.declare('resignation', ending.side === 'w' ? '0-1' : '1-0');
  else if (ending?.kind === 'agree') game.declare('agreement', '1/2-1/2');
  else if (ending?.kind === 'claim') game.declare(ending.claim, '1/2-1/2');
  else if (ending?.kind === 'declared') game.declare(ending.reason, ending.result);
}

/** Parses a stored ending. Returns `null` if it is not valid. */
export function parseEnding(value: unknown): Ending | null {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { kind, side, claim } = fields;
  if (kind === 'resign' && (side === 'w' || side === 'b')) return { kind, side };
  if (kind === 'agree') return { kind };
  if (kind === 'claim' && (claim === 'threefold' || claim === 'fifty')) return { kind, claim };
  if (kind === 'declared') {
    const reason = DECLARED.find((known) => known === fields.reason);
    const result = RESULTS.find((known) => known === fields.result);
    if (reason && result) return { kind, reason, result };
  }
  return null;
}

/** Returns the result of a declared end; `null` for none. */
export function endingResult(ending: Ending | null): Result | null {
  switch (ending?.kind) {
    case 'resign':
      return ending.side === 'w' ? '0-1' : '1-0';
    case 'agree':
    case 'claim':
      return '1/2-1/2';
    case 'declared':
      return ending.result;
    default:
      return null;
  }
}

/** Returns the points of one side in a result, such as `½`. */
export function pointsOf(result: Result, side: Side): string {
  const [white = '', black = ''] = result.split('-');
  const points = side === 'w' ? white : black;
  return { '1/2': '½', '3/4': '¾', '1/4': '¼', '*': '–', '': '–' }[points] ?? points;
}
