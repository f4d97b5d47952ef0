// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { setFetch } from './api';
import { bestScore, bestScores, keepBestScore, syncScores } from './best-scores';
import { rememberSignedIn } from './signed-in';

let stored: Record<string, number> = {};
let requests = 0;
let online = true;

beforeEach(() => {
  localStorage.clear();
  [stored, requests, online] = [{}, 0, true];
  setFetch(async (_, init) => {
    if (!online) throw new TypeError('no connection');
    requests += 1;
    const { scores } = JSON.parse(String(init.body)) as { scores: Record<string, number> };
    for (const [name, score] of Object.entries(scores)) stored[name] = Math.max(score, stored[name] ?? 0);
    return new Response(JSON.stringify({ scores: stored }));
  });
});

const RUNS = 'saffron.puzzle-runs';

it('without an account scores stay in the browser', async () => {
  expect(keepBestScore(RUNS, 'shafran/storm', 5)).toBe(5);
  expect(keepBestScore(RUNS, 'shafran/storm', 3)).toBe(5);
  await syncScores();
  expect([requests, bestScore(RUNS, 'shafran/storm')]).toEqual([0, 5]);
});

it('scores made without an account become those of the account, and the better ones are kept', async () => {
  keepBestScore(RUNS, 'shafran/storm', 5);
  keepBestScore('saffron.exercises', 'shafran/rook-1', 3);
  stored = { 'puzzle-runs/shafran/storm': 7, 'puzzle-runs/glinski/storm': 2, 'coordinates/shafran/find': 9 };
  rememberSignedIn('Aaaaaaaaaa');
  online = false;
  await syncScores();
  expect(bestScore(RUNS, 'shafran/storm')).toBe(5);
  online = true;
  await syncScores();
  expect(bestScores(RUNS)).toEqual({ 'shafran/storm': 7, 'glinski/storm': 2 });
  expect(bestScore('saffron.coordinates', 'shafran/find')).toBe(9);
  expect(stored['exercises/shafran/rook-1']).toBe(3);
  rememberSignedIn(null);
  expect(bestScores(RUNS)).toEqual({});
});

it('a new best score is sent', async () => {
  rememberSignedIn('Aaaaaaaaaa');
  keepBestScore(RUNS, 'shafran/storm', 5);
  await expect.poll(() => stored['puzzle-runs/shafran/storm']).toBe(5);
});

it('scores of earlier versions, an object for each variant, are read', () => {
  localStorage.setItem('saffron.exercises', JSON.stringify({ shafran: { 'rook-1': 2, bad: 'x' }, glinski: 5 }));
  expect(bestScores('saffron.exercises')).toEqual({ 'shafran/rook-1': 2, glinski: 5 });
});
