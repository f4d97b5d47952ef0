/** The scene of a first visit: a knight to try, one sentence, two ways in; never again after that. */

import assert from 'node:assert/strict';
import { hold, styled } from './first-load.mjs';
import { PHONE, tap, test } from './harness.mjs';
import { cell, open, pieceAt } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const FIRST = { firstVisit: true };

/** Waits for the knight, and returns the cells that glow. @param {Page} page */
async function leaps(page) {
  await page.locator('.first-cell').first().waitFor();
  return page.locator('.first-cell').evaluateAll((all) => all.map((one) => one.getAttribute('data-cell') ?? ''));
}

/** @param {Page} page */
function heading(page) {
  return page.getByRole('heading', { name: 'Chess with six neighbours' });
}

test(
  'a first visit shows a knight and where it leaps; after Play it is never shown again',
  async ({ page }) => {
    await open(page);
    await heading(page).waitFor();
    const cells = await leaps(page);
    assert.ok(cells.length >= 10, cells.join(' '));
    const from = await page.evaluate(() => document.querySelector('.sfb-movable')?.getAttribute('data-cell') ?? '');
    assert.equal(await pieceAt(page, from), 'N');
    await cell(page, from).click();
    await cell(page, cells[0] ?? '').click();
    await page.waitForFunction(
      (to) => document.querySelector('.sfb-movable')?.getAttribute('data-cell') === to,
      cells[0],
    );
    assert.ok((await leaps(page)).length > 0, 'it leaps on from there');
    await page.locator('.cover').getByRole('button', { name: 'Play', exact: true }).click();
    await heading(page).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.first-cell').count(), 0);
    assert.equal(await pieceAt(page, 'e1'), 'K');
    await page.getByRole('group', { name: 'You play' }).waitFor();
    await page.reload();
    await page.getByRole('group', { name: 'You play' }).waitFor();
    assert.equal(await heading(page).count(), 0);
  },
  FIRST,
);

test(
  'a first visit leads to the introduction',
  async ({ page }) => {
    await open(page);
    await heading(page).waitFor();
    await page.locator('.cover').getByRole('button', { name: 'Learn in two minutes' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'A board of hexagons' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('group', { name: 'You play' }).waitFor();
  },
  FIRST,
);

test(
  'a first visit in Russian has the scene, too',
  async ({ page }) => {
    await open(page);
    await page.getByRole('heading', { name: 'Шахматы с шестью соседями' }).waitFor();
    assert.ok((await leaps(page)).length >= 10);
    await page.locator('.cover').getByRole('button', { name: 'English' }).click();
    await heading(page).waitFor();
  },
  { ...FIRST, locale: 'ru-RU' },
);

test(
  'who has played, or follows a link to a game, sees no scene',
  async ({ page }) => {
    await open(page, '/play/glinski');
    await page.getByRole('group', { name: 'You play' }).waitFor();
    assert.equal(await heading(page).count(), 0);
    await page.evaluate(() => localStorage.setItem('saffron.settings', '{}'));
    await open(page, '/');
    await page.getByRole('group', { name: 'You play' }).waitFor();
    assert.equal(await heading(page).count(), 0);
  },
  FIRST,
);

for (const [width, height] of [
  [390, 664],
  [360, 640],
  [320, 568],
  [740, 360],
  [1280, 800],
]) {
  test(
    `the scene is there before the app and stays in its place at ${width}x${height}`,
    async ({ page }) => {
      const release = await hold(page);
      // Its letters have other widths.
      const dress = await hold(page, /\/assets\/typeface-/);
      await page.goto('/', { waitUntil: 'commit' });
      await heading(page).waitFor();
      await styled(page);
      const parts = () =>
        page
          .locator('.first-visit :is(h2, .text, .button)')
          .evaluateAll((all) => all.map((part) => Object.values(part.getBoundingClientRect().toJSON()).join(' ')));
      const before = await parts();
      for (const box of before) {
        const [x = 0, y = 0, w = 0, h = 0] = box.split(' ').map(Number);
        assert.ok(x >= 0 && x + w <= width && y >= 0 && y + h <= height, `${box} is in the window`);
      }
      release();
      await leaps(page);
      assert.deepEqual(await parts(), before);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      dress();
    },
    { ...(width < 1000 ? PHONE : {}), viewport: { width, height }, ...FIRST, serviceWorkers: 'block' },
  );
}

test(
  'a finger tries the knight',
  async ({ page }) => {
    await open(page);
    const [to = ''] = await leaps(page);
    const from = await page.evaluate(() => document.querySelector('.sfb-movable')?.getAttribute('data-cell') ?? '');
    await tap(cell(page, from));
    await tap(cell(page, to));
    await page.waitForFunction((at) => document.querySelector('.sfb-movable')?.getAttribute('data-cell') === at, to);
  },
  { ...PHONE, viewport: { width: 390, height: 664 }, ...FIRST },
);
