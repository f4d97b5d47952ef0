/** Keys by which results are entered, as in programs that clubs know. */

/** What a key does at a board of a round. */
export type KeyAction =
  | { kind: 'result'; result: string | null }
  | { kind: 'move'; to: 'next' | 'previous' | 'first' | 'last' }
  /** Goes to a board by its number. */
  | { kind: 'find' }
  /** Opens the moves of the game. */
  | { kind: 'game' }
  /** Opens the menu of all results. */
  | { kind: 'menu' }
  /** Pairs the next round. */
  | { kind: 'pair' };

/** Results that every tournament has, those that are typed most first. */
export const RESULTS = ['1-0', '1/2-1/2', '0-1'] as const;
/** Results of a stalemate that is more than a draw. */
export const QUARTERS = ['3/4-1/4', '1/4-3/4'] as const;
/** Results of games that were not played. */
export const FORFEITS = ['+/-', '-/+', '-/-'] as const;
/** Decisions of the arbiter, which have no keys. */
export const DECISIONS = ['0-0', '1/2-0', '0-1/2'] as const;

const SIGNS: Readonly<Record<string, string>> = {
  '1': '1-0',
  '0': '0-1',
  '=': '1/2-1/2',
  '5': '1/2-1/2',
  '+': '+/-',
  '-': '-/+',
  '−': '-/+',
};

const MOVES: Readonly<Record<string, KeyAction>> = {
  ArrowDown: { kind: 'move', to: 'next' },
  ArrowUp: { kind: 'move', to: 'previous' },
  Home: { kind: 'move', to: 'first' },
  End: { kind: 'move', to: 'last' },
  Delete: { kind: 'result', result: null },
  Backspace: { kind: 'result', result: null },
  Enter: { kind: 'menu' },
  ' ': { kind: 'menu' },
  '/': { kind: 'find' },
};

export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** Returns what a key does; `null` if it does nothing. `quarters` is true if a stalemate gives ¾ and ¼. */
export function keyAction(event: Key, quarters: boolean): KeyAction | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const sign = SIGNS[event.key];
  if (sign !== undefined) return { kind: 'result', result: sign };
  const move = MOVES[event.key];
  if (move) return move;
  switch (letterOf(event)) {
    case 'r':
      return { kind: 'result', result: '1/2-1/2' };
    case 'q':
      return quarters ? { kind: 'result', result: event.shiftKey ? '1/4-3/4' : '3/4-1/4' } : null;
    case 'x':
      return { kind: 'result', result: '-/-' };
    case 'g':
      return { kind: 'find' };
    case 'm':
      return { kind: 'game' };
    case 'p':
      return { kind: 'pair' };
    default:
      return null;
  }
}

/** Returns the Latin letter of a key: of a layout with other letters, the one that stands there on a Latin one. */
function letterOf({ key, code }: Key): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^\p{L}$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '').toLowerCase() : '';
}

/** Returns the index of the next board without a result behind `from`, then before it; `null` if all are known. */
export function nextOpen(boards: readonly { result: string | null }[], from: number): number | null {
  const isOpen = (_: unknown, at: number): boolean => boards[at]?.result === null;
  const after = boards.findIndex((board, at) => at > from && isOpen(board, at));
  if (after >= 0) return after;
  const before = boards.findIndex(isOpen);
  return before < 0 ? null : before;
}
