import { beforeAll, expect, it } from 'vitest';
import { startRules } from '../domain/modules-for-tests';
import type { Puzzle } from '../domain/puzzles';
import { printed } from './printed-puzzle';
import { settings } from './settings.svelte';

beforeAll(async () => {
  await startRules();
  settings.locale = 'en';
});

const mate: Puzzle = {
  id: 'p1',
  variant: 'shafran',
  fen: '5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1',
  moves: ['e6c2'],
  rating: 500,
  themes: ['mate'],
};

it('solutions are numbered from the first move of the solver', () => {
  expect(printed(mate)).toMatchObject({ solver: 'w', solution: '1. Qc2#' });
  const start = 'kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1';
  const black = printed({ ...mate, fen: start, moves: ['e2e4', 'e9e8', 'd2d3', 'e8e7'] });
  expect(black).toMatchObject({ solver: 'b', solution: '1… e8 2. d3 e7' });
});
