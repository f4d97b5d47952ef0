import assert from 'node:assert/strict';
import { PHONE, smokeTest, tap, test } from './harness.mjs';
import { atTheBoard } from './live.mjs';
import { cell, move, open, start, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Black's pawn on e7 stands between its king and the bishop on g5. */
const PINNED = '1r3/b3np/nk2pp1/2pp4/8P/pp1P1pBPR/PpN2Bb1/2P3N/1P4/R1K2 b - - 1 25';
const SENTENCE = 'The pawn may not leave this line. It stands between your king and the bishop on g5.';

/** @param {Page} page */
const said = (page) => page.locator('.said');
/** Arrows of the board. @param {Page} page */
const arrows = (page) => page.locator('.stage .sfb-brush-red');

/** @param {Page} page @param {string | RegExp} text */
async function saidIs(page, text) {
  await said(page).filter({ hasText: text }).waitFor();
}

/** Position and size of the board and of the panel's parts. @param {Page} page */
function layout(page) {
  return page.evaluate(() =>
    ['.stage .sfb', '.panel', '.panel .actions', '.panel > :last-child'].map((selector) => {
      const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, height].map(Math.round);
    }),
  );
}

smokeTest(
  'an impossible move is answered by its reason, which is read aloud once and moves nothing',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    const before = await layout(page);
    await cell(page, 'd1').click();
    await cell(page, 'd4').click();
    await saidIs(page, 'The pawn on d2 is in the way. Only the knight leaps.');
    assert.deepEqual(await layout(page), before);
    // One live region has the sentence.
    const regions = page.getByRole('status').filter({ hasText: 'is in the way' });
    assert.equal(await regions.count(), 1);
    // The next action takes it away.
    await cell(page, 'h6').click();
    assert.equal(await said(page).count(), 0);
    await statusIs(page, 'White to move.');
  },
);

test('the line from the attacker to the king is drawn for a moment', async ({ page }) => {
  await open(page, `/analysis/shafran?fen=${PINNED.replaceAll(' ', '_')}`);
  await page.keyboard.press('s');
  const before = await arrows(page).count();
  await cell(page, 'e7').click();
  await cell(page, 'd5').click();
  await saidIs(page, SENTENCE);
  assert.equal(await arrows(page).count(), before + 1);
  await page.waitForFunction((count) => document.querySelectorAll('.stage .sfb-brush-red').length === count, before);
  await saidIs(page, SENTENCE);
});

test('the keyboard gets the same sentences', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await cell(page, 'c1').focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await saidIs(page, 'The bishop keeps its colour. c3 has another one.');
});

test('the practice of endings has the reasons, too', async ({ page }) => {
  await open(page, '/endings/shafran/KQK');
  await page.locator('.practise').click();
  // Another position is chosen first.
  await page.locator('.stage .sfb-movable').first().waitFor();
  const queen = (await page.locator('.stage [data-piece="Q"]').getAttribute('data-at')) ?? '';
  await cell(page, queen).click();
  await page.locator('.stage [data-target]').first().waitFor();
  const impossible = await page.evaluate(() => {
    const values = (/** @type {string} */ name) =>
      [...document.querySelectorAll(`.stage [data-${name}]`)].map((one) => one.getAttribute(`data-${name}`) ?? '');
    const taken = new Set([...values('target'), ...values('at')]);
    return values('cell').find((name) => !taken.has(name)) ?? '';
  });
  await cell(page, impossible).click();
  await saidIs(page, /The queen goes straight|is in the way|check/);
});

test('a piece is explained when it is first touched, in the first games', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await cell(page, 'e2').click();
  await saidIs(page, /The pawn goes straight, and takes through corners\. Here: 3\scells\./);
  await cell(page, 'e5').click();
  await statusIs(page, 'Black to move.');
  assert.equal(await said(page).count(), 0);
  await cell(page, 'd8').click();
  await page.waitForTimeout(300);
  assert.equal(await said(page).count(), 0, 'a pawn was explained before');
  await page.evaluate(() => localStorage.setItem('saffron.hints', '{"shafran":5}'));
  await page.reload();
  await cell(page, 'e9').click();
  await cell(page, 'h6').click();
  await saidIs(page, 'A pawn goes');
});

