/** Move tree of an analysis: a main line and variations of any depth. Independent of the rules. */

import type { MainLineAnnotations, MoveAnnotation, Side, SideLine, SideLineInput } from '../generated/types';
import { joined, NO_ANNOTATION } from './annotations';

export interface MoveNode {
  readonly id: number;
  /** Plies from the start; 0 is the start itself. */
  readonly ply: number;
  /** Parent; `null` for the start. */
  readonly parent: MoveNode | null;
  /** Move in UCI notation; empty for the start. */
  readonly uci: string;
  readonly san: string;
  /** Side that made the move. */
  readonly turn: Side;
  /** Next moves. The first continues the line, the others start variations. */
  readonly children: MoveNode[];
  /** Annotation of the move or of the start; replaced as a whole. */
  annotation: MoveAnnotation;
}

/** Move to add. */
export interface NewMove {
  uci: string;
  san: string;
  turn: Side;
  annotation?: MoveAnnotation | undefined;
}

/** Null move in UCI notation, which only variations may contain. */
export const NULL_MOVE = '0000';

export class MoveTree {
  readonly root: MoveNode = {
    id: 0,
    ply: 0,
    parent: null,
    uci: '',
    san: '',
    turn: 'b',
    children: [],
    annotation: NO_ANNOTATION,
  };
  #nextId = 1;

  /** Plays a move from a node, along an existing line or as a new one, and adds its annotation. */
  play(from: MoveNode, { uci, san, turn, annotation = NO_ANNOTATION }: NewMove): MoveNode {
    const known = from.children.find((child) => child.uci === uci);
    if (known) {
      known.annotation = joined(known.annotation, annotation);
      return known;
    }
    const node: MoveNode = {
      id: this.#nextId++,
      ply: from.ply + 1,
      parent: from,
      uci,
      san,
      turn,
      children: [],
      annotation,
    };
    from.children.push(node);
    return node;
  }

  /** Makes a move the continuation of its line; the former continuation becomes a variation. */
  promote(node: MoveNode): void {
    const siblings = node.parent?.children;
    if (!siblings) return;
    siblings.splice(siblings.indexOf(node), 1);
    siblings.unshift(node);
  }

  /** Removes a move and all that follows it. */
  remove(node: MoveNode): void {
    const siblings = node.parent?.children;
    const at = siblings?.indexOf(node) ?? -1;
    if (at >= 0) siblings?.splice(at, 1);
  }

  /**
   * Puts back a removed move with all that follows it, at its index among the children of `from`. If `from` was replaced or already
   * has the move, the moves are merged into it. Returns the move.
   */
  putBack(from: MoveNode, index: number, removed: MoveNode): MoveNode {
    if (removed.parent === from && from.children.every(({ uci }) => uci !== removed.uci)) {
      from.children.splice(index, 0, removed);
      return removed;
    }
    const isNew = from.children.every(({ uci }) => uci !== removed.uci);
    const begin = this.play(from, removed);
    if (isNew) from.children.splice(index, 0, ...from.children.splice(-1));
    const waiting: [MoveNode, MoveNode][] = [[begin, removed]];
    for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
      const [to, copied] = pair;
      waiting.push(...copied.children.map((child): [MoveNode, MoveNode] => [this.play(to, child), child]));
    }
    return begin;
  }

  /** Returns every move, each after its parent, without the start. */
  all(): MoveNode[] {
    const found: MoveNode[] = [];
    const waiting = this.root.children.toReversed();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      found.push(node);
      waiting.push(...node.children.toReversed());
    }
    return found;
  }

  mainLine(): MoveNode[] {
    return lineFrom(this.root);
  }
}

/** Returns the moves that lead to a node. */
export function pathTo(node: MoveNode): MoveNode[] {
  const path: MoveNode[] = [];
  for (let now: MoveNode | null = node; now?.parent; now = now.parent) path.push(now);
  return path.toReversed();
}

/** Returns the moves that continue the line from a node. */
export function lineFrom(node: MoveNode): MoveNode[] {
  const line: MoveNode[] = [];
  for (let now = node.children[0]; now; now = now.children[0]) line.push(now);
  return line;
}

/** Returns whether there is a null move on the way to a node or on its continuation. */
export function hasNullMove(node: MoveNode): boolean {
  return [...pathTo(node), ...lineFrom(node)].some(({ uci }) => uci === NULL_MOVE);
}

/** Returns the nodes reached by these moves from the start; `null` if the tree lacks one of them. */
export function lineThrough(tree: MoveTree, moves: readonly string[]): MoveNode[] | null {
  const line: MoveNode[] = [];
  for (const uci of moves) {
    const next = (line.at(-1) ?? tree.root).children.find((child) => child.uci === uci);
    if (!next) return null;
    line.push(next);
  }
  return line;
}

/** Returns a side's clock at a node in milliseconds, as recorded with its last move; `null` if there is none. */
export function clockAt(node: MoveNode, side: Side): number | null {
  for (let now: MoveNode | null = node; now?.parent; now = now.parent) {
    if (now.turn === side) return now.annotation.clock ?? null;
  }
  return null;
}

/** Returns whether a node is on the main line; the start is. */
export function isMain(node: MoveNode): boolean {
  for (let now = node; now.parent; now = now.parent) if (now.parent.children[0] !== now) return false;
  return true;
}

/** Returns the first move of the variation that a move belongs to; `null` on the main line. */
export function sideLineOf(node: MoveNode): MoveNode | null {
  for (let now = node; now.parent; now = now.parent) if (now.parent.children[0] !== now) return now;
  return null;
}

