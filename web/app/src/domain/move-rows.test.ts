import { describe, expect, it } from 'vitest';
import { firstNumber, moveRows, plyAfterKey } from './move-rows';
import type { PlayedMove, Side } from '../generated/types';

function played(first: Side, ...sans: string[]): PlayedMove[] {
  const sides: Side[] = first === 'w' ? ['w', 'b'] : ['b', 'w'];
  return sans.map((san, index) => ({ uci: '', san, turn: sides[index % 2] ?? 'w', check: false }));
}

describe('moveRows', () => {
  it('puts two moves in a row', () => {
    expect(moveRows(played('w', 'e5', 'e6', 'Nc4'), 1)).toEqual([
      { number: 1, white: { ply: 1, san: 'e5' }, black: { ply: 2, san: 'e6' } },
      { number: 2, white: { ply: 3, san: 'Nc4' }, black: null },
    ]);
  });

  it('leaves a gap where Black moves first', () => {
    expect(moveRows(played('b', 'e6', 'd4', 'd6'), 7)).toEqual([
      { number: 7, white: null, black: { ply: 1, san: 'e6' } },
      { number: 8, white: { ply: 2, san: 'd4' }, black: { ply: 3, san: 'd6' } },
    ]);
  });

  it('is empty before the first move', () => {
    expect(moveRows([], 1)).toEqual([]);
  });
});

describe('firstNumber', () => {
  it('reads the sixth field', () => {
    expect(firstNumber('8/8 w - - 0 12')).toBe(12);
  });
  it('starts at 1 if there is none', () => {
    for (const fen of ['', '8/8 w', '8/8 w - - 0 x', '8/8 w - - 0 0']) expect(firstNumber(fen)).toBe(1);
  });
});

describe('plyAfterKey', () => {
  it('goes through the moments and stops at both ends', () => {
    expect(plyAfterKey('ArrowLeft', 3, 5)).toBe(2);
    expect(plyAfterKey('ArrowLeft', 0, 5)).toBe(0);
    expect(plyAfterKey('ArrowRight', 5, 5)).toBe(5);
    expect(plyAfterKey('ArrowUp', 1, 5)).toBe(0);
    expect(plyAfterKey('ArrowDown', 2, 5)).toBe(4);
    expect(plyAfterKey('Home', 3, 5)).toBe(0);
    expect(plyAfterKey('End', 3, 5)).toBe(5);
  });
  it('leaves other keys alone', () => {
    expect(plyAfterKey('a', 3, 5)).toBeNull();
    expect(plyAfterKey('Tab', 3, 5)).toBeNull();
  });
});
