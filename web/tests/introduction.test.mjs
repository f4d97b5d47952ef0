import assert from 'node:assert/strict';
import { PHONE, tap, test } from './harness.mjs';
import { chosenVariant, open, openSheet, pick } from './play.mjs';

const HELP = 'How the pieces move';
const OPENER = 'How to play';

test('the introduction is one click away and can be left at any step', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: OPENER }).click();
  const dialog = page.getByRole('dialog', { name: HELP });
  await dialog.getByRole('heading', { name: 'A board of hexagons' }).waitFor();
  for (const title of ['Rook', 'Bishop', 'Queen', 'King', 'Knight', 'The pawn', 'The pawn', 'En passant', 'Castling']) {
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByRole('heading', { name: title }).waitFor();
    assert.ok((await dialog.locator('.sfb-mark').count()) > 0, title);
  }
  await dialog.getByRole('button', { name: 'B-0-0-0' }).click();
  await dialog.getByText('Make the move on the board.').waitFor();
  const king = await dialog.locator('[data-piece="K"]').getAttribute('data-at');
  await dialog.locator(`[data-cell="${king}"]`).click();
  await dialog.locator('[data-cell="h4"]').click();
  await dialog.getByText('Right.').waitFor();
  assert.equal(await dialog.locator('[data-at="h4"]').getAttribute('data-piece'), 'K');
  await dialog.getByRole('button', { name: 'Again' }).click();
  assert.equal(await dialog.locator('[data-piece="K"]').getAttribute('data-at'), king);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: OPENER }).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('the rook of the introduction is moved by clicks, and the exercises follow at the end', async ({ page }) => {
  await open(page, '/learn/glinski');
  await page.getByRole('button', { name: OPENER }).click();
  const dialog = page.getByRole('dialog', { name: HELP });
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('heading', { name: 'Rook' }).waitFor();
  await dialog.locator('[data-cell="f6"]').click();
  await dialog.locator('[data-cell="f10"]').click();
  await dialog.getByText('Right.').waitFor();
  assert.equal(await dialog.locator('[data-at="f10"]').getAttribute('data-piece'), 'R');
  const done = dialog.getByRole('button', { name: 'Done' });
  while (!(await done.isVisible())) await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('link', { name: 'Learn by playing' }).click();
  await page.waitForURL('**/exercises/glinski');
});

test('the introduction teaches the variant that is chosen, and that of a learning page', async ({ page }) => {
  await open(page);
  await pick(page, 'variant', 'glinski');
  assert.equal(await chosenVariant(page), 'glinski');
  await page.getByRole('button', { name: OPENER }).click();
  const dialog = page.getByRole('dialog', { name: HELP });
  await dialog.getByText('Gliński’s chess').waitFor();
  assert.equal(await dialog.locator('[data-cell]').count(), 91);
  await open(page, '/learn/brusky');
  await page.getByRole('button', { name: OPENER }).click();
  await dialog.getByText('Brusky’s chess').waitFor();
  assert.equal(await dialog.locator('[data-cell]').count(), 84);
});

test(
  'on a short phone the set-up leads to the introduction',
  async ({ page }) => {
    await open(page);
    await openSheet(page);
    await tap(page.getByRole('button', { name: 'Learn in two minutes' }));
    await page.getByRole('dialog', { name: HELP }).getByRole('heading', { name: 'A board of hexagons' }).waitFor();
  },
  { ...PHONE, viewport: { width: 360, height: 640 } },
);
