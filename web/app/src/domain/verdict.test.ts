import { describe, expect, it } from 'vitest';
import { verdictFor } from './verdict';

describe('the result for one side', () => {
  it.each([
    ['1-0', 'w', 'won', 'lost'],
    ['0-1', 'b', 'lost', 'won'],
    ['1/2-1/2', null, 'drawn', 'drawn'],
    // Stalemate for three quarters of a point has no winner.
    ['3/4-1/4', null, 'won', 'lost'],
    ['1/4-3/4', null, 'lost', 'won'],
    ['*', null, null, null],
  ] as const)('of %s', (result, winner, white, black) => {
    expect([verdictFor({ result, winner }, 'w'), verdictFor({ result, winner }, 'b')]).toEqual([white, black]);
  });
});
