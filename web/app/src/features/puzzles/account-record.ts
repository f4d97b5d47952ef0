/**
 * Results of puzzles on the visitor's account. Those made here wait in this browser until the server has taken them; those made
 * without an account become those of the next one that signs in.
 */

import { ApiError, get, post, put } from '../../domain/api';
import { ownKey, signedInAccount } from '../../domain/signed-in';
import { forget, isObject, readObject, write } from '../../domain/storage';
import type { Store } from '../../domain/storage';
import type { NewPuzzleResult, PuzzleRating, PuzzleRecord as AccountRecord } from '../../generated/protocol';
import { KEPT, puzzleRecord, RECORD_KEY, recordAt, writeRecord } from './puzzle-record';
import type { PuzzleRecord } from './puzzle-record';

const UNSENT_KEY = 'saffron.puzzles-unsent';

/** Number of results that a request takes. */
const BATCH = 100;

/** Codes of refusals that another try would get again. */
const FINAL = new Set(['unknown_variant', 'not_found', 'invalid_field', 'invalid_message']);

function isResult(value: unknown): value is NewPuzzleResult {
  return (
    isObject(value) &&
    typeof value.id === 'string' &&
    typeof value.solved === 'boolean' &&
    typeof value.counts === 'boolean' &&
    typeof value.daily === 'boolean' &&
    Number.isSafeInteger(value.day)
  );
}

function unsentAt(key: string, variant: string, store?: Store | null): NewPuzzleResult[] {
  const kept = readObject(key, store)[variant];
  return Array.isArray(kept) ? kept.filter(isResult) : [];
}

function writeUnsent(variant: string, results: readonly NewPuzzleResult[], store?: Store | null): void {
  const key = ownKey(UNSENT_KEY, store);
  const { [variant]: _, ...others } = readObject(key, store);
  write(key, results.length > 0 ? { ...others, [variant]: results.slice(-KEPT) } : others, store);
}

/** Returns the results that wait, the earliest first. */
export function unsentResults(variant: string, store?: Store | null): NewPuzzleResult[] {
  return unsentAt(ownKey(UNSENT_KEY, store), variant, store);
}

/** Adds a result to those that wait. */
export function addUnsent(variant: string, result: NewPuzzleResult, store?: Store | null): void {
  writeUnsent(variant, [...unsentResults(variant, store), result], store);
}

/** Gives the results made without an account to the one that is signed in. */
function takeOver(store?: Store | null): void {
  for (const variant of Object.keys(readObject(UNSENT_KEY, store))) {
    const guest = recordAt(RECORD_KEY, variant, store);
    const own = puzzleRecord(variant, store);
    const known = new Set(own.results.map(([id]) => id));
    writeRecord(
      variant,
      {
        ...(own.rated === 0 ? guest : own),
        results: [...own.results, ...guest.results.filter(([id]) => !known.has(id))],
        days: { ...guest.days, ...own.days },
        votes: own.votes,
      },
      store,
    );
    writeUnsent(variant, [...unsentAt(UNSENT_KEY, variant, store), ...unsentResults(variant, store)], store);
  }
  forget(UNSENT_KEY, store);
  forget(RECORD_KEY, store);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Does some work with the account after what was begun before it: a vote comes to the server after the result that it belongs to,
 * and a record that is read does not undo a vote.
 */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** Sends the results that wait, and returns the rating after them; `null` if nothing was sent. */
export function sendResults(variant: string, store?: Store | null): Promise<PuzzleRating | null> {
  return inTurn(() => sendUnsent(variant, store));
}

async function sendUnsent(variant: string, store?: Store | null): Promise<PuzzleRating | null> {
  let rating: PuzzleRating | null = null;
  const account = signedInAccount(store);
  if (account === null) return null;
  for (;;) {
    const batch = unsentResults(variant, store).slice(0, BATCH);
    if (batch.length === 0) break;
    try {
      rating = await post<PuzzleRating>(`puzzles/${variant}/results`, { results: batch });
    } catch (error) {
      if (!(error instanceof ApiError && FINAL.has(error.code))) break;
    }
    if (account !== signedInAccount(store)) break;
    const sent = new Set(batch.map((result) => JSON.stringify(result)));
    writeUnsent(
      variant,
      unsentResults(variant, store).filter((result) => !sent.has(JSON.stringify(result))),
      store,
    );
  }
  return rating;
}

/**
 * Exchanges the results of a variant with the account and returns its record; `null` without an account or a connection.
 * Never rejects.
 */
export async function syncRecord(variant: string, store?: Store | null): Promise<PuzzleRecord | null> {
  const account = signedInAccount(store);
  if (account === null) return null;
  takeOver(store);
  return inTurn(async () => {
    await sendUnsent(variant, store);
    const theirs = await get<AccountRecord>(`puzzles/${variant}/record`);
    if (account !== signedInAccount(store)) return null;
    const record = merged(theirs, puzzleRecord(variant, store), unsentResults(variant, store));
    writeRecord(variant, record, store);
    return record;
  }).catch(() => null);
}

/** Returns the account's record with the results that it does not have yet. */
function merged(theirs: AccountRecord, own: PuzzleRecord, unsent: readonly NewPuzzleResult[]): PuzzleRecord {
  const waiting = new Set(unsent.map(({ id }) => id));
  const kept = own.results.filter(([id]) => waiting.has(id));
  const others = theirs.results.filter(({ id }) => !waiting.has(id));
  const voted = theirs.results.filter(({ vote }) => vote !== 0);
  return {
    rating: theirs.rating.rating,
    rated: theirs.rating.results,
    results: [...kept, ...others.map(({ id, solved, day }): [string, boolean, number] => [id, solved, day])],
    days: { ...own.days, ...Object.fromEntries(theirs.days.map(({ day, solved }) => [day, solved])) },
    votes: Object.fromEntries(voted.map(({ id, vote }) => [id, vote])),
  };
}

/** Changes the account's vote on a puzzle that it has tried, and returns the new record. Rejects as requests do. */
export function voteOn(variant: string, id: string, vote: -1 | 0 | 1, store?: Store | null): Promise<PuzzleRecord> {
  return inTurn(async () => {
    await sendUnsent(variant, store);
    await put(`puzzles/${variant}/${id}/vote`, { vote });
    const before = puzzleRecord(variant, store);
    const { [id]: _, ...others } = before.votes;
    const record = { ...before, votes: vote === 0 ? others : { ...others, [id]: vote } };
    writeRecord(variant, record, store);
    return record;
  });
}
