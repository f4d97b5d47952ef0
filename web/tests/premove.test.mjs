/** Premoves in games against the computer: entered while it thinks, played after its move. */

import assert from 'node:assert/strict';
import { smokeTest, test } from './harness.mjs';
import { cell, start } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Starts a game and makes the first move. The computer waits for its engine until the returned function is called.
 * @param {Page} page
 */
async function begin(page) {
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(null)));
  await page.route(/saffron_(engine|threads)_bg.*\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await start(page, { variant: 'glinski', opponent: 'computer', level: 1, colour: 'w' });
  await cell(page, 'e4').click();
  await cell(page, 'e6').click();
  await page.locator('[data-at="e6"][data-piece="P"]').waitFor();
  return release;
}

/** @param {Page} page */
const moves = (page) => page.locator('.panel [data-ply]').count();

smokeTest('a premove is played when the computer has moved', async ({ page }) => {
  const release = await begin(page);
  await cell(page, 'b1').click();
  assert.ok((await page.locator('.stage .sfb-dot-premove').count()) > 0, 'its targets are shown');
  await cell(page, 'b2').click();
  assert.equal(await moves(page), 1);
  release();
  await page.locator('[data-at="b2"][data-piece="P"]').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.panel [data-ply]').length >= 3);
});

test('Escape takes a premove back', async ({ page }) => {
  const release = await begin(page);
  await cell(page, 'b1').click();
  await cell(page, 'b2').click();
  await page.keyboard.press('Escape');
  release();
  await page.locator('.panel [data-ply="2"]').waitFor();
  await page.waitForTimeout(400);
  assert.equal(await moves(page), 2);
  assert.equal(await page.locator('[data-at="b1"][data-piece="P"]').count(), 1);
});

test('a premove that the reply has made impossible is given up', async ({ page }) => {
  const release = await begin(page);
  // A cell that only a capture reaches.
  await cell(page, 'd3').click();
  const targets = await page
    .locator('.stage .sfb-dot-premove')
    .evaluateAll((dots) => dots.map((dot) => dot.getAttribute('data-target') ?? ''));
  const capture = targets.find((name) => !name.startsWith('d'));
  assert.ok(capture, `a pawn may be premoved as if it captured: ${targets}`);
  await cell(page, capture).click();
  release();
  await page.locator('.panel [data-ply="2"]').waitFor();
  assert.equal(await moves(page), 2);
  await cell(page, 'd3').click();
  await cell(page, 'd4').click();
  await page.waitForFunction(() => document.querySelectorAll('.panel [data-ply]').length >= 3);
});
