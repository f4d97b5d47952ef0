/** The end of a game as the server says it, in the form of the rules. */

import type { Outcome, OutcomeData, Reason, ReasonName, Result, Side } from '../../generated/types';

const REASONS: Record<ReasonName, Reason> = {
  Checkmate: 'checkmate',
  Stalemate: 'stalemate',
  DeadPosition: 'dead',
  FivefoldRepetition: 'fivefold',
  SeventyFiveMoves: 'seventyfive',
  ThreefoldRepetition: 'threefold',
  FiftyMoves: 'fifty',
  Resignation: 'resignation',
  Agreement: 'agreement',
  TimeForfeit: 'time',
  Abandonment: 'abandonment',
  Abort: 'abort',
  Forfeit: 'forfeit',
  Adjudication: 'adjudication',
};

/** By the quarter points of White. */
const SCORES: readonly Result[] = ['0-1', '1/4-3/4', '1/2-1/2', '3/4-1/4', '1-0'];

export function outcomeOf({ reason, white_quarters: quarters }: OutcomeData): Outcome {
  const winners: Record<number, Side> = { 0: 'b', 4: 'w' };
  return {
    reason: REASONS[reason],
    result: quarters === null ? '*' : (SCORES[quarters] ?? '*'),
    winner: quarters === null ? null : (winners[quarters] ?? null),
  };
}
