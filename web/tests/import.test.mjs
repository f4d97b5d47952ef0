import assert from 'node:assert/strict';
import { smokeTest, test } from './harness.mjs';
import { open, pieceAt } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} text */
async function give(page, text) {
  await page.getByLabel('FEN, PGN or moves', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

const GAMES = Array.from(
  { length: 150 },
  (_, index) =>
    `[Variant "Shafran"]\n[White "Player ${index + 1}"]\n[Black "Somebody"]\n[Date "1990.01.02"]\n\n` +
    (index === 4 ? '1. e5 zz9 *\n' : '1. e5 e6 2. Nc4 1-0\n'),
).join('\n');

test('bare moves are opened as an analysis', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  await give(page, '1. e2-e5 e9-e6 2. Nb1-c4');
  await page.getByRole('heading', { name: 'Analysis', level: 2 }).waitFor();
  await page.getByText('Nc4').first().waitFor();
});

smokeTest('a game is chosen from a file of many, and a broken one says why it cannot be read', async ({ page }) => {
  await open(page, '/import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'many.pgn',
    mimeType: 'application/x-chess-pgn',
    buffer: Buffer.from(GAMES),
  });
  await page.getByRole('heading', { name: '150 games' }).waitFor();
  await page.getByText('One of them', { exact: false }).or(page.getByText('1 of them cannot be read.')).waitFor();
  assert.equal(await page.locator('ol > li').count(), 100);
  await page.getByText(/Line \d+, move 1. zz9/).waitFor();
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  assert.equal(await page.locator('ol > li').count(), 150);
  await page.getByRole('searchbox').fill('player 77');
  assert.equal(await page.locator('ol > li').count(), 1);
  await page.getByRole('button', { name: /Player 77/ }).click();
  await page.getByRole('heading', { name: 'Analysis', level: 2 }).waitFor();
  await page.getByText('Player 77').first().waitFor();
});

test('a position of another board than the chosen one is recognised, and shown with what can be done', async ({
  page,
}) => {
  await open(page, '/import');
  await give(page, '1/3/4k/7/9/11/5P5/11/11/11/3K7 w - - 0 1');
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.getByRole('heading', { name: 'Analysis', level: 2 }).waitFor();
  assert.equal(await pieceAt(page, 'f5'), 'P');
});

test('a Russian page says in Russian why a text cannot be read, and keeps it', async ({ page }) => {
  await open(page, '/ru/import');
  const field = page.getByLabel('FEN, PGN или ходы', { exact: true });
  await field.fill('1. e5 e6\n2. Кр99');
  await page.getByRole('button', { name: 'Открыть', exact: true }).click();
  await page.getByText(/Строка 2, ход 2/).waitFor();
  assert.equal(await field.inputValue(), '1. e5 e6\n2. Кр99');
});

test('a record that does not agree with the board says where, in the list and with the game', async ({ page }) => {
  await open(page, '/import');
  const game = '[Variant "Shafran"]\n[White "Anna"]\n\n1. e5+ e6+ 2. Nc4# d7+ 3. d4+ *\n';
  await give(page, game);
  // One game is opened at once.
  await page.getByText('5 things in the record do not agree with the board:').waitFor();
  await page.getByText('2. Nc4#: marked as mate, but it is none.').waitFor();
  await page.getByText('and 2 more').waitFor();
  const note = page.getByRole('status').filter({ hasText: '5 things' });
  await note.getByRole('button', { name: 'Close' }).click();
  await note.waitFor({ state: 'detached' });

  await open(page, '/import');
  await give(page, `${game}\n[Variant "Shafran"]\n\n1. e5 e6 *\n`);
  await page.getByRole('heading', { name: '2 games' }).waitFor();
  assert.equal(await page.getByText('marked as check').count(), 1);
  await page.getByText('1. e5+: marked as check, but it is none.').waitFor();
  await page.getByText('and 4 more').waitFor();
});