/** Adds variations that branch off the line through these nodes. */
export function addSideLines(tree: MoveTree, line: readonly MoveNode[], sideLines: readonly SideLine[]): void {
  for (const { ply, moves, sideLines: inner } of sideLines) {
    const begin = line[ply];
    if (!begin) continue;
    const passed = [begin];
    for (const move of moves) passed.push(tree.play(passed.at(-1) ?? begin, move));
    addSideLines(tree, passed, inner);
  }
}

/** Source of a move's annotation, which may add to what the tree holds. */
type AnnotationOf = (node: MoveNode) => MoveAnnotation;

const written: AnnotationOf = ({ annotation }) => annotation;

/** Returns the annotations of the start and of the main line. */
export function mainLineAnnotations(tree: MoveTree, annotationOf: AnnotationOf = written): MainLineAnnotations {
  return { start: annotationOf(tree.root), moves: tree.mainLine().map(annotationOf) };
}

/** Returns the variations of the main line, with their own variations nested. */
export function sideLinesOf(tree: MoveTree, annotationOf: AnnotationOf = written): SideLineInput[] {
  return leaving([tree.root, ...tree.mainLine()], annotationOf);
}

/** Returns the variations of the line through these nodes. Siblings of its first node belong to another line. */
function leaving(line: readonly MoveNode[], annotationOf: AnnotationOf, first = 0): SideLineInput[] {
  return line.flatMap((moment, ply) => {
    if (ply < first) return [];
    return moment.children.slice(1).map((begin) => {
      const inner = [begin, ...lineFrom(begin)];
      const moves = inner.map((node) => ({ uci: node.uci, annotation: annotationOf(node) }));
      return { ply, moves, sideLines: leaving([moment, ...inner], annotationOf, 1) };
    });
  });
}

/** Returns the number of a move in a game that starts with this number and side. */
export function numberOf(node: Pick<MoveNode, 'ply'>, first: number, starts: Side): number {
  return first + Math.floor((node.ply - 1 + (starts === 'b' ? 1 : 0)) / 2);
}

/** A comment on a move, before or after it. */
export interface CommentText {
  kind: 'comment';
  node: MoveNode;
  text: string;
  key: string;
}

export type Token =
  | { kind: 'move'; node: MoveNode; number: string; key: string }
  | CommentText
  | { kind: 'open'; key: string }
  | { kind: 'close'; key: string };

export type Row =
  | { kind: 'moves'; number: number; white: MoveNode | null; black: MoveNode | null; key: string }
  | CommentText
  /** Variations of the main line at the move above. */
  | { kind: 'side'; lines: Token[][]; key: string };

function commentsOf(node: MoveNode): { before: CommentText[]; after: CommentText[] } {
  const { commentBefore = '', comment = '' } = node.annotation;
  const asList = (text: string, key: string): CommentText[] =>
    text === '' ? [] : [{ kind: 'comment', node, text, key: `${key}-${node.id}` }];
  return { before: asList(commentBefore, 'before'), after: asList(comment, 'comment') };
}

/** Returns the main line in rows of two moves, with the comments and variations between them. */
export function rowsOf(tree: MoveTree, first: number, starts: Side): Row[] {
  const rows: Row[] = [...commentsOf(tree.root).after];
  let open: Extract<Row, { kind: 'moves' }> | null = null;
  // Below a comment or variation, Black's reply starts a row of its own.
  const interrupt = (...others: Row[]): void => {
    rows.push(...others);
    if (others.length > 0) open = null;
  };
  for (const node of tree.mainLine()) {
    const { before, after } = commentsOf(node);
    interrupt(...before);
    if (node.turn === 'w' || !open) {
      const number = numberOf(node, first, starts);
      open = { kind: 'moves', number, white: null, black: null, key: `${node.id}` };
      rows.push(open);
    }
    open[node.turn === 'w' ? 'white' : 'black'] = node;
    interrupt(...after);
    const others = node.parent?.children.slice(1) ?? [];
    if (others.length > 0) {
      const lines = others.map((other) => tokensOf(other, first, starts));
      interrupt({ kind: 'side', lines, key: `side-${node.id}` });
    }
    if (node.turn === 'b') open = null;
  }
  return rows;
}

/** Returns the tokens of a variation: move after move, with nested variations in brackets. */
export function tokensOf(begin: MoveNode, first: number, starts: Side): Token[] {
  const tokens: Token[] = [];
  let numbered = true;
  const add = (node: MoveNode): void => {
    const number = numberOf(node, first, starts);
    const { before, after } = commentsOf(node);
    const text = node.turn === 'w' ? `${number}.` : numbered || before.length > 0 ? `${number}…` : '';
    tokens.push(...before, { kind: 'move', node, number: text, key: `${node.id}` }, ...after);
    numbered = after.length > 0;
  };
  add(begin);
  for (const node of lineFrom(begin)) {
    add(node);
    for (const other of node.parent?.children.slice(1) ?? []) {
      tokens.push({ kind: 'open', key: `open-${other.id}` }, ...tokensOf(other, first, starts));
      tokens.push({ kind: 'close', key: `close-${other.id}` });
      numbered = true;
    }
  }
  return tokens;
}

/** Formats an engine line with move numbers, such as `12… Nc4 13. Qd2`. */
export function numberedLine(san: readonly string[], turn: Side, number: number): string {
  const words: string[] = [];
  san.forEach((move, index) => {
    const white = (turn === 'w') === (index % 2 === 0);
    const now = number + Math.floor((index + (turn === 'b' ? 1 : 0)) / 2);
    if (white) words.push(`${now}.`);
    else if (index === 0) words.push(`${now}…`);
    words.push(move);
  });
  return words.join(' ');
}
