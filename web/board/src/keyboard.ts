import { acrossLines, centreOf, lineEnds, type Direction } from './geometry.js';
import { canGo, premoveTargets, targetsFrom, type State } from './state.js';

/** Action of a key. */
export type KeyAction =
  | { kind: 'step'; direction: Direction }
  | { kind: 'across'; sign: 1 | -1 }
  | { kind: 'end'; last: boolean }
  | { kind: 'next'; sign: 1 | -1 }
  | { kind: 'activate' }
  | { kind: 'draw' }
  | { kind: 'delete' }
  | { kind: 'cancel' };

/** Required part of a keyboard event. */
export interface Key {
  key: string;
  /** Physical key, so that the direction keys work in every alphabet. */
  code: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

/** Keys around S in the directions of neighbours on a flat-top board. */
const FLAT_KEYS: Readonly<Record<string, Direction>> = {
  KeyQ: 'nw',
  KeyW: 'n',
  KeyE: 'ne',
  KeyA: 'sw',
  KeyS: 's',
  KeyD: 'se',
};

/** Keys around S in the directions of neighbours on a pointed-top board. */
const POINTY_KEYS: Readonly<Record<string, Direction>> = {
  KeyW: 'nw',
  KeyE: 'ne',
  KeyA: 'w',
  KeyD: 'e',
  KeyZ: 'sw',
  KeyX: 'se',
};

/** Returns the action of a key; null for keys that the board leaves to the page. */
export function readKey(key: Key, flatTop: boolean): KeyAction | null {
  // Modifiers choose the brush, but Ctrl and Meta with a letter belong to the browser.
  if (key.code === 'KeyM' && !key.ctrlKey && !key.metaKey) return { kind: 'draw' };
  if (key.ctrlKey || key.metaKey || key.altKey) return null;
  switch (key.key) {
    case 'ArrowUp':
      return flatTop ? { kind: 'step', direction: 'n' } : { kind: 'across', sign: -1 };
    case 'ArrowDown':
      return flatTop ? { kind: 'step', direction: 's' } : { kind: 'across', sign: 1 };
    case 'ArrowLeft':
      return flatTop ? { kind: 'across', sign: -1 } : { kind: 'step', direction: 'w' };
    case 'ArrowRight':
      return flatTop ? { kind: 'across', sign: 1 } : { kind: 'step', direction: 'e' };
    case 'Home':
      return { kind: 'end', last: false };
    case 'End':
      return { kind: 'end', last: true };
    case 'Enter':
    case ' ':
      return { kind: 'activate' };
    case 'Escape':
      return { kind: 'cancel' };
    case 'Delete':
    case 'Backspace':
      return { kind: 'delete' };
  }
  if (key.code === 'KeyN') return { kind: 'next', sign: 1 };
  if (key.code === 'KeyP') return { kind: 'next', sign: -1 };
  const direction = (flatTop ? FLAT_KEYS : POINTY_KEYS)[key.code];
  return direction ? { kind: 'step', direction } : null;
}

/**
 * Returns the cell that the focus moves to; the same cell if there is none in that direction. `anchor` is the coordinate along
 * the line at the start of a walk across the lines, so that it does not drift.
 */
export function moveFocus(state: State, action: KeyAction, anchor: number): string {
  const here = state.focused;
  switch (action.kind) {
    case 'step':
      return state.geometry.neighbours.get(here)?.get(action.direction) ?? here;
    case 'across':
      return acrossLines(state.geometry, here, action.sign, anchor) ?? here;
    case 'end':
      return lineEnds(state.geometry, state.board, here)?.[action.last ? 1 : 0] ?? here;
    case 'next':
      return nextOfInterest(state, action.sign);
    default:
      return here;
  }
}

/** Returns the coordinate to keep on a walk across the lines from a cell. */
export function anchorOf(state: State, cell: string): number {
  const centre = centreOf(state.geometry, cell);
  return state.geometry.flatTop ? centre.y : centre.x;
}

/** Returns the next movable piece or, with a piece picked up, its next target. */
function nextOfInterest(state: State, sign: 1 | -1): string {
  const { selected, geometry } = state;
  const goals = selected === null ? [] : [...targetsFrom(state, selected).keys(), ...premoveTargets(state, selected)];
  // Without targets, as in an editor, it goes round the pieces.
  const stops = geometry.order.filter((cell) => (goals.length > 0 ? goals.includes(cell) : canGo(state, cell)));
  if (stops.length === 0) return state.focused;
  const place = (cell: string) => state.geometry.order.indexOf(cell);
  const here = place(state.focused);
  return sign === 1
    ? (stops.find((cell) => place(cell) > here) ?? stops[0] ?? state.focused)
    : (stops.findLast((cell) => place(cell) < here) ?? stops.at(-1) ?? state.focused);
}

/** Typed names of cells: a letter starts a name, digits follow it. */
export class CellTyping {
  private typed = '';
  private last = 0;

  /** Handles a key at a time in milliseconds. Returns a cell once one is named. */
  take(key: Key, cells: ReadonlyMap<string, unknown>, now: number): string | null {
    if (now - this.last > 1500) this.typed = '';
    this.last = now;
    // In other alphabets the physical key stands for the letter.
    const letter = /^[a-z]$/i.test(key.key)
      ? key.key.toLowerCase()
      : (/^Key([A-Z])$/.exec(key.code)?.[1]?.toLowerCase() ?? null);
    if (letter !== null) {
      this.typed = letter;
      return null;
    }
    if (!/^[0-9]$/.test(key.key) || this.typed === '') {
      this.typed = '';
      return null;
    }
    this.typed += key.key;
    return cells.has(this.typed) ? this.typed : null;
  }
}
