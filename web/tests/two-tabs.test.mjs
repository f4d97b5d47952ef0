/** Tests of one visitor's two tabs: changes in one are shown in the other, and neither loses a move of the other. */

import assert from 'node:assert/strict';
import { lendNothing, mainLine, openAnalysis, play } from './analysis.mjs';
import { test } from './harness.mjs';
import { cell, move, moves, open, start, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Opens another tab with the same content, once that is written.
 * @param {Page} page @param {'game' | 'analysis'} kind
 */
async function openAgain(page, kind) {
  await page.waitForURL(new RegExp(`/${kind}/[A-Z]`));
  // A change is written 300 ms after it.
  await page.waitForTimeout(400);
  const other = await page.context().newPage();
  await lendNothing(other);
  await other.goto(page.url());
  await other.locator('.moves, [data-ply]').first().waitFor();
  return other;
}

/**
 * Waits until the list has these moves.
 * @param {Page} page @param {string[]} expected
 */
async function movesAre(page, expected) {
  await page
    .waitForFunction((count) => document.querySelectorAll('[data-ply]').length === count, expected.length)
    .catch(() => undefined);
  assert.deepEqual(await moves(page), expected);
}

/**
 * Returns the number of entries in the library's list.
 * @param {Page} page
 */
async function entries(page) {
  await page.locator('a[href$="/library"]').first().click();
  await page.locator('[data-entry]').first().waitFor();
  return page.locator('[data-entry]').count();
}

test('a game that is open twice continues in both tabs', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  const other = await openAgain(page, 'game');
  await movesAre(other, ['e5']);
  await move(page, 'e9e6');
  await movesAre(other, ['e5', 'e6']);
  await move(other, 'd2d4');
  await movesAre(page, ['e5', 'e6', 'd4']);
  await page.getByRole('button', { name: 'Take back' }).click();
  await movesAre(other, ['e5', 'e6']);
  await other.getByRole('button', { name: 'Resign' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await statusIs(page, 'White resigned. Black wins.');
  assert.equal(await entries(page), 1);
});

test('a game against the computer gets one reply, in whichever tab one moves', async ({ page }) => {
  await start(page, { opponent: 'computer', level: 1, colour: 'w' });
  await move(page, 'e2e5');
  await statusIs(page, 'Your move.');
  const other = await openAgain(page, 'game');
  await statusIs(other, 'Your move.');
  const first = await moves(page);
  await move(other, 'g4g5');
  await other.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 4);
  const list = await moves(other);
  assert.deepEqual(list.slice(0, 2), first);
  await movesAre(page, list);
  await statusIs(page, 'Your move.');
  assert.equal(await entries(page), 1);
});

test('an analysis that is open twice grows in both tabs', async ({ page }) => {
  await openAnalysis(page, { local: true });
  await play(page, 'e2e5');
  const other = await openAgain(page, 'analysis');
  await play(page, 'e9e6');
  await other.waitForFunction(() => document.querySelectorAll('.moves .row button .san').length === 2);
  assert.deepEqual(await mainLine(other), ['e5', 'e6']);
  await other.keyboard.press('ArrowDown');
  await play(other, 'd2d4');
  await page.waitForFunction(() => document.querySelectorAll('.moves .row button .san').length === 3);
  assert.deepEqual(await mainLine(page), ['e5', 'e6', 'd4']);
  assert.equal(await entries(page), 1);
});

test('a tab that has slept continues the game as another tab has left it', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  const other = await openAgain(page, 'game');
  const session = await other.context().newCDPSession(other);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  for (const uci of ['e9e6', 'd2d4']) await move(page, uci);
  await page.waitForTimeout(400);
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await movesAre(other, ['e5', 'e6', 'd4']);
  await move(other, 'd8d6');
  await movesAre(page, ['e5', 'e6', 'd4', 'd6']);
  assert.equal(await entries(page), 1);
});

test('a tab that has heard nothing of newer moves overwrites none: it looks when it is shown, or keeps a copy', async ({
  page,
  context,
}) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  // From here on, new pages neither receive nor send news of other tabs.
  await context.addInitScript(() => {
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor() {
        super(`deaf ${Math.random()}`);
      }
    };
  });
  const other = await openAgain(page, 'game');
  await move(page, 'e9e6');
  await page.waitForTimeout(600);
  assert.deepEqual(await moves(other), ['e5'], 'it has heard nothing');
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await movesAre(other, ['e5', 'e6']);
  await move(other, 'd2d4');
  await movesAre(other, ['e5', 'e6', 'd4']);
  await page.waitForTimeout(600);
  assert.deepEqual(await moves(page), ['e5', 'e6'], 'nobody has told it');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await movesAre(page, ['e5', 'e6', 'd4']);
  // With no news of each other, both lines are kept.
  await move(page, 'd8d6');
  await page.waitForTimeout(600);
  assert.deepEqual(await moves(other), ['e5', 'e6', 'd4']);
  await cell(other, 'd8').click();
  await cell(other, 'd7').click();
  await other.waitForURL((url) => url.pathname !== new URL(page.url()).pathname);
  await movesAre(other, ['e5', 'e6', 'd4', 'd7']);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await movesAre(page, ['e5', 'e6', 'd4', 'd6']);
  await page.reload();
  await movesAre(page, ['e5', 'e6', 'd4', 'd6']);
  assert.equal(await entries(page), 2);
});

test('settings are followed by the other tabs, and none forgets what another has set', async ({ page, context }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'b1c4');
  const other = await context.newPage();
  await open(other, '/');
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByText('Dark', { exact: true }).click();
  await other.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  await dialog.getByRole('radio', { name: 'Moss' }).focus();
  await page.keyboard.press('Space');
  await other.locator('html[data-board-theme=moss]').waitFor({ state: 'attached' });
  await dialog.getByLabel('Piece letters').selectOption('de');
  await dialog.getByLabel('Language').selectOption('ru');
  await statusIs(page, 'Ход чёрных.');
  // The language of a page stays while it is open.
  await statusIs(other, 'Black to move.');
  await other.reload();
  await statusIs(other, 'Ход чёрных.');
  assert.match(new URL(other.url()).pathname, /^\/ru\//);
  // The other tab changes one setting and keeps the others as set here.
  await other.getByRole('button', { name: 'Настройки' }).click();
  await other.getByLabel('Язык').selectOption('en');
  await statusIs(other, 'Black to move.');
  await statusIs(page, 'Ход чёрных.');
  for (const tab of [page, other]) {
    const { theme, boardTheme } = await tab.evaluate(() => ({ ...document.documentElement.dataset }));
    assert.deepEqual({ theme, boardTheme }, { theme: 'dark', boardTheme: 'moss' });
    assert.match((await moves(tab))[0] ?? '', /^S/);
  }
});

test('a game removed in one tab comes back when another continues it', async ({ page, context }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  await page.waitForURL(/\/game\//);
  await page.waitForTimeout(400);
  const other = await context.newPage();
  await open(other, '/library');
  await other.getByRole('button', { name: /^Remove/ }).click();
  await other.locator('[data-entry]').waitFor({ state: 'detached' });
  await move(page, 'e9e6');
  // The list updates by itself.
  await other.locator('[data-entry]').getByText('1 move', { exact: true }).waitFor();
});
