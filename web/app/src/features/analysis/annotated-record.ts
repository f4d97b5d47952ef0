/** The record of an analysis: the game, its side lines, what is said of the moves, and what the review has found. */

import { changed } from '../../domain/annotations';
import { mainLineAnnotations, sideLinesOf } from '../../domain/move-tree';
import type { MoveNode, MoveTree } from '../../domain/move-tree';
import { recordOf } from '../../domain/records';
import type { Game } from '../../domain/rules';
import type { Mark, MoveAnnotation, ReviewedMove } from '../../generated/types';

/** The glyphs of the review's marks. */
const NAGS: Record<Mark, number> = { mistake: 2, blunder: 4, inaccuracy: 6 };
/** Glyphs that judge a move: the visitor's own count more than the review's. */
const LAST_JUDGEMENT = 9;

/** The tags of a record but those that the rules write themselves: they would contradict them after a change. */
export function keptTags(tags: readonly [string, string][]): [string, string][] {
  return tags.filter(([name]) => !['Result', 'Variant', 'FEN', 'SetUp'].includes(name));
}

/** The record in PGN. What the visitor has said of a move, or a record that was read, counts more than the review. */
export function annotatedRecord(
  game: Game,
  tags: [string, string][],
  tree: MoveTree,
  reviewed: ReadonlyMap<MoveNode, ReviewedMove>,
): Promise<string> {
  const said = (node: MoveNode): MoveAnnotation => joined(node.annotation, reviewed.get(node));
  return recordOf(game, tags, sideLinesOf(tree, said), mainLineAnnotations(tree, said));
}

function joined(annotation: MoveAnnotation, reviewed: ReviewedMove | undefined): MoveAnnotation {
  if (!reviewed) return annotation;
  const { nags = [] } = annotation;
  const { mark } = reviewed;
  const { cp, mate } = reviewed.eval;
  const isJudged = nags.some((nag) => nag <= LAST_JUDGEMENT);
  return changed(annotation, {
    nags: mark && !isJudged ? [NAGS[mark], ...nags] : nags,
    ...(annotation.eval === undefined && (cp !== undefined || mate !== undefined)
      ? { eval: mate === undefined ? { cp: cp ?? 0 } : { mate } }
      : {}),
  });
}
