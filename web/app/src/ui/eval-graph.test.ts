import { describe, expect, it } from 'vitest';
import { areaPath, indexAt, linePath, pointsOf } from './eval-graph';

const evals = [0.5, 1, 0].map((share) => ({ text: '', share }));

describe('the graph', () => {
  const points = pointsOf(evals, 212, 112);

  it('has White’s advantage above the middle', () => {
    expect(points).toEqual([
      { x: 6, y: 56 },
      { x: 106, y: 6 },
      { x: 206, y: 106 },
    ]);
    expect(linePath(points)).toBe('M6 56L106 6L206 106');
    expect(areaPath(points, 112)).toBe('M6 56L106 6L206 106L206 112L6 112Z');
  });

  it('leads from each place to the nearest position', () => {
    for (const [index, { x }] of points.entries()) expect(indexAt(x + 20, 3, 212)).toBe(index);
    expect([indexAt(-5, 3, 212), indexAt(900, 3, 212), indexAt(50, 1, 212)]).toEqual([0, 2, 0]);
  });

  it('leaves room for the positions before those that were looked at', () => {
    expect(pointsOf(evals.slice(1), 212, 112, 1)).toEqual(points.slice(1));
  });

  it('may have one position or none', () => {
    expect(pointsOf(evals.slice(0, 1), 212, 112)).toEqual([{ x: 6, y: 56 }]);
    expect([linePath([]), areaPath([], 10)]).toEqual(['', '']);
  });
});
