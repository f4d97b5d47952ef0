import { layOut, type Geometry } from './geometry';
import { colourOf } from './pieces';
import { ENGLISH } from './text';
import type { Brush, CellInfo, Config, LegalMove, PieceCode, PiecesInput, Shape } from './types';

/** A piece being dragged. */
export interface Drag {
  from: string;
  /** Where the pointer is, in drawing units. */
  x: number;
  y: number;
  /** The cell under the pointer. */
  over: string | null;
  /** A finger covers the piece, so it is drawn lifted. */
  touch: boolean;
}

/** A promotion that waits for the choice of a piece. */
export interface Promotion {
  from: string;
  to: string;
  choices: readonly LegalMove[];
}

/** Everything the board knows. It is never changed in place, so what is the same object needs no new drawing. */
export interface State extends Omit<Config, 'pieces'> {
  readonly pieces: ReadonlyMap<string, PieceCode>;
  readonly movesFrom: ReadonlyMap<string, readonly LegalMove[]>;
  readonly geometry: Geometry;
  /** The piece that was picked up. */
  readonly selected: string | null;
  /** The cell under the mouse. */
  readonly hovered: string | null;
  /** The cell that has, or would get, the keyboard focus. */
  readonly focused: string;
  /** The keyboard focus is on the board and came from the keyboard. */
  readonly focusVisible: boolean;
  readonly drag: Drag | null;
  /** The arrow or mark that is being drawn. */
  readonly drawing: Shape | null;
  readonly userShapes: readonly Shape[];
  readonly promotion: Promotion | null;
}

/** What follows from a step besides the new state. */
export type Effect =
  | { kind: 'move'; move: LegalMove }
  | { kind: 'select'; cell: string | null }
  | { kind: 'draw'; shapes: readonly Shape[] }
  | { kind: 'say'; text: string };

export interface Step {
  state: State;
  effects: readonly Effect[];
}

const DEFAULTS: Omit<Config, 'board'> = {
  orientation: 'w',
  pieces: [],
  lastMove: null,
  check: null,
  turn: 'w',
  movable: 'both',
  moves: [],
  coordinates: true,
  animation: 180,
  hints: true,
  shapes: [],
  drawable: true,
  viewOnly: false,
  label: '',
  text: ENGLISH,
  onMove: null,
  onSelect: null,
  onDraw: null,
};

/** The state of a new board. */
export function initialState(config: Partial<Config> & Pick<Config, 'board'>): State {
  const full = { ...DEFAULTS, ...withoutUndefined(config) };
  const geometry = layOut(full.board, full.orientation, full.coordinates);
  return {
    ...full,
    pieces: readPieces(full.pieces),
    movesFrom: groupMoves(full.moves),
    geometry,
    selected: null,
    hovered: null,
    focused: nearestToPlayer(geometry),
    focusVisible: false,
    drag: null,
    drawing: null,
    userShapes: [],
    promotion: null,
  };
}

/** Takes over changed options and lets go of whatever no longer fits them. */
export function configure(state: State, change: Partial<Config>): State {
  const { pieces, ...rest } = withoutUndefined(change);
  let next: State = { ...state, ...rest };
  if (pieces !== undefined) {
    const read = readPieces(pieces);
    if (!samePieces(read, state.pieces)) {
      next = { ...next, pieces: read, userShapes: [], promotion: null };
    }
  }
  if (next.moves !== state.moves) next = { ...next, movesFrom: groupMoves(next.moves) };
  if (next.board !== state.board || next.orientation !== state.orientation || next.coordinates !== state.coordinates) {
    const geometry = layOut(next.board, next.orientation, next.coordinates);
    const focused = geometry.centres.has(state.focused) ? state.focused : nearestToPlayer(geometry);
    next = { ...next, geometry, focused, hovered: null, drag: null, drawing: null };
  }
  if (next.promotion && !stillLegal(next, next.promotion)) next = { ...next, promotion: null };
  if (next.selected !== null && !isMovable(next, next.selected)) next = { ...next, selected: null };
  if (next.drag && !isMovable(next, next.drag.from)) next = { ...next, drag: null };
  return next;
}

/** The piece on this cell may be moved by the user now. */
export function isMovable(state: State, cell: string): boolean {
  const piece = state.pieces.get(cell);
  if (piece === undefined || state.viewOnly) return false;
  const colour = colourOf(piece);
  return colour === state.turn && (state.movable === 'both' || state.movable === colour) && state.movesFrom.has(cell);
}

/** The legal moves from a cell by their target; empty where the user may not move. */
export function targetsFrom(state: State, cell: string | null): Map<string, LegalMove[]> {
  const targets = new Map<string, LegalMove[]>();
  if (cell === null || !isMovable(state, cell)) return targets;
  for (const move of state.movesFrom.get(cell) ?? []) {
    const same = targets.get(move.to);
    if (same) same.push(move);
    else targets.set(move.to, [move]);
  }
  return targets;
}

