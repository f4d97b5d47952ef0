/** The letters of pieces in moves, which are chosen apart from the language of the page. */

import assert from 'node:assert/strict';
import { loadRecord, mainLine, openAnalysis } from './analysis.mjs';
import { test } from './harness.mjs';
import { moves, openLoad, recordShown, start } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const RECORD = '[Variant "Shafran"]\n\n1. Nc4 Nb5 2. Qe3 Bf7 *\n';

/** Letters of knight, queen and bishop. */
const LETTERS = /** @type {const} */ ([
  ['figurine', '♘♕♗'],
  ['en', 'NQB'],
  ['hu', 'HVF'],
  ['pl', 'SHG'],
  ['de', 'SDL'],
  ['ru', 'КФС'],
  ['sv', 'SDL'],
]);

/**
 * Returns the moves with these letters.
 * @param {string} letters
 */
function written(letters) {
  const [knight, queen, bishop] = [...letters];
  return [`${knight}c4`, `${knight}b5`, `${queen}e3`, `${bishop}f7`];
}

/**
 * Chooses the piece letters, whatever the language of the page.
 * @param {Page} page @param {string} notation
 */
async function read(page, notation) {
  await page.locator('select#notation').selectOption(notation);
}

/** @param {Page} page @param {string} name */
async function openSettings(page, name = 'Settings') {
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('select#notation').waitFor();
}

test('the moves of a game are shown in the letters of six languages, or as figurines', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  const dialog = await openLoad(page);
  await dialog.getByLabel('Record of the game').fill(RECORD);
  await dialog.getByRole('button', { name: 'Load record' }).click();
  await page.locator('[data-ply="4"]').waitFor();
  await openSettings(page);
  assert.deepEqual(
    await page
      .locator('select#notation option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
    ['auto', ...LETTERS.map(([notation]) => notation)],
  );
  for (const [notation, letters] of LETTERS) {
    await read(page, notation);
    assert.deepEqual(await moves(page), written(letters), notation);
  }
  await read(page, 'pl');
  await page.reload();
  await page.locator('[data-ply="4"]').waitFor();
  assert.deepEqual(await moves(page), written('SHG'), 'it is remembered');
  // Copied text has English letters.
  assert.match(await recordShown(page), /1\. Nc4 Nb5 2\. Qe3 Bf7/);
});

test('chosen letters stay when the language changes; default letters follow it', async ({ page }) => {
  await openAnalysis(page, { local: true });
  await loadRecord(page, RECORD);
  await openSettings(page);
  const language = page.locator('select', { has: page.locator('option[lang=ru]') });
  /** Changes the language, which loads the page. @param {string} locale */
  const speak = async (locale) => {
    const loaded = page.waitForEvent('load');
    await language.selectOption(locale);
    await loaded;
    await page.locator('[data-ply="4"]').waitFor();
    await openSettings(page, locale === 'ru' ? 'Настройки' : 'Settings');
  };
  assert.deepEqual(await mainLine(page), written('NQB'));
  await speak('ru');
  assert.deepEqual(await mainLine(page), written('КФС'));
  await read(page, 'hu');
  assert.deepEqual(await mainLine(page), written('HVF'));
  await speak('en');
  assert.deepEqual(await mainLine(page), written('HVF'));
  await read(page, 'auto');
  assert.deepEqual(await mainLine(page), written('NQB'));
});
