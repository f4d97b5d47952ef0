/** Evaluation graph of a review: White's expected score after each move, as points and SVG paths. */

import type { Eval } from '../generated/types';

export interface GraphPoint {
  x: number;
  y: number;
}

/** Distance of lines and marks from the edge in pixels. */
const MARGIN = 6;

/**
 * Returns the points of the graph; up is good for White. Positions are spread over the whole width, including `before` positions
 * that are not drawn.
 */
export function pointsOf(evals: readonly Eval[], width: number, height: number, before = 0): GraphPoint[] {
  const y = (share: number): number => MARGIN + (1 - share) * (height - 2 * MARGIN);
  const count = before + evals.length;
  return evals.map(({ share }, index) => ({ x: placeOf(before + index, count, width), y: rounded(y(share)) }));
}

/** Returns the distance of a position from the left edge, given the number of positions. */
export function placeOf(index: number, count: number, width: number): number {
  return rounded(MARGIN + (index * (width - 2 * MARGIN)) / Math.max(1, count - 1));
}

/** Returns the index of the position nearest to a distance from the left edge. */
export function indexAt(x: number, count: number, width: number): number {
  const step = (width - 2 * MARGIN) / Math.max(1, count - 1);
  return Math.max(0, Math.min(count - 1, Math.round((x - MARGIN) / step)));
}

export function linePath(points: readonly GraphPoint[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** Returns the path of the area below the line. */
export function areaPath(points: readonly GraphPoint[], height: number): string {
  const first = points[0];
  const last = points.at(-1);
  return first && last ? `${linePath(points)}L${last.x} ${height}L${first.x} ${height}Z` : '';
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