/** A click, tap, Enter or Space on a cell: moves, picks up or puts back. */
export function activate(state: State, cell: string): Step {
  if (state.viewOnly) return { state, effects: [] };
  if (state.promotion) return cancel(state);
  const moves = targetsFrom(state, state.selected).get(cell);
  if (moves) return play(state, moves);
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
  const text = state.text.selected(cell, piece, [...targetsFrom(next, cell).keys()]);
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
  if (moves) return play({ ...next, selected: from }, moves);
  // Dropped where it came from, the piece stays picked up; anywhere else it goes back.
  return cell === from ? { state: next, effects: [] } : cancel(next);
}

function play(state: State, moves: readonly LegalMove[]): Step {
  const first = moves[0];
  if (!first) return { state, effects: [] };
  if (moves.length > 1 && moves.some((m) => m.promotion)) {
    const promotion = { from: first.from, to: first.to, choices: inOrder(moves) };
    return {
      state: { ...state, promotion, drag: null },
      effects: [{ kind: 'say', text: state.text.promotion(first.to) }],
    };
  }
  return finish(state, first);
}

function finish(state: State, move: LegalMove): Step {
  return {
    state: { ...state, selected: null, promotion: null, drag: null },
    effects: [
      { kind: 'select', cell: null },
      { kind: 'move', move },
    ],
  };
}

/** Takes the piece that a pawn is to become. */
export function choosePromotion(state: State, move: LegalMove): Step {
  return state.promotion?.choices.includes(move) ? finish(state, move) : { state, effects: [] };
}

/** Puts back what is picked up, and closes the promotion chooser. */
export function cancel(state: State): Step {
  if (state.selected === null && !state.promotion && !state.drag) return { state, effects: [] };
  return {
    state: { ...state, selected: null, promotion: null, drag: null },
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

/** The colour of a shape. */
export function brushOf(shape: Shape): Brush {
  return shape.brush ?? 'accent';
}

/** What there is to say about a cell; `targets` are those of the picked-up piece. */
export function cellInfo(
  state: State,
  cell: string,
  tone: 0 | 1 | 2,
  targets: ReadonlyMap<string, readonly LegalMove[]>,
): CellInfo {
  const moves = targets.get(cell);
  const first = moves?.[0];
  return {
    cell,
    colour: tone,
    piece: state.pieces.get(cell) ?? null,
    moves: targetsFrom(state, cell).size,
    selected: state.selected === cell,
    target: first
      ? {
          capture: first.capture !== undefined,
          promotion: first.promotion !== undefined,
          castling: first.castling ?? null,
        }
      : null,
    lastMove: state.lastMove?.includes(cell) ?? false,
    check: state.check === cell,
  };
}

/** Queen first, then by how often a player wants the piece. */
function inOrder(moves: readonly LegalMove[]): LegalMove[] {
  const rank = (m: LegalMove) => 'qnrb'.indexOf(m.promotion ?? 'q');
  return moves.toSorted((a, b) => rank(a) - rank(b));
}

function stillLegal(state: State, promotion: Promotion): boolean {
  const legal = targetsFrom(state, promotion.from).get(promotion.to) ?? [];
  return promotion.choices.every((c) => legal.some((m) => m.uci === c.uci));
}

function groupMoves(moves: readonly LegalMove[]): Map<string, LegalMove[]> {
  const groups = new Map<string, LegalMove[]>();
  for (const move of moves) {
    const group = groups.get(move.from);
    if (group) group.push(move);
    else groups.set(move.from, [move]);
  }
  return groups;
}

function readPieces(input: PiecesInput): Map<string, PieceCode> {
  if (!isList(input)) return new Map(input);
  return new Map(input.map((p) => [p.cell, p.piece]));
}

function isList(input: PiecesInput): input is readonly { cell: string; piece: PieceCode }[] {
  return Array.isArray(input);
}

function samePieces(a: ReadonlyMap<string, PieceCode>, b: ReadonlyMap<string, PieceCode>): boolean {
  return a.size === b.size && [...a].every(([cell, piece]) => b.get(cell) === piece);
}

/** The middle of the bottom line: where a player's eye, and the first Tab, begins. */
function nearestToPlayer(geometry: Geometry): string {
  let best = '';
  let bottom = -Infinity;
  const { x, width } = geometry.viewBox;
  for (const [name, centre] of geometry.centres) {
    const low = centre.y - Math.abs(centre.x - (x + width / 2));
    if (low > bottom) {
      bottom = low;
      best = name;
    }
  }
  return best;
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
}
