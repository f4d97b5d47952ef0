/** The one move of a reviewed game to look at. */

import type { MoveNode } from '../move-tree';
import type { Eval, ReviewedMove } from '../../generated/types';
import type { Result } from './game-review.svelte';

export interface TurningPoint {
  node: MoveNode;
  reviewed: ReviewedMove;
  /** Evaluation before the move. */
  before: Eval;
}

/** Returns the mistake with the largest loss of expected score, the first of equal ones; `null` if no move is marked as one. */
export function turningPoint({
  nodes,
  first,
  review,
}: Pick<Result, 'nodes' | 'first' | 'review'>): TurningPoint | null {
  let worst: TurningPoint | null = null;
  for (const [index, reviewed] of review.moves.entries()) {
    const node = nodes[first + index];
    if (!node || (reviewed.mark !== 'mistake' && reviewed.mark !== 'blunder')) continue;
    if (worst && reviewed.loss <= worst.reviewed.loss) continue;
    worst = { node, reviewed, before: review.moves[index - 1]?.eval ?? review.start };
  }
  return worst;
}
