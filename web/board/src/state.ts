import { DEFAULTS, mergeOptions, type Config, type Options } from './config';
import { layOut, type Geometry } from './geometry';
import { colourOf } from './pieces';
import type { Brush, CellInfo, LegalMove, PieceCode, PiecesInput, Shape } from './types';

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

/**
 * A question at a cell that waits for an answer: which piece a pawn becomes, or which of several moves of the king that end
 * there is meant.
 */
export interface Question {
  kind: 'promotion' | 'castling';
  from: string;
  to: string;
  choices: readonly LegalMove[];
}

/** Everything the board knows. It is never changed in place, so what is the same object needs no new drawing. */
export interface State extends Options {
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
  readonly question: Question | null;
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

/** The state of a new board. */
export function initialState(config: Partial<Config> & Pick<Config, 'board'>): State {
  const full = { board: config.board, ...mergeOptions(DEFAULTS, config) };
  const geometry = layOut(full.board, full.orientation, full.coordinates);
  return {
    ...full,
    pieces: readPieces(config.pieces ?? []),
    movesFrom: groupMoves(full.moves),
    geometry,
    selected: null,
    hovered: null,
    focused: nearestToPlayer(geometry),
    focusVisible: false,
    drag: null,
    drawing: null,
    userShapes: [],
    question: null,
  };
}

/** Takes over changed options and lets go of whatever no longer fits them. */
export function configure(state: State, change: Partial<Config>): State {
  let next = mergeOptions(state, change);
  if (change.pieces !== undefined) {
    const read = readPieces(change.pieces);
    if (!samePieces(read, state.pieces)) {
      next = { ...next, pieces: read, userShapes: [], question: null };
    }
  }
  if (next.moves !== state.moves) next = { ...next, movesFrom: groupMoves(next.moves) };
  if (next.board !== state.board || next.orientation !== state.orientation || next.coordinates !== state.coordinates) {
    const geometry = layOut(next.board, next.orientation, next.coordinates);
    const focused = geometry.centres.has(state.focused) ? state.focused : nearestToPlayer(geometry);
    next = { ...next, geometry, focused, hovered: null, drag: null, drawing: null };
  }
  if (next.question && !stillLegal(next, next.question)) next = { ...next, question: null };
  if (next.selected !== null && !isMovable(next, next.selected)) next = { ...next, selected: null };
  if (next.drag && !isMovable(next, next.drag.from)) next = { ...next, drag: null };
  return next;
}

/** The piece on this cell may be moved by the user now. */
export function isMovable(state: State, cell: string): boolean {
  const piece = state.pieces.get(cell);
  if (piece === undefined || state.viewOnly) return false;
  const colour = colourOf(piece);
  const { color } = state.movable;
  return colour === state.turn && (color === 'both' || color === colour) && state.movesFrom.has(cell);
}

/**
 * The legal moves from a cell by the cell that they may be entered on: their target and, in castling, also the rook. Empty where the
 * user may not move.
 */
export function targetsFrom(state: State, cell: string | null): Map<string, LegalMove[]> {
  const targets = new Map<string, LegalMove[]>();
  if (cell === null || !isMovable(state, cell)) return targets;
  const add = (target: string, move: LegalMove) => {
    const same = targets.get(target);
    if (same) same.push(move);
    else targets.set(target, [move]);
  };
  const moves = state.movesFrom.get(cell) ?? [];
  for (const move of moves) add(move.to, move);
  if (!state.movable.rookCastle) return targets;
  for (const move of moves) {
    if (move.rook && move.rook[0] !== move.to) add(move.rook[0], move);
  }
  return targets;
}

/** The cells that the piece on a cell may go to. */
export function destinations(state: State, cell: string): string[] {
  if (!isMovable(state, cell)) return [];
  return [...new Set(state.movesFrom.get(cell)?.map((move) => move.to))];
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
  const castlings = moves?.flatMap((move) => move.castling ?? []) ?? [];
  return {
    cell,
    colour: tone,
    piece: state.pieces.get(cell) ?? null,
    moves: destinations(state, cell).length,
    selected: state.selected === cell,
    target: moves
      ? {
          capture: moves.some((move) => move.capture !== undefined),
          promotion: moves.some((move) => move.promotion !== undefined),
          castling: castlings.length > 0 ? castlings.join(' / ') : null,
        }
      : null,
    lastMove: state.lastMove?.includes(cell) ?? false,
    check: state.check === cell,
  };
}

function stillLegal(state: State, question: Question): boolean {
  const legal = targetsFrom(state, question.from).get(question.to) ?? [];
  return question.choices.every((c) => legal.some((m) => m.uci === c.uci));
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
