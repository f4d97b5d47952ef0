/** Result of a game for one side. */

import type { Outcome, Side } from '../generated/types';

export type Verdict = 'won' | 'drawn' | 'lost';

/** Returns the result for one side; `null` without a result. More than half of the points wins. */
export function verdictFor({ result, winner }: Pick<Outcome, 'result' | 'winner'>, side: Side): Verdict | null {
  if (result === '*') return null;
  if (winner !== null) return winner === side ? 'won' : 'lost';
  if (result === '1/2-1/2') return 'drawn';
  // A stalemate may have no winner and unequal points.
  return result.startsWith('3/4') === (side === 'w') ? 'won' : 'lost';
}
