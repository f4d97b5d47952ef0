/** Scene of a first visit: a knight in the middle of the start position, and the cells that it leaps to. */

import { placementOf } from '../../domain/placement';
import { boardData, newGame } from '../../domain/rules';
import { write } from '../../domain/storage';
import type { GameState } from '../../generated/types';
import { VISITED_KEY } from '../../ui/first-paint';

/** Returns White's position with these pieces, in which only White moves; `null` if the rules do not allow it. */
function stateWith(variant: string, pieces: ReadonlyMap<string, string>): GameState | null {
  try {
    const game = newGame(variant, `${placementOf(boardData(variant), pieces)} w - - 0 1`);
    const state = game.state();
    game.free();
    return state.outcome === null ? state : null;
  } catch {
    return null;
  }
}

function leapsIn(state: GameState, from: string): string[] {
  return state.moves.filter((move) => move.from === from).map(({ to }) => to);
}

/** Returns the position with the first knight on the cell from which it has most moves, the nearest to the middle of the board. */
function sceneOf(variant: string): { state: GameState; knight: string } | null {
  const { cells } = boardData(variant);
  const start = newGame(variant);
  const pieces = new Map(start.state().pieces.map(({ cell, piece }) => [cell, piece]));
  start.free();
  const home = [...pieces].find(([, piece]) => piece === 'N')?.[0];
  if (home === undefined) return null;
  pieces.delete(home);
  const middle = {
    x: cells.reduce((sum, { x }) => sum + x, 0) / cells.length,
    y: cells.reduce((sum, { y }) => sum + y, 0) / cells.length,
  };
  let best: { state: GameState; knight: string; leaps: number } | null = null;
  const inwards = cells.toSorted(
    (a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y),
  );
  for (const { name } of inwards) {
    if (pieces.has(name)) continue;
    const state = stateWith(variant, new Map(pieces).set(name, 'N'));
    const leaps = state ? leapsIn(state, name).length : 0;
    if (state && leaps > (best?.leaps ?? 0)) best = { state, knight: name, leaps };
  }
  return best;
}

/** Time in milliseconds for which the start position stands before the knight leaps into it. */
const ENTER_MS = 500;

export class FirstVisit {
  /** Position on the board; `null` once the scene is over, and in games without knights. */
  state = $state.raw<GameState | null>(null);
  lastMove = $state.raw<[string, string] | null>(null);
  #knight = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Cells that the knight reaches, with the class that makes them glow. */
  glowing: ReadonlyMap<string, string> = $derived(
    new Map(this.state ? leapsIn(this.state, this.#knight).map((cell) => [cell, 'first-cell']) : []),
  );

  constructor(variant: string) {
    const scene = sceneOf(variant);
    if (!scene) return;
    const start = newGame(variant);
    this.state = { ...start.state(), moves: [] };
    start.free();
    this.#timer = setTimeout(() => this.#show(scene, 0), ENTER_MS);
  }

  #show({ state, knight }: { state: GameState; knight: string }, ply: number): void {
    this.#knight = knight;
    this.state = { ...state, ply, moves: state.moves.filter(({ from }) => from === knight) };
  }

  /** Lets the knight leap; it is White's turn again, as long as the rules allow that. */
  play(uci: string): void {
    const { state } = this;
    const move = state?.moves.find((one) => one.uci === uci);
    if (!state || !move) return;
    const pieces = new Map(state.pieces.map(({ cell, piece }) => [cell, piece]));
    pieces.delete(move.from);
    pieces.set(move.to, 'N');
    // If the knight attacks the king, White cannot move again: the scene begins again.
    const next = stateWith(state.variant, pieces);
    const scene = next ? { state: next, knight: move.to } : sceneOf(state.variant);
    if (scene) this.#show(scene, state.ply + 1);
    this.lastMove = next ? [move.from, move.to] : null;
  }

  /** Ends the scene; it is never shown again. */
  end(): void {
    clearTimeout(this.#timer);
    this.state = null;
    write(VISITED_KEY, true);
    delete document.documentElement.dataset.first;
  }
}

/** Returns the scene if this visitor has not been here (first-paint.ts); `null` otherwise. */
export function firstVisit(variant: string): FirstVisit | null {
  if (document.documentElement.dataset.first === undefined) return null;
  const scene = new FirstVisit(variant);
  if (scene.state) return scene;
  scene.end();
  return null;
}
