import { beforeAll, expect, it } from 'vitest';
import { startRules } from '../../domain/modules-for-tests';
import type { Puzzle } from '../../domain/puzzles';
import { settings } from '../../ui/settings.svelte';
import { printed, sheetOf } from './sheet';

beforeAll(async () => {
  await startRules();
  settings.locale = 'en';
});

const puzzles: Puzzle[] = Array.from({ length: 40 }, (_, index) => ({
  id: `p${index}`,
  variant: 'shafran',
  fen: '5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1',
  moves: ['e6c2'],
  rating: 500 + 25 * index,
  themes: index % 2 === 0 ? ['mate'] : ['fork'],
}));

const ALL = { theme: null, least: 0, most: 4000, count: 6, seed: 1 };

it('a sheet has different puzzles within its bounds, from easy to hard', () => {
  const sheet = sheetOf(puzzles, { ...ALL, theme: 'fork', least: 700, most: 1200 });
  expect(sheet).toHaveLength(6);
  expect(new Set(sheet).size).toBe(6);
  const ratings = sheet.map(({ rating }) => rating);
  expect(ratings).toEqual(ratings.toSorted((a, b) => a - b));
  expect(sheet.every(({ rating, themes }) => rating >= 700 && rating <= 1200 && themes.includes('fork'))).toBe(true);
});

it('a seed gives the same sheet again, another one another', () => {
  const ids = (seed: number): string[] => sheetOf(puzzles, { ...ALL, seed }).map(({ id }) => id);
  expect(ids(3)).toEqual(ids(3));
  expect(ids(3)).not.toEqual(ids(4));
});

it('a sheet has no more puzzles than there are', () => {
  expect(sheetOf(puzzles, { ...ALL, least: 1400, count: 12 })).toHaveLength(4);
  expect(sheetOf(puzzles, { ...ALL, least: 3000 })).toEqual([]);
});

it('solutions are numbered from the first move of the solver', () => {
  const [mate] = puzzles;
  expect(mate && printed(mate)).toMatchObject({ solver: 'w', solution: '1. Qc2#' });
  const start = 'kqbnr/bppppp/np5/bp6/rp6P/p6PR/6PB/5PN/PPPPPB/RNBQK w QBqb - 0 1';
  const black = printed({ ...puzzles[0], fen: start, moves: ['e2e4', 'e9e8', 'd2d3', 'e8e7'] } as Puzzle);
  expect(black).toMatchObject({ solver: 'b', solution: '1… e8 2. d3 e7' });
});
