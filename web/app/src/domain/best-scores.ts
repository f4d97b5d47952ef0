/** Best scores of exercises and runs, by names such as `shafran/storm`: stored in this browser, and on the account. */

import type { Scores as AccountScores } from '../generated/protocol';
import { put } from './api';
import { ownKey, signedInAccount } from './signed-in';
import { forget, isObject, readObject, write } from './storage';
import type { Store } from './storage';

/** Keys under which scores are stored; all are exchanged with the account. */
const KEYS = ['saffron.exercises', 'saffron.puzzle-runs', 'saffron.coordinates'] as const;
type ScoreKey = (typeof KEYS)[number];

export type Scores = Readonly<Record<string, number>>;

function isScore(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Returns the best scores that are stored under a key. Earlier versions stored some in an object for each variant. */
function scoresAt(key: string, store?: Store | null): Scores {
  const flat = Object.entries(readObject(key, store)).flatMap(([name, value]) =>
    isObject(value) ? Object.entries(value).map(([rest, inner]) => [`${name}/${rest}`, inner]) : [[name, value]],
  );
  return Object.fromEntries(flat.filter((entry): entry is [string, number] => isScore(entry[1])));
}

/** Returns the visitor's best scores. Those made without an account are those of the next one that signs in. */
export function bestScores(key: ScoreKey, store?: Store | null): Scores {
  return better(scoresAt(ownKey(key, store), store), scoresAt(key, store));
}

/** Returns the better score of each name. */
function better(first: Scores, second: Scores): Scores {
  const all: Record<string, number> = { ...first };
  for (const [name, score] of Object.entries(second)) all[name] = Math.max(score, all[name] ?? 0);
  return all;
}

/** Returns the visitor's best score of a name; 0 before the first. */
export function bestScore(key: ScoreKey, name: string, store?: Store | null): number {
  return bestScores(key, store)[name] ?? 0;
}

/** Stores a score if it is better than the best, and returns the best one. */
export function keepBestScore(key: ScoreKey, name: string, score: number, store?: Store | null): number {
  const best = bestScore(key, name, store);
  if (score <= best) return best;
  write(ownKey(key, store), { ...bestScores(key, store), [name]: score }, store);
  if (signedInAccount(store) !== null) void syncScores(store);
  return score;
}

/** Names that the server takes; those of the visitor's own variants may have others. */
const NAME = /^[A-Za-z0-9/-]{1,64}$/;

let running: Promise<void> | null = null;
let again = false;

/**
 * Exchanges scores with the account, if one is signed in; those made without an account become its own. Never rejects: without a
 * connection they wait for the next time.
 */
export function syncScores(store?: Store | null): Promise<void> {
  if (running) {
    again = true;
    return running;
  }
  running = exchange(store).finally(() => {
    running = null;
    if (again) {
      again = false;
      void syncScores(store);
    }
  });
  return running;
}

async function exchange(store?: Store | null): Promise<void> {
  const account = signedInAccount(store);
  if (account === null) return;
  const scores: Record<string, number> = {};
  for (const key of KEYS) {
    for (const [name, score] of Object.entries(bestScores(key, store))) {
      const full = `${kindOf(key)}/${name}`;
      if (NAME.test(full)) scores[full] = score;
    }
  }
  try {
    const answer = await put<AccountScores>('scores', { scores });
    if (signedInAccount(store) !== account) return;
    for (const key of KEYS) {
      const start = `${kindOf(key)}/`;
      const known = Object.entries(answer.scores).filter(([name]) => name.startsWith(start));
      const theirs = Object.fromEntries(known.map(([name, score]) => [name.slice(start.length), score]));
      if (write(ownKey(key, store), better(bestScores(key, store), theirs), store)) forget(key, store);
    }
  } catch {
    // They are sent with the next ones.
  }
}

function kindOf(key: string): string {
  return key.replace(/^saffron\./, '');
}
