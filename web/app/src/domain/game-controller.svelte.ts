/** State of a board that shows the moves of a game: the shown ply, what is there, and the side at the bottom. */

import type { GameState, Side } from '../generated/types';
import { moveEnds } from './moves';

/** Step through the moves: to the start, back, forward, to the last move. */
export type Step = 'first' | 'previous' | 'next' | 'last';

/** Moves with their positions: a game, or one line of an analysis. `Shown` includes `null` if a position may be missing. */
export interface Line<Shown extends GameState | null = GameState> {
  readonly history: readonly { readonly uci: string }[];
  /** Returns the position after so many plies. */
  stateAt(ply: number): Shown;
}

/** Line where there is no game yet. */
export const NO_LINE: Line<null> = { history: [], stateAt: () => null };

/** Returns the ply to which a step leads; it may be outside the line. */
export function plyAfterStep(step: Step, ply: number, last: number): number {
  return { first: 0, previous: ply - 1, next: ply + 1, last }[step];
}

/** All properties are reactive. */
export abstract class GameController<Shown extends GameState | null = GameState> {
  /** Shown line. */
  abstract readonly line: Line<Shown>;
  #ply = $state(0);
  /** Length of the line when it was last followed. */
  #end = 0;
  /** True if Black is at the bottom. */
  flipped = $state(false);

  readonly shown: Shown = $derived.by(() => this.line.stateAt(Math.min(this.ply, this.line.history.length)));
  readonly atEnd: boolean = $derived.by(() => this.ply === this.line.history.length);
  /** Cells of the move that led to the shown position. */
  readonly lastMove = $derived.by(() => moveEnds(this.line.history[this.ply - 1]?.uci ?? ''));

  /** Shown ply, counted from the start. */
  get ply(): number {
    return this.#ply;
  }

  get bottom(): Side {
    return this.flipped ? 'b' : 'w';
  }

  /** Shows the position after so many plies, or the nearest one that there is. */
  show(ply: number): void {
    this.#ply = Math.max(0, Math.min(this.line.history.length, ply));
  }

  step(step: Step): void {
    this.show(plyAfterStep(step, this.ply, this.line.history.length));
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  /** Shows another line, at its end or at a ply. */
  protected enter(ply = Infinity): void {
    this.#end = this.line.history.length;
    this.show(ply);
  }

  /** Follows a change of the line to its end, unless an earlier position is shown. */
  protected follow(): void {
    const { length } = this.line.history;
    if (this.#ply === this.#end || this.#ply > length) this.#ply = length;
    this.#end = length;
  }
}

/** Controller of a line that cannot be changed on the board. */
export class LineController<Shown extends GameState | null> extends GameController<Shown> {
  readonly #line: () => Line<Shown>;

  constructor(line: () => Line<Shown>) {
    super();
    this.#line = line;
  }

  get line(): Line<Shown> {
    return this.#line();
  }
}
