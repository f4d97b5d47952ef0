/** The coordinates trainer: by pressing cells and by naming them, with a result that is kept. */

import assert from 'node:assert/strict';
import { PHONE, tap, test } from './harness.mjs';
import { cell, open } from './play.mjs';

/** Ends the round by moving the page's clock. @param {import('playwright-core').Page} page */
async function passHalfAMinute(page) {
  await page.clock.fastForward(31_000);
}

test(
  'cells are found by touch, wrong ones are named, and the best round is kept',
  async ({ page }) => {
    await page.clock.install();
    await open(page, '/coordinates/shafran');
    await tap(page.getByRole('button', { name: 'Start' }));
    const wanted = page.locator('.wanted');
    const first = await wanted.innerText();
    const wrong = first === 'e5' ? 'e6' : 'e5';
    await tap(cell(page, wrong));
    await page.locator('.said[data-tone="wrong"]').getByText(`That was ${wrong}.`).waitFor();
    assert.equal(await wanted.innerText(), first);
    for (let found = 0; found < 3; found++) {
      const before = await wanted.innerText();
      await tap(cell(page, before));
      await page.waitForFunction((old) => document.querySelector('.wanted')?.textContent !== old, before);
    }
    assert.equal(await page.locator('[data-piece]').count(), 0, 'the board stays empty');
    await passHalfAMinute(page);
    await page.getByText('3 cells in half a minute.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Start' }).waitFor();
    await page
      .locator('dl:visible')
      .filter({ hasText: /3\s*your best/ })
      .waitFor();
  },
  PHONE,
);

test('cells are named by buttons and by keys', async ({ page }) => {
  await page.clock.install();
  await open(page, '/coordinates/glinski');
  await page.getByText('Name cells').click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Which cell is marked?').waitFor();
  const names = page.locator('.task-buttons button');
  assert.equal(await names.count(), 4);
  const texts = await names.allInnerTexts();
  await page.keyboard.press('1');
  const score = page.locator('.task-panel dl dd').nth(1);
  const tone = await page.locator('.said[data-tone]').getAttribute('data-tone');
  assert.equal(await score.innerText(), tone === 'right' ? '1' : '0', texts.join(' '));
  for (let tries = 0; (await score.innerText()) === '0'; tries++) {
    assert.ok(tries < 4, 'one of the names is right');
    await names.nth(tries).click();
  }
  await passHalfAMinute(page);
  await page.getByText('1 cell in half a minute.').waitFor();
});

test('the board is trained from both sides', async ({ page }) => {
  await open(page, '/coordinates/shafran');
  const top = async () => (await cell(page, 'e10').boundingBox())?.y ?? 0;
  const before = await top();
  await page.getByRole('button', { name: 'Flip board' }).click();
  await page.waitForFunction(() => true);
  assert.ok((await top()) > before);
});
