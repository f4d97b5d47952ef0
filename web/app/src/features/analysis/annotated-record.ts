/** Record of an analysis: game, variations, annotations and the review's results. */

import { changed } from '../../domain/annotations';
import { mainLineAnnotations, sideLinesOf } from '../../domain/move-tree';
import type { MoveNode, MoveTree } from '../../domain/move-tree';
import { recordOf } from '../../domain/records';
import type { Game } from '../../domain/rules';
import type { Mark, MoveAnnotation, ReviewedMove } from '../../generated/types';

/** The glyphs of the review's marks. */
const NAGS: Record<Mark, number> = { mistake: 2, blunder: 4, inaccuracy: 6 };
/** Largest number of a glyph that judges a move. The visitor's own take precedence over the review's. */
const LAST_JUDGEMENT = 9;

/** Returns a record's tags without those that the rules write, which would contradict them after a change. */
export function foreignTags(tags: readonly [string, string][]): [string, string][] {
  return tags.filter(([name]) => !['Result', 'Variant', 'FEN', 'SetUp'].includes(name));
}

/** Returns the record in PGN. Annotations by the visitor or from the record take precedence over the review's. */
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
