import { CLASSIC } from './pieces.js';
import type { PieceStyle } from './pieces.js';
import { ENGLISH } from './text.js';
import type {
  BoardData,
  BoardText,
  Colour,
  Coordinates,
  DrawBrush,
  LegalMove,
  PieceCode,
  PiecesInput,
  Premove,
  PromotionRole,
  Shape,
} from './types.js';

/** Movable side and the rules of moving. */
export interface Movable {
  /** Allows any piece to go to any cell, with the board changing its pieces itself: for editors. */
  free: boolean;
  /** Sides whose pieces can be moved. */
  color: Colour | 'both' | 'none';
  /** Shows the targets of the picked-up piece. */
  showDests: boolean;
  /** Allows castling by moving the king onto the rook. If two castling moves match, the board asks. */
  rookCastle: boolean;
  /** Shows a move first and plays it after confirmation. */
  confirm: boolean;
}

/** Moves entered while the other side is to move; only for the side in `movable.color`, not for `both`. */
export interface Premovable {
  enabled: boolean;
  /** Shows the premove targets of the picked-up piece. */
  showDests: boolean;
  /** Allows castling as a premove of the king. */
  castle: boolean;
  /** Premove targets by the piece's cell. */
  dests: ReadonlyMap<string, readonly string[]>;
  /** Pending premove. */
  current: Premove | null;
}

/** Dragging with mouse, pen or finger. */
export interface Draggable {
  enabled: boolean;
  /** Distance in CSS pixels after which the pointer drags; doubled for a finger. */
  distance: number;
  /** Drops the minimum distance once a piece has been dragged. */
  autoDistance: boolean;
  /** Leaves a faint piece on the origin of a dragged one. */
  showGhost: boolean;
  /** Draws the piece larger and above a finger, which covers it. */
  magnified: boolean;
  /** Removes a piece that is dropped outside the board. */
  deleteOnDropOff: boolean;
}

/** Animation of changes of position; off if the user prefers reduced motion. */
export interface Animation {
  enabled: boolean;
  /** Duration in milliseconds. */
  duration: number;
}

/** Highlighted cells. */
export interface Highlight {
  lastMove: boolean;
  check: boolean;
  /** Classes for single cells, styled by the page. */
  custom: ReadonlyMap<string, string>;
}

/** Arrows and marks. */
export interface Drawable {
  /** Allows the user to draw, with the right button and with the key M. */
  enabled: boolean;
  /** Shows arrows and marks. */
  visible: boolean;
  /** Makes the user's arrows snap to lines and leaps. */
  defaultSnapToValidMove: boolean;
  /** Erases the user's arrows and marks also on a press on a movable piece or a target. */
  eraseOnMovablePieceClick: boolean;
  /** The user's arrows and marks. */
  shapes: readonly Shape[];
  /** Arrows and marks drawn by the page, below the user's; blue without a brush. */
  autoShapes: readonly Shape[];
  /** Additional brushes, or replacements for the board's own. */
  brushes: Readonly<Record<string, DrawBrush>>;
  /** Lets a long press of a finger start drawing; the page then does not scroll from the board. */
  longPress: boolean;
  /** Drawing mode: the left button and fingers draw instead of moving pieces. */
  drawing: boolean;
}

/** Callbacks in groups of options. */
export interface Handlers {
  /** Called after a move by the user, legal or free. */
  after: ((from: string, to: string, captured: PieceCode | null) => void) | null;
  /** Called after a new piece was put on the board. */
  afterNewPiece: ((piece: PieceCode, cell: string) => void) | null;
  premoveSet: ((premove: Premove) => void) | null;
  premoveUnset: (() => void) | null;
  /** Returns the choices for the promotion of a premoved pawn, default first; empty if it does not promote. */
  premovePromotion: ((from: string, to: string) => readonly PromotionRole[]) | null;
  draw: ((shapes: readonly Shape[]) => void) | null;
}

