import { expect, it } from 'vitest';
import { drawn, moved, ordered } from './order';

it('is by numbers, then as players were entered', () => {
  const entry = (number: number | null, removed = false): { number: number | null; removed: boolean } => ({
    number,
    removed,
  });
  expect(ordered([entry(null), entry(2), entry(null, true), entry(1), entry(null)])).toEqual([3, 1, 0, 4]);
});

it('is changed by one place', () => {
  expect(moved([5, 6, 7], 0, 1)).toEqual([6, 5, 7]);
  expect(moved([5, 6, 7], 2, -1)).toEqual([5, 7, 6]);
  expect(moved([5, 6, 7], 0, -1)).toEqual([5, 6, 7]);
});

it('is drawn with every player once', () => {
  const values = [0.99, 0, 0.5, 0];
  expect(drawn([1, 2, 3, 4], () => values.shift() ?? 0)).toEqual([4, 1, 3, 2]);
});
