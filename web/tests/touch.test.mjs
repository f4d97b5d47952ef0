/** Tests of touch: on the board a finger drags pieces; outside it, and if nothing can move, it scrolls the page. */

import assert from 'node:assert/strict';
import { PHONE, test } from './harness.mjs';
import { cell, moves, pieceAt, start } from './play.mjs';

const TOUCH = { ...PHONE, chromiumOnly: 'touch events are sent over CDP' };

/** @typedef {import('playwright-core').Page} Page @typedef {{ x: number, y: number }} Point */

/** @param {Page} page @param {string} name @returns {Promise<Point>} */
async function centre(page, name) {
  const box = await cell(page, name).boundingBox();
  assert.ok(box, name);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page */
function scrolled(page) {
  return page.evaluate(() => scrollY);
}

/**
 * Puts a finger down, moves it in many small steps as a hand does, and lifts it; the browser handles it like a real one. `held`
 * is called before it is lifted.
 * @param {Page} page
 * @param {Point} from
 * @param {Point} to
 * @param {() => Promise<void>} [held]
 */
async function swipe(page, from, to, held) {
  const cdp = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {Point[]} touchPoints */
  const touch = (type, ...touchPoints) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  const steps = 12;
  await touch('touchStart', from);
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    await page.waitForTimeout(16);
  }
  await held?.();
  await touch('touchEnd');
  await cdp.detach();
}

test(
  'a finger drags a piece to its cell, and the page stays where it is',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await swipe(page, await centre(page, 'e2'), await centre(page, 'e5'), async () => {
      await page.locator('.sfb-dragged').waitFor();
      assert.equal(await scrolled(page), 0);
    });
    await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 1);
    assert.equal(await pieceAt(page, 'e5'), 'P');
    assert.equal(await scrolled(page), 0);
    // Off the board it goes back.
    const e9 = await centre(page, 'e9');
    await swipe(page, e9, { x: 4, y: e9.y + 300 });
    assert.equal(await pieceAt(page, 'e9'), 'p');
    assert.equal((await moves(page)).length, 1);
    assert.equal(await scrolled(page), 0);
  },
  TOUCH,
);

/** A window that is lower than the page. */
const LOW = { ...TOUCH, viewport: { width: 360, height: 400 } };

test(
  'the page scrolls under a finger beside the board',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    const board = await page.locator('.stage svg.sfb-svg').boundingBox();
    assert.ok(board);
    // The corner of the drawing is outside the hexagon; the player's bar is below this height.
    const from = { x: board.x + 6, y: board.y + board.height * 0.86 };
    await swipe(page, from, { x: from.x, y: from.y - 150 });
    await page.waitForFunction(() => scrollY > 20);
    assert.deepEqual(await moves(page), []);
  },
  LOW,
);

test(
  'the page scrolls under a finger on a cell from which nothing can move',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    const from = await centre(page, 'e4');
    await swipe(page, from, { x: from.x, y: from.y - 150 });
    await page.waitForFunction(() => scrollY > 20);
    assert.deepEqual(await moves(page), []);
  },
  LOW,
);
