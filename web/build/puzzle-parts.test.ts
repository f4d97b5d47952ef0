import { expect, it } from 'vitest';
import { divided } from './puzzle-parts.ts';

const line = (id: string, rating: number, moves: string): string => `${id}\t${moves}\t${rating}`;

it('the puzzles of the day are in a file of their own, and none is lost', () => {
  const lines = [line('a', 1200, 'a b c'), line('b', 300, 'a b c'), line('c', 1200, 'a b'), line('d', 1700, 'a b c d')];
  const { daily, others } = divided(['id\tmoves\trating', ...lines, ''].join('\n'));
  expect(daily).toBe(['id\tmoves\trating', lines[0], lines[3], ''].join('\n'));
  expect(others).toBe(['id\tmoves\trating', lines[1], lines[2], ''].join('\n'));
  const many = Array.from({ length: 900 }, (_, number) => line(`p${number}`, 1000, 'a b c'));
  const parts = divided(['id\tmoves\trating', ...many, ''].join('\n'));
  expect([parts.daily, parts.others].map((part) => part.trimEnd().split('\n').length)).toEqual([401, 501]);
});
