import { DEFAULTS, mergeOptions, type Config, type Options } from './config.js';
import { distance, layOut, type Geometry } from './geometry.js';
import { colourOf, roleOf } from './pieces.js';
import type { CellInfo, LegalMove, PieceCode, PiecesInput, Premove, Shape } from './types.js';

/** A piece being dragged. */
export interface Drag {
  /** Origin of the piece; null for a new one from outside the board. */
  from: string | null;
  piece: PieceCode;
  /** Position of the pointer in drawing units. */
  x: number;
  y: number;
  /** The cell under the pointer. */
  over: string | null;
  /** True for a finger, which covers the piece, so that it is drawn lifted. */
  touch: boolean;
}

/** An answer to a question: a legal move or a premove. */
export type Choice = Premove & Partial<LegalMove>;

/**
 * Open question at a cell: the promotion of a move or premove, which of several king moves that end there is meant, or the
 * confirmation of a previewed move.
 */
export type Question =
  | { kind: 'promotion' | 'castling' | 'premove'; from: string; to: string; choices: readonly Choice[] }
  | { kind: 'confirm'; from: string; to: string; move: LegalMove; pieces: ReadonlyMap<string, PieceCode> };

/** State of the board. It is immutable, so identical objects need no redrawing. */
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
  /** True if the keyboard focus is on the board and came from the keyboard. */
  readonly focusVisible: boolean;
  readonly drag: Drag | null;
  /** Arrow or mark being drawn. */
  readonly drawing: Shape | null;
  readonly question: Question | null;
}

/** Effect of a step in addition to the new state. */
export type Effect =
  | { kind: 'move'; move: LegalMove }
  | { kind: 'select'; cell: string | null }
  | { kind: 'refuse'; from: string; to: string }
  | { kind: 'premove'; premove: Premove | null }
  | { kind: 'after'; from: string; to: string; captured: PieceCode | null }
  | { kind: 'put'; piece: PieceCode; cell: string }
  | { kind: 'remove'; cell: string; piece: PieceCode }
  | { kind: 'change' }
  | { kind: 'draw'; shapes: readonly Shape[] }
  | { kind: 'say'; text: string };

export interface Step {
  state: State;
  effects: readonly Effect[];
}

/** Returns the state of a new board. */
export function initialState(config: Partial<Config> & Pick<Config, 'board'>): State {
  const full = { board: config.board, ...mergeOptions(DEFAULTS, config) };
  const geometry = layOut(full.board, full.orientation, full.coordinates, full.rotation);
  return {
    ...full,
    pieces: piecesByCell(config.pieces ?? []),
    movesFrom: groupMoves(full.moves),
    geometry,
    selected: null,
    hovered: null,
    focused: nearestToPlayer(geometry),
    focusVisible: false,
    drag: null,
    drawing: null,
    question: null,
  };
}

/** Applies changed options and drops state that no longer fits them. */
export function configure(state: State, change: Partial<Config>): State {
  let next = mergeOptions(state, change);
  if (change.pieces !== undefined) {
    const read = piecesByCell(change.pieces);
    if (!samePieces(read, state.pieces)) {
      // A new position removes the drawings of the old one, but not those that come with it.
      const kept = next.drawable.shapes !== state.drawable.shapes || next.drawable.shapes.length === 0;
      const drawable = kept ? next.drawable : { ...next.drawable, shapes: [] };
      next = { ...next, pieces: read, drawable, drawing: null, question: null };
    }
  }
  if (next.moves !== state.moves) next = { ...next, movesFrom: groupMoves(next.moves) };
  if ((['board', 'orientation', 'coordinates', 'rotation'] as const).some((key) => next[key] !== state[key])) {
    const geometry = layOut(next.board, next.orientation, next.coordinates, next.rotation);
    const focused = geometry.centres.has(state.focused) ? state.focused : nearestToPlayer(geometry);
    next = { ...next, geometry, focused, hovered: null, drag: null, drawing: null };
  }
  const { current } = next.premovable;
  if (current && !isStillMeant(next, current)) next = withPremove(next, null);
  if (next.question && !stillOpen(next, next.question)) next = { ...next, question: null };
  if (next.selected !== null && !isPickable(next, next.selected)) next = { ...next, selected: null };
  if (next.drag && next.drag.from !== null && !isPickable(next, next.drag.from)) next = { ...next, drag: null };
  return next;
}

/**
 * Returns whether a premove still applies. It is dropped with its piece, or when its target is no longer one. If there are no
 * targets, as on the user's turn, it stays.
 */
function isStillMeant({ pieces, movable, premovable }: State, { from, to }: Premove): boolean {
  const piece = pieces.get(from);
  if (!premovable.enabled || piece === undefined || colourOf(piece) !== movable.color) return false;
  return premovable.dests.get(from)?.includes(to) ?? true;
}

/** Returns the state with another premove, or with none. */
export function withPremove(state: State, current: Premove | null): State {
  return { ...state, premovable: { ...state.premovable, current } };
}

/** Returns the state with other arrows and marks of the user's. */
export function withShapes(state: State, shapes: readonly Shape[]): State {
  return { ...state, drawable: { ...state.drawable, shapes } };
}

