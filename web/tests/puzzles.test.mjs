/** Puzzles: solving them, hints, wrong moves, the visitor's record, the themes. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PHONE, smokeTest, test } from './harness.mjs';
import { another, ask } from './live.mjs';
import { clickMove, open, waitForCached } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ id: string, fen: string, moves: string[], rating: number, themes: string[] }} Puzzle */

/** Returns the puzzles of a game. @param {string} variant @returns {Puzzle[]} */
function puzzlesOf(variant) {
  const path = new URL(`../../crates/puzzles/puzzles/${variant}.tsv`, import.meta.url);
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [id = '', , fen = '', moves = '', rating = '', themes = ''] = line.split('\t');
    return { id, fen, moves: moves.split(' '), rating: Number(rating), themes: themes.split(' ') };
  });
}

/** Returns a puzzle with two moves of the solver after the opponent's, none of them a promotion. @param {string} variant */
function twoMover(variant) {
  const found = puzzlesOf(variant).find(({ moves }) => moves.length === 4 && moves.every((move) => /\d$/.test(move)));
  assert.ok(found);
  return found;
}

/** Returns the solver's moves. @param {Puzzle} puzzle */
function solution({ moves }) {
  return moves.filter((_, ply) => ply % 2 === (moves.length % 2 === 0 ? 1 : 0));
}

/** @param {Page} page @param {string} text */
function said(page, text) {
  return page.locator('.said[data-tone]').filter({ hasText: text }).waitFor();
}

/** Plays a move as soon as it is the solver's turn: the opponent moves first. @param {Page} page @param {string} uci */
async function play(page, uci) {
  await page.locator('.players.bottom .toMove').waitFor();
  await clickMove(page, uci);
}

/** Returns the visitor's level as the page shows it. @param {Page} page */
async function level(page) {
  const text = await page.locator('.task-panel dl div').nth(2).locator('dd').innerText();
  return Number(/^\d+/.exec(text)?.[0]);
}

