import { describe, expect, it } from 'vitest';
import { bounds, series } from './rating-graph';

describe('the graph of a rating', () => {
  it('lasts until now', () => {
    const points = [
      { at: 1000, rating: 1500 },
      { at: 5000, rating: 1520 },
    ];
    expect(series(points, 9000)).toEqual([
      [1, 5, 9],
      [1500, 1520, 1520],
    ]);
    expect(series(points, 5000)[0]).toEqual([1, 5]);
    expect(series([], 5000)).toEqual([[], []]);
  });

  it('has bounds with room around it', () => {
    expect(bounds([1500])).toEqual([1400, 1600]);
    expect(bounds([1540])).toEqual([1400, 1700]);
    expect(bounds([1390, 1710])).toEqual([1300, 1800]);
  });
});
