import { describeMove } from './announce.js';
import { isMovable, type Effect, type State, type Step } from './state.js';
import type { PieceCode } from './types.js';

/** Moves a piece to any cell, as in an editor. A piece on the target is removed. */
export function freeMove(state: State, from: string, to: string): Step {
  const piece = state.pieces.get(from);
  if (piece === undefined || from === to || !isMovable(state, from) || !state.geometry.centres.has(to)) {
    return { state, effects: [] };
  }
  const pieces = new Map(state.pieces);
  pieces.delete(from);
  pieces.set(to, piece);
  const captured = state.pieces.get(to) ?? null;
  const info = describeMove(state.pieces, pieces, [from, to], { check: false, mate: false });
  return {
    state: { ...state, pieces },
    effects: [
      { kind: 'select', cell: null },
      { kind: 'after', from, to, captured },
      { kind: 'change' },
      ...(info ? [{ kind: 'say', text: state.text.moved(info) } as const] : []),
    ],
  };
}

/** Puts a new piece on a cell and replaces the piece on it. */
export function put(state: State, piece: PieceCode, cell: string): Step {
  if (!state.geometry.centres.has(cell) || state.pieces.get(cell) === piece) return { state, effects: [] };
  const pieces = new Map(state.pieces).set(cell, piece);
  return {
    state: { ...state, pieces, selected: null },
    effects: [{ kind: 'put', piece, cell }, { kind: 'change' }, { kind: 'say', text: state.text.put(piece, cell) }],
  };
}

/** Removes a piece from the board. */
export function remove(state: State, cell: string): Step {
  const piece = state.pieces.get(cell);
  if (piece === undefined) return { state, effects: [] };
  const pieces = new Map(state.pieces);
  pieces.delete(cell);
  const selected = state.selected === cell ? null : state.selected;
  const effects: Effect[] = [
    { kind: 'remove', cell, piece },
    { kind: 'change' },
    { kind: 'say', text: state.text.removed(piece, cell) },
  ];
  return { state: { ...state, pieces, selected }, effects };
}

/**
 * Presses a cell with a piece of the palette, or with the eraser. The palette removes an equal piece on the cell, but a dropped
 * piece leaves it.
 */
export function paint(state: State, cell: string, dropped?: PieceCode): Step {
  if (dropped !== undefined) return put(state, dropped, cell);
  const tool = state.selectedPalette;
  if (tool === null) return { state, effects: [] };
  if (tool === 'eraser' || state.pieces.get(cell) === tool) return remove(state, cell);
  return put(state, tool, cell);
}
