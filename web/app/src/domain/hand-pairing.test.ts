import { expect, it } from 'vitest';
import { inPairs } from './hand-pairing';

it('pairs each with the next one, and gives the last one of an odd number the bye', () => {
  expect(inPairs([4, 2, 7, 1])).toEqual({
    pairs: [
      [4, 2],
      [7, 1],
    ],
    bye: null,
  });
  expect(inPairs([4, 2, 7])).toEqual({ pairs: [[4, 2]], bye: 7 });
});
