import { describe, expect, it } from 'vitest';
import type { Puzzle } from '../../domain/puzzles';
import { dateOfDay, dayNumber, FAILED, nextPuzzle, puzzleOfDay, withTheme } from './choice';
import type { PuzzleRecord } from './puzzle-record';

const puzzles: Puzzle[] = Array.from({ length: 50 }, (_, index) => ({
  id: `p${index}`,
  variant: 'shafran',
  fen: '',
  moves: ['a', 'b', 'c'],
  rating: 600 + 40 * index,
  themes: index % 2 === 0 ? ['fork'] : ['pin'],
}));

const record = (results: PuzzleRecord['results'], rating = 1000): PuzzleRecord => ({
  rating,
  rated: 0,
  results,
  days: {},
  votes: {},
});

describe('the puzzle of the day', () => {
  it('is another one every day until all have come', () => {
    const suitable = puzzles.filter(({ rating }) => rating >= 900 && rating <= 1700);
    const seen = new Set(suitable.map((_, day) => puzzleOfDay(puzzles, 20_000 + day)?.id));
    expect(seen.size).toBe(suitable.length);
    expect(puzzleOfDay(puzzles, 20_000)).toBe(puzzleOfDay(puzzles, 20_000));
    expect(puzzleOfDay(puzzles.slice(0, 1), 3)?.id).toBe('p0');
    expect(puzzleOfDay([], 3)).toBeUndefined();
  });

  it('belongs to a day of the calendar', () => {
    const evening = new Date(2026, 10, 28, 23, 59);
    const morning = new Date(2026, 10, 28, 0, 1);
    expect(dayNumber(evening)).toBe(dayNumber(morning));
    expect(dayNumber(new Date(2026, 10, 29, 0, 1))).toBe(dayNumber(evening) + 1);
    expect(dateOfDay(dayNumber(evening)).getDate()).toBe(28);
  });
});

describe('the next puzzle', () => {
  it('is near the rating and has not been tried', () => {
    const tried = record([
      ['p8', true, 1],
      ['p9', false, 1],
      ['p10', true, 1],
    ]);
    for (const random of [0, 0.5, 0.999]) {
      const next = nextPuzzle(puzzles, tried, 'p11', () => random);
      expect(Math.abs((next?.rating ?? 0) - 1000)).toBeLessThanOrEqual(150);
      expect(['p8', 'p9', 'p10', 'p11']).not.toContain(next?.id);
    }
  });

  it('is one that was failed if all have been tried, and then any other', () => {
    const three = puzzles.slice(0, 3);
    const all = record([
      ['p0', true, 1],
      ['p1', false, 1],
      ['p2', true, 1],
    ]);
    expect(nextPuzzle(three, all, null, () => 0)?.id).toBe('p1');
    expect(nextPuzzle(three, all, 'p1', () => 0)?.id).not.toBe('p1');
    expect(nextPuzzle(three.slice(0, 1), record([]), 'p0', () => 0)?.id).toBe('p0');
    expect(nextPuzzle([], record([]), null)).toBeUndefined();
  });

  it('is found far from the rating if there is none near', () => {
    expect(nextPuzzle(puzzles.slice(0, 2), record([], 2500), null, () => 0)?.id).toBe('p0');
  });
});

it('themes are a part of the puzzles', () => {
  expect(withTheme(puzzles, null)).toHaveLength(50);
  expect(withTheme(puzzles, 'fork')).toHaveLength(25);
  expect(withTheme(puzzles, 'zugzwang')).toHaveLength(0);
});

it('those that were failed and not solved since are together', () => {
  const [first, second, third] = puzzles;
  const results = [
    [first?.id, false, 3],
    [second?.id, true, 2],
    [third?.id, false, 1],
  ] as PuzzleRecord['results'];
  expect(withTheme(puzzles, FAILED, { results })).toEqual([first, third]);
  expect(withTheme(puzzles, FAILED)).toEqual([]);
});
