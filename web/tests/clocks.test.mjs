/** Games with a clock. */

import assert from 'node:assert/strict';
import { test } from './harness.mjs';
import { choose, move, open, pick, start, status, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Three minutes, and two seconds a move. */
const CONTROL = '3+2';

/**
 * Returns the clock of a side.
 * @param {Page} page @param {'w' | 'b'} side
 */
const clock = (page, side) => page.locator(`[data-side="${side}"]`).getByRole('timer');

/**
 * Returns the time on a clock in seconds.
 * @param {Page} page @param {'w' | 'b'} side
 */
async function seconds(page, side) {
  const parts = (await clock(page, side).innerText()).split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}

/**
 * Returns the side whose clock runs; empty if none does.
 * @param {Page} page
 */
async function running(page) {
  const sides = page.locator('[data-side]').filter({ has: page.locator('[role=timer].on') });
  return (await sides.count()) === 0 ? '' : sides.getAttribute('data-side');
}

/**
 * Starts a game with a clock. The page's time continues, and `fastForward` skips ahead.
 * @param {Page} page
 * @param {Parameters<typeof start>[1]} choice
 */
async function startTimed(page, choice) {
  await page.clock.install({ time: '2026-11-23T10:00:00' });
  await open(page);
  await pick(page, 'clock', CONTROL);
  await start(page, choice);
}

/**
 * Stops the page's time, so that only the test advances it.
 * @param {Page} page
 */
async function holdTime(page) {
  await page.clock.pauseAt('2026-11-23T11:00:00');
}

test('each side has its time, which runs while it is to move, and gets its increment', async ({ page }) => {
  await startTimed(page, { opponent: 'friend' });
  const times = async () => [await seconds(page, 'w'), await seconds(page, 'b')];
  assert.deepEqual(await times(), [180, 180]);
  // The first move is not timed.
  await holdTime(page);
  assert.deepEqual([await times(), await running(page)], [[180, 180], '']);
  await move(page, 'e2e5');
  assert.equal(await running(page), 'b');
  await page.clock.fastForward(20_000);
  assert.deepEqual(await times(), [180, 160]);
  await move(page, 'e9e6');
  assert.equal(await running(page), 'w');
  assert.deepEqual(await times(), [180, 162]);
  await page.clock.fastForward(30_000);
  assert.deepEqual(await times(), [150, 162]);
  await move(page, 'd2d4');
  assert.deepEqual(await times(), [152, 162]);
});

test('little time is marked, and the game ends when there is none', async ({ page }) => {
  await startTimed(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  const marked = () => clock(page, 'b').evaluate((timer) => timer.classList.contains('low'));
  const frame = () => clock(page, 'b').evaluate((timer) => getComputedStyle(timer).borderColor);
  const calm = await frame();
  await page.clock.fastForward(150_000);
  assert.equal(await marked(), false);
  await page.clock.fastForward(15_000);
  assert.equal(await marked(), true);
  assert.notEqual(await frame(), calm, 'it is seen');
  await page.clock.fastForward(60_000);
  await statusIs(page, 'Black ran out of time. White wins.');
  assert.match(await status(page), /^1 : 0/);
  assert.equal(await page.getByRole('timer').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Resign' }).isDisabled(), true);
  // The end was saved.
  await page.clock.fastForward(1000);
  const game = page.url();
  await page.goto('/library');
  await page.locator('[data-entry]').getByText('1 : 0').waitFor();
  await page.goto(game);
  await statusIs(page, 'Black ran out of time. White wins.');
});

test('against the computer both clocks run, and one can lose by time', async ({ page }) => {
  await startTimed(page, { opponent: 'computer', level: 1, colour: 'w' });
  await move(page, 'e2e5');
  await statusIs(page, 'Your move.');
  assert.equal(await running(page), 'w');
  const computer = await seconds(page, 'b');
  assert.ok(computer > 170 && computer <= 182, `${computer} s`);
  await page.clock.fastForward(185_000);
  await statusIs(page, 'White ran out of time. Black wins.');
  assert.match(await status(page), /^You lost/);
});

test('a reload in the middle of a game gives no time back, and takes none while the page is away', async ({ page }) => {
  await startTimed(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  await page.clock.fastForward(20_000);
  await move(page, 'e9e6');
  await page.waitForURL(/\/game\//);
  await page.clock.fastForward(70_000);
  const [white, black] = [await seconds(page, 'w'), await seconds(page, 'b')];
  assert.ok(white <= 110);
  await page.reload();
  await statusIs(page, 'White to move.');
  assert.equal(await seconds(page, 'b'), black);
  const after = await seconds(page, 'w');
  assert.ok(after <= white && after > white - 8, `${after} s after ${white} s`);
  assert.equal(await running(page), 'w');
});

test('the clock stands while the choice of another game is open', async ({ page }) => {
  await startTimed(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  await page.clock.fastForward(20_000);
  await choose(page, 'New game');
  await page.clock.fastForward(100_000);
  await page.getByRole('button', { name: 'Back to the game' }).click();
  const black = await seconds(page, 'b');
  assert.ok(black <= 160 && black > 150, `${black} s`);
  assert.equal(await running(page), 'b');
});

test('without a clock none is shown, and the choice is remembered', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  assert.equal(await page.getByRole('timer').count(), 0);
  await choose(page, 'New game');
  await pick(page, 'clock', '10+5');
  await page.goto('/play/shafran');
  await page.locator('input[name=clock]').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('input[name=clock]:checked').inputValue(), '10+5');
  await start(page);
  assert.equal(await page.getByRole('timer').count(), 2);
  assert.equal(await seconds(page, 'w'), 600);
});
