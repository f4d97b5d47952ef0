import assert from 'node:assert/strict';
import { smokeTest, test } from './harness.mjs';
import { cell, fenShown, open, pieceAt } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Returns the FEN field of the editor.
 * @param {Page} page
 */
const fen = (page) => page.getByLabel('FEN', { exact: true });

/**
 * Waits for the rules' verdict.
 * @param {Page} page @param {RegExp} text
 */
async function judged(page, text) {
  await page.locator('.judgement', { hasText: text }).waitFor();
}

/**
 * Chooses the tool for a press on a cell.
 * @param {Page} page @param {string} name
 */
async function tool(page, name) {
  const radio = page.getByRole('radio', { name, exact: true });
  await page.locator('label', { has: radio }).click();
  assert.equal(await radio.isChecked(), true, name);
}

test('the editor is in the menu, and a position is set up by pressing cells', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Board editor' }).click();
  await judged(page, /legal/);
  await page.getByRole('button', { name: 'Editor menu' }).click();
  await page.getByRole('menuitem', { name: 'Clear the board' }).click();
  await judged(page, /White has no king/);
  await tool(page, 'white king');
  await cell(page, 'e1').click();
  await tool(page, 'black king');
  await cell(page, 'e10').click();
  await tool(page, 'white queen');
  await cell(page, 'd5').click();
  await judged(page, /Black is in check|legal/);
  await tool(page, 'Remove pieces');
  await cell(page, 'd5').click();
  assert.equal(await pieceAt(page, 'd5'), null);
  assert.match(await fen(page).inputValue(), /^2k2|^.*\bk.*K.* w - - 0 1$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await pieceAt(page, 'd5'), 'Q');
  await page.getByRole('button', { name: 'Redo' }).click();
  assert.equal(await pieceAt(page, 'd5'), null);
  const address = new URL(page.url());
  assert.equal(address.pathname, '/editor/shafran');
  assert.equal(address.searchParams.get('fen'), await fen(page).inputValue());
  await page.reload();
  await page.locator('[data-at="e1"]').waitFor();
  assert.equal(await pieceAt(page, 'e1'), 'K');
});

smokeTest('pieces are dragged on the board, off it, and onto it from the palette', async ({ page }) => {
  await open(page, '/editor/shafran');
  await judged(page, /legal/);
  /** @param {{ x: number, y: number, width: number, height: number } | null} box */
  const middle = (box) => {
    assert.ok(box);
    return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  };
  /** @param {readonly [number, number]} from @param {readonly [number, number]} to */
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
  };
  const at = async (/** @type {string} */ name) => middle(await cell(page, name).boundingBox());
  await drag(await at('e2'), await at('e6'));
  assert.equal(await pieceAt(page, 'e6'), 'P');
  await drag(await at('e6'), [20, 400]);
  assert.equal(await pieceAt(page, 'e6'), null);
  const knight = page.locator('label', { has: page.getByRole('radio', { name: 'black knight' }) });
  await drag(middle(await knight.boundingBox()), await at('e5'));
  assert.equal(await pieceAt(page, 'e5'), 'n');
});

test('castling and en passant are offered where the position allows them', async ({ page }) => {
  await open(page, '/editor/shafran?fen=kqbnr/bppppp/np5/bp6/rp6P/p3P2PR/6PB/5PN/PPPP1B/RNBQK+b+QBqb+e3e4+0+1');
  await judged(page, /legal/);
  assert.equal(await page.getByLabel('En passant').inputValue(), 'e3e4');
  await page.getByLabel('En passant').selectOption('-');
  assert.match(await fen(page).inputValue(), / b QBqb - 0 1$/);
  await tool(page, 'Remove pieces');
  await cell(page, 'a1').click();
  assert.match(await fen(page).inputValue(), / b Bqb - 0 1$/);
  assert.equal(await page.getByRole('checkbox', { name: 'White Q' }).isDisabled(), true);
  await page.getByRole('checkbox', { name: 'Black B' }).uncheck();
  assert.match(await fen(page).inputValue(), / b Bq - 0 1$/);
});

test('a FEN is typed, and a wrong one is refused in place', async ({ page }) => {
  await open(page, '/ru/editor/shafran');
  await judged(page, /возможна/);
  await fen(page).fill('hello');
  await fen(page).blur();
  await judged(page, /FEN|горизонталей/);
  assert.equal(await fen(page).inputValue(), 'hello');
  assert.equal(await pieceAt(page, 'e1'), 'K');
  await fen(page).fill('4k/6/7/8/9/9/8/P6/6/KK3 w - - 0 1');
  await fen(page).blur();
  await judged(page, /У белых больше одного короля/);
  assert.equal(await page.locator('.sfb-mark').count(), 2);
});

test('a position is handed over to the analysis and to a game', async ({ page }) => {
  await open(page, '/editor/glinski?fen=1/3/4k/7/9/11/5P5/11/11/11/3K7+w+-+-+0+1');
  await judged(page, /legal/);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.getByRole('heading', { name: 'Analysis', level: 2 }).waitFor();
  assert.equal(await pieceAt(page, 'f5'), 'P');
  await page.goBack();
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.getByText('Set up by you').waitFor();
  assert.equal(await pieceAt(page, 'f5'), 'P');
  await page.locator('.start button[type=submit]').click();
  assert.match(await fenShown(page), /^1\/3\/4k/);
});

test('the editor works with the keyboard', async ({ page }) => {
  await open(page, '/editor/shafran');
  await judged(page, /legal/);
  await page.getByRole('radio', { name: 'white knight' }).focus();
  await page.keyboard.press('Space');
  await cell(page, 'e5').focus();
  await page.keyboard.press('Enter');
  assert.equal(await pieceAt(page, 'e5'), 'N');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await pieceAt(page, 'e5'), null);
});
