/** Edits of an analysis other than new moves: annotations, order of lines, removed moves. Each can be undone. */

import type { DrawnShape, MoveAnnotation } from '../../generated/types';
import { changed, toggledGlyph } from '../../domain/annotations';
import { hasNullMove, isMain, lineThrough, pathTo, sideLineOf } from '../../domain/move-tree';
import type { MoveNode, MoveTree } from '../../domain/move-tree';

/** Analysis to edit. */
export interface Edited {
  tree(): MoveTree;
  /** Returns the number of main-line moves that belong to an imported game and cannot be removed. */
  given(): number;
  /** Called before moves are removed. Returns a function that undoes the consequences. */
  beforeRemoval(node: MoveNode): () => void;
  /** Called when the main line leaves the imported game after `ply` plies. Returns a function that undoes it. */
  leaveGame(ply: number): () => void;
  /** Called when the tree has changed; `shown` is the node to show. */
  changed(shown?: MoveNode): void;
}

/** Undo step. Nodes are identified by the moves that lead to them, since another tab's saved state has a tree of its own. */
interface Step {
  path: string[];
  /** Kind of change; consecutive changes of one comment are merged. */
  kind: 'comment' | 'annotation' | 'order' | 'removal';
  /** Undoes the step at the node of the path. Returns the node to show. */
  undo(node: MoveNode): MoveNode;
  /** Number of removed moves. */
  removed: number;
}

/** Maximum number of undo steps. */
const MAX_STEPS = 200;

export class TreeEdits {
  #edited: Edited;
  #steps = $state.raw<readonly Step[]>([]);

  constructor(edited: Edited) {
    this.#edited = edited;
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  /** Returns the number of moves after a node that the last change removed; 0 if it was another change. */
  removedAt(node: MoveNode): number {
    const last = this.#steps.at(-1);
    return last && last.removed > 0 && last.path.join() === namesTo(node).join() ? last.removed : 0;
  }

  /** Clears the undo steps when another analysis starts. */
  forget(): void {
    this.#steps = [];
  }

  /** Undoes the last change that can still be undone. */
  undo(): void {
    while (this.#steps.length > 0) {
      const step = this.#steps.at(-1);
      this.#steps = this.#steps.slice(0, -1);
      const tree = this.#edited.tree();
      const line = step && lineThrough(tree, step.path);
      // The node may have been removed in another tab.
      if (!line) continue;
      this.#edited.changed(step.undo(line.at(-1) ?? tree.root));
      return;
    }
  }

  /** Returns whether a move and what follows may be removed; not if a null move would replace it in the main line. */
  canRemove(node: MoveNode): boolean {
    if (node.parent === null) return false;
    const [first, second] = node.parent.children;
    if (!isMain(node)) return true;
    return node.ply > this.#edited.given() && !(first === node && second && hasNullMove(second));
  }

  /** Removes a move and all that follows it. */
  remove(node: MoveNode): void {
    const { parent } = node;
    if (!parent || !this.canRemove(node)) return;
    const index = parent.children.indexOf(node);
    const restore = this.#edited.beforeRemoval(node);
    const tree = this.#edited.tree();
    tree.remove(node);
    this.#note({
      path: namesTo(parent),
      kind: 'removal',
      removed: countFrom(node),
      undo: (from) => {
        const back = this.#edited.tree().putBack(from, index, node);
        if (back === node) restore();
        return back;
      },
    });
    this.#edited.changed(parent);
  }

  /** Returns whether a variation may be promoted; one with a null move may not become the main line. */
  canPromote(node: MoveNode): boolean {
    return sideLineOf(node) !== null && !hasNullMove(node);
  }

  /** Promotes a move's variation above the line it leaves; with `all`, to the main line. */
  promote(node: MoveNode, all = false): void {
    if (!this.canPromote(node)) return;
    const before: [MoveNode, MoveNode[]][] = [];
    let restore = (): void => {};
    const tree = this.#edited.tree();
    for (let begin = sideLineOf(node); begin; begin = all ? sideLineOf(node) : null) {
      const { parent } = begin;
      if (!parent) break;
      before.push([parent, [...parent.children]]);
      if (isMain(parent) && parent.ply < this.#edited.given()) restore = this.#edited.leaveGame(parent.ply);
      tree.promote(begin);
    }
    if (before.length === 0) return;
    const orders = before.map(([parent, children]) => ({
      path: namesTo(parent),
      order: children.map(({ uci }) => uci),
    }));
    const path = namesTo(node);
    this.#note({
      path,
      kind: 'order',
      removed: 0,
      undo: (shown) => {
        for (const { path: at, order } of orders.toReversed()) {
          const now = this.#edited.tree();
          const parent = lineThrough(now, at)?.at(-1) ?? now.root;
          const place = ({ uci }: MoveNode): number => (order.includes(uci) ? order.indexOf(uci) : order.length);
          parent.children.sort((a, b) => place(a) - place(b));
        }
        restore();
        return shown;
      },
    });
    this.#edited.changed();
  }

  /** Replaces the comment on a move; an empty one removes it. */
  comment(node: MoveNode, text: string): void {
    this.#annotate(node, 'comment', { comment: text });
  }

  /** Toggles a glyph. */
  toggleGlyph(node: MoveNode, nag: number): void {
    if (node.parent) this.#annotate(node, 'annotation', { nags: toggledGlyph(node.annotation.nags ?? [], nag) });
  }

  /** Replaces the drawings on the board. */
  draw(node: MoveNode, shapes: DrawnShape[]): void {
    this.#annotate(node, 'annotation', { shapes });
  }

  #annotate(node: MoveNode, kind: 'comment' | 'annotation', change: MoveAnnotation): void {
    const before = node.annotation;
    const path = namesTo(node);
    node.annotation = changed(before, change);
    const last = this.#steps.at(-1);
    // A text is undone as a whole, not letter by letter.
    const goesOn = kind === 'comment' && last?.kind === kind && last.path.join() === path.join();
    if (!goesOn) {
      const undo = (at: MoveNode): MoveNode => {
        at.annotation = before;
        return at;
      };
      this.#note({ path, kind, removed: 0, undo });
    }
    this.#edited.changed();
  }

  #note(step: Step): void {
    this.#steps = [...this.#steps, step].slice(-MAX_STEPS);
  }
}

function namesTo(node: MoveNode): string[] {
  return pathTo(node).map(({ uci }) => uci);
}

/** Returns the number of moves from a move on, including variations. */
function countFrom(node: MoveNode): number {
  let count = 0;
  const waiting = [node];
  for (let now = waiting.pop(); now; now = waiting.pop()) {
    count += 1;
    waiting.push(...now.children);
  }
  return count;
}
