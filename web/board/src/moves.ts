import { freeMove, paint, remove } from './edit.js';
import { colourOf, roleOf } from './pieces.js';
import { enterPremove, unsetPremove } from './premove.js';
import {
  canPut,
  destinations,
  isMovable,
  isPickable,
  isPremovable,
  premoveTargets,
  targetsFrom,
  withPremove,
  type Effect,
  type Question,
  type State,
  type Step,
} from './state.js';
import type { LegalMove, PieceCode } from './types.js';

/** Handles a click, tap, Enter or Space on a cell: moves, premoves, picks up, puts back, or puts a piece of the palette there. */
export function activate(state: State, cell: string): Step {
  if (state.viewOnly) return { state, effects: [] };
  if (state.question) return cancel(state);
  if (state.selectedPalette !== null) return paint(state, cell);
  if (state.selected !== null && state.selected !== cell && canPut(state, state.selected, cell)) {
    return move(state, state.selected, cell);
  }
  if (cell !== state.selected && isPickable(state, cell)) return select(state, cell);
  return refuse(state, state.selected, cell);
}

/** Puts a piece back that was put on a cell to which it may not go, and reports that. */
export function refuse(state: State, from: string | null, to: string): Step {
  const step = cancel(state);
  if (from === null || from === to || state.movable.free || !isMovable(state, from)) return step;
  return { state: step.state, effects: [...step.effects, { kind: 'refuse', from, to }] };
}

/** Picks a piece up and drops a pending premove. */
export function select(state: State, cell: string): Step {
  const piece = state.pieces.get(cell);
  if (piece === undefined || !isPickable(state, cell) || state.selected === cell) {
    return { state, effects: [] };
  }
  const free = unsetPremove(state);
  const next = { ...free.state, selected: cell };
  const cells = isPremovable(next, cell) ? premoveTargets(next, cell) : destinations(next, cell);
  const text = state.text.selected(cell, piece, cells);
  return {
    state: next,
    effects: [...free.effects, { kind: 'select', cell }, { kind: 'say', text }],
  };
}

/** Drops the dragged piece on a cell, or outside the board for null. */
export function drop(state: State, cell: string | null): Step {
  const { drag } = state;
  if (!drag) return { state, effects: [] };
  const next: State = { ...state, drag: null };
  if (drag.from === null) return cell === null ? { state: next, effects: [] } : paint(next, cell, drag.piece);
  if (cell === null && state.draggable.deleteOnDropOff) {
    return remove({ ...next, selected: null }, drag.from);
  }
  if (cell !== null && canPut(state, drag.from, cell)) return move(next, drag.from, cell);
  // Dropped on its origin, the piece stays picked up; anywhere else it goes back.
  if (cell === drag.from && state.selectable.enabled) return { state: next, effects: [] };
  return cell === null ? cancel(next) : refuse(next, drag.from, cell);
}

/** Moves a piece to an allowed cell. */
function move(state: State, from: string, to: string): Step {
  if (state.movable.free) return freeMove({ ...state, selected: null, drag: null }, from, to);
  if (isMovable(state, from)) {
    return play({ ...state, selected: from }, to, targetsFrom(state, from).get(to) ?? []);
  }
  return enterPremove({ ...state, selected: from }, to);
}

/** Plays the move entered on a cell. Asks if several are possible or moves need confirmation. */
export function play(state: State, cell: string, moves: readonly LegalMove[]): Step {
  const first = moves[0];
  if (!first) return { state, effects: [] };
  if (moves.length === 1) return confirmOr(state, first);
  const kind = moves.some((m) => m.promotion) ? 'promotion' : 'castling';
  const question: Question = { kind, from: first.from, to: cell, choices: inOrder(moves) };
  const text = kind === 'promotion' ? state.text.promotion(cell) : state.text.castlingChoice(cell);
  return { state: { ...state, question, drag: null }, effects: [{ kind: 'say', text }] };
}

function confirmOr(state: State, chosen: LegalMove): Step {
  if (!state.movable.confirm) return finish(state, chosen);
  const pieces = applyMove(state.pieces, chosen);
  const question: Question = { kind: 'confirm', from: chosen.from, to: chosen.to, move: chosen, pieces };
  const text = state.text.confirm(chosen.from, chosen.to);
  return { state: { ...state, selected: null, drag: null, question }, effects: [{ kind: 'say', text }] };
}

