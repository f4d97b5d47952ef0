import assert from 'node:assert/strict';
import { tabTo } from './checks.mjs';
import { smokeTest, test } from './harness.mjs';
import { moves, open, pieceAt, statusIs } from './play.mjs';

smokeTest('a game is chosen, started, played and resigned without a pointer', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
  await tabTo(page, page.locator('input[name=opponent][value=computer]'));
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('input[name=opponent][value=friend]').isChecked(), true);
  await tabTo(page, page.getByRole('button', { name: 'Play', exact: true }));
  await page.keyboard.press('Enter');
  await statusIs(page, 'White to move.');
  // The board takes the focus when a game starts.
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-cell'));
  await page.keyboard.type('e2');
  await page.keyboard.press('Enter');
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await statusIs(page, 'Black to move.');
  assert.equal(await pieceAt(page, 'e5'), 'P');
  await page.keyboard.type('e9');
  await page.keyboard.press('Enter');
  await page.keyboard.type('e6');
  await page.keyboard.press('Enter');
  await statusIs(page, 'White to move.');
  await tabTo(page, page.locator('[data-ply="2"]'));
  await page.keyboard.press('ArrowLeft');
  await statusIs(page, 'Looking back, after 1. e5');
  await page.keyboard.press('End');
  await tabTo(page, page.getByRole('button', { name: 'Resign' }));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Resign' }));
  await page.keyboard.press('Enter');
  await statusIs(page, 'White resigned. Black wins.');
  assert.equal((await moves(page)).length, 2);
});

test('the focus is always visible', async ({ page }) => {
  await open(page);
  for (let presses = 0; presses < 14; presses++) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return 'body';
      // The board draws its own ring.
      if (element.closest('svg')) return document.querySelector('.sfb-focus-inner') ? 'ring' : 'nothing';
      const style = getComputedStyle(element);
      return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 ? 'outline' : 'nothing';
    });
    assert.notEqual(seen, 'nothing', await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120)));
  }
});

test('a dialog gives the focus back', async ({ page }) => {
  await open(page);
  const button = page.getByRole('button', { name: 'Settings' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await button.evaluate((element) => element === document.activeElement), true);
});
