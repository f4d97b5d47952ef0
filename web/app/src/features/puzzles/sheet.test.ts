import { expect, it } from 'vitest';
import type { Puzzle } from '../../domain/puzzles';
import { sheetOf } from './sheet';

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