test('the voice can be switched off', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Explain the rules beside the board').uncheck();
  await page.keyboard.press('Escape');
  for (const name of ['e2', 'e7', 'd1', 'd4', 'a1', 'a4']) await cell(page, name).click();
  await page.waitForTimeout(500);
  assert.equal(await said(page).count(), 0);
  await page.reload();
  await cell(page, 'e2').click();
  await page.waitForTimeout(500);
  assert.equal(await said(page).count(), 0);
});

test('in a live game it says only what a referee would say', async ({ page: white, url }) => {
  const { black } = await atTheBoard(white, url);
  await cell(white, 'e2').click();
  await white.waitForTimeout(500);
  assert.equal(await said(white).count(), 0, 'no hint');
  await cell(white, 'e7').click();
  await saidIs(white, 'From here a pawn goes up to 3 cells.');
  await move(white, 'e2e5');
  await statusIs(black, 'Your move.');
  assert.equal(await said(black).count(), 0);
});

test(
  'a premove that waits is explained, and the lost connection, without moving anything',
  async ({ page: white, url }) => {
    const { black } = await atTheBoard(white, url);
    await cell(black, 'e9').click();
    await cell(black, 'e6').click();
    await saidIs(black, 'It is not your turn yet. Your move waits, and is played as soon as it is yours.');
    const before = await layout(white);
    await white.context().setOffline(true);
    await white
      .locator('.said')
      .filter({ hasText: 'Connection lost. Your clock may run' })
      .waitFor({ timeout: 15_000 });
    assert.deepEqual(await layout(white), before);
    // A press takes other sentences away, but not this one.
    await cell(white, 'e2').click();
    await saidIs(white, 'Connection lost.');
    await white.context().setOffline(false);
    await said(white).waitFor({ state: 'detached' });
  },
  { tolerate: /ERR_INTERNET_DISCONNECTED/ },
);

test('events are explained in analysis when they are first seen, the pieces are not', async ({ page }) => {
  await open(page, '/analysis/shafran?fen=k4/6/7/8/9/3p5/3p4/7/4P1/K4_w_-_-_0_1');
  await cell(page, 'e2').click();
  await page.waitForTimeout(300);
  assert.equal(await said(page).count(), 0);
  await cell(page, 'e5').click();
  await saidIs(page, 'The pawn on e5 has just passed yours.');
});

test(
  'a sentence of three lines covers nothing below its place',
  async ({ page }) => {
    await open(page, '/play/devasa');
    await start(page, { opponent: 'friend' });
    const pawn = (await page.locator('.stage [data-piece="P"]').first().getAttribute('data-at')) ?? '';
    await tap(cell(page, pawn));
    await saidIs(page, 'The pawn');
    const [line, place] = await Promise.all([said(page).boundingBox(), page.locator('.line').boundingBox()]);
    assert.ok(line && place && line.height <= place.height + 2, `${line?.height} in ${place?.height}`);
  },
  { ...PHONE, viewport: { width: 320, height: 568 } },
);

test(
  'on a phone the sentence stands below the board and moves nothing',
  async ({ page }) => {
    await open(page);
    await start(page, { opponent: 'friend' });
    const before = await layout(page);
    await tap(cell(page, 'e2'));
    await saidIs(page, 'The pawn goes straight');
    await tap(cell(page, 'e7'));
    await saidIs(page, 'From here a pawn goes');
    assert.deepEqual(await layout(page), before);
    const board = await page.locator('.stage .sfb').boundingBox();
    const line = await said(page).boundingBox();
    assert.ok(board && line && line.y >= board.y + board.height, 'below the board');
    assert.ok(line.x >= 0 && line.x + line.width <= 390);
  },
  { ...PHONE, viewport: { width: 390, height: 664 } },
);
