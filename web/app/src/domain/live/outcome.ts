/** Conversion of the server's outcome to that of the rules. */

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

/** Results by White's quarter points. More than half of the points wins. */
const SCORES: readonly (readonly [Result, Side | null])[] = [
  ['0-1', 'b'],
  ['1/4-3/4', 'b'],
  ['1/2-1/2', null],
  ['3/4-1/4', 'w'],
  ['1-0', 'w'],
];

export function outcomeOf({ reason, white_quarters: quarters }: OutcomeData): Outcome {
  const [result, winner] = (quarters === null ? null : SCORES[quarters]) ?? ['*' as const, null];
  return { reason: REASONS[reason], result, winner };
}
