import assert from 'node:assert/strict';
import { PHONE, smokeTest, tap, test } from './harness.mjs';
import { cell, loadFen, moves, open, pieceAt, start, statusIs } from './play.mjs';

/** @param {import('playwright-core').Page} page */
async function scrollsSideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

for (const locale of ['en-US', 'ru-RU']) {
  (locale === 'en-US' ? smokeTest : test)(
    `board, status and moves fit on a phone (${locale})`,
    async ({ page }) => {
      await open(page);
      assert.equal(await scrollsSideways(page), false);
      await page
        .locator('header')
        .getByRole('link', { name: locale === 'en-US' ? 'Sign in' : 'Войти' })
        .waitFor();
      await tap(page.locator('label', { has: page.locator('input[name=opponent][value=friend]') }));
      await tap(page.locator('.start button[type=submit]'));
      await page.waitForFunction(() => document.querySelector('.actions') !== null && scrollY === 0);
      await tap(cell(page, 'e2'));
      await tap(cell(page, 'e5'));
      await tap(cell(page, 'e9'));
      await tap(cell(page, 'e6'));
      assert.equal((await moves(page)).length, 2);
      assert.equal(await page.evaluate(() => scrollY), 0);
      for (const part of ['.stage svg.sfb-svg', 'main p.status', 'section.moves', '.actions']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box, part);
        assert.ok(box.x >= 0 && box.x + box.width <= 360.5, `${part} is as wide as the screen allows`);
        assert.ok(box.y >= 0 && box.y + box.height <= 740.5, `${part} is on the screen`);
      }
      assert.equal(await scrollsSideways(page), false);
      const wide = await page.locator('.stage svg.sfb-svg').boundingBox();
      assert.ok(wide && wide.width > 300, 'the board uses the width of the phone');
      for (const button of await page.locator('.actions > button').all()) {
        const box = await button.boundingBox();
        assert.ok(box && box.width >= 40 && box.height >= 40, 'buttons are large enough for a thumb');
      }
    },
    { ...PHONE, locale },
  );
}

test(
  'a promotion by touch',
  async ({ page }) => {
    await start(page, { opponent: 'friend' });
    await loadFen(page, '5/1P4/7/8/9/8k/8/7/P5/K4 w - - 0 1');
    await tap(cell(page, 'e9'));
    await tap(cell(page, 'e10'));
    await tap(page.getByRole('dialog', { name: 'Promotion on e10' }).getByRole('button', { name: 'Knight' }));
    await statusIs(page, 'Black to move.');
    assert.equal(await pieceAt(page, 'e10'), 'N');
  },
  PHONE,
);

for (const path of ['/', '/analysis', '/learn', '/learn/shafran', '/learn/brusky', '/learn/devasa/castling']) {
  test(
    `${path} does not scroll sideways on a phone`,
    async ({ page }) => {
      await open(page, path);
      assert.equal(await scrollsSideways(page), false);
    },
    PHONE,
  );
}