/** Completes a move and notifies the page. */
export function finish(state: State, chosen: LegalMove): Step {
  const captured = state.pieces.get(chosen.capture ?? '') ?? null;
  return {
    state: { ...state, selected: null, question: null, drag: null },
    effects: [
      { kind: 'select', cell: null },
      { kind: 'move', move: chosen },
      { kind: 'after', from: chosen.from, to: chosen.to, captured },
    ],
  };
}

/**
 * Plays the premove if it is legal, and drops it otherwise. A pawn becomes the chosen piece, or a queen. If several castling
 * moves match, the board asks.
 */
export function playPremove(state: State): Step {
  const { current, castle } = state.premovable;
  if (!current) return { state, effects: [] };
  const free = withPremove(state, null);
  const given = { kind: 'premove', premove: null } as const;
  const entered = isMovable(free, current.from) ? (targetsFrom(free, current.from).get(current.to) ?? []) : [];
  const moves = entered.filter((m) => castle || m.castling === undefined);
  const first = moves.find((m) => m.promotion === (current.promotion ?? 'q')) ?? moves[0];
  if (!first) return { state: free, effects: [given, { kind: 'say', text: state.text.premoveUnset }] };
  const step =
    moves.length === 1 || first.promotion !== undefined
      ? finish(free, first)
      : play({ ...free, selected: current.from }, current.to, moves);
  return { state: step.state, effects: [given, ...step.effects] };
}

/** Returns the pieces after a move. */
export function applyMove(
  pieces: ReadonlyMap<string, PieceCode>,
  { from, to, capture, promotion, rook }: LegalMove,
): ReadonlyMap<string, PieceCode> {
  const next = new Map(pieces);
  const piece = pieces.get(from);
  const moved = rook ? pieces.get(rook[0]) : undefined;
  for (const cell of [from, capture, rook?.[0]]) if (cell !== undefined) next.delete(cell);
  if (piece !== undefined) {
    const white = colourOf(piece) === 'w';
    const role = promotion ?? roleOf(piece);
    next.set(to, white ? role.toUpperCase() : role);
  }
  if (rook && moved !== undefined) next.set(rook[1], moved);
  return next;
}

/** Returns the number of answers to a question. */
export function answersTo(question: Question): number {
  return question.kind === 'confirm' ? 2 : question.choices.length;
}

/** Answers the question with the choice of this index, counted from 0; 0 confirms a move and 1 takes it back. */
export function choose(state: State, index: number): Step {
  const { question } = state;
  if (!question || index < 0 || index >= answersTo(question)) return { state, effects: [] };
  if (question.kind === 'confirm') return index === 0 ? finish(state, question.move) : cancel(state);
  const choice = question.choices[index];
  if (!choice) return { state, effects: [] };
  if (question.kind === 'premove') return enterPremove({ ...state, question: null }, choice.to, choice.promotion);
  const legal = targetsFrom(state, question.from).get(question.to) ?? [];
  const chosen = legal.find((m) => m.uci === choice.uci);
  return chosen ? confirmOr({ ...state, question: null }, chosen) : cancel(state);
}

/** Puts back the picked-up piece, closes the question, or cancels the premove. */
export function cancel(state: State): Step {
  const free = unsetPremove(state);
  if (state.selected === null && !state.question && !state.drag) return free;
  const effects: Effect[] = [
    { kind: 'select', cell: null },
    { kind: 'say', text: state.text.deselected },
  ];
  return {
    state: { ...free.state, selected: null, question: null, drag: null },
    effects: [...free.effects, ...effects],
  };
}

/** Sorts moves: queen first, then by how often a player wants the piece; a plain move before castling, short before long. */
function inOrder(moves: readonly LegalMove[]): LegalMove[] {
  const rank = (m: LegalMove) => (m.castling ? m.castling.length : 'qnrb'.indexOf(m.promotion ?? 'q'));
  return moves.toSorted((a, b) => rank(a) - rank(b));
}
