// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import type { Puzzle } from '../../domain/puzzles';
import { addResult, FIRST_RATING, puzzleRecord, ratingAfter } from './puzzle-record';

beforeEach(() => localStorage.clear());

const puzzle = (id: string, rating = 1000): Puzzle => ({
  id,
  variant: 'glinski',
  fen: '',
  moves: [],
  rating,
  themes: [],
});

it('a rating rises by what was not expected, and less with every puzzle', () => {
  const first = ratingAfter({ rating: 1000, rated: 0 }, 1000, true) - 1000;
  const later = ratingAfter({ rating: 1000, rated: 100 }, 1000, true) - 1000;
  expect([first, later]).toEqual([40, 10]);
  expect(ratingAfter({ rating: 1000, rated: 0 }, 1600, true) - 1000).toBeGreaterThan(70);
  expect(ratingAfter({ rating: 1000, rated: 0 }, 1600, false)).toBeGreaterThan(990);
  expect(ratingAfter({ rating: 100, rated: 0 }, 100, false)).toBe(100);
});

it('results are kept for each game, the latest first', () => {
  const common = { counts: true, day: 5, daily: false };
  addResult(puzzle('a'), { ...common, solved: false });
  addResult(puzzle('b'), { ...common, solved: true });
  const after = addResult(puzzle('a'), { ...common, solved: true, counts: false, day: 6 });
  expect(after.results).toEqual([
    ['a', true, 6],
    ['b', true, 5],
  ]);
  expect(after.rated).toBe(2);
  expect(puzzleRecord('glinski')).toEqual(after);
  expect(puzzleRecord('shafran').rating).toBe(FIRST_RATING);
});

it('the first result of a day stands', () => {
  const attempt = { counts: true, day: 9, daily: true };
  addResult(puzzle('a'), { ...attempt, solved: false });
  expect(addResult(puzzle('a'), { ...attempt, solved: true }).days).toEqual({ 9: false });
});

it('what cannot be read is as if there were nothing', () => {
  for (const text of [
    '{',
    '[]',
    '{"glinski":5}',
    '{"glinski":{"rating":"x","rated":-1,"results":[1,["a",true]],"days":[]}}',
  ]) {
    localStorage.setItem('saffron.puzzles', text);
    expect(puzzleRecord('glinski')).toEqual({ rating: FIRST_RATING, rated: 0, results: [], days: {}, votes: {} });
  }
});