/** Callbacks for changes of the pieces made on the board. */
export interface BoardEvents {
  /** Called with the pieces after a free move, a piece put on the board or one removed; pass them as `pieces` from then on. */
  change: (pieces: ReadonlyMap<string, PieceCode>) => void;
  /** Called when a piece was put on a cell. */
  put: (piece: PieceCode, cell: string) => void;
  /** Called when a piece was removed. */
  remove: (cell: string, piece: PieceCode) => void;
}

/** All options; each may be changed later with `set`. */
export interface Config {
  /** The board to draw. */
  board: BoardData;
  /** Side at the bottom. */
  orientation: Colour;
  /** Pieces by cell. */
  pieces: PiecesInput;
  /** Style of the pieces. */
  pieceSet: PieceStyle['pieceSet'];
  /** Texts of the piece set `letters` by kind of piece, up to two characters each. */
  pieceLetters: PieceStyle['pieceLetters'];
  /** Cells of the last move, highlighted. */
  lastMove: readonly [string, string] | null;
  /** Cell of a king in check, highlighted. */
  check: string | null;
  /** True if the check is mate; the move that gave it is announced so. */
  mate: boolean;
  /** Side to move. */
  turn: Colour;
  /** Legal moves in the position. */
  moves: readonly LegalMove[];
  /** Movable side and the rules of moving; a colour alone sets `color`. */
  movable:
    | Movable['color']
    | (Partial<Movable> & { events?: { after?: Handlers['after']; afterNewPiece?: Handlers['afterNewPiece'] } });
  /** Moves that are entered while the other side is to move. */
  premovable: Partial<Premovable> & {
    promotion?: Handlers['premovePromotion'];
    events?: { set?: Handlers['premoveSet']; unset?: Handlers['premoveUnset'] };
  };
  /** Dragging pieces. */
  draggable: Partial<Draggable>;
  /** Moving by two clicks or taps. The keyboard always moves so. */
  selectable: { enabled?: boolean };
  /** Piece that a press on a cell puts there instead of moving, or `eraser`. A press on an equal piece removes it. */
  selectedPalette: PieceCode | 'eraser' | null;
  /**
   * Place of the coordinates; `true` means `outside`: letters below the board, numbers in the first cells of the ranks. They never
   * change the size of the board.
   */
  coordinates: Coordinates | boolean;
  /** Clockwise rotation of the board in degrees, rounded to a multiple of 30. */
  rotation: number;
  /** Animation of changes of position; a number sets the duration in milliseconds, 0 switches it off. */
  animation: number | Partial<Animation>;
  /**
   * Returns the element of the page that a captured piece flies to, such as its sign next to a player's name; null lets the piece
   * fade out where it stands.
   */
  capturedTo: ((piece: PieceCode) => Element | null) | null;
  /** Highlighted cells. */
  highlight: Partial<Highlight>;
  /** Shows the targets of a piece under the pointer or the keyboard focus. */
  hints: boolean;
  /** Arrows and marks; true or false sets `enabled`. */
  drawable: boolean | (Partial<Drawable> & { onChange?: Handlers['draw'] });
  /** Makes the board a picture: no focus, no pointer, one description of the whole position. */
  viewOnly: boolean;
  /** Hides the pieces but still announces them. */
  blindfold: boolean;
  /** Disables the context menu on the board even if the right button does not draw. */
  disableContextMenu: boolean;
  /** Prevents a finger on the board's cells from scrolling the page. */
  blockTouchScroll: boolean;
  /** Name of the board or diagram; defaults to the text catalogue's. */
  label: string;
  /** Texts in the page's language. */
  text: BoardText;
  /** Callbacks for changes of the pieces made on the board. */
  events: Partial<BoardEvents>;
  /** Called with the chosen legal move; the page plays it and sets the new position. */
  onMove: ((move: LegalMove) => void) | null;
  /** Called when a piece is picked up (its cell) or put back (null). */
  onSelect: ((cell: string | null) => void) | null;
  /**
   * Called when the user puts a piece of the side to move on a cell to which it may not go. With it, pieces without a legal move can be
   * picked up too, so that the page can say why.
   */
  onRefuse: ((from: string, to: string) => void) | null;
}

