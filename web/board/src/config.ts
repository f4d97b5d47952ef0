import { ENGLISH } from './text';
import type { BoardData, BoardText, Colour, LegalMove, PiecesInput, Shape } from './types';

/** Whose pieces can be moved, and how. */
export interface Movable {
  /** Sides whose pieces can be moved here. */
  color: Colour | 'both' | 'none';
  /** Castling also by putting the king on the rook; where that names two castling moves, the board asks which. */
  rookCastle: boolean;
}

/** Everything that can be set; each option may be changed later with `set`. */
export interface Config {
  /** The board to draw. */
  board: BoardData;
  /** Side at the bottom. */
  orientation: Colour;
  /** Pieces on their cells. */
  pieces: PiecesInput;
  /** Cells of the last move, highlighted. */
  lastMove: readonly [string, string] | null;
  /** Cell of a king in check, highlighted. */
  check: string | null;
  /** Side to move. */
  turn: Colour;
  /** Whose pieces can be moved, and how; a colour alone sets `color`. */
  movable: Movable['color'] | Partial<Movable>;
  /** The legal moves in this position. */
  moves: readonly LegalMove[];
  /** Draw the coordinates around the edge. */
  coordinates: boolean;
  /** Length of a move's animation in milliseconds; 0 for none. */
  animation: number;
  /** Show where a piece goes when the pointer or the keyboard focus is on it. */
  hints: boolean;
  /** Arrows and marks that the page wants drawn. */
  shapes: readonly Shape[];
  /** Let the user draw arrows and marks with the right button. */
  drawable: boolean;
  /** A picture: no focus, no pointer, one description of the whole position. */
  viewOnly: boolean;
  /** Name of the board or diagram; the text catalogue's when empty. */
  label: string;
  /** The words, in the page's language. */
  text: BoardText;
  /** Called with the chosen legal move; the page plays it and sets the new position. */
  onMove: ((move: LegalMove) => void) | null;
  /** Called when a piece is picked up (its cell) or put back (null). */
  onSelect: ((cell: string | null) => void) | null;
  /** Called when the user's own arrows and marks change. */
  onDraw: ((shapes: readonly Shape[]) => void) | null;
}

/** The options with every value filled in and short forms written out; the pieces are kept apart. */
export interface Options extends Omit<Config, 'pieces' | 'movable'> {
  readonly movable: Movable;
}

/** What holds where nothing is set. */
export const DEFAULTS: Omit<Options, 'board'> = {
  orientation: 'w',
  lastMove: null,
  check: null,
  turn: 'w',
  movable: { color: 'both', rookCastle: true },
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

/**
 * The options after a change. Values that are undefined change nothing, a group of options takes over only those that are
 * named, and a group in which nothing changes stays the same object, so that nothing is drawn anew.
 */
export function mergeOptions<T extends Omit<Options, 'board'>>(old: T, change: Partial<Config>): T {
  const { pieces: _, movable, ...rest } = change;
  return {
    ...old,
    ...withoutUndefined(rest),
    movable: mergeGroup(old.movable, typeof movable === 'string' ? { color: movable } : (movable ?? {})),
  };
}

function mergeGroup<T extends object>(old: T, change: Partial<T>): T {
  const next = { ...old, ...withoutUndefined(change) };
  return (Object.keys(next) as (keyof T)[]).every((key) => Object.is(next[key], old[key])) ? old : next;
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
}
