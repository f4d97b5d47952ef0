import { brushOf, destinations, isMovable, targetsFrom, type Question, type State, type Step } from './state';
import type { LegalMove, Shape } from './types';

/** A click, tap, Enter or Space on a cell: moves, picks up or puts back. */
export function activate(state: State, cell: string): Step {
  if (state.viewOnly) return { state, effects: [] };
  if (state.question) return cancel(state);
  const moves = targetsFrom(state, state.selected).get(cell);
  if (moves) return play(state, cell, moves);
  if (cell !== state.selected && isMovable(state, cell)) return select(state, cell);
  return cancel(state);
}

/** Picks a piece up. */
export function select(state: State, cell: string): Step {
  const piece = state.pieces.get(cell);
  if (piece === undefined || !isMovable(state, cell) || state.selected === cell) {
    return { state, effects: [] };
  }
  const next = { ...state, selected: cell };
  const text = state.text.selected(cell, piece, destinations(next, cell));
  return {
    state: next,
    effects: [
      { kind: 'select', cell },
      { kind: 'say', text },
    ],
  };
}

/** Lets the dragged piece go over a cell or beside the board. */
export function drop(state: State, cell: string | null): Step {
  if (!state.drag) return { state, effects: [] };
  const from = state.drag.from;
  const next: State = { ...state, drag: null };
  const moves = cell === null ? undefined : targetsFrom(state, from).get(cell);
  if (moves && cell !== null) return play({ ...next, selected: from }, cell, moves);
  // Dropped where it came from, the piece stays picked up; anywhere else it goes back.
  return cell === from ? { state: next, effects: [] } : cancel(next);
}

/** Plays the move that was entered on a cell, or asks where several are possible. */
function play(state: State, cell: string, moves: readonly LegalMove[]): Step {
  const first = moves[0];
  if (!first) return { state, effects: [] };
  if (moves.length === 1) return finish(state, first);
  const kind = moves.some((m) => m.promotion) ? 'promotion' : 'castling';
  const question: Question = { kind, from: first.from, to: cell, choices: inOrder(moves) };
  const text = kind === 'promotion' ? state.text.promotion(cell) : state.text.castlingChoice(cell);
  return { state: { ...state, question, drag: null }, effects: [{ kind: 'say', text }] };
}

function finish(state: State, move: LegalMove): Step {
  return {
    state: { ...state, selected: null, question: null, drag: null },
    effects: [
      { kind: 'select', cell: null },
      { kind: 'move', move },
    ],
  };
}

/** Answers the question with one of its choices. */
export function choose(state: State, move: LegalMove): Step {
  return state.question?.choices.includes(move) ? finish(state, move) : { state, effects: [] };
}

/** Puts back what is picked up, and closes the question. */
export function cancel(state: State): Step {
  if (state.selected === null && !state.question && !state.drag) return { state, effects: [] };
  return {
    state: { ...state, selected: null, question: null, drag: null },
    effects: [
      { kind: 'select', cell: null },
      { kind: 'say', text: state.text.deselected },
    ],
  };
}

/** Draws a shape, or takes an equal one away; with another colour it is drawn anew. */
export function toggleShape(state: State, shape: Shape): Step {
  const old = state.userShapes.find((s) => s.from === shape.from && s.to === shape.to);
  const others = state.userShapes.filter((s) => s !== old);
  const same = old && brushOf(old) === brushOf(shape);
  const userShapes = same ? others : [...others, shape];
  return {
    state: { ...state, userShapes, drawing: null },
    effects: [{ kind: 'draw', shapes: userShapes }],
  };
}

/** Takes all of the user's own shapes away. */
export function clearShapes(state: State): Step {
  if (state.userShapes.length === 0) return { state, effects: [] };
  return { state: { ...state, userShapes: [] }, effects: [{ kind: 'draw', shapes: [] }] };
}

/** Queen first, then by how often a player wants the piece; a plain move before castling, short before long. */
function inOrder(moves: readonly LegalMove[]): LegalMove[] {
  const rank = (m: LegalMove) => (m.castling ? m.castling.length : 'qnrb'.indexOf(m.promotion ?? 'q'));
  return moves.toSorted((a, b) => rank(a) - rank(b));
}
