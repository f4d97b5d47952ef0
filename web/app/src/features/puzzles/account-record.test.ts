// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { setFetch } from '../../domain/api';
import type { Puzzle } from '../../domain/puzzles';
import { rememberSignedIn } from '../../domain/signed-in';
import { addUnsent, sendResults, syncRecord, unsentResults, voteOn } from './account-record';
import { addResult, FIRST_RATING, puzzleRecord } from './puzzle-record';

const ACCOUNT = 'Aaaaaaaaaa';

interface Sent {
  path: string;
  body: { results?: { id: string }[]; vote?: number };
}

let sent: Sent[] = [];
/** Replies of the server by the end of the path; a status without a body fails. */
let replies: Record<string, unknown> = {};

beforeEach(() => {
  localStorage.clear();
  sent = [];
  replies = { results: { rating: 1100, deviation: 300, results: 2 } };
  setFetch(async (path, init) => {
    sent.push({ path, body: JSON.parse(String(init.body ?? '{}')) as Sent['body'] });
    const reply = replies[path.split('/').at(-1) ?? ''];
    if (reply === undefined) throw new TypeError('no connection');
    if (typeof reply === 'number') {
      const code = reply === 404 ? 'not_found' : 'rate_limited';
      return new Response(JSON.stringify({ error: { code } }), { status: reply });
    }
    return reply === null ? new Response(null, { status: 204 }) : new Response(JSON.stringify(reply));
  });
});

const puzzle = (id: string): Puzzle => ({ id, variant: 'shafran', fen: '', moves: [], rating: 1000, themes: [] });

function solve(id: string, solved = true, day = 5): void {
  const attempt = { solved, counts: true, day, daily: id === 'daily' };
  addResult(puzzle(id), attempt);
  addUnsent('shafran', { id, ...attempt });
}

const record = { rating: { rating: 1234, deviation: 200, results: 7 }, results: [], days: [] };

it('results wait until the server has taken them', async () => {
  rememberSignedIn(ACCOUNT);
  for (let number = 0; number < 150; number += 1) solve(`p${number}`);
  delete replies.results;
  expect(await sendResults('shafran')).toBeNull();
  expect(unsentResults('shafran')).toHaveLength(150);
  replies.results = 429;
  await sendResults('shafran');
  expect(unsentResults('shafran')).toHaveLength(150);
  replies.results = { rating: 1100, deviation: 300, results: 150 };
  expect((await sendResults('shafran'))?.rating).toBe(1100);
  expect(unsentResults('shafran')).toEqual([]);
  expect(sent.slice(-2).map(({ body }) => body.results?.length)).toEqual([100, 50]);
});

it('what the server will never take does not wait', async () => {
  rememberSignedIn(ACCOUNT);
  solve('a');
  replies.results = 404;
  await sendResults('shafran');
  expect(unsentResults('shafran')).toEqual([]);
});

it('results made without an account become those of the account', async () => {
  solve('daily');
  solve('b', false);
  expect(await syncRecord('shafran')).toBeNull();
  expect(sent).toEqual([]);
  rememberSignedIn(ACCOUNT);
  expect(puzzleRecord('shafran').results).toEqual([]);
  // Without a connection they are shown, and wait.
  expect(await syncRecord('shafran')).toBeNull();
  expect(puzzleRecord('shafran').results.map(([id]) => id)).toEqual(['b', 'daily']);
  expect(puzzleRecord('shafran').days).toEqual({ 5: true });
  const results = [{ id: 'c', solved: true, day: 4, vote: -1 }];
  replies.record = { ...record, results, days: [{ day: 3, solved: false }] };
  const after = await syncRecord('shafran');
  expect(sent.some(({ body }) => body.results?.map(({ id }) => id).join() === 'daily,b')).toBe(true);
  expect(after).toEqual({
    rating: 1234,
    rated: 7,
    results: [['c', true, 4]],
    days: { 3: false, 5: true },
    votes: { c: -1 },
  });
  expect(puzzleRecord('shafran')).toEqual(after);
  rememberSignedIn(null);
  expect(puzzleRecord('shafran')).toMatchObject({ rating: FIRST_RATING, results: [] });
});

it('the record of one account is not that of another', async () => {
  rememberSignedIn(ACCOUNT);
  delete replies.results;
  solve('a');
  await sendResults('shafran');
  rememberSignedIn('Baaaaaaaaa');
  expect(unsentResults('shafran')).toEqual([]);
  expect(puzzleRecord('shafran').results).toEqual([]);
  rememberSignedIn(ACCOUNT);
  expect(unsentResults('shafran')).toHaveLength(1);
});

it('a vote is kept when the server has taken it', async () => {
  rememberSignedIn(ACCOUNT);
  solve('a');
  await expect(voteOn('shafran', 'a', 1)).rejects.toThrow();
  expect(puzzleRecord('shafran').votes).toEqual({});
  replies.vote = null;
  expect((await voteOn('shafran', 'a', 1)).votes).toEqual({ a: 1 });
  expect((await voteOn('shafran', 'a', 0)).votes).toEqual({});
});

it('a vote is sent after the result that it belongs to, and no record read before it undoes it', async () => {
  rememberSignedIn(ACCOUNT);
  solve('a');
  replies.vote = null;
  replies.record = record;
  const [, synced, voted] = await Promise.all([
    sendResults('shafran'),
    syncRecord('shafran'),
    voteOn('shafran', 'a', 1),
  ]);
  expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['results', 'record', 'vote']);
  expect(synced?.votes).toEqual({});
  expect(voted.votes).toEqual({ a: 1 });
  expect(puzzleRecord('shafran').votes).toEqual({ a: 1 });
  solve('b');
  await voteOn('shafran', 'b', -1);
  expect(sent.slice(-2).map(({ path }) => path.split('/').at(-1))).toEqual(['results', 'vote']);
});
