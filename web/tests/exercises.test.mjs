/** Exercises: the way of a newcomer, hints, mistakes, stars, and all exercises solved through the page. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { smokeTest, test } from './harness.mjs';
import { cell, clickMove, open, start, waitForCached } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Returns the fewest moves of each exercise of a game. @param {string} variant */
function movesOf(variant) {
  const path = new URL(`../../crates/exercises/exercises/${variant}.tsv`, import.meta.url);
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => Number(line.split('\t')[2]));
}

/** @param {Page} page @param {string | RegExp} text */
function said(page, text) {
  return page.locator('.said[data-tone]').filter({ hasText: text }).waitFor();
}

/** Plays the move that the hints give, as it is written. @param {Page} page */
async function playHint(page) {
  const hint = page.getByRole('button', { name: 'Hint' });
  await hint.click();
  await hint.click();
  const text = await page.locator('.said[data-tone] strong').innerText();
  const move = /^The move is (.+)\.$/.exec(text)?.[1];
  assert.ok(move, text);
  await page.keyboard.type(move);
  if (await page.locator('.typed').isVisible()) await page.keyboard.press('Enter');
}

/** Solves the exercise on the board by its hints. @param {Page} page */
async function solve(page) {
  for (let moves = 0; moves < 10; moves++) {
    await page.locator('.said[data-tone="ask"]').waitFor();
    // The opponent's first move is shown for a moment.
    await page.locator('.task-buttons button:not([disabled])').filter({ hasText: 'Hint' }).waitFor();
    await playHint(page);
    const tone = page.locator('.said[data-tone]');
    if ((await tone.getAttribute('data-tone')) === 'right') return;
  }
  assert.fail(`the hints do not solve ${page.url()}`);
}

