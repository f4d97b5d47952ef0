import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome';

describe('outcomeOf', () => {
  it.each([
    [0, '0-1', 'b'],
    [1, '1/4-3/4', 'b'],
    [2, '1/2-1/2', null],
    [3, '3/4-1/4', 'w'],
    [4, '1-0', 'w'],
    [null, '*', null],
  ])('names the winner of %s quarter points as the rules do', (quarters, result, winner) => {
    const reason = quarters === null ? 'Abort' : 'Stalemate';
    expect(outcomeOf({ reason, white_quarters: quarters })).toMatchObject({ result, winner });
  });
});
