/** Mistakes found by a review, to step through. */

import type { MoveNode } from '../../domain/move-tree';
import type { Mark, Side } from '../../generated/types';
import type { Result } from '../../domain/review/game-review.svelte';
import { SERIOUS } from '../../domain/review/own-mistakes';

/** Returns the marked moves of a side, or of both for `null`, in order. */
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

/** Returns the next or previous mistake relative to a ply; wraps round at either end. */
export function neighbour(mistakes: readonly MoveNode[], ply: number, direction: 1 | -1): MoveNode | null {
  const found = direction === 1 ? mistakes.find((node) => node.ply > ply) : mistakes.findLast((node) => node.ply < ply);
  return found ?? mistakes.at(direction === 1 ? 0 : -1) ?? null;
}
