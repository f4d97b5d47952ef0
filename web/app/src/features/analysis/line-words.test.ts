import { expect, it } from 'vitest';
import { lineWords } from './line-words';

it('numbers White’s moves, and Black’s where the line begins with it', () => {
  const numbers = (turn: 'w' | 'b', number: number): string =>
    lineWords(['e5', 'e6', 'Nc4'], turn, number)
      .map(({ number: text, san }) => `${text}${san}`)
      .join(' ');
  expect(numbers('w', 3)).toBe('3.e5 e6 4.Nc4');
  expect(numbers('b', 12)).toBe('12…e5 13.e6 Nc4');
  expect(lineWords([], 'w', 1)).toEqual([]);
});
