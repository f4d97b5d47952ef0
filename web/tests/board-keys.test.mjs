/** The keys and the wheel of the pages with a board: typed moves, shortcuts, going through the moves. */

import assert from 'node:assert/strict';
import { engineRuns, loadRecord, mainLine, openAnalysis, shown } from './analysis.mjs';
import { test } from './harness.mjs';
import { cell, loadFen, move, moves, openLoad, pieceAt, start, statusIs } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Returns the typed part of a move.
 * @param {Page} page
 */
const typed = (page) => page.locator('.typed').innerText();

/**
 * Waits until these moves were played.
 * @param {Page} page @param {string[]} expected
 */
async function movesAre(page, expected) {
  await page
    .waitForFunction((count) => document.querySelectorAll('[data-ply]').length === count, expected.length)
    .catch(() => undefined);
  assert.deepEqual(await moves(page), expected);
}

/**
 * Opens and closes the list of keys, and returns its entries by key.
 * @param {Page} page
 */
async function listedKeys(page) {
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  const keys = await dialog.locator('kbd').allInnerTexts();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return keys;
}

test('moves are typed wherever the focus is, also after a click on the board', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  // The page, a button and a move in the list, in turn.
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.type('e5');
  await page.keyboard.press('Enter');
  await movesAre(page, ['e5']);
  await page.getByRole('button', { name: 'Flip board' }).focus();
  await page.keyboard.type('e9e6');
  await movesAre(page, ['e5', 'e6']);
  await page.locator('[data-ply="2"]').focus();
  await page.keyboard.type('Nc4');
  await movesAre(page, ['e5', 'e6', 'Nc4']);
  await cell(page, 'd5').click();
  await page.keyboard.type('Nb5');
  await movesAre(page, ['e5', 'e6', 'Nc4', 'Nb5']);
});

test('while several moves are meant nothing is played; Escape and Backspace take back what was typed', async ({
  page,
}) => {
  await start(page, { opponent: 'friend' });
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.type('N');
  assert.match(await typed(page), /N$/);
  await page.keyboard.press('Enter');
  assert.equal(await typed(page), '', 'Enter gives up what names no move');
  assert.deepEqual(await moves(page), []);
  await page.keyboard.type('Nc');
  await page.keyboard.press('Backspace');
  assert.match(await typed(page), /N$/);
  await page.keyboard.press('Escape');
  assert.equal(await typed(page), '');
  // A key that cannot start a move is ignored, and the typed text is dropped.
  await page.keyboard.type('Nz9');
  assert.deepEqual(await moves(page), []);
  await page.keyboard.press('Escape');
  await page.keyboard.type('Nc4');
  await movesAre(page, ['Nc4']);
  // Both knights can go there, so nothing happens without the file.
  await loadFen(page, 'k4/6/7/8/9/1N3N3/8/7/6/4K w - - 0 1');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.type('Nc3');
  await page.keyboard.press('Enter');
  assert.deepEqual(await moves(page), []);
  await page.keyboard.type('Nfc3');
  await movesAre(page, ['Nfc3']);
});

test('moves are typed in the letters of every language, whatever is read', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  await page.getByRole('heading', { level: 1 }).focus();
  for (const knight of ['N', 'H', 'S', 'К']) {
    // A keyboard with other letters than Latin ones, too.
    await page.evaluate(
      (key) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
      knight,
    );
    await page.keyboard.type('c4');
    await movesAre(page, ['Nc4']);
    await page.keyboard.press('u');
    await movesAre(page, []);
  }
});

test('the keys of a game are listed with ?, and each does what it says', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  for (const uci of ['e2e5', 'e9e6', 'd2d4']) await move(page, uci);
  const top = async () => (await cell(page, 'e10').boundingBox())?.y ?? 0;
  assert.deepEqual(await listedKeys(page), ['← →', '↑ ↓', 't', 'u', 'm', 'N c 4 …', 'Tab', '?']);
  const before = await top();
  await page.keyboard.press('t');
  assert.ok((await top()) > before + 100, 'flipped');
  await page.keyboard.press('t');
  await page.keyboard.press('u');
  await movesAre(page, ['e5', 'e6']);
  await page.keyboard.press('m');
  await statusIs(page, 'A good move:');
  assert.ok((await page.locator('.sfb-arrow').count()) >= 1);
  const current = () => page.locator('[data-ply][aria-current=true]').getAttribute('data-ply');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await current(), '1');
  await page.keyboard.press('ArrowUp');
  await statusIs(page, 'Looking back: the starting position');
  await page.keyboard.press('ArrowRight');
  assert.equal(await current(), '1');
  await page.keyboard.press('ArrowDown');
  assert.equal(await current(), '2');
  await page.keyboard.press('Home');
  await statusIs(page, 'Looking back: the starting position');
  await page.keyboard.press('End');
  assert.equal(await current(), '2');
  // Tab reaches the board, where the arrows move from cell to cell.
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.hasAttribute('data-cell'))) break;
  }
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell'));
  const first = await focused();
  await page.keyboard.press('ArrowUp');
  assert.notEqual(await focused(), first);
  assert.equal(await current(), '2');
});

