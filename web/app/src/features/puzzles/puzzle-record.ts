/** Results of the visitor's puzzles, stored in this browser: a rating for each game, and the last results. */

import type { Puzzle } from '../../domain/puzzles';
import { ownKey } from '../../domain/signed-in';
import { isObject, readObject, write } from '../../domain/storage';
import type { Store } from '../../domain/storage';

export const RECORD_KEY = 'saffron.puzzles';

/** Rating before the first puzzle. */
export const FIRST_RATING = 1000;
/** Number of results that are stored for each game. */
export const KEPT = 3000;
/** Greatest change of the rating by one puzzle, at first and after many. */
const FIRST_STEP = 80;
const LAST_STEP = 20;
/** Number of puzzles after which the rating changes slowly. */
const SETTLED = 30;

/** Result of a puzzle: its id, whether it was solved, and the day on which it was tried. */
export type PuzzleResult = [id: string, solved: boolean, day: number];

export interface PuzzleRecord {
  rating: number;
  /** Number of puzzles that counted for the rating. */
  rated: number;
  /** Last results, the latest first; a puzzle is in it once. */
  results: readonly PuzzleResult[];
  /** Results of the puzzles of the day, by day. */
  days: Readonly<Record<string, boolean>>;
  /** Votes on puzzles, by their ids: 1 or -1. */
  votes: Readonly<Record<string, number>>;
}

const NOTHING: PuzzleRecord = { rating: FIRST_RATING, rated: 0, results: [], days: {}, votes: {} };

function isResult(value: unknown): value is PuzzleResult {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    typeof value[0] === 'string' &&
    typeof value[1] === 'boolean' &&
    Number.isSafeInteger(value[2])
  );
}

function parsed(value: unknown): PuzzleRecord {
  if (!isObject(value)) return NOTHING;
  const { rating, rated, results, days, votes } = value;
  return {
    rating: typeof rating === 'number' && rating > 0 && rating < 4000 ? rating : FIRST_RATING,
    rated: Number.isSafeInteger(rated) && (rated as number) >= 0 ? (rated as number) : 0,
    results: Array.isArray(results) ? results.filter(isResult) : [],
    days: isObject(days)
      ? Object.fromEntries(
          Object.entries(days).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
        )
      : {},
    votes: isObject(votes)
      ? Object.fromEntries(
          Object.entries(votes).filter((entry): entry is [string, number] => entry[1] === 1 || entry[1] === -1),
        )
      : {},
  };
}

export function puzzleRecord(variant: string, store?: Store | null): PuzzleRecord {
  return recordAt(ownKey(RECORD_KEY, store), variant, store);
}

/** Returns the record that is stored under a key. */
export function recordAt(key: string, variant: string, store?: Store | null): PuzzleRecord {
  return parsed(readObject(key, store)[variant]);
}

/** Stores a record. */
export function writeRecord(variant: string, record: PuzzleRecord, store?: Store | null): void {
  const key = ownKey(RECORD_KEY, store);
  write(key, { ...readObject(key, store), [variant]: record }, store);
}

/** Returns the solver's rating after a puzzle: Elo's formula, with steps that become smaller. */
export function ratingAfter(
  { rating, rated }: Pick<PuzzleRecord, 'rating' | 'rated'>,
  puzzle: number,
  solved: boolean,
): number {
  const step = FIRST_STEP + (LAST_STEP - FIRST_STEP) * Math.min(1, rated / SETTLED);
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.max(100, Math.round(rating + step * ((solved ? 1 : 0) - expected)));
}

/** Stores the rating that the server has computed, and returns the new record. */
export function setRating(variant: string, rating: number, rated: number, store?: Store | null): PuzzleRecord {
  const after = { ...puzzleRecord(variant, store), rating, rated };
  writeRecord(variant, after, store);
  return after;
}

/** Attempt at a puzzle. */
export interface Attempt {
  solved: boolean;
  /** False if it does not change the rating: with a hint, or tried before. */
  counts: boolean;
  day: number;
  /** True for the puzzle of the day. */
  daily: boolean;
}

/** Stores a result and returns the new record. */
export function addResult(puzzle: Puzzle, attempt: Attempt, store?: Store | null): PuzzleRecord {
  const { solved, counts, day, daily } = attempt;
  const before = puzzleRecord(puzzle.variant, store);
  const others = before.results.filter(([id]) => id !== puzzle.id);
  const after: PuzzleRecord = {
    rating: counts ? ratingAfter(before, puzzle.rating, solved) : before.rating,
    rated: before.rated + (counts ? 1 : 0),
    results: [[puzzle.id, solved, day] as PuzzleResult, ...others].slice(0, KEPT),
    // The first result of a day stands.
    days: daily ? { [day]: solved, ...before.days } : before.days,
    votes: before.votes,
  };
  writeRecord(puzzle.variant, after, store);
  return after;
}
