import assert from 'node:assert/strict';
import { test } from './harness.mjs';
import { move, open, start, statusIs } from './play.mjs';

test(
  'the language follows the browser',
  async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Играть', exact: true }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'ru');
  },
  { locale: 'ru-RU' },
);

test('switching the language keeps the game and is remembered', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await move(page, 'e2e5');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('ru');
  await page.keyboard.press('Escape');
  await statusIs(page, 'Ход чёрных.');
  await page.getByRole('heading', { level: 1, name: 'Шахматы Шафрана' }).waitFor();
  assert.equal(await page.title(), 'Партия · Saffron');
  assert.equal(await page.locator('html').getAttribute('lang'), 'ru');
  assert.match((await page.locator('meta[name=description]').getAttribute('content')) ?? '', /Гексагональные/);
  assert.match((await page.locator('[data-cell="e5"]').getAttribute('aria-label')) ?? '', /^e5, белая пешка/);
  await page.reload();
  await statusIs(page, 'Ход чёрных.');
  await page.getByRole('button', { name: 'Настройки' }).click();
  await page.getByLabel('Язык').selectOption('en');
  await page.keyboard.press('Escape');
  await statusIs(page, 'Black to move.');
});

test('coordinates and appearance can be changed and are remembered', async ({ page }) => {
  await open(page);
  const labels = page.locator('.stage .sfb-label');
  assert.ok((await labels.count()) > 0);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByLabel('Show coordinates').uncheck();
  await dialog.getByLabel('Dark').check();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await labels.count(), 0);
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(dark, 'rgb(23, 19, 15)');
  const cell = await page.evaluate(() => {
    const tone = document.querySelector('[data-cell="e5"]');
    return tone ? getComputedStyle(tone).fill : '';
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  await dialog.getByLabel('Light').check();
  const light = await page.evaluate(() => {
    const tone = document.querySelector('[data-cell="e5"]');
    return tone ? getComputedStyle(tone).fill : '';
  });
  assert.notEqual(cell, light, 'the board follows the appearance');
});
