/** Annotations of moves and positions: comments, glyphs, drawings, evaluations, clocks. Independent of the rules. */

import type { DrawnBrush, DrawnShape, MoveAnnotation, WrittenEval } from '../generated/types';

/** Empty annotation. */
export const NO_ANNOTATION: MoveAnnotation = Object.freeze({});

/** Subject of a glyph. A move has at most one glyph of each of the kinds `move` and `position`. */
export type GlyphKind = 'move' | 'position' | 'remark';

export interface Glyph {
  /** Number of the glyph in a record (NAG). */
  nag: number;
  sign: string;
  kind: GlyphKind;
}

function glyphs(kind: GlyphKind, signs: [number, string][]): Glyph[] {
  return signs.map(([nag, sign]) => ({ nag, sign, kind }));
}

/** Glyphs that can be set. The number keys set the first eight of moves and positions. */
export const GLYPHS: readonly Glyph[] = [
  ...glyphs('move', [
    [1, '!'],
    [2, '?'],
    [3, '!!'],
    [4, '??'],
    [5, '!?'],
    [6, '?!'],
    [7, '□'],
    [22, '⨀'],
  ]),
  ...glyphs('position', [
    [10, '='],
    [13, '∞'],
    [14, '+='],
    [15, '=+'],
    [16, '±'],
    [17, '∓'],
    [18, '+−'],
    [19, '−+'],
  ]),
  ...glyphs('remark', [
    [146, 'N'],
    [32, '↑↑'],
    [36, '↑'],
    [40, '→'],
    [132, '⇆'],
    [138, '⊕'],
    [140, '∆'],
  ]),
];

/** Returns the sign of a glyph, or `$9` and the like if it has none. */
export function signOf(nag: number): string {
  return GLYPHS.find((glyph) => glyph.nag === nag)?.sign ?? `$${nag}`;
}

/** Returns the glyphs with `nag` toggled; a new glyph of the kind `move` or `position` replaces another of that kind. */
export function toggledGlyph(nags: readonly number[], nag: number): number[] {
  if (nags.includes(nag)) return nags.filter((other) => other !== nag);
  const kindOf = (other: number): GlyphKind => GLYPHS.find((glyph) => glyph.nag === other)?.kind ?? 'remark';
  const kind = kindOf(nag);
  const rest = kind === 'remark' ? nags : nags.filter((other) => kindOf(other) !== kind);
  return [...rest, nag].toSorted((a, b) => a - b);
}

/** Returns an annotation with the change applied and empty fields removed. */
export function changed(annotation: MoveAnnotation, change: MoveAnnotation): MoveAnnotation {
  const entries = Object.entries({ ...annotation, ...change });
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

export function isEmpty(annotation: MoveAnnotation): boolean {
  return Object.keys(annotation).length === 0;
}

/** Merges two annotations of one move without repeating what is in both. */
export function joined(first: MoveAnnotation, second: MoveAnnotation): MoveAnnotation {
  const texts = (a = '', b = ''): string => (a.includes(b) ? a : b.includes(a) ? b : `${a} ${b}`);
  const of = ({ from, to }: DrawnShape): string => `${from} ${to}`;
  const drawn = first.shapes ?? [];
  const taken = new Set(drawn.map(of));
  return changed(
    { ...second, ...first },
    {
      comment: texts(first.comment, second.comment),
      commentBefore: texts(first.commentBefore, second.commentBefore),
      nags: [...new Set([...(first.nags ?? []), ...(second.nags ?? [])])],
      shapes: [...drawn, ...(second.shapes ?? []).filter((shape) => !taken.has(of(shape)))],
    },
  );
}

const BRUSHES: readonly DrawnBrush[] = ['green', 'red', 'yellow', 'blue'];

/** Parses an arrow or mark from stored or drawn data. Returns `null` if it is not valid. */
export function parseShape(value: unknown, hasCell: (cell: string) => boolean): DrawnShape | null {
  const { from, to, brush } = fieldsOf(value);
  const known = BRUSHES.find((name) => name === brush);
  if (!known || typeof from !== 'string' || !hasCell(from)) return null;
  if (to === undefined || to === from) return { brush: known, from };
  return typeof to === 'string' && hasCell(to) ? { brush: known, from, to } : null;
}

function parseEval(value: unknown): WrittenEval | undefined {
  const { cp, mate, depth } = fieldsOf(value);
  const deep = isCount(depth) ? { depth } : {};
  if (isWhole(mate) && mate !== 0) return { mate, ...deep };
  return isWhole(cp) ? { cp, ...deep } : undefined;
}

/** Largest number of a glyph in a record. */
const LAST_NAG = 255;

/** Parses a stored annotation and drops invalid parts. `hasCell` returns whether the board has a cell. */
export function parseAnnotation(value: unknown, hasCell: (cell: string) => boolean): MoveAnnotation {
  const { comment, commentBefore, nags, shapes, eval: written, clock } = fieldsOf(value);
  const text = (given: unknown): string => (typeof given === 'string' ? given : '');
  const list = (given: unknown): unknown[] => (Array.isArray(given) ? given : []);
  const read = parseEval(written);
  return changed(NO_ANNOTATION, {
    comment: text(comment),
    commentBefore: text(commentBefore),
    nags: [...new Set(list(nags).filter((nag): nag is number => isCount(nag) && nag <= LAST_NAG))],
    shapes: list(shapes).flatMap((shape) => parseShape(shape, hasCell) ?? []),
    ...(read ? { eval: read } : {}),
    ...(isCount(clock) ? { clock } : {}),
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isCount(value: unknown): value is number {
  return isWhole(value) && value >= 0;
}

/** Formats a recorded evaluation, such as `+0.35` or `#-3`. */
export function evalText({ cp = 0, mate }: WrittenEval): string {
  if (mate !== undefined) return `#${mate}`;
  return `${cp > 0 ? '+' : cp < 0 ? '-' : ''}${(Math.abs(cp) / 100).toFixed(2)}`;
}
