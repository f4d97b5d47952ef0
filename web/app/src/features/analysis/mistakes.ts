/** The mistakes that a review has found, to go from one to the next. */

import type { MoveNode } from '../../domain/move-tree';
import type { Mark, Side } from '../../generated/types';
import type { Result } from './game-review.svelte';

/** What one learns from; an inaccuracy is too small for that. */
export const SERIOUS: readonly Mark[] = ['mistake', 'blunder'];

/** The marked moves of a side, or of both for `null`, in their order. */
export function mistakesOf(
  { nodes, first, review }: Pick<Result, 'nodes' | 'first' | 'review'>,
  side: Side | null,
  marks: readonly Mark[] = SERIOUS,
): MoveNode[] {
  return nodes.slice(first).filter((node, index) => {
    const mark = review.moves[index]?.mark;
    return mark && marks.includes(mark) && (side === null || node.turn === side);
  });
}

/** The next one after a moment of the game, or the last one before it; at either end, the one at the other. */
export function neighbour(mistakes: readonly MoveNode[], ply: number, direction: 1 | -1): MoveNode | null {
  const found = direction === 1 ? mistakes.find((node) => node.ply > ply) : mistakes.findLast((node) => node.ply < ply);
  return found ?? mistakes.at(direction === 1 ? 0 : -1) ?? null;
}
