/** Geometry of a rating's curve: percentages of its width from the left, and of its height from the top. */

import type { RatingPoint } from '../../generated/protocol';

/** Grid line of the curve. */
export interface Level {
  rating: number;
  y: number;
}

/** Label of the time axis: the first day of a month or of a year, or any day. */
export interface TimeMark {
  at: number;
  kind: 'day' | 'month' | 'year';
  x: number;
}

export interface Curve {
  /** SVG paths in a box of 100 by 100. */
  line: string;
  area: string;
  levels: Level[];
  /** Height of the last point, which is at the right edge. */
  last: number;
}

const DAY = 86_400_000;
const LEVEL_STEPS = [10, 20, 25, 50, 100, 200, 250, 500, 1000];
const DAY_STEPS = [1, 2, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60];
/** Most grid lines. */
const LEVELS = 5;
/** Smallest range of ratings, so that small changes look small. */
const MIN_RANGE = 60;
/** Share of the width at each edge without a label of the time axis. */
const EDGE = 4;

/** Returns the points with one at the present, up to which the last rating lasts; times in milliseconds since 1970. */
export function untilNow(points: readonly RatingPoint[], now: number): RatingPoint[] {
  const last = points.at(-1);
  return last && now > last.at ? [...points, { at: now, rating: last.rating }] : [...points];
}

/** Returns the lowest and the highest rating of the graph, and the distance of its grid lines. */
export function range(ratings: readonly number[]): { low: number; high: number; step: number } {
  const [min, max] = [Math.min(...ratings), Math.max(...ratings)];
  const missing = Math.max(0, MIN_RANGE - (max - min)) / 2;
  const room = Math.max(max - min, MIN_RANGE) * 0.08;
  const [low, high] = [min - missing - room, max + missing + room];
  const step = LEVEL_STEPS.find((each) => Math.floor(high / each) - Math.ceil(low / each) < LEVELS);
  return { low, high, step: step ?? 2000 };
}

/** Returns the curve of at least one point. */
export function curveOf(points: readonly RatingPoint[], now: number): Curve {
  const all = untilNow(points, now);
  const from = all[0]?.at ?? now;
  const length = Math.max(1, (all.at(-1)?.at ?? now) - from);
  const { low, high, step } = range(all.map(({ rating }) => rating));
  const y = (rating: number): number => round((100 * (high - rating)) / (high - low));
  const places = all.map(({ at, rating }) => `${round((100 * (at - from)) / length)} ${y(rating)}`);
  const line = `M${places.join('L')}`;
  const levels: Level[] = [];
  for (let rating = Math.ceil(low / step) * step; rating <= high; rating += step) levels.push({ rating, y: y(rating) });
  return { line, area: `${line}L100 100L0 100Z`, levels, last: y(all.at(-1)?.rating ?? low) };
}

/** Returns at most `most` labels for the time from one moment to another, by the calendar in UTC. */
export function timeMarks(from: number, to: number, most: number): TimeMark[] {
  const fits = (marks: readonly TimeMark[]): boolean => marks.length <= most;
  const mark = (at: number, kind: TimeMark['kind']): TimeMark => ({
    at,
    kind,
    x: round((100 * (at - from)) / (to - from)),
  });
  const days = Math.ceil((to - from) / DAY);
  for (const step of DAY_STEPS.filter((each) => days / each <= most + 1)) {
    const first = Math.ceil(from / DAY / step) * step * DAY;
    const marks = Array.from({ length: Math.ceil(days / step) + 1 }, (_, index) =>
      mark(first + index * step * DAY, 'day'),
    );
    if (fits(inside(marks))) return inside(marks);
  }
  const start = new Date(from);
  const month = start.getUTCFullYear() * 12 + start.getUTCMonth() + 1;
  for (const step of MONTH_STEPS) {
    const first = Math.ceil(month / step) * step;
    const marks: TimeMark[] = [];
    for (let index = first; monthStart(index) <= to; index += step) {
      marks.push(mark(monthStart(index), index % 12 === 0 ? 'year' : 'month'));
    }
    if (fits(inside(marks))) return inside(marks);
  }
  return [];
}

/** Returns the beginning of a month, which is counted from the year 0. */
function monthStart(index: number): number {
  return Date.UTC(Math.floor(index / 12), index % 12);
}

/** Returns the labels that do not reach over an edge. */
function inside(marks: readonly TimeMark[]): TimeMark[] {
  return marks.filter(({ x }) => x >= EDGE && x <= 100 - EDGE);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Returns the change of the rating since a moment; `null` without a game since then or a rating before it. */
export function changeSince(points: readonly RatingPoint[], since: number): number | null {
  const last = points.at(-1);
  const before = points.findLast(({ at }) => at <= since) ?? points[0];
  return last && before && last.at > since && before !== last ? last.rating - before.rating : null;
}

/** Returns the point with the highest rating, the earliest of equal ones. */
export function highest(points: readonly RatingPoint[]): RatingPoint | null {
  return points.reduce<RatingPoint | null>((best, point) => (best && best.rating >= point.rating ? best : point), null);
}
