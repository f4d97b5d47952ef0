/** Passing, with the real rules. */

import { beforeAll, describe, expect, it } from 'vitest';
import { startRules } from '../../domain/modules-for-tests';
import { newGame } from '../../domain/rules';
import { VARIANT_IDS } from '../../generated/types';
import type { GameState } from '../../generated/types';
import { passed, passedFen, threatOf } from './threat';

beforeAll(() => startRules());

function state(variant: string, moves: string[] = [], fen?: string): GameState {
  const game = newGame(variant, fen);
  for (const move of moves) game.play(move);
  const now = game.state();
  game.free();
  return now;
}

describe('a pass', () => {
  it('changes the side to move, the number after Black, and forgets the capture en passant', () => {
    expect(passedFen('8/8 w QBqb e4 3 7')).toBe('8/8 b QBqb - 3 7');
    expect(passedFen('8/8 b - - 0 7')).toBe('8/8 w - - 0 8');
  });

  it('is possible at the start of every variant', () => {
    for (const variant of VARIANT_IDS) {
      const after = passed(state(variant));
      expect(after?.turn, variant).toBe('b');
      expect(after?.moves.length, variant).toBeGreaterThan(10);
    }
  });

  it('is not possible in check, nor after the end', () => {
    const check = state('shafran', [], 'k4/6/7/8/9/8R/8/7/6/R3K b - - 0 1');
    const checked = { ...check, check: 'e10' };
    expect(passed(checked)).toBeNull();
    expect(passed({ ...check, outcome: { result: '1-0', reason: 'resignation', winner: 'w' } })).toBeNull();
  });

  it('gives the engine the position without its moves', () => {
    const subject = threatOf(state('shafran', ['e2e5']));
    expect(subject?.request.moves).toEqual([]);
    expect(subject?.request.fen).toMatch(/ w /);
    expect(subject?.legal).toBeGreaterThan(10);
  });
});
