/** Choice of the next puzzle: that of the day, or one near the visitor's rating that they have not solved. */

import { mayBeDaily } from '../../domain/daily-puzzle';
import type { Puzzle } from '../../domain/puzzles';
import type { PuzzleRecord } from './puzzle-record';

/** Difference to the visitor's rating within which a puzzle is proposed first; it grows by as much while there is none. */
const NEAR = 150;

/** Returns the number of a day: days since 1 January 1970 by the visitor's calendar. */
export function dayNumber(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** Returns the first day of which a number is, as a date at noon. */
export function dateOfDay(day: number): Date {
  const utc = new Date(day * 86_400_000);
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), 12);
}

/** Returns the name of a day's weekday. */
export function weekdayOf(day: number, locale: string, weekday: 'short' | 'long'): string {
  return new Intl.DateTimeFormat(locale, { weekday }).format(dateOfDay(day));
}

/** Returns the puzzles of which one is that of a day; all if none is suitable. */
export function dailyPuzzles(puzzles: readonly Puzzle[]): readonly Puzzle[] {
  const suitable = puzzles.filter(({ rating, moves }) => mayBeDaily(rating, moves.length));
  return suitable.length > 0 ? suitable : puzzles;
}

/** Returns the index of a day's puzzle among so many: none comes twice before all have come. */
export function indexOfDay(count: number, day: number): number {
  // A step that has no common divisor with the number visits all; consecutive puzzles of a file may be of one game.
  let step = Math.max(1, Math.round(count * 0.618));
  while (gcd(step, count) !== 1) step += 1;
  return (day * step) % count;
}

/** Returns the puzzle of a day, which is the same for all visitors. */
export function puzzleOfDay(puzzles: readonly Puzzle[], day: number): Puzzle | undefined {
  const from = dailyPuzzles(puzzles);
  return from.length === 0 ? undefined : from[indexOfDay(from.length, day)];
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** In place of a theme: the puzzles that the visitor tried and has not solved since. */
export const FAILED = 'failed';

/** Returns the puzzles with a theme; all without one. */
export function withTheme(
  puzzles: readonly Puzzle[],
  theme: string | null,
  { results }: Pick<PuzzleRecord, 'results'> = { results: [] },
): readonly Puzzle[] {
  if (theme === null) return puzzles;
  if (theme !== FAILED) return puzzles.filter(({ themes }) => themes.includes(theme));
  const failed = new Set(results.flatMap(([id, solved]) => (solved ? [] : [id])));
  return puzzles.filter(({ id }) => failed.has(id));
}

/**
 * Returns a random puzzle near the visitor's rating: of those that were never tried, then of those that were failed, then of all.
 * The shown one is left out if there are others.
 */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  record: PuzzleRecord,
  shown: string | null,
  random: () => number = Math.random,
): Puzzle | undefined {
  const results = new Map(record.results.map(([id, solved]) => [id, solved]));
  const others = puzzles.filter(({ id }) => id !== shown);
  const groups = [
    others.filter(({ id }) => !results.has(id)),
    others.filter(({ id }) => results.get(id) === false),
    others,
    puzzles,
  ];
  const group = groups.find(({ length }) => length > 0) ?? [];
  for (let distance = NEAR; group.length > 0; distance += NEAR) {
    const near = group.filter(({ rating }) => Math.abs(rating - record.rating) <= distance);
    if (near.length > 0) return near[Math.min(near.length - 1, Math.floor(random() * near.length))];
  }
  return undefined;
}
