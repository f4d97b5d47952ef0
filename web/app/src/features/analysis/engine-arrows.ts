/** The engine's lines as arrows on the board: one for the first move of each line, weaker the worse it is. */

import type { DrawBrush, Shape } from '../../../../board/src/index';
import { moveEnds } from '../../domain/moves';
import type { EngineLine } from '../../generated/types';

/** Brushes for the best move, for the others from good to poor, and for the threat, in the colours of the board's brushes. */
export const ENGINE_BRUSHES: Readonly<Record<string, DrawBrush>> = {
  best: { color: 'var(--sfb-arrow-blue)', opacity: 0.85, lineWidth: 18 },
  close: { color: 'var(--sfb-arrow-blue)', opacity: 0.55, lineWidth: 13 },
  worse: { color: 'var(--sfb-arrow-blue)', opacity: 0.4, lineWidth: 9 },
  threat: { color: 'var(--sfb-arrow-red)', opacity: 0.85, lineWidth: 18 },
};

/** Maximum loss of expected score for a line that counts as close to the best one. */
const CLOSE = 0.05;

/** Returns one arrow per move. Those of better lines are drawn last, above the others. */
export function engineArrows(lines: readonly Pick<EngineLine, 'moves' | 'eval'>[], threat: boolean): Shape[] {
  const best = lines[0]?.eval.share ?? 0;
  const seen = new Set<string>();
  const arrows = lines.flatMap(({ moves, eval: { share } }, index): Shape[] => {
    const ends = moveEnds(moves[0] ?? '');
    // Promotions to different pieces have the same arrow.
    if (!ends || seen.has(ends.join(''))) return [];
    seen.add(ends.join(''));
    const [from, to] = ends;
    if (index === 0) return [{ from, to, brush: threat ? 'threat' : 'best' }];
    return threat ? [] : [{ from, to, brush: Math.abs(best - share) < CLOSE ? 'close' : 'worse' }];
  });
  return arrows.toReversed();
}