type Group = 'movable' | 'premovable' | 'draggable' | 'selectable' | 'animation' | 'highlight' | 'drawable';

/** Options with defaults filled in and short forms expanded; the pieces are kept separately. */
export interface Options extends Omit<Config, 'pieces' | Group> {
  readonly movable: Movable;
  readonly premovable: Premovable;
  readonly draggable: Draggable;
  readonly selectable: { readonly enabled: boolean };
  readonly animation: Animation;
  readonly highlight: Highlight;
  readonly drawable: Drawable;
  readonly handlers: Handlers;
}

/** Default options. */
export const DEFAULTS: Omit<Options, 'board'> = {
  orientation: 'w',
  ...CLASSIC,
  lastMove: null,
  check: null,
  mate: false,
  turn: 'w',
  moves: [],
  movable: { free: false, color: 'both', showDests: true, rookCastle: true, confirm: false },
  premovable: { enabled: false, showDests: true, castle: true, dests: new Map(), current: null },
  draggable: {
    enabled: true,
    distance: 4,
    autoDistance: true,
    showGhost: true,
    magnified: true,
    deleteOnDropOff: false,
  },
  selectable: { enabled: true },
  selectedPalette: null,
  coordinates: true,
  rotation: 0,
  animation: { enabled: true, duration: 160 },
  capturedTo: null,
  highlight: { lastMove: true, check: true, custom: new Map() },
  hints: true,
  drawable: {
    enabled: true,
    visible: true,
    defaultSnapToValidMove: true,
    eraseOnMovablePieceClick: true,
    shapes: [],
    autoShapes: [],
    brushes: {},
    longPress: false,
    drawing: false,
  },
  viewOnly: false,
  blindfold: false,
  disableContextMenu: false,
  blockTouchScroll: false,
  label: '',
  text: ENGLISH,
  events: {},
  onMove: null,
  onSelect: null,
  onRefuse: null,
  handlers: {
    after: null,
    afterNewPiece: null,
    premoveSet: null,
    premoveUnset: null,
    premovePromotion: null,
    draw: null,
  },
};

/**
 * Applies a change to the options. Undefined values change nothing, a group takes over only the named options, and an unchanged
 * group stays the same object, so that nothing is redrawn. Functions are kept apart from the groups for the same reason: they are
 * often new objects.
 */
export function mergeOptions<T extends Omit<Options, 'board'>>(old: T, change: Partial<Config>): T {
  const { pieces: _, movable, premovable, draggable, selectable, animation, highlight, drawable, ...rest } = change;
  const { events: moved, ...move } = typeof movable === 'string' ? { color: movable, events: {} } : (movable ?? {});
  const { events: premoved, promotion, ...premove } = premovable ?? {};
  const { onChange, ...draw } = typeof drawable === 'boolean' ? { enabled: drawable } : (drawable ?? {});
  const handlers: Partial<Handlers> = withoutUndefined({
    after: moved?.after,
    afterNewPiece: moved?.afterNewPiece,
    premoveSet: premoved?.set,
    premoveUnset: premoved?.unset,
    premovePromotion: promotion,
    draw: onChange,
  }) as Partial<Handlers>;
  return {
    ...old,
    ...withoutUndefined(rest),
    movable: mergeGroup(old.movable, move),
    premovable: mergeGroup(old.premovable, premove),
    draggable: mergeGroup(old.draggable, draggable),
    selectable: mergeGroup(old.selectable, selectable),
    animation: mergeGroup(
      old.animation,
      typeof animation === 'number' ? { enabled: animation > 0, duration: animation } : animation,
    ),
    highlight: mergeGroup(old.highlight, highlight),
    drawable: mergeGroup(old.drawable, draw),
    handlers: mergeGroup(old.handlers, handlers),
  };
}

function mergeGroup<T extends object>(old: T, change: Partial<T> | undefined): T {
  if (change === undefined) return old;
  const next = { ...old, ...withoutUndefined(change) };
  return (Object.keys(next) as (keyof T)[]).every((key) => Object.is(next[key], old[key])) ? old : next;
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
}