test(
  'the keys of the analysis are listed with ?, and each does what it says',
  async ({ page }) => {
    await openAnalysis(page, { local: true });
    await loadRecord(page, '[Variant "Shafran"]\n\n1. e5 e6 2. d4 *\n');
    const keys = await listedKeys(page);
    assert.deepEqual(keys, [
      '← →',
      '↑ ↓',
      't',
      's',
      'x',
      'p',
      ',',
      '.',
      '1 – 8',
      'Shift + 1 – 8',
      'Ctrl+Z',
      'N c 4 …',
      'Tab',
      '?',
    ]);
    await page.keyboard.press('ArrowUp');
    assert.equal(await shown(page), null);
    await page.keyboard.press('ArrowRight');
    assert.equal(await shown(page), 'e5');
    await page.keyboard.press('ArrowDown');
    assert.equal(await shown(page), 'd4');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await shown(page), 'e6');
    const top = async () => (await cell(page, 'e10').boundingBox())?.y ?? 0;
    const before = await top();
    await page.keyboard.press('t');
    assert.ok((await top()) > before + 100, 'flipped');
    const engine = page.getByRole('switch', { name: 'Engine' });
    await engineRuns(page, 'browser');
    assert.equal(await engine.isChecked(), true);
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Threat' }).and(page.locator('[aria-pressed=true]')).waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Threat' }).and(page.locator('[aria-pressed=false]')).waitFor();
    await page.locator('.lines [data-line="0"]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await engineRuns(page, 'browser');
    await page.locator('.lines [data-line="0"]').first().waitFor();
    await page.keyboard.press('p');
    await page.waitForFunction(() => document.querySelectorAll('.moves .row button .san').length === 4);
    assert.equal(await shown(page), (await mainLine(page)).at(-1));
    await page.keyboard.press('s');
    assert.equal(await engine.isChecked(), false);
    // The keys for mistakes need a review; review.test.mjs tests them.
    await page.keyboard.press('1');
    await page.locator('.moves [aria-current]', { hasText: '!' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.locator('.moves [aria-current]', { hasText: '!' }).waitFor({ state: 'detached' });
    // A typed move continues from there.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('Nc4');
    await page.waitForFunction(() => document.querySelector('.moves [aria-current] .san')?.textContent === 'Nc4');
  },
  { seconds: 60 },
);

test('the wheel over the board goes through the moves, elsewhere it scrolls', async ({ page }) => {
  await start(page, { opponent: 'friend' });
  const around = 'Nc4 Nb5 Nb1 Nc8';
  const dialog = await openLoad(page);
  const record = `[Variant "Shafran"]\n\n${around} e5 e6 ${around} d4 d6 ${around} *\n`;
  await dialog.getByLabel('Record of the game').fill(record);
  await dialog.getByRole('button', { name: 'Load record' }).click();
  await page.locator('[data-ply="16"][aria-current=true]').waitFor();
  await cell(page, 'e5').hover();
  await page.mouse.wheel(0, -100);
  await page.locator('[data-ply="15"][aria-current=true]').waitFor();
  assert.equal(await pieceAt(page, 'b5'), 'n');
  await page.mouse.wheel(0, -100);
  await page.locator('[data-ply="14"][aria-current=true]').waitFor();
  await page.mouse.wheel(0, 100);
  await page.locator('[data-ply="15"][aria-current=true]').waitFor();
  // A low window, in which the list of the moves has to be scrolled.
  await page.setViewportSize({ width: 1280, height: 320 });
  const last = page.locator('[data-ply="16"]');
  await last.hover();
  const position = async () => (await last.boundingBox())?.y ?? 0;
  const before = await position();
  await page.mouse.wheel(0, -60);
  for (let wait = 0; wait < 100 && (await position()) <= before; wait++) await page.waitForTimeout(50);
  assert.ok((await position()) > before, 'it scrolls');
  assert.equal(await page.locator('[data-ply="15"]').getAttribute('aria-current'), 'true', 'no other move is shown');
});