/** Returns the drawn pieces: those after the move to be confirmed, if there is one. */
export function shownPieces(state: State): ReadonlyMap<string, PieceCode> {
  return state.question?.kind === 'confirm' ? state.question.pieces : state.pieces;
}

/** Returns whether the user may move the piece on this cell now. */
export function isMovable(state: State, cell: string): boolean {
  const piece = state.pieces.get(cell);
  if (piece === undefined || state.viewOnly) return false;
  const colour = colourOf(piece);
  const { color, free } = state.movable;
  if (color !== 'both' && color !== colour) return false;
  return free || (colour === state.turn && (state.movesFrom.has(cell) || state.onRefuse !== null));
}

/** Returns whether the user may premove the piece on this cell now. */
export function isPremovable(state: State, cell: string): boolean {
  const piece = state.pieces.get(cell);
  if (piece === undefined || state.viewOnly || state.movable.free || !state.premovable.enabled) return false;
  const colour = colourOf(piece);
  return colour === state.movable.color && colour !== state.turn && premoveTargets(state, cell).length > 0;
}

/** Returns whether the piece on this cell may be picked up, to be moved or premoved. */
export function isPickable(state: State, cell: string): boolean {
  return isMovable(state, cell) || isPremovable(state, cell);
}

/** Returns whether the piece on this cell has a move or a premove now. */
export function canGo(state: State, cell: string): boolean {
  return isPremovable(state, cell) || (isMovable(state, cell) && (state.movable.free || state.movesFrom.has(cell)));
}

/** Maximum length of a king's step in distances of neighbouring cells; longer moves are castling. */
const KING_REACH = 1.8;

/** Returns the premove targets of the piece on a cell. */
export function premoveTargets(state: State, cell: string): readonly string[] {
  const cells = state.premovable.dests.get(cell) ?? [];
  const piece = state.pieces.get(cell);
  if (state.premovable.castle || piece === undefined || roleOf(piece) !== 'k') return cells;
  return cells.filter((to) => distance(state.geometry, cell, to) < KING_REACH);
}

/** Returns whether the picked-up or dragged piece may be put on this cell. */
export function canPut(state: State, from: string | null, to: string): boolean {
  if (from === null) return true;
  if (state.movable.free) return isMovable(state, from) && from !== to;
  return targetsFrom(state, from).has(to) || (isPremovable(state, from) && premoveTargets(state, from).includes(to));
}

/**
 * Returns the legal moves from a cell by the cell they are entered on: the target and, in castling, also the rook. Empty if the
 * user may not move.
 */
export function targetsFrom(state: State, cell: string | null): Map<string, LegalMove[]> {
  const targets = new Map<string, LegalMove[]>();
  if (cell === null || state.movable.free || !isMovable(state, cell)) return targets;
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

/** Returns the targets of the legal moves of the piece on a cell. */
export function destinations(state: State, cell: string): string[] {
  if (state.movable.free || !isMovable(state, cell)) return [];
  return [...new Set(state.movesFrom.get(cell)?.map((move) => move.to))];
}

/** Returns the description data of a cell; `targets` are those of the picked-up piece. */
export function cellInfo(
  state: State,
  cell: string,
  tone: 0 | 1 | 2,
  targets: ReadonlyMap<string, readonly LegalMove[]>,
): CellInfo {
  const moves = targets.get(cell);
  const premove = state.premovable.current;
  const castlings = moves?.flatMap((move) => move.castling ?? []) ?? [];
  return {
    cell,
    colour: tone,
    piece: shownPieces(state).get(cell) ?? null,
    moves: destinations(state, cell).length,
    selected: state.selected === cell,
    target: moves
      ? {
          capture: moves.some((move) => move.capture !== undefined),
          promotion: moves.some((move) => move.promotion !== undefined),
          castling: castlings.length > 0 ? castlings.join(' / ') : null,
        }
      : null,
    premoveTarget:
      state.selected !== null && isPremovable(state, state.selected)
        ? premoveTargets(state, state.selected).includes(cell)
        : false,
    premove: premove?.from === cell || premove?.to === cell,
    lastMove: state.lastMove?.includes(cell) ?? false,
    check: state.check === cell,
  };
}

function stillOpen(state: State, question: Question): boolean {
  if (question.kind === 'premove') return isPremovable(state, question.from);
  if (question.kind === 'confirm') return targetsFrom(state, question.from).has(question.to);
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

/** Returns the pieces by their cells. */
export function piecesByCell(input: PiecesInput): Map<string, PieceCode> {
  if (!isList(input)) return new Map(input);
  return new Map(input.map((p) => [p.cell, p.piece]));
}

function isList(input: PiecesInput): input is readonly { cell: string; piece: PieceCode }[] {
  return Array.isArray(input);
}

function samePieces(a: ReadonlyMap<string, PieceCode>, b: ReadonlyMap<string, PieceCode>): boolean {
  return a.size === b.size && [...a].every(([cell, piece]) => b.get(cell) === piece);
}

/** Returns the middle cell of the bottom line, which gets the first focus. */
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
