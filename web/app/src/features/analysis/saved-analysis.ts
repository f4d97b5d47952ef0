/** Stored format of an analysis, and its validation. */

import { parseEnding } from '../../domain/ending';
import type { Ending } from '../../domain/ending';
import { isEmpty, parseAnnotation } from '../../domain/annotations';
import { lineFrom, MoveTree, pathTo } from '../../domain/move-tree';
import type { MoveNode } from '../../domain/move-tree';
import type { MoveAnnotation } from '../../generated/types';
import { parseSavedReview } from '../../domain/review/saved-review';
import type { SavedReview } from '../../domain/review/saved-review';

export interface SavedAnalysis {
  /** Version 1 had no annotations. */
  version: 2;
  variant: string;
  startFen: string;
  /** Tags of the record it came from. */
  tags: [string, string][];
  /** Moves, each with the number (from 1) of its parent in this list; 0 is the start. */
  moves: [before: number, uci: string][];
  /** Annotations by move number; 0 is the start. */
  annotations: [at: number, said: MoveAnnotation][];
  /** Number of the shown move. */
  at: number;
  /** Number of main-line moves that belong to the imported game. */
  given: number;
  /** Ending of that game, if its moves do not show it. */
  ending: Ending | null;
  flipped: boolean;
  /** Assessments of the game; `null` without a review. */
  review: SavedReview | null;
}

function isPair(value: unknown, first: 'number' | 'string'): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === first && typeof value[1] === 'string';
}

/** Parses a stored analysis, including those of version 1. Returns `null` if this version cannot read it. */
export function parseSavedAnalysis(
  value: unknown,
  isKnown: (variant: string) => boolean,
  cellsOf: (variant: string) => ReadonlySet<string>,
): SavedAnalysis | null {
  if (typeof value !== 'object' || value === null) return null;
  const { version, variant, startFen, tags, moves, annotations, at, given, ending, flipped, review } = value as Record<
    string,
    unknown
  >;
  if (version !== 1 && version !== 2) return null;
  if (typeof variant !== 'string' || !isKnown(variant) || typeof startFen !== 'string') return null;
  if (!Array.isArray(moves) || !moves.every((move) => isPair(move, 'number'))) return null;
  const list = moves as [number, string][];
  // Each move comes after its parent.
  if (!list.every(([before], index) => Number.isInteger(before) && before >= 0 && before <= index)) return null;
  const count = (given_: unknown): number =>
    Number.isInteger(given_) && (given_ as number) >= 0 ? (given_ as number) : 0;
  const cells = cellsOf(variant);
  const said = (pair: unknown): [number, MoveAnnotation][] => {
    if (!Array.isArray(pair) || !Number.isInteger(pair[0]) || pair[0] < 0 || pair[0] > list.length) return [];
    const annotation = parseAnnotation(pair[1], (cell) => cells.has(cell));
    return isEmpty(annotation) ? [] : [[pair[0], annotation]];
  };
  return {
    version: 2,
    variant,
    startFen,
    tags: Array.isArray(tags) ? (tags.filter((tag) => isPair(tag, 'string')) as [string, string][]) : [],
    moves: list,
    annotations: Array.isArray(annotations) ? annotations.flatMap(said) : [],
    at: count(at) <= list.length ? count(at) : 0,
    given: count(given),
    ending: parseEnding(ending),
    flipped: flipped === true,
    review: parseSavedReview(review),
  };
}

/** Returns the moves of a tree as a list, and the number of a node in it. */
export function flattened(tree: MoveTree, at: MoveNode): Pick<SavedAnalysis, 'moves' | 'annotations' | 'at'> {
  const nodes = tree.all();
  const places = new Map<MoveNode, number>(nodes.map((node, index) => [node, index + 1]));
  const place = (node: MoveNode | null): number => (node && places.get(node)) ?? 0;
  const said = [tree.root, ...nodes].filter(({ annotation }) => !isEmpty(annotation));
  return {
    moves: nodes.map((node) => [place(node.parent), node.uci]),
    annotations: said.map((node) => [place(node), node.annotation]),
    at: place(at),
  };
}

/**
 * Returns the tree of such a list. `written` returns the notation of a line from the start and throws if it is not legal; it is
 * called once per line, from the start to its end.
 */
export function grown(
  saved: Pick<SavedAnalysis, 'moves' | 'annotations' | 'at'>,
  written: (line: readonly string[]) => readonly { uci: string; san: string; turn: 'w' | 'b' }[],
): { tree: MoveTree; at: MoveNode } {
  const bare = new MoveTree();
  const nodes = [bare.root];
  for (const [before, uci] of saved.moves) {
    const from = nodes[before] ?? bare.root;
    nodes.push(bare.play(from, { uci, san: '', turn: 'w' }));
  }
  for (const [number, annotation] of saved.annotations) {
    const node = nodes[number];
    if (node) node.annotation = annotation;
  }
  const tree = new MoveTree();
  tree.root.annotation = bare.root.annotation;
  let at = tree.root;
  for (const end of [bare.root, ...bare.all()].filter((node) => lineFrom(node).length === 0)) {
    const path = pathTo(end);
    let now = tree.root;
    for (const [index, move] of written(path.map((node) => node.uci)).entries()) {
      now = tree.play(now, move);
      now.annotation = path[index]?.annotation ?? now.annotation;
      if (path[index] === nodes[saved.at]) at = now;
    }
  }
  return { tree, at };
}
