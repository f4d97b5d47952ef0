import { describe, expect, it } from 'vitest';
import { keyAction, nextOpen } from './result-keys';
import type { Key } from './result-keys';

function press(key: string, more: Partial<Key> = {}): Key {
  return { key, code: '', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more };
}

describe('keyAction', () => {
  it.each([
    ['1', '1-0'],
    ['0', '0-1'],
    ['=', '1/2-1/2'],
    ['5', '1/2-1/2'],
    ['r', '1/2-1/2'],
    ['+', '+/-'],
    ['-', '-/+'],
    ['x', '-/-'],
    ['X', '-/-'],
    ['Delete', null],
    ['Backspace', null],
  ])('reads %s as the result %s', (key, result) => {
    expect(keyAction(press(key), false)).toEqual({ kind: 'result', result });
  });

  it('knows quarters only in tournaments that have them', () => {
    expect(keyAction(press('q'), true)).toEqual({ kind: 'result', result: '3/4-1/4' });
    expect(keyAction(press('Q', { shiftKey: true }), true)).toEqual({ kind: 'result', result: '1/4-3/4' });
    expect(keyAction(press('q'), false)).toBeNull();
  });

  it('reads letters by their places on a keyboard with others', () => {
    expect(keyAction(press('ч', { code: 'KeyX' }), false)).toEqual({ kind: 'result', result: '-/-' });
    expect(keyAction(press('й', { code: 'KeyQ' }), true)).toEqual({ kind: 'result', result: '3/4-1/4' });
    // French: the letter counts, not the place.
    expect(keyAction(press('a', { code: 'KeyQ' }), true)).toBeNull();
  });

  it('moves, finds, opens and pairs, and leaves the keys of the browser alone', () => {
    expect(keyAction(press('ArrowDown'), false)).toEqual({ kind: 'move', to: 'next' });
    expect(keyAction(press('g'), false)).toEqual({ kind: 'find' });
    expect(keyAction(press('Enter'), false)).toEqual({ kind: 'menu' });
    expect(keyAction(press('p'), false)).toEqual({ kind: 'pair' });
    expect(keyAction(press('M'), false)).toEqual({ kind: 'game' });
    expect(keyAction(press('r', { ctrlKey: true }), false)).toBeNull();
    expect(keyAction(press('2'), false)).toBeNull();
    expect(keyAction(press('Tab', { code: 'Tab' }), false)).toBeNull();
  });
});

describe('nextOpen', () => {
  const boards = (...results: (string | null)[]): { result: string | null }[] => results.map((result) => ({ result }));

  it('is the next board without a result, then the first one', () => {
    expect(nextOpen(boards('1-0', null, '0-1', null), 1)).toBe(3);
    expect(nextOpen(boards(null, '1-0', '1-0'), 1)).toBe(0);
    expect(nextOpen(boards('1-0', '0-1'), 0)).toBeNull();
    expect(nextOpen([], 0)).toBeNull();
  });
});
