/** The page of examples: boards made by the custom element alone, from one file of script. */

import assert from 'node:assert/strict';
import { test } from './harness.mjs';

test('every example shows its board and the HTML that makes it', async ({ page }) => {
  await page.goto('/board');
  assert.equal(new URL(page.url()).pathname, '/board/');
  const boards = page.locator('hex-board');
  await boards.first().locator('[data-piece]').first().waitFor();
  const count = await boards.count();
  assert.ok(count >= 6);
  for (let index = 0; index < count; index++) {
    const board = boards.nth(index);
    const cells = await board.locator('[data-cell]').count();
    assert.ok(cells >= 70, `example ${index} has ${cells} cells`);
    const box = await board.locator('svg').first().boundingBox();
    assert.ok(box && box.width > 200 && box.height > 150, `example ${index}`);
    const variant = await board.getAttribute('variant');
    const snippet = await page.locator('.demo + .snippet code').nth(index).textContent();
    assert.match(snippet ?? '', new RegExp(`^<hex-board[^]*variant="${variant}"[^]*></hex-board>$`));
  }
});

test(
  'the colours are those of the theme, and follow the page into the dark',
  async ({ page }) => {
    await page.goto('/board');
    const cell = page.locator('hex-board').first().locator('.sfb-tone0').first();
    const fill = () => cell.evaluate((node) => getComputedStyle(node).fill);
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await fill();
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.notEqual(await fill(), light);
    assert.match(light, /^rgb\(/);
  },
  { chromiumOnly: 'a page cannot be given a colour scheme over WebDriver BiDi' },
);

test('a piece is moved with the mouse, and the page is told', async ({ page }) => {
  await page.goto('/board/');
  const board = page.locator('#told');
  const middle = async (/** @type {string} */ name) => {
    const box = await board.locator(`[data-cell="${name}"]`).boundingBox();
    assert.ok(box, name);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await board.locator('[data-piece]').first().waitFor();
  await board.scrollIntoViewIfNeeded();
  const [from, to] = [await middle('e2'), await middle('e5')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await page.locator('output', { hasText: 'e2 to e5: ' }).waitFor();
  assert.equal(await board.locator('[data-at="e5"]').getAttribute('data-piece'), 'P');
});
