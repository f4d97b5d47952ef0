import { describe, expect, it } from 'vitest';
import { changeSince, curveOf, highest, range, timeMarks, untilNow } from './rating-graph';

const DAY = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const labels = (from: string, to: string, most: number): string[] =>
  timeMarks(at(from), at(to), most).map((mark) => `${mark.kind} ${new Date(mark.at).toISOString().slice(0, 10)}`);

describe('the curve of a rating', () => {
  it('lasts until now', () => {
    const points = [
      { at: 1000, rating: 1500 },
      { at: 5000, rating: 1520 },
    ];
    expect(untilNow(points, 9000)).toEqual([...points, { at: 9000, rating: 1520 }]);
    expect(untilNow(points, 5000)).toEqual(points);
    expect(untilNow([], 5000)).toEqual([]);
  });

  it('goes from the left edge to the right one, higher ratings further up', () => {
    const points = [
      { at: 0, rating: 1500 },
      { at: 50, rating: 1600 },
    ];
    const { line, area, last, levels } = curveOf(points, 100);
    expect(line).toBe('M0 93.1L50 6.9L100 6.9');
    expect(area).toBe(`${line}L100 100L0 100Z`);
    expect(last).toBe(6.9);
    expect(levels.map(({ rating }) => rating)).toEqual([1500, 1525, 1550, 1575, 1600]);
    expect(levels[0]?.y).toBe(93.1);
    expect(curveOf([{ at: 5, rating: 1500 }], 5).line).toBe('M0 50');
  });

  it.each([
    [[1500], 1465, 1535, 20],
    [[1500, 1684], 1485, 1699, 50],
    [[1200, 2200], 1120, 2280, 250],
  ])('of %j has room around it', (ratings, low, high, step) => {
    const found = range(ratings);
    expect([Math.round(found.low), Math.round(found.high), found.step]).toEqual([low, high, step]);
  });
});

describe('the time axis', () => {
  it('has days, months or years, as they fit', () => {
    expect(labels('2026-11-01', '2026-11-04', 5)).toEqual(['day 2026-11-02', 'day 2026-11-03']);
    expect(labels('2026-05-28', '2026-11-25', 7)).toEqual([
      'month 2026-07-01',
      'month 2026-08-01',
      'month 2026-09-01',
      'month 2026-10-01',
      'month 2026-11-01',
    ]);
    expect(labels('2025-11-20', '2026-11-25', 5)).toEqual([
      'year 2026-01-01',
      'month 2026-04-01',
      'month 2026-07-01',
      'month 2026-10-01',
    ]);
    expect(labels('2020-03-01', '2026-11-25', 4)).toEqual(['year 2022-01-01', 'year 2024-01-01', 'year 2026-01-01']);
  });

  it('has no more labels than wanted, for any time', () => {
    for (let days = 1; days < 5000; days = Math.ceil(days * 1.3)) {
      const marks = timeMarks(at('2016-02-29'), at('2016-02-29') + days * DAY, 4);
      expect(marks.length, String(days)).toBeLessThanOrEqual(4);
      expect(marks.every(({ x }) => x >= 4 && x <= 96)).toBe(true);
    }
  });
});

describe('the change of a rating', () => {
  const points = [
    { at: 10, rating: 1500 },
    { at: 20, rating: 1550 },
    { at: 30, rating: 1540 },
  ];

  it('is from the last rating before', () => {
    expect(changeSince(points, 20)).toBe(-10);
    expect(changeSince(points, 19)).toBe(40);
    expect(changeSince(points, 5)).toBe(40);
  });

  it('is unknown without a game since then, and with a first one', () => {
    expect(changeSince(points, 30)).toBeNull();
    expect(changeSince(points.slice(0, 1), 0)).toBeNull();
    expect(changeSince([], 0)).toBeNull();
  });

  it('has a peak', () => {
    expect(highest([...points, { at: 40, rating: 1550 }])).toEqual({ at: 20, rating: 1550 });
    expect(highest([])).toBeNull();
  });
});