smokeTest('the puzzle of the day is solved, counts once, and another one follows', async ({ page }) => {
  await open(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Puzzles' }).click();
  await page.getByText('Puzzle of the day').waitFor();
  const address = await page.getByRole('link', { name: 'Puzzle of the day' }).getAttribute('href');
  const puzzle = puzzlesOf('shafran').find(({ id }) => address?.endsWith(`/puzzles/shafran/${id}`));
  assert.ok(puzzle, `${address}`);
  for (const move of solution(puzzle)) await play(page, move);
  await said(page, 'Solved. Your level is');
  const after = await level(page);
  assert.ok(after > 1000, `${after}`);
  assert.equal(await page.locator('li.today.solved').count(), 1);
  await page.reload();
  await page.getByText('Puzzle of the day').waitFor();
  assert.equal(await level(page), after);
  assert.equal(await page.locator('li.today.solved').count(), 1);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Puzzle of the day').waitFor({ state: 'detached' });
  await said(page, 'Find the move that wins.');
});

test('a wrong move is refuted, can be taken back, and counts', async ({ page }) => {
  // An ending begins with the solver, so that the program can list the moves.
  const ending = puzzlesOf('shafran').find(
    ({ moves, rating }) => rating < 1000 && moves.length === 3 && moves.every((move) => /\d$/.test(move)),
  );
  assert.ok(ending);
  const { id, fen, moves } = ending;
  const legal = spawnSync(process.env.SAFFRON_BIN ?? '', ['moves', 'shafran', '--fen', fen], { encoding: 'utf8' });
  const wrong = legal.stdout
    .trim()
    .split(' ')
    .find((move) => move !== moves[0] && /\d$/.test(move));
  assert.ok(wrong, legal.stderr);
  await open(page, `/puzzles/shafran/${id}`);
  await play(page, wrong);
  await said(page, 'does not win. The reply is');
  const after = await level(page);
  assert.ok(after < 1000, `${after}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await play(page, moves[0] ?? '');
  await said(page, 'Right. Now the last move.');
  await play(page, moves[2] ?? '');
  await said(page, 'Solved. Not at the first try.');
  assert.equal(await level(page), after);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.waitForURL('**/analysis/**');
  await page.locator('.engine').first().waitFor();
  await open(page, '/puzzles/shafran');
  await page.getByRole('link', { name: 'Those you failed' }).click();
  await page.waitForURL('**/puzzles/shafran?theme=failed');
  assert.equal(await page.locator('.task-head a').getAttribute('href'), `/puzzles/shafran/${id}`);
});

test('another game has puzzles of its own', async ({ page }) => {
  await open(page, '/puzzles/hexofen');
  await said(page, 'Find the move that wins.');
  await page.getByRole('navigation', { name: 'Choice of the game' }).getByRole('link', { name: 'Brusky' }).click();
  await page.waitForURL('**/puzzles/brusky');
  const link = page.getByRole('link', { name: 'Puzzle of the day' });
  const ids = puzzlesOf('brusky').map(({ id }) => `/puzzles/brusky/${id}`);
  await page.waitForFunction(
    (known) => known.includes(document.querySelector('.task-head a')?.getAttribute('href') ?? ''),
    ids,
  );
  await link.waitFor();
});

test('hints name the piece, then the move, and the solution is played', async ({ page }) => {
  const { id, moves } = twoMover('mccooey');
  await open(page, `/puzzles/mccooey/${id}`);
  const hint = page.getByRole('button', { name: 'Hint' });
  await hint.and(page.locator(':enabled')).waitFor();
  await hint.click();
  await said(page, ` on ${/^[a-l]\d+/.exec(moves[1] ?? '')?.[0]}.`);
  await hint.click();
  await said(page, 'The move is');
  await page.getByRole('button', { name: 'Solution' }).click();
  await said(page, 'That is the solution.');
  assert.ok((await level(page)) < 1000);
});

test(
  'a theme has puzzles of its own, and an address that does not exist says so',
  async ({ page }) => {
    const all = puzzlesOf('shafran');
    const forks = all.filter(({ themes }) => themes.includes('fork'));
    await open(page, '/puzzles/shafran');
    const row = page.getByRole('listitem').filter({ hasText: 'Forks' });
    // Most puzzles come after that of the day.
    await row.filter({ hasText: `0 of ${forks.length}` }).waitFor();
    await row.getByRole('link').click();
    await page.waitForURL('**/puzzles/shafran?theme=fork');
    const link = page.locator('.task-head a');
    await link.filter({ hasText: 'Forks' }).waitFor();
    const id = (await link.getAttribute('href'))?.split('/').at(-1);
    assert.ok(
      forks.some((puzzle) => puzzle.id === id),
      id,
    );
    const response = await page.goto('/puzzles/shafran/fork');
    assert.equal(response?.status(), 404);
    await page.goto('/puzzles/shafran/bcdfghjkmn');
    await page.getByText('There is no puzzle with this address.').waitFor();
    await page.getByRole('link', { name: 'Puzzle of the day' }).click();
    await page.waitForURL('**/puzzles/shafran');
  },
  { tolerate: /404/ },
);

test(
  'puzzles are there without the server',
  async ({ page, context }) => {
    await open(page, '/puzzles/hexofen');
    await said(page, 'Find the move that wins.');
    await waitForCached(page, /\.tsv$/, 6);
    await context.setOffline(true);
    await page.goto('/puzzles/devasa');
    await said(page, 'Find the move that wins.');
    await page.getByRole('button', { name: 'Solution' }).click();
    await said(page, 'That is the solution.');
  },
  { seconds: 90, tolerate: /net::ERR_INTERNET_DISCONNECTED|Failed to load resource/ },
);

test('a puzzle is in Russian on a Russian page', async ({ page }) => {
  await open(page, '/ru/puzzles/shafran');
  await page.getByText('Задача дня').waitFor();
  await page.getByRole('button', { name: 'Решение' }).waitFor();
});

/**
 * Opens a run whose puzzles are not chosen at random, and returns those that come first, by the rule of features/puzzles/run.svelte.ts.
 * @param {Page} page @param {'streak' | 'storm'} kind @param {number} first @param {number} step
 */
async function openRun(page, kind, first, step) {
  await page.addInitScript(() => {
    Math.random = () => 0;
  });
  await open(page, '/puzzles/hexofen');
  await page.getByRole('link', { name: kind === 'streak' ? 'Streak' : 'Storm' }).click();
  await page.waitForURL(`**/puzzles/hexofen?run=${kind}`);
  const all = puzzlesOf('hexofen').filter(({ moves }) => kind === 'streak' || moves.length <= 4);
  /** @type {Puzzle[]} */
  const run = [];
  for (let score = 0; score < 3; score++) {
    const next = all.find((one) => !run.includes(one) && Math.abs(one.rating - first - step * score) <= 100);
    assert.ok(next);
    run.push(next);
  }
  return run;
}

test('a streak lasts until the first wrong move, and its puzzles can be looked at', async ({ page }) => {
  const [first, second] = await openRun(page, 'streak', 600, 60);
  for (const move of solution(first)) await play(page, move);
  await said(page, 'Right.');
  const score = page.locator('.task-panel dd').first();
  assert.equal(await score.innerText(), '1');
  await page.waitForTimeout(700);
  await page.getByRole('button', { name: 'End' }).click();
  await said(page, 'One puzzle solved. That is your best.');
  await page.getByRole('link', { name: `Puzzle ${first.id}, solved` }).click();
  await page.waitForURL(`**/puzzles/hexofen/${first.id}`);
  assert.notEqual(first.id, second.id);
});

test('a storm starts its clock with the first move', async ({ page }) => {
  const [first] = await openRun(page, 'storm', 500, 35);
  const time = page.locator('.task-panel dd').nth(1);
  await page.waitForTimeout(1200);
  assert.equal(await time.innerText(), '3:00');
  for (const move of solution(first)) await play(page, move);
  await said(page, 'Right.');
  await page.waitForTimeout(1200);
  assert.notEqual(await time.innerText(), '3:00');
  await page.getByRole('button', { name: 'End' }).click();
  await said(page, 'One puzzle solved.');
  await page.getByRole('button', { name: 'Once more' }).click();
  assert.equal(await time.innerText(), '3:00');
});

/** Solves a puzzle that begins with the opponent's move. @param {Page} page @param {Puzzle} puzzle */
async function solve(page, puzzle) {
  await open(page, `/puzzles/shafran/${puzzle.id}`);
  for (const move of solution(puzzle)) await play(page, move);
  await said(page, 'Solved.');
}

/** Number of accounts made: a second try needs one of its own. */
let solvers = 0;

test('results made before registering go along with the account, from browser to browser', async ({ page, url }) => {
  const [first, second] = puzzlesOf('shafran').filter(
    ({ moves, rating }) => rating > 900 && moves.length === 2 && moves.every((move) => /\d$/.test(move)),
  );
  assert.ok(first && second);
  await solve(page, first);
  const alone = await level(page);
  assert.ok(alone > 1000 && alone < 1100, `${alone}`);
  assert.equal(await page.getByText('Was it a good puzzle?').count(), 0, 'only accounts vote');

  solvers += 1;
  const account = { name: `Solver-${process.pid % 10_000}-${solvers}`, password: 'six-sided boards' };
  await ask(page, url, 'account/register', account);
  await solve(page, second);
  // A rating of which nothing is known rises by more than that of the browser.
  await page.waitForFunction(
    () => Number(document.querySelectorAll('.task-panel dd')[2]?.firstChild?.textContent) > 1200,
  );
  const after = await level(page);
  assert.equal(await page.locator('.task-panel dd').nth(1).innerText(), '2');
  const good = page.getByRole('button', { name: 'Yes' });
  await good.click();
  await page.locator('[aria-pressed="true"]', { hasText: 'Yes' }).waitFor();

  const other = await another(page, url, PHONE);
  await ask(other, url, 'account/sign-in', account);
  await open(other, `/puzzles/shafran/${second.id}`);
  await other.waitForFunction(
    (wanted) => document.querySelectorAll('.task-panel dd')[2]?.textContent?.trim() === `${wanted}`,
    after,
  );
  assert.equal(await other.locator('.task-panel dd').nth(1).textContent(), '2');
  await other.locator('[aria-pressed="true"]', { hasText: 'Yes' }).waitFor({ state: 'attached' });
  await other.goto(`/user/${account.name}`);
  await other.getByText('Shafran, puzzles', { exact: true }).first().waitFor();
});

test('a puzzle of the server is found by its address', async ({ page }) => {
  const puzzle = puzzlesOf('shafran').find(
    ({ moves }) => moves.length === 2 && moves.every((move) => /\d$/.test(move)),
  );
  assert.ok(puzzle);
  await page.route('**/api/puzzles/shafran', (route) =>
    route.fulfill({
      json: { mined: [{ ...puzzle, id: 'minedhere2' }], ratings: {}, withdrawn: [] },
    }),
  );
  await open(page, '/puzzles/shafran/minedhere2');
  await page.getByText('Puzzle minedhere2').waitFor();
  for (const move of solution(puzzle)) await play(page, move);
  await said(page, 'Solved.');
  await page.goto('/puzzles/shafran/minedhere3');
  await page.getByText('There is no puzzle with this address.').waitFor();
});