smokeTest('a first visitor learns the rook, comes back, and plays against level 1', async ({ page }) => {
  await open(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Learn' }).click();
  await page.getByRole('link', { name: 'Learn by playing' }).click();
  await said(page, 'Collect the stars in 2 moves.');
  await page.getByText('Step 1 of 16 · exercise 1 of 4').waitFor();
  // A newcomer needs hints.
  const rook = page.locator('[data-piece="R"]');
  const at = await rook.getAttribute('data-at');
  assert.ok(at);
  await solve(page);
  await said(page, 'Right. In the fewest moves.');
  await page.getByText('1 of 210 stars').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**/exercises/shafran/rook-2');
  await page.getByText('Step 1 of 16 · exercise 2 of 4').waitFor();
  // The way leads on to where one was.
  await page.goto('/exercises/shafran');
  await page.getByText('Step 1 of 16 · exercise 2 of 4').waitFor();
  await page.getByRole('button', { name: 'Play a game' }).click();
  assert.equal(await page.locator('input[name=level]').inputValue(), '1');
});

test('a piece that comes within reach is captured, and the move is taken back', async ({ page }) => {
  await open(page, '/exercises/shafran/king-3');
  await said(page, 'Collect the stars in 4 moves.');
  const king = (await page.locator('[data-piece="K"]').getAttribute('data-at')) ?? '';
  const [, file = '', rank = ''] = /^(\w)(\d+)$/.exec(king) ?? [];
  const near = [-1, 0, 1].flatMap((right) =>
    [-2, -1, 0, 1, 2].map((up) => String.fromCodePoint((file.codePointAt(0) ?? 0) + right) + (Number(rank) + up)),
  );
  // A cell that the rook guards is next to the king.
  for (const to of near) {
    if (to === king || (await cell(page, to).count()) === 0) continue;
    await cell(page, king).click();
    await cell(page, to).click();
    await page.keyboard.press('Escape');
    if ((await page.locator('.said[data-tone="wrong"]').count()) > 0) break;
    const restart = page.getByRole('button', { name: 'Restart' });
    if (await restart.isEnabled()) await restart.click();
  }
  await said(page, 'Black rook on h10 captures this piece. Go where no black piece attacks.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await said(page, 'Collect the stars in 4 moves.');
  await solve(page);
  await said(page, 'Right.');
});

test('a shown move comes first, and the pawn is captured en passant', async ({ page }) => {
  await open(page, '/exercises/glinski/enPassant-1');
  await said(page, 'A pawn has just passed yours. Capture it.');
  await solve(page);
  await said(page, 'Right.');
  await page.getByRole('button', { name: 'Restart' }).click();
  await said(page, 'A pawn has just passed yours. Capture it.');
});

test('a move that does not mate is refused with a sentence, and leaves the exercise unsolved', async ({ page }) => {
  await open(page, '/exercises/shafran/mate-1');
  await said(page, 'Mate in 1 move.');
  const fen = readFileSync(new URL('../../crates/exercises/exercises/shafran.tsv', import.meta.url), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('mate-1\t'))
    ?.split('\t')[3];
  const program = process.env.SAFFRON_BIN ?? '';
  const { stdout } = spawnSync(program, ['moves', 'shafran', '--fen', fen ?? ''], { encoding: 'utf8' });
  const king = (await page.locator('[data-piece="K"]').getAttribute('data-at')) ?? '';
  const wrong = stdout
    .trim()
    .split(' ')
    .find((move) => move.startsWith(king));
  assert.ok(wrong, stdout);
  await clickMove(page, wrong);
  await said(page, 'That does not do it. Look for another move.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('**/mate-2');
  await page.getByText('0 of 210 stars').waitFor();
});

test('a game in which a mate was missed leads to the exercises of mate', async ({ page }) => {
  const fen = '5/6/7/8/4Q4/9/8/7/3K2/k4 w - - 0 1';
  await open(page, `/play/shafran?fen=${encodeURIComponent(fen)}`);
  await start(page, { opponent: 'computer', level: 1 });
  await clickMove(page, 'd2d3');
  await page.locator('[data-ply="2"]').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByText('A mate in one was possible.').waitFor();
  await page.getByRole('link', { name: 'Practise it' }).click();
  await page.waitForURL('**/exercises/shafran/mate-1');
  await said(page, 'Mate in 1 move.');
});

test(
  'a variant of the visitor’s own has exercises',
  async ({ page }) => {
    const mini = new URL('../../variants/mini-hexchess.toml', import.meta.url);
    await open(page, '/variants');
    await page.locator('input[type=file]').setInputFiles(fileURLToPath(mini));
    await page.getByText(/^Added: /).waitFor();
    await page.goto('/exercises/mini');
    await said(page, 'Collect the stars');
    await solve(page);
  },
  // The server does not know the variant.
  { tolerate: /status of 404/ },
);

test('exercises work without a connection', async ({ page, context }) => {
  await open(page, '/exercises/brusky/knight-1');
  await said(page, 'Collect the stars');
  await waitForCached(page, /\/brusky-[^/]*\.tsv/);
  await context.setOffline(true);
  await page.reload();
  await said(page, 'Collect the stars');
  await solve(page);
});

test('the first exercise of each topic is solved', async ({ page }) => {
  await open(page, '/exercises/shafran/rook-1');
  const topics = page.locator('.task-panel ol a');
  await topics.first().waitFor();
  const count = await topics.count();
  assert.equal(count, 16);
  for (let topic = 0; topic < count; topic++) {
    const before = page.url();
    if (topic > 0) {
      await topics.nth(topic).click();
      await page.waitForURL((url) => url.href !== before);
    }
    await solve(page);
  }
  assert.equal(await page.locator('.task-panel ol .done').count(), 0);
});

// All exercises of all games, some four minutes: `EXERCISES=all npm run test:browser -- exercises`.
if (process.env.EXERCISES === 'all') {
  for (const variant of ['shafran', 'glinski', 'mccooey', 'hexofen', 'devasa', 'brusky']) {
    test(
      `every exercise of ${variant} is solved through the page`,
      async ({ page }) => {
        await open(page, `/exercises/${variant}/rook-1`);
        const moves = movesOf(variant);
        for (let left = moves.length; left > 0; left--) {
          await solve(page);
          if (left === 1) break;
          const before = page.url();
          await page.getByRole('button', { name: 'Next' }).click();
          await page.waitForURL((url) => url.href !== before);
        }
        // One hint leaves two stars, more leave one.
        const stars = moves.reduce((sum, fewest) => sum + (fewest === 1 ? 2 : 1), 0);
        await page.getByText(`${stars} of ${3 * moves.length} stars`).waitFor();
        await page.locator('.task-buttons').getByRole('button', { name: 'Play a game' }).waitFor();
      },
      { seconds: 300 },
    );
  }
}
